"""The language of the reader whom the running code answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from typing import Final

from app.text.translations.languages import DEFAULT, Language

_CURRENT: Final[ContextVar[Language]] = ContextVar("language", default=DEFAULT)


def current() -> Language:
    """The language of the reader; English where nobody has asked for another."""
    return _CURRENT.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Says every text within it in a language."""
    token = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def choose(language: Language) -> Token[Language]:
    """Says every text in a language from now on.  Returns what `forget` needs."""
    return _CURRENT.set(language)


def forget(token: Token[Language]) -> None:
    """Goes back to the language before a choice."""
    _CURRENT.reset(token)
