"""Figures follow rulings, and as computed they are those that there were before any ruling."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.database.lookup import word_number
from app.database.opening import transact
from app.database.tables.statistics import COUNTED_MATCHES, FACTS, RULED_HANDS, SEAT_RESULTS
from app.disputes.cases import acts
from app.disputes.cases.rulings import Decision, rule
from app.disputes.cases.states import CannotAct, RulingOutcome
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.players.ratings.changes import pending_games
from app.players.ratings.history import bring_up_to_date
from app.players.ratings.results import results
from app.players.statistics import people
from app.players.statistics.bombs import bombs_of
from app.players.statistics.distinctive import unlike
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.hand_series import longest_runs, outstanding_hands
from app.players.statistics.hands import hands_of
from app.players.statistics.head_to_head import Together, common_matches, records
from app.players.statistics.partners import partnerships
from app.players.statistics.person import by_partner, by_role, lines_of, numbers_of, source_of
from app.players.statistics.recount import count_pending
from app.players.statistics.season import Season, season_matches
from app.players.statistics.standings import course, standings
from engine.games import GAMES
from engine.statistics.facts import role_names
from tests.drawn_rulings import ARBITER, PLAYER, draw_ruling, open_dispute, set_scores
from tests.fact_rows import fact_rows, rows_written_anew

REPO = Path(__file__).parents[3]
PATHS = (
    "static/samples/spring-cup.json",
    "sample_logs/bao_huang/rizhao-evening.json",
    "sample_logs/bao_huang/alone.json",
    "sample_logs/demo/big-a-evening.json",
    "sample_logs/chinese_poker/first-to-eleven.json",
)
NAMES = ("X", "Y", "Z")
Take = Callable[..., list[IngestResult]]


def named(path: str, names: str, played: str | None = None) -> bytes:
    """A match of the samples played by people with names of one letter."""
    whole = json.loads((REPO / path).read_bytes())
    whole["match"] = {"id": path} | ({"played_at": played} if played else {})
    for player, name in zip(whole["players"], names, strict=False):
        player["name"] = name
        player.pop("id", None)
    return json.dumps(whole).encode()


@pytest.fixture
def matches(fupan: Installation, take: Take) -> list[int]:
    """The numbers of matches of every game."""
    found = []
    for number, path in enumerate(PATHS):
        names = ("XYZXY", "XYXYZ", "ZXYYX")[number % 3]
        found += [each.id for each in take(named(path, names, f"2024-05-0{number + 1}T20:00:00Z"), path)]
    count_pending(fupan.sessions)
    return found


def everything(session: Session, *, as_computed: bool) -> dict[str, Any]:
    """All figures of everybody."""
    found: dict[str, Any] = {}
    everybody = {name: people.person_of(session, name) or 0 for name in NAMES}
    for game in GAMES:
        season = season_matches(session, Season(game, as_computed=as_computed))
        found[game] = [
            standings(session, season),
            course(session, season, everybody.values()),
            longest_runs(session, season),
            *(outstanding_hands(session, season, 9, best=best) for best in (True, False)),
            partnerships(session, season, list(everybody.values())),
        ]
        plain = FactFilter(as_computed=as_computed)
        wanted_of = [plain, FactFilter(partner="X", as_computed=as_computed)]
        wanted_of += [FactFilter(role=role, as_computed=as_computed) for role in role_names(GAMES[game])[-1:]]
        found[game] += [[each.document for each in person_figures(session, game, each)] for each in wanted_of]
        for name, person in everybody.items():
            others = [other for other in everybody.values() if other != person]
            common = [common_matches(session, game, person, other, as_computed=as_computed) for other in others]
            together = [records(session, person, other, of) for other, of in zip(others, common, strict=True)]
            found[game] += [[each.matches for each in common], together]
            for wanted in wanted_of:
                numbers = numbers_of(session, wanted)
                source = source_of(session, person, name, game, wanted, numbers)
                every = source_of(session, person, name, None, wanted, numbers)
                found[game] += [
                    lines_of(session, source, game, numbers),
                    by_role(session, source, GAMES[game]),
                    bombs_of(session, person, GAMES[game], wanted, numbers),
                    lines_of(session, every, None, numbers),
                    by_partner(session, person, game, wanted, numbers),
                    unlike(session, source, person, GAMES[game], wanted, numbers),
                ]
            asked = FactFilter(game=game, player=name, as_computed=as_computed)
            found[game].append(hands_of(session, asked))
    return found


def test_figures_as_computed_are_those_before_any_ruling(fupan: Installation, matches: list[int]) -> None:
    rng = Random(2)
    with fupan.sessions() as session:
        before = everything(session, as_computed=False)
    for match in [*matches, *matches]:
        try:
            draw_ruling(fupan, rng, match)
        except CannotAct:
            continue
    with fupan.sessions() as session:
        assert everything(session, as_computed=True) == before
        assert any(each.whole.adjusted for game in GAMES for each in person_figures(session, game, FactFilter()))
        rows = fact_rows(session)
        assert rows["ruled_hands"]
        assert rows_written_anew(session) == rows
        session.rollback()
    transact(fupan.sessions, lambda session: people.join(session, "X", "Z"))
    transact(fupan.sessions, lambda session: people.split(session, "Z"))
    with fupan.sessions() as session:
        assert fact_rows(session) == rows


def figures(fupan: Installation, game: str, **wanted: Any) -> dict[str, Any]:
    with fupan.sessions() as session:
        return {each.key: each for each in person_figures(session, game, FactFilter(**wanted))}


@pytest.mark.databases_differ
def test_pages_add_up_what_the_figures_are(fupan: Installation, matches: list[int]) -> None:
    rng = Random(5)
    for match in matches * 2:
        try:
            draw_ruling(fupan, rng, match)
        except CannotAct:
            continue
    compared = adjusted = 0
    with fupan.sessions() as session:
        for game in GAMES:
            wanted_of = [FactFilter(), *(FactFilter(role=role) for role in role_names(GAMES[game]))]
            for wanted in wanted_of:
                for expected in person_figures(session, game, wanted):
                    numbers = numbers_of(session, wanted)
                    source = source_of(session, expected.person, expected.key, game, wanted, numbers)
                    lines = lines_of(session, source, game, numbers)
                    line = lines.whole
                    whole = expected.whole
                    assert (line.score, line.squares, line.adjusted) == (whole.score, whole.squares, whole.adjusted)
                    assert (line.matches, line.won, line.undecided) == (
                        expected.matches.matches,
                        expected.matches.won,
                        expected.matches.undecided,
                    )
                    assert sum(each.adjusted for each in lines.matches) == whole.adjusted
                    compared += 1
                    adjusted += whole.adjusted
                    if wanted == FactFilter():
                        placed = standings(session, season_matches(session, Season(game)))
                        (standing,) = (each for each in placed if each.person == expected.person)
                        assert (standing.score, standing.adjusted) == (whole.score, whole.adjusted)
                        assert standing.matches == expected.matches
    assert compared > 10
    assert adjusted > 10


@pytest.mark.databases_differ
def test_totals_and_winner_follow_the_verdict(fupan: Installation, take: Take) -> None:
    (kept,) = take(named("sample_logs/bao_huang/rizhao-evening.json", "ABCDE"))
    assert [figures(fupan, "bao_huang")[name].matches.won for name in "ABCDE"] == [1, 0, 1, 0, 0]
    before = {name: each.whole.score for name, each in figures(fupan, "bao_huang").items()}
    dispute = set_scores(fupan, kept.id, 1, {"A": 0, "B": 50, "C": 0, "D": -50, "E": 0})
    after = figures(fupan, "bao_huang")
    assert [after[name].matches.won for name in "ABCDE"] == [0, 1, 0, 0, 0]
    assert {name: each.whole.adjusted for name, each in after.items()} == dict.fromkeys("ABCDE", 1)
    computed = figures(fupan, "bao_huang", as_computed=True)
    assert {name: each.whole.score for name, each in computed.items()} == before
    assert [computed[name].matches.won for name in "ABCDE"] == [1, 0, 1, 0, 0]
    assert {each.whole.adjusted for each in computed.values()} == {0}
    assert after["B"].places == computed["B"].places
    with fupan.sessions() as session:
        totals = session.scalars(select(SEAT_RESULTS.c.total).order_by(SEAT_RESULTS.c.seat)).all()
        scores = {name: session.scalars(select(FACTS.c.score).where(FACTS.c.hand == 1)).all() for name in "A"}["A"]
        assert sorted(scores) == [-50, 0, 0, 0, 50]
        assert sum(totals) == sum(each.whole.score for each in after.values())
    with pytest.raises(CannotAct):
        rule(fupan, dispute, ARBITER, Decision(RulingOutcome.UPHELD, "No"), 1)
    acts.appeal(fupan, dispute, PLAYER, "That is too much.")
    assert figures(fupan, "bao_huang")["B"].whole.score == after["B"].whole.score
    rule(fupan, dispute, ARBITER, Decision(RulingOutcome.VOID, "Nobody knows."), 1)
    void = figures(fupan, "bao_huang")
    assert {name: each.whole.hands for name, each in void.items()} == dict.fromkeys("ABCDE", 4)
    acts.appeal(fupan, dispute, PLAYER, "I know.")
    rule(fupan, dispute, ARBITER, Decision(RulingOutcome.UPHELD, "So it is."), 2)
    assert {name: each.whole.score for name, each in figures(fupan, "bao_huang").items()} == before
    with fupan.sessions() as session:
        assert session.execute(select(RULED_HANDS)).all() == [(0, kept.id, 1)]


@pytest.mark.databases_differ
def test_in_a_game_of_levels_the_winner_stays(fupan: Installation, take: Take) -> None:
    (kept,) = take(named("static/samples/spring-cup.json", "ABCD"))
    before = figures(fupan, "guandan")
    set_scores(fupan, kept.id, 0, {"E": 0, "N": 9, "W": 0, "S": 9})
    after = figures(fupan, "guandan")
    assert {name: each.matches for name, each in after.items()} == {name: each.matches for name, each in before.items()}
    assert after["B"].whole.score != before["B"].whole.score
    assert {name: each.values for name, each in after.items()} == {name: each.values for name, each in before.items()}


@pytest.mark.databases_differ
def test_a_ruling_without_scores_marks_the_hand_alone(fupan: Installation, take: Take) -> None:
    (kept,) = take(named("static/samples/spring-cup.json", "ABCD"))
    with fupan.sessions() as session:
        before = {name: rows for name, rows in fact_rows(session).items() if name != "ruled_hands"}
    dispute = open_dispute(fupan, kept.id, 2)
    with fupan.sessions() as session:
        assert not session.execute(select(RULED_HANDS)).all()
    rule(fupan, dispute, ARBITER, Decision(RulingOutcome.STANDS, "Nobody objected."), 0)
    with fupan.sessions() as session:
        rows = fact_rows(session)
        assert rows.pop("ruled_hands") == [(0, kept.id, 2)]
        assert rows == before


@pytest.mark.databases_differ
def test_ratings_take_the_result_after_rulings(fupan: Installation, take: Take) -> None:
    (kept,) = take(named("sample_logs/bao_huang/rizhao-evening.json", "ABCDE", "2024-05-01T20:00:00Z"))
    with fupan.sessions() as session:
        game = word_number(session, "bao_huang") or 0
        assert session.scalar(select(COUNTED_MATCHES.c.game)) == game
        ((before,),) = results(session, game)
    bring_up_to_date(fupan.sessions, game)
    with fupan.sessions() as session:
        assert pending_games(session) == []
    set_scores(fupan, kept.id, 1, {"A": -90, "B": 50, "C": 40, "D": 0, "E": 0})
    with fupan.sessions() as session:
        assert pending_games(session) == [game]
        ((after,),) = results(session, game)
    assert [side.place for side in before.sides] == [0, 2, 0, 4, 2]
    assert [side.place for side in after.sides] == [4, 0, 1, 2, 2]
    assert bring_up_to_date(fupan.sessions, game) == 1


@pytest.mark.databases_differ
def test_two_people_are_compared_after_rulings(fupan: Installation, take: Take) -> None:
    (kept,) = take(named("sample_logs/bao_huang/rizhao-evening.json", "ABCDE"))
    set_scores(fupan, kept.id, 1, {"A": 0, "B": 50, "C": 0, "D": -50, "E": 0})
    with fupan.sessions() as session:
        first, second = (people.person_of(session, name) or 0 for name in "BD")
        common = common_matches(session, "bao_huang", first, second)
        assert [(each.won, each.other_won) for each in common.matches] == [(1, 0)]
        found = records(session, first, second, common)
        assert sum(each.difference.total for each in found.values()) >= 100 - 20
        assert sum(each.adjusted for each in found.values()) == 1
        plain = common_matches(session, "bao_huang", first, second, as_computed=True)
        assert [(each.won, each.other_won) for each in plain.matches] == [(0, 0)]
        assert sum(each.adjusted for each in records(session, first, second, plain).values()) == 0
        assert set(found) <= set(Together)
