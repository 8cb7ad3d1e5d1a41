"""What the texts of actions mean in a climbing game: a reader that remembers those it has read."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from engine.cards.packed import Card, Holding, overfull, pack
from engine.memo import BoundedMemo
from engine.record.actions import Elsewhere, UnreadableAction, Words, split_action
from engine.rulebook.findings import Phrase

Form = int
"""What a play counts as, such as a pair of 9s.  Each game numbers its own forms, in its module ``combinations``, whose
class of combinations, such as ``GuandanCombination``, puts one in words.  A form is a plain integer because every play
is looked up by it in the set of forms that beat the play on the table."""

PASS: Final = 0
OTHER: Final = -1
SAID: Final = -2


@dataclass(frozen=True, slots=True)
class Play:
    """Cards played, in the order of the log, and what they count as on a lead (None: not a combination)."""

    cards: tuple[Card, ...]
    form: Form | None
    readings: tuple[Form, ...] = ()
    """All forms that the cards can be read as, the highest first."""
    claimed: bool = False
    """Whether the log says what the wild cards stand for."""
    ambiguous: bool = False
    """Whether a lead of these cards gets a notice that names the reading taken."""


@dataclass(frozen=True, slots=True)
class AnyOf(Container[object]):
    """What beats a play that may be one of several forms: what beats one of them."""

    forms: tuple[Form, ...]
    """The forms, the lowest first."""
    beaters: frozenset[object] = field(compare=False)

    def __contains__(self, form: object) -> bool:
        return form in self.beaters


ReadAction = tuple[int, int, Holding, object, Container[object] | None]
"""An action as the reader reads it: the seat; the number of cards played, or PASS, SAID or OTHER; the packed
cards; their form; the forms that beat it.  With OTHER the fourth item is a Play, Malformed, Elsewhere, or an action of
the game; with SAID it is an action of the game that changes neither cards nor turn.

A plain tuple, because the fast path takes one apart for every play: with a NamedTuple, CPython 3.11 executes 6 % more
instructions to judge a match."""

PlainPlay = tuple[int, Holding, Form, Container[object]]
"""A play that the fast path can do: the number of cards, the cards packed, their form, the forms that beat it."""

_ENTRIES_KEPT: Final = 2_000
_SHORT_TEXT: Final = 18
_SHORT_CARDS: Final = len("3s 3s")


class ActionReader(ABC):
    """The reader of the actions of one match.  It remembers short texts."""

    verbs: ClassVar[Collection[str]]
    """The verbs of the game."""
    announcements: ClassVar[tuple[type, ...]] = ()
    """The types of the actions that change neither cards nor turn."""

    def __init__(self, seats: Sequence[str]) -> None:
        """``seats`` in order of play."""
        self.seats: Final = tuple(seats)
        self.numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(seats)}
        self.passes: Final[tuple[ReadAction, ...]] = tuple(
            (number, PASS, 0, None, None) for number in range(len(seats))
        )
        """The entry of a pass, for each seat."""
        self.entries: Final[BoundedMemo[str, ReadAction]] = BoundedMemo(_ENTRIES_KEPT)
        self._plays: Final[BoundedMemo[str, PlainPlay]] = BoundedMemo(_ENTRIES_KEPT)
        """Plays of one or two cards, by their text without the seat."""

    def make_room(self) -> None:
        """Forgets what it remembers if that is much.  Called before the actions of a hand are read."""
        self.entries.make_room()
        self._plays.make_room()

    def entry(self, text: str) -> ReadAction:
        """The entry of an action.  ``text`` has neither seconds nor comment."""
        return self.entries.get(text) or self.learn(text)

    def learn(self, text: str) -> ReadAction:
        """Reads a text that is not remembered yet, and remembers it if it is short."""
        entry = self.read(text)
        if len(text) <= _SHORT_TEXT and "@" not in text:
            self.entries.keep(text, entry)
        return entry

    def read(self, text: str) -> ReadAction:
        """What an action's text means."""
        name, _, words = text.partition(" ")
        seat = self.numbers.get(name)
        if seat is not None and words[:5] == "play ":
            play = self._plays.get(words[5:]) or self._learn_play(words[5:])
            if play is not None:
                return seat, *play
        return self.read_closely(text)

    def _learn_play(self, cards: str) -> PlainPlay | None:
        play = self.read_cards(cards)
        if play is not None and len(cards) <= _SHORT_CARDS:
            self._plays.keep(cards, play)
        return play

    def read_closely(self, text: str) -> ReadAction:
        """The entry of an action, read word by word."""
        words = split_action(text, self.numbers, self.verbs)
        if isinstance(words, UnreadableAction):
            return -1, OTHER, 0, words, None
        if isinstance(words, Elsewhere):
            return words.seat, OTHER, 0, words, None
        action = self.read_arguments(words)
        if action is None:
            return self.passes[words.seat]
        if isinstance(action, Play) and action.form is not None and self.plain(action) and not overfull(action.cards):
            return words.seat, len(action.cards), pack(action.cards), action.form, self.beaters(action.form)
        return words.seat, SAID if isinstance(action, self.announcements) else OTHER, 0, action, None

    def play(self, text: str) -> Play:
        """The play of a text whose entry is a play."""
        words = split_action(text, self.numbers, self.verbs)
        assert isinstance(words, Words)
        play = self.read_play(words)
        assert isinstance(play, Play)
        return play

    @abstractmethod
    def read_cards(self, cards: str) -> PlainPlay | None:
        """The play of some cards; None if ``read_closely`` has to read them."""

    @abstractmethod
    def read_arguments(self, words: Words) -> object | None:
        """The action of some words: a Play, Malformed, or an action of the game; None for a pass."""

    @abstractmethod
    def read_play(self, words: Words) -> Play | UnreadableAction:
        """The play of the words of an action whose arguments are cards."""

    @abstractmethod
    def plain(self, play: Play) -> bool:
        """Whether a play that forms something can be judged by its form and its packed cards alone."""

    @abstractmethod
    def beaters(self, form: Form) -> Container[object]:
        """The forms that beat a form."""

    @abstractmethod
    def words(self, form: Form) -> Phrase:
        """A form in words."""


def bare(text: str) -> str:
    """The text of an action without its seconds and its comment."""
    body = text.partition("#")[0]
    head, mark, _ = body.rpartition(" @")
    return (head if mark else body).rstrip(" ")


def form_on_table(reader: ActionReader, play: Play, beaten_by: Container[object] | None) -> Form | None:
    """The form that a play counts as, given what beats it; the lowest of several.  None if no reading fits."""
    if isinstance(beaten_by, AnyOf):
        return beaten_by.forms[0]
    return next((reading for reading in play.readings if reader.beaters(reading) is beaten_by), None)
