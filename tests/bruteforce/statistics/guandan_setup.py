"""What a hand of Guandan begins with: its level and who set it, and the tribute."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tests.bruteforce.guandan import level_place
from tests.bruteforce.statistics.actions import UNSEEN, Action
from tests.bruteforce.statistics.matches import Hand, Match


def partner(match: Match, seat: str) -> str:
    return match.after(seat, 2)


def before(hand: Hand) -> Hand | None:
    """The hand before in the log."""
    return hand.match.hands[hand.number - 1] if hand.number else None


def flat(finish: Any) -> list[str]:
    """The seats of an order of finish, whoever shares places."""
    return list(chain.from_iterable([each] if isinstance(each, str) else each for each in finish or []))


# The level.


def set_by(hand: Hand) -> str | None:
    """A seat of the side that won the hand before, and so set the level; None: nobody, or not known."""
    stated = flat(hand.setup.get("previous"))
    if stated:
        return stated[0]
    last = before(hand)
    if last is None or last.basis is None:
        return None
    if last.basis == "scores":
        gained = [seat for seat, score in last.report["scores"].items() if (score or 0) > 0]
        return gained[0] if gained and set(gained) <= {gained[0], partner(hand.match, gained[0])} else None
    order = flat(last.report["finish"])
    return order[0] if order else None


def level_of(hand: Hand) -> str | None:
    """The level that a hand is played at; None: not known."""
    if "level" in hand.setup:
        return str(hand.setup["level"]).upper().replace("10", "T")
    setter = set_by(hand)
    last = before(hand)
    levels: Mapping[str, str] | None = hand.setup.get("levels") or (last.report["levels"] if last else None)
    if levels and setter:
        side = (setter, partner(hand.match, setter))
        return next((level for seat, level in levels.items() if seat in side), None)
    if levels and len(set(levels.values())) == 1 and len(levels) == 2:
        return next(iter(levels.values()))
    return "2" if last is None and not levels else None


# Tribute.


@dataclass(frozen=True)
class Payment:
    """A card of tribute or return that moved."""

    number: int
    payer: str
    receiver: str | None
    """None: it is not told which of two seats got it, or which seat did."""
    card: str


def order_before(hand: Hand) -> list[str]:
    """The order of finish of the hand before, as the tribute rests on it; empty: not known."""
    last = before(hand)
    order = flat(hand.setup.get("previous"))
    if not order and last is not None:
        order = flat(
            last.report["finish"] if last.basis in ("play", "result") else last.log.get("result", {}).get("finish")
        )
    if len(order) < 2 or (len(order) == 2 and partner(hand.match, order[0]) != order[1]):
        return []
    return [*order, *(seat for seat in hand.match.seats if seat not in order)]


def owed(hand: Hand) -> dict[str, set[str]]:
    """Who owes a card, and those whom it may go to."""
    order = order_before(hand)
    if not order:
        return {}
    banker, follower, third, last = order
    if partner(hand.match, banker) != follower:
        return {last: {banker}}
    if hand.match.options["double_tribute"] == "by_rank":
        return {payer: {banker, follower} for payer in (third, last)}
    return {payer: {hand.match.after(payer, 3)} for payer in (third, last)}


def payments(hand: Hand) -> list[Payment]:
    """The tributes that had an effect: a card that nobody owes, to nobody named, stays where it is."""
    done = hand.done("tribute", "role-not-allowed")
    due = owed(hand)
    by_rank = _by_rank(hand, [action for _, action in done], due)
    paid: list[Payment] = []
    for number, action in done:
        again = any(each.payer == action.seat for each in paid)
        receiver = action.receiver
        if receiver is None and action.seat in due and not again:
            receiver = next(iter(due[action.seat])) if len(due[action.seat]) == 1 else by_rank.get(action.seat)
        stays = receiver is None and "tribute-not-due" in hand.codes[number]
        if action.cards and not stays:
            paid.append(Payment(number, action.seat, receiver, action.cards[0]))
    return paid


def receivers(hand: Hand) -> list[str]:
    """Who received a card of tribute, once for each; of two cards that went one to each of two seats, both did."""
    paid = payments(hand)
    found = [each.receiver for each in paid if each.receiver is not None]
    due = owed(hand)
    open_to = {seat for payers in due.values() for seat in payers}
    if due.keys() <= {each.payer for each in paid} and any(each.receiver is None for each in paid):
        found += [seat for seat in hand.match.seats if seat in open_to and seat not in found]
    return found


def _by_rank(hand: Hand, done: list[Action], due: Mapping[str, set[str]]) -> dict[str, str]:
    """Who gets the card of each of two payers: the higher goes to the banker."""
    order = order_before(hand)
    first: dict[str, Action] = {}
    for action in done:
        if action.seat in due and action.cards:
            first.setdefault(action.seat, action)
    if len(due) != 2 or len(first) != 2:
        return {}
    (one, mine), (other, theirs) = first.items()
    if UNSEEN in (mine.cards[0], theirs.cards[0]):
        named = {seat: action.receiver for seat, action in first.items() if action.receiver in order[:2]}
        return {
            seat: next(each for each in order[:2] if each not in named.values()) for seat in first if len(named) == 1
        }
    level = level_of(hand)
    heights = [
        level_place(card if card in ("BJ", "RJ") else card[0], level) for card in (mine.cards[0], theirs.cards[0])
    ]
    if heights[0] == heights[1]:
        return {seat: hand.match.after(seat, 3) for seat in first}
    higher, lower = (one, other) if heights[0] > heights[1] else (other, one)
    return {higher: order[0], lower: order[1]}
