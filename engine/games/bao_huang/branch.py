"""Branches of a hand of Bao Huang: what a seat may do besides playing, and the setup."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import structs

from engine.cards.packed import SUITED, card_text, copies
from engine.climbing.branch import PLAY, plain
from engine.climbing.round import OPENING
from engine.games.bao_huang.match_replay import BaoHuangMatchReplay
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.bao_huang.reader import DECLARATIONS
from engine.record.match import Setup
from engine.replay.branch import Branching, Reading, Way

_SHOWN: Final = (3, 4)
"""Cards of one rank and suit that are shown for the emperor card."""


def ways(hand: BaoHuangHand, seat: int) -> tuple[Way, ...]:
    """Cards to give or to take where tribute is due, else cards to play."""
    tribute = hand.exchange.tribute
    if hand.table.round.turn == OPENING and hand.exchange.pending and tribute.owes(seat):
        return (Way("tribute"), Way(PLAY))
    return (Way(PLAY),)


def acts(hand: BaoHuangHand, seat: int) -> list[str]:
    """The tribute owed, cards to take, answers and declarations, and the request not to be beaten."""
    tribute, holdings = hand.exchange.tribute, hand.table.holdings
    held = holdings.shown(seat)
    found = ["ask"]
    if hand.table.round.turn == OPENING:
        owed = hand.exchange.owed(seat)
        if owed:
            found.append(f"tribute {' '.join(map(card_text, owed))}")
        if tribute.takers_left:
            found += [f"take {card_text(card)}" for card in dict.fromkeys(tribute.laid.cards())]
        for card in SUITED:
            found += [f"show {' '.join([card_text(card)] * count)}" for count in _SHOWN if copies(held, card) >= count]
        found += ["accept", "decline", "redeal"]
    return [*found, *(f"declare {what}" for what in DECLARATIONS)]


def readings(hand: BaoHuangHand, seat: int, cards: Sequence[str]) -> tuple[Reading, ...]:
    """The cards as they are: nothing in them can be read in two ways."""
    del hand, seat
    return (plain(cards),)


def stated(opened: BaoHuangMatchReplay, hand: BaoHuangHand, before: Setup) -> Setup:
    """The setup with the finish and the roles of the hand before, and the seat that took the first card."""
    seats, previous = opened.seats, opened.standing.previous
    facts: dict[str, Any] = {}
    if hand.declarations.first is not None:
        facts["first"] = seats[hand.declarations.first]
    if previous is not None:
        known: dict[str, Any] = {}
        if previous.finish is not None:
            known["finish"] = [
                seats[place[0]] if len(place) == 1 else [seats[seat] for seat in place] for place in previous.finish
            ]
        for role, seat in (("emperor", previous.emperor), ("protector", previous.protector)):
            if seat is not None:
                known[role] = seats[seat]
        facts["previous"] = known
    return structs.replace(before, **facts)


BRANCHING: Final = Branching(ways, acts, readings, stated)
