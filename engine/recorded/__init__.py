"""What a table wrote down, compared with what follows from the play."""
