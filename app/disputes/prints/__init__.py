"""Verdicts as HTML and PDF, made without a network."""
