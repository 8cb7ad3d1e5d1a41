"""`fupan diff`: two records of one match side by side, and one record made of both."""

from collections.abc import Iterator, Mapping
from typing import Final

import click

from app.cli.asked_language import for_programs
from app.cli.commands import argument, command, option
from app.cli.inputs import Inputs, WrongUsage, name_of, reason_of
from app.cli.matches.convert import writing_to
from app.cli.matches.report_text import print_findings
from app.cli.options import judged_under, read_as
from app.cli.output import print_json
from app.cli.tables import print_blocks
from app.cli.words import labelled, with_commas
from app.judging.fault_barrier import TRACEBACK, guarded_work
from app.judging.match_diff_words import (
    SEATED_BY,
    difference_facts,
    merge_words,
    place_words,
    said_words,
    summary_words,
    weight_words,
)
from app.text.blocks import Block, Gap, Line
from app.text.language import _
from engine.logs.fupan.writing import write_match
from engine.match_diff import CannotPair, MatchComparison, compare_records
from engine.record.match import Match
from engine.verdict.check import Checker

_DIGITS: Final = 9


@command()
@argument("first", metavar="FIRST")
@argument("second", metavar="SECOND")
@judged_under
@option("--json", "as_json", is_flag=True, help="Print the comparison as one line of JSON.")
@option("--first-match", type=click.IntRange(1), metavar="N", help="The match in FIRST, from 1.")
@option("--second-match", type=click.IntRange(1), metavar="N", help="The match in SECOND, from 1.")
@option("--merge", "target", metavar="PATH", help="Write the merged record to this file; - is the standard output.")
@option(
    "--take",
    "taken",
    metavar="NUMBERS",
    help="With --merge: the differences to take from SECOND, such as 2,5-7, or none or all. "
    "Otherwise those with which the record has the fewest errors.",
)
@read_as
def diff(
    first: str,
    second: str,
    preset: str | None,
    options: Mapping[str, str],
    as_json: bool,
    first_match: int | None,
    second_match: int | None,
    target: str | None,
    taken: str | None,
    log_format: str | None,
) -> int:
    """Compare two records of one match.

    The records may have different formats, names of seats and players, and first seats; one of them may be a score
    sheet. Their hands and actions are compared side by side. For each difference the output says what taking it from
    SECOND would change under the rules that FIRST claims, and which of the two records the rules refute.

    With --merge the two records are merged into the one with the fewest errors; of several such records, into the one
    that adds what FIRST leaves out and otherwise follows FIRST. It never has more errors than the better of the two.
    Its note names what was taken from which.

    Exit status: 0 the records say the same; 1 they differ; 2 a file cannot be read, the records are not of one match,
    or wrong usage.
    """
    if taken is not None and target is None:
        raise click.UsageError(_("--take needs --merge."))
    one = _match_in(first, first_match, "--first-match", log_format)
    other = _match_in(second, second_match, "--second-match", log_format)
    try:
        compared = guarded_work(
            "comparing two records", lambda: compare_records(Checker(preset, options), one, other), CannotPair
        )
    except CannotPair as reason:
        raise WrongUsage(
            _(
                "{first} and {second} are not records of one match: {reason}",
                first=name_of(first),
                second=name_of(second),
                reason=reason_of(reason),
            )
        ) from None
    if compared is None:
        raise WrongUsage(
            _(
                "{first} and {second}: the engine failed on them; {variable}=1 shows where",
                first=name_of(first),
                second=name_of(second),
                variable=TRACEBACK,
            )
        )
    names = _names(first, second)
    if target is not None:
        chosen = compared.advised if taken is None else _numbers(taken, len(compared.differences))
        with writing_to(None if target == "-" else target) as output:
            output.write(write_match(compared.merged(chosen, names)) + b"\n")
            output.flush()
    if target == "-":
        if taken is None and compared.choice.bounded:
            click.echo(merge_words(compared), err=True)
    else:
        if as_json:
            with for_programs():
                facts = difference_facts(compared)
            print_json(facts)
        else:
            print_blocks(_blocks(compared, names))
    return 1 if compared.differences else 0


def _match_in(file: str, number: int | None, option: str, log_format: str | None) -> Match:
    """The match of a file.  Raises WrongUsage if it has none, or if it has several and none is named."""
    inputs = Inputs([(file, name_of(file))], log_format)
    log_record = None
    count = 0
    for count, record in enumerate(inputs, 1):
        if number is None and count > 1:
            raise WrongUsage(
                _("{file}: it has several matches; {option} says which to compare", file=name_of(file), option=option)
            )
        if count == (number or 1):
            log_record = record
            if number is not None:
                break
    if inputs.failed:
        raise WrongUsage(_("{file}: nothing to compare", file=name_of(file)))
    if log_record is None:
        raise WrongUsage(
            _(
                "{file}: {option} asks for match {number}, but it has only {count}",
                file=name_of(file),
                option=option,
                number=number,
                count=count,
            )
        )
    if log_record.match is None:
        print_findings(log_record)
        raise WrongUsage(_("{source}: it cannot be read as a match", source=log_record.source))
    return log_record.match


def _names(first: str, second: str) -> tuple[str, str]:
    """The names of the records in messages."""
    one, other = name_of(first).rpartition("/")[2], name_of(second).rpartition("/")[2]
    return (one, other) if one != other else (_("the first record"), _("the second record"))


def _numbers(text: str, count: int) -> frozenset[int]:
    """The numbers of differences in a text such as ``2,5-7``.  Raises click.BadParameter for anything else."""
    if text in ("none", "all"):
        return frozenset(range(1, count + 1)) if text == "all" else frozenset()
    numbers: set[int] = set()
    for part in map(str.strip, text.split(",")):
        low, dash, high = part.partition("-")
        if not (_is_number(low) and (not dash or _is_number(high))):
            reason = _("{part}: a number, or two with a hyphen between, was expected", part=repr(part))
            raise click.BadParameter(reason, param_hint="--take")
        last = int(high or low)
        if not 1 <= int(low) <= last <= count:
            reason = _("{part}: the differences have the numbers 1 to {count}", part=repr(part), count=count)
            raise click.BadParameter(reason, param_hint="--take")
        numbers.update(range(int(low), last + 1))
    return frozenset(numbers)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS


def _blocks(compared: MatchComparison, names: tuple[str, str]) -> Iterator[Block]:
    renamed = {other: seat for other, seat in compared.seating.seats.items() if other != seat}
    if renamed:
        pairs = with_commas(_("{other} is {seat}", other=other, seat=seat) for other, seat in renamed.items())
        reason = _(SEATED_BY[compared.seating.by])
        yield Line(_("In {record}, {pairs}; {reason}.", record=names[1], pairs=pairs, reason=reason))
        yield Gap()
    for difference in compared.differences:
        tone = "warning" if difference.is_contradiction else "notice"
        yield Line(f"{difference.number}. {place_words(difference)}", tone=tone)
        for name, record in zip(names, (difference.first, difference.second), strict=True):
            yield Line(labelled(name, said_words(record)), indent=1)
        if words := weight_words(compared.weights.get(difference.number), names):
            yield Line(words, indent=1)
        if difference.number in compared.advised:
            yield Line(_("A merged record takes it from {record}.", record=names[1]), indent=1)
        yield Gap()
    yield Line(summary_words(compared), tone="strong")
    if words := merge_words(compared):
        yield Line(words)
    left = len(compared.differences) - len(compared.weights)
    if left and compared.judged[0] is not None:
        yield Line(_("What the last {count} change was not worked out: that would take too many replays.", count=left))
