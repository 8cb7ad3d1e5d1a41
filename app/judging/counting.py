"""From the facts of a judged match to what is kept of them."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from app.judging.counted import NOWHERE, UNCOUNTED, WHOLE, CountOfMatch, PackedCount, SeatHand, SeatResult, pack, unpack
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.game import Game, Judge
from engine.statistics.facts import MatchFacts, SeatFacts
from engine.statistics.later import LaterCounts, later_counts, later_figures, takes_longer
from engine.verdict.report import Report


def count_of(report: Report) -> PackedCount:
    """What is counted of a judged match, without the figures that take long unless the report has them.

    A report that was made without counting is not counted yet; one without a replay counts nowhere.
    """
    if report.rules is None or report.replay is None:
        return NOWHERE
    if report.facts is None:
        return PackedCount(UNCOUNTED, None, 0)
    game, later = GAMES[report.rules.game], report.facts.later
    counted = _counted(game, report.facts)
    return pack(counted if later is None else _whole(game, counted, later))


def with_later(counts: PackedCount, judge: Judge, match: Match) -> PackedCount:
    """What is counted of a match, with the figures that take long."""
    if counts.data is None or counts.state == WHOLE:
        return counts
    counted = unpack(counts.data, counts.size)
    game = GAMES[counted.game]
    return pack(_whole(game, counted, later_counts(game, judge, match)))


def _whole(game: Game, counted: CountOfMatch, later: Mapping[int, LaterCounts]) -> CountOfMatch:
    """What is counted of a match, with what takes long."""
    names = [figure.name for figure in later_figures(game)]
    figures = [name for name in counted.figures if name not in names]
    rows = [_with_later(row, later.get(row.hand), len(figures), names) for row in counted.rows]
    return replace(counted, figures=[*figures, *names], rows=rows, whole=True)


def _with_later(row: SeatHand, later: LaterCounts | None, figures: int, names: Sequence[str]) -> SeatHand:
    """A row with what was counted later, which has some names; what an earlier version counted later is replaced."""
    numbers_later = {} if later is None else later.of_seat(row.seat)
    strength = later.strength if later else None
    return replace(
        row,
        figures=(*row.figures[:figures], *(numbers_later.get(name, 0) for name in names)),
        strength=strength.seats[row.seat] if strength else None,
        expected=strength.expected[row.seat] if strength and strength.expected else None,
        result=strength.result[row.seat] if strength and strength.result else None,
    )


def _counted(game: Game, facts: MatchFacts) -> CountOfMatch:
    teams = _teams(game, len(facts.totals))
    winner = facts.winner
    rows = [_row(game, seat) for seat in facts.seats]
    return CountOfMatch(
        game=game.name,
        hands=len({seat.hand for seat in facts.seats}),
        figures=list(game.statistics.names),
        results=[
            SeatResult(teams[seat], total, None if winner is None else seat in winner)
            for seat, total in enumerate(facts.totals.values())
        ],
        rows=rows,
        plays=[
            (hand, seat, kind, size, rank)
            for hand, of_hand in facts.kinds.items()
            for seat, kind, size, rank in of_hand
        ],
        codes=[
            (finding.hand, -1 if finding.seat is None else finding.seat, finding.code) for finding in facts.findings
        ],
        whole=not takes_longer(game),
        levels=list(facts.levels.items()),
        bombs=[(hand, *bomb) for hand, of_hand in facts.bombs.items() for bomb in of_hand],
    )


def _row(game: Game, facts: SeatFacts) -> SeatHand:
    hand, seat, side, basis, place_halves, score, role, complete, errors, _, counts = facts
    unknown = role is None and bool(game.roles)
    first = None if unknown else min((seat, *side)) if side else seat
    return SeatHand(hand, seat, basis, first, place_halves, score, role, complete, errors, counts)


def _teams(game: Game, seats: int) -> Sequence[int]:
    """The number of the team of each seat; of a game without teams its own number."""
    of_seats = {seat: number for number, team in enumerate(game.teams) for seat in team}
    return [of_seats.get(seat, seat) for seat in range(seats)]
