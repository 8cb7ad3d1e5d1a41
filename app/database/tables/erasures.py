"""The table of erasures: whose data were erased, by hashes, so that a restored backup is brought to the same state."""

from datetime import datetime
from hashlib import sha256
from typing import Any, ClassVar

from sqlalchemy import LargeBinary, String
from sqlmodel import Field

from app.database.tables.matches import Table, UtcTime
from app.database.tables.traces import HASHED, SALT, mark


class Erasure(Table, table=True):
    """An account, or a player of a person, whose data were erased."""

    __tablename__: ClassVar[Any] = "erasures"

    of_sha256: str = Field(primary_key=True, sa_type=String(64))
    """The hash of the salt and of the key: see `hash_of`."""
    salt: bytes = Field(sa_type=LargeBinary)
    """Random bytes, the same in all rows, so that each key is hashed once to be looked up."""
    at: datetime = Field(sa_type=UtcTime)
    logs_too: bool = False
    """Whether the bytes of the logs that have the name were destroyed."""


def hash_of(salt: bytes, key: str) -> str:
    """What ``of_sha256`` is for a key."""
    return sha256(salt + key.encode("utf-8", "surrogatepass")).hexdigest()


def key_of_player(key_sha256: str) -> str:
    """The key of a player; only ``key_sha256`` of it is known."""
    return f"player {key_sha256}"


mark(Erasure, of_sha256=HASHED, salt=SALT)
