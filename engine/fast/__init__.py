"""The compiled lane: it reads the bytes of a match and says that the match is clean, or leaves it to the engine."""
