"""The replay of a match: the protocols that a game implements, the fold over the actions, frames and views."""
