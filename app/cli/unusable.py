"""Settings and databases that cannot be used: the sentences of the command line about them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from app.cli.inputs import WrongUsage, reason_of, trouble_of
from app.text.language import _

_ORIGINS: Final = ("sqlalchemy.", "app.database.trouble", "app.database.packing")
"""Where the exceptions that come from a database are defined."""


@contextmanager
def refusals_said() -> Iterator[None]:
    """Context: raises WrongUsage for any exception that means an unusable setting, data folder or database."""
    from app.database.config import ConfigError

    try:
        yield
    except ConfigError as error:
        raise WrongUsage(_("a setting cannot be used: {reason}", reason=reason_of(error))) from error
    except OSError as error:
        raise WrongUsage(
            _("the data folder cannot be used: {folder}: {reason}", folder=error.filename, reason=trouble_of(error))
            if error.filename
            else _("the data folder cannot be used: {reason}", reason=trouble_of(error))
        ) from error
    except Exception as error:
        words = database_refused(error)
        if words is None:
            raise
        raise WrongUsage(words) from error


def database_refused(error: Exception) -> str | None:
    """The sentence about an exception that came from the database; None about any other."""
    if not type(error).__module__.startswith(_ORIGINS):
        return None
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, TimeoutError

    from app.database.packing import BytesDamaged
    from app.database.trouble import DatabaseUnusable, trouble

    if isinstance(error, (DatabaseUnusable, BytesDamaged, ArgumentError, NoSuchModuleError)):
        return unusable(reason_of(error))
    return unusable(trouble(error)) if isinstance(error, (DBAPIError, TimeoutError)) else None


def unusable(reason: str) -> str:
    """The sentence that says why the database of the environment cannot be used."""
    return _("the database {database} cannot be used: {reason}", database=database_named(), reason=reason)


def database_named() -> str:
    """The database as it may be shown: the path of a file, a URL without its password."""
    from app.database.config import database_url
    from app.database.opening import shown_url

    return shown_url(database_url(os.environ))
