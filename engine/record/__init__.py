"""A match as data: what a log holds, its actions, and the bounds on what is read."""
