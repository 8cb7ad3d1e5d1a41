"""Statistics: what each hand of a judged match counts for each seat, and who a player is."""
