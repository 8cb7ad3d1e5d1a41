"""What is kept beside judged matches: refusals, uploads, other bytes of a match, names, deletions, joined matches."""
