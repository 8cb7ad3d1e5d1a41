"""Disputes about matches: what somebody claims, what Fupan finds of it, and how arbiters rule."""
