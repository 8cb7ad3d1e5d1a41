"""What holds of the facts of any match, made up in all games, with faults and without."""

import json
from random import Random

import pytest
from counted_facts import CHECKER, Counted
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.logs import write_match
from engine.statistics.facts import role_names
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import Style, drawn_rules, generate
from tests.playouts.mutations import MUTATIONS, mutate

PLAIN = Checker()
CLIMBING = ("guandan", "bao_huang", "big_a")


def made_up(game: str, seed: int, mutations: int = 0) -> Counted:
    preset, options = drawn_rules(game, seed)
    match = generate(game, seed, preset=preset, options=options, hands=3, style=Style.drawn(Random(seed)))
    for number in range(mutations):
        if not all(hand.actions for hand in match.hands):
            break
        match = mutate(match, Random(f"{seed} {number}").choice(MUTATIONS), seed + number).match
    return Counted(json.loads(write_match(match)))


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 10**6), mutations=st.integers(0, 3))
def test_the_rows_of_any_match(game: str, seed: int, mutations: int) -> None:
    counted = made_up(game, seed, mutations)
    report, rows = counted.report, counted.facts.seats
    assert report.replay is not None
    assert report.as_json() == PLAIN.check(counted.record).as_json()
    seats, of_game = len(counted.seats), [each for each in counted.game.statistics.figures if not each.later]
    assert [(row.hand, row.seat) for row in rows] == [(hand, seat) for hand in counted.hands() for seat in range(seats)]
    for row in rows:
        outcome = report.replay.hands[row.hand]
        assert row.basis == outcome.basis
        assert row.score == ((outcome.scores or {}).get(counted.seats[row.seat]) or 0)
        assert row.role is None or row.role in role_names(counted.game)
        assert len(row.counts) == len(of_game)
        figures = list(zip(counted.game.statistics.names, row.counts, strict=True))
        assert all(0 <= count < 2**63 for name, count in figures if name != "units")
        for other in row.side:
            assert row.seat in counted.row(counted.seats[other], row.hand).side
        if row.basis != "play":
            assert not any(figure.of_play and row.counts[place] for place, figure in enumerate(of_game))
    for hand in counted.hands():
        places = [row.place_halves for row in rows if row.hand == hand and row.place_halves is not None]
        if len(places) == seats:
            assert sum(places) == seats * (seats + 1)
        assert not sum(counted.count("units", hand).values()) if game == "chinese_poker" else True
        assert set(counted.facts.kinds) <= set(counted.hands())


@pytest.mark.parametrize("game", CLIMBING)
@given(seed=st.integers(0, 10**6))
def test_every_play_and_pass_without_a_fault_counts(game: str, seed: int) -> None:
    counted = made_up(game, seed)
    for hand in counted.hands():
        if counted.row(counted.seats[0], hand).basis == "play":
            verbs = [text.split()[1].lower() for text in counted.match.hands[hand].actions]
            plays = verbs.count("play") + verbs.count("capture")
            assert sum(counted.count("plays", hand).values()) == plays
            assert sum(counted.count("passes", hand).values()) == verbs.count("pass")
            assert counted.count("leads", hand)
            able = counted.able(hand)
            assert all(count <= counted.count("passes", hand)[seat] for seat, count in able.items())


@pytest.mark.parametrize("game", CLIMBING)
@given(seed=st.integers(0, 10**6), mutations=st.integers(1, 3))
def test_faults_never_count_more_than_there_are_actions(game: str, seed: int, mutations: int) -> None:
    counted = made_up(game, seed, mutations)
    for hand in counted.hands():
        actions = counted.match.hands[hand].actions
        counts = {name: sum(counted.count(name, hand).values()) for name in ("plays", "leads", "passes", "timed")}
        assert counts["leads"] <= counts["plays"]
        assert counts["plays"] + counts["passes"] <= len(actions)
        assert counts["timed"] < max(len(actions), 1)


@for_every("game", GAMES)
def test_every_figure_says_what_it_counts(game: str) -> None:
    statistics = GAMES[game].statistics
    assert len(set(statistics.names)) == len(statistics.names)
    assert all(figure.meaning.endswith(".") for figure in statistics.figures)
    assert all(figure.key in statistics.names for figure in statistics.figures if figure.key)


def test_no_facts_are_made_without_being_asked_for() -> None:
    record = Counted(json.loads(write_match(generate("guandan", 1, hands=1)))).record
    assert PLAIN.check(record).facts is None
    assert CHECKER.check(record).facts is not None
