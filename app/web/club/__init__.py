"""The pages of a club's people: logging in, their own accounts, and who they are."""
