"""The totals of a player, or of everybody, under a filter, grouped by each filter field.

Every query reads the sums by seat and match; those of one person lie together.  Only with a partner in a game whose
sides change from hand to hand are they added up from the facts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, case, exists, false, func, literal, null, select, union_all
from sqlalchemy.orm import Session

from app.database.lookup import known_numbers
from app.database.tables.statistics import FACTS, NOBODY, PARTNERSHIPS, PLACE_HALVES, SEAT_RESULTS, TALLIES, high_part
from app.players.statistics.filters import Condition, FactFilter, conditions
from app.players.statistics.match_rows import day_number
from app.players.statistics.people import person_of
from app.players.statistics.tallying import LOW_BITS, tallies_of
from app.players.statistics.unadjusted import adjusted_hands, columns_of, won_at_any_seat
from engine.games import GAMES
from engine.recorded.basis import Basis
from engine.replay.game import Game
from engine.replay.statistics import Figure
from engine.statistics.later import later_figures
from engine.statistics.person import normal

LINES: Final = 60
"""Lines of one table at most: those of most hands, of months the last."""
MATCHES: Final = 200
"""Matches that are shown one by one: the last ones."""
_GAMES, _WHOLE, _MONTHS, _PRESETS, _EVENTS, _MATCHES = range(6)
"""The parts of the query of lines."""


@dataclass(frozen=True, slots=True)
class HandTotals:
    """What some hands add up to."""

    key: int | None
    """The number of what they have in common; of months YYYYMM, None for matches without a date."""
    matches: int
    won: int
    undecided: int
    hands: int
    played: int
    score: int
    squares: float
    errors: int
    adjusted: int
    """The hands whose scores rulings set."""


@dataclass(frozen=True, slots=True)
class OneMatch:
    """What a person did in one match."""

    match: int
    day: int | None
    won: int | None
    hands: int
    score: int
    adjusted: int
    """The hands whose scores rulings set."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The sums of a game as a whole, and apart."""

    whole: HandTotals
    games: Mapping[str, HandTotals]
    """The sums by game, those of most hands first."""
    months: Sequence[HandTotals]
    presets: Sequence[HandTotals]
    events: Sequence[HandTotals]
    matches: Sequence[OneMatch]
    """The last matches in the order of their days; those without a date come first."""


@dataclass(slots=True)
class RoleSums:
    """What the hands in one role add up to."""

    hands: int = 0
    played: int = 0
    score: int = 0
    squares: float = 0.0
    errors: int = 0
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By twice the place the hands and their score."""
    counts: dict[str, int] = field(default_factory=dict)
    pending: int = 0
    """Hands whose figures that are counted later are still to be counted by the job."""
    adjusted: int = 0
    """Hands whose scores rulings set."""

    def add(self, other: "RoleSums") -> None:
        """Adds the sums of further hands."""
        self.hands += other.hands
        self.played += other.played
        self.score += other.score
        self.squares += other.squares
        self.errors += other.errors
        self.pending += other.pending
        self.adjusted += other.adjusted
        for place_halves, (hands, score) in other.places.items():
            before = self.places.get(place_halves, (0, 0))
            self.places[place_halves] = (before[0] + hands, before[1] + score)
        for name, count in other.counts.items():
            self.counts[name] = self.counts.get(name, 0) + count


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of the words that a filter has."""

    play: int | None
    games: Mapping[int, str]
    of: Mapping[str, int]


def numbers_of(session: Session, wanted: FactFilter) -> Numbers:
    """The numbers of the words of a filter, of the games and of the basis ``play``.  One query."""
    texts = [text for text in (wanted.preset, wanted.role, wanted.event and normal(wanted.event)) if text]
    numbers = known_numbers(session, [*texts, *GAMES, str(Basis.PLAY)])
    return Numbers(numbers.get(str(Basis.PLAY)), {numbers[name]: name for name in GAMES if name in numbers}, numbers)


@dataclass(frozen=True, slots=True)
class Source:
    """The sums of hands that a filter lets through, by person, seat and match."""

    c: Any
    where: tuple[Condition, ...]
    person: int | None
    """None: everybody."""
    whole: bool
    """Whether all seats of the person in each match are let through."""
    as_computed: bool
    """Whether the sums and the winners are those without rulings."""


