"""The parts of the text of an action: ``SEAT VERB ARGUMENTS [^DRAWN] [@SECONDS] [# COMMENT]``."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, NamedTuple

from engine.record import bounds
from engine.record.verbs import VERBS
from engine.rulebook.findings import Detail
from engine.rulebook.sentences import say
from engine.rulebook.suggestions import did_you_mean

RULE: Final = "log.actions"
"""The rule of an action that cannot be read."""

SURELY_FEW_WORDS: Final = 2 * bounds.WORDS
"""An action with no more characters than this has no more words than the bound allows."""

_SECONDS: Final = re.compile(r"[0-9]+(\.[0-9]+)?")
_SURELY_SMALL: Final = len(str(bounds.NUMBER)) - 1


class Action(NamedTuple):
    """The parts of the text of an action, whether or not they can be read."""

    seat: str
    """Empty if the action has no words."""
    verb: str
    """Empty if the seat is the only word, or is followed by the drawn cards or the seconds."""
    words: tuple[str, ...]
    """The words after the verb, without the drawn cards and the seconds."""
    columns: tuple[int, ...]
    """The character at which each part begins: seat, verb, words, drawn cards, seconds.  Parts that are missing are
    left out.
    """
    drawn: str | None
    """The number of cards drawn, without ``^``; None if it is not given."""
    seconds: str | None
    """The seconds, without ``@``; None if they are not given."""
    comment: str | None
    """The text after ``#``; None if there is no ``#``."""


class Word(NamedTuple):
    """A word of an action, and the character at which it begins."""

    text: str
    column: int


class Words(NamedTuple):
    """The words of an action: seat, verb and arguments; drawn cards and seconds without their marks."""

    seat: int
    verb: Word
    arguments: tuple[Word, ...]
    drawn: Word | None = None
    seconds: Word | None = None


