"""A match under every preset: what is compared, and that the options named are those that matter."""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.logs import LogRecord, read_logs
from engine.rulebook.options import RuleSet, RulesUnknown, value_text
from engine.verdict.check import Checker
from engine.verdict.comparison import Comparison, PresetDifference, check_and_compare, compare
from engine.verdict.outcomes import Aspect, Outcome, outcome_of
from engine.verdict.report import Report, Verdict
from tests.builders import Judged, finished, judge
from tests.engine.verdict.test_variants import any_match, record_of
from tests.golden import SAMPLES, samples
from tests.offenders import for_every
from tests.playouts.strategies import few

GUANDAN = tuple(GAMES["guandan"].rules.presets)
FAILED = finished("NSEW", level="A", levels={"E": "A", "N": "2"}, previous=["E", "W", "N", "S"], failures={"E": 2})
AND_THEN = finished("EWNS", level="5")


def compared(made: Judged, **settings: int) -> Comparison:
    """The comparison of a match that has been judged."""
    comparison = compare(Checker(), made.record, made.report, **settings)
    assert comparison is not None
    return comparison


def named(comparison: Comparison) -> dict[str, dict[str, object]]:
    """By preset, the options that make its difference and their values there."""
    return {
        preset: {change.option: change.there for change in difference.changes}
        for difference in comparison.differences
        for preset in difference.presets
    }


def outcome(record: LogRecord, rules: RuleSet) -> tuple[object, ...]:
    """What the checker says of a match under some rules: all that is compared, by a way of its own."""
    texts = {name: value_text(value) for name, value in rules.options.items()}
    report = Checker(rules.preset, texts).check(record).as_dict()
    errors = [
        (each["code"], each["hand"], each["action"]) for each in report["findings"] if each["severity"] == "error"
    ]
    hands = [{name: value for name, value in each.items() if name != "breakdown"} for each in report["hands"]]
    return report["verdict"], errors, report["totals"], report["winner"], hands


def as_tuple(found: Outcome) -> tuple[object, ...]:
    winner = None if found.winner is None else list(found.winner)
    return str(found.verdict), list(found.errors), dict(found.totals), winner, [dict(each) for each in found.hands]


def with_changes(comparison: Comparison, difference: PresetDifference, leave_out: str = "") -> RuleSet:
    here = comparison.checked.rules
    changed = {change.option: change.there for change in difference.changes if change.option != leave_out}
    return RuleSet(here.game, here.preset, dict(here.options) | changed, here.base)


def test_where_nothing_depends_on_the_preset_there_is_no_difference() -> None:
    comparison = compared(judge(finished("EWNS", result={"scores": {"E": 3}})))
    assert [column.name for column in comparison.columns] == list(GUANDAN)
    assert comparison.checked.name == "tournament"
    assert (comparison.differences, comparison.aspects, comparison.hands) == ((), (), ())
    assert comparison.replays == len(GUANDAN) - 1


def test_one_option_that_makes_the_difference_is_named() -> None:
    comparison = compared(judge(FAILED))
    assert named(comparison) == {
        "intro": {"tribute": "none", "a_failures": 0},
        "national_2017": {"a_failures": 0},
        "njupt": {"a_failures": 4},
        "botzone": {"a_failures": 0},
    }
    alike = next(each for each in comparison.differences if "botzone" in each.presets)
    assert alike.presets == ("national_2017", "botzone")
    (change,) = alike.changes
    assert (change.here, change.there, change.moves) == (3, 0, (Aspect.HANDS,))


def test_rules_that_are_no_preset_stand_before_the_presets() -> None:
    comparison = compared(judge(FAILED, AND_THEN, tribute="none"))
    first, *others = comparison.columns
    assert (first.name, first.checked, first.rules.preset) == ("", True, "tournament")
    assert [(column.name, column.checked) for column in others] == [(name, False) for name in GUANDAN]
    assert first.outcome.verdict is Verdict.CLEAN
    assert first.outcome.totals == {"E": 3, "N": 3, "W": 3, "S": 3}
    assert others[0].outcome.totals == {"E": 0, "N": 3, "W": 0, "S": 3}
    assert comparison.hands == (0, 1)
    assert named(comparison)["intro"] == {"a_failures": 0}
    assert named(comparison)["national_2017"] == {"tribute": "standard", "a_failures": 0}
    moves = {change.option: change.moves for change in comparison.differences[-1].changes}
    assert Aspect.TOTALS not in moves["tribute"]
    assert moves["tribute"][0] is Aspect.VERDICT


def test_an_option_that_changes_nothing_is_not_named() -> None:
    comparison = compared(judge(FAILED, reporting="off", joker_pair_in_full_house=False))
    assert comparison.checked.name == ""
    assert "tournament" not in named(comparison)
    assert not {"reporting", "joker_pair_in_full_house"} & {
        option for options in named(comparison).values() for option in options
    }


def test_an_option_that_the_others_need_is_named_with_them() -> None:
    """Rizhao's scoring is not allowed under another rule for the winner."""
    with (SAMPLES / "bao_huang" / "bare-ranks.json").open("rb") as stream:
        (record,) = read_logs(stream, "bare-ranks.json")
    report = Checker().check(record)
    comparison = compare(Checker(), record, report)
    assert comparison is not None
    (rizhao,) = (each for each in comparison.differences if "rizhao" in each.presets)
    assert [(change.option, bool(change.moves)) for change in rizhao.changes] == [
        ("winner_rule", False),
        ("scoring", True),
    ]
    assert rizhao.minimal


