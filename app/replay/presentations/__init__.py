"""Presentations: a match shown in a hall, at the step that a presenter has chosen."""
