"""Recorded entries that differ only because an earlier entry does, by the same amount."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from app.recorded.entry import Entry, Standing
from engine.cards.packed import parse_rank

_TEAMS: Final = 2


@dataclass
class Carried:
    """By seat, how much the recorded running number exceeds the computed one, and in which hands that began."""

    _by: dict[str, int] = field(default_factory=dict)
    _since: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def add(self, seat: str, difference: int, hand: int) -> None:
        """Adds a difference in a hand (from 1)."""
        self._by[seat] = self.by(seat) + difference
        self._since[seat] = (*self._since.get(seat, ()), hand)

    def by(self, seat: str) -> int:
        """The amount that is carried for a seat."""
        return self._by.get(seat, 0)

    def since(self) -> tuple[int, ...]:
        """The hands in which the carried differences of all seats began."""
        return tuple(sorted({hand for seat, hands in self._since.items() if self.by(seat) for hand in hands}))

    def forget(self) -> None:
        """Clears the differences, because the computed numbers follow the recorded ones from now on."""
        self._by.clear()
        self._since.clear()

    def settle(self, seat: str, entry: Entry) -> Entry:
        """An entry of a running number; if it differs exactly by what is carried, it is marked as carried."""
        if entry.standing is Standing.DIFFERS and entry.difference == self.by(seat) != 0:
            return entry.carried(self._since[seat])
        return entry


class CarriedLevels:
    """The same for the levels of two teams.  A log may record the level of a team at any of its seats."""

    def __init__(self, seats: Sequence[str]) -> None:
        self._teams: Final = {seat: number % _TEAMS for number, seat in enumerate(seats)}
        self._by = [0] * _TEAMS
        self._since: list[tuple[int, ...]] = [()] * _TEAMS

    def forget(self) -> None:
        """Clears the differences, because the levels were stated again."""
        self._by, self._since = [0] * _TEAMS, [()] * _TEAMS

    def settle(self, hand: int, entries: Iterable[Entry]) -> list[Entry]:
        """A hand's entries.  Levels that are wrong by as much as before, or by a score of the hand, are carried."""
        found: list[Entry] = []
        scored: set[int] = set()
        for entry in entries:
            team = self._teams.get(entry.of)
            if team is not None and entry.what == "score" and entry.difference and team not in scored:
                scored.add(team)
                self._move(team, self._by[team] + entry.difference, (*self._since[team], hand))
            if team is not None and entry.what == "level":
                found.append(self._level(team, entry, hand))
            else:
                found.append(entry)
        return found

    def _level(self, team: int, entry: Entry, hand: int) -> Entry:
        recorded, computed = parse_rank(entry.recorded), parse_rank(entry.computed)
        if recorded is None or computed is None or entry.standing not in (Standing.DIFFERS, Standing.FOLLOWS):
            return entry
        by = recorded - computed
        if by and by == self._by[team] and self._since[team]:
            return replace(entry, difference=by).carried(self._since[team])
        self._move(team, by, (hand,) if by else ())
        return replace(entry, difference=by)

    def _move(self, team: int, by: int, since: tuple[int, ...]) -> None:
        self._by[team], self._since[team] = by, since if by else ()
