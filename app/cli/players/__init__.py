"""Commands about players."""
