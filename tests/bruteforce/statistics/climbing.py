"""Play in the climbing games: who led, played, passed and could have beaten, as the table let it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from tests.bruteforce.statistics.actions import Action
from tests.bruteforce.statistics.holdings import Held, Holdings
from tests.bruteforce.statistics.matches import NO_EFFECT, Hand

FIGURES = ("plays", "leads", "lead_cards", "passes", "passes_able", "seconds", "timed")

Tally = Counter[str]
"""Figures by name; seconds are exact decimals."""


@dataclass
class Lying:
    """What lies on the table: whose it is, its cards and their reading, which is the game's own."""

    owner: str
    cards: Sequence[str]
    reading: Any


class Rules(Protocol):
    """What a game says of its play."""

    holdings: Holdings

    def reading(self, action: Action, lying: Lying | None) -> Any:
        """What some cards are, played on what lies there; None: nothing that can be played."""

    def can_beat(self, held: Held, lying: Lying) -> bool:
        """Whether some cards known to be held could be played, or capture, on what lies there."""

    def other(self, number: int, action: Action) -> None:
        """Moves what an action moves that is neither play nor pass nor capture."""

    def figures(self, action: Action, reading: Any) -> Mapping[str, int]:
        """What the game counts of a play or capture; a reading of None: of cards not held that form nothing."""


def tally(hand: Hand, rules: Rules) -> dict[str, Tally]:
    """The figures of play of each seat in a hand that was played to its end."""
    tallies: dict[str, Tally] = {seat: Counter() for seat in hand.match.seats}
    add_times(hand, tallies)
    lying: Lying | None = None
    last = ""
    for number, action in enumerate(hand.actions):
        codes = hand.codes[number]
        if codes & NO_EFFECT:
            continue
        if action.verb not in ("play", "pass", "capture"):
            rules.other(number, action)
            continue
        mine = tallies[action.seat]
        if lying and comes_round(hand.match.after, last, action.seat, lying.owner):
            lying = None
        last = action.seat
        if action.verb == "pass":
            if lying:
                mine["passes"] += 1
                mine["passes_able"] += can_beat(rules, action.seat, lying)
            continue
        rules.holdings[action.seat].give(action.cards)
        if lying and action.verb == "capture":
            rules.holdings[action.seat].take(lying.cards)
            lying.cards = ()
        if "not-a-combination" in codes:
            continue
        mine["plays"] += 1
        if lying is None:
            mine["leads"] += 1
            mine["lead_cards"] += len(action.cards)
        reading = rules.reading(action, lying)
        mine.update(rules.figures(action, reading))
        if reading is not None:
            lying = Lying(action.seat, action.cards, reading)
    return tallies


def can_beat(rules: Rules, seat: str, lying: Lying) -> bool:
    held = rules.holdings[seat]
    return not held.moved_unseen and rules.can_beat(held, lying)


def comes_round(after: Callable[[str], str], last: str, seat: str, owner: str) -> bool:
    """Whether the turn, going on from the last seat that acted to the one that acts, comes to the owner of the play.

    The seats in between have passed, whatever made them be left out.
    """
    seats = [after(last)]
    while seats[-1] != seat:
        seats.append(after(seats[-1]))
    return owner in seats


def add_times(hand: Hand, tallies: Mapping[str, Tally]) -> None:
    """Adds what each action took, if it and the one right before it in the log have times that do not decrease."""
    for number, (before, action) in enumerate(zip(hand.actions, hand.actions[1:], strict=False), 1):
        if hand.codes[number] & NO_EFFECT or before.seconds is None or action.seconds is None:
            continue
        if action.seconds >= before.seconds:
            mine = tallies[action.seat]
            mine["timed"] += 1
            mine["seconds"] += action.seconds - before.seconds  # type: ignore[assignment]


def with_zeros(tallies: Mapping[str, Mapping[str, int]], names: Sequence[str]) -> dict[str, dict[str, int | Decimal]]:
    """Figures with every name, zero included."""
    return {seat: {name: found.get(name, 0) for name in names} for seat, found in tallies.items()}
