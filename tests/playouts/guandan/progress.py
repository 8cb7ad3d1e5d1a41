"""Levels, failures at A and who wins a match of Guandan, kept as the table keeps them."""

from typing import Any, Final

ACE: Final = 12


class Progress:
    """Where a match stands between hands; team 0 are seats 0 and 2."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.rules = rules
        self.levels = [0, 0]
        self.failures = [0, 0]
        self.setter: int | None = None
        """The team that set the level of the hand to come."""
        self.level = 0
        self.finish: list[list[int]] | None = None
        self.hands = 0
        self.winners: list[int] | None = None
        """The winning teams, once there are any."""

    def settle(self, finish: list[list[int]]) -> list[int]:
        """Moves on after a hand; the scores by seat."""
        order = [seat for place in finish for seat in place]
        team = order[0] % 2
        steps = {1: 3, 2: 2, 3: 1}[order.index((order[0] + 2) % 4)]
        own = list(self.levels)
        gained = min(steps, ACE - own[team])
        self.levels[team] += gained
        if self._won(team, steps, own[team]):
            self.winners = [team]
        else:
            self._count_failure(team, steps, own)
        self.finish, self.setter, self.level = finish, team, self.levels[team]
        self.hands += 1
        if self.winners is None and self.rules["hands"] and self.hands >= self.rules["hands"]:
            self.winners = self.ahead()
        return [gained if seat % 2 == team else 0 for seat in range(4)]

    def ahead(self) -> list[int]:
        """The teams at the higher level."""
        one, other = self.levels
        return [0, 1] if one == other else [0 if one > other else 1]

    def _won(self, team: int, steps: int, own: int) -> bool:
        win_at = self.rules["win_at"]
        if win_at == "reach_a":
            return self.levels[team] == ACE
        at_ace = self.level == ACE and own == ACE and steps > 1
        return at_ace and (win_at == "team_a" or self.setter == team)

    def _count_failure(self, team: int, steps: int, own: list[int]) -> None:
        setter, limit = self.setter, self.rules["a_failures"]
        if not limit or setter is None or self.level != ACE or own[setter] != ACE:
            return
        if self.rules["a_failure_is"] == "dweller_finish" and (setter != team or steps != 1):
            return
        self.failures[setter] += 1
        if self.failures[setter] >= limit:
            self.failures[setter] = self.levels[setter] = 0
