"""Ratings of people and of partnerships by game, from the results of matches in the order of play."""
