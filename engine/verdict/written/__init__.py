"""The recorded values of a match, one by one, beside what the rules give, and which of them follow from others."""
