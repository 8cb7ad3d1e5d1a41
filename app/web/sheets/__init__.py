"""Pages of score sheets and of logs that are being written."""
