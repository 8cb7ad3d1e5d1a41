"""What pages of several subjects and the API have in common.  No module here answers an address."""
