"""What a drawing of a frame needs to know besides the frame."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.drawing.table.cards import plain, symbol_of
from app.drawing.table.holding import MarkedCards
from app.drawing.table.labels import Labels, labels_now
from app.drawing.table.places import Layout
from app.drawing.table.shapes import PlacedSymbol, Shape, Symbol
from engine.cards.packed import CARD_TEXTS, RANKS
from engine.games import GAMES
from engine.replay.frames import Frame, SeatFrame

_TEAMS: Final = 2
_LEVEL: Final = "level"
"""The name of the fact that says which rank is the level."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How a table is looked at.  Mappings are by seat, and may lack seats."""

    names: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    """The level of each seat's team."""
    scores: Mapping[str, str] = field(default_factory=dict)
    """What each seat won in the hand, in words; empty while it is not to be shown."""
    game: str = ""
    """The game, which names the places of a hand; empty: places are numbers."""
    teams: Mapping[str, int] = field(default_factory=dict)
    """1 or 2 for the seats of games with two teams."""
    below: str | None = None
    """The seat that is looked from; None for the first one."""
    layout: Layout = Layout.WIDE
    labels: Labels = field(default_factory=labels_now)
    sentence: str = ""
    """The note on an illegal play."""

    def name(self, seat: str) -> str:
        """What the player of a seat is called."""
        return self.names.get(seat) or seat


def seats_around(frame: Frame, sight: Sight) -> list[SeatFrame]:
    """The seats in order of play, beginning with the one that is looked from."""
    order = list(frame.seats)
    first = next((number for number, seat in enumerate(order) if seat.seat == sight.below), 0)
    return order[first:] + order[:first]


def marked_of(frame: Frame) -> MarkedCards:
    """The cards of a frame that look different: wild ones, those of the level, and those with a special rank."""
    rank = next((value for name, value in frame.facts if name == _LEVEL), "")
    return MarkedCards(
        frozenset(map(plain, frame.wild)), frozenset(map(plain, frame.marked)), rank if rank in RANKS else ""
    )


def symbols_of(shapes: Sequence[Shape], marked: MarkedCards) -> tuple[Symbol, ...]:
    """The symbols that shapes place, each once, in the order of the deck."""
    used = {shape.symbol for shape in shapes if isinstance(shape, PlacedSymbol)}
    return tuple(symbol_of(text, marked.mark(text)) for text in CARD_TEXTS if marked.symbol(text) in used)


def team_numbers(game: str, seats: Sequence[str]) -> dict[str, int]:
    """1 or 2 for each seat of a game with two teams; empty for other games."""
    parties = GAMES[game].teams if game in GAMES else ()
    if len(parties) != _TEAMS:
        return {}
    return {seats[place]: number for number, party in enumerate(parties, 1) for place in party if place < len(seats)}
