"""The fold over the actions of a match: what a game has to give, frames, and who saw what."""
