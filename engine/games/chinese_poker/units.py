"""The recorded units between every two seats: read, and compared with what was settled."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engine.games.chinese_poker.codes import UNIT_MISMATCH
from engine.games.chinese_poker.deal import GAME
from engine.games.chinese_poker.setup import bad_pair
from engine.record import bounds
from engine.record.match import Number
from engine.recorded.pairs import pair_of
from engine.recorded.points import whole_point
from engine.recorded.results import bad_result, bad_value
from engine.replay.outcome import ScoreLine
from engine.rulebook.findings import Finding, finding, shown
from engine.rulebook.sentences import say

Pair = tuple[int, int]
"""Two seats by number, the lower first."""

_WANTED: Final = say("whole numbers from -{most} to {most}, also multiplied by the stake", most=f"{bounds.POINTS:,}")


class UnitEntry(NamedTuple):
    """One recorded entry: its name, its seats, and what the first seat wins from the other."""

    name: str
    pair: Pair
    units: int
    sign: int
    """-1 if the entry names the higher seat first, otherwise 1."""


class RecordedUnits:
    """The recorded units of a hand, and the findings about those that cannot be read."""

    def __init__(
        self, recorded: Mapping[str, Number], numbers: Mapping[str, int], stakes: Mapping[Pair, int], *, hand: int
    ) -> None:
        self.findings: Final[list[Finding]] = []
        self._entries: Final[list[UnitEntry]] = []
        self._hand: Final = hand
        for text, value in recorded.items():
            pair, units = pair_of(text, numbers), whole_point(value)
            if pair is None:
                self._refuse(bad_pair(text), say("two seats, such as A-B"))
                continue
            ordered = (min(pair), max(pair))
            if units is None or (ordered in stakes and whole_point(units * stakes[ordered]) is None):
                self._refuse(bad_value(text, value), _WANTED)
                continue
            sign = 1 if pair == ordered else -1
            self._entries.append(UnitEntry(text, ordered, units * sign, sign))

    def _refuse(self, reason: str, wanted: str) -> None:
        self.findings.append(bad_result("units", reason, wanted, hand=self._hand))

    def of_every_pair(self, seats: int) -> dict[Pair, int] | None:
        """The units between every two seats; None if a pair is missing, or recorded with two values."""
        units: dict[Pair, int] = {}
        for entry in self._entries:
            if units.setdefault(entry.pair, entry.units) != entry.units:
                return None
        pairs = list(combinations(range(seats), 2))
        return {pair: units[pair] for pair in pairs} if all(pair in units for pair in pairs) else None

    def mismatch(self, possible: Mapping[Pair, Sequence[int]]) -> list[Finding]:
        """The findings about units of pairs that were settled; ``possible`` has the values that these can have."""
        wrong: dict[str, str] = {}
        for name, pair, units, sign in self._entries:
            found = possible.get(pair, (units,))
            if units not in found:
                wrong[f"{name} {units * sign}"] = f"{name} {found[0] * sign}"
        if not wrong:
            return []
        return [
            finding(
                UNIT_MISMATCH,
                f"{GAME}.settlement",
                hand=self._hand,
                field=say("units"),
                recorded=shown(", ".join(wrong)),
                computed=", ".join(wrong.values()),
            )
        ]


def scores_of(units: Mapping[Pair, int], stakes: Mapping[Pair, int], seats: int) -> list[int]:
    """The points of each seat: its units against every other seat, times the stake between the two."""
    scores = [0] * seats
    for (one, other), won in units.items():
        points = won * stakes.get((one, other), 1)
        scores[one] += points
        scores[other] -= points
    return scores


def lines_of(units: Mapping[Pair, int], stakes: Mapping[Pair, int], seats: Sequence[str]) -> list[ScoreLine]:
    """A score line for every two seats."""
    lines = []
    for (one, other), won in units.items():
        stake = stakes.get((one, other), 1)
        names = {"one": seats[one], "other": seats[other]}
        if stake > 1:
            text = say("{one}-{other}: {units} as recorded, at {stake} points a unit", **names, units=won, stake=stake)
        else:
            text = say("{one}-{other}: {units} as recorded", **names, units=won)
        lines.append(ScoreLine(f"{GAME}.recorded", text, {seats[one]: won * stake, seats[other]: -won * stake}))
    return lines
