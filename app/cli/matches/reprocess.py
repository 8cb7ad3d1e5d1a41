"""`fupan reprocess`: judges stored matches again by the running version of the engine."""

import sys
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from app.cli.commands import command, option
from app.cli.inputs import WrongUsage, complain, reason_of
from app.cli.matches.importing import database
from app.cli.matches.report_text import summary_text
from app.cli.output import print_lines
from app.cli.progress import Progress
from app.cli.words import (
    in_one_phrase,
    labelled,
    verdict_shown,
    with_commas,
    with_semicolons,
    word_said,
)
from app.cli.workers import WorkerStopped, answers
from app.text.language import _, _n, marked
from app.text.terminal import Style, style_of
from app.text.verdict_names import verdict_name
from engine import __version__
from engine.verdict.report import Verdict

if TYPE_CHECKING:
    from app.disputes.verdicts.touched import DisputesAndVerdicts
    from app.judging.report_change import Change
    from app.matches.installation import Installation
    from app.matches.reprocessing import ReprocessedMatch

_TOUCHED: Final = 20
"""The most disputes, or verdicts, that a line names."""


@command()
@option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Judge with N processes.")
def reprocess(jobs: int) -> int:
    """Judge again every stored match that another version of the engine judged.

    Each match is judged under the rules that were chosen for it, or else those that its log claims. Its earlier
    reports are kept; pages and lists show the new one. A match whose verdict, scores, totals or winner changed is
    printed with the findings that came or went, and with the disputes and verdicts that this touches; the record notes
    these. A summary comes at the end.

    Matches are committed in batches. A run that is stopped loses its current batch, and the next run continues with
    that batch. In the end, logs and reports that take more space than this version needs are packed again.

    A match whose log was erased is skipped, and keeps the report that it has.

    Exit status: 0 all judged; 1 some could not be judged; 2 the database cannot be used.
    """
    with database() as fupan:
        try:
            status = _judged_again(fupan, jobs)
        except WorkerStopped as stopped:
            raise WrongUsage(reason_of(stopped)) from None
        _read_refusals_again(fupan)
        _pack_again(fupan)
    return status


def _pack_again(fupan: "Installation") -> None:
    from app.matches.repacking import repack

    values = saved = 0
    for batch in repack(fupan.sessions):
        values += batch.values
        saved += batch.saved
    if values:
        print_lines(
            [
                _n(
                    "packed again: {count} value, which takes {bytes} bytes less",
                    "packed again: {count} values, which take {bytes} bytes less",
                    values,
                    bytes=f"{saved:,}",
                )
            ],
            style_of(sys.stdout),
        )


class _Tally:
    """The counts of a run."""

    def __init__(self) -> None:
        self.seen = 0
        self.failed = 0
        self.points = 0
        self.disputes = 0
        self.issued = 0
        self.verdicts: Final[Counter[str]] = Counter()
        self.changed: Final[Counter[tuple[str, str]]] = Counter()

    def add(self, outcome: "ReprocessedMatch") -> None:
        """Counts a match."""
        self.seen += 1
        self.failed += bool(outcome.reason) and not outcome.skipped
        change = outcome.change
        if change is not None:
            self.verdicts[Verdict(change.after)] += 1
            self.points += change.points
            if change.verdict:
                self.changed[change.before, change.after] += 1

    def touch(self, disputes_and_verdicts: "DisputesAndVerdicts") -> None:
        """Counts what the changed report of a match touches."""
        self.disputes += len(disputes_and_verdicts.disputes)
        self.issued += len(disputes_and_verdicts.verdicts)


def _judged_again(fupan: "Installation", jobs: int) -> int:
    from app.matches.outdated import count_outdated
    from app.matches.reprocessing import commit

    style = style_of(sys.stdout)
    tally = _Tally()
    with fupan.sessions() as session:
        expected = count_outdated(session)
    with Progress(matches=expected) as progress, closing(_outcomes(fupan, jobs)) as batches:
        for batch in batches:
            commit(fupan.sessions, batch)
            for outcome in batch:
                tally.add(outcome)
            reports = [match.id for match in batch if match.judged is not None and match.change and match.change.report]
            proven = _proven(fupan, reports) if reports else {}
            for disputes_and_verdicts in proven.values():
                tally.touch(disputes_and_verdicts)
            with progress.printing():
                _print(batch, proven, style)
            progress.judged(tally.seen)
    print_lines(_summary(tally, style), style)
    return 1 if tally.failed else 0


