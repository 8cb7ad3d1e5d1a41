"""The people of a club: accounts, roles, links that make accounts, and where somebody is logged in."""
