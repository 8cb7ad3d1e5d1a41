"""`fupan observations`: what each seat could see before each action, for programs that learn to play."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import Final

import click
import msgspec

from app.cli.commands import argument, command, option
from app.cli.inputs import Inputs, WrongUsage, as_typed, complain, reason_of
from app.cli.matches.report_text import print_findings
from app.cli.options import judged_under, read_as
from app.judging.fault_barrier import guarded_work
from app.text.language import _, _n
from engine.logs import LogRecord
from engine.verdict.check import Checker
from engine.verdict.observations import Observation, observations

MOST_TEXT: Final = 500
"""The most characters of a source or license."""
_NUMBERS: Final = ("hand", "step")
_AS_JSON: Final = ("changes", "sees", "history", "errors", "outcome")
"""What is a value of JSON in a column of text."""
COLUMNS: Final[Mapping[str, type]] = MappingProxyType(
    {name: int if name in _NUMBERS else str for name in Observation.__struct_fields__}
)
"""The columns of the table with the types of their values."""

Show = Callable[[Iterable[Observation]], None]


@command("observations")
@argument("files", nargs=-1, required=True, metavar="FILE...")
@option(
    "--license",
    "license_of",
    metavar="TEXT",
    help="The terms under which the records may be used, written in each observation.",
)
@option("--source", "source_of", metavar="TEXT", help="Where the records come from, written in each observation.")
@option(
    "--parquet",
    "as_parquet",
    is_flag=True,
    help="Write the same as Parquet to the standard output; it needs the library pyarrow.",
)
@judged_under
@read_as
def export_observations(
    files: Sequence[str],
    license_of: str | None,
    source_of: str | None,
    as_parquet: bool,
    preset: str | None,
    options: Mapping[str, str],
    log_format: str | None,
) -> int:
    """Write what each seat could see before each of its actions, for programs that learn to play.

    There is one observation on each line, an object of JSON: sees is the table as the seat saw it, with its own cards
    and those that every seat has seen; history has the actions of the hand so far, with ?? for each card that the seat
    did not see; action is what it did; errors has the codes of the errors at that action; outcome says how the hand
    ended. The fields license and source are what --license and --source say, log is the hash of the match, changes has
    the options that differ from the preset. Hands and steps count from 1.

    An observation has no names of players, no comments, and no card that the seat did not see. With --parquet, changes,
    sees, history, errors and outcome are columns of JSON.

    FILE may be a plain, gzip, zstd or zip file of logs; - is the standard input. Matches that cannot be read are
    reported on the standard error, as is the number of observations.

    Exit status: 0; 2 some unreadable, or wrong usage.
    """
    for name, text in (("--license", license_of), ("--source", source_of)):
        if text is not None and len(text) > MOST_TEXT:
            raise click.UsageError(
                _("{option} has {count} characters; at most {most}", option=name, count=len(text), most=MOST_TEXT)
            )
    if as_parquet and sys.stdout.isatty():
        raise click.UsageError(_("{option} writes bytes: redirect the output to a file", option="--parquet"))
    checker = Checker(preset, options)
    inputs = Inputs(as_typed(files), log_format)
    refused, total = False, 0
    with _printing(as_parquet) as show:
        for record in inputs:
            work = partial(_observed, checker, record, license_of, source_of)
            observed = guarded_work(f"observing {record.source}", work)
            if observed is None:
                refused = True
                print_findings(record)
                complain(_("{source}: no observations", source=record.source))
            else:
                total += len(observed)
                show(observed)
    complain(_n("{count} observation", "{count} observations", total))
    return 2 if refused or inputs.failed else 0


def _observed(
    checker: Checker, record: LogRecord, license_of: str | None, source_of: str | None
) -> Sequence[Observation] | None:
    report = checker.check(record)
    if record.match is None or report.rules is None:
        return None
    judge = checker.judge(report.rules)
    return tuple(observations(record.match, report, judge, record.sha256, license_of=license_of, source_of=source_of))


@contextmanager
def _printing(as_parquet: bool) -> Iterator[Show]:
    if not as_parquet:
        yield _print_lines
        return
    from app.players.statistics.output import ParquetMissing, parquet_rows

    sys.stdout.flush()
    try:
        with parquet_rows(sys.stdout.buffer, COLUMNS) as write:
            yield lambda observed: write(map(_row, observed))
    except ParquetMissing as missing:
        raise WrongUsage(reason_of(missing)) from None


def _print_lines(observed: Iterable[Observation]) -> None:
    for observation in observed:
        sys.stdout.buffer.write(msgspec.json.encode(observation) + b"\n")
    sys.stdout.buffer.flush()


def _row(observation: Observation) -> tuple[object, ...]:
    values = {name: getattr(observation, name) for name in COLUMNS}
    return tuple(msgspec.json.encode(value).decode() if name in _AS_JSON else value for name, value in values.items())
