"""Judging files wherever they are stored, by any workers, which write reports and facts beside them.

Only names, places and counts go to the workers and come back.  A worker writes what it found in a part of a file into a
hidden folder beside the file; when all parts are there, a worker puts them together, in order.
"""

import os
import shutil
import sys
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from typing import Final, NamedTuple

from fsspec.core import url_to_fs

from app.cli.inputs import FACTS_SUFFIX, REPORT_SUFFIX, STANDARD_INPUT, InputError, WrongUsage, name_of
from app.cli.matches.judging import Request, Tally, judged_each
from app.cli.parts import Range, ranges, read_range
from app.cli.storage import StoredFile, new_file, stored_files
from app.cli.workers import Workplace
from app.judging.fault_barrier import guarded_undecoded
from app.text.language import Language, _, speaking
from engine.logs import LogRecord, UndecodedText

_PART_BYTES: Final = 4 * 1024 * 1024
"""The size of a part; a file that is not larger is one part."""
_NAMES_AT_ONCE: Final = 256
_SUFFIXES: Final = (REPORT_SUFFIX, FACTS_SUFFIX)


class _Piece(NamedTuple):
    """A part of a file, by its number of so many."""

    file: StoredFile
    part: Range | None
    """None for a file that is judged as a whole."""
    number: int
    of: int


class _Rest(NamedTuple):
    """What is left to do when all parts of a file are judged: put together so many, and remove them."""

    file: StoredFile
    of: int
    """0 if the file could not be judged."""


def judged_beside(
    request: Request, place: Workplace, arguments: Sequence[str], log_format: str | None
) -> Generator[Tally, None, None]:
    """Judges files at a place, part by part in their order; a file that is named twice once.

    Beside ``FILE`` there are then ``FILE.report.jsonl``, which is what one process writes of it for the request, and
    ``FILE.facts.jsonl``; not if it could not be read.  The caller has to close it if it is not read to its end.
    Raises what the place raises, and WrongUsage for the standard input.
    """
    if STANDARD_INPUT in arguments:
        raise WrongUsage(_("with --dask, the workers read the files, and the standard input is not a file"))
    named = [
        (argument if "://" in argument else os.path.abspath(argument), name_of(argument)) for argument in arguments
    ]
    groups = (named[start : start + _NAMES_AT_ONCE] for start in range(0, len(named), _NAMES_AT_ONCE))
    by_url: dict[str, StoredFile] = {}
    for group_files, complaints in place(partial(_find, request.language), groups):
        for stored_file in group_files:
            by_url.setdefault(stored_file.url, stored_file)
        yield Tally(Counter(), complaints)
    files = by_url.values()
    large = (file for file in files if file.size > _PART_BYTES)
    rest: deque[_Rest] = deque()
    sent: deque[_Piece | _Rest] = deque()
    work = partial(_work, request, log_format)
    with closing(place(partial(_cut, request.language, log_format), large)) as cuts:
        tasks = _noted(_tasks(files, cuts, rest), sent)
        with closing(place(work, tasks)) as answers:
            yield from _in_files(answers, sent, rest)
    with closing(place(work, _noted(_all(rest), sent))) as answers:
        yield from _in_files(answers, sent, rest)


def _tasks(
    files: Iterable[StoredFile], cuts: Iterator[Sequence[Range | None]], rest: deque[_Rest]
) -> Iterator[_Piece | _Rest]:
    for file in files:
        parts = next(cuts) if file.size > _PART_BYTES else [None]
        for number, part in enumerate(parts):
            yield from _all(rest)
            yield _Piece(file, part, number, len(parts))


def _all(rest: deque[_Rest]) -> Iterator[_Rest]:
    while rest:
        yield rest.popleft()


def _noted(tasks: Iterable[_Piece | _Rest], sent: deque[_Piece | _Rest]) -> Iterator[_Piece | _Rest]:
    for task in tasks:
        sent.append(task)
        yield task


def _in_files(
    answers: Iterable[Tally], sent: deque[_Piece | _Rest], rest: deque[_Rest]
) -> Generator[Tally, None, None]:
    """The answers to what was sent; of the parts of a file that cannot be read, the first reason alone."""
    count, failed = 0, False
    for answer in answers:
        task = sent.popleft()
        if isinstance(task, _Rest):
            yield answer
            continue
        if task.number == 0:
            count, failed = 0, False
        if not failed:
            yield answer
        count += answer.verdicts.total()
        failed = failed or bool(answer.complaints)
        if task.number == task.of - 1:
            if failed or task.of > 1:
                rest.append(_Rest(task.file, 0 if failed else task.of))
            if not failed and not count:
                yield Tally(Counter(), [_("{path}: no match in it", path=task.file.name)])


def _find(language: Language, named: Iterable[tuple[str, str]]) -> tuple[list[StoredFile], list[str]]:
    complaints: list[str] = []
    with speaking(language):
        return stored_files(named, complaints), complaints


def _cut(language: Language, log_format: str | None, file: StoredFile) -> list[Range] | list[None]:
    """The ranges of its lines; None alone for a file that is judged as a whole."""
    with speaking(language), suppress(InputError), (now := file.stamped()).opened() as stream:
        file_ranges = ranges(now, stream, file.name, log_format, _PART_BYTES, sys.maxsize)
        return list(file_ranges or ()) or [None]
    # The worker that is to judge it finds the same, and says it.
    return [None]


def _work(request: Request, log_format: str | None, task: _Piece | _Rest) -> Tally:
    with speaking(request.language):
        try:
            if isinstance(task, _Rest):
                _put_together(task.file, task.of)
                return Tally(Counter(), ())
            return Tally(_judge(request, log_format, task), ())
        except InputError as error:
            return Tally(Counter(), [error.message])


def _judge(request: Request, log_format: str | None, piece: _Piece) -> Counter[str]:
    verdicts: Counter[str] = Counter()
    reports, facts = (
        new_file(_part(piece.file, piece.number, suffix), piece.file.name + suffix) for suffix in _SUFFIXES
    )
    with reports as of_reports, facts as of_facts:
        for match in judged_each(request, _units(piece, log_format)):
            of_reports.write(match.output)
            of_facts.write(match.facts)
            verdicts[match.shown] += 1
    if piece.of == 1:
        _put_together(piece.file, 1)
    return verdicts


def _units(piece: _Piece, log_format: str | None) -> Iterator[UndecodedText | LogRecord]:
    if piece.part is not None:
        yield from read_range(piece.part)
        return
    with piece.file.opened() as stream:
        yield from guarded_undecoded(stream, piece.file.name, format=log_format)


def _folder(file: StoredFile) -> str:
    above, slash, name = file.url.rpartition("/")
    return f"{above}{slash}.{name}.parts"


def _part(file: StoredFile, number: int, suffix: str) -> str:
    return f"{_folder(file)}/{number}{suffix}"


def _put_together(file: StoredFile, of: int) -> None:
    """Makes the files of reports and facts of so many parts, and removes these.

    Where a worker that did this was lost before it could answer, the parts are gone, and all is there.
    """
    system, folder = url_to_fs(_folder(file))
    system.invalidate_cache()
    if not system.exists(folder):
        return
    for suffix in _SUFFIXES if of else ():
        with new_file(file.url + suffix, file.name + suffix) as whole:
            for number in range(of):
                with system.open(url_to_fs(_part(file, number, suffix))[1], "rb") as part:
                    shutil.copyfileobj(part, whole)
    system.rm(folder, recursive=True)
