"""The facts of a match: for each hand that counts and each seat, what statistics add up."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from engine.record.match import Hand
from engine.replay.fold import Replay
from engine.replay.game import Game, HandReplay
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import ALONE, BombsPlayed, HandCounts, PlayedKind
from engine.rulebook.findings import Finding, Severity
from engine.statistics.counted import CountedHands
from engine.statistics.later import LaterCounts


class SeatFacts(NamedTuple):
    """What one hand counts for one seat."""

    hand: int
    """From 0."""
    seat: int
    """The place of the seat in the order of play, from 0."""
    side: tuple[int, ...]
    """The other seats of the same side; empty if there are none, or if the sides are not known."""
    basis: str
    place_halves: int | None
    """Twice the place, from 1; a shared place is the mean of the places shared.  None if the seat has no place."""
    score: int
    """The computed score; 0 if it is not known."""
    role: str | None
    """One of ``role_names``; None if a role of the hand is not known, or if the game has none."""
    complete: bool
    errors: int
    """Findings of severity error about this seat in this hand."""
    won: bool | None
    """Whether the seat won the match; None if the match is undecided."""
    counts: tuple[int, ...]
    """In the order of the figures of the game."""


class HandFinding(NamedTuple):
    """That a hand has findings of a code about a seat (None: about no seat)."""

    hand: int
    seat: int | None
    code: str


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The facts of a match."""

    seats: tuple[SeatFacts, ...]
    """A row a hand and seat, hand by hand, for the hands that count."""
    kinds: Mapping[int, tuple[PlayedKind, ...]]
    """By hand, what was played in those of these hands that were played to their end; in order."""
    findings: tuple[HandFinding, ...]
    """Of every hand, each once, in order."""
    totals: Mapping[str, int | None]
    winner: tuple[int, ...] | None
    """The seats that won the match; None if it is undecided."""
    levels: Mapping[int, int] = field(default_factory=dict)
    """By hand, the level of those that count, where it is known; an index into the levels of the game."""
    bombs: Mapping[int, tuple[BombsPlayed, ...]] = field(default_factory=dict)
    """By hand, what became of the bombs in those that were played to their end; in order."""
    later: Mapping[int, LaterCounts] | None = None
    """By hand, what takes longer to count; None if it is still to be counted."""


def role_names(game: Game) -> tuple[str, ...]:
    """The roles that statistics tell apart in a game; empty if it has none."""
    return (*game.roles, ALONE, game.statistics.others) if game.roles else ()


class Counting:
    """Counts the hands of one match while it is replayed: pass it to ``replay`` as ``watch``."""

    def __init__(self, game: Game) -> None:
        self._game: Final = game
        self._counts: Final[dict[int, HandCounts]] = {}
        self._number = 0
        self._counted: Final = CountedHands()

    def __call__(self, replay: HandReplay, hand: Hand, outcome: HandOutcome) -> None:
        """Counts a hand, if it counts."""
        if self._counted.include(replay, outcome):
            self._counts[self._number] = self._game.statistics.count(replay, hand, outcome)
        self._number += 1

    def take(self, counted: Sequence[HandCounts | None]) -> None:
        """Takes what was counted of each hand of a match, None for one that does not count, instead of a replay."""
        self._counts.update({number: counts for number, counts in enumerate(counted) if counts is not None})

    def facts(self, seats: Sequence[str], replayed: Replay, findings: Sequence[Finding]) -> MatchFacts:
        """The facts of the match.  ``findings`` are those of its report."""
        numbers = {seat: number for number, seat in enumerate(seats)}
        winner = None if replayed.winner is None else tuple(numbers[seat] for seat in replayed.winner)
        errors: dict[tuple[int, int], int] = {}
        hand_findings: dict[HandFinding, None] = {}
        for finding in findings:
            if finding.hand is not None:
                seat = None if finding.seat is None else numbers.get(finding.seat)
                hand_findings[HandFinding(finding.hand, seat, finding.code.id)] = None
                if seat is not None and finding.severity is Severity.ERROR:
                    errors[finding.hand, seat] = errors.get((finding.hand, seat), 0) + 1
        rows = [
            row
            for hand, counted in self._counts.items()
            for row in self._rows(hand, replayed.hands[hand], seats, counted.counts, winner, errors)
        ]
        kinds = {hand: counted.kinds for hand, counted in self._counts.items() if counted.kinds}
        levels = {hand: counted.level for hand, counted in self._counts.items() if counted.level is not None}
        bombs = {hand: counted.bombs for hand, counted in self._counts.items() if counted.bombs}
        return MatchFacts(tuple(rows), kinds, tuple(hand_findings), replayed.totals, winner, levels, bombs)

    def _rows(
        self,
        hand: int,
        outcome: HandOutcome,
        seats: Sequence[str],
        counts: Sequence[tuple[int, ...]],
        winner: Collection[int] | None,
        errors: Mapping[tuple[int, int], int],
    ) -> list[SeatFacts]:
        places = _places(outcome)
        roles = _roles(self._game, outcome, seats)
        sides = _sides(self._game, roles, len(seats))
        scores = outcome.scores or {}
        basis = str(outcome.basis)
        return [
            SeatFacts(
                hand,
                seat,
                sides[seat],
                basis,
                places.get(name),
                scores.get(name) or 0,
                roles[seat] if roles else None,
                outcome.complete,
                errors.get((hand, seat), 0),
                None if winner is None else seat in winner,
                counts[seat],
            )
            for seat, name in enumerate(seats)
        ]


def _places(outcome: HandOutcome) -> dict[str, int]:
    """Twice the place of each seat that has one."""
    places: dict[str, int] = {}
    taken = 0
    if isinstance(outcome.finish, list):
        for shared in outcome.finish:
            for name in shared:
                places[name] = 2 * taken + len(shared) + 1
            taken += len(shared)
    return places


def _roles(game: Game, outcome: HandOutcome, seats: Sequence[str]) -> list[str]:
    """The role of each seat; empty if a role is not known."""
    held = outcome.roles if isinstance(outcome.roles, dict) else {}
    if not game.roles or any(role not in held for role in game.roles):
        return []
    others = game.statistics.others
    if len({held[role] for role in game.roles}) == 1:
        return [ALONE if name == held[game.roles[0]] else others for name in seats]
    by_name = {held[role]: role for role in game.roles}
    return [by_name.get(name, others) for name in seats]


def _sides(game: Game, roles: Sequence[str], count: int) -> Sequence[tuple[int, ...]]:
    """By seat, the other seats of its side."""
    if game.teams:
        return _fixed_sides(game.teams)
    if not roles:
        return [()] * count
    of_others = tuple(role == game.statistics.others for role in roles)
    return _sides_of(of_others)


@cache
def _fixed_sides(teams: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    partners = {seat: tuple(other for other in team if other != seat) for team in teams for seat in team}
    return tuple(partners[seat] for seat in sorted(partners))


@cache
def _sides_of(first: tuple[bool, ...]) -> tuple[tuple[int, ...], ...]:
    """The same for two sides, by whether each seat is of the one."""
    return tuple(
        tuple(other for other, same in enumerate(first) if other != seat and same == own)
        for seat, own in enumerate(first)
    )
