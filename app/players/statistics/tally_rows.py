"""The sums of facts by seat and match, added up from rows that are about to be written.

They are those that the queries of `app.players.statistics.tallying` add up from the facts of these matches.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.database.tables.statistics import NO_WORD, PLACE_HALVES, high_part
from app.judging.counted import SeatHand
from app.players.statistics.tallying import LOW, LOW_BITS
from engine.games.figures import FIGURES

_Group = tuple[int, str | None, bool]
"""A seat, a role, and whether the basis is play."""

TALLY: Final = (
    *("person", "game", "match", "seat", "role", "play", "player", "preset", "event", "day", "won"),
    *("hands", "score", "squares", "errors"),
    *(f"{what}_{place_halves}" for what in ("at", "score_at") for place_halves in PLACE_HALVES),
)
"""The columns of ``TALLIES`` that rows for every game have; those of its figures follow: `figure_columns`."""

PARTNERSHIP: Final = (
    *("person", "game", "partner", "match", "seat", "partner_seat", "role", "play"),
    *("player", "partner_player", "preset", "event", "day", "won", "hands", "score", "squares"),
)
"""The columns of ``PARTNERSHIPS``."""


@dataclass(frozen=True, slots=True)
class TalliedMatch:
    """What is known of a match, with the numbers of its words."""

    match: int
    game: int
    preset: int
    event: int
    day: int | None
    people: Sequence[tuple[int, int]]
    """By seat the person and the player."""
    won: Sequence[int | None]


@dataclass(slots=True)
class _Beside:
    """The hands that two seats played on one side."""

    hands: int = 0
    score: int = 0
    squares: int = 0


@dataclass(slots=True)
class _Sides:
    """The hands of a match by who was on one side with whom."""

    found: dict[tuple[int, int, str | None, bool], _Beside] = field(default_factory=dict)

    def add(self, hand: Sequence[tuple[SeatHand, bool]]) -> None:
        """Adds the rows of one hand."""
        for row, play in hand:
            if row.side is None:
                continue
            for other, _ in hand:
                if other.side == row.side and other.seat != row.seat:
                    key = (row.seat, other.seat, row.role, play)
                    beside = self.found.get(key)
                    if beside is None:
                        beside = self.found[key] = _Beside()
                    beside.hands += 1
                    beside.score += row.score
                    beside.squares += row.score * row.score


def figure_columns(figures: Iterable[str]) -> tuple[str, ...]:
    """The columns of ``TALLIES`` with the sums of some figures."""
    return tuple(column for name in figures for column in ((name, high_part(name)) if FIGURES[name].large else (name,)))


def tally_rows(
    of_match: TalliedMatch, rows: Iterable[SeatHand], figures: Sequence[str], play: str, roles: Mapping[str, int]
) -> list[tuple[Any, ...]]:
    """The rows of ``TALLIES`` of a match, in the order of ``TALLY`` and `figure_columns`.

    ``play`` is the basis play, ``roles`` has the numbers of roles.
    """
    groups: dict[_Group, list[SeatHand]] = {}
    for row in rows:
        groups.setdefault((row.seat, row.role, row.basis == play), []).append(row)
    tallies = []
    for (seat, role, of_play), hands in groups.items():
        person, player = of_match.people[seat]
        scores = [row.score for row in hands]
        tallies.append(
            (
                *(person, of_match.game, of_match.match, seat, NO_WORD if role is None else roles[role], int(of_play)),
                *(player, of_match.preset, of_match.event, of_match.day, of_match.won[seat]),
                *(len(hands), sum(scores), float(sum([score * score for score in scores]))),
                sum([row.errors for row in hands]),
                *_places(hands),
                *_sums(hands, figures),
            )
        )
    return tallies


def partnership_rows(
    of_match: TalliedMatch, rows: Iterable[SeatHand], play: str, roles: Mapping[str, int]
) -> list[tuple[Any, ...]]:
    """The rows of ``PARTNERSHIPS`` of a match, whose rows lie hand by hand."""
    sides = _Sides()
    hand: list[tuple[SeatHand, bool]] = []
    for row in rows:
        if hand and hand[0][0].hand != row.hand:
            sides.add(hand)
            hand = []
        hand.append((row, row.basis == play))
    sides.add(hand)
    pair_tallies = []
    for (seat, other, role, of_play), beside in sides.found.items():
        (person, player), (partner, partner_player) = of_match.people[seat], of_match.people[other]
        pair_tallies.append(
            (
                *(person, of_match.game, partner, of_match.match, seat, other),
                *(NO_WORD if role is None else roles[role], int(of_play), player, partner_player),
                *(of_match.preset, of_match.event, of_match.day, of_match.won[seat]),
                *(beside.hands, beside.score, float(beside.squares)),
            )
        )
    return pair_tallies


def _places(hands: Sequence[SeatHand]) -> list[int | None]:
    """By twice the place the number of hands, then by twice the place their score; None for a place never held."""
    count: dict[int, int] = {}
    score: dict[int, int] = {}
    for row in hands:
        if row.place_halves is not None:
            count[row.place_halves] = count.get(row.place_halves, 0) + 1
            score[row.place_halves] = score.get(row.place_halves, 0) + row.score
    return [*map(count.get, PLACE_HALVES), *map(score.get, PLACE_HALVES)]


def _sums(hands: Sequence[SeatHand], figures: Sequence[str]) -> list[int | None]:
    sums: list[int | None] = []
    for name, counts in zip(figures, zip(*[row.figures for row in hands], strict=True), strict=True):
        there = [count for count in counts if count is not None] if None in counts else counts
        figure = FIGURES[name]
        if not there or (figure.later and len(there) < len(counts)):
            sums += (None, None) if figure.large else (None,)
        elif figure.large:
            sums += (sum([number & LOW for number in there]), sum([number >> LOW_BITS for number in there]))
        else:
            sums.append(sum(there))
    return sums
