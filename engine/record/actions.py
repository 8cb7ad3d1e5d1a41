"""The text of an action, taken to pieces: ``SEAT VERB ARGUMENTS [^DRAWN] [@SECONDS] [# COMMENT]``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from engine.record import bounds
from engine.rulebook.findings import Detail
from engine.rulebook.suggestions import did_you_mean

# fmt: off
VERBS: Final = frozenset(
    (
        "play", "pass", "tribute", "return", "resist", "report",
        "accept", "decline", "declare", "show", "take", "ask",
        "expose", "reveal", "capture", "redeal",
        "natural", "in", "surrender", "royalty", "set", "place",
    )
)
# fmt: on
"""Every verb that the format names, for any game."""


RULE: Final = "log.actions"
"""The rule of an action that does not parse."""

SURELY_FEW_WORDS: Final = 2 * bounds.WORDS
"""Characters of an action up to which its words are within their bound."""

_SECONDS: Final = re.compile(r"[0-9]+(\.[0-9]+)?")
_SURELY_SMALL: Final = len(str(bounds.NUMBER)) - 1


@dataclass(frozen=True, slots=True)
class Word:
    """A word of an action, and the character it begins at."""

    text: str
    column: int


@dataclass(frozen=True, slots=True)
class Words:
    """An action by its words: who, what, and the arguments; drawn and seconds without their mark."""

    seat: int
    verb: Word
    arguments: tuple[Word, ...]
    drawn: Word | None = None
    seconds: Word | None = None


@dataclass(frozen=True, slots=True)
class Malformed:
    """What of an action does not parse: a variant of `malformed`, where, and its details."""

    variant: str
    seat: int | None = None
    column: int | None = None
    recorded: str = ""
    details: Mapping[str, Detail] = field(default_factory=dict)
    rule: str = RULE


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A verb that the format has, and this game has not."""

    seat: int
    verb: str


def split_action(text: str, seats: Mapping[str, int], verbs: frozenset[str]) -> Words | Malformed | Elsewhere:
    """The words of an action of a game with the given seats and verbs; arguments are not looked into.

    An action of more words than the bound is malformed, whatever they are.
    """
    fault = over_the_bound(text, seats)
    if fault is not None:
        return fault
    words = _words(text)
    if not words:
        return Malformed("empty")
    seat = seats.get(words[0].text)
    if seat is None:
        listed = ", ".join(seats)
        return Malformed("unknown-seat", None, words[0].column, words[0].text, {"seats": listed})
    if len(words) == 1 or words[1].text[0] in "@^":
        return Malformed("no-verb", seat)
    verb = words[1]
    if verb.text not in VERBS:
        known = sorted(verbs)
        details = {"verbs": ", ".join(known), "hint": did_you_mean(verb.text, known)}
        return Malformed("unknown-verb", seat, verb.column, verb.text, details)
    if verb.text not in verbs:
        return Elsewhere(seat, verb.text)
    arguments = words[2:]
    seconds = drawn = None
    if arguments and arguments[-1].text[0] == "@":
        seconds = Word(arguments[-1].text[1:], arguments.pop().column)
        if not is_seconds(seconds.text):
            return Malformed("seconds", seat, seconds.column, "@" + seconds.text)
    if arguments and arguments[-1].text[0] == "^":
        drawn = Word(arguments[-1].text[1:], arguments.pop().column)
    return Words(seat, verb, tuple(arguments), drawn, seconds)


def over_the_bound(text: str, seats: Mapping[str, int]) -> Malformed | None:
    """What is wrong with an action of more words than one may have; None where it has no more."""
    if len(text) <= SURELY_FEW_WORDS:
        return None
    pieces = text.partition("#")[0].split(" ")
    count = len(pieces) - pieces.count("")
    if count <= bounds.WORDS:
        return None
    places = [place for place, piece in enumerate(pieces) if piece]
    words = f"{count:,} words"
    return Malformed(
        "bound",
        seats.get(pieces[places[0]]),
        sum(map(len, pieces[: places[bounds.WORDS]])) + places[bounds.WORDS],
        words,
        {"what": f"an action of {words}", "bound": f"{bounds.WORDS:,} words"},
        "log.bounds",
    )


def _words(text: str) -> list[Word]:
    body = text.partition("#")[0]
    words: list[Word] = []
    column = 0
    for piece in body.split(" "):
        if piece:
            words.append(Word(piece, column))
        column += len(piece) + 1
    return words


def is_seconds(text: str) -> bool:
    """Whether a text is a decimal number of seconds within the bound on numbers."""
    return _SECONDS.fullmatch(text) is not None and (len(text) <= _SURELY_SMALL or Decimal(text) <= bounds.NUMBER)


def moments_of(seconds: Sequence[str]) -> list[float] | None:
    """The numbers of some texts of seconds, in the same order; None where not all are short ones."""
    together = "\n" + "\n".join(seconds) + "\n"
    digits = together.replace(".", "").replace("\n", "")
    if not (digits.isascii() and digits.isdecimal()) or "\n." in together or ".\n" in together:
        return None
    try:
        return list(map(float, seconds)) if max(map(len, seconds)) <= _SURELY_SMALL else None
    except ValueError:
        return None


def whole_number(text: str) -> int | None:
    """A whole number from 0 to the bound on numbers; None for any other text."""
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(bounds.NUMBER)):
        return None
    number = int(text)
    return number if number <= bounds.NUMBER else None


def column_of(text: str, word: int) -> int | None:
    """The column at which a word of an action begins, counted from the seat as 0; None where there is none."""
    words = _words(text)
    return words[word].column if word < len(words) else None


@dataclass(frozen=True, slots=True)
class Wants:
    """What each verb of a game wants after it, in words; one that is not named wants nothing."""

    wanted: Mapping[str, str]

    def too_few(self, words: Words) -> Malformed:
        """An action with too few arguments."""
        return Malformed("too-few", words.seat, None, "", self._details(words))

    def too_many(self, words: Words, word: Word) -> Malformed:
        """An action with too many arguments, from a word on."""
        return Malformed("too-many", words.seat, word.column, word.text, self._details(words))

    def argument(self, words: Words, word: Word, wanted: str = "") -> Malformed:
        """A word that cannot stand where it does; ``wanted``: what can, where that is not what the verb wants."""
        details = self._details(words)
        return Malformed(
            "argument", words.seat, word.column, word.text, details | ({"wanted": wanted} if wanted else {})
        )

    def drawn(self, words: Words) -> Malformed | None:
        """A count of cards drawn behind a verb that wants none; None where there is none."""
        if words.drawn is None:
            return None
        return self.too_many(words, Word("^" + words.drawn.text, words.drawn.column))

    def _details(self, words: Words) -> dict[str, Detail]:
        verb = words.verb.text
        return {"verb": verb, "wanted": self.wanted.get(verb, "no arguments")}


def no_card(words: Words, word: Word) -> Malformed:
    """A word that is no card of the game, or one not shown where that cannot be."""
    return Malformed("hidden" if word.text == "??" else "unknown-card", words.seat, word.column, word.text)
