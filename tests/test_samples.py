"""The sample logs give the reports that stand beside them, and between them show every code and option."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from app.judging.finding_examples import EXAMPLES
from engine.games import GAMES
from engine.logs import read_logs
from engine.logs.record import LogRecord
from engine.replay.fold import frame
from engine.rulebook.options import Option, OptionValue, RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.report import Report, Verdict
from tests.golden import SAMPLES, expected_path, finding_examples, golden_line, reports, samples
from tests.offenders import for_every


def sample_name(path: Path) -> str:
    return path.relative_to(SAMPLES).as_posix()


@for_every("sample", samples())
def test_a_sample_gives_its_golden_reports(sample: Path) -> None:
    expected = expected_path(sample).read_bytes().splitlines()
    assert [msgspec.json.decode(golden_line(report)) for report in reports(sample)] == [
        msgspec.json.decode(line) for line in expected
    ]


def test_every_sample_has_reports_and_every_report_a_sample() -> None:
    expected = {expected_path(sample) for sample in samples()}
    assert len(expected) == len(samples())
    assert expected == set(SAMPLES.rglob("*.report.jsonl"))


FAULTY = sorted(SAMPLES.glob("*/faults/*.json"))


@for_every("sample", FAULTY)
def test_a_faulty_sample_raises_the_code_that_it_is_named_after(sample: Path) -> None:
    (report,) = reports(sample)
    assert sample.stem in {finding.code.id for finding in report.findings}


@for_every("game", list(GAMES))
def test_every_code_of_a_game_has_a_faulty_sample_or_needs_a_foreign_log(game: str) -> None:
    codes = {code.id for code in GAMES[game].codes}
    named = {sample.stem for sample in FAULTY if sample.is_relative_to(SAMPLES / game)}
    assert named <= codes
    raised = {code for sample in samples() if "foreign" in sample.parts for code in codes_of(sample)}
    assert codes - named <= raised


def codes_of(sample: Path) -> set[str]:
    return {finding.code.id for report in reports(sample) for finding in report.findings}


def everything_found(report: Report) -> object:
    facts = report.as_dict()
    return facts["verdict"], facts["findings"], facts.get("hands"), facts.get("totals"), facts.get("winner")


def everything_shown(checker: Checker, record: LogRecord) -> object:
    """Every frame of a match; None where the rules do not exist."""
    match = record.match
    assert match is not None
    try:
        judge = checker.judge(checker.rules(match))
    except RulesUnknown:
        return None
    return [
        frame(judge, match, index, step) for index, hand in enumerate(match.hands) for step in range(len(hand.actions))
    ]


def option_values(game: str) -> dict[str, tuple[str, ...]]:
    """Values to try each option with, as the command line takes them."""
    return {option.name: values_of(option) for option in GAMES[game].rules.options}


def values_of(option: Option) -> tuple[str, ...]:
    if option.cells is not None:
        return (option.example, '{"back": {"four": 9}}', '{"dragon": 40, "no_broadway": 5}')
    return option.choices or tuple(map(str, option.numbers)) or (("1", "2") if option.bounds else ("true", "false"))


def records_of(game: str) -> Iterator[LogRecord]:
    for sample in (each for each in samples() if each.is_relative_to(SAMPLES / game)):
        with sample.open("rb") as stream:
            yield from (record for record in read_logs(stream, sample.name) if record.match is not None)


@for_every("game", list(GAMES))
def test_every_option_changes_what_some_sample_finds_scores_or_shows(game: str) -> None:
    values = option_values(game)
    unmoved = set(values)
    plain = Checker()
    for record in records_of(game):
        before = everything_found(plain.check(record))
        for name in sorted(unmoved):
            for value in values[name]:
                if everything_found(Checker(options={name: value}).check(record)) != before:
                    unmoved.discard(name)
                    break
    for record in records_of(game) if unmoved else ():
        shown = everything_shown(plain, record)
        for name in sorted(unmoved):
            if any(everything_shown(Checker(options={name: value}), record) != shown for value in values[name]):
                unmoved.discard(name)
        if not unmoved:
            break
    assert not unmoved


def listed_values(option: Option) -> tuple[OptionValue, ...]:
    """The values of an option that has a few; empty for a number within bounds and for a table."""
    if option.cells is not None or option.bounds is not None:
        return ()
    return option.choices or option.numbers or (True, False)


@for_every("game", list(GAMES))
def test_every_value_of_every_option_with_few_values_is_met_by_a_sample(game: str) -> None:
    met: set[tuple[str, OptionValue]] = set()
    checker = Checker()
    for record in records_of(game):
        assert record.match is not None
        try:
            rules = checker.rules(record.match)
        except RulesUnknown:
            continue
        met |= {(name, value) for name, value in rules.options.items() if not isinstance(value, Mapping)}
    options = GAMES[game].rules.options
    assert {(option.name, value) for option in options for value in listed_values(option)} <= met


SHEETS = sorted(SAMPLES.glob("*/sheets/*.json"))


@for_every("game", list(GAMES))
def test_every_basis_of_a_hand_has_a_sample_that_is_right_and_one_that_is_wrong(game: str) -> None:
    right: set[str | None] = set()
    wrong: set[str | None] = set()
    for sample in samples():
        if sample.is_relative_to(SAMPLES / game):
            for report in reports(sample):
                bases = {hand["basis"] for hand in report.as_dict().get("hands", ())}
                if report.verdict is Verdict.MISSCORED:
                    wrong |= bases
                elif report.verdict is not Verdict.ILLEGAL:
                    right |= bases
    assert right == wrong == {"play", "result", "scores", None}


@for_every("sample", SHEETS)
def test_a_wrong_sheet_is_misscored_and_no_other(sample: Path) -> None:
    (report,) = reports(sample)
    by_name = Verdict.MISSCORED if sample.stem.endswith("-wrong") else Verdict.INCOMPLETE
    assert report.verdict is (Verdict.CLEAN if sample.stem == "stopped-by-the-clock" else by_name)


def test_the_examples_of_findings_are_those_of_the_samples() -> None:
    assert finding_examples().splitlines() == EXAMPLES.read_bytes().splitlines()
