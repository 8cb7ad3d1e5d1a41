"""Score sheets, and logs that are written on the site."""
