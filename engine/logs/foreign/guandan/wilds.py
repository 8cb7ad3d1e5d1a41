"""What wild cards stand for, from the kind and rank of a play that a platform gives."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, RANKS, RED_JOKER, SUITS, Card, rank_of, suit_of
from engine.games.guandan.combinations import wild_card
from engine.games.guandan.kinds import FULL_HOUSE, JOKER_BOMB, SEQUENCES, Kind, KindName, Run, kind_named

_ACE: Final = len(RANKS) - 1

JOKER_RANKS: Final[Mapping[Card, int]] = {BLACK_JOKER: _ACE + 1, RED_JOKER: _ACE + 2}
"""The jokers as ranks of a single or a pair."""


def spoken(name: KindName, lowest: int, cards: Sequence[Card], level: int) -> list[str] | None:
    """The cards of a play as an action writes them, with a claim on each wild card that needs one.

    ``name`` is the name of its kind.  ``lowest`` is the rank of the play.  For a sequence it is its lowest rank, which
    can be an ace below 2.  The ranks of jokers are those of ``JOKER_RANKS``.  None if the cards cannot be of that kind.

    In singles, pairs, triples and bombs of the level rank, wild cards count as themselves and get no claim.  In other
    plays each wild card gets a claim: only a rank if the suit does not matter, and a suit too in a straight flush and
    in a straight whose other cards are all of one suit, because that must not become a straight flush.
    """
    kind = kind_named(name, len(cards))
    if kind is JOKER_BOMB:
        return _texts(cards) if sorted(cards) == [BLACK_JOKER, BLACK_JOKER, RED_JOKER, RED_JOKER] else None
    if kind is None or lowest < 0:
        return None
    wild = wild_card(level)
    others = [card for card in cards if card != wild]
    missing = _missing(kind, lowest, [_rank(card) for card in others], level)
    if missing is None or len(missing) != len(cards) - len(others):
        return None
    if kind.equal and lowest == level:
        return _texts(cards)
    suit = _claimed_suit(kind.run, {suit_of(card) for card in others}, bool(missing))
    if suit is None:
        return None
    claims = iter(missing)
    return [f"{CARD_TEXTS[card]}={RANKS[next(claims)]}{suit}" if card == wild else CARD_TEXTS[card] for card in cards]


def lowest_of(name: KindName, highest: int) -> int:
    """The lowest rank of a sequence with a given highest rank; an ace below 2 counts as the ace."""
    length = next((run.length for kind, run in SEQUENCES if kind.name == name), 1)
    lowest = highest - length + 1
    return _ACE if lowest == -1 else lowest


def _claimed_suit(run: Run | None, suits: set[int], wild: bool) -> str | None:
    """The suit of the claims, empty if it does not matter; None if the suits do not fit the kind."""
    if run is None or run.one_suit is None:
        return ""
    if run.one_suit:
        return SUITS[min(suits)] if len(suits) == 1 else None
    if len(suits) == 1:
        return SUITS[0 if min(suits) else 1] if wild else None
    return ""


def _missing(kind: Kind, lowest: int, ranks: list[int], level: int) -> list[int] | None:
    """The ranks that the wild cards fill, from low to high; None if the other cards do not fit."""
    needs = _needs(kind, lowest, ranks, level)
    if needs is None:
        return None
    for rank in ranks:
        if not needs.get(rank):
            return None
        needs[rank] -= 1
    missing = [rank for rank, count in needs.items() for _ in range(count)]
    return None if any(rank > _ACE for rank in missing) else missing


def _needs(kind: Kind, lowest: int, ranks: list[int], level: int) -> dict[int, int] | None:
    """The number of cards of each rank in the play, from the lowest rank up."""
    if kind is FULL_HOUSE:
        pair = next((rank for rank in ranks if rank != lowest), level)
        return {lowest: 3, pair: 2} if lowest <= _ACE and pair != lowest else None
    if kind.run is None:
        return None if kind.bomb and lowest > _ACE else {lowest: kind.size}
    start = -1 if lowest == _ACE else lowest
    if start < -1 or start + kind.run.length - 1 > _ACE:
        return None
    return {rank % len(RANKS): kind.run.each for rank in range(start, start + kind.run.length)}


def _rank(card: Card) -> int:
    return JOKER_RANKS[card] if card >= BLACK_JOKER else rank_of(card)


def _texts(cards: Sequence[Card]) -> list[str]:
    return [CARD_TEXTS[card] for card in cards]
