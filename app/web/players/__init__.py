"""Pages of players, ratings and the search of hands."""
