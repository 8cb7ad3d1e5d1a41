"""What a finished hand of Bao Huang is worth, and what it owes the next one."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

_PLACES: Final = {"2-1-0": (2, 1, 0, -1, -2), "4-2-0": (4, 2, 0, -2, -4), "6-3-0": (6, 3, 0, -3, -6)}
_ALONE: Final = ((12, -3), (0, 0), (-12, 3), (-12, 3), (-12, 3))

REBELS: Final = "rebels"
"""What is declared once two farmers have declared an uprising."""

Finish = Sequence[Sequence[int]]


class Settled:
    """A hand's end: the order of finish, the emperor and the protector (the same seat: alone), what was declared."""

    def __init__(
        self,
        finish: Finish,
        emperor: int,
        protector: int,
        rules: dict[str, Any],
        declared: AbstractSet[str] = frozenset(),
    ) -> None:
        self.finish = finish
        self.declared = declared
        self.emperor, self.protector = emperor, protector
        self.rules = rules
        self.court = {emperor, protector}
        self.alone = emperor == protector

    def place(self, seat: int) -> int:
        """How many seats finished before a seat, or before those it shares its place with."""
        before = 0
        for place in self.finish:
            if seat in place:
                return before
            before += len(place)
        raise ValueError(seat)

    def court_wins(self) -> bool | None:
        """Whether the emperor's side has won; None: a tie."""
        settled = self._as_scored(self.declared)
        if settled is not self:
            return None if settled is None else settled.court_wins()
        rule = self.rules["winner_rule"]
        if rule == "first_vs_last":
            return self._by_ends()
        points = self.plain()[self.emperor]
        if points == 0:
            return None
        return points > 0 if rule == "points" else self.finish[-1][0] not in self.court

    def _by_ends(self) -> bool | None:
        first, last = (self.finish[end][0] in self.court for end in (0, -1))
        if self.alone:
            return self.finish[0][0] == self.emperor
        return None if first == last else first

    def plain(self) -> list[int]:
        """The scores before anything that was declared."""
        scoring = self.rules["scoring"]
        if scoring == "win_loss":
            wins = self._by_ends()
            return [0 if wins is None else 1 if (seat in self.court) == wins else -1 for seat in range(5)]
        if self.alone and scoring == "2-1-0":
            own, others = _ALONE[self.place(self.emperor)]
            return [own if seat == self.emperor else others for seat in range(5)]
        sides = self._sides(_PLACES[scoring])
        times = 1 if scoring == "6-3-0" else 2 if scoring == "2-1-0" or self.alone else 1
        if scoring == "4-2-0" and self.rules["balanced"]:
            times *= 2
        return [sides[seat in self.court] * (times if seat == self.emperor else 1) for seat in range(5)]

    def _sides(self, points: Sequence[int]) -> dict[bool, int]:
        sides = {True: 0, False: 0}
        at = 0
        for place in self.finish:
            for seat in place:
                sides[seat in self.court] += points[at]
                at += 1
        return sides

    def scores(self, declared: set[str]) -> list[int]:
        """What every seat scores, after what was declared."""
        settled = self._as_scored(declared)
        return [0] * 5 if settled is None else settled._declared(declared)

    def _as_scored(self, declared: AbstractSet[str]) -> "Settled | None":
        """The end as it is scored: a lone emperor who has to be first is scored as first or as last; None: a tie."""
        rule = self.rules.get("alone_win", "by_rule")
        place = self.place(self.emperor)
        if not self.alone or rule == "by_rule" or place == 0 or list(self.finish[-1]) == [self.emperor]:
            return self
        if place == 1 and (rule == "first_tie_second" or (rule == "by_declaration" and "solo" not in declared)):
            return None
        others = [[seat for seat in shared if seat != self.emperor] for shared in self.finish]
        return Settled([*filter(None, others), [self.emperor]], self.emperor, self.protector, self.rules)

    def _declared(self, declared: set[str]) -> list[int]:
        kind, plain = self.rules["declarations"], self.plain()
        times = 1
        if kind == "partner_or_solo":
            times = 3 if "solo" in declared else 2 if declared else 1
            if times == 3 and self.rules["scoring"] == "4-2-0" and self.rules["solo_announced"] == "instead":
                own = 3 * _PLACES["4-2-0"][self.place(self.emperor)] * (2 if self.rules["balanced"] else 1)
                return [own if seat == self.emperor else plain[seat] for seat in range(5)]
        elif kind == "per_side":
            times = (2 if "uprising" in declared else 1) * (2 if declared - {"uprising", REBELS} else 1)
        elif kind == "first_only":
            times = 2 if declared else 1
        elif kind == "two_rebels":
            times = self.rules["open_factor"] if declared - {"uprising"} else 1
        return [points * times for points in plain]

    def cards_due(self, seat: int) -> int:
        """How many cards a seat gives or takes before the next hand, where that hand has a winner."""
        return (4 if self.alone else 2) if seat == self.emperor else 1

    def sides_of_tribute(self) -> tuple[list[int], list[int]]:
        """The seats that give and the seats that take before the next hand, the latter in their order of finish."""
        wins = self.court_wins() if self.rules["tribute"] else None
        if wins is None:
            return [], []
        order = sorted(range(5), key=self.place)
        return [s for s in order if (s in self.court) != wins], [s for s in order if (s in self.court) == wins]
