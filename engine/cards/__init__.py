"""Cards and the cards that a seat holds, as packed counts."""
