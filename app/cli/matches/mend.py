"""`fupan mend`: the smallest changes of a log that make it right under its rules."""

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

import click

from app.cli.commands import argument, command, option
from app.cli.inputs import Inputs, WrongUsage, name_of
from app.cli.options import judged_under, read_as
from app.cli.tables import print_blocks
from app.judging.fault_barrier import guarded_work
from app.text.blocks import Block, Line, Message
from app.text.language import _, _n
from engine.verdict.check import Checker

if TYPE_CHECKING:
    from engine.mend import Edit, HandMends, MendedMatch


@command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@option("--match", "match_number", type=click.IntRange(1), default=None, metavar="N", help="Only this match, from 1.")
@option("--hand", type=click.IntRange(1), default=None, metavar="N", help="Only this hand, from 1.")
@option("--edits", type=click.IntRange(1, 3), default=2, metavar="K", help="The most changes of one hand, up to 3.")
@option("--json", "as_json", is_flag=True, help="Print one line of JSON for each match.")
@judged_under
@read_as
def mend(
    files: tuple[str, ...],
    match_number: int | None,
    hand: int | None,
    edits: int,
    as_json: bool,
    preset: str | None,
    options: Mapping[str, str],
    log_format: str | None,
) -> int:
    """Find the smallest changes of a log that make it right.

    Each change is tried by a replay to the end of the match. The log stays as it is.

    Exit status: 0 every error has a mend; 1 some has none; 2 unreadable, or wrong usage.
    """
    from engine.mend import mend as mended

    checker = Checker(preset, options)
    inputs = Inputs([(file, name_of(file)) for file in files], log_format)
    status, count = 0, 0
    for count, record in enumerate(inputs, 1):
        if match_number not in (None, count):
            continue
        work = partial(mended, checker, record, edits=edits, hand=None if hand is None else hand - 1)
        answer = guarded_work(f"mending {record.source}", work)
        if answer is None:
            status = 2
            continue
        if as_json:
            sys.stdout.buffer.write(answer.as_json() + b"\n")
        else:
            print_blocks([Message(record.source), *_blocks(answer)])
        status = max(status, answer.status)
    if match_number is not None and count < match_number:
        raise WrongUsage(_("there is no match {number}", number=match_number))
    sys.stdout.buffer.flush()
    return 2 if inputs.failed else status


def _blocks(answer: "MendedMatch") -> Iterator[Block]:
    """For each hand with errors, the changes that make it right."""
    for hand in answer.hands or ():
        yield from _hand(hand)


def _hand(hand: "HandMends") -> Iterator[Block]:
    name = _("the result of the match") if hand.hand is None else _("hand {number}", number=hand.hand + 1)
    if hand.follows is not None:
        yield Line(_("{hand}: follows from hand {number}", hand=name, number=hand.follows + 1))
        return
    if not hand.mends:
        yield Line(_("{hand}: no mend", hand=name))
        return
    count = len(hand.mends) + hand.more
    yield Line(_n("{hand}: {count} mend", "{hand}: {count} mends", count, hand=name))
    for mend in hand.mends:
        yield Line("; ".join(map(_edit, mend.edits)), indent=1)


def _edit(edit: "Edit") -> str:
    """A change as the log writes it."""
    shown = [edit.op]
    if isinstance(edit.action, int):
        shown.append(_("step {number}", number=edit.action + 1))
    shown += [str(value) for value in (edit.key, edit.path) if isinstance(value, str)]
    if isinstance(edit.was, str | dict | list):
        shown.append(str(edit.was))
    if isinstance(edit.now, str | dict | list | int):
        shown.append(f"→ {edit.now}")
    return " ".join(shown)
