"""What a club owns as files of a folder, and these into a database."""
