"""Pages of matches, uploads and jobs."""
