"""Cards as pages show them: the rank and suit of a face, and the words that a screen reader says."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from app.drawing.table.cards import card_name
from app.text.frame_terms import rank_shown
from app.text.language import Language, _, current
from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, FIRST_BARE, RANKS, UNKNOWN, Card, parse_card, rank_of, suit_of
from engine.replay.frames import Frame

_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")
_JOKER_KINDS: Final = ("black-joker", "red-joker", "protector-joker", "emperor-joker")
_FACES_KEPT: Final = 4_096
_LONGEST: Final = len("10h=10s")
_TEN: Final = "10"


@dataclass(frozen=True, slots=True)
class Face:
    """One card to be drawn, with its words in one language."""

    kind: str
    """``spades`` and so on, ``black-joker`` and so on, ``bare`` (a rank without a suit) or ``back``."""
    rank: str
    """The index in the corner; empty for jokers and backs."""
    name: str
    """The card in words."""
    wild: bool = False
    claim: str = ""
    """The card that a wild card is claimed to be, in words."""
    opens: bool = False
    """Whether it begins a new rank within a holding."""
    big: bool = False
    """Whether it is a Big A."""
    level: bool = False
    """Whether its rank is the level of the hand, and it is not wild."""
    label: str = ""
    """The card in words, with what is special about it."""
    classes: str = ""
    """The classes of its element."""
    badges: tuple[str, ...] = ()
    """The shapes of the marks that notes put on it."""
    played: int | None = None
    """The step at which it was played, in a holding that shows what was played from it."""


@dataclass(frozen=True, slots=True)
class Special:
    """The cards that are special in a hand, as logs write them."""

    wild: frozenset[str] = frozenset()
    big: frozenset[str] = frozenset()
    """The Big A."""
    level: str = ""
    """The rank that is the level, as logs write it; empty where there is none."""


PLAIN: Final = Special()


def special(frame: Frame) -> Special:
    """The special cards of a frame."""
    level = next((value for name, value in frame.facts if name == "level"), "")
    return Special(frozenset(frame.wild), frozenset(frame.marked), level)


def face(text: str, cards: Special = PLAIN, opens: bool = False) -> Face | None:
    """The face of a card as logs write it (``2h``, ``2h=9s``, ``??``), None where the text is no card."""
    if len(text) > _LONGEST:
        return None
    plain = written(text)
    wild = plain in cards.wild
    level = bool(cards.level) and plain[:1] == cards.level and not wild
    return _face(text, wild, opens, plain in cards.big, level, current())


@lru_cache(maxsize=_FACES_KEPT)
def _face(text: str, wild: bool, opens: bool, big: bool, level: bool, language: Language) -> Face | None:
    """The face, in the language of the reader, which is given so that each language has its own."""
    del language
    body, claims, claim = text.partition("=")
    card = parse_card(body)
    if card is None:
        return None
    stands_for = parse_card(claim) if claims else None
    if claims and stands_for is None:
        return None
    kind, rank, name = _parts(card)
    claimed = "" if stands_for is None else _parts(stands_for)[2]
    flags = {"wild": wild, "big": big, "level": level, "opens": opens, "ten": rank == _TEN}
    classes = " ".join(("card", kind, *(word for word, holds in flags.items() if holds)))
    return Face(kind, rank, name, wild, claimed, opens, big, level, _label(name, wild, big, level, claimed), classes)


def _label(name: str, wild: bool, big: bool, level: bool, claim: str) -> str:
    if wild:
        name = _("{card}, wild", card=name)
    if big:
        name = _("{card}, Big A", card=name)
    if level:
        name = _("{card}, level card", card=name)
    return _("{card} standing for the {claim}", card=name, claim=claim) if claim else name


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
    name = card_name(CARD_TEXTS[card])
    if card == UNKNOWN:
        return "back", "", name
    if BLACK_JOKER <= card < FIRST_BARE:
        return _JOKER_KINDS[card - BLACK_JOKER], "", name
    rank = rank_shown(RANKS[rank_of(card)])
    return ("bare" if card >= FIRST_BARE else _SUITS[suit_of(card)]), rank, name
