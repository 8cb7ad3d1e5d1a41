"""`fupan mend`: the smallest changes of a log that make it right under its rules."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import click
from msgspec import structs

from app.cli.commands import argument, command, option
from app.cli.inputs import Inputs, WrongUsage, complain, name_of
from app.cli.matches.convert import writing_to
from app.cli.matches.report_text import report_blocks
from app.cli.options import judged_under, read_as
from app.cli.tables import print_blocks
from app.cli.words import labelled
from app.judging.fault_barrier import guarded_check, guarded_work
from app.text.blocks import Block, Line, Message
from app.text.language import _, _n
from engine.logs import LogRecord, write_record
from engine.verdict.check import Checker

if TYPE_CHECKING:
    from engine.mend import MendedMatch


@command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@option("--match", "match_number", type=click.IntRange(1), default=None, metavar="N", help="Only this match, from 1.")
@option("--hand", type=click.IntRange(1), default=None, metavar="N", help="Show only this hand, from 1.")
@option("--edits", type=click.IntRange(1, 3), default=2, metavar="K", help="The most changes of one hand, up to 3.")
@option("--json", "as_json", is_flag=True, help="Print one line of JSON for each match.")
@option(
    "--out",
    "target",
    metavar="FILE",
    help="Write the matches with the first mend of each hand to a new file, as fupan/1.",
)
@option(
    "--take",
    type=click.IntRange(1),
    default=None,
    metavar="N",
    help="With --out and --hand: use the N-th mend of the hand, from 1.",
)
@judged_under
@read_as
def mend(
    files: tuple[str, ...],
    match_number: int | None,
    hand: int | None,
    edits: int,
    as_json: bool,
    target: str | None,
    take: int | None,
    preset: str | None,
    options: Mapping[str, str],
    log_format: str | None,
) -> int:
    """Find the smallest changes of a log that make it right.

    Each change is tried by a replay to the end of the match. The log stays as it is; --out writes another one, in which
    match.mended names what was changed.

    Exit status: 0 every error has a mend; 1 some has none; 2 unreadable, or wrong usage.
    """
    if take is not None and (target is None or hand is None):
        raise WrongUsage(_("--take needs --out and --hand"))
    wanted = _Wanted(match_number, None if hand is None else hand - 1, edits, None if take is None else take - 1)
    inputs = Inputs([(file, name_of(file)) for file in files], log_format)
    with nullcontext() if target is None else writing_to(target, over_files=False) as output:
        status = _mended(inputs, Checker(preset, options), wanted, output, as_json=as_json)
    sys.stdout.buffer.flush()
    return 2 if inputs.failed else status


class _Wanted(NamedTuple):
    """What is asked for: the match, from 1, the hand and which of its mends is taken, from 0, and the most edits."""

    match: int | None
    hand: int | None
    edits: int
    take: int | None


def _mended(inputs: Inputs, checker: Checker, wanted: _Wanted, output: BinaryIO | None, *, as_json: bool) -> int:
    """Prints what is found of each match, and writes it with its mends to ``output``; returns the exit status."""
    from engine.mend import mend as search

    hand, taken = wanted.hand, {}
    if hand is not None and wanted.take is not None:
        taken = {hand: wanted.take}
    status = count = most = 0
    for count, record in enumerate(inputs, 1):
        if wanted.match not in (None, count):
            continue
        most = max(most, 0 if record.match is None else len(record.match.hands))
        work = partial(search, checker, record, edits=wanted.edits, taken=taken)
        answer = guarded_work(f"mending {record.source}", work)
        if answer is None:
            status = 2
            continue
        if output is not None:
            _write(output, record, answer, taken)
        shown = answer if hand is None or answer.hands is None else answer.of_hand(hand)
        if as_json:
            sys.stdout.buffer.write(shown.as_json() + b"\n")
        else:
            print_blocks(_blocks(checker, record, answer, hand, taken))
        status = max(status, shown.status)
    if wanted.match is not None and count < wanted.match:
        raise WrongUsage(_("there is no match {number}", number=wanted.match))
    if hand is not None and most and hand >= most:
        hands = _n("{count} hand", "{count} hands", most)
        raise WrongUsage(_("there is no hand {number}: the match has {hands}", number=hand + 1, hands=hands))
    return status


def _write(output: BinaryIO, record: LogRecord, answer: "MendedMatch", taken: Mapping[int, int]) -> None:
    """Writes a match with its mends; nothing for one that cannot be read.  Raises WrongUsage if a hand has fewer mends
    than the one that is taken.
    """
    from engine.mend import match_as_mended

    match = match_as_mended(record, answer, taken)
    if match is None:
        complain(_("{source}: not written", source=record.source))
        return
    for hand in answer.hands or ():
        number = -1 if hand.hand is None else taken.get(hand.hand, -1)
        if hand.mends and number >= len(hand.mends):
            mends = _n("{count} mend", "{count} mends", len(hand.mends))
            raise WrongUsage(_("there is no mend {number}: the hand has {mends}", number=number + 1, mends=mends))
    output.write(write_record(structs.replace(record, match=match)) + b"\n")


def _blocks(
    checker: Checker, record: LogRecord, answer: "MendedMatch", only: int | None, taken: Mapping[int, int]
) -> Iterator[Block]:
    """For each hand with errors, or ``only`` for one, the changes that make it right; what `fupan check` says of what
    cannot be read.
    """
    report = guarded_check(checker, record)
    if record.match is None or report.rules is None:
        yield from report_blocks(report, record)
        return
    if not any(only in (None, hand.hand) for hand in answer.hands or ()):
        yield Message(labelled(record.source, _("no error, nothing to mend")))
        return
    from app.judging.mend_words import conclusion, mends_in_words

    yield Message(record.source)
    for hand in mends_in_words(checker.judge(report.rules), record.match, answer, record.action_lines, taken):
        if only not in (None, hand.hand):
            continue
        yield Line(hand.head, indent=1)
        for number, words in enumerate(hand.mends, 1):
            yield Line(f"{number}. {words.changes}. {words.then}".rstrip(), indent=2)
        if hand.more:
            yield Line(hand.more, indent=2)
    if verdict := conclusion(answer, taken):
        yield Line(verdict, indent=1)
