"""Passwords: which are taken, and their hashes.  Needs the library of the extra ``club``."""

from functools import cache
from pathlib import Path
from threading import BoundedSemaphore
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.text.language import _

LEAST: Final = 10
MOST: Final = 1024
"""Characters of a password."""
AT_ONCE: Final = 2
"""The most passwords that are hashed at the same time in one process: each takes 64 MiB."""
_COMMON: Final = Path(__file__).parent / "common_passwords.txt"
_TURNS: Final = BoundedSemaphore(AT_ONCE)
_HASHER: Final = PasswordHasher()


class PasswordRefused(ValueError):
    """A password is not taken; its text is the reason, a sentence."""


def password_hash(password: str) -> str:
    """The hash of a password that is to be stored.  Raises PasswordRefused."""
    if len(password) < LEAST:
        raise PasswordRefused(_("A password has at least {count} characters.", count=LEAST))
    if len(password) > MOST:
        raise PasswordRefused(_("A password has at most {count} characters.", count=f"{MOST:,}"))
    if password.casefold() in _common():
        raise PasswordRefused(_("This password is one of those that are tried first. Choose another one."))
    with _TURNS:
        return _HASHER.hash(password)


def fits(stored: str | None, password: str) -> bool:
    """Whether a password is the one whose hash is stored.

    It takes as long where nothing is stored, so that nobody learns whether an account exists, or has a password.
    """
    if len(password) > MOST:
        password = ""
    with _TURNS:
        nobody = _of_nobody()  # Made by whichever name is tried first, one that exists too.
        try:
            is_right = _HASHER.verify(stored or nobody, password)
        except (VerificationError, InvalidHashError):
            return False
    return is_right and bool(stored)


@cache
def _common() -> frozenset[str]:
    return frozenset(_COMMON.read_text(encoding="utf-8").split("\n"))


@cache
def _of_nobody() -> str:
    return _HASHER.hash("the password of nobody")
