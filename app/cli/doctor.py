"""`fupan doctor`: whether the database is sound, and what to do if it is not."""

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.cli.commands import command
from app.cli.inputs import Refused, reason_of, trouble_of
from app.cli.output import print_lines
from app.cli.words import labelled
from app.language import _
from app.terminal import Style, style_of
from engine import __version__

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from app.database_checks import Check


@command()
def doctor() -> int:
    """Check the database: its file, its version, its tables, whether its rows belong together, the bytes of its logs.

    No row is changed. Everything is read, which takes a while if the database is large.

    Exit status: 0 nothing is wrong; 1 something is wrong; 2 the database cannot be used.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from app.database_checks import checks
    from app.database_trouble import DatabaseUnusable, trouble

    style = style_of(sys.stdout)
    engine = _engine()
    wrong = 0
    try:
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
            print_lines(_lines(check, style), style)
    except DatabaseUnusable as error:
        raise Refused(_("the database cannot be used: {reason}", reason=reason_of(error))) from error
    except SQLAlchemyError as error:
        raise Refused(_("the database cannot be used: {reason}", reason=trouble(error))) from error
    finally:
        engine.dispose()
    return 1 if wrong else 0


def _engine() -> "Engine":
    """The database of the environment, which must exist."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from app.config import Config, ConfigError
    from app.database import open_database
    from app.database_trouble import DatabaseUnusable

    try:
        url = make_url(Config.from_environment().database_url)
        if url.get_backend_name() == "sqlite" and url.database and not os.path.exists(url.database):
            raise Refused(
                _("there is no database yet: {database}; fupan import or fupan serve makes it", database=url.database)
            )
        return open_database(url.render_as_string(hide_password=False))
    except ConfigError as error:
        raise Refused(_("a setting cannot be used: {reason}", reason=reason_of(error))) from error
    except (ArgumentError, SQLAlchemyError, DatabaseUnusable) as error:
        raise Refused(_("the database cannot be used: {reason}", reason=reason_of(error))) from error
    except OSError as error:
        raise Refused(
            _(
                "the data folder cannot be used: {folder}: {reason}",
                folder=error.filename,
                reason=trouble_of(error),
            )
        ) from error


def _lines(check: "Check", style: Style) -> Iterator[str]:
    if not check.faults:
        yield labelled(style.paint(_("ok"), "good"), _(check.name))
        return
    yield labelled(style.paint(_("wrong"), "error"), _(check.name))
    for line in check.faults:
        yield f"  {style.safe(line, 1_000)}"
    if check.more:
        yield f"  {_('and more: only the first {count} are listed', count=len(check.faults))}"
