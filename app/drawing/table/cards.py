"""The faces of cards, each a symbol that drawings define once, of outlines, so that cards need no font."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from app.drawing.table.paints import Paint
from app.drawing.table.shapes import Box, Outline, Part, Shared, Symbol, shifted
from app.text.language import _, marked
from app.text.readable import JOKERS
from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, FIRST_BARE, RANKS, Card, parse_card, rank_of, suit_of

CARD_WIDTH: Final = 200
CARD_HEIGHT: Final = 280
"""The units of a card's symbol; cards have these proportions at every size."""
STRIP: Final = 114
"""The units from the top of a card that show its rank and its suit."""
BACK: Final = CARD_TEXTS[-1]

_GLYPHS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "2": "M 14 44 C 14 24 27 12 45 12 C 64 12 76 25 76 42 C 76 62 60 76 14 128 L 78 128",
        "3": "M 15 34 C 20 20 31 12 45 12 C 63 12 75 23 75 39 C 75 56 62 66 40 66"
        " C 64 66 78 78 78 97 C 78 116 64 128 45 128 C 28 128 16 119 12 104",
        "4": "M 62 128 L 62 12 L 10 94 L 82 94",
        "5": "M 72 12 L 22 12 L 17 66 C 25 58 34 55 44 55 C 64 55 78 69 78 91 C 78 113 64 128 44 128"
        " C 28 128 17 120 12 107",
        "6": "M 62 12 C 38 38 12 62 12 92 C 12 114 26 128 45 128 C 64 128 78 114 78 92 C 78 72 64 58 46 58"
        " C 32 58 20 66 14 82",
        "7": "M 12 12 L 78 12 L 36 128",
        "8": "M 45 12 C 61 12 73 23 73 39 C 73 55 61 66 45 66 C 29 66 17 55 17 39 C 17 23 29 12 45 12 Z"
        " M 45 66 C 64 66 78 79 78 97 C 78 115 64 128 45 128 C 26 128 12 115 12 97 C 12 79 26 66 45 66 Z",
        "9": "M 28 128 C 52 102 78 78 78 48 C 78 26 64 12 45 12 C 26 12 12 26 12 48 C 12 68 26 82 44 82"
        " C 58 82 70 74 76 58",
        "T": "M 0 32 L 18 12 L 18 128 M 92 12 C 108 12 116 36 116 70 C 116 104 108 128 92 128"
        " C 76 128 68 104 68 70 C 68 36 76 12 92 12 Z",
        "J": "M 68 12 L 68 90 C 68 114 56 128 40 128 C 25 128 15 119 12 102",
        "Q": "M 45 12 C 67 12 80 35 80 70 C 80 105 67 128 45 128 C 23 128 10 105 10 70 C 10 35 23 12 45 12 Z"
        " M 52 96 L 82 132",
        "K": "M 16 12 L 16 128 M 76 12 L 16 84 M 38 60 L 80 128",
        "A": "M 8 128 L 45 12 L 82 128 M 22 90 L 68 90",
        "O": "M 45 12 C 67 12 80 35 80 70 C 80 105 67 128 45 128 C 23 128 10 105 10 70 C 10 35 23 12 45 12 Z",
        "E": "M 74 12 L 18 12 L 18 128 L 74 128 M 18 70 L 64 70",
        "R": "M 16 128 L 16 12 L 44 12 C 64 12 75 24 75 42 C 75 60 64 72 44 72 L 16 72 M 44 72 L 78 128",
    }
)
"""The ranks of cards and the letters of jokers as lines, in a field of 90 (``T``, the ten: 116) by 140."""
_SPADE: Final = (
    "M 50 3 C 57 20 95 40 95 64 C 95 77 85 86 74 86 C 65 86 58 81 55 73 C 56 84 60 92 68 97 L 32 97"
    " C 40 92 44 84 45 73 C 42 81 35 86 26 86 C 15 86 5 77 5 64 C 5 40 43 20 50 3 Z"
)
_HEART: Final = (
    "M 50 95 C 45 86 5 62 5 32 C 5 16 17 6 30 6 C 40 6 47 12 50 21 C 53 12 60 6 70 6 C 83 6 95 16 95 32"
    " C 95 62 55 86 50 95 Z"
)
_DIAMOND: Final = "M 50 2 C 60 20 74 37 88 50 C 74 63 60 80 50 98 C 40 80 26 63 12 50 C 26 37 40 20 50 2 Z"
_CLUB: Final = (
    "M 50 4 C 62 4 72 14 72 26 C 72 33 69 38 65 42 C 68 40 71 39 75 39 C 87 39 96 48 96 60 C 96 72 87 81 75 81"
    " C 66 81 59 76 55 69 C 56 81 60 91 68 97 L 32 97 C 40 91 44 81 45 69 C 41 76 34 81 25 81 C 13 81 4 72 4 60"
    " C 4 48 13 39 25 39 C 29 39 32 40 35 42 C 31 38 28 33 28 26 C 28 14 38 4 50 4 Z"
)
_STAR: Final = "M 50 4 L 62 38 L 97 39 L 69 61 L 79 95 L 50 75 L 21 95 L 31 61 L 3 39 L 38 38 Z"
_CROWN: Final = "M 8 88 L 8 30 L 30 54 L 50 14 L 70 54 L 92 30 L 92 88 Z"
_SHIELD: Final = "M 12 10 L 88 10 L 88 48 C 88 72 70 88 50 97 C 30 88 12 72 12 48 Z"
_CAP: Final = (
    "M 18 84 L 10 40 C 4 40 2 30 8 26 C 14 24 20 28 19 34 C 28 38 34 46 37 54 C 38 40 42 26 46 18"
    " C 40 14 42 4 50 4 C 58 4 60 14 54 18 C 58 26 62 40 63 54 C 66 46 72 38 81 34 C 80 28 86 24 92 26"
    " C 98 30 96 40 90 40 L 82 84 Z"
)
"""The suits and the other signs as filled outlines, in a field of 100 by 100; the last is the cap of a jester.

Each differs from the others by its shape alone, without its colour.
"""

