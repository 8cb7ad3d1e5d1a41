"""What the texts of actions mean in Chinese poker."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.cards.holdings import Deck
from engine.cards.packed import SUITED, UNKNOWN, Card
from engine.games.chinese_poker.rules import BOARD_CARDS, NATURAL_POINTS, ROW_SIZES, ROWS
from engine.memo import BoundedMemo
from engine.record.actions import Elsewhere, UnreadableAction, Wants, Word, Words, no_card, split_action
from engine.record.verbs import NOTHING
from engine.rulebook.sentences import marked, say

DECK: Final = Deck.of(list(SUITED))
VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "natural": marked("the name of a natural"),
        "in": NOTHING,
        "surrender": NOTHING,
        "royalty": marked("one or more of front, middle, back"),
        "set": marked("cards in the form FRONT / MIDDLE / BACK"),
        "place": marked("one or more of CARD:ROW"),
    }
)
"""The verbs of this game, each with what follows it, in words."""

DISCARD: Final = len(ROWS)
"""The index among the rows for cards that are discarded."""

_PREFIXES: Final[Mapping[str, int]] = MappingProxyType({"1:": 0, "2:": 1})
_SLASH: Final = "/"
_WANTS: Final = Wants(VERBS)

_CARD: Final = DECK.spellings.__getitem__
_NUMBERS: Final = ((0,), (1,))
_SETTING_WORDS: Final = 2 + BOARD_CARDS + len(ROWS) - 1
"""The number of words of a setting: the seat, the verb, the cards, the slashes between the rows."""
_MOST_PLACED: Final = 2 + BOARD_CARDS
"""The most words that an action which places cards needs."""
_SHORT: Final = 18
_SHORT_KEPT: Final = 1_000
_SETTING_CARDS: Final = 3 * BOARD_CARDS - 1 + 2 * (len(ROWS) - 1)
"""The number of characters from the first card of a setting to the last, each of two characters."""


@dataclass(frozen=True, slots=True)
class Natural:
    """A claim of a natural."""

    numbers: tuple[int, ...]
    """The numbers of the seat's hands that the action is about, from 0."""
    name: str
    column: int


class Stay(NamedTuple):
    """`in` or `surrender`."""

    numbers: tuple[int, ...]
    surrenders: bool


@dataclass(frozen=True, slots=True)
class Royalties:
    """Rows whose royalties are announced, each with its column in the text of the action."""

    numbers: tuple[int, ...]
    rows: tuple[tuple[int, int], ...]


