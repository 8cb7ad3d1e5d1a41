"""Fuzzing of the path from bytes to reports, comparisons and frames."""
