"""Proofs of scores: lines that add up, and rules, options and steps that are there and concern them."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from engine.replay.grounds import HandProof, Origin
from engine.replay.proving import hand_proof
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.stored_report import as_stored
from engine.verdict.totals_proof import totals_entries
from tests.engine.test_properties_recorded import recorded_in_full, sheet_of
from tests.offenders import for_every
from tests.playouts import generate
from tests.playouts.judging import judged
from tests.playouts.strategies import few, matches_of, mutants_of
from tests.playouts.unknowns import UNKNOWNS
from tests.profiles import examples
from tests.score_proofs import check_facts, check_lines, check_rules, proved

every_game = pytest.mark.parametrize("game", sorted(GAMES))


@every_game
@few(60)
@given(data=st.data())
def test_lines_add_up_and_cite_steps_that_concern_them(game: str, data: st.DataObject) -> None:
    match = data.draw(matches_of(game))
    replayed, proofs = proved(match)
    check_lines(replayed, proofs)
    check_rules(game, proofs)
    check_facts(match, proofs)


@every_game
@few(40)
@given(data=st.data())
def test_the_same_of_matches_with_faults(game: str, data: st.DataObject) -> None:
    match = data.draw(mutants_of(game)).match
    replayed, proofs = proved(match)
    check_lines(replayed, proofs)
    check_rules(game, proofs)
    check_facts(match, proofs)


@every_game
@pytest.mark.parametrize("unknown", sorted(UNKNOWNS))
def test_the_same_of_matches_of_which_cards_are_unknown(game: str, unknown: str) -> None:
    for seed in range(2):
        match = UNKNOWNS[unknown](generate(game, seed, hands=2), Random(seed))
        replayed, proofs = proved(match)
        check_lines(replayed, proofs)
        check_facts(match, proofs)


@every_game
@few(40)
@given(data=st.data())
def test_a_sheet_rests_on_what_was_recorded(game: str, data: st.DataObject) -> None:
    """No line of it cites a step, and every line with points rests on the record."""
    match, outcomes = recorded_in_full(data.draw(matches_of(game)))
    sheet = sheet_of(match, outcomes)
    replayed, proofs = proved(sheet)
    check_lines(replayed, proofs)
    check_rules(game, proofs)
    for line in (line for proof in proofs for line in proof.lines):
        assert line.actions == ()
        assert not line.points or any(fact.origin is Origin.RECORD for fact in line.facts)


@every_game
@few(40)
@given(data=st.data())
def test_totals_unfold_into_hands(game: str, data: st.DataObject) -> None:
    match = data.draw(matches_of(game, results=1))
    report = judged(match)
    entries = totals_entries(match, as_stored(report))
    assert dict(entries[-1].totals) == report.as_dict()["totals"]
    assert [entry.hand for entry in entries if entry.adds not in ("starts", "states")] == [*range(len(match.hands))]


_OF_THE_DEAL = {"deck", "dealing", "hands_each"}
"""The options that say what the cards of a hand are; under another value the log is no longer of the game."""


def named(proofs: list[HandProof], index: int) -> set[str]:
    """The options that the proof of a hand names, and those of the hands that it cites."""
    found = {option.name for line in proofs[index].lines for option in line.options}
    cited = {fact.hand for line in proofs[index].lines for fact in line.facts if fact.hand is not None}
    return found.union(*(named(proofs, hand) for hand in cited))


def others(rules: RuleSet, option: str) -> list[OptionValue]:
    """Some other values of an option."""
    found = GAMES[rules.game].rules.option(option)
    tables: dict[str, Any] = {"royalty_table": {"middle": {"four": 9}}, "natural_table": {"dragon": 40}}
    values: list[Any] = [*found.choices, *found.numbers]
    if not values:
        values = [tables[option]] if found.cells else [0, 1, 2, 5] if found.bounds else [False, True]
    return [value for value in values if found.accepts(value) and value != rules.options[option]]


def unlike(match: Match) -> Iterator[tuple[str, set[str]]]:
    """The options that alone change the score of a hand with the same finish and roles, each with the options that one
    of the two proofs names."""
    book, rules = GAMES[match.game].rules, Checker().rules(match)
    replayed, here = proved(match, rules)
    for option in (each.name for each in book.options if each.name not in _OF_THE_DEAL):
        for value in others(rules, option):
            try:
                other = book.resolve(rules.preset, dict(rules.options) | {option: value})
            except RulesUnknown:
                continue
            if len(match.players) not in GAMES[match.game].seats_under(other):
                continue
            there_replayed, there = proved(match, other)
            for index, (one, two) in enumerate(zip(replayed.hands, there_replayed.hands, strict=True)):
                same = (one.basis, one.finish, one.roles) == (two.basis, two.finish, two.roles)
                if same and one.scores != two.scores:
                    yield option, named(here, index) | named(there, index)


@for_every(("game", "wanted"), [("bao_huang", "scoring"), ("chinese_poker", "row_unit")])
def test_an_option_that_changes_a_score_is_named(game: str, wanted: str) -> None:
    """Of two rule sets that differ in one option and in the score of a hand, at least one proof names the option."""
    changed = set()
    for seed in range(examples(30) // 2):
        for option, names in unlike(generate(game, seed, hands=1)):
            changed.add(option)
            assert option in names, seed
    assert wanted in changed


@every_game
@few(5)
@given(data=st.data())
def test_the_same_of_sheets(game: str, data: st.DataObject) -> None:
    match, outcomes = recorded_in_full(data.draw(matches_of(game, most_hands=2)))
    for option, names in unlike(sheet_of(match, outcomes)):
        assert option in names


@for_every(
    ("finish", "exposed", "wanted"),
    [
        ("DEB", False, {"four_five"}),
        ("DEB", True, {"exposed_scores"}),
        ("AED", True, set()),
        ("ACB", True, {"exposed_scores"}),
    ],
)
def test_the_row_of_a_sheet_of_big_a_names_its_options(finish: str, exposed: bool, wanted: set[str]) -> None:
    result = {"finish": [*finish], "roles": {"declarer": "A", "partner": "C"}, "exposed": exposed}
    log = {
        "format": "fupan/1",
        "game": "big_a",
        "players": [{"seat": seat} for seat in "ABCDE"],
        "hands": [{"actions": [], "result": result}],
    }
    match = read_match(json.dumps(log).encode(), "made.json").match
    assert match is not None
    _, proofs = proved(match)
    assert wanted <= named(proofs, 0)
    assert {option for option, _ in unlike(match)} == wanted


def test_falls_from_a_name_the_options_of_failures() -> None:
    """A team at A that does not win goes back to 2 after so many times, and scores of later hands depend on it."""
    hands = [{"actions": [], "result": {"finish": ["E", "N", "W"]}}] + [
        {"actions": [], "result": {"finish": finish}} for finish in (["N", "E", "S"], ["E", "N", "W"], ["E", "W"])
    ]
    log = {
        "format": "fupan/1",
        "game": "guandan",
        "rules": {"options": {"a_failures": 1}},
        "players": [{"seat": seat} for seat in "ENWS"],
        "hands": [
            {**hands[0], "setup": {"levels": {"E": "A", "N": "A"}, "previous": ["N", "S", "E", "W"]}},
            *hands[1:],
        ],
    }
    match = read_match(json.dumps(log).encode(), "made.json").match
    assert match is not None
    _, proofs = proved(match)
    falls = [(proof.hand, line) for proof in proofs for line in proof.lines if line.rule == "guandan.failures"]
    assert [hand for hand, _ in falls] == [0, 1]
    assert {option.name for option in falls[1][1].options} == {"a_failures", "a_failure_is", "win_at"}
    (level,) = (fact for fact in proofs[2].lines[0].facts if fact.kind == "level")
    assert (level.hand, level.text) == (1, "E and W are at level 2 before the hand")
    assert "a_failures" in named(proofs, 2)
    assert {option for option, _ in unlike(match)} >= {"a_failures"}
    assert all(option in names for option, names in unlike(match))


def test_a_proof_of_one_hand_is_that_among_all() -> None:
    match = generate("guandan", 3, hands=6)
    checker = Checker()
    rules = checker.rules(match)
    _, proofs = proved(match)
    for index, proof in enumerate(proofs):
        assert hand_proof(GAMES["guandan"], rules, checker.judge(rules), match, index) == proof
    with pytest.raises(IndexError):
        hand_proof(GAMES["guandan"], rules, checker.judge(rules), match, len(match.hands))
