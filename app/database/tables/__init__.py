"""The tables of the database, a module for each subject."""
