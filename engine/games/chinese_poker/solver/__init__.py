"""The best ways to set thirteen cards."""