def source_of(
    session: Session, person: int | None, key: str | None, game: str | None, wanted: FactFilter, numbers: Numbers
) -> Source:
    """The sums of a person (None: of everybody) in a game (None: in all) that a filter lets through.

    ``wanted.game`` and ``wanted.player`` are ignored.
    """
    if wanted.partner is not None and (game is None or not GAMES[game].teams):
        asked = conditions(session, replace(wanted, player=key, game=None))
        if game is not None:
            asked.append(_is(FACTS.c.game, numbers.of.get(game)))
        if person is not None:
            mine, partner = PARTNERSHIPS.c, person_of(session, wanted.partner)
            beside = select(mine.match).where(mine.person == person, mine.partner == partner)
            if game is not None:
                beside = beside.where(_is(mine.game, numbers.of.get(game)))
            asked.append(FACTS.c.match.in_(beside))
        facts = columns_of(FACTS, wanted.as_computed)
        adjusted = adjusted_hands(facts).label("adjusted")
        summed = tallies_of(facts, numbers.play)[1].add_columns(adjusted).where(*asked)
        whole = person is not None and not sits_twice(session, person)
        return Source(summed.subquery().c, (), person, whole, wanted.as_computed)
    c = columns_of(TALLIES, wanted.as_computed)
    where = tuple(conditions_on(session, c, person, game, wanted, numbers))
    whole = wanted.role is None and wanted.partner is None and not wanted.of_play
    whole = whole or (person is not None and not sits_twice(session, person))
    return Source(c, where, person, whole, wanted.as_computed)


def undated_matches(session: Session, person: int, key: str, game: str, wanted: FactFilter, numbers: Numbers) -> int:
    """How many matches of a person in a game a filter by days leaves out because they have no date.

    0 for a filter without days.
    """
    if wanted.since is None and wanted.until is None:
        return 0
    source = source_of(session, person, key, game, replace(wanted, since=None, until=None), numbers)
    counted = select(func.count(source.c.match.distinct())).where(*source.where, source.c.day.is_(None))
    return session.scalar(counted) or 0


def conditions_on(
    session: Session, c: Any, person: int | None, game: str | None, wanted: FactFilter, numbers: Numbers
) -> list[Condition]:
    """The conditions of a filter on rows of sums by seat and match; with a partner only where there are teams."""
    asked: list[Condition] = [c.person != NOBODY if person is None else c.person == person]
    if game is not None:
        asked.append(_is(c.game, numbers.of.get(game)))
    asked += [*of_matches(c, wanted, numbers), *of_hands(c, wanted, numbers)]
    if wanted.partner is not None and game is not None:
        partner, beside = person_of(session, wanted.partner), PARTNERSHIPS.c
        asked.append(
            false()
            if partner is None or partner == person
            else exists().where(
                c.person != partner,
                beside.person == c.person,
                beside.game == c.game,
                beside.partner == partner,
                beside.match == c.match,
                beside.seat == c.seat,
            )
        )
    return asked


def of_matches(c: Any, wanted: FactFilter, numbers: Numbers) -> list[Condition]:
    """The conditions of a filter on matches, apart from that of the game."""
    asked: list[Condition] = []
    if wanted.preset is not None:
        asked.append(_is(c.preset, numbers.of.get(wanted.preset)))
    if wanted.event is not None:
        event = normal(wanted.event)
        asked.append(_is(c.event, numbers.of.get(event) if event else 0))
    if wanted.since is not None:
        asked.append(c.day >= day_number(wanted.since))
    if wanted.until is not None:
        asked.append(c.day <= day_number(wanted.until))
    return asked


def of_hands(c: Any, wanted: FactFilter, numbers: Numbers) -> list[Condition]:
    """The conditions of a filter on the hands of one seat, apart from that of the partner."""
    asked: list[Condition] = []
    if wanted.role is not None:
        asked.append(_is(c.role, numbers.of.get(wanted.role)))
    if wanted.of_play:
        asked.append(c.play == 1)
    return asked