def test_errors_at_other_places_are_a_difference_too() -> None:
    one, same, other = (
        Outcome(Verdict.ILLEGAL, (("out-of-turn", 0, action),), {"E": 0}, None, ()) for action in (3, 3, 4)
    )
    assert one.against(same) == ()
    assert one.against(other) == (Aspect.ERRORS,)


def records() -> Iterator[LogRecord]:
    for sample in samples():
        with sample.open("rb") as stream:
            yield from islice(read_logs(stream, sample.relative_to(SAMPLES).as_posix()), 2)


@for_every("record", [each for each in records() if each.match is not None])
def test_the_options_named_give_the_preset_and_none_can_be_left_out(record: LogRecord) -> None:
    checker = Checker()
    report = checker.check(record)
    comparison = compare(checker, record, report)
    if report.rules is None:
        assert comparison is None
        return
    assert comparison is not None
    outcomes = {column.name: as_tuple(column.outcome) for column in comparison.columns}
    for column in comparison.columns:
        assert as_tuple(column.outcome) == outcome(record, column.rules)
    here = as_tuple(comparison.checked.outcome)
    different = {name for name, found in outcomes.items() if found != here}
    assert different == {preset for each in comparison.differences for preset in each.presets}
    for difference in comparison.differences:
        assert difference.minimal
        for preset in difference.presets:
            assert outcome(record, with_changes(comparison, difference)) == outcomes[preset]
        for change in difference.changes:
            assert change.here != change.there
            left = with_changes(comparison, difference, change.option)
            if change.moves:
                assert outcome(record, left) != outcomes[difference.presets[0]]
            else:
                with pytest.raises(RulesUnknown):
                    GAMES[left.game].rules.resolve(left.preset, left.options)


@pytest.mark.parametrize("game", sorted(GAMES))
@few(5)
@given(data=st.data())
def test_made_up_matches_compare_as_separate_checks_do(game: str, data: st.DataObject) -> None:
    record = record_of(data.draw(any_match(game)))
    checker = Checker()
    report, comparison = check_and_compare(checker, record)
    assert report.as_json() == Checker().check(record).as_json()
    again = compare(checker, record, report)
    if comparison is None:
        assert again is None
        return
    assert again is not None
    assert again == comparison
    for column in comparison.columns:
        assert column.outcome == outcome_of(Checker().check(record, column.rules))
    here = comparison.checked
    for difference in comparison.differences:
        goal = next(column for column in comparison.columns if column.name in difference.presets).outcome
        assert outcome_of(Checker().check(record, with_changes(comparison, difference))) == goal
        for change in difference.changes:
            assert change.here == here.rules.options[change.option]
            if change.moves:
                left = outcome_of(Checker().check(record, with_changes(comparison, difference, change.option)))
                assert change.moves == left.against(goal)


@for_every("replays", [0, 1, 4, 5, 6, 8, 11, 14, 30])
def test_replays_are_bounded(replays: int) -> None:
    made = judge(FAILED, AND_THEN, tribute="none")
    comparison = compared(made, replays=replays)
    assert comparison.replays <= max(replays, len(GUANDAN))
    for difference in comparison.differences:
        (wanted, *_) = (column.outcome for column in comparison.columns if column.name in difference.presets)
        assert outcome(made.record, with_changes(comparison, difference)) == as_tuple(wanted)
    if replays == 0:
        assert [each.minimal for each in comparison.differences] == [False, True, False, False, False]
    if replays == 30:
        assert all(difference.minimal for difference in comparison.differences)


def test_the_same_match_gives_the_same_whatever_was_judged_before() -> None:
    made = judge(FAILED, AND_THEN, tribute="none")
    checker = Checker()
    for _ in range(3):
        assert compare(checker, made.record, made.report) == compared(made)
        other = judge(finished("NSEW"))
        compare(checker, other.record, other.report)


def test_what_is_no_match_is_not_compared(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("{")
    with path.open("rb") as stream:
        (record,) = read_logs(stream, "a.json")
    report = Checker().check(record)
    assert isinstance(report, Report)
    assert compare(Checker(), record, report) is None
    unknown = judge(finished("EWNS"), preset="nobody")
    assert unknown.verdict == "unreadable"
    assert compare(Checker(), unknown.record, unknown.report) is None


@for_every(("line", "option", "preset"), [(0, "royalty_table", "one-six"), (1, "natural_table", "taiwanese")])
def test_a_table_of_the_house_can_make_the_difference(line: int, option: str, preset: str) -> None:
    with (SAMPLES / "chinese_poker/house-tables.jsonl").open("rb") as stream:
        record = list(read_logs(stream, "house-tables.jsonl"))[line]
    checker = Checker()
    comparison = compare(checker, record, checker.check(record))
    assert comparison is not None
    (difference,) = (each for each in comparison.differences if preset in each.presets)
    (change,) = difference.changes
    assert (change.option, change.there) == (option, {})
    assert isinstance(change.here, Mapping)
