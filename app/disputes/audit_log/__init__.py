"""The record of disputes: append-only entries chained by hashes, and beside it what they say of persons."""
