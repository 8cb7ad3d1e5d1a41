"""Commands that begin a club and add people to it."""
