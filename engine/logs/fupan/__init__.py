"""The match log `fupan/1`: reading and writing."""
