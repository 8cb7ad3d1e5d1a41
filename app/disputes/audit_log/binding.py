"""Binds names and texts, which are stored outside the record and can be erased, to the entries that name them.

An entry has the hash of a random salt followed by the name or the text.  Without the salt nobody can tell from the
hash what it was, and the salt is erased with it.
"""

import secrets
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.audit_log import ID, ActorRow, RecordText

SALT: Final = 32
"""The bytes of a salt."""
HASHED: Final = "_sha256"
"""The end of the name of the field with the hash of the text that another field names."""
NAMES: Final = "names"


def new_salt() -> bytes:
    """A random salt."""
    return secrets.token_bytes(SALT)


def salted_hash(salt: bytes, text: str) -> str:
    """The hash of a salt followed by a text in UTF-8."""
    return sha256(salt + text.encode()).hexdigest()


def bound_data(session: Session, n: int, actor: str, data: Mapping[str, object]) -> dict[str, object]:
    """The data of entry ``n`` with the hashes of the texts that it names, and of the people who occur for the first
    time in it or as its actor.
    """
    named = {actor, *_identities(data)}
    texts = {
        identity: salted_hash(salt, text)
        for identity, salt, text in session.execute(
            select(col(RecordText.id), col(RecordText.salt), col(RecordText.text)).where(
                col(RecordText.id).in_(named), col(RecordText.salt).is_not(None), col(RecordText.text).is_not(None)
            )
        )
        if salt is not None and text is not None
    }
    names = _first_named(session, n, named)
    return _with_hashes(data, texts) | ({NAMES: names} if names else {})


def _first_named(session: Session, n: int, named: Collection[str]) -> list[dict[str, str]]:
    """What entry ``n`` says of the people who occur for the first time in it."""
    rows = session.execute(
        select(col(ActorRow.id), col(ActorRow.role), col(ActorRow.salt), col(ActorRow.name))
        .where(col(ActorRow.id).in_(named), col(ActorRow.entry).is_(None), col(ActorRow.name).is_not(None))
        .order_by(col(ActorRow.id))
    ).all()
    names = []
    for identity, role, old_salt, name in rows:
        salt = old_salt or new_salt()
        session.execute(update(ActorRow).where(col(ActorRow.id) == identity).values(entry=n, salt=salt))
        names.append({"id": identity, "role": role, "sha256": salted_hash(salt, name or "")})
    return names


def _identities(value: object) -> Iterator[str]:
    """What in the data of an entry can be an opaque id."""
    if isinstance(value, str):
        if len(value) == ID:
            yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _identities(part)


def _with_hashes(data: Mapping[str, object], texts: Mapping[str, str]) -> dict[str, object]:
    hashes: dict[str, object] = {}
    for name, value in data.items():
        hashes[name] = _with_hashes(value, texts) if isinstance(value, Mapping) else value
        if isinstance(value, str) and value in texts:
            hashes[f"{name}{HASHED}"] = texts[value]
    return hashes