class Setting(NamedTuple):
    """Three rows of cards, and the column of each card in the text of the action."""

    numbers: tuple[int, ...]
    rows: tuple[tuple[Card, ...], ...]
    columns: tuple[int, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of all rows, front first."""
        return tuple(chain.from_iterable(self.rows))


class PlacedCard(NamedTuple):
    """A card, the row in which it is placed, and its column in the text of the action."""

    card: Card
    row: int
    column: int


class Placement(NamedTuple):
    """Cards placed in a turn of an open-face game."""

    cards: tuple[PlacedCard, ...]


Action = Natural | Stay | Royalties | Setting | Placement


class ParsedAction(NamedTuple):
    """An action as the reader reads it: the seat, and what it does."""

    seat: int
    verb: str
    action: Action
    seconds: Word | None


@dataclass(frozen=True, slots=True)
class ChinesePokerReader:
    """The reader of the actions of a table: its seats, the number of hands of each, and whether cards are discarded."""

    numbers: Mapping[str, int]
    hands_each: int
    discards: bool
    _short: BoundedMemo[str, ParsedAction | UnreadableAction | Elsewhere] = field(
        default_factory=lambda: BoundedMemo(_SHORT_KEPT), init=False, repr=False, compare=False
    )
    """The meanings of short texts, which come again in every hand."""

    def read(self, text: str) -> ParsedAction | UnreadableAction | Elsewhere:
        """The meaning of the text of an action."""
        known = self._short.get(text)
        if known is not None:
            return known
        words = text.split(" ")
        verb = words[1] if len(words) > 1 else ""
        plain = self._plain_setting(text, words) if verb == "set" else None
        if verb == "place":
            plain = self._plain_placement(words)
        action = plain or self._read(text)
        return action if len(text) > _SHORT else self._short.keep(text, action)

    def _plain_placement(self, words: Sequence[str]) -> ParsedAction | None:
        """The meaning of the words of a text that places cards and has nothing else; None for any other text."""
        seat = words[0]
        number = self.numbers.get(seat)
        if number is None or not 2 < len(words) <= _MOST_PLACED:
            return None
        of_word = placements(discards=self.discards)
        cards: list[PlacedCard] = []
        column = len(seat) + len(" place ")
        for word in words[2:]:
            placed = of_word.get(word)
            if placed is None:
                return None
            cards.append(PlacedCard(*placed, column))
            column += len(word) + 1
        return ParsedAction(number, "place", Placement(tuple(cards)), None)

    def _plain_setting(self, text: str, words: list[str]) -> ParsedAction | None:
        """The meaning of a text that sets a whole hand and has nothing else; None for any other text."""
        number = 0
        if self.hands_each > 1 and len(words) == _SETTING_WORDS + 1:
            number = _PREFIXES.get(words.pop(2), -1)
        if len(words) != _SETTING_WORDS or not words[5] == words[11] == _SLASH:
            return None
        first = len(text) - _SETTING_CARDS
        seat = self.numbers.get(words[0])
        if seat is None or first != len(words[0]) + (len(" set ") if self.hands_each == 1 else len(" set 1: ")):
            return None
        try:
            cards = tuple(map(_CARD, (*words[2:5], *words[6:11], *words[12:])))
        except KeyError:
            return None
        rows = cards[:3], cards[3:8], cards[8:]
        return (
            ParsedAction(seat, "set", Setting(_NUMBERS[number], rows, _columns(first)), None) if number >= 0 else None
        )

    def _read(self, text: str) -> ParsedAction | UnreadableAction | Elsewhere:
        words = split_action(text, self.numbers, VERBS)
        if not isinstance(words, Words):
            return words
        drawn = _WANTS.drawn(words)
        if drawn is not None:
            return drawn
        action = self._place(words) if words.verb.text == "place" else self._of_a_hand(words)
        return (
            action
            if isinstance(action, UnreadableAction)
            else ParsedAction(words.seat, words.verb.text, action, words.seconds)
        )

    def _of_a_hand(self, words: Words) -> Action | UnreadableAction:
        verb, arguments = words.verb.text, words.arguments
        numbers: tuple[int, ...] = (0,)
        if self.hands_each > 1:
            number = _PREFIXES.get(arguments[0].text) if arguments else None
            if number is not None:
                numbers, arguments = (number,), arguments[1:]
            elif verb in ("in", "surrender"):
                numbers = tuple(range(self.hands_each))
            else:
                return (
                    _WANTS.argument(words, arguments[0], say("1: or 2: first")) if arguments else _WANTS.too_few(words)
                )
        if verb in ("in", "surrender"):
            return _WANTS.too_many(words, arguments[0]) if arguments else Stay(numbers, verb == "surrender")
        if not arguments:
            return _WANTS.too_few(words)
        if verb == "set":
            return _setting(words, numbers, arguments)
        if verb == "royalty":
            return _royalties(words, numbers, arguments)
        if arguments[0].text not in NATURAL_POINTS:
            return _WANTS.argument(words, arguments[0], say("one of {words}", words=", ".join(NATURAL_POINTS)))
        if len(arguments) > 1:
            return _WANTS.too_many(words, arguments[1])
        return Natural(numbers, arguments[0].text, arguments[0].column)

    def _place(self, words: Words) -> Placement | UnreadableAction:
        if not words.arguments:
            return _WANTS.too_few(words)
        rows = (*ROWS, "discard") if self.discards else ROWS
        placed: list[PlacedCard] = []
        for word in words.arguments:
            text, mark, name = word.text.partition(":")
            if not mark or name not in rows:
                wanted = say("CARD:ROW, where ROW is one of {rows}", rows=", ".join(rows))
                return _WANTS.argument(words, word, wanted)
            row = rows.index(name)
            card = UNKNOWN if text == "??" and row == DISCARD else DECK.spellings.get(text)
            if card is None:
                return no_card(words, Word(text, word.column), DECK.examples)
            placed.append(PlacedCard(card, row, word.column))
        return Placement(tuple(placed))


@cache
def placements(*, discards: bool) -> Mapping[str, tuple[Card, int]]:
    """By word, such as ``5h:back``, its card and its row; with ``discards`` also those for cards that are discarded."""
    rows = (*ROWS, "discard") if discards else ROWS
    return MappingProxyType(
        {f"{text}:{name}": (card, row) for text, card in DECK.spellings.items() for row, name in enumerate(rows)}
    )


@cache
def _columns(first: int) -> tuple[int, ...]:
    """The columns of the cards of a setting whose first card is at a column; each has two characters."""
    columns: list[int] = []
    for row, size in enumerate(ROW_SIZES):
        columns += [first + 3 * card + 2 * row for card in range(len(columns), len(columns) + size)]
    return tuple(columns)


def _setting(words: Words, numbers: tuple[int, ...], arguments: Sequence[Word]) -> Setting | UnreadableAction:
    rows: list[list[Card]] = [[]]
    columns: list[int] = []
    for word in arguments:
        if word.text == _SLASH:
            if len(rows) == len(ROWS):
                return _WANTS.too_many(words, word)
            rows.append([])
            continue
        card = DECK.spellings.get(word.text)
        if card is None:
            return no_card(words, word, DECK.examples)
        rows[-1].append(card)
        columns.append(word.column)
    if len(rows) < len(ROWS):
        return _WANTS.too_few(words)
    return Setting(numbers, tuple(map(tuple, rows)), tuple(columns))


def _royalties(words: Words, numbers: tuple[int, ...], arguments: Sequence[Word]) -> Royalties | UnreadableAction:
    rows: dict[int, int] = {}
    for word in arguments:
        if word.text not in ROWS:
            return _WANTS.argument(words, word)
        if rows.setdefault(ROWS.index(word.text), word.column) != word.column:
            return _WANTS.too_many(words, word)
    return Royalties(numbers, tuple(rows.items()))
