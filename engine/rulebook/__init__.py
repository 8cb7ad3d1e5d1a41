"""What can be said: findings and their codes, options and presets, the pages of the rules."""
