"""The command line: one module for each command."""

import logging
import os
import sys
from contextlib import suppress
from typing import Any, Final

import click

from app.cli.arrange import arrange
from app.cli.audit import audit
from app.cli.check import check
from app.cli.commands import Group, UsageError, group, option
from app.cli.convert import convert
from app.cli.delete import delete
from app.cli.diff import diff
from app.cli.doctor import doctor
from app.cli.explain import explain
from app.cli.hands import hands
from app.cli.house import house
from app.cli.importing import import_logs
from app.cli.inputs import complain
from app.cli.keys import keys
from app.cli.ratings import ratings
from app.cli.reconcile import reconcile
from app.cli.reprocess import reprocess
from app.cli.rules import rules
from app.cli.score import score
from app.cli.serve import serve
from app.cli.sheet import sheet
from app.cli.show import show
from app.cli.stats import stats
from app.cli.study import study
from app.cli.verdict import verdict
from app.cli.verify import verify
from app.fault_barrier import TRACEBACK
from app.language import _
from engine import __version__

INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
FAILED: Final = 2


class _Program(Group):
    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command and exits with the status that it returns.  Errors are reported in one line.

        A closed output and Ctrl-C end it without a message, with the statuses that shells use for them (141, 130).
        """
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
        except click.UsageError as error:
            raise UsageError(error) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:
            status = INTERRUPTED
        except BrokenPipeError:
            _leave_closed_pipe()
            status = PIPE_CLOSED
        except Exception as error:
            if os.environ.get(TRACEBACK):
                raise
            words = _of_the_database(error)
            if words is not None:
                complain(_("the database cannot be used: {reason}", reason=words))
                ctx.exit(FAILED)
            complain(_("failed ({error})", error=f"{type(error).__name__}: {error}"))
            complain(
                _("this is a fault of the program; {variable}=1 in the environment shows where", variable=TRACEBACK)
            )
            status = FAILED
        ctx.exit(status or 0)


def _of_the_database(error: Exception) -> str | None:
    """What is wrong with the database, if an error came from it."""
    if not type(error).__module__.startswith("sqlalchemy."):
        return None
    from sqlalchemy.exc import DBAPIError

    from app.database_trouble import trouble

    return trouble(error) if isinstance(error, DBAPIError) else None


def _leave_closed_pipe() -> None:
    """Redirects the standard output to nowhere, so that the last flush of the interpreter does not fail."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(_("fupan, version {version}", version=__version__))
        context.exit()


@group("fupan", cls=_Program, context_settings={"max_content_width": 100})
@option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Go over recorded card games again: who broke which rule, and what everybody scored."""
    # The output reports what goes wrong.  The log is for servers, which have handlers of their own.
    logging.getLogger("app").addHandler(logging.NullHandler())


for _command in (
    check,
    show,
    score,
    hands,
    diff,
    reconcile,
    rules,
    explain,
    convert,
    sheet,
    arrange,
    verdict,
    verify,
    keys,
    import_logs,
    study,
    house,
    delete,
    reprocess,
    doctor,
    audit,
    stats,
    ratings,
    serve,
):
    main.add_command(_command)
