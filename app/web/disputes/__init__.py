"""Pages of disputes and verdicts."""