_RADIUS: Final = 16
_EDGE: Final = 3
_SUIT_SHAPES: Final = (_SPADE, _HEART, _DIAMOND, _CLUB)
_OF_SUIT: Final = (
    marked("{rank} of spades"),
    marked("{rank} of hearts"),
    marked("{rank} of diamonds"),
    marked("{rank} of clubs"),
)
_SUIT_PAINTS: Final = (Paint.SPADES, Paint.HEARTS, Paint.DIAMONDS, Paint.CLUBS)
_LINE_PAINTS: Final = (Paint.SPADES_LINE, Paint.HEARTS_LINE, Paint.DIAMONDS_LINE, Paint.CLUBS_LINE)
_RANK_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"T": "10", "J": marked("jack"), "Q": marked("queen"), "K": marked("king"), "A": marked("ace")}
)
_LETTERS: Final = "JOKER"
_ACROSS_TEN: Final = 84
"""The hundredths of its width that a ten keeps, so that its two digits take no more room than one."""


def plain(text: str) -> str:
    """The face of a card as logs write it, without the claim of a wild card; a back if the text is not a card."""
    card = parse_card(text.partition("=")[0])
    return BACK if card is None else CARD_TEXTS[card]


def symbol_name(text: str, *, wild: bool = False, level: bool = False) -> str:
    """The name of the symbol of a card.  ``text`` is what `plain` gives."""
    if text == BACK:
        return "td-back-card"
    return f"td-{text.replace('*', 'x')}{'-w' if wild else '-l' if level else ''}"


def card_name(text: str) -> str:
    """A card in the words of the reader: ``10 of hearts``."""
    if text == BACK:
        return _("a card not shown")
    card = _card(text)
    if BLACK_JOKER <= card < FIRST_BARE:
        return _(JOKERS[card - BLACK_JOKER])
    rank = RANKS[rank_of(card)]
    word = _(_RANK_NAMES[rank]) if rank in _RANK_NAMES else rank
    return word if card >= FIRST_BARE else _(_OF_SUIT[suit_of(card)], rank=word)


