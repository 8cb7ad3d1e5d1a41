"""What is known of players: statistics, ratings, and the search of their hands."""
