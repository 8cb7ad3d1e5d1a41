"""Branches of a hand of Guandan: what a seat may do besides playing, what wild cards may stand for, the setup."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET, structs

from engine.cards.packed import RANKS, SUITS, card_text, unpack
from engine.climbing.branch import PLAY, claimed_readings
from engine.climbing.reader import Form, Play
from engine.climbing.round import OPENING
from engine.games.guandan.beating import wild_cards_as
from engine.games.guandan.combinations import wild_card
from engine.games.guandan.match_replay import GuandanMatchReplay
from engine.games.guandan.play import GuandanHand
from engine.record.match import Setup
from engine.replay.branch import Branching, Reading, Way


def ways(hand: GuandanHand, seat: int) -> tuple[Way, ...]:
    """A card to give where one is due from the seat, else cards to play."""
    tribute = hand.exchange.tribute
    if hand.table.round.turn == OPENING and hand.exchange.pending:
        if seat in tribute.payers_left:
            return (Way("tribute"),)
        if seat in tribute.receivers_left:
            return (Way("return"),)
    return (Way(PLAY),)


def acts(hand: GuandanHand, seat: int) -> list[str]:
    """Each card as tribute or return where one is due, resistance, and the number of cards left."""
    holdings = hand.table.holdings
    (way,) = ways(hand, seat)
    actions = []
    if way.verb != PLAY:
        actions = [f"{way.verb} {card_text(card)}" for card in sorted(set(unpack(holdings.shown(seat))), reverse=True)]
    if hand.table.round.turn == OPENING and hand.exchange.pending:
        actions.append("resist")
    if holdings.count(seat) <= hand.rules.report_at and not hand.table.at_most(seat):
        actions.append(f"report {holdings.count(seat)}")
    return actions


def readings(hand: GuandanHand, seat: int, cards: Sequence[str]) -> tuple[Reading, ...]:
    """The cards with what wild cards may stand for."""

    def claims(play: Play, form: Form) -> Iterator[tuple[str, ...]]:
        level = hand.level
        if level is None:
            return
        wild = card_text(wild_card(level))
        stands_for = wild_cards_as(play.cards, form, level)
        for suit in ("", *SUITS):
            left = [f"{claim}{suit}" for claim in stands_for]
            yield tuple(left.pop(0) if text == wild and left else text for text in map(card_text, play.cards))

    return claimed_readings(hand, seat, cards, claims)


def stated_setup(opened: GuandanMatchReplay, hand: GuandanHand, before: Setup) -> Setup:
    """The setup with the levels, the failures and the finish of the hand before, without the mark of an extra hand: a
    hand alone decides no tie.
    """
    standing, seats = opened.standing, opened.seats
    facts: dict[str, Any] = {}
    if hand.level is not None:
        facts["level"] = RANKS[hand.level]
    levels = {seats[team]: RANKS[level] for team, level in enumerate(standing.levels) if level is not None}
    failures = {seats[team]: count for team, count in enumerate(standing.failures) if count}
    previous: list[str | list[str]] = [
        seats[place[0]] if len(place) == 1 else [seats[seat] for seat in place] for place in standing.previous or ()
    ]
    if not previous and standing.setter_known and standing.setter is not None:
        previous = [seats[standing.setter]]
    named = {"levels": levels, "failures": failures, "previous": previous}
    return structs.replace(before, extra=UNSET, **facts, **{name: value for name, value in named.items() if value})


BRANCHING: Final = Branching(ways, acts, readings, stated_setup)
