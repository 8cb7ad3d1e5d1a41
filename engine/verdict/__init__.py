"""From a log to its report, and reports under several rule sets."""
