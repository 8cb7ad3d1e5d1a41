"""Secrets that are handed out once: the database has their hashes alone."""

from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

_BYTES: Final = 32


def new_secret() -> tuple[str, str]:
    """A random secret, and the hash of it that is stored."""
    secret = token_urlsafe(_BYTES)
    return secret, hash_of(secret)


def hash_of(secret: str) -> str:
    """The hash of a secret or a name, as it is stored."""
    return sha256(secret.encode(errors="replace")).hexdigest()
