"""`fupan archive`: what is counted of very many matches, as files of Parquet."""

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from app.cli.commands import argument, group, option
from app.cli.inputs import Inputs, WrongUsage, listed_erasures, reason_of, trouble_of, with_folders
from app.cli.output import print_lines
from app.cli.parts import Part, add_part, read_parts, size_of
from app.cli.progress import Progress
from app.cli.words import with_semicolons
from app.cli.workers import WorkerStopped, Workplace, processes
from app.text.language import _, _n, marked
from app.text.terminal import style_of
from engine.logs import LogRecord, UndecodedText
from engine.verdict.check import Checker

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.players.archive.building import Builder
    from app.players.archive.entries import ArchivedMatch, ErasedPeople
    from app.players.archive.verifying import SampledMatch

_NEEDED = ("duckdb", "pyarrow")
_UNITS = 100
_BYTES = 8 * 1024 * 1024
"""The lines and texts of a piece at most, and their bytes."""


@group()
def archive() -> None:
    """Archives: the statistics of very many matches as files of Parquet, without a database.

    fupan stats --archive DIR prints the figures of an archive.
    """


@archive.command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@option("--out", "folder", required=True, metavar="DIR", help="The folder of the archive; made if it does not exist.")
@option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Judge with N processes.")
@option("--dask", metavar="ADDRESS", help="Judge with the workers of the Dask scheduler at this address.")
@option("--erasures", "listed", metavar="LIST", help="Leave out whom this list of fupan erasures names.")
def build(files: tuple[str, ...], folder: str, jobs: int, dask: str | None, listed: str | None) -> int:
    """Judge the matches of some logs, and write their statistics and an index of their verdicts.

    If FILE is a folder, every log in it is read; - is the standard input. Each match is judged under the rules that its
    log claims. It is counted once, whichever bytes it comes in. Logs and reports are not kept.

    The archive is written in parts. A build that was stopped continues behind the last whole part when it is run again,
    and new files can be added later in the same way. The result is the same for any number of processes.

    With --dask this machine reads the files and sends their matches to the workers of a scheduler. Connect only to a
    scheduler that you trust.

    Exit status: 0; 2 some could not be read as a match, or the archive cannot be written.
    """
    if dask is not None and jobs > 1:
        raise click.UsageError(_("--jobs and --dask exclude each other"))
    with archive_used(), _place(jobs, dask) as place:
        from app.players.archive.building import Builder
        from app.players.archive.compacting import compact
        from app.players.archive.erasing import erase_listed
        from app.players.archive.layout import being_built

        erasures = [] if listed is None else listed_erasures(listed)
        named = list(with_folders(files))
        with being_built(Path(folder)) as new_archive:
            erase_listed(new_archive, erasures)
            builder = Builder(new_archive)
            before, there = builder.matches, builder.records
            with Progress([path for path, _ in named], doing=marked("building")) as progress:
                inputs = Inputs(named, None, progress.at)
                unread = _build(builder, inputs, place, progress, shared=jobs > 1)
            compact(new_archive)
    counts = [
        _n("{count} match in the archive", "{count} matches in the archive", builder.matches),
        _("{count} new", count=f"{builder.matches - before:,}"),
    ]
    copies = builder.records - there - (builder.matches - before) - unread
    if copies:
        counts.append(_n("{count} further copy", "{count} further copies", copies))
    if unread:
        counts.append(_("{count} not read as a match", count=f"{unread:,}"))
    print_lines([with_semicolons(counts)], style_of(sys.stdout))
    return 2 if unread or inputs.failed else 0


@contextmanager
def _place(jobs: int, dask: str | None) -> Iterator[Workplace]:
    """Where matches are judged."""
    if dask is None:
        yield processes(jobs)
        return
    from app.cli.cluster import workers_at

    with workers_at(dask) as place:
        yield place


@archive.command()
@argument("folder", metavar="DIR")
@argument("listed", metavar="LIST")
def erase(folder: str, listed: str) -> int:
    """Erase from an archive whom a list of fupan erasures names.

    Its files are written anew without their names, and their results are nobody's. Who was erased stays out when logs
    that still have the name are added later. A server that shows an archive erases from it by itself.

    Exit status: 0; 2 the archive or the list cannot be used.
    """
    with archive_used():
        from app.players.archive.erasing import erase_in_archive

        count = erase_in_archive(Path(folder), listed_erasures(listed))
    print_lines([_n("erased: {count} person", "erased: {count} people", count)], style_of(sys.stdout))
    return 0


