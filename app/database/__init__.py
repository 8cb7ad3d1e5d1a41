"""The database: opening and checking it, its tables, its migrations."""
