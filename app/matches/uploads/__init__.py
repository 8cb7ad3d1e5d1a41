"""Uploads and what follows: refusals, further copies of a match, names, deletions, joined and split matches."""
