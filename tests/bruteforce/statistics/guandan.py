"""What is counted of Guandan alone."""

from collections.abc import Mapping
from decimal import Decimal

from tests.bruteforce.statistics import climbing
from tests.bruteforce.statistics.guandan_plays import Guandan
from tests.bruteforce.statistics.guandan_setup import level_of, partner, payments, receivers, set_by
from tests.bruteforce.statistics.matches import Hand

ROLES: tuple[str, ...] = ()
RESULTS = (
    "banker",
    "doubles_made",
    "doubles_suffered",
    "tributes_paid",
    "tributes_received",
    "resisted",
    "at_a",
    "at_a_won",
)
PLAY = ("bombs", "straight_flushes", "joker_bombs", "wild_cards", "wild_in_bombs")
FIGURES = (*climbing.FIGURES, *RESULTS, *PLAY)


def roles(hand: Hand) -> dict[str, str]:
    return {}


def allied(hand: Hand, seat: str, other: str) -> bool:
    return partner(hand.match, seat) == other


def figures(hand: Hand) -> dict[str, dict[str, int | Decimal]]:
    """All figures of each seat in a hand."""
    tallies = {seat: results(hand, seat) for seat in hand.match.seats}
    if hand.basis == "play":
        for seat, of_play in climbing.tally(hand, Guandan(hand)).items():
            tallies[seat] = {**tallies[seat], **of_play}
    return climbing.with_zeros(tallies, FIGURES)


def results(hand: Hand, seat: str) -> Mapping[str, int]:
    """The figures that do not rest on the play."""
    side = {seat, partner(hand.match, seat)}
    finish = hand.report["finish"]
    order = [each for group in finish for each in group]
    first_two = set(order[:2])
    paid = payments(hand)
    resisting = {action.seat for number, action in hand.done("resist") if not hand.codes[number]}
    at_a = level_of(hand) == "A" and set_by(hand) in side
    return {
        "banker": order[:1] == [seat],
        "doubles_made": first_two == side,
        "doubles_suffered": len(first_two) == 2 and not first_two & side,
        "tributes_paid": sum(each.payer == seat for each in paid),
        "tributes_received": receivers(hand).count(seat),
        "resisted": bool(resisting & side),
        "at_a": at_a,
        "at_a_won": at_a and won_match(hand, seat),
    }


def won_match(hand: Hand, seat: str) -> bool:
    """Whether a hand at A won the match for the side of a seat: banker, and the partner not last."""
    match = hand.match
    if seat not in (match.winner or []) or hand.number != match.counted[-1].number:
        return False
    order = [each for group in hand.report["finish"] for each in group]
    side = {seat, partner(match, seat)}
    return bool(order) and order[0] in side and len(order) == 4 and order[3] not in side
