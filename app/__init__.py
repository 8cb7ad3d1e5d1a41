"""The application around the engine: the database, the web pages, the command line."""
