"""Pages of replays, notes, pictures and presentations."""
