"""The rows of what is counted of some matches, made of it and of the numbers of texts and of people."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from operator import itemgetter
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Table

from app.database.inserting import Numbers
from app.database.tables.statistics import (
    BASE,
    BOMBS,
    COUNTED_MATCHES,
    FACTS,
    KEY,
    NO_WORD,
    PARTNERSHIPS,
    SEAT_RESULTS,
    STRENGTH,
    TALLIES,
)
from app.judging.counted import CountOfMatch, SeatHand
from app.players.statistics.plays import BLOCK, bit_of, play_number
from app.players.statistics.tally_rows import (
    PARTNERSHIP,
    TALLY,
    TalliedMatch,
    figure_columns,
    partnership_rows,
    tally_rows,
)
from app.players.statistics.unadjusted import ADJUSTED, COMPUTED, winners_computed
from engine.recorded.basis import Basis

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_TALLY_KEY: Final = itemgetter(slice(6))
_PARTNERSHIP_KEY: Final = itemgetter(slice(8))
_RESULT: Final = ("match", "seat", "person", "player", "name", "team", "total", "won", "hands")


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A match that counts, with the numbers of its words and of its people."""

    match: int
    judgement: int
    words: tuple[int, int, int, int]
    """Of the game, the preset, the options and the event."""
    day: int | None
    moment: int | None
    counted: CountOfMatch
    """After rulings."""
    players: Sequence[tuple[int, int, int]]
    """By seat the person, the player and the name."""


class TableRows(NamedTuple):
    """Rows of a table, in the order of its key."""

    table: Table
    columns: Sequence[str]
    """Those that the rows have."""
    rows: Sequence[Numbers]


def rows_of(matches: Iterable[CountedMatch], numbers: Mapping[str, int]) -> Iterator[TableRows]:
    """The rows of matches, which come in the order of their numbers; ``numbers`` are those of all words in them."""
    of_matches: list[Numbers] = []
    results: list[Numbers] = []
    bombs: list[tuple[float | None, ...]] = []
    beside: list[Numbers] = []
    alike: dict[tuple[str, ...], _Alike] = {}
    play = str(Basis.PLAY)
    for of in matches:
        match, players = of.counted, of.players
        won = [None if result.won is None else int(result.won) for result in match.results]
        of_matches.append((of.match, of.judgement, *of.words, of.day, of.moment, match.hands, int(None not in won)))
        results += _result_rows(of.match, match, players, won)
        bombs += bomb_rows(of.match, match, players, of.words, of.day, numbers)
        of_figures = alike.setdefault(tuple(match.figures), _Alike())
        of_figures.add(of.match, match, players, (*of.words, of.day), won, numbers)
        game, preset, _, event = of.words
        seats = [(person, player) for person, player, _ in players]
        tallied = TalliedMatch(of.match, game, preset, event, of.day, seats, won)
        of_figures.tallies += tally_rows(tallied, match.rows, match.figures, play, numbers)
        beside += partnership_rows(tallied, match.rows, play, numbers)
    yield TableRows(COUNTED_MATCHES, COUNTED_MATCHES.c.keys(), of_matches)
    yield TableRows(SEAT_RESULTS, _RESULT, results)
    for figures, of_figures in alike.items():
        yield TableRows(FACTS, (*KEY, *BASE, *figures, *STRENGTH), of_figures.in_order())
        tallies = sorted(of_figures.tallies, key=_TALLY_KEY)
        yield TableRows(TALLIES, (*TALLY, *figure_columns(figures)), tallies)
    yield TableRows(PARTNERSHIPS, PARTNERSHIP, sorted(beside, key=_PARTNERSHIP_KEY))
    yield TableRows(BOMBS, _plain(BOMBS), sorted(bombs))


def ruled_rows(
    of: CountedMatch, computed: CountOfMatch, adjusted: Collection[int], numbers: Mapping[str, int]
) -> Iterator[TableRows]:
    """The rows of a match in which rulings set the scores of hands, with what was ``computed`` before.

    ``adjusted`` are these hands.
    """
    # What the scores of these rows add up to is the number of hands that are adjusted.
    marked = msgspec.structs.replace(
        computed, rows=[msgspec.structs.replace(row, score=int(row.hand in adjusted)) for row in computed.rows]
    )
    winners = winners_computed(computed, of.counted)
    every = (rows_of([replace(of, counted=match)], numbers) for match in (of.counted, computed, marked))
    for (table, names, after), before, marks in zip(*every, strict=True):
        more = [name for name in table.c.keys() if name not in _plain(table)]  # noqa: SIM118
        rows = []
        for row, was, mark in zip(after, before.rows, marks.rows, strict=True):
            values_before, count = dict(zip(names, was, strict=True)), dict(zip(names, mark, strict=True)).get("score")
            values = {f"{COMPUTED}{name}": value if count else None for name, value in values_before.items()}
            values[f"{COMPUTED}won"] = winners[values_before["seat"]] if "seat" in values_before else None
            rows.append((*row, *((values | {ADJUSTED: count or None})[name] for name in more)))
        yield TableRows(table, (*names, *more), rows)


def _plain(table: Table) -> list[str]:
    """The columns of a table without those that only matches with rulings have."""
    return [name for name in table.c.keys() if name != ADJUSTED and not name.startswith(COMPUTED)]  # noqa: SIM118


