"""Made-up players who think: they get rid of small cards, keep their bombs, leave their partner's plays and go out."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.playouts.policies import Option, Policy, Turn, greedy

_TRIED: Final = 10
"""How many of the lowest plays somebody looks at who follows."""
_NEAR: Final = 3
_HIGH: Final = 90


@dataclass(frozen=True)
class Temperament:
    """How somebody plays who divides the holding into few plays and thinks of the cards that the others have left."""

    bombs_at: int = 8
    """The number of cards, left to an opponent, from which on bombs are played against it."""
    breaks: int = 0
    """How much a play may add to the cost of the holding when it beats an opponent."""
    over_partner: int = 40
    """The greatest height of a partner's play that is beaten, and that only where it makes the holding better."""
    slips: float = 0.0
    """The share of turns at which something is played without a thought."""
    misjudges: float = 0.0
    """The share of hands that are set in another way than the best that is seen."""

    def __call__(self, rng: Random, turn: Turn) -> Option | None:
        """A play, or None for a pass."""
        if not turn.left:
            return self._set(rng, turn.plays)
        if self.slips and rng.random() < self.slips:
            return greedy(rng, turn)
        held = turn.left[turn.seat]
        for play in turn.plays:
            if play.size == held:
                return play
        if turn.leads:
            return self._led(rng, turn)
        if not turn.plays:
            return None
        return self._over_partner(turn) if turn.partner else self._over_opponent(rng, turn)

    def _set(self, rng: Random, settings: Sequence[Option]) -> Option:
        """A setting of rows, the best of which comes first; a mis-set one has size 0."""
        sound = [play for play in settings if play.size] or list(settings)
        return rng.choice(sound) if self.misjudges and rng.random() < self.misjudges else sound[0]

    def _led(self, rng: Random, turn: Turn) -> Option:
        allowed = {play.form for play in turn.plays}
        arranged = [play for play in turn.arranged() if play.form in allowed] or list(turn.plays)
        regular = [play for play in arranged if not play.bomb]
        bombs = [play for play in arranged if play.bomb]
        if not regular:
            return min(bombs, key=_power)
        if len(regular) == 1 and bombs:
            return min(bombs, key=_power)
        against = _opponents(turn)
        safe = [play for play in regular if play.size not in against]
        if not safe and min(against) <= _NEAR:
            return max(regular, key=lambda play: play.height)
        partner = [turn.left[seat] for seat in turn.friends if seat != turn.seat and turn.left[seat]]
        singles = [play for play in safe if play.size == 1]
        if partner and min(partner) == 1 and singles:
            return min(singles, key=lambda play: play.height)
        return min(safe or regular, key=lambda play: play.height - 6 * play.size + 10 * rng.random())

    def _over_partner(self, turn: Turn) -> Option | None:
        best = self._best(turn, [play for play in turn.plays if not play.bomb])
        if best is None:
            return None
        play, damage = best
        if damage >= 0:
            return None
        if turn.cost + damage <= 1:
            return play
        return play if turn.height <= self.over_partner and play.height < _HIGH else None

    def _over_opponent(self, rng: Random, turn: Turn) -> Option | None:
        nearest = min(_opponents(turn))
        bound = self.breaks + (3 if nearest <= _NEAR else 0)
        best = self._best(turn, [play for play in turn.plays if not play.bomb])
        if best is not None and best[1] <= bound:
            return best[0]
        best = self._best(turn, [play for play in turn.plays if play.bomb])
        if best is None:
            return None
        play, damage = best
        pressing = nearest <= self.bombs_at or turn.cost + damage <= 4
        tempting = turn.height >= _HIGH and rng.random() < 0.3
        return play if (pressing or tempting) and damage <= bound + 3 else None

    @staticmethod
    def _best(turn: Turn, plays: Sequence[Option]) -> tuple[Option, int] | None:
        """The play that leaves the holding at the lowest cost, of several the lowest; and what it adds to the cost."""
        lowest = sorted(plays, key=_power)
        tried = lowest if len(lowest) <= _TRIED else [*lowest[: _TRIED - 2], *lowest[-2:]]
        rated = [(turn.cost_after(play), play.power, number) for number, play in enumerate(tried)]
        if not rated:
            return None
        cost, _, number = min(rated)
        return tried[number]._replace(frugal=True), cost - turn.cost


def _power(play: Option) -> int:
    return play.power


def _opponents(turn: Turn) -> list[int]:
    """The numbers of cards that the opponents hold who are not out."""
    return [left for seat, left in enumerate(turn.left) if left and seat not in turn.friends]


@dataclass(frozen=True)
class AtTable:
    """A policy for each seat."""

    policies: tuple[Policy, ...]

    def __call__(self, rng: Random, turn: Turn) -> Option | None:
        """What the policy of the seat plays."""
        return self.policies[turn.seat](rng, turn)


TEMPERAMENTS: Final[dict[str, Policy]] = {
    "steady": Temperament(),
    "careful": Temperament(bombs_at=5, breaks=-1, over_partner=20, misjudges=0.1),
    "bold": Temperament(bombs_at=14, breaks=2, over_partner=70, misjudges=0.2),
    "careless": Temperament(slips=0.25, misjudges=0.5),
}
