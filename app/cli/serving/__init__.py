"""Commands that serve the pages and look after the database."""
