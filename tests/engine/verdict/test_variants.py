"""A match under many rule sets: the same reports as by checking under each, and what is not read changes nothing."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.verdict.check import Checker
from engine.verdict.judges import Judges
from engine.verdict.report import Verdict
from engine.verdict.variants import Variants
from tests.engine.verdict.under_rules import changed, drawn, read_under, values_of
from tests.playouts import generate
from tests.playouts.judging import HASH
from tests.playouts.strategies import few, matches_of, mutants_of

JUDGES: Mapping[str, Judges] = {game: Judges(game) for game in GAMES}
"""Shared by all matches, as a checker shares them."""

every_game = pytest.mark.parametrize("game", sorted(GAMES))


def record_of(match: Match) -> LogRecord:
    return LogRecord(
        source="made up", raw=b"", format="fupan", match=match, game=match.game, match_id=None, hashed=HASH
    )


def any_match(game: str) -> st.SearchStrategy[Match]:
    return st.one_of(matches_of(game), mutants_of(game).map(lambda mutant: mutant.match))


@every_game
@few(40)
@given(data=st.data())
def test_reports_are_those_of_a_check(game: str, data: st.DataObject) -> None:
    match = data.draw(any_match(game))
    rng = Random(data.draw(st.integers(0, 10**6)))
    record = record_of(match)
    variants = Variants(JUDGES[game], record, match)
    claim = Checker().rules(match)
    presets = [GAMES[game].rules.resolve(name) for name in GAMES[game].rules.presets]
    for _ in range(10):
        rules = drawn(rng.choice([claim, claim, *presets]), rng, rng.choice([0, 1, 1, 2, 3, 20]))
        assert variants.report(rules).as_json() == Checker().check(record, rules).as_json()


@every_game
@few(20)
@given(data=st.data())
def test_an_option_that_is_not_read_changes_nothing(game: str, data: st.DataObject) -> None:
    match = data.draw(any_match(game))
    record = record_of(match)
    rules = Checker().rules(match)
    report = Checker().check(record, rules).as_dict()
    read = read_under(Variants(JUDGES[game], record, match), rules)
    for option in GAMES[game].rules.options:
        if option.name in read:
            continue
        for value in values_of(option):
            other = changed(rules, option.name, value)
            assert other is not None, "the rules refuse the value, so that the option was read"
            found = Checker().check(record, other).as_dict()
            assert {**found, "rules": None, "digest": None} == {**report, "rules": None, "digest": None}


@every_game
def test_a_second_report_replays_nothing(game: str) -> None:
    match = generate(game, 1, hands=2)
    variants = Variants(Judges(game), record_of(match), match)
    rules = Checker().rules(match)
    variants.report(rules)
    actions = variants.actions
    assert actions == sum(len(hand.actions) for hand in match.hands)
    variants.report(rules)
    assert variants.actions == actions


def test_a_number_of_players_that_the_rules_do_not_allow() -> None:
    made = (generate("chinese_poker", seed, preset="two-four", hands=1) for seed in range(100))
    match = next(match for match in made if len(match.players) == 4)
    variants = Variants(Judges("chinese_poker"), record_of(match), match)
    report = variants.report(GAMES["chinese_poker"].rules.resolve("pineapple"))
    assert report.verdict is Verdict.UNREADABLE
