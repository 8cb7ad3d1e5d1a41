"""What a table wrote down, read and set against what the play gives."""
