"""Cards laid out within a rectangle: in columns by rank, in rows, and as backs with their number."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.drawing.table.cards import BACK, CARD_HEIGHT, CARD_WIDTH, STRIP, CardMark, plain, symbol_name
from app.drawing.table.paints import Paint
from app.drawing.table.shapes import Anchor, Box, PlacedSymbol, TextShape
from app.text.hand_sizes import number_sign
from engine.replay.frames import SeatFrame

DOWN: Final = 24
"""The width of cards that lie face down."""
SMALLEST: Final = 14
"""The width of the smallest cards."""
_GAP: Final = 2
_MOST_BACKS: Final = 10
"""Backs that are drawn for hidden cards; beyond that only their number is exact."""
_LINES: Final[Mapping[int, int]] = MappingProxyType({1: 100, 2: 74, 3: 60})
"""In how many lines columns may lie, and what the size of cards counts then: one line is read best."""
_SEEN: Final = 94
"""The hundredths of a strip that are seen at least, where cards can be so small that it is possible."""


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a drawing, and at which side of it things are put."""

    x: int
    y: int
    width: int
    height: int
    anchor: Anchor = Anchor.MIDDLE

    def start(self, width: int) -> int:
        """Where something of a width begins."""
        spare = max(self.width - width, 0)
        return self.x + {Anchor.START: 0, Anchor.MIDDLE: spare // 2, Anchor.END: spare}[self.anchor]


@dataclass(frozen=True, slots=True)
class MarkedCards:
    """The cards that look different in a hand, as logs write them."""

    wild: frozenset[str] = frozenset()
    big: frozenset[str] = frozenset()
    level: str = ""
    """The rank that is the level; empty where there is none."""

    def mark(self, text: str) -> CardMark:
        """What is special about a card."""
        if text in self.wild:
            return CardMark.WILD
        if text in self.big:
            return CardMark.BIG
        return CardMark.LEVEL if self.level and text[:1] == self.level else CardMark.NONE

    def symbol(self, text: str) -> str:
        """The name of the symbol of a card."""
        return symbol_name(text, self.mark(text))


@dataclass(frozen=True, slots=True)
class Fan:
    """Cards that are laid out: where each is, what they take, and where the number of the hidden ones is written."""

    cards: tuple[PlacedSymbol, ...]
    area: Area
    count_x: int = 0


def height_of(width: int) -> int:
    """The height of cards of a width."""
    return width * CARD_HEIGHT // CARD_WIDTH


def strip_of(width: int) -> int:
    """How much of a card of a width is seen above the card that lies on it."""
    return width * STRIP // CARD_WIDTH


def columns(cards: Sequence[str]) -> list[list[str]]:
    """Cards in columns by rank, in their order; each kind of joker has a column of its own."""
    by_rank: dict[str, list[str]] = {}
    for text in map(plain, cards):
        by_rank.setdefault(text if text[0] in "BR?" else text[0], []).append(text)
    return list(by_rank.values())


def in_columns(cards: Sequence[str], hidden: int, area: Area, marked: MarkedCards, largest: int) -> Fan:
    """Cards in columns by rank, as large as they fit into an area, and behind them as many backs as are hidden."""
    stacks = columns(cards)
    if not stacks and not hidden:
        return Fan((), Area(area.x, area.y, 0, 0))
    width, count, strip = _fitting(stacks, hidden, area, largest)
    placed: list[PlacedSymbol] = []
    top = area.y
    high, per_line = height_of(width), -(-len(stacks) // count) if stacks else 0
    backs = _backs_width(width, hidden)
    widest = count_x = 0
    for line in range(count):
        here = stacks[line * per_line : (line + 1) * per_line]
        last = line == count - 1
        taken = len(here) * (width + _GAP) + (backs if last else 0)
        x, deepest = area.start(taken), max(map(len, here), default=1)
        foot = top + high + (deepest - 1) * strip
        widest = max(widest, taken)
        for stack in here:
            first = foot - high - (len(stack) - 1) * strip
            placed += [
                PlacedSymbol(marked.symbol(card), x, first + number * strip, width, high)
                for number, card in enumerate(stack)
            ]
            x += width + _GAP
        if last and hidden:
            step = _back_step(width)
            placed += [
                PlacedSymbol(marked.symbol(BACK), x + number * step, foot - high, width, high)
                for number in range(min(hidden, _MOST_BACKS))
            ]
            count_x = x + (min(hidden, _MOST_BACKS) - 1) * step + width + 5
        top = foot + _GAP + 2
    return Fan(tuple(placed), Area(area.start(widest), area.y, widest, top - area.y - _GAP - 2), count_x)


def in_rows(cards: Sequence[str], area: Area, marked: MarkedCards, largest: int) -> Fan:
    """Cards in their order in rows, as large as they fit into an area; a row lies on the feet of the row above it."""
    texts = [plain(card) for card in cards]
    if not texts:
        return Fan((), Area(area.x, area.y, 0, 0))
    width, count = largest, 1
    for width in range(largest, SMALLEST - 1, -1):
        fits = [
            rows
            for rows in range(1, 5)
            if -(-len(texts) // rows) * (width + _GAP) <= area.width
            and height_of(width) + (rows - 1) * strip_of(width) <= area.height
        ]
        if fits:
            count = fits[0]
            break
    else:
        count = max(1, -(-len(texts) * (width + _GAP) // max(area.width, 1)))
    per_row = -(-len(texts) // count)
    whole = per_row * (width + _GAP) - _GAP
    high = height_of(width) + (count - 1) * strip_of(width)
    top = area.y + max(area.height - high, 0) // 2
    placed = [
        PlacedSymbol(
            marked.symbol(card),
            area.start(whole) + number % per_row * (width + _GAP),
            top + number // per_row * strip_of(width),
            width,
            height_of(width),
        )
        for number, card in enumerate(texts)
    ]
    return Fan(tuple(placed), Area(area.start(whole), top, whole, high))


def _fitting(stacks: Sequence[Sequence[str]], hidden: int, area: Area, largest: int) -> tuple[int, int, int]:
    """The width of cards, the number of lines of columns, and the strip that is seen of a card under another."""
    sizes: list[tuple[int, int, int]] = []
    for count, weight in _LINES.items():
        for width in range(largest, SMALLEST - 1, -1):
            strip = _strip(stacks, width, count, area.height)
            if _wide(stacks, hidden, width, count) <= area.width and strip * 100 >= strip_of(width) * _SEEN:
                sizes.append((width * weight, width, count))
                break
    if sizes:
        _, width, count = max(sizes)
        return width, count, _strip(stacks, width, count, area.height)
    fits = [lines for lines in _LINES if _wide(stacks, hidden, SMALLEST, lines) <= area.width] or [max(_LINES)]
    count = max(fits, key=lambda lines: _strip(stacks, SMALLEST, lines, area.height))
    return SMALLEST, count, max(_strip(stacks, SMALLEST, count, area.height), 2)


def _wide(stacks: Sequence[Sequence[str]], hidden: int, width: int, count: int) -> int:
    per_line = -(-len(stacks) // count)
    last = len(stacks) - per_line * (count - 1)
    return max(per_line * (width + _GAP), last * (width + _GAP) + _backs_width(width, hidden))


def _strip(stacks: Sequence[Sequence[str]], width: int, count: int, height: int) -> int:
    """The strip with which lines of columns fit into a height, at most the usual one."""
    per_line = -(-len(stacks) // count) if stacks else 1
    deepest = sum(
        max(len(stack) for stack in stacks[line * per_line : (line + 1) * per_line]) - 1
        for line in range(count)
        if stacks[line * per_line : (line + 1) * per_line]
    )
    spare = height - count * (height_of(width) + _GAP + 2)
    if not deepest:
        return strip_of(width) if spare >= -_GAP - 2 else 0
    return min(strip_of(width), max(spare, 0) // deepest)


def _back_step(width: int) -> int:
    return max(width // 5, 3)


def _backs_width(width: int, hidden: int) -> int:
    """What backs and their number take."""
    return width + (min(hidden, _MOST_BACKS) - 1) * _back_step(width) + 34 if hidden else 0


def with_count(fan: Fan, seat: SeatFrame, size: int) -> Iterator[PlacedSymbol | TextShape]:
    """The cards of a seat's fan, with the number of the hidden ones beside their backs in letters of a size."""
    yield from fan.cards
    if seat.hidden:
        count = number_sign(seat.hidden, at_most=True) if seat.at_most else f"×{seat.hidden}"
        last = fan.cards[-1]
        yield TextShape(fan.count_x, last.y + last.height // 2 + 5, count, size, Paint.QUIET, strong=True)


def with_edges(fan: Fan, edge: int) -> Iterator[PlacedSymbol | Box]:
    """The cards of a fan that lie face down, each within a dashed line at a distance of ``edge``."""
    yield from fan.cards
    for card in fan.cards:
        yield Box(card.x - edge, card.y - edge, card.width + 2 * edge, card.height + 2 * edge, Paint.EMPTY, 4)
