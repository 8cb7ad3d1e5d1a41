"""What a table wrote down, entry by entry, beside what a report computed."""
