"""The tables of who may see a match: rows for matches that not the whole club sees, and nobody else."""

from typing import Any, ClassVar

from sqlalchemy import Column, ForeignKey, Index, Integer, String
from sqlmodel import Field

from app.database.tables.accounts import Account
from app.database.tables.matches import METADATA, Table
from app.database.tables.traces import ACCOUNT, NOBODY, SECRET, mark


class MatchAccess(Table, table=True):
    """Who may see a match; a match without a row is the club's."""

    __tablename__: ClassVar[Any] = "match_access"
    __table_args__: ClassVar[Any] = {"sqlite_with_rowid": False}

    log_id: int = Field(
        sa_column=Column(Integer, ForeignKey("logs.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    )
    visibility: str = Field(sa_type=String(16))
    """A value of `app.database.seeing.Visibility`."""
    link: str | None = Field(default=None, unique=True, sa_type=String(32))
    """The secret in the address that shows an unlisted match."""


class MatchUploader(Table, table=True):
    """Somebody who brought a match, and so sees it."""

    __tablename__: ClassVar[Any] = "match_uploaders"
    __table_args__: ClassVar[Any] = (Index(None, "account"), {"sqlite_with_rowid": False})

    log_id: int = Field(
        sa_column=Column(Integer, ForeignKey("logs.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    )
    account: int = Field(
        sa_column=Column(
            Integer,
            ForeignKey(METADATA.tables[Account.__tablename__].c.id, ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        )
    )


mark(MatchAccess, visibility=NOBODY, link=SECRET)
mark(MatchUploader, account=ACCOUNT)
