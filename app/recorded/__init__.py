"""The recorded values of a match, entry by entry, compared with those of a report."""
