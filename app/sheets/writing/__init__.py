"""Logs that are being written: drafts, their texts, and what the engine says about a hand as it grows."""