@dataclass(frozen=True, slots=True)
class UnreadableAction:
    """Why an action cannot be read: a variant of `malformed`, the place, and the details."""

    variant: str
    seat: int | None = None
    column: int | None = None
    recorded: str = ""
    details: Mapping[str, Detail] = field(default_factory=dict)
    rule: str = RULE


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A verb that the format has, but not this game."""

    seat: int
    verb: str
    seconds: Word | None = None
    """The seconds; None if they are missing or cannot be read."""


def parse_action(text: str) -> Action:
    """The parts of an action.  It accepts any text."""
    body, mark, comment = text.partition("#")
    pieces: list[str] = []
    columns: list[int] = []
    column = 0
    for piece in body.split(" "):
        if piece:
            pieces.append(piece)
            columns.append(column)
        column += len(piece) + 1
    has_verb = len(pieces) > 1 and pieces[1][0] not in "@^"
    first, end = 1 + has_verb, len(pieces)
    drawn = seconds = None
    if end > first and pieces[end - 1][0] == "@":
        end -= 1
        seconds = pieces[end][1:]
    if end > first and pieces[end - 1][0] == "^":
        end -= 1
        drawn = pieces[end][1:]
    return Action(
        pieces[0] if pieces else "",
        pieces[1] if has_verb else "",
        tuple(pieces[first:end]),
        tuple(columns),
        drawn,
        seconds,
        comment if mark else None,
    )


def without_comment(text: str) -> str:
    """The text of an action before its comment, otherwise unchanged."""
    return text.partition("#")[0]


def words_at(text: str, column: int, recorded: str | None = None) -> str:
    """The words of an action that begin at a given character: those that were recorded, or else one.

    A joker whose mark was read from the course of the hand is recorded with the mark.
    """
    wanted = recorded.split(" ") if recorded else []
    begins = [start for start in parse_action(text).columns if start >= column][: len(wanted)]
    words = [_word_at(text, start) for start in begins]
    if words and [word.rstrip("*") for word in words] == [word.rstrip("*") for word in wanted]:
        return text[column : begins[-1] + len(words[-1])]
    return _word_at(text, column)


def _word_at(text: str, column: int) -> str:
    return text[column:].split(" ", 1)[0]


def split_action(text: str, seats: Mapping[str, int], verbs: Collection[str]) -> Words | UnreadableAction | Elsewhere:
    """The words of an action of a game with the given seats and verbs.  The arguments are not checked.

    An action with more words than the bound is malformed, whatever the words are.
    """
    fault = over_the_bound(text, seats)
    if fault is not None:
        return fault
    action = parse_action(text)
    columns = action.columns
    if not columns:
        return UnreadableAction("empty")
    seat = seats.get(action.seat)
    if seat is None:
        return UnreadableAction("unknown-seat", None, columns[0], action.seat, {"seats": ", ".join(seats)})
    if not action.verb:
        return UnreadableAction("no-verb", seat)
    if action.verb not in VERBS:
        known = sorted(verbs)
        details = {"verbs": ", ".join(known), "hint": did_you_mean(action.verb, known)}
        return UnreadableAction("unknown-verb", seat, columns[1], action.verb, details)
    seconds = drawn = None
    if action.seconds is not None:
        seconds = Word(action.seconds, columns[-1])
    if action.verb not in verbs:
        return Elsewhere(seat, action.verb, seconds if seconds and is_seconds(seconds.text) else None)
    if seconds is not None and not is_seconds(seconds.text):
        return UnreadableAction("seconds", seat, seconds.column, "@" + seconds.text)
    if action.drawn is not None:
        drawn = Word(action.drawn, columns[2 + len(action.words)])
    arguments = tuple(map(Word, action.words, columns[2:]))
    return Words(seat, Word(action.verb, columns[1]), arguments, drawn, seconds)


def over_the_bound(text: str, seats: Mapping[str, int]) -> UnreadableAction | None:
    """The fault of an action with more words than the bound; None if it does not have more."""
    if len(text) <= SURELY_FEW_WORDS:
        return None
    action = parse_action(text)
    count = len(action.columns)
    if count <= bounds.WORDS:
        return None
    words = say("{count} words", count=f"{count:,}")
    return UnreadableAction(
        "bound",
        seats.get(action.seat),
        action.columns[bounds.WORDS],
        words,
        {"what": say("an action of {words}", words=words), "bound": say("{count} words", count=f"{bounds.WORDS:,}")},
        "log.bounds",
    )


def is_seconds(text: str) -> bool:
    """Whether a text is a decimal number of seconds within the bound on numbers."""
    return _SECONDS.fullmatch(text) is not None and (len(text) <= _SURELY_SMALL or Decimal(text) <= bounds.NUMBER)


def moments_of(seconds: Sequence[str]) -> list[float] | None:
    """The seconds of some texts as numbers, in the same order; None if some are not short texts."""
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
    """The column at which a word of an action begins, where the seat is word 0; None if there is no such word."""
    columns = parse_action(text).columns
    return columns[word] if word < len(columns) else None


@dataclass(frozen=True, slots=True)
class Wants:
    """What has to follow each verb of a game, in words."""

    wanted: Mapping[str, str]

    def too_few(self, words: Words) -> UnreadableAction:
        """An action with too few arguments."""
        return UnreadableAction("too-few", words.seat, None, "", self._details(words))

    def too_many(self, words: Words, word: Word) -> UnreadableAction:
        """An action with too many arguments, from ``word`` on."""
        return UnreadableAction("too-many", words.seat, word.column, word.text, self._details(words))

    def argument(self, words: Words, word: Word, wanted: str = "") -> UnreadableAction:
        """An argument that is not valid.  ``wanted`` says what is valid, if that differs from the needs of the verb."""
        details = self._details(words)
        return UnreadableAction(
            "argument", words.seat, word.column, word.text, details | ({"wanted": wanted} if wanted else {})
        )

    def drawn(self, words: Words) -> UnreadableAction | None:
        """The fault of drawn cards after a verb that does not allow them; None if there are none."""
        if words.drawn is None:
            return None
        return self.too_many(words, Word("^" + words.drawn.text, words.drawn.column))

    def _details(self, words: Words) -> dict[str, Detail]:
        verb = words.verb.text
        return {"verb": verb, "wanted": say(self.wanted[verb])}


def no_card(words: Words, word: Word, examples: str) -> UnreadableAction:
    """A word that is not a card of the game, or ``??`` where it is not allowed; ``examples`` are cards of the game."""
    variant = "hidden" if word.text == "??" else "unknown-card"
    return UnreadableAction(variant, words.seat, word.column, word.text, {"cards": examples})
