"""The sample logs and the reports that they must give; run as a module, it writes the reports anew.

Beside each sample ``x.json`` or ``x.jsonl`` stands ``x.report.jsonl``, a report a line.  The version of the
engine is left out of them, so that a release does not touch every one.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.logs import read_logs
from engine.verdict.check import Checker
from engine.verdict.report import Report

SAMPLES = Path(__file__).parent.parent / "sample_logs"
SUFFIXES = {".json", ".jsonl", ".txt", ".gz"}


def samples() -> list[Path]:
    """Every sample log, in order."""
    return sorted(
        path
        for path in SAMPLES.rglob("*")
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


def main() -> None:
    """Writes the expected reports of every sample anew."""
    for sample in samples():
        expected_path(sample).write_bytes(b"".join(golden_line(report) + b"\n" for report in reports(sample)))


if __name__ == "__main__":
    main()
