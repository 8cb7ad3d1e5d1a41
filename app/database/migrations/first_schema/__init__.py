"""The tables of the first revision, as they were: they follow no later change of `app`."""

import sqlalchemy as sa

TABLES = sa.MetaData()


def compared(length: int) -> sa.String:
    """Text that is compared character by character, on every database."""
    return sa.String(length).with_variant(sa.String(length, collation="C"), "postgresql")
