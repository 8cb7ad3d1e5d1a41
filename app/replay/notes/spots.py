"""Where on the drawing of a table lies what notes can point at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.drawing.table.drawn import drawing_of
from app.drawing.table.holding import Area
from app.drawing.table.measure import text_width
from app.drawing.table.places import boards, plan
from app.drawing.table.rows import lists_gone
from app.drawing.table.shapes import Anchor, Drawing, PlacedSymbol, TextShape
from app.drawing.table.sight import Sight, marked_of, seats_around
from app.replay.notes.drawn import Arrow, MarkShape, NoteDrawing, Target
from app.replay.notes.targets import targets_of
from engine.replay.frames import Frame

_SIZE: Final = 22
"""The size of a mark on a seat."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The rectangle of a card or of the name of a seat."""

    target: str
    x: int
    y: int
    width: int
    height: int

    @property
    def is_card(self) -> bool:
        """Whether it is a card and not the name of a seat."""
        return " " in self.target

    @property
    def size(self) -> int:
        """The size of a mark on it."""
        return max(self.width * 46 // 100, 14) if self.is_card else _SIZE

    @property
    def mark_at(self) -> tuple[int, int]:
        """The middle of a mark on it."""
        if self.is_card:
            return self.x + self.width // 2, self.y + self.width // 4
        return self.x + self.width // 2, self.y + self.height

    @property
    def tip(self) -> tuple[int, int]:
        """Where arrows begin and end."""
        return self.x + self.width // 2, self.y + (self.width // 3 if self.is_card else self.height // 2)


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A mark on a drawing."""

    shape: MarkShape
    on: str
    x: int
    y: int
    size: int


@dataclass(frozen=True, slots=True)
class PlacedArrow:
    """An arrow on a drawing."""

    arrow: Arrow
    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """The drawing of a table with what can be pointed at and what notes point at."""

    drawing: Drawing
    spots: tuple[Spot, ...]
    """From back to front."""
    marks: tuple[PlacedMark, ...]
    arrows: tuple[PlacedArrow, ...]


def drawn_table(frame: Frame, sight: Sight, drawn: Sequence[NoteDrawing] = ()) -> DrawnTable:
    """The drawing of a frame with the marks and arrows of some notes. What points at a hidden card is left out."""
    drawing = drawing_of(frame, sight)
    spots = {place.target: place for place in _spots(frame, sight, drawing)}
    marks: list[PlacedMark] = []
    taken: dict[str, int] = {}
    for mark in dict.fromkeys(note_mark for note in drawn for note_mark in note.marks):
        spot = spots.get(mark.on)
        if spot is not None:
            x, y = spot.mark_at
            marks.append(PlacedMark(mark.shape, mark.on, x + taken.get(mark.on, 0), y, spot.size))
            taken[mark.on] = taken.get(mark.on, 0) + spot.size // 2
    arrows = [
        PlacedArrow(arrow, *spots[arrow.start].tip, *spots[arrow.to].tip)
        for arrow in dict.fromkeys(arrow for note in drawn for arrow in note.arrows)
        if arrow.start in spots and arrow.to in spots
    ]
    return DrawnTable(drawing, tuple(spots.values()), tuple(marks), tuple(arrows))


def _spots(frame: Frame, sight: Sight, drawing: Drawing) -> Iterator[Spot]:
    marked = marked_of(frame)
    targets = targets_of(frame)
    places = list(_places(frame, sight))
    beaten = frame.table if frame.illegal is None else frame.illegal.play
    middle = plan(sight.layout, len(frame.seats)).middle
    placed = [shape for shape in drawing.shapes if isinstance(shape, PlacedSymbol)]
    for seat, (label, areas) in zip(seats_around(frame, sight), places, strict=False):
        yield _of_name(seat.seat, label, drawing)
        own = [*areas, middle] if beaten is not None and beaten.seat == seat.seat else areas
        cards = [card for area in own for card in placed if _is_within(card, area)]
        for text in targets[seat.seat][1:]:
            target = Target.read(text)
            symbol = marked.symbol(target.card) if target is not None else ""
            placed_symbol = next((card for card in cards if card.symbol == symbol), None)
            if placed_symbol is not None:
                cards.remove(placed_symbol)
                yield Spot(text, placed_symbol.x, placed_symbol.y, placed_symbol.width, placed_symbol.height)


def _places(frame: Frame, sight: Sight) -> Iterator[tuple[Area, list[Area]]]:
    """For each seat, from the one that is looked from, where its name is, and where its cards are."""
    count = len(frame.seats)
    if frame.in_rows:
        for board in boards(sight.layout, count, gone=lists_gone(frame)):
            yield Area(board.x, board.y, board.width, 22, Anchor.START), [board]
    else:
        for place in plan(sight.layout, count).seats:
            yield place.label, [place.cards, place.plays]


def _of_name(seat: str, label: Area, drawing: Drawing) -> Spot:
    """The name of a seat, which is the first of the words on its line."""
    for shape in drawing.shapes:
        if (
            isinstance(shape, TextShape)
            and label.y < shape.y <= label.y + label.height + 4
            and _is_beside(shape.x, label)
        ):
            return Spot(seat, shape.x, label.y, text_width(shape.text, shape.size, strong=shape.strong), label.height)
    return Spot(seat, label.x, label.y, label.width, label.height)


def _is_beside(x: int, label: Area) -> bool:
    return label.x - 2 <= x <= label.x + label.width


def _is_within(card: PlacedSymbol, area: Area) -> bool:
    x, y = card.x + card.width // 2, card.y + card.height // 2
    return area.x <= x <= area.x + area.width and area.y <= y <= area.y + area.height + card.height // 2
