"""Under which rules a match is judged: by its log's claim, a preset, single options, or house rules."""
