"""`fupan review`: what the decisions of a hand cost."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

import click

from app.cli.commands import argument, command, option
from app.cli.inputs import Inputs, WrongUsage, as_typed, complain, reason_of
from app.cli.matches.report_text import report_blocks
from app.cli.options import judged_under, read_as
from app.cli.tables import print_blocks
from app.judging.fault_barrier import guarded_check, guarded_work, note_fault
from app.judging.levels import levels_before
from app.judging.review import reviewed_match
from app.text.blocks import Message
from app.text.language import _
from app.text.seats import player_names
from engine.insight.fair import FEWEST_DEALS, MOST_DEALS
from engine.insight.match_review import MatchReview, review_match, settings_for
from engine.insight.review import MOST_LEFT, Settings
from engine.logs import LogRecord
from engine.rulebook.options import RuleSet
from engine.statistics.person import person_key, written_name
from engine.verdict.check import Checker
from engine.verdict.stored_report import as_stored

MOST_NODES: Final = 1_000_000_000


@command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@option("--hand", "hand_number", type=click.IntRange(1), help="The number of one hand in the match, from 1.")
@option(
    "--left",
    type=click.IntRange(1, MOST_LEFT),
    help="Begin where all hands together have at most this number of cards; the usual number depends on the game.",
)
@option("--nodes", type=click.IntRange(1, MOST_NODES), help="The positions that one decision may take.")
@option("--hand-nodes", type=click.IntRange(1, MOST_NODES), help="The positions that one hand may take.")
@option(
    "--deals",
    type=click.IntRange(FEWEST_DEALS, MOST_DEALS),
    help="The deals that are drawn where too many fit what a seat knew to count all; the usual number is 200.",
)
@option("--json", "as_data", is_flag=True, help="Print one object for each match, one a line; it counts from 0.")
@option("--csv", "as_csv", is_flag=True, help="Print a table of all decisions as CSV, a line each.")
@option(
    "--parquet",
    "as_parquet",
    is_flag=True,
    help="Write the same table as Parquet to the standard output; it needs the library pyarrow.",
)
@judged_under
@read_as
def review(
    files: Sequence[str],
    hand_number: int | None,
    left: int | None,
    nodes: int | None,
    hand_nodes: int | None,
    deals: int | None,
    as_data: bool,
    as_csv: bool,
    as_parquet: bool,
    preset: str | None,
    options: Mapping[str, str],
    log_format: str | None,
) -> int:
    """Show how much each endgame decision cost.

    The value of a position is what a seat scores at the end of the hand if everybody then plays best with all cards
    open. The loss of an action is the value before it less the value after it; in Guandan both are levels, counted as
    if no team were near A. A seat does not see all cards, so the same is said of the mean over the deals that fit what
    it saw, when few cards are left; only this can show a fault.

    Of Chinese poker it shows what hands set in rows cost against the rows of the others and against dealt opponents.
    Of cards laid open it counts what the last placements between two seats cost, and estimates the cost of the others
    by playouts (see: fupan help playouts).

    There is a line for each decision that cost something, with the step that shows it (see: fupan show --step), and
    a sum for each hand.

    The table of --csv and --parquet has a line for each decision. The columns open_best, open_value and open_loss are
    with all cards open, those that begin with fair_ by what the seat could know; words is what the decision is called,
    done what was done, best the best action. Hands and steps count from 1. What is not counted is empty, and so is
    match here, the number of the match in a database; the pages give the same table with it.

    FILE may be a plain, gzip, zstd or zip file of logs; - is the standard input.

    Exit status: 0, also if nothing can be reviewed; 2 some unreadable, Fupan failed on a hand, or wrong usage.
    """
    if as_data + as_csv + as_parquet > 1:
        raise click.UsageError(_("--json, --csv and --parquet exclude each other"))
    if as_parquet and sys.stdout.isatty():
        raise click.UsageError(_("{option} writes bytes: redirect the output to a file", option="--parquet"))
    form = "json" if as_data else "csv" if as_csv else "parquet" if as_parquet else "text"
    checker = Checker(preset, options)
    inputs = Inputs(as_typed(files), log_format)
    failed = False
    settings = partial(settings_for, left=left, nodes=nodes, deals=deals, hand_nodes=hand_nodes)
    with _printing(form, checker) as show:
        for record in inputs:
            work = partial(_found, checker, record, hand_number, settings)
            result = guarded_work(f"reviewing {record.source}", work)
            failed |= result is None or result.hands is None or any(hand.state == "failed" for hand in result.hands)
            if result is None:
                complain(_("{source}: not reviewed", source=record.source))
            else:
                show(result, record)
    return 2 if failed or inputs.failed else 0


@contextmanager
def _printing(form: str, checker: Checker) -> Iterator[Callable[[MatchReview, LogRecord], None]]:
    """What prints the review of a match in a form."""
    if form == "json":
        yield _print_json
    elif form == "text":
        yield partial(_print_text, checker)
    else:
        from app.matches.computed.decisions import COLUMNS
        from app.players.statistics.output import ROWS, ParquetMissing

        sys.stdout.flush()
        try:
            with ROWS[form](sys.stdout.buffer, COLUMNS) as write:
                yield partial(_print_rows, write)
        except ParquetMissing as missing:
            raise WrongUsage(reason_of(missing)) from None


def _print_json(match_review: MatchReview, _record: LogRecord) -> None:
    sys.stdout.buffer.write(match_review.as_json() + b"\n")
    sys.stdout.buffer.flush()


def _print_rows(
    write: Callable[[Iterator[tuple[object, ...]]], None], match_review: MatchReview, record: LogRecord
) -> None:
    from app.matches.computed.decisions import decision_rows

    match = record.match
    if match is not None:
        people = {
            seat: (person_key(player), written_name(player) or seat)
            for seat, player in zip(match.seats, match.players, strict=True)
        }
        write(decision_rows(match_review, match, people))


def _print_text(checker: Checker, match_review: MatchReview, record: LogRecord) -> None:
    match, rules = record.match, match_review.rules
    report = guarded_check(checker, record)
    if match_review.hands is None or match is None or rules is None:
        print_blocks(report_blocks(report, record))
        return
    title = _("{source}: {game}, rules {preset}", source=match_review.log.source, game=rules.game, preset=rules.preset)
    shown = reviewed_match(match, match_review, partial(levels_before, match, as_stored(report).hands))
    print_blocks([Message(title), *shown.blocks(player_names(match.players))])


def _found(
    checker: Checker,
    record: LogRecord,
    hand_number: int | None,
    settings_under: Callable[[RuleSet], Settings],
) -> MatchReview:
    report = guarded_check(checker, record)
    match, rules = record.match, report.rules
    if match is None or rules is None:
        return review_match(None, report, None, None)
    wanted = None
    if hand_number is not None:
        wanted = [number for number in range(len(match.hands)) if number == hand_number - 1]

    def note(number: int, fault: Exception) -> None:
        note_fault(f"failed: reviewing hand {number + 1} of {record.source}", fault)

    return review_match(match, report, checker.judge(rules), settings_under(rules), wanted, note)
