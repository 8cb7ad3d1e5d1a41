"""`fupan convert`: any log that can be read, as `fupan/1` with one match on each line, or as loose text; a score sheet
also as CSV.
"""

import errno
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final

import click

from app.cli.commands import argument, command, option
from app.cli.inputs import Inputs, WrongUsage, complain, name_of, reason_of, trouble_of
from app.cli.matches.report_text import print_findings
from app.cli.options import read_as
from app.judging.fault_barrier import guarded_work
from app.sheets.sheet.sheet import SheetRefused, sheet_of
from app.sheets.sheet.writing import left_out, write_sheet
from app.text.language import _
from engine.logs import LogRecord, write_record, write_text


def _text(language: str) -> Callable[[LogRecord], bytes]:
    def write(record: LogRecord) -> bytes:
        if record.match is None:
            raise ValueError(f"{record.source} could not be read as a match")
        return write_text(record.match, language)

    return write


_WRITERS: Final[Mapping[str, Callable[[LogRecord], bytes]]] = MappingProxyType(
    {"fupan": write_record, "text": _text("en"), "text-zh": _text("zh")}
)
"""What writes a match, by the argument of ``--to``."""


@command()
@argument("file", metavar="FILE")
@read_as
@option(
    "--to",
    "written_as",
    type=click.Choice([*_WRITERS, "csv"]),
    default="fupan",
    help="text, text-zh: write as people type it, one action a line, in English or Chinese. csv: write a score sheet "
    "with one row for each hand, as fupan sheet reads it.",
)
@option("--output", "target", metavar="PATH", help="Write to this file instead of the standard output.")
def convert(file: str, log_format: str | None, written_as: str, target: str | None) -> int:
    """Write the matches of a log in Fupan's own format, one on each line.

    The choices that the reader made, and matches that cannot be read, are reported on the standard error. A match that
    cannot be read is not written, and the exit status is then 2. FILE may be - for the standard input.

    With --to csv, FILE must have one match with recorded results only. A hand with actions is refused, because a
    spreadsheet with one row for each hand cannot hold them.

    With --to text or text-zh, the text reads back as the same match. Fields that the format fupan/1 does not define are
    left out.
    """
    if written_as == "csv":
        return _write_csv(file, log_format, target)
    inputs = Inputs([(file, name_of(file))], log_format)
    refused = written = False
    with writing_to(target) as output:
        for record in inputs:
            print_findings(record)
            write = partial(_WRITERS[written_as], record)
            converted = None if record.match is None else guarded_work(f"writing {record.source}", write)
            if converted is None:
                refused = True
                complain(_("{source}: not converted", source=record.source))
            else:
                output.write(converted + b"\n")
                written = True
        output.flush()
        if not written:
            raise WrongUsage(_("{file}: nothing was written", file=name_of(file)))
    return 2 if refused or inputs.failed else 0


def _write_csv(file: str, log_format: str | None, target: str | None) -> int:
    """Writes the score sheet in a file as CSV; facts that CSV cannot hold are reported on the standard error."""
    inputs = Inputs([(file, name_of(file))], log_format)
    name = name_of(file)
    records = list(islice(inputs, 2))
    if inputs.failed or not records:
        raise WrongUsage(_("{name}: nothing was written", name=name))
    if len(records) > 1:
        raise WrongUsage(_("{name}: more than one match found; a CSV holds one", name=name))
    (record,) = records
    if record.match is None:
        print_findings(record)
        raise WrongUsage(_("{source}: not converted", source=record.source))
    try:
        sheet = sheet_of(record.match)
        text = write_sheet(sheet)
    except SheetRefused as refused:
        raise WrongUsage(_("{source}: {reason}", source=record.source, reason=reason_of(refused))) from None
    with writing_to(target) as output:
        output.write(text.encode())
    complain(_("{source}: {reason}", source=record.source, reason=left_out(sheet)))
    return 0


@contextmanager
def writing_to(target: str | None, *, over_files: bool = True) -> Iterator[BinaryIO]:
    """The stream to write to.  A file appears only when it is complete, so that it may be the file that is read.

    What is there and is no file, such as a pipe or a device, is written to and never replaced.  A file that is there is
    replaced with ``over_files`` alone.  Raises WrongUsage if it cannot be written.
    """
    if target is None:
        yield sys.stdout.buffer
        return
    try:
        if not over_files and os.path.isfile(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as stream:
                yield stream
            return
        from app.database.config import data_folder
        from app.database.drafts import draft_beside, note_folder

        note_folder(data_folder(os.environ), Path(target).parent)
        with draft_beside(Path(target)) as draft:
            yield draft.stream
            draft.flush()
            os.chmod(draft.path, 0o666 & ~_umask())
            (os.replace if over_files else os.link)(draft.path, target)
    except OSError as error:
        raise WrongUsage(
            _("{target}: cannot be written ({reason})", target=name_of(target), reason=trouble_of(error))
        ) from error


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