def lines_of(session: Session, source: Source, game: str | None, numbers: Numbers) -> Lines:
    """The sums by game, and those of one game (None: the one of most hands) as a whole, by month, preset and event,
    with its last matches.  Each match is read once, in one query.
    """
    lines = _each_match(source).cte("each_match")
    if game is None:
        most = (
            select(lines.c.game).group_by(lines.c.game).order_by(func.sum(lines.c.hands).desc(), lines.c.game).limit(1)
        )
        of_game: Condition = lines.c.game == select(most.cte("most").c.game).scalar_subquery()
    else:
        of_game = _is(lines.c.game, numbers.of.get(game))
    parts: list[Select[Any]] = [
        select(literal(_GAMES).label("part"), lines.c.game.label("key"), *_line(lines.c)).group_by(lines.c.game),
        select(literal(_WHOLE).label("part"), null().label("key"), *_line(lines.c)).where(of_game),
    ]
    for part, key in ((_MONTHS, lines.c.day // 100), (_PRESETS, lines.c.preset), (_EVENTS, lines.c.event)):
        grouped = select(literal(part).label("part"), key.label("key"), *_line(lines.c)).where(of_game).group_by(key)
        order = key.desc() if part == _MONTHS else func.sum(lines.c.hands).desc()
        cut = grouped.order_by(order, key).limit(LINES + 1).subquery()
        parts.append(select(*cut.c))
    day = func.coalesce(lines.c.day, 0)
    # Its columns are those of the lines: the number of the match, its day, and whether it was won.
    alone = select(literal(_MATCHES).label("part"), lines.c.match.label("key"), day.label("day"), lines.c.won)
    last = alone.add_columns(literal(0).label("undecided"), lines.c.hands, lines.c.played, lines.c.score)
    last = last.add_columns(lines.c.squares, lines.c.errors, lines.c.adjusted).where(of_game)
    cut = last.order_by(day.desc(), lines.c.match.desc()).limit(MATCHES).subquery()
    parts.append(select(*cut.c))
    totals: list[list[HandTotals]] = [[] for _ in parts]
    matches = []
    for part, *values in session.execute(union_all(*parts)):
        if part == _MATCHES:
            match, played_on, won, _, hands, _, score, _, _, adjusted = values
            matches.append(OneMatch(match, played_on or None, won, int(hands), int(score), int(adjusted or 0)))
        else:
            totals[part].append(_read(values))
    games = sorted(totals[_GAMES], key=lambda line: (-line.hands, line.key or 0))
    return Lines(
        totals[_WHOLE][0],
        {numbers.games[line.key]: line for line in games if line.key is not None and line.key in numbers.games},
        sorted(totals[_MONTHS], key=lambda line: line.key or 0),
        sorted(totals[_PRESETS], key=lambda line: -line.hands),
        sorted(totals[_EVENTS], key=lambda line: -line.hands),
        sorted(matches, key=lambda one_match: (one_match.day or 0, one_match.match)),
    )


def by_role(session: Session, source: Source, game: Game) -> dict[int, RoleSums]:
    """The sums of one person in a game with all its figures, by the number of the role (0: none).  One query."""
    return next(iter(by_person(session, source, game).values()), {})


def by_person(session: Session, source: Source, game: Game) -> dict[int, dict[int, RoleSums]]:
    """The sums of a game with all its figures, by the person and the number of the role (0: none).  One query."""
    c = source.c
    figures = game.statistics.figures
    later = next((c[figure.name] for figure in later_figures(game)), None)
    columns: list[ColumnElement[Any]] = [
        func.sum(c.hands),
        func.sum(c.hands * c.play),
        func.sum(c.score),
        func.sum(c.squares),
        func.sum(c.errors),
        func.sum(case((later.is_(None), c.hands), else_=0)) if later is not None else literal(0),
        func.sum(c.adjusted),
    ]
    places = PLACE_HALVES[: 2 * max(game.players) - 1]
    columns += [func.sum(c[f"{what}_{place_halves}"]) for place_halves in places for what in ("at", "score_at")]
    for figure in figures:
        columns.append(func.sum(c[figure.name]))
        if figure.large:
            columns.append(func.sum(c[high_part(figure.name)]))
    people: dict[int, dict[int, RoleSums]] = {}
    grouped = select(c.person, c.role, *columns).where(*source.where).group_by(c.person, c.role)
    for person, role, *values in session.execute(grouped):
        left = iter(values)
        hands, played, score, squares, errors, pending, adjusted = (next(left) or 0 for _ in range(7))
        sums = RoleSums(int(hands), int(played), int(score), float(squares), int(errors))
        sums.pending = int(pending)
        sums.adjusted = int(adjusted)
        for place_halves in places:
            held, of_place = int(next(left) or 0), int(next(left) or 0)
            if held:
                sums.places[place_halves] = (held, of_place)
        for figure in figures:
            count = int(next(left) or 0)
            sums.counts[figure.name] = count + ((int(next(left) or 0) << LOW_BITS) if figure.large else 0)
        people.setdefault(person, {})[role] = sums
    return people


def by_partner(session: Session, person: int, game: str, wanted: FactFilter, numbers: Numbers) -> list[HandTotals]:
    """The sums with each partner, those of most hands first.  One query."""
    c = columns_of(PARTNERSHIPS, wanted.as_computed)
    asked = [c.person == person, _is(c.game, numbers.of.get(game)), c.partner != person, c.partner != 0]
    asked += [*of_matches(c, wanted, numbers), *of_hands(c, wanted, numbers)]
    if wanted.partner is not None:
        asked.append(_is(c.partner, person_of(session, wanted.partner)))
    subquery = (
        select(
            c.partner,
            c.match,
            func.max(c.won).label("won"),
            func.sum(c.hands).label("hands"),
            func.sum(c.hands * c.play).label("played"),
            func.sum(c.score).label("score"),
            func.sum(c.squares).label("squares"),
            literal(0).label("errors"),
            func.sum(c.adjusted).label("adjusted"),
        )
        .where(*asked)
        .group_by(c.partner, c.match)
        .subquery()
    )
    if sits_twice(session, person):
        won = won_at_any_seat(subquery.c.match, person, as_computed=wanted.as_computed)
        subquery = _with_won(subquery.c, won).subquery()
    rows = session.execute(
        select(subquery.c.partner, *_line(subquery.c))
        .group_by(subquery.c.partner)
        .order_by(func.sum(subquery.c.hands).desc(), subquery.c.partner)
        .limit(LINES + 1)
    )
    return [_read(row) for row in rows]


def measure_of(figure: Figure) -> str:
    """The name of what a figure is measured by: another figure, ``hands``, or ``played``."""
    return figure.per or ("played" if figure.of_play else "hands")


def _each_match(source: Source) -> Any:
    c = source.c
    query = (
        select(
            c.game,
            c.match,
            func.max(c.day).label("day"),
            func.max(c.preset).label("preset"),
            func.max(c.event).label("event"),
            func.max(c.won).label("won"),
            func.sum(c.hands).label("hands"),
            func.sum(c.hands * c.play).label("played"),
            func.sum(c.score).label("score"),
            func.sum(c.squares).label("squares"),
            func.sum(c.errors).label("errors"),
            func.sum(c.adjusted).label("adjusted"),
        )
        .where(*source.where)
        .group_by(c.game, c.match)
    )
    if source.whole:
        return query
    columns = query.subquery().c
    assert source.person is not None
    return _with_won(columns, won_at_any_seat(columns.match, source.person, as_computed=source.as_computed))


def _with_won(c: Any, won: ColumnElement[int | None]) -> Any:
    """Rows of matches, with who won them from elsewhere."""
    return select(*(column for column in c if column.name != "won"), won.label("won"))


def sits_twice(session: Session, person: int) -> bool:
    """Whether a person has two seats in some counted match: only then can another seat have won it.  One query."""
    seats = SEAT_RESULTS.c
    twice = select(seats.match).where(seats.person == person).group_by(seats.match).having(func.count() > 1).limit(1)
    return session.scalar(twice) is not None


_SUMS: Final = ("hands", "played", "score", "squares", "errors", "adjusted")


def _line(c: Any) -> list[ColumnElement[Any]]:
    return [
        func.count().label("matches"),
        func.sum(case((c.won == 1, 1), else_=0)).label("matches_won"),
        func.sum(case((c.won.is_(None), 1), else_=0)).label("undecided"),
        *(func.sum(c[name]).label(f"sum_{name}") for name in _SUMS),
    ]


def _read(row: Sequence[Any]) -> HandTotals:
    key, matches, won, undecided, hands, played, score, squares, errors, adjusted = row
    return HandTotals(
        key,
        int(matches),
        int(won or 0),
        int(undecided or 0),
        int(hands or 0),
        int(played or 0),
        int(score or 0),
        float(squares or 0),
        int(errors or 0),
        int(adjusted or 0),
    )


def _is(column: Any, number: int | None) -> Condition:
    return false() if number is None else column == number
