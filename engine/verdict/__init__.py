"""The check of a log, its report, and the comparison of reports under several presets."""
