"""Cards as pages show them: the rank and suit of a face, and the words that a screen reader says."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from app.drawing.table.cards import CardMark, card_name, face_of, marked_name, plain
from app.drawing.table.holding import MarkedCards
from app.text.language import Language, _, current
from engine.cards.packed import CARD_TEXTS, parse_card

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
    claim: str = ""
    """The card that a wild card is claimed to be, in words."""
    opens: bool = False
    """Whether it begins a new rank within a holding."""
    label: str = ""
    """The card in words, with what is special about it."""
    classes: str = ""
    """The classes of its element."""
    badges: tuple[str, ...] = ()
    """The shapes of the marks that notes put on it."""
    played: int | None = None
    """The step at which it was played, in a holding that shows what was played from it."""
    unmarked: str = ""
    """The label without what a review says of the card, where one says something of it."""


PLAIN: Final = MarkedCards()


def face(text: str, cards: MarkedCards = PLAIN, opens: bool = False) -> Face | None:
    """The face of a card as logs write it (``2h``, ``2h=9s``, ``??``), None where the text is no card."""
    if len(text) > _LONGEST:
        return None
    return _face(text, cards.mark(face_of_text(text)), opens, current())


@lru_cache(maxsize=_FACES_KEPT)
def _face(text: str, mark: CardMark, opens: bool, language: Language) -> Face | None:
    """The face, in the language of the reader, which is given so that each language has its own."""
    del language
    body, claims, claim = text.partition("=")
    if parse_card(body) is None or (claims and parse_card(claim) is None):
        return None
    card = plain(body)
    shown, claimed = face_of(card), card_name(plain(claim)) if claims else ""
    label = marked_name(card, mark)
    if claimed:
        label = _("{card} standing for the {claim}", card=label, claim=claimed)
    flags = {mark: bool(mark), "opens": opens, "ten": shown.corner == _TEN}
    classes = " ".join(("card", shown.kind, *(word for word, holds in flags.items() if holds)))
    return Face(shown.kind, shown.corner, card_name(card), claimed, opens, label, classes)


def faces(texts: Iterable[str], cards: MarkedCards = PLAIN) -> tuple[Face, ...] | None:
    """The faces of some cards, in their order, or None where one of the texts is no card."""
    drawn: list[Face] = []
    before = ""
    for text in texts:
        known_face = face(text, cards, bool(drawn) and text[:1] != before)
        if known_face is None:
            return None
        drawn.append(known_face)
        before = text[:1]
    return tuple(drawn)


def face_of_text(text: str) -> str:
    """The card of a text as logs write it, without a claim; empty where it is none."""
    card = parse_card(text.partition("=")[0])
    return "" if card is None else CARD_TEXTS[card]
