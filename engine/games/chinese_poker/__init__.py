"""Chinese poker."""
