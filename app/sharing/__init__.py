"""Hands to take elsewhere: pages for frames of other sites, files that replay alone, and moving pictures."""
