"""The data behind every report: findings and their codes, options and presets, the pages of the rules."""
