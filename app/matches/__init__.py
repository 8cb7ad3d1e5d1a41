"""Matches that are kept: uploads, judging and saving them, lists of them, jobs."""