def _read_refusals_again(fupan: "Installation") -> None:
    """Reads what other versions could not read; what this one reads becomes a match."""
    from sqlmodel import col

    from app.database.tables.uploads import RefusedRecord
    from app.matches.uploads.refusals_again import read_refusals_again

    seen = number = 0
    while True:
        count, matches = read_refusals_again(fupan.sessions, fupan.checker, col(RefusedRecord.engine) != __version__)
        if not count:
            break
        seen += count
        number += matches
    if seen:
        style = style_of(sys.stdout)
        again = _n(
            "read again: {count} file that could not be read", "read again: {count} files that could not be read", seen
        )
        print_lines([with_semicolons([again, _("{count} can be read now", count=f"{number:,}")])], style)


def _outcomes(fupan: "Installation", jobs: int) -> "Generator[list[ReprocessedMatch], None, None]":
    from app.matches.reprocessing import batches, batches_of_keys, judge_batch, judge_stored

    if jobs == 1:
        yield from map(judge_batch, batches(fupan.sessions))
        return
    url = fupan.sessions.kw["bind"].url.render_as_string(hide_password=False)
    with closing(answers(partial(judge_stored, url), batches_of_keys(fupan.sessions), jobs)) as judged:
        yield from judged


def _proven(fupan: "Installation", matches: "Sequence[int]") -> "Mapping[int, DisputesAndVerdicts]":
    from app.disputes.verdicts.touched import touched

    with fupan.sessions() as session:
        return touched(session, matches)


def _print(batch: "Sequence[ReprocessedMatch]", proven: "Mapping[int, DisputesAndVerdicts]", style: Style) -> None:
    for outcome in batch:
        change = outcome.change
        if change is not None and (change.any or outcome.id in proven):
            facts = [_changed(change, style)]
            if outcome.id in proven:
                facts.append(style.paint(_touched(proven[outcome.id]), "warning"))
            print_lines([labelled(_name(outcome, style), with_semicolons(facts))], style)
        if outcome.reason:
            complain(labelled(_name(outcome, Style()), word_said(outcome.reason)))


def _name(outcome: "ReprocessedMatch", style: Style) -> str:
    known = [outcome.name, outcome.source] if outcome.name else [outcome.source]
    names = with_commas(style.safe(name, 60) for name in known)
    return _("match {number} ({names})", number=outcome.id, names=names)


def _changed(change: "Change", style: Style) -> str:
    from app.judging.report_change import parts_of

    if change.verdict:
        verdict = _verdicts(change.before, change.after, style)
    else:
        verdict = _("still {verdict}", verdict=verdict_name(change.after))
    return with_semicolons([verdict, *(style.safe(part, 400) for part in parts_of(change))])


def _touched(disputes_and_verdicts: "DisputesAndVerdicts") -> str:
    parts = []
    for one, many, numbers in (
        (marked("dispute {numbers}"), marked("disputes {numbers}"), disputes_and_verdicts.disputes),
        (marked("verdict {numbers}"), marked("verdicts {numbers}"), disputes_and_verdicts.verdicts),
    ):
        if numbers:
            more = len(numbers) - _TOUCHED
            named = with_commas(map(str, numbers[:_TOUCHED]))
            if more > 0:
                named = _("{names} and {count} more", names=named, count=more)
            parts.append(_(one if len(numbers) == 1 else many, numbers=named))
    return _("touches {parts}", parts=in_one_phrase(parts))


def _verdicts(before: str, after: str, style: Style) -> str:
    return f"{verdict_name(before)} -> {verdict_shown(Verdict(after), style)}"


def _summary(tally: _Tally, style: Style) -> Iterator[str]:
    if not tally.seen:
        yield _("Engine {version} has judged every stored match: nothing to do.", version=__version__)
        return
    if tally.verdicts:
        yield _(
            "judged again by engine {version}: {summary}",
            version=__version__,
            summary=summary_text(tally.verdicts, style),
        )
        of_verdicts = [f"{number:,} {_verdicts(*pair, style)}" for pair, number in tally.changed.most_common()]
        changed = _n("changed: {count} verdict", "changed: {count} verdicts", tally.changed.total())
        yield _("{what} ({details})", what=changed, details=with_commas(of_verdicts)) if of_verdicts else changed
        yield _n(
            "changed: scores or totals of {count} match", "changed: scores or totals of {count} matches", tally.points
        )
    if tally.disputes or tally.issued:
        yield _(
            "touched: {disputes} and {verdicts} handed out; pages and lists mark them",
            disputes=_n("{count} dispute", "{count} disputes", tally.disputes),
            verdicts=_n("{count} verdict", "{count} verdicts", tally.issued),
        )
    if tally.failed:
        yield _n("could not be judged: {count} match", "could not be judged: {count} matches", tally.failed)
