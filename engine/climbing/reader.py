"""What the texts of actions mean in a climbing game: the book that a table keeps of them."""

from abc import ABC, abstractmethod
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards.packed import Card, Holding
from engine.rulebook.findings import Phrase

Form = int
"""What a play counts as; each game numbers its own."""

PASS: Final = 0
OTHER: Final = -1
SAID: Final = -2


@dataclass(frozen=True, slots=True)
class Play:
    """Cards played, in the order of the log, and what they count as when led (None: nothing playable)."""

    cards: tuple[Card, ...]
    form: Form | None
    readings: tuple[Form, ...] = ()
    """Everything they can be read as, the highest first."""
    claimed: bool = False
    """Whether the log says what their wild cards stand for."""
    ambiguous: bool = False
    """Whether the choice among the readings is worth a notice when led."""


Entry = tuple[int, int, Holding, object, Container[object] | None]
"""An action as the book has it: seat; how many cards are played, PASS, SAID or OTHER; the cards packed; their form;
the forms that beat it.  With OTHER the fourth is whatever needs a closer look: a Play, Malformed, Elsewhere, or an
action of the game's own; with SAID one that only says something."""

PlainPlay = tuple[int, Holding, Form, Container[object]]
"""Cards played that need no closer look: how many they are, packed, their form, and the forms that beat it."""

_ENTRIES_KEPT: Final = 20_000
_SHORT_TEXT: Final = 18
_SHORT_CARDS: Final = len("3s 3s")


class ActionBook(ABC):
    """What the texts of actions mean at one table; remembers the short ones."""

    def __init__(self, seats: Sequence[str]) -> None:
        """``seats`` in order of play."""
        self.seats: Final = tuple(seats)
        self.numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(seats)}
        self.passes: Final[tuple[Entry, ...]] = tuple((number, PASS, 0, None, None) for number in range(len(seats)))
        """By seat the one entry of its pass."""
        self.entries: Final[dict[str, Entry]] = self._blank()
        self._plays: Final[dict[str, PlainPlay]] = {}
        """Plays of few cards, whoever plays them."""

    def entry(self, text: str) -> Entry:
        """The entry of an action's text without seconds and comment."""
        return self.entries.get(text) or self.learn(text)

    def learn(self, text: str) -> Entry:
        """Reads a text that is not remembered, and remembers it if it is short."""
        entry = self.read(text)
        if len(text) <= _SHORT_TEXT and "@" not in text:
            if len(self.entries) >= _ENTRIES_KEPT:
                self.entries.clear()
                self.entries.update(self._blank())
            self.entries[text] = entry
        return entry

    def _blank(self) -> dict[str, Entry]:
        return {f"{seat} pass": self.passes[number] for number, seat in enumerate(self.seats)}

    def read(self, text: str) -> Entry:
        """What an action's text means."""
        name, _, said = text.partition(" ")
        seat = self.numbers.get(name)
        if seat is not None and said[:5] == "play ":
            play = self._plays.get(said[5:]) or self._learn_play(said[5:])
            if play is not None:
                return seat, *play
        return self.read_closely(text)

    def _learn_play(self, cards: str) -> PlainPlay | None:
        play = self.read_cards(cards)
        if play is not None and len(cards) <= _SHORT_CARDS:
            if len(self._plays) >= _ENTRIES_KEPT:
                self._plays.clear()
            self._plays[cards] = play
        return play

    @abstractmethod
    def read_cards(self, cards: str) -> PlainPlay | None:
        """What cards are that are played; None for what needs a closer look."""

    @abstractmethod
    def read_closely(self, text: str) -> Entry:
        """What an action's text means, read word by word."""

    @abstractmethod
    def play(self, text: str) -> Play:
        """The play of a text whose entry is one."""

    @abstractmethod
    def beaters(self, form: Form) -> Container[object]:
        """The forms that beat a form."""

    @abstractmethod
    def words(self, form: Form) -> Phrase:
        """A form in words."""


def bare(text: str) -> str:
    """An action's text without seconds and comment."""
    body = text.partition("#")[0]
    head, mark, _ = body.rpartition(" @")
    return (head if mark else body).rstrip(" ")
