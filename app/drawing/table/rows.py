"""The table of a game in which seats lay rows: each seat's rows with what they are, and the cards still in hand."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from app.drawing.table.cards import SUIT_KINDS
from app.drawing.table.chips import Chip, label
from app.drawing.table.holding import DOWN, Area, MarkedCards, height_of, in_columns, in_rows, with_count, with_edges
from app.drawing.table.measure import cut, lines
from app.drawing.table.paints import Paint
from app.drawing.table.places import Layout, boards, gone_cards, plan
from app.drawing.table.shapes import Anchor, Box, Drawing, PathOutline, PlacedSymbol, Shape, TextShape, shifted
from app.drawing.table.sight import Sight, marked_of, seats_around, symbols_of
from app.drawing.table.table import chips_of, title_of
from app.text.frame_terms import rank_shown, word
from app.text.language import said
from app.text.readable import readable
from engine.cards.packed import RANKS, SUITS
from engine.replay.frames import Frame, RowFrame, SeatFrame
from engine.rulebook.findings import shown

_NAME: Final = 24
_CORNER: Final = 18
_GAP: Final = 4
_LARGEST: Final = 56
_PLACING: Final = "placing"
_HEAD: Final = 20
"""The room above the cards that are gone for what they are."""
_PLACES: Final = 5
"""The cards of the longest row."""


def rows(frame: Frame, sight: Sight) -> Drawing:
    """The drawing of a frame of a game in which seats lay rows."""
    here = plan(sight.layout, len(frame.seats))
    marked = marked_of(frame)
    shapes: list[Shape] = [Box(1, 1, here.width - 2, here.height - 2, Paint.FELT, _CORNER)]
    for number, (seat, area) in enumerate(
        zip(seats_around(frame, sight), boards(sight.layout, len(frame.seats), gone=lists_gone(frame)), strict=False)
    ):
        shapes += _seat(frame, seat, area, number == 0, here.name_size, sight, marked)
    if lists_gone(frame):
        shapes += _gone(frame, gone_cards(sight.layout, len(frame.seats)), sight)
    if sight.layout is Layout.WIDE:
        area = Area(14, 600, 200, 22, Anchor.START)
        facts = [Chip(shown(f"{word(name)} {word(value)}"), weight=1) for name, value in frame.facts]
        shapes += label(area, "", 0, [Chip(word(frame.stage), Paint.GOLD, Paint.GOLD_WORDS, 2), *facts], here.name_size)
    return Drawing(here.width, here.height, title_of(frame, sight), symbols_of(shapes, marked), tuple(shapes))


def lists_gone(frame: Frame) -> bool:
    """Whether the drawing of a frame lists the cards that cannot come any more: while rows are placed card by card."""
    return frame.in_rows and frame.stage == _PLACING


def _gone(frame: Frame, area: Area, sight: Sight) -> Iterator[Shape]:
    """The pack, a line for each suit, or a column where there is no width; cards that are gone lie on no paper."""
    across = area.width > area.height
    long, short = (area.width, area.height - _HEAD) if across else (area.height - _HEAD, area.width)
    step, between = long // (len(RANKS) + 1), short // len(SUITS)
    thick = min(between - 2, 40)
    size = min(step, thick, 15) - 3
    top = area.y + _HEAD
    yield TextShape(area.x + area.width // 2, top - 6, sight.labels.gone, 12, Paint.QUIET, Anchor.MIDDLE)

    def cell(place: int, line: int, count: int = 1) -> tuple[int, int, int, int]:
        """The place of some ranks of a suit: x, y, width, height."""
        along, aside, length = place * step, line * between, count * step - 1
        here = (along, aside, length, thick) if across else (aside, along, thick, length)
        return area.x + here[0], top + here[1], here[2], here[3]

    for line, (suit, kind) in enumerate(zip(SUITS, SUIT_KINDS, strict=True)):
        lost = [rank + suit in frame.gone for rank in reversed(RANKS)]
        place = 0
        for here, run in groupby([False, *lost]):
            count = len(list(run))
            if not here:
                yield Box(*cell(place, line, count), Paint.PRESENT, 3)
            place += count
        x, y, wide, high = cell(0, line)
        sign = size + 1
        path = shifted(kind.sign, x + (wide - sign) // 2, y + (high - sign) // 2, sign, 100)
        yield PathOutline(path, kind.paint)
        for number, rank in enumerate(reversed(RANKS), 1):
            x, y, wide, high = cell(number, line)
            paint = Paint.QUIET if lost[number - 1] else kind.paint
            foot = y + (high + size * 7 // 10) // 2
            yield TextShape(
                x + wide // 2, foot, rank_shown(rank), size, paint, Anchor.MIDDLE, strong=not lost[number - 1]
            )


def _seat(
    frame: Frame, seat: SeatFrame, area: Area, first: bool, size: int, sight: Sight, marked: MarkedCards
) -> Iterator[Shape]:
    top = Area(area.x, area.y, area.width, _NAME - 2, Anchor.START)
    yield from label(top, sight.name(seat.seat), sight.teams.get(seat.seat, 0), chips_of(frame, seat, sight), size)
    inner = Area(area.x, area.y + _NAME + 2, area.width, area.height - _NAME - 2, Anchor.START)
    laid = any(row.cards for row in seat.rows)
    held = len(seat.cards) + seat.hidden + len(seat.face_down)
    if not laid and seat.count:
        fan = in_columns(seat.cards, seat.hidden, inner, marked, 46 if first else 40)
        yield from with_count(fan, seat, 14)
        return
    strip = min(44, inner.height // 4) if held else 0
    board = Area(inner.x, inner.y, inner.width, inner.height - strip - (_GAP if strip else 0), Anchor.START)
    numbers = sorted({row.hand or 0 for row in seat.rows})
    wide = board.width // max(len(numbers), 1)
    for place, number in enumerate(numbers):
        here = Area(board.x + place * wide, board.y, wide - (8 if len(numbers) > 1 else 0), board.height, Anchor.START)
        own = [row for row in seat.rows if (row.hand or 0) == number]
        yield from _board(own, here, len(numbers) > 1, number in (seat.fouls or ()) or None in seat.fouls, marked)
    if held:
        yield from _in_hand(
            seat, Area(inner.x, inner.y + inner.height - strip, inner.width, strip, Anchor.START), marked
        )


def _board(own: list[RowFrame], area: Area, beside: bool, foul: bool, marked: MarkedCards) -> Iterator[Shape]:
    """The rows of one hand.  Where two lie ``beside`` each other, what a row is stands below it."""
    words = 13 if beside else 0
    high = area.height // max(len(own), 1)
    wide = min(_LARGEST, (high - _GAP - words) * 10 // 14)
    if beside:
        wide = min(wide, (area.width - 4) // _PLACES - 2)
    for number, row in enumerate(own):
        y = area.y + number * high
        for place in range(max(row.size, len(row.cards))):
            x = area.x + place * (wide + 2)
            if place >= len(row.cards):
                yield Box(x + 1, y + 1, wide - 2, height_of(wide) - 2, Paint.EMPTY, 4)
        spot = Area(area.x, y, max(row.size, 1) * (wide + 2), height_of(wide), Anchor.START)
        yield from _row_cards(row, spot, wide, marked)
        if foul and row.cards:
            yield Box(area.x - 2, y - 1, len(row.cards) * (wide + 2) + 2, height_of(wide) + 2, Paint.ILLEGAL, 5)
        yield from _reading(row, area, y, wide, beside)


def _row_cards(row: RowFrame, spot: Area, wide: int, marked: MarkedCards) -> Iterator[PlacedSymbol]:
    for number, card in enumerate(in_rows(row.cards, Area(0, 0, 10_000, 1_000), marked, wide).cards):
        yield PlacedSymbol(card.symbol, spot.x + number * (wide + 2), spot.y, wide, height_of(wide))


def _reading(row: RowFrame, area: Area, y: int, wide: int, beside: bool) -> Iterator[Shape]:
    """The name of a row and, once it is whole, what it is."""
    reading = said(readable(row.reading)) + (f" +{row.royalty}" if row.royalty else "")
    if beside:
        text = cut(reading or said(row.name), 11, area.width)
        yield TextShape(area.x, y + height_of(wide) + 11, text, 11, Paint.SAID if reading else Paint.QUIET)
        return
    x = area.x + _PLACES * (wide + 2) + 10
    room = area.x + area.width - x - 4
    read = lines(reading, 13, room, 2)
    foot = y + height_of(wide) // 2 - 8 * len(read) + 4
    yield TextShape(x, foot, cut(said(row.name), 12, room), 12, Paint.QUIET)
    for number, line in enumerate(read, 1):
        yield TextShape(x, foot + 16 * number, line, 13, Paint.SAID, strong=number == 1)


def _in_hand(seat: SeatFrame, area: Area, marked: MarkedCards) -> Iterator[Shape]:
    """The cards that a seat with rows still holds, and those that it laid face down."""
    fan = in_columns(seat.cards, seat.hidden, Area(area.x, area.y, area.width, area.height, Anchor.START), marked, 30)
    yield from with_count(fan, seat, 13)
    if seat.face_down:
        x = fan.area.x + fan.area.width + (40 if seat.cards or seat.hidden else 3)
        beside = Area(x, area.y, area.x + area.width - x, area.height, Anchor.START)
        yield from with_edges(in_rows(seat.face_down, beside, marked, DOWN), 1)
