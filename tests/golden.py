"""The sample logs and the reports that they must give; run as a module, it writes the reports anew.

It also writes the examples of the pages of findings, which are taken from these samples.

Beside each sample ``x.json`` or ``x.jsonl`` stands ``x.report.jsonl``, a report a line.  The version of the
engine is left out of them, so that a release does not touch every one.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import msgspec

from app.judging.finding_examples import EXAMPLES, LONGEST, FindingExample
from engine.games import GAMES
from engine.logs import read_logs
from engine.record.match import Match, given_value
from engine.verdict.check import Checker
from engine.verdict.report import Report
from engine.verdict.stored_report import SentenceParts, StoredFinding, as_stored

SAMPLES = Path(__file__).parent.parent / "sample_logs"
SUFFIXES = {".json", ".jsonl", ".txt", ".gz", ".data"}


def samples(folder: Path = SAMPLES) -> list[Path]:
    """Every sample log in a folder, in order."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in SUFFIXES and not path.name.endswith(".report.jsonl")
    )


def expected_path(sample: Path) -> Path:
    """Where the reports of a sample stand."""
    return sample.with_name(sample.name.partition(".")[0] + ".report.jsonl")


def reports(sample: Path, checker: Checker | None = None) -> Iterator[Report]:
    """The reports of a sample, under a name that does not depend on where the repository lies."""
    with sample.open("rb") as stream:
        for record in read_logs(stream, sample.relative_to(SAMPLES).as_posix()):
            yield (checker or Checker()).check(record)


def golden_line(report: Report) -> bytes:
    """A report as it stands in a golden file."""
    facts = report.as_dict()
    del facts["engine"]
    return msgspec.json.encode(facts)


def finding_examples() -> bytes:
    """An example of each case of each finding, as far as the samples have one, a line each; the faulty ones first."""
    found: dict[tuple[str, str], bytes] = {}
    for game in GAMES:
        for sample in sorted(samples(SAMPLES / game), key=lambda path: (path.parent.name != "faults", path)):
            if _cases(expected_path(sample).read_bytes()) - found.keys():
                with sample.open("rb") as stream:
                    for record in read_logs(stream, sample.name):
                        for each in as_stored(Checker().check(record)).findings:
                            if isinstance(each.made, SentenceParts) and each.code != "malformed":
                                found.setdefault((each.code, each.made.variant), _example(game, each, record.match))
    return b"".join(line + b"\n" for _key, line in sorted(found.items()))


def _cases(lines: bytes) -> set[tuple[str, str]]:
    """The findings of reports, by code and case."""
    findings = chain.from_iterable(msgspec.json.decode(line)["findings"] for line in lines.splitlines())
    return {(each["code"], each["made"]["variant"]) for each in findings if each.get("made")}


def _example(game: str, finding: StoredFinding, match: Match | None) -> bytes:
    players = [] if match is None else match.players
    actions: list[str] = []
    if match is not None and finding.hand is not None and finding.action is not None:
        before = match.hands[finding.hand].actions[: finding.action + 1]
        begins = next((at for at in range(finding.action - 1, -1, -1) if not before[at].endswith(" pass")), 0)
        actions = list(before[max(begins, finding.action - LONGEST) :])
    example = FindingExample(
        game=game,
        finding=finding,
        actions=actions,
        players={each.seat: given_value(each.name) or "" for each in players},
    )
    return msgspec.json.encode(example)


def main() -> None:
    """Writes the expected reports of every sample anew, and the examples."""
    for sample in samples():
        expected_path(sample).write_bytes(b"".join(golden_line(report) + b"\n" for report in reports(sample)))
    EXAMPLES.write_bytes(finding_examples())


if __name__ == "__main__":
    main()
