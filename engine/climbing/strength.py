"""The strength of dealt hands where one seat, or two, play against all others: by their roles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec import UnsetType

from engine.record.match import Hand
from engine.replay.outcome import HandOutcome
from engine.replay.strength import UNIT, HandStrength, Strength, dealt_cards, role_in

Settle = Callable[[Sequence[Sequence[int]], int, int], Sequence[int]]
"""The points of each seat for an order of finish, by the seats of the two roles, which may be one."""


@dataclass(frozen=True, slots=True)
class Side:
    """The side of a game that plays against all others."""

    leader: str
    """The role that wins or loses twice what its partner does, and alone four times."""
    partner: str
    together: str
    """The difference of strength, in ``Strength.differences``, that the result of two seats follows from; that of one
    seat follows from ``alone``."""

    def measure(
        self,
        strength: Strength,
        sizes: Sequence[int],
        seats: Sequence[str],
        hand: Hand,
        outcome: HandOutcome,
        of: Settle,
    ) -> HandStrength | None:
        """The strength of each seat in its role, what the cards let one expect, and the points that ``of`` gives.

        None if a role is not known, or no seat has known cards of one of the ``sizes``.
        """
        dealt = dealt_cards(hand, seats, sizes)
        roles = {} if isinstance(outcome.roles, UnsetType) else outcome.roles
        if not {self.leader, self.partner} <= roles.keys() or not any(dealt):
            return None
        strengths = tuple(
            None if cards is None else strength.of(cards, role=role_in(outcome, seat))
            for seat, cards in zip(seats, dealt, strict=True)
        )
        leader, partner = seats.index(roles[self.leader]), seats.index(roles[self.partner])
        expected = self._expected(strength, strengths, leader, partner)
        finish = [] if isinstance(outcome.finish, UnsetType) else outcome.finish
        places = [[seats.index(seat) for seat in place] for place in finish]
        if outcome.basis is None or sum(map(len, places)) < len(seats):
            return HandStrength(strengths, expected, None)
        return HandStrength(strengths, expected, tuple(UNIT * points for points in of(places, leader, partner)))

    def measured(
        self,
        strength: Strength,
        features: Sequence[Sequence[int]],
        finish: Sequence[Sequence[int]],
        leader: int,
        partner: int,
        of: Settle,
    ) -> HandStrength:
        """The same of a whole order of finish, from the features of the dealt cards of each seat but for its role."""
        roles = [self._role(seat, leader, partner) for seat in range(len(features))]
        names = (self.leader, self.partner, "alone")
        strengths = tuple(
            strength.of_counts((*counts, *(int(role == name) for name in names)))
            for counts, role in zip(features, roles, strict=True)
        )
        expected = self._expected(strength, strengths, leader, partner)
        return HandStrength(strengths, expected, tuple(UNIT * points for points in of(finish, leader, partner)))

    def _role(self, seat: int, leader: int, partner: int) -> str:
        """The role of a seat, as ``role_in`` gives it."""
        if seat == leader == partner:
            return "alone"
        return self.leader if seat == leader else self.partner if seat == partner else ""

    def _expected(
        self, strength: Strength, strengths: Sequence[int | None], leader: int, partner: int
    ) -> tuple[int, ...] | None:
        known = [value for value in strengths if value is not None]
        if len(known) < len(strengths):
            return None
        side = {leader, partner}
        own = sum(known[seat] for seat in side)
        others = len(known) - len(side)
        ahead = (own * others - (sum(known) - own) * len(side)) // (others * len(side))
        per_seat = strength.expected("alone" if leader == partner else self.together, ahead)
        of_leader = 4 * per_seat if leader == partner else 2 * per_seat
        return tuple(
            of_leader if seat == leader else per_seat if seat == partner else -per_seat for seat in range(len(known))
        )
