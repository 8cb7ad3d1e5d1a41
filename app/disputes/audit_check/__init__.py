"""Whether a database says what the record of its disputes says."""
