"""`fupan show`: the table after a step of a hand."""

from collections.abc import Iterator, Mapping
from typing import Final

import click
from msgspec import UNSET

from app.cli.commands import argument, command, option
from app.cli.inputs import WrongUsage, match_of, reason_of
from app.cli.matches.convert import writing_to
from app.cli.matches.report_text import finding_blocks, report_blocks
from app.cli.options import judged_under, read_as
from app.cli.replay.frame_text import frame_blocks
from app.cli.tables import print_blocks
from app.judging.hand_ending import hand_ending
from app.judging.settlement import settlement_of
from app.text.blocks import Block, Gap, Message
from app.text.language import _, _n
from app.text.seats import player_names
from engine.record.match import Match
from engine.replay.fold import frame
from engine.replay.game import Judge
from engine.replay.views import ALL, View, seen_frame, view_named, views
from engine.rulebook.codes import INCOMPLETE_HAND, RESULT_ONLY
from engine.rulebook.findings import Finding
from engine.verdict.check import Checker
from engine.verdict.report import Report
from engine.verdict.stored_report import as_stored

_NAME: Final = 20
"""The most characters of a name."""


@command()
@argument("file", metavar="FILE")
@option("--match", "match_number", type=click.IntRange(1), default=1, help="Which match of the file, from 1.")
@option("--hand", "hand_number", type=click.IntRange(1), default=1, help="The number of the hand in the match, from 1.")
@option("--step", type=click.IntRange(0), default=0, help="The step: the number of actions done; 0 is the deal.")
@option(
    "--view", "viewer", default=ALL.name, metavar="VIEW", help="What to show: all, or what the table or a seat saw."
)
@option("--html", metavar="FILE", help="Write the hand as one HTML file that needs no server; it opens at the step.")
@judged_under
@read_as
def show(
    file: str,
    match_number: int,
    hand_number: int,
    step: int,
    viewer: str,
    html: str | None,
    preset: str | None,
    options: Mapping[str, str],
    log_format: str | None,
) -> int:
    """Show the table at a step of a hand: all hands, the cards on the table, the turn.

    With --view SEAT it shows the hand of that seat and what the seat knew of the others; with --view table it shows
    what every seat knew. Findings are then left out, because they may name hidden cards.

    At the last step it also shows the scores with their reasons; in Chinese poker it shows the settlement pair by
    pair and the losses of arrangements too. If the play of a hand was not recorded, step 0 is the last step.

    With --html nothing is printed: the whole hand is written to a file, as the view saw it. The file needs no server
    and no network, and has nothing that the view hides.

    FILE may be - for the standard input.
    """
    record = match_of(file, match_number, log_format)
    checker = Checker(preset, options)
    report = checker.check(record)
    match = record.match
    if match is None or report.rules is None:
        print_blocks(report_blocks(report, record))
        return 2
    if hand_number > len(match.hands):
        raise WrongUsage(
            _(
                "there is no hand {number}: the match has {hands}",
                number=hand_number,
                hands=_n("{count} hand", "{count} hands", len(match.hands)),
            )
        )
    steps = len(match.hands[hand_number - 1].actions)
    if step > steps:
        raise WrongUsage(
            _(
                "there is no step {step}: the last step of hand {number} is {last}",
                step=step,
                number=hand_number,
                last=steps,
            )
        )
    view = view_named(viewer, match.seats)
    if view is None:
        known = ", ".join(table_view.name for table_view in views(match.seats))
        raise WrongUsage(_("there is no view {viewer}; there are: {names}", viewer=viewer[:_NAME], names=known))
    judge = checker.judge(report.rules)
    if html is not None:
        _write(html, match, judge, report, hand_number, view, step)
        return 0
    shown = seen_frame(frame(judge, match, hand_number - 1, step), view)
    rules = report.rules
    title = _("{source}: {game}, rules {preset}", source=record.source, game=rules.game, preset=rules.preset)
    blocks: list[Block] = [Message(title), *frame_blocks(shown, _names(match), view)]
    if step == steps:
        blocks += _end_blocks(report, judge, match, hand_number - 1, view)
    findings = list(findings_at(report.findings, hand_number - 1, step, steps))
    if findings and not view.whole:
        hidden = _n(
            "{count} finding here: --view all shows it", "{count} findings here: --view all shows them", len(findings)
        )
        blocks += [Gap(), Message(hidden)]
        findings = []
    for finding in findings:
        blocks += [Gap(), *finding_blocks(finding, record)]
    print_blocks(blocks)
    return 0


def _write(html: str, match: Match, judge: Judge, report: Report, number: int, view: View, step: int) -> None:
    """Writes a hand as a standalone file.  Raises WrongUsage if it is too long, or cannot be written."""
    from app.web.replay.standalone_html import HandTooLong, file_of, judged_hand

    try:
        data = file_of(judged_hand(match, judge, report, number, view), step)
    except HandTooLong as reason:
        raise WrongUsage(reason_of(reason)) from None
    with writing_to(html) as output:
        output.write(data)


def _end_blocks(report: Report, judge: Judge, match: Match, index: int, view: View) -> Iterator[Block]:
    """The result of a hand.  Recorded values of an end that the log does not show are visible only to a reader of the
    log.
    """
    stored = as_stored(report)
    if not (view.whole or stored.hands[index].complete):
        return
    names = _names(match)
    ending = hand_ending(match, stored.hands, judge, index, names)
    settled = settlement_of(judge, match, index, lambda _index: None)
    if settled is not UNSET:
        yield from ending.basis_blocks()
        yield from settled.blocks(names)
        yield from ending.loss_blocks(names)
    elif view.whole:
        yield from ending.blocks(names)


def _names(match: Match) -> dict[str, str]:
    return player_names(match.players, _NAME)


def findings_at(findings: list[Finding], hand: int, step: int, steps: int) -> Iterator[Finding]:
    """The findings of a step: at the deal those about deal and setup, at the last step those about the result too."""
    for finding in findings:
        if finding.hand != hand:
            continue
        if finding.action is not None:
            place = finding.action + 1
        else:
            place = steps if finding.code.about_result or finding.code in (INCOMPLETE_HAND, RESULT_ONLY) else 0
        if place == step:
            yield finding
