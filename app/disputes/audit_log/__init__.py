"""The record of disputes: append-only entries chained by hashes; names and texts of persons are stored outside it."""
