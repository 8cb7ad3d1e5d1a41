"""What is counted of Bao Huang alone."""

from collections.abc import Mapping
from decimal import Decimal

from tests.bruteforce.statistics import climbing
from tests.bruteforce.statistics.bao_huang_plays import BaoHuang
from tests.bruteforce.statistics.matches import Hand

ROLES = ("emperor", "protector", "farmer", "alone")
RESULTS = ("alone", "declared", "protected")
FIGURES = (*climbing.FIGURES, *RESULTS)


def roles(hand: Hand) -> dict[str, str]:
    """The role of each seat; none where one of the two is not known."""
    return two_and_others(hand, "emperor", "protector", "farmer")


def two_and_others(hand: Hand, first: str, second: str, others: str) -> dict[str, str]:
    """The roles where two seats, or one alone, are against the others."""
    known: Mapping[str, str] = hand.report["roles"] or {}
    if not known.get(first) or not known.get(second):
        return {}
    found = dict.fromkeys(hand.match.seats, others)
    if known[first] == known[second]:
        return found | {known[first]: "alone"}
    return found | {known[first]: first, known[second]: second}


def allied(hand: Hand, seat: str, other: str) -> bool:
    found = roles(hand)
    return bool(found) and (found[seat] == "farmer") == (found[other] == "farmer")


def figures(hand: Hand) -> dict[str, dict[str, int | Decimal]]:
    """All figures of each seat in a hand."""
    found = roles(hand)
    declared = declarers(hand)
    tallies: dict[str, Mapping[str, int]] = {
        seat: {
            "alone": found.get(seat) == "alone",
            "declared": seat in declared,
            "protected": found.get(seat) == "protector",
        }
        for seat in hand.match.seats
    }
    if hand.basis == "play":
        for seat, of_play in climbing.tally(hand, BaoHuang(hand)).items():
            tallies[seat] = {**tallies[seat], **of_play}
    return climbing.with_zeros(tallies, FIGURES)


def declarers(hand: Hand) -> set[str]:
    """The seats that declared, a show of four included where the table has declarations."""
    shown = {action.seat for _, action in hand.done("show", "role-not-allowed") if len(action.cards) == 4}
    if hand.match.options["declarations"] == "none":
        shown = set()
    return shown | {action.seat for _, action in hand.done("declare", "role-not-allowed")}
