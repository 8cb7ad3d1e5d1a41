"""Pages of rules, presets and house rules."""
