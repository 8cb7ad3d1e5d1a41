"""`fupan import`: logs into the database."""

import sys
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from app.cli.inputs import InputError, Refused, complain, name_of, opened, with_folders
from app.cli.output import print_lines
from app.cli.report_text import VERDICT_COLOURS, summary_text
from app.terminal import Style, style_of
from engine.verdict.report import Verdict

if TYPE_CHECKING:
    from app.fupan import Fupan


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
def import_logs(files: tuple[str, ...]) -> int:
    """Keep the matches of some logs in the database, each judged under the rules that it claims.

    FILE may be a folder: then every log beneath it is taken; - is the standard input. A match that is there already
    is left as it is. The exit status is 2 where something could not be read.
    """
    fupan = open_fupan()
    try:
        return kept(fupan, files)
    finally:
        fupan.close()


def open_fupan() -> "Fupan":
    """The installation that the environment names, its tables up to date.

    Raises Refused where a setting or the database is no good.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from app.config import Config, ConfigError
    from app.fupan import Fupan

    try:
        return Fupan.open(Config.from_environment())
    except ConfigError as error:
        raise Refused(f"a setting cannot be used: {error}") from error
    except SQLAlchemyError as error:
        raise Refused(f"the database cannot be used: {first_line(error)}") from error
    except OSError as error:
        raise Refused(f"the data folder cannot be used: {error.filename}: {error.strerror}") from error


def kept(fupan: "Fupan", files: Iterable[str]) -> int:
    """Keeps the matches of files and folders, and says of each what became of it.  Returns the exit status."""
    from sqlalchemy.exc import SQLAlchemyError

    from app.ingest import ingest

    style = style_of(sys.stdout)
    verdicts: Counter[Verdict] = Counter()
    new = 0
    failed = False
    for file, name in with_folders(files):
        found = False
        try:
            with opened(file) as stream:
                for match in ingest(fupan.sessions, fupan.checker, stream, name):
                    found = True
                    verdicts[Verdict(match.verdict)] += 1
                    new += match.new
                    print_lines([_line(match.source, Verdict(match.verdict), match.new, style)], style)
        except InputError as error:
            failed = True
            complain(error.message)
            continue
        except SQLAlchemyError as error:
            raise Refused(f"{name_of(file)}: the database refused it: {first_line(error)}") from error
        if not found:
            failed = True
            complain(f"{name_of(file)}: no match in it")
    total = sum(verdicts.values())
    if total:
        print_lines([f"{summary_text(verdicts, style)}; {new} new, {total - new} already there"], style)
    return 2 if failed or verdicts[Verdict.UNREADABLE] else 0


def _line(source: str, verdict: Verdict, new: bool, style: Style) -> str:
    painted = style.paint(str(verdict), VERDICT_COLOURS[verdict])
    return f"{style.safe(source)}: {painted}, {'new' if new else 'already there'}"


def first_line(error: Exception) -> str:
    """What a database says of an error, in one line."""
    return next(iter(str(getattr(error, "orig", None) or error).splitlines()), "")
