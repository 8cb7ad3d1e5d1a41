"""The sample logs give the reports that stand beside them, and between them show every code and option."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from engine.check import Checker
from engine.games import GAMES
from engine.logs import read_logs
from engine.report import Report
from engine.rules import Option
from tests.golden import SAMPLES, expected_path, golden_line, reports, samples


def sample_name(path: Path) -> str:
    return path.relative_to(SAMPLES).as_posix()


@pytest.mark.parametrize("sample", samples(), ids=sample_name)
def test_a_sample_gives_its_golden_reports(sample: Path) -> None:
    expected = expected_path(sample).read_bytes().splitlines()
    assert [msgspec.json.decode(golden_line(report)) for report in reports(sample)] == [
        msgspec.json.decode(line) for line in expected
    ]


def test_every_sample_has_reports_and_every_report_a_sample() -> None:
    expected = {expected_path(sample) for sample in samples()}
    assert len(expected) == len(samples())
    assert expected == set(SAMPLES.rglob("*.report.jsonl"))


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*/faults/*.json")), ids=sample_name)
def test_a_faulty_sample_raises_the_code_that_it_is_named_after(sample: Path) -> None:
    if sample.name.endswith(".report.json"):
        return
    (report,) = reports(sample)
    assert sample.stem in {finding.code.id for finding in report.findings}


def everything_found(report: Report) -> object:
    facts = report.as_dict()
    return facts["verdict"], facts["findings"], facts.get("hands"), facts.get("totals"), facts.get("winner")


def values_of(option: Option) -> Sequence[str]:
    """Values to try an option with, as the command line takes them."""
    if option.cells is not None:
        return (option.example, '{"back": {"four": 9}}', '{"dragon": 40, "no_broadway": 5}')
    return option.choices or (("1", "2") if option.bounds else ("true", "false"))


@pytest.mark.parametrize("game", list(GAMES))
def test_every_option_changes_what_some_sample_finds_or_scores(game: str) -> None:
    unmoved = {option.name for option in GAMES[game].rules.options}
    for sample in (each for each in samples() if each.is_relative_to(SAMPLES / game)):
        with sample.open("rb") as stream:
            records = [record for record in read_logs(stream, sample.name) if record.match is not None]
        plain = Checker()
        for record in records:
            before = everything_found(plain.check(record))
            for name in sorted(unmoved):
                for value in values_of(GAMES[game].rules.option(name)):
                    if everything_found(Checker(options={name: value}).check(record)) != before:
                        unmoved.discard(name)
                        break
    assert not unmoved
