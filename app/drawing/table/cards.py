"""The faces of cards: what they show, on pages too, and for drawings a symbol that they define once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.drawing.table.glyphs import CAP, CLUB, CROWN, DIAMOND, GLYPHS, HEART, SHIELD, SPADE, STAR, Sign
from app.drawing.table.paints import Paint
from app.drawing.table.shapes import Box, PathOutline, ShapePart, Symbol, SymbolPart, shifted
from app.text.frame_terms import rank_shown
from app.text.language import _, _c, marked
from app.text.readable import JOKERS
from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, FIRST_BARE, RANKS, Card, parse_card, rank_of, suit_of

CARD_WIDTH: Final = 200
CARD_HEIGHT: Final = 280
"""The units of a card's symbol; cards have these proportions at every size."""
STRIP: Final = 114
"""The units from the top of a card that show its rank and its suit."""
BACK: Final = CARD_TEXTS[-1]

_RADIUS: Final = 16
_EDGE: Final = 3
_OF_SUIT: Final = (
    marked("{rank} of spades"),
    marked("{rank} of hearts"),
    marked("{rank} of diamonds"),
    marked("{rank} of clubs"),
)
_RANK_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"T": "10", "J": marked("jack"), "Q": marked("queen"), "K": marked("king"), "A": marked("ace")}
)
_TEN: Final = "10"
_ACROSS_TEN: Final = 108
"""The hundredths of its width that a ten has, so that its two digits stay apart and leave room for the suit."""
_WORD: Final = 176
_WIDEST: Final = 58
"""The units across of the word of a joker, and the most of them for one of its letters."""
_BETWEEN: Final = 17
"""The units between the middles of the lines of two letters."""


class CardMark(StrEnum):
    """What is special about a card in a hand.  The values are classes of pages."""

    NONE = ""
    WILD = "wild"
    BIG = "big"
    """A Big A."""
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class SuitFace:
    """What the cards of a suit, or those of a joker, have in common."""

    name: str
    """The class of pages: ``spades`` and so on, ``black-joker`` and so on."""
    sign: Sign
    """The suit; what is below the word of a joker."""
    paint: Paint
    """Of the suit; of the whole face of a joker."""
    line: Paint
    """Of the rank or the word."""


