"""What is counted of Big A alone."""

from collections.abc import Mapping
from decimal import Decimal

from tests.bruteforce.statistics import climbing
from tests.bruteforce.statistics.bao_huang import two_and_others
from tests.bruteforce.statistics.big_a_plays import BigA
from tests.bruteforce.statistics.matches import Hand

ROLES = ("declarer", "partner", "opponent", "alone")
RESULTS = ("exposed", "overcalled")
FIGURES = (*climbing.FIGURES, *RESULTS, "captured", "fours_played")


def roles(hand: Hand) -> dict[str, str]:
    """The role of each seat; none where one of the two is not known."""
    return two_and_others(hand, "declarer", "partner", "opponent")


def allied(hand: Hand, seat: str, other: str) -> bool:
    found = roles(hand)
    return bool(found) and (found[seat] == "opponent") == (found[other] == "opponent")


def figures(hand: Hand) -> dict[str, dict[str, int | Decimal]]:
    """All figures of each seat in a hand."""
    exposing = [action.seat for _, action in hand.done("expose", "role-not-allowed")]
    tallies: dict[str, Mapping[str, int]] = {
        seat: {"exposed": seat in exposing, "overcalled": seat in exposing and exposing[0] != seat}
        for seat in hand.match.seats
    }
    if hand.basis == "play":
        for seat, of_play in climbing.tally(hand, BigA(hand)).items():
            tallies[seat] = {**tallies[seat], **of_play}
    return climbing.with_zeros(tallies, FIGURES)
