"""The command line: one module for each command."""

import os
import sys
from contextlib import suppress
from typing import Any, Final

import click

from app.cli.commands import ListedCommand, ListedGroup, UsageError, group, option
from app.text.language import _, marked
from engine.version import __version__

INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
FAILED: Final = 2


class _Program(ListedGroup):
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
            _complain_of(error)
            status = FAILED
        ctx.exit(status or 0)


def _complain_of(error: Exception) -> None:
    """Says what a command failed with.  Raises it again if the setting for that is on."""
    from app.cli.inputs import complain
    from app.cli.unusable import database_refused
    from app.judging.fault_barrier import TRACEBACK

    if os.environ.get(TRACEBACK):
        raise error
    words = database_refused(error)
    if words is not None:
        complain(words)
        return
    complain(_("failed ({error})", error=f"{type(error).__name__}: {error}"))
    complain(_("this is a fault of the program; {variable}=1 in the environment shows where", variable=TRACEBACK))


def _leave_closed_pipe() -> None:
    """Redirects the standard output to nowhere, so that the last flush of the interpreter does not fail."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from engine.fast.library import library

        shown = _("fupan, version {version}", version=__version__)
        click.echo(f"{shown} ({_('pure Python') if library() is None else _('with the compiled lane')})")
        context.exit()


_JUDGE: Final = marked("Judge logs")
_KEEP: Final = marked("Keep matches and count them")
_SERVE: Final = marked("Serve pages and care for the database")
_CLUB: Final = marked("Clubs, disputes and keys")
COMMANDS: Final = (
    ListedCommand("check", "app.cli.matches.check:check", "Judge every match of some logs.", _JUDGE),
    ListedCommand(
        "show",
        "app.cli.replay.show:show",
        "Show the table at a step of a hand: all hands, the cards on the table, the turn.",
        _JUDGE,
    ),
    ListedCommand(
        "score", "app.cli.matches.score:score", "Prove the score of a hand, or the totals of a match.", _JUDGE
    ),
    ListedCommand("review", "app.cli.replay.review:review", "Show how much each endgame decision cost.", _JUDGE),
    ListedCommand(
        "arrange",
        "app.cli.rules.arrange:arrange",
        "Show the best ways to set 13 cards of Chinese poker in three rows.",
        _JUDGE,
    ),
    ListedCommand(
        "reconcile", "app.cli.matches.reconcile:reconcile", "Find the nearest rules under which a log is right.", _JUDGE
    ),
    ListedCommand(
        "mend", "app.cli.matches.mend:mend", "Find the smallest changes of a log that make it right.", _JUDGE
    ),
    ListedCommand("diff", "app.cli.matches.diff:diff", "Compare two records of one match.", _JUDGE),
    ListedCommand(
        "convert",
        "app.cli.matches.convert:convert",
        "Write the matches of a log in Fupan's own format, one on each line.",
        _JUDGE,
    ),
    ListedCommand(
        "observations",
        "app.cli.matches.observations:export_observations",
        "Write what each seat could see before each of its actions, for programs that learn to play.",
        _JUDGE,
    ),
    ListedCommand(
        "sheet", "app.cli.sheets.sheet:sheet", "Write a score sheet as a match in Fupan's own format.", _JUDGE
    ),
    ListedCommand(
        "rules",
        "app.cli.rules.rules:rules",
        "Show the games; with GAME its presets and options; with PRESET the value of each option.",
        _JUDGE,
    ),
    ListedCommand(
        "explain",
        "app.cli.rules.explain:explain",
        "Explain a finding code, a rule, a verdict, or a word of a game.",
        _JUDGE,
    ),
    ListedCommand(
        "help",
        "app.cli.serving.help_topics:help_topics",
        "List the topics of the help; with TOPIC show one of them.",
        _JUDGE,
    ),
    ListedCommand(
        "import",
        "app.cli.matches.importing:import_logs",
        "Store the matches of some logs in the database, each judged under the rules that it claims.",
        _KEEP,
    ),
    ListedCommand(
        "push",
        "app.cli.club.push:push",
        "Upload the logs of a folder to the server of a club, and print the verdict of each match.",
        _KEEP,
    ),
    ListedCommand(
        "hands",
        "app.cli.players.hands:hands",
        "Find hands by what happened in them; print the newest matches first, and what matched.",
        _KEEP,
    ),
    ListedCommand(
        "stats",
        "app.cli.players.stats:stats",
        "Print what is counted of every player: matches, hands, scores, places, roles, and the figures of the game.",
        _KEEP,
    ),
    ListedCommand(
        "ratings",
        "app.cli.players.ratings:ratings",
        "Print the leaderboard of a game, by the ratings of Plackett and Luce.",
        _KEEP,
    ),
    ListedCommand(
        "archive",
        "app.cli.players.archive:archive",
        "Archives: the statistics of very many matches as files of Parquet, without a database.",
        _KEEP,
    ),
    ListedCommand(
        "study",
        "app.cli.replay.study:study",
        "Studies: hands with their notes, as files that another installation can import.",
        _KEEP,
    ),
    ListedCommand(
        "house",
        "app.cli.rules.house:house",
        "House rules: a rule set with a name, stored in the database with all its versions.",
        _KEEP,
    ),
    ListedCommand(
        "delete", "app.cli.matches.delete:delete", "Delete matches, files that could not be read, and uploads.", _KEEP
    ),
    ListedCommand(
        "reprocess",
        "app.cli.matches.reprocess:reprocess",
        "Judge again every stored match that another version of the engine judged.",
        _KEEP,
    ),
    ListedCommand(
        "serve", "app.cli.serving.serve:serve", "Serve the pages: uploads, matches, hands step by step, rules.", _SERVE
    ),
    ListedCommand(
        "worker",
        "app.cli.serving.worker:worker",
        "Do the jobs of the database until stopped: judge large uploads, compute what takes long, rate and count.",
        _SERVE,
    ),
    ListedCommand(
        "doctor",
        "app.cli.serving.doctor:doctor",
        "Check the database: its file, its version, its tables, whether its rows belong together, "
        "the bytes of its logs.",
        _SERVE,
    ),
    ListedCommand(
        "backup",
        "app.cli.serving.backup:backup",
        "Write the whole database to FILE, from which fupan restore makes it again, on SQLite or PostgreSQL.",
        _SERVE,
    ),
    ListedCommand(
        "restore",
        "app.cli.serving.backup:restore",
        "Make the database of the settings from a backup. Where there is a database already, nothing is done.",
        _SERVE,
    ),
    ListedCommand(
        "erasures",
        "app.cli.serving.backup:erasures",
        "Write to FILE whose data were erased, by hashes, so that fupan restore --erasures FILE erases them again.",
        _SERVE,
    ),
    ListedCommand(
        "club", "app.cli.club.club:club", "Clubs: several people use one database, each with an account.", _CLUB
    ),
    ListedCommand("users", "app.cli.club.users:users", "The people who have an account in a club.", _CLUB),
    ListedCommand(
        "export",
        "app.cli.club.export:export",
        "Write what a club owns as files, which fupan import stores in another installation.",
        _CLUB,
    ),
    ListedCommand(
        "verdict",
        "app.cli.disputes.verdict:verdict",
        "Issue a verdict on a match: a signed file that states the result of its log under its rules.",
        _CLUB,
    ),
    ListedCommand(
        "verify",
        "app.cli.disputes.verify:verify",
        "Check a verdict: its form, who signed it, and that the log gives its result under its rules.",
        _CLUB,
    ),
    ListedCommand(
        "keys",
        "app.cli.disputes.keys:keys",
        "Keys to sign verdicts with: each is a file outside the database that only its owner can read.",
        _CLUB,
    ),
    ListedCommand(
        "audit",
        "app.cli.disputes.audit:audit",
        "The record of disputes: entries that are only appended, each with the hash of the one before.",
        _CLUB,
    ),
)
"""The commands in the order of their list, under its headings."""


@group("fupan", cls=_Program, listed=COMMANDS, context_settings={"max_content_width": 100})
@option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Replay recorded card games: who broke which rule, and what everybody scored."""
    import logging

    # The output reports what goes wrong.  The log is for servers, which have handlers of their own.
    logging.getLogger("app").addHandler(logging.NullHandler())
