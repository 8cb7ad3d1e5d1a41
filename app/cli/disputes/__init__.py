"""Commands about verdicts and their audit log."""
