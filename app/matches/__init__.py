"""Matches that are kept: uploads, judging and saving them, lists of them, the queue of the worker."""
