"""How these platforms write cards and levels."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, RANKS, RED_JOKER, SUITED, Card, cards_text
from engine.games.guandan.combinations import wild_card
from engine.logs.foreign.reader import Translation, misfit
from engine.rulebook.sentences import say

_SILENT_WILD: Final = say("what a wild card is played as")

SeatNumber = Annotated[int, Meta(ge=0, le=3)]

_SUITED: Final[Mapping[str, Card]] = {CARD_TEXTS[card]: card for card in SUITED}

SUIT_FIRST: Final[Mapping[str, Card]] = MappingProxyType(
    {text[1].upper() + text[0]: card for text, card in _SUITED.items()}
)
"""Cards as ``S3`` and ``HT``, without jokers."""

RANK_FIRST: Final[Mapping[str, Card]] = MappingProxyType(
    {text[0].replace("T", "10") + text[1].upper(): card for text, card in _SUITED.items()}
)
"""Cards as ``3S`` and ``10H``, without jokers."""

NJUPT_CARDS: Final[Mapping[str, Card]] = MappingProxyType({**SUIT_FIRST, "SB": BLACK_JOKER, "HR": RED_JOKER})

_FACES: Final = ("J", "Q", "K", "A")
LEVELS: Final[Mapping[int | str, int]] = MappingProxyType(
    {rank + 2: rank for rank in range(len(RANKS))}
    | {str(rank + 2): rank for rank in range(len(RANKS))}
    | {face: RANKS.index(face) for face in ("T", *_FACES)}
)
"""By each notation of a level: a number up to 14 (the ace), its text, or the letter of the rank."""


def card_in(notation: Mapping[str, Card], text: str, where: str) -> Card:
    """The card of a text in a notation.  Raises Refused if the text is not a card."""
    card = notation.get(text)
    if card is None:
        raise misfit(where, say("{text} is not a card of this format", text=text), say("a card"))
    return card


def cards_in(notation: Mapping[str, Card], texts: Iterable[str], where: str) -> list[Card]:
    """The cards of some texts.  Raises Refused if a text is not a card."""
    return [card_in(notation, text, f"{where}[{place}]") for place, text in enumerate(texts)]


def deal_text(notation: Mapping[str, Card], texts: Iterable[str], where: str) -> str:
    """Dealt cards in the notation of a match.  Raises Refused if a text is not a card."""
    return cards_text(cards_in(notation, texts, where))


def level_in(value: int | str, where: str) -> int:
    """The index of the rank of a level.  Raises Refused if the value is not a level."""
    level = LEVELS.get(value)
    if level is None:
        raise misfit(
            where, say("{text} is not a level", text=value), say("2 to 10, J, Q, K, A, or 11 to 14 for the last four")
        )
    return level


def note_silent_wild(translation: Translation, cards: list[Card], level: int | None) -> None:
    """Adds a notice that the format does not say what a wild card among other cards stands for."""
    if level is not None and len(cards) > 1 and wild_card(level) in cards:
        translation.lacks(_SILENT_WILD)
