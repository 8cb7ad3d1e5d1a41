"""The words of the games in English and Chinese, and how a word that somebody types is found among them."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

PLAYERS: Final = "common usage of players"
"""The source of a word that no document of ours has, and that is not in doubt."""
OURS: Final = "our own wording: no source found"
"""The source of a word that is not known to be used by players."""


@dataclass(frozen=True, slots=True)
class Name:
    """What people call an option or a preset: in simplified Chinese, in the words of Taiwan, and in English."""

    simplified: str
    traditional: str
    english: str = ""
    """Empty: the name in logs, with spaces and a capital letter."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game.

    ``rules`` are the ids of the pages of rules that say what it means.  ``also`` are other names in use, in either
    language and script.
    """

    english: str
    simplified: str
    traditional: str
    pinyin: str
    rules: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    source: str = PLAYERS

    @property
    def key(self) -> str:
        """Its name in addresses: ``full-house``."""
        return re.sub(r"[^a-z0-9]+", "-", self.english.lower()).strip("-")

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is called."""
        return tuple(dict.fromkeys((self.english, self.simplified, self.traditional, self.pinyin, *self.also)))


@dataclass(frozen=True, slots=True)
class Typed:
    """How people type a word of logs.  ``also`` are other ways in use, in either language and script."""

    english: str
    simplified: str
    traditional: str
    also: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every way to type it."""
        return tuple(dict.fromkeys((self.english, self.simplified, self.traditional, *self.also)))


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of one game, and the names of its options and presets."""

    game: Term
    terms: tuple[Term, ...]
    options: Mapping[str, Name]
    presets: Mapping[str, Name]
    verbs: Mapping[str, Typed]
    """What an action of a log has after its seat: a verb, or a verb and its first argument."""
    words: Mapping[str, Typed] = field(default_factory=dict)
    """Other words of logs: arguments of verbs, roles, and cards that only this game has."""
    places: tuple[Name, ...] = ()
    """The names of the places of a hand in Chinese, if the game has such."""
    double: Name | None = None
    """What it is called that partners take the first two places, in a game in which the other two then share theirs."""


def folded(text: str) -> str:
    """A text as it is compared: without case, tones, width, spaces and punctuation.

    So ``jìn gòng``, ``Jingong`` and ``jin-gong`` are the same.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in plain if letter.isalnum())
