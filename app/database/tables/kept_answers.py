"""The table of answers that are kept, so that a request that is sent twice is done once."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import LargeBinary, String
from sqlmodel import Field

from app.database.tables.matches import Table, UtcTime
from app.database.tables.traces import NOBODY, PACKED, SECRET, SENDER, TEXT, mark


class KeptAnswer(Table, table=True):
    """The answer to a request that had an `Idempotency-Key`, or that such a request is in work."""

    __tablename__: ClassVar[Any] = "kept_answers"

    sender: str = Field(primary_key=True, sa_type=String(40))
    """Whose key it is: an account, a network, or the person at the machine."""
    key_sha256: str = Field(primary_key=True, sa_type=String(64))
    request_sha256: str = Field(sa_type=String(64))
    """The hash of the method, the address and the body."""
    at: datetime = Field(sa_type=UtcTime)
    """When the request came."""
    status: int | None = None
    """None while the request is in work."""
    content_type: str | None = Field(default=None, sa_type=String(100))
    location: str | None = Field(default=None, sa_type=String(200))
    body: bytes | None = Field(default=None, sa_type=LargeBinary)


def sender_of(account: int) -> str:
    """What the answers to an account have as their sender."""
    return f"account {account}"


mark(
    KeptAnswer, sender=SENDER, key_sha256=NOBODY, request_sha256=SECRET, content_type=NOBODY, location=TEXT, body=PACKED
)
