"""The tables' revisions, in the package so that an installed copy has them."""
