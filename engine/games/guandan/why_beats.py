"""Why a play of Guandan beats another, in words, and what its wild cards stand for."""

from collections.abc import Sequence

from engine.cards.packed import RANKS, Card, card_text
from engine.games.guandan.combinations import Form, kind_of, wild_card
from engine.games.guandan.kinds import JOKER_BOMB, LEVEL_STRENGTH, STRAIGHT_FLUSH
from engine.games.guandan.wild_ranks import missing_ranks, rank_with_jokers
from engine.rulebook.sentences import Text, say_of


def beats_by(form: Form, against: Form) -> Text:
    """What makes a form beat another."""
    kind, other = kind_of(form), kind_of(against)
    if kind is other:
        if kind.name == "bomb":
            return say_of("guandan", "a higher bomb of as many cards")
        return say_of("guandan", "a higher {kind}", kind=kind.called)
    if kind is JOKER_BOMB:
        return say_of("guandan", "the joker bomb beats everything")
    if not other.bomb:
        if kind is STRAIGHT_FLUSH:
            return say_of("guandan", "a straight flush beats every play that is not a bomb")
        return say_of("guandan", "a bomb beats every play that is not a bomb")
    if kind is STRAIGHT_FLUSH:
        return say_of("guandan", "a straight flush beats a bomb of four or five cards")
    if other is STRAIGHT_FLUSH:
        return say_of("guandan", "a bomb of six or more cards beats a straight flush")
    return say_of("guandan", "a bomb of more cards")


def wild_cards_as(cards: Sequence[Card], form: Form, level: int) -> tuple[str, ...]:
    """What each wild card of a play stands for, as logs claim it; none for those that are level cards."""
    kind, strength = kind_of(form), form & 0xFF
    wild = wild_card(level)
    others = [rank_with_jokers(card) for card in cards if card != wild]
    if len(others) == len(cards) or kind is JOKER_BOMB:
        return ()
    if kind.run is not None:
        lowest = (strength - kind.run.length + 1) % len(RANKS)
    else:
        lowest = level if strength == LEVEL_STRENGTH else strength
    filled = missing_ranks(kind, lowest, others, level)
    if filled is None or (kind.equal and lowest == level):
        return ()
    return tuple(f"{card_text(wild)}={RANKS[rank]}" for rank in filled)