def terms_of(counted: Iterable[CountOfMatch]) -> set[str]:
    """The words in the rows of some matches, besides those about the match."""
    terms = {str(Basis.PLAY)}
    for match in counted:
        terms.add(match.game)
        terms.update(row.basis for row in match.rows)
        terms.update(row.role for row in match.rows if row.role is not None)
        terms |= {played[2] for played in match.plays}
        terms.update(code for _, _, code in match.codes)
    return terms


def play_rows(counted: Mapping[int, CountOfMatch], numbers: Mapping[str, int]) -> list[tuple[int, ...]]:
    """The rows of plays, in the order of their key."""
    rows = []
    for match, of_match in counted.items():
        seats: defaultdict[tuple[str, int, int, int], int] = defaultdict(int)
        for hand, seat, kind, size, rank in of_match.plays:
            seats[kind, size, rank, hand // BLOCK] |= bit_of(hand, seat)
        rows += [
            (play_number(numbers[kind], size, rank), match, block, bits)
            for (kind, size, rank, block), bits in seats.items()
        ]
    return sorted(rows)


def code_rows(counted: Mapping[int, CountOfMatch], numbers: Mapping[str, int]) -> list[tuple[int, ...]]:
    """The rows of codes of findings."""
    return [
        (numbers[code], match, hand, seat) for match, of_match in counted.items() for hand, seat, code in of_match.codes
    ]


def level_rows(counted: Mapping[int, CountOfMatch]) -> list[tuple[int, ...]]:
    """The rows of levels."""
    return [(level, match, hand) for match, of_match in counted.items() for hand, level in of_match.levels]


def day_number(day: date) -> int:
    """A day as the number YYYYMMDD."""
    return day.year * 10_000 + day.month * 100 + day.day


def moment_of(played_at: str | None) -> int | None:
    """An RFC 3339 time in microseconds since 1970 UTC; None if the text is none, or has no offset."""
    try:
        moment = datetime.fromisoformat((played_at or "").upper())
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    since = moment - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


@dataclass(slots=True)
class _Alike:
    """The rows of matches that have the same figures."""

    by_person: dict[int, list[Numbers]] = field(default_factory=dict)
    tallies: list[Numbers] = field(default_factory=list)

    def add(
        self,
        match: int,
        counted: CountOfMatch,
        players: Sequence[tuple[int, int, int]],
        of_match: Numbers,
        won: Sequence[int | None],
        numbers: Mapping[str, int],
    ) -> None:
        """Adds the facts of a match; matches come in order of their numbers."""
        of_seats = [
            (self.by_person.setdefault(person, []), person, player, won[seat])
            for seat, (person, player, _) in enumerate(players)
        ]
        for row in counted.rows:
            rows, person, player, won_it = of_seats[row.seat]
            role = row.role
            rows.append(
                (
                    *(person, match, row.hand, row.seat, player, *of_match, numbers[row.basis]),
                    *(None if role is None else numbers[role], row.side, row.place_halves, row.score, won_it),
                    *(int(row.complete), row.errors, *row.figures, row.strength, row.expected, row.result),
                )
            )

    def in_order(self) -> list[Numbers]:
        """The facts in the order of their keys."""
        return [row for person in sorted(self.by_person) for row in self.by_person[person]]


def _result_rows(
    match: int, counted: CountOfMatch, players: Sequence[tuple[int, int, int]], won: Sequence[int | None]
) -> Iterable[Numbers]:
    hands = [0] * len(players)
    for row in counted.rows:
        hands[row.seat] += 1
    for seat, (player, result) in enumerate(zip(players, counted.results, strict=True)):
        yield (match, seat, *player, result.team, result.total, won[seat], hands[seat])


def bomb_rows(
    match: int,
    counted: CountOfMatch,
    players: Sequence[tuple[int, int, int]],
    words: Sequence[int],
    day: int | None,
    numbers: Mapping[str, int],
) -> Iterator[tuple[float | None, ...]]:
    """The rows of a match.

    ``players`` has by seat the person and the player; ``words`` the numbers of the game, the preset, the options and
    the event; ``numbers`` those of kinds and roles.
    """
    if not counted.bombs:
        return
    game, preset, _, event = words
    hands = {(row.hand, row.seat): row for row in counted.rows}
    sums: dict[tuple[int, int, str, int], list[int]] = {}
    for hand, seat, kind, size, *counts in counted.bombs:
        row = hands[hand, seat]
        role = NO_WORD if row.role is None else numbers[row.role]
        sums_of_size = sums.setdefault((seat, role, kind, size), [0] * 9)
        for place, count in enumerate((*counts, *_of_hand(row))):
            sums_of_size[place] += count
    for (seat, role, kind, size), sums_of_size in sums.items():
        person, player, _ = players[seat]
        *values, squares = sums_of_size
        of_match = (person, game, match, seat, role, numbers[kind], size, player, preset, event, day)
        yield (*of_match, *values, float(squares))


def _of_hand(row: SeatHand) -> tuple[int, int, int, int, int]:
    """What is counted of a hand with a bomb: itself, whether it has a place, the place, the score and its square."""
    return (1, int(row.place_halves is not None), row.place_halves or 0, row.score, row.score**2)
