"""Readers of the records of other programs for Chinese poker."""
