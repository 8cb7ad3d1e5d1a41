"""`fupan convert`: any log that can be read, as `fupan/1`, a match a line."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from app.cli.inputs import Inputs, Refused, complain, name_of
from app.cli.options import read_as
from app.cli.report_text import finding_lines
from app.fault_barrier import write_carefully
from app.terminal import style_of


@click.command()
@click.argument("file", metavar="FILE")
@read_as
@click.option("--output", "target", metavar="PATH", help="Write to this file instead of the standard output.")
def convert(file: str, log_format: str | None, target: str | None) -> int:
    """Write the matches of a log in Fupan's own format, one a line.

    What the reader had to choose, and what cannot be read, is said on the standard error; of a match that
    cannot be read nothing is written, and the exit status is 2. FILE may be - for the standard input.
    """
    style = style_of(sys.stderr)
    inputs = Inputs([file], log_format)
    refused = written = False
    with _written(target) as output:
        for record in inputs:
            for finding in record.findings:
                for line in finding_lines(finding, record.source, record.match, style):
                    click.echo(line, err=True, color=style.colour)
            converted = None if record.match is None else write_carefully(record)
            if converted is None:
                refused = True
                complain(f"{record.source}: not converted")
            else:
                output.write(converted + b"\n")
                written = True
        output.flush()
        if not written:
            raise Refused(f"{name_of(file)}: nothing was written")
    return 2 if refused or inputs.failed else 0


@contextmanager
def _written(target: str | None) -> Iterator[BinaryIO]:
    """Where to write.  A file appears when it is whole, so that it may be the one that is read from.

    Raises Refused where it cannot be written.
    """
    if target is None:
        yield sys.stdout.buffer
        return
    try:
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(target) or ".", prefix=".fupan-", delete=False) as draft:
            try:
                yield draft.file  # type: ignore[misc]
                draft.close()
                os.chmod(draft.name, 0o666 & ~_umask())
                os.replace(draft.name, target)
            except BaseException:
                os.unlink(draft.name)
                raise
    except OSError as error:
        raise Refused(f"{name_of(target)}: cannot be written ({error.strerror or error})") from error


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
