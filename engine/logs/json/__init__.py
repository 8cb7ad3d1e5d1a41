"""Strict reading of JSON, with the place of each fault."""
