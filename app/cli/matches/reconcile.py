"""`fupan reconcile`: the rules nearest to the claim of a log that make it right."""

import sys
from collections.abc import Iterator
from typing import Final

import click

from app.cli.commands import argument, command, option
from app.cli.inputs import WrongUsage, complain, match_of
from app.cli.matches.report_text import report_blocks
from app.cli.options import read_as
from app.cli.tables import print_blocks
from app.cli.words import VERDICT_COLOURS, labelled
from app.judging.fault_barrier import guarded_check, guarded_work
from app.judging.reconciliation_words import found_sentence, left_out_sentence, presets_sentence, searched_sentence
from app.text.blocks import Block, Gap, Line, Message
from app.text.language import _, _n, said
from app.text.verdict_names import verdict_name
from engine.games import GAMES
from engine.rulebook.options import RulesUnknown, value_text
from engine.verdict.check import Checker
from engine.verdict.reconciliation import Goal, Reconciliation, Solution
from engine.verdict.reconciliation import reconcile as reconciled

SHOWN: Final = 20
"""The most rule sets that are shown."""


@command()
@argument("file", metavar="FILE")
@option("--match", "match_number", type=click.IntRange(1), default=1, help="Which match of the file, from 1.")
@option("--hand", type=click.IntRange(1), default=None, help="Only findings of this hand decide, from 1.")
@option(
    "--goal",
    type=click.Choice([str(goal) for goal in Goal]),
    default=str(Goal.CLEAN),
    help="What to search: rules without an error (clean), or with every recorded result (scores).",
)
@option("--json", "as_json", is_flag=True, help="Print the result as JSON, on one line.")
@read_as
def reconcile(file: str, match_number: int, hand: int | None, goal: str, as_json: bool, log_format: str | None) -> int:
    """Find the nearest rules under which a log is right.

    It tries every preset, and then changes as few options as possible of the rules that the log claims, until no error
    is left. With --goal scores it finds the rules under which every recorded result is right, and ignores errors of
    play. Options whose values are tables, or more than ten numbers, are tried at the values that presets have.

    FILE may be a plain, gzip, zstd or zip file of logs; - is the standard input.

    Exit status: 0 some rules make it right; 1 none were found; 2 unreadable, or wrong usage.
    """
    record = match_of(file, match_number, log_format)
    checker = Checker()
    hands = 0 if record.match is None else len(record.match.hands)
    if record.match is not None and hand is not None and hand > hands:
        raise WrongUsage(
            _(
                "there is no hand {number}: the match has {hands}",
                number=hand,
                hands=_n("{count} hand", "{count} hands", hands),
            )
        )
    try:
        reconciliation = guarded_work(
            f"searching rules for {record.source}",
            lambda: reconciled(checker, record, Goal(goal), hand=None if hand is None else hand - 1),
            RulesUnknown,
        )
    except RulesUnknown:
        reconciliation = None
    if reconciliation is None:
        report = guarded_check(checker, record)
        if report.rules is not None:
            raise WrongUsage(_("{source}: the search failed; this is a fault of the program", source=record.source))
        if as_json:
            complain(_("{source}: unreadable: {reason}", source=record.source, reason=report.findings[-1].message))
        else:
            print_blocks(report_blocks(report, record))
        return 2
    if as_json:
        sys.stdout.buffer.write(reconciliation.as_json() + b"\n")
        sys.stdout.buffer.flush()
    else:
        title = labelled(record.source, found_sentence(reconciliation))
        print_blocks([Message(title), *_blocks(reconciliation)])
    return 0 if reconciliation.found else 1


def _blocks(reconciliation: Reconciliation) -> Iterator[Block]:
    """What would have to be different, each rule set with its verdict; then what was searched."""
    yield Line(presets_sentence(reconciliation))
    for solution in reconciliation.solutions[:SHOWN]:
        if solution.changes:
            yield Gap()
            yield from _solution(reconciliation, solution)
    hidden = len(reconciliation.solutions) - SHOWN
    if hidden > 0:
        yield Gap()
        yield Line(
            _n("and {count} more rule set; --json prints all", "and {count} more rule sets; --json prints all", hidden)
        )
    yield Gap()
    yield Line(searched_sentence(reconciliation))
    if reconciliation.left_out:
        yield Line(left_out_sentence(reconciliation.base.game, reconciliation.left_out))


def _solution(reconciliation: Reconciliation, solution: Solution) -> Iterator[Block]:
    book = GAMES[reconciliation.base.game].rules
    for name, value in solution.changes.items():
        here = said(value_text(reconciliation.base.options[name]))
        change = _("{change} instead of {here}", change=f"{name} = {said(value_text(value))}", here=here)
        yield Line(change, indent=1, tone="strong")
        yield Line(_(book.option(name).text), indent=3)
    verdict = labelled(_("verdict"), verdict_name(solution.verdict))
    yield Line(verdict, indent=1, tone=VERDICT_COLOURS[solution.verdict])
