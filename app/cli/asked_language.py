"""The language of a run: what ``--lang`` asks for, or else FUPAN_LANG, or else English."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from app.text.language import DEFAULT, LANGUAGES, Language, current, language_named, speaking

OPTION: Final = "--lang"
VARIABLE: Final = "FUPAN_LANG"

_LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_IS_ASKED: Final[ContextVar[bool]] = ContextVar("whether a language is asked for", default=False)
_OF_PROGRAMS: Final[ContextVar[Language]] = ContextVar("language of programs", default=DEFAULT)


@contextmanager
def run_in(arguments: Sequence[str]) -> Iterator[str | None]:
    """Runs a command line in the language that it or the environment asks for.

    Gives the value of FUPAN_LANG if that would be needed but names no language; then the run is in English.
    """
    asked = _asked(arguments)
    value = os.environ.get(VARIABLE) or None
    of_environment = None if value is None else language_named(value)
    token = _OF_PROGRAMS.set(asked or DEFAULT)
    is_asked = _IS_ASKED.set(asked is not None or of_environment is not None)
    try:
        with speaking(asked or of_environment or DEFAULT):
            yield value if asked is None and of_environment is None else None
    finally:
        _IS_ASKED.reset(is_asked)
        _OF_PROGRAMS.reset(token)


@contextmanager
def for_programs() -> Iterator[None]:
    """Context: JSON output in English unless ``--lang`` is given; FUPAN_LANG has no effect on it."""
    with speaking(language_for_programs()):
        yield


def language_for_programs() -> Language:
    """The language of sentences in JSON."""
    return _OF_PROGRAMS.get()


def language_of_machine() -> Language:
    """The language of the run where it or the environment asks for one, else that of the locale, else English."""
    if _IS_ASKED.get():
        return current()
    locale = next((text for name in _LOCALE if (text := os.environ.get(name))), "")
    return language_named(locale) or DEFAULT


def names_of_languages() -> str:
    """The names that ``--lang`` takes, as they are listed."""
    return ", ".join(LANGUAGES)


def _asked(arguments: Sequence[str]) -> Language | None:
    """The language that the last ``--lang`` names.  It must be known before the options are read, for their errors."""
    language = None
    for number, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == OPTION:
            language = language_named(arguments[number + 1]) if number + 1 < len(arguments) else None
        elif argument.startswith(f"{OPTION}="):
            language = language_named(argument.removeprefix(f"{OPTION}="))
    return language
