"""What a stranger can verify: canonical JSON, the verdict `fupan-verdict/1`, its arithmetic, and chained entries."""