def symbol_of(text: str, *, wild: bool = False, level: bool = False) -> Symbol:
    """The face of a card: wild cards on gold with a star, level cards with a gold band at their foot."""
    if text == BACK:
        shapes: tuple[Box | Outline | Shared, ...] = tuple(_back())
    elif BLACK_JOKER <= _card(text) < FIRST_BARE:
        shapes = (_face(wild), *_joker(_card(text)))
    else:
        shapes = (_face(wild), *_ranked(_card(text), wild, level))
    words = card_name(text)
    if wild:
        words = _("{card}, wild", card=words)
    elif level:
        words = _("{card}, level card", card=words)
    return Symbol(symbol_name(text, wild=wild, level=level), words, CARD_WIDTH, CARD_HEIGHT, shapes)


def _card(text: str) -> Card:
    card = parse_card(text)
    assert card is not None
    return card


def _face(wild: bool) -> Shared:
    paint = Paint.WILD_FACE if wild else Paint.FACE
    box = Box(_EDGE, _EDGE, CARD_WIDTH - 2 * _EDGE, CARD_HEIGHT - 2 * _EDGE, paint, _RADIUS)
    return Shared(Part("td-face-w" if wild else "td-face", box))


def _sign(name: str, path: str, x: int, y: int, size: int, paint: Paint) -> Shared:
    """An emblem of a size at a place."""
    return Shared(Part(name, Outline(shifted(path, x, y, size, 100), None)), paint)


def _ranked(card: Card, wild: bool, level: bool) -> Iterator[Box | Shared]:
    rank = RANKS[rank_of(card)]
    bare = card >= FIRST_BARE
    line = Paint.BARE_LINE if bare else _LINE_PAINTS[suit_of(card)]
    across = _ACROSS_TEN if rank == "T" else 100
    yield Shared(Part(f"td-r{rank}", Outline(shifted(_GLYPHS[rank], 19, 15, 8, 14, across), None)), line)
    if bare:
        yield Shared(Part(f"td-R{rank}", Outline(shifted(_GLYPHS[rank], 62, 140, 12, 14, across), None)), line)
    else:
        suit, paint = _SUIT_SHAPES[suit_of(card)], _SUIT_PAINTS[suit_of(card)]
        yield _sign(f"td-s{suit_of(card)}", suit, 96, 20, 72, paint)
        yield _sign(f"td-S{suit_of(card)}", suit, 62, 138, 116, paint)
    if wild:
        yield _sign("td-star-1", _STAR, 160, 6, 34, Paint.MARK)
        yield _sign("td-star-2", _STAR, 12, 200, 60, Paint.MARK)
    if wild or level:
        yield Shared(Part("td-foot", Box(_EDGE + 3, CARD_HEIGHT - 22, CARD_WIDTH - 2 * _EDGE - 6, 16, Paint.BAND, 6)))


def _joker(card: Card) -> Iterator[Shared]:
    number = card - BLACK_JOKER
    red = number % 2 == 1
    paint, letters = (Paint.RED_JOKER, Paint.RED_LETTERS) if red else (Paint.BLACK_JOKER, Paint.BLACK_LETTERS)
    yield _sign("td-star", _STAR, 16, 16, 84, paint)
    if number > 1:
        yield _sign("td-crown" if red else "td-shield", _CROWN if red else _SHIELD, 112, 18, 74, Paint.BAND)
    else:
        yield _sign("td-cap-1", _CAP, 112, 18, 74, paint)
    word = " ".join(shifted(_GLYPHS[letter], 20 + 33 * place, 122, 4, 14) for place, letter in enumerate(_LETTERS))
    yield Shared(Part("td-word", Outline(word, None)), letters)
    yield _sign("td-cap-2", _CAP, 48, 168, 104, paint)


def _back() -> Iterator[Box | Outline]:
    yield Box(_EDGE + 2, _EDGE + 2, CARD_WIDTH - 2 * _EDGE - 4, CARD_HEIGHT - 2 * _EDGE - 4, Paint.BACK, _RADIUS)
    yield Box(26, 26, CARD_WIDTH - 52, CARD_HEIGHT - 52, Paint.LATTICE, 8)
    yield Outline("M 100 70 L 150 140 L 100 210 L 50 140 Z", Paint.LATTICE)
    yield Outline("M 100 105 L 125 140 L 100 175 L 75 140 Z", Paint.LATTICE)
