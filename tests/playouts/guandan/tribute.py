"""Tribute before a hand of Guandan: what is paid, given back, or resisted, and who leads then."""

from random import Random
from typing import Any, NamedTuple

from tests.playouts.guandan.forms import CARDS, strength
from tests.playouts.guandan.holding import PlayHolding
from tests.playouts.style import Pen, Style


class Paid(NamedTuple):
    """The actions of a tribute, and who leads after it."""

    actions: list[str]
    leader: int


def _value(card: int) -> int:
    return card >> 2 if card < 52 else card - 39


def pay_tribute(
    finish: list[list[int]],
    hands: list[PlayHolding],
    rules: dict[str, Any],
    seats: tuple[str, ...],
    rng: Random,
    pen: Pen,
    style: Style,
) -> Paid:
    """Pays and returns what is due after a hand, moving the cards."""
    order = [seat for place in finish for seat in place]
    banker, follower = order[:2]
    payers = sorted(order[2:]) if (banker + follower) % 2 == 0 else order[3:]
    red = sum(hands[seat].by_value[14].count(53) for seat in payers)
    if red == 2 and rng.random() < 0.7:
        return Paid([pen.action(seats[rng.choice(payers)], "resist")], banker)
    rng.shuffle(payers)
    paid = {payer: _highest(hands[payer], rng) for payer in payers}
    worth = {payer: strength(_value(card), hands[payer].level) for payer, card in paid.items()}
    receivers = _receivers(payers, worth, banker, follower, rules)
    actions = [
        pen.action(seats[payer], "tribute", pen.cards([CARDS[card]]), *_to(receivers[payer], seats, pen, style))
        for payer, card in paid.items()
    ]
    for payer, card in paid.items():
        hands[payer].remove(card)
        hands[receivers[payer]].add(card)
    returning = list(receivers.items())
    rng.shuffle(returning)
    for payer, receiver in returning:
        allowed = _allowed(hands[receiver], rules, (payer - receiver) % 2 == 0)
        card = min(allowed, key=hands[receiver].cost_without) if style.fair else rng.choice(allowed)
        hands[receiver].remove(card)
        hands[payer].add(card)
        text = pen.cards([CARDS[card]])
        actions.append(pen.action(seats[receiver], "return", text, *_to(payer, seats, pen, style)))
    if len(payers) == 1:
        return Paid(actions, payers[0])
    if len(set(worth.values())) == 1:
        last = max(payers)
        return Paid(actions, (banker + 1) % 4 if rules["equal_tribute_lead"] == "after_banker" else last)
    return Paid(actions, max(worth, key=worth.__getitem__))


def _to(seat: int, seats: tuple[str, ...], pen: Pen, style: Style) -> list[str]:
    return [">", seats[seat]] if pen.likely(style.receivers) else []


def _highest(hand: PlayHolding, rng: Random) -> int:
    cards = [card for card in hand.cards() if card != hand.wild_card]
    best = max(strength(_value(card), hand.level) for card in cards)
    return rng.choice([card for card in cards if strength(_value(card), hand.level) == best])


def _receivers(
    payers: list[int], worth: dict[int, int], banker: int, follower: int, rules: dict[str, Any]
) -> dict[int, int]:
    if len(payers) == 1:
        return {payers[0]: banker}
    one, other = payers
    if rules["double_tribute"] == "previous_seat" or worth[one] == worth[other]:
        return {payer: (payer - 1) % 4 for payer in payers}
    higher, lower = (one, other) if worth[one] > worth[other] else (other, one)
    return {higher: banker, lower: follower}


def _allowed(hand: PlayHolding, rules: dict[str, Any], to_partner: bool) -> list[int]:
    """The cards that may be returned."""
    limit = rules["return_limit"]
    top = {"ten": 8, "nine": 7, "ten_to_partner": 8 if to_partner else 14, "any": 14}[limit]
    cards = hand.cards()
    allowed = [
        card
        for card in cards
        if _value(card) <= top and (rules["return_level"] or card >= 52 or card >> 2 != hand.level)
    ]
    if allowed:
        return allowed
    lowest = min(strength(_value(card), hand.level) for card in cards)
    return [card for card in cards if strength(_value(card), hand.level) == lowest]
