"""The list of erasures as a file, which outlives its database: whose data were erased, by hashes alone."""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.erasures import Erasure
from app.text.language import _

BYTES: Final = 64 * 1024 * 1024
"""The most bytes of a list that is read."""


class ListRefused(ValueError):
    """A file is not a list of erasures.  Its text is the reason."""


class _Erasure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    of_sha256: str
    salt: str
    at: datetime
    logs_too: bool


class _List(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["fupan-erasures/1"]
    erasures: list[_Erasure]


def as_file(session: Session) -> tuple[bytes, int]:
    """The list of all erasures of a database, and how many there are."""
    rows = session.scalars(select(Erasure).order_by(col(Erasure.at), col(Erasure.of_sha256))).all()
    listed = [
        _Erasure(erasure.of_sha256, b64encode(erasure.salt).decode(), erasure.at, erasure.logs_too) for erasure in rows
    ]
    return msgspec.json.encode(_List("fupan-erasures/1", listed)) + b"\n", len(listed)


def read_list(data: bytes) -> Sequence[Erasure]:
    """The erasures of a list.  Raises ListRefused."""
    try:
        return [
            Erasure(
                of_sha256=erasure.of_sha256,
                salt=b64decode(erasure.salt, validate=True),
                at=erasure.at,
                logs_too=erasure.logs_too,
            )
            for erasure in msgspec.json.decode(data, type=_List).erasures
        ]
    except ValueError:  # msgspec's and base64's errors are ValueErrors
        raise ListRefused(_("it is not a list that fupan erasures wrote, or is damaged")) from None