@archive.command()
@argument("folder", metavar="DIR")
@argument("files", nargs=-1, metavar="[FILE...]")
@option(
    "--sample", "size", type=click.IntRange(1, 100_000), default=200, metavar="N", help="So many matches. Default: 200."
)
def verify(folder: str, files: tuple[str, ...], size: int) -> int:
    """Check an archive: read all its files, and count a sample of its matches again.

    The sums of these matches are compared with their hands. With the logs that the archive was built from, those
    matches of the sample that are in them are also judged again.

    Exit status: 0; 1 something differs; 2 the archive or a log cannot be read.
    """
    style = style_of(sys.stdout)
    wrong = judged = 0
    with archive_used():
        from app.players.archive.entries import ErasedPeople
        from app.players.archive.layout import archive_at
        from app.players.archive.opening import sessions_in
        from app.players.archive.verifying import broken_files, sample, wrong_sums

        this_archive = archive_at(Path(folder))
        broken = list(broken_files(this_archive))
        print_lines(map(style.safe, broken), style)
        if broken:
            return 1
        inputs = Inputs(list(with_folders(files)), None)
        with sessions_in(this_archive) as sessions, sessions() as session:
            sampled = sample(session, size)
            lines = list(wrong_sums(session, sampled))
            for of_match in _judged_again(session, sampled, inputs, ErasedPeople(this_archive.contents.erased)):
                judged += 1
                lines += of_match
            wrong = len(lines)
            print_lines(map(style.safe, lines), style)
    counts = [_n("{count} match in the sample", "{count} matches in the sample", len(sampled))]
    if files:
        counts.append(_n("{count} judged again", "{count} judged again", judged))
    counts.append(_n("{count} difference", "{count} differences", wrong) if wrong else _("nothing differs"))
    print_lines([with_semicolons(counts)], style)
    return 2 if inputs.failed else 1 if wrong else 0


def _judged_again(
    session: "Session", sampled: "list[SampledMatch]", inputs: Inputs, erased: "ErasedPeople"
) -> Iterator[list[str]]:
    """For each match of the sample that is in the inputs what is otherwise now."""
    from app.players.archive.verifying import differences

    wanted: dict[str, list[SampledMatch]] = {}
    for one in sampled:
        wanted.setdefault(one.unit, []).append(one)
    for log, _file in inputs.undecoded():
        of_unit = wanted.pop(_digest(log), None)
        if of_unit is None:
            continue
        parts: list[Part] = []
        add_part(parts, log, None)
        by_log, complaints = judge_piece(parts)
        inputs.complain(complaints)
        by_place = {(match.sha256, match.position): match for match in by_log[0]}
        for one in of_unit:
            now = by_place.get((one.row["sha256"], one.row["position"]))
            if now is not None:
                yield list(differences(session, one, now, erased))


@contextmanager
def archive_used() -> Iterator[None]:
    """Context: raises WrongUsage where an archive cannot be used, and where a library for it is not installed."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise WrongUsage(
            _(
                "archives need the library {name}, which is not installed: pip install 'fupan[archive]'",
                name=missing[0],
            )
        )
    from app.players.archive.layout import ArchiveUnusable

    try:
        yield
    except ArchiveUnusable as error:
        raise WrongUsage(reason_of(error)) from error
    except WorkerStopped as stopped:
        raise WrongUsage(reason_of(stopped)) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WrongUsage(
            _("the archive cannot be used: {file}: {reason}", file=error.filename, reason=trouble_of(error))
            if error.filename
            else _("the archive cannot be used: {reason}", reason=trouble_of(error))
        ) from error


class CountedPiece(NamedTuple):
    """What was found in each line and text of a piece, and why some of these could not be read."""

    found: "list[list[ArchivedMatch]]"
    complaints: list[str]


def judge_piece(parts: list[Part]) -> CountedPiece:
    """What an archive keeps of the lines and texts of a piece."""
    from app.judging.fault_barrier import guarded_decoded
    from app.players.archive.entries import archived_match
    from engine.logs.record import with_positions

    answer = CountedPiece([], [])
    for log in read_parts(parts, answer.complaints):
        records = [] if log is None else with_positions(guarded_decoded(log))
        answer.found.append([archived_match(_checker(), record, position) for record, position in records])
    return answer


@lru_cache(maxsize=1)
def _checker() -> Checker:
    from app.cli.matches.judging import collect_seldom

    collect_seldom()
    return Checker(counting=True)


def _build(builder: "Builder", inputs: Inputs, place: Workplace, progress: Progress, *, shared: bool) -> int:
    """Adds what the inputs have; returns how many of it could not be read as a match."""
    from app.players.archive.building import Unit

    waiting: deque[list[str]] = deque()

    def pieces() -> Iterator[list[Part]]:
        for digests, parts in _pieces(builder, inputs, shared=shared):
            waiting.append(digests)
            yield parts

    unread = done = 0
    with closing(place(judge_piece, pieces())) as judged:
        for by_log, complaints in judged:
            units = [Unit(*pair) for pair in zip(waiting.popleft(), by_log, strict=True)]
            builder.add(units)
            inputs.complain(complaints)
            unread += sum(match.content is None for unit in units for match in unit.matches)
            done += sum(len(unit.matches) for unit in units)
            progress.judged(done)
    builder.write_part()
    return unread


def _pieces(builder: "Builder", inputs: Inputs, *, shared: bool) -> Iterator[tuple[list[str], list[Part]]]:
    """The hashes of the lines and texts that the archive does not have, and these as parts."""
    digests: list[str] = []
    parts: list[Part] = []
    size = 0
    apart = False
    for log, file in inputs.undecoded():
        digest = _digest(log)
        if builder.seen(digest):
            apart = True
            continue
        digests.append(digest)
        add_part(parts, log, file if shared else None, apart=apart)
        apart = False
        size += size_of(log)
        if len(digests) >= _UNITS or size >= _BYTES:
            yield digests, parts
            digests, parts, size = [], [], 0
    if digests:
        yield digests, parts


def _digest(log: UndecodedText | LogRecord) -> str:
    if isinstance(log, LogRecord):
        return log.sha256
    return log.unit.hashed or sha256(log.unit.raw).hexdigest()
