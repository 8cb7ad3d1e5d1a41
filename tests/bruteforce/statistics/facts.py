"""A row for each hand that counts and each seat: who, with whom, and what came of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from tests.bruteforce.statistics import bao_huang, big_a, chinese_poker, guandan
from tests.bruteforce.statistics.matches import Hand, Match

GAMES = {"guandan": guandan, "bao_huang": bao_huang, "big_a": big_a, "chinese_poker": chinese_poker}

Figures = Mapping[str, int | Decimal]


@dataclass(frozen=True)
class Fact:
    """A hand as one seat had it."""

    hand: Hand
    seat: str
    role: str | None
    beside: frozenset[str]
    """The persons at the other seats of the same side."""
    figures: Figures
    """What the game's own list names."""

    @property
    def match(self) -> Match:
        return self.hand.match

    @property
    def person(self) -> str:
        return self.match.persons[self.seat]

    @property
    def score(self) -> int:
        """What a ruling set, else what was computed; a score that is null counts 0."""
        scores = self.hand.report.get("ruled") or self.hand.report["scores"] or {}
        return int(scores.get(self.seat) or 0)

    @property
    def place(self) -> float | None:
        return self.hand.places.get(self.seat)

    @property
    def errors(self) -> int:
        return sum(each["severity"] == "error" and each["seat"] == self.seat for each in self.hand.findings)


@cache
def facts(match: Match) -> tuple[Fact, ...]:
    """The rows of a match, also those of nobody."""
    return tuple(fact for hand in match.counted for fact in _of_hand(hand))


def _of_hand(hand: Hand) -> Iterator[Fact]:
    match = hand.match
    game = GAMES[match.game]
    roles = game.roles(hand)
    figures = game.figures(hand)
    for seat in match.seats:
        others = [other for other in match.seats if other != seat and game.allied(hand, seat, other)]
        beside = frozenset(match.persons[other] for other in others) - {""}
        yield Fact(hand, seat, roles.get(seat), beside, figures[seat])
