"""Compares each recorded value of a match with what the rules give, and finds which follow from others."""
