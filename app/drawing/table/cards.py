"""The faces of cards, each a symbol that drawings define once."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from app.drawing.table.emblems import CAP, CLUB, CROWN, DIAMOND, HEART, SHIELD, SPADE, STAR
from app.drawing.table.glyphs import GLYPHS
from app.drawing.table.paints import Paint
from app.drawing.table.shapes import Box, Outline, Part, Shared, Symbol, shifted
from app.text.language import _, marked
from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, FIRST_BARE, RANKS, Card, parse_card, rank_of, suit_of

CARD_WIDTH: Final = 200
CARD_HEIGHT: Final = 280
"""The units of a card's symbol; cards have these proportions at every size."""
STRIP: Final = 114
"""The units from the top of a card that show its rank and its suit."""
BACK: Final = CARD_TEXTS[-1]

_RADIUS: Final = 16
_EDGE: Final = 3
_SUIT_SHAPES: Final = (SPADE, HEART, DIAMOND, CLUB)
_OF_SUIT: Final = (
    marked("{rank} of spades"),
    marked("{rank} of hearts"),
    marked("{rank} of diamonds"),
    marked("{rank} of clubs"),
)
_SUIT_PAINTS: Final = (Paint.SPADES, Paint.HEARTS, Paint.DIAMONDS, Paint.CLUBS)
_LINE_PAINTS: Final = (Paint.SPADES_LINE, Paint.HEARTS_LINE, Paint.DIAMONDS_LINE, Paint.CLUBS_LINE)
_JOKERS: Final = (
    marked("black joker"),
    marked("red joker"),
    marked("protector's black joker"),
    marked("emperor's red joker"),
)
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
        return _(_JOKERS[card - BLACK_JOKER])
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
    yield Shared(Part(f"td-r{rank}", Outline(shifted(GLYPHS[rank], 19, 15, 8, 14, across), None)), line)
    if bare:
        yield Shared(Part(f"td-R{rank}", Outline(shifted(GLYPHS[rank], 62, 140, 12, 14, across), None)), line)
    else:
        suit, paint = _SUIT_SHAPES[suit_of(card)], _SUIT_PAINTS[suit_of(card)]
        yield _sign(f"td-s{suit_of(card)}", suit, 96, 20, 72, paint)
        yield _sign(f"td-S{suit_of(card)}", suit, 62, 138, 116, paint)
    if wild:
        yield _sign("td-star-1", STAR, 160, 6, 34, Paint.MARK)
        yield _sign("td-star-2", STAR, 12, 200, 60, Paint.MARK)
    if wild or level:
        yield Shared(Part("td-foot", Box(_EDGE + 3, CARD_HEIGHT - 22, CARD_WIDTH - 2 * _EDGE - 6, 16, Paint.BAND, 6)))


def _joker(card: Card) -> Iterator[Shared]:
    number = card - BLACK_JOKER
    red = number % 2 == 1
    paint, letters = (Paint.RED_JOKER, Paint.RED_LETTERS) if red else (Paint.BLACK_JOKER, Paint.BLACK_LETTERS)
    yield _sign("td-star", STAR, 16, 16, 84, paint)
    if number > 1:
        yield _sign("td-crown" if red else "td-shield", CROWN if red else SHIELD, 112, 18, 74, Paint.BAND)
    else:
        yield _sign("td-cap-1", CAP, 112, 18, 74, paint)
    word = " ".join(shifted(GLYPHS[letter], 20 + 33 * place, 122, 4, 14) for place, letter in enumerate(_LETTERS))
    yield Shared(Part("td-word", Outline(word, None)), letters)
    yield _sign("td-cap-2", CAP, 48, 168, 104, paint)


def _back() -> Iterator[Box | Outline]:
    yield Box(_EDGE + 2, _EDGE + 2, CARD_WIDTH - 2 * _EDGE - 4, CARD_HEIGHT - 2 * _EDGE - 4, Paint.BACK, _RADIUS)
    yield Box(26, 26, CARD_WIDTH - 52, CARD_HEIGHT - 52, Paint.LATTICE, 8)
    yield Outline("M 100 70 L 150 140 L 100 210 L 50 140 Z", Paint.LATTICE)
    yield Outline("M 100 105 L 125 140 L 100 175 L 75 140 Z", Paint.LATTICE)