SUIT_KINDS: Final = (
    SuitFace("spades", SPADE, Paint.SPADES, Paint.SPADES_LINE),
    SuitFace("hearts", HEART, Paint.HEARTS, Paint.HEARTS_LINE),
    SuitFace("diamonds", DIAMOND, Paint.DIAMONDS, Paint.DIAMONDS_LINE),
    SuitFace("clubs", CLUB, Paint.CLUBS, Paint.CLUBS_LINE),
)
JOKER_KINDS: Final = (
    SuitFace("black-joker", CAP, Paint.BLACK_JOKER, Paint.LETTERS),
    SuitFace("red-joker", CAP, Paint.RED_JOKER, Paint.LETTERS),
    SuitFace("protector-joker", SHIELD, Paint.BLACK_JOKER, Paint.LETTERS),
    SuitFace("emperor-joker", CROWN, Paint.RED_JOKER, Paint.LETTERS),
)
"""The jokers in the order of their numbers.  Black ones have hollow signs, so that shapes tell them from red ones."""
BARE: Final = "bare"
UNSEEN: Final = "back"
"""The classes of a rank without a suit and of a card that is not shown."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """What the face of a card shows, on pages and in drawings."""

    kind: str
    """The name of its kind, `BARE` or `UNSEEN`."""
    corner: str
    """The rank in its corner: ``10``; empty for jokers and backs."""
    word: str
    """The word on a joker; empty for other cards."""


def plain(text: str) -> str:
    """The face of a card as logs write it, without the claim of a wild card; a back if the text is not a card."""
    card = parse_card(text.partition("=")[0])
    return BACK if card is None else CARD_TEXTS[card]


def face_of(text: str) -> CardFace:
    """What a card shows, in the language of the reader.  ``text`` is what `plain` gives."""
    if text == BACK:
        return CardFace(UNSEEN, "", "")
    card = _card(text)
    if BLACK_JOKER <= card < FIRST_BARE:
        return CardFace(JOKER_KINDS[card - BLACK_JOKER].name, "", joker_word(red=(card - BLACK_JOKER) % 2 == 1))
    corner = rank_shown(RANKS[rank_of(card)])
    return CardFace(BARE if card >= FIRST_BARE else SUIT_KINDS[suit_of(card)].name, corner, "")


def joker_word(*, red: bool) -> str:
    """The word on a joker, in the language of the reader."""
    return _c("joker", "RED") if red else _c("joker", "BLACK")


def symbol_name(text: str, mark: CardMark = CardMark.NONE) -> str:
    """The name of the symbol of a card.  ``text`` is what `plain` gives."""
    if text == BACK:
        return "td-back-card"
    return f"td-{text.replace('*', 'x')}{'-' if mark else ''}{mark[:1]}"


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


def marked_name(text: str, mark: CardMark) -> str:
    """The name of a card with what is special about it."""
    name = card_name(text)
    match mark:
        case CardMark.WILD:
            return _("{card}, wild", card=name)
        case CardMark.BIG:
            return _("{card}, Big A", card=name)
        case CardMark.LEVEL:
            return _("{card}, level card", card=name)
        case _:
            return name


def symbol_of(text: str, mark: CardMark = CardMark.NONE) -> Symbol:
    """The face of a card: wild cards and the Big A on gold with a star, level cards with a gold band at their foot."""
    if text == BACK:
        shapes: tuple[Box | PathOutline | SymbolPart, ...] = tuple(_back())
    elif BLACK_JOKER <= _card(text) < FIRST_BARE:
        shapes = tuple(_joker(text))
    else:
        shapes = tuple(_ranked(text, mark))
    return Symbol(symbol_name(text, mark), marked_name(text, mark), CARD_WIDTH, CARD_HEIGHT, shapes)


def _card(text: str) -> Card:
    card = parse_card(text)
    assert card is not None
    return card


def _paper(name: str, paint: Paint) -> SymbolPart:
    box = Box(_EDGE, _EDGE, CARD_WIDTH - 2 * _EDGE, CARD_HEIGHT - 2 * _EDGE, paint, _RADIUS)
    return SymbolPart(ShapePart(f"td-{name}", box))


def _sign(name: str, sign: Sign, x: int, y: int, size: int, paint: Paint) -> SymbolPart:
    """A sign of a size at a place."""
    return SymbolPart(ShapePart(name, PathOutline(shifted(sign, x, y, size, 100), None)), paint)


def _ranked(text: str, mark: CardMark) -> Iterator[Box | SymbolPart]:
    card, corner = _card(text), face_of(text).corner
    gold, ten = mark in (CardMark.WILD, CardMark.BIG), corner == _TEN
    bare = card >= FIRST_BARE
    kind = None if bare else SUIT_KINDS[suit_of(card)]
    line = Paint.BARE_LINE if kind is None else kind.line
    glyph = GLYPHS[corner]
    yield _paper("face-w" if gold else "face", Paint.WILD_FACE if gold else Paint.FACE)
    rank = shifted(glyph, 20 if ten else 19, 15, 8, 14, _ACROSS_TEN if ten else 100)
    yield SymbolPart(ShapePart(f"td-r{corner}", PathOutline(rank, None)), line)
    if kind is not None:
        small, x, y, size = ("t", 124, 24, 64) if ten else ("s", 104, 20, 72)
        yield _sign(f"td-{small}{suit_of(card)}", kind.sign, x, y, size, kind.paint)
        # On gold a star has the other corner.
        large, x = ("g", 68) if gold else ("S", 42)
        yield _sign(f"td-{large}{suit_of(card)}", kind.sign, x, 138, 116, kind.paint)
    if gold:
        yield _sign("td-star", STAR, 12, 200, 60, Paint.MARK)
    elif mark is CardMark.LEVEL:
        yield SymbolPart(
            ShapePart("td-foot", Box(_EDGE + 3, CARD_HEIGHT - 22, CARD_WIDTH - 2 * _EDGE - 6, 16, Paint.BAND, 6))
        )


def _joker(text: str) -> Iterator[SymbolPart]:
    number = _card(text) - BLACK_JOKER
    kind, red = JOKER_KINDS[number], number % 2 == 1
    yield _paper(f"face-{kind.name}", kind.paint)
    yield SymbolPart(
        ShapePart(f"td-word-{'red' if red else 'black'}", PathOutline(word_path(face_of(text).word), None)), kind.line
    )
    yield _sign(f"td-sign-{number}", kind.sign, 35, 122, 130, Paint.SIGN if red else Paint.HOLLOW_SIGN)


def word_path(word: str) -> str:
    """A word across the top of a card, in letters that are narrower the more there are."""
    wide = min(_WIDEST, _WORD // len(word)) if word.isascii() else _WORD // len(word)
    field = 90 if word.isascii() else 140
    across = (wide - _BETWEEN) * 200 // (field - 24)
    left = (CARD_WIDTH - wide * len(word)) // 2 + _BETWEEN // 2 - 6 * across // 100
    return " ".join(
        shifted(GLYPHS[letter], left + wide * place, 26, 50, 100, across) for place, letter in enumerate(word)
    )


def _back() -> Iterator[Box | PathOutline]:
    yield Box(_EDGE + 2, _EDGE + 2, CARD_WIDTH - 2 * _EDGE - 4, CARD_HEIGHT - 2 * _EDGE - 4, Paint.BACK, _RADIUS)
    yield Box(26, 26, CARD_WIDTH - 52, CARD_HEIGHT - 52, Paint.LATTICE, 8)
    yield PathOutline("M 100 70 L 150 140 L 100 210 L 50 140 Z", Paint.LATTICE)
    yield PathOutline("M 100 105 L 125 140 L 100 175 L 75 140 Z", Paint.LATTICE)
