"""Disputes, their audit log, and verdicts that are signed."""
