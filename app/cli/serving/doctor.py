"""`fupan doctor`: whether the database is sound, and what to do if it is not."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.cli.commands import command
from app.cli.inputs import WrongUsage
from app.cli.output import print_lines
from app.cli.unusable import refusals_said
from app.cli.words import labelled
from app.text.language import _
from app.text.terminal import Style, style_of
from engine import __version__

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from app.database.checks import DatabaseCheck


@command()
def doctor() -> int:
    """Check the database: its file, its version, its tables, whether its rows belong together, the bytes of its logs.

    No row is changed. Everything is read, which takes a while if the database is large.

    It also removes the unfinished files of commands that were killed, and lists them.

    What the worker could not compute is listed too.

    Exit status: 0 nothing is wrong; 1 something is wrong; 2 the database cannot be used.
    """
    from app.database.checks import checks

    style = style_of(sys.stdout)
    wrong = 0
    print_lines((labelled(_("removed"), style.safe(path)) for path in _swept()), style)
    with opened_database() as engine:
        print_lines(
            [
                _(
                    "Fupan {version}, {database}",
                    version=__version__,
                    database=style.safe(engine.url.render_as_string()),
                )
            ],
            style,
        )
        for check in checks(engine):
            wrong += bool(check.faults)
            print_lines(check_lines(check, style), style)
    return 1 if wrong else 0


def _swept() -> Iterator[str]:
    """Removes what killed commands left where they write, and gives each."""
    import tempfile
    from pathlib import Path

    from sqlalchemy.engine import make_url

    from app.database.config import Config, data_folder
    from app.database.drafts import folders_noted, sweep
    from app.database.opening import sqlite_file
    from app.disputes.verdicts.key_folder import folder_of

    data = data_folder(os.environ)
    with refusals_said():
        file = sqlite_file(make_url(Config.from_environment(kept_key=False).database_url))
    places: list[str | Path] = [data, folder_of(os.environ), tempfile.gettempdir(), *folders_noted(data)]
    if file is not None:
        places.append(Path(file).parent)
    yield from map(str, sweep(*(Path(place) for place in places)))


@contextmanager
def opened_database() -> "Iterator[Engine]":
    """The database of the environment, which must exist; closed at the end."""
    from sqlalchemy.engine import make_url

    from app.database.config import Config
    from app.database.opening import open_database, sqlite_file

    with refusals_said():
        named = Config.from_environment(kept_key=False).database_url
        path = sqlite_file(make_url(named))
        if path is not None and not os.path.exists(path):
            raise WrongUsage(
                _("there is no database yet: {database}; fupan import or fupan serve makes it", database=path)
            )
        engine = open_database(named)
    try:
        yield engine
    finally:
        engine.dispose()


def check_lines(check: "DatabaseCheck", style: Style) -> Iterator[str]:
    """The lines about a check: its name, and what is wrong."""
    if not check.faults:
        yield labelled(style.paint(_("ok"), "good"), _(check.name))
        return
    yield labelled(style.paint(_("wrong"), "error"), _(check.name))
    for line in check.faults:
        yield f"  {style.safe(line, 1_000)}"
    if check.more:
        yield f"  {_('and more: only the first {count} are listed', count=len(check.faults))}"
