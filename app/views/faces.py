"""Cards as pages show them: the rank and suit of a face, and the words that a screen reader says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from app.card_words import rank_shown
from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, FIRST_BARE, RANKS, UNKNOWN, Card, parse_card, rank_of, suit_of

_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_RANK_WORDS: Final[Mapping[str, str]] = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_JOKERS: Final = ("black joker", "red joker", "protector's black joker", "emperor's red joker")
_JOKER_KINDS: Final = ("black-joker", "red-joker", "protector-joker", "emperor-joker")
_FACES_KEPT: Final = 4_096
_LONGEST: Final = len("10h=10s")


@dataclass(frozen=True, slots=True)
class Face:
    """One card to be drawn."""

    kind: str
    """``spades`` and so on, ``black-joker`` and so on, ``bare`` (a rank without a suit) or ``back``."""
    rank: str
    """The index in the corner; empty for jokers and backs."""
    name: str
    """The card in words."""
    wild: bool = False
    claim: str = ""
    """What a wild card is said to stand for, in words."""
    opens: bool = False
    """Whether it begins a new rank within a holding."""
    big: bool = False
    """Whether it is a Big A."""


@dataclass(frozen=True, slots=True)
class Special:
    """The cards that are special in a hand, as logs write them."""

    wild: frozenset[str] = frozenset()
    big: frozenset[str] = frozenset()
    """The Big A."""


PLAIN: Final = Special()


def special(wild: Iterable[str], marked: Iterable[str]) -> Special:
    """The special cards of a frame."""
    return Special(frozenset(wild), frozenset(marked))


def face(text: str, cards: Special = PLAIN, opens: bool = False) -> Face | None:
    """The face of a card as logs write it (``2h``, ``2h=9s``, ``??``), None where the text is no card."""
    if len(text) > _LONGEST:
        return None
    plain = written(text)
    return _face(text, plain in cards.wild, opens, plain in cards.big)


@lru_cache(maxsize=_FACES_KEPT)
def _face(text: str, wild: bool, opens: bool, big: bool) -> Face | None:
    body, claims, claim = text.partition("=")
    card = parse_card(body)
    if card is None:
        return None
    stands_for = parse_card(claim) if claims else None
    if claims and stands_for is None:
        return None
    kind, rank, name = _parts(card)
    return Face(kind, rank, name, wild, "" if stands_for is None else _parts(stands_for)[2], opens, big)


def faces(texts: Iterable[str], cards: Special = PLAIN) -> tuple[Face, ...] | None:
    """The faces of some cards, in their order, or None where one of the texts is no card."""
    drawn: list[Face] = []
    before = ""
    for text in texts:
        found = face(text, cards, bool(drawn) and text[:1] != before)
        if found is None:
            return None
        drawn.append(found)
        before = text[:1]
    return tuple(drawn)


def written(text: str) -> str:
    """The card of a text as logs write it, without a claim; empty where it is none."""
    card = parse_card(text.partition("=")[0])
    return "" if card is None else CARD_TEXTS[card]


def _parts(card: Card) -> tuple[str, str, str]:
    if card == UNKNOWN:
        return "back", "", "a card not shown"
    if BLACK_JOKER <= card < FIRST_BARE:
        name = _JOKERS[card - BLACK_JOKER]
        return _JOKER_KINDS[card - BLACK_JOKER], "", name
    text = RANKS[rank_of(card)]
    rank = rank_shown(text)
    word = _RANK_WORDS.get(text, text)
    if card >= FIRST_BARE:
        return "bare", rank, word
    suit = _SUITS[suit_of(card)]
    return suit, rank, f"{word} of {suit}"
