"""Score sheets: matches of which only the results of the hands are written down."""
