"""What the texts of actions mean in a climbing game: a reader that remembers those it has read."""

from abc import ABC, abstractmethod
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards.packed import Card, Holding
from engine.rulebook.findings import Phrase

Form = int
"""What a play counts as, such as a pair of 9; each game numbers its own forms."""

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


ReadAction = tuple[int, int, Holding, object, Container[object] | None]
"""An action as the reader reads it: the seat; the number of cards played, or PASS, SAID or OTHER; the packed
cards; their form; the forms that beat it.  With OTHER the fourth item is a Play, Malformed, Elsewhere, or an action of
the game; with SAID it is an action of the game that changes neither cards nor turn."""

PlainPlay = tuple[int, Holding, Form, Container[object]]
"""A play that the fast path can do: the number of cards, the cards packed, their form, the forms that beat it."""

_ENTRIES_KEPT: Final = 20_000
_SHORT_TEXT: Final = 18
_SHORT_CARDS: Final = len("3s 3s")


class ActionReader(ABC):
    """What the texts of actions mean for the seats of one match.  It remembers short texts."""

    def __init__(self, seats: Sequence[str]) -> None:
        """``seats`` in order of play."""
        self.seats: Final = tuple(seats)
        self.numbers: Final[Mapping[str, int]] = {seat: number for number, seat in enumerate(seats)}
        self.passes: Final[tuple[ReadAction, ...]] = tuple(
            (number, PASS, 0, None, None) for number in range(len(seats))
        )
        """The entry of a pass, for each seat."""
        self.entries: Final[dict[str, ReadAction]] = self._blank()
        self._plays: Final[dict[str, PlainPlay]] = {}
        """Plays of few cards, by their text without the seat."""

    def entry(self, text: str) -> ReadAction:
        """The entry of an action.  ``text`` has neither seconds nor comment."""
        return self.entries.get(text) or self.learn(text)

    def learn(self, text: str) -> ReadAction:
        """Reads a text that the reader does not remember yet, and remembers it if it is short."""
        entry = self.read(text)
        if len(text) <= _SHORT_TEXT and "@" not in text:
            if len(self.entries) >= _ENTRIES_KEPT:
                self.entries.clear()
                self.entries.update(self._blank())
            self.entries[text] = entry
        return entry

    def _blank(self) -> dict[str, ReadAction]:
        return {f"{seat} pass": self.passes[number] for number, seat in enumerate(self.seats)}

    def read(self, text: str) -> ReadAction:
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
        """The play of some cards; None if ``read_closely`` has to read them."""

    @abstractmethod
    def read_closely(self, text: str) -> ReadAction:
        """The entry of an action, read word by word."""

    @abstractmethod
    def play(self, text: str) -> Play:
        """The play of a text whose entry is a play."""

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
