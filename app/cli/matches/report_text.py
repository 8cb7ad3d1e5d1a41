"""A report for people, in the style of a compiler."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import click

from app.cli.tables import block_lines
from app.cli.words import (
    VERDICT_COLOURS,
    in_one_phrase,
    labelled,
    severity_word,
    with_commas,
    with_semicolons,
    word_said,
)
from app.text.blocks import Block, Gap, Message, Quote
from app.text.language import _, _n, said
from app.text.readable import readable, readable_message
from app.text.seats import player_names
from app.text.terminal import LONGEST, Style, style_of
from app.text.verdict_names import VERDICT_NAMES, sheet_meaning, shown_verdict, unchecked_of, verdict_name
from engine.logs import LogRecord
from engine.record.actions import words_at
from engine.record.match import Match, given_value, setup_of
from engine.recorded.basis import Basis, hand_cut_off
from engine.replay.fold import Replay
from engine.rulebook.codes import CARD_NOT_HELD
from engine.rulebook.findings import Finding, Severity
from engine.verdict.recorded_sheet.words import listed_hands
from engine.verdict.report import Report, Verdict

_SENTENCE: Final = 2_000


def report_blocks(report: Report, record: LogRecord | None, *, errors_only: bool = False) -> Iterator[Block]:
    """The findings of a match, each with its place and what was expected, then a line with the verdict.

    ``record`` is the match that was judged; None for a clean one that has no findings.  With ``errors_only`` there are
    no other findings and no line with the verdict.
    """
    match = None if record is None else record.match
    for finding in report.findings:
        if errors_only and finding.severity is not Severity.ERROR:
            continue
        assert record is not None
        yield from finding_blocks(finding, record)
        yield Gap()
    if errors_only:
        return
    yield _verdict_line(report, match)
    if report.verdict is Verdict.MISSCORED and match is not None:
        yield _first_wrong(report, match)


def finding_blocks(finding: Finding, record: LogRecord) -> Iterator[Block]:
    """One finding: its message, its place, the action with the place marked, what was found, what was expected, and the
    rule.
    """
    match = record.match
    names = {} if match is None else player_names(match.players)
    message, expected = (_cut(said(text), _SENTENCE) for text in readable_message(finding, names))
    head = f"{severity_word(finding.severity)}[{finding.code.id}]"
    yield Message(labelled(head, message), ((head, str(finding.severity)), (message, "strong")))
    action = _action_of(finding, match)
    number = _number(finding, record) if action is not None else ""
    gutter = " " * len(number)
    yield Message(f"{gutter} --> {_place(finding, record)}", ((" -->", "frame"),))
    if action is not None:
        about_one_card = finding.code is CARD_NOT_HELD and not finding.variant
        at = min(finding.column or 0, len(action))
        yield Quote(number, action, finding.column, words_at(action, at, None if about_one_card else finding.recorded))
    facts = [
        (label, _cut(said(text), _SENTENCE))
        for label, text in ((_("found"), finding.recorded), (_("expected"), expected))
        if text and text != action
    ]
    if finding.severity is not Severity.NOTICE:
        from app.text.catalogue import rule_named

        rule = rule_named(finding.rule)
        facts.append((_("rule"), _("{rule} ({title})", rule=rule.id, title=_(rule.title)) if rule else finding.rule))
    for label, text in (*facts, (_("more"), f"fupan explain {finding.code.id}")):
        yield Message(f"{gutter} = {labelled(label, text)}", (("=", "frame"),))


def print_findings(record: LogRecord) -> None:
    """Writes what is wrong with the log of a match to the standard error."""
    style = style_of(sys.stderr)
    for finding in record.findings:
        for line in block_lines(finding_blocks(finding, record), style):
            click.echo(line, err=True, color=style.colour)


def summary_text(verdicts: Mapping[str, int], style: Style) -> str:
    """The number of matches with each verdict, or mark in its place, in one line, the clean ones first."""
    total = sum(verdicts.values())
    parts = [
        style.paint(_("{count} {verdict}", count=verdicts[shown], verdict=verdict_name(shown)), VERDICT_COLOURS[shown])
        for shown in reversed(list(VERDICT_NAMES))
        if verdicts.get(shown)
    ]
    return labelled(_n("{count} match", "{count} matches", total), with_commas(parts))


def _number(finding: Finding, record: LogRecord) -> str:
    """The number of the line of an action, where a log has an action on each line; else the number of the action."""
    assert finding.hand is not None
    assert finding.action is not None
    if record.action_lines:
        return str(record.action_lines[finding.hand][finding.action])
    return str(finding.action + 1)


def _place(finding: Finding, record: LogRecord) -> str:
    match = record.match
    parts = [_cut(record.source)]
    if finding.hand is not None:
        parts.append(_("hand {number}", number=finding.hand + 1))
    if finding.action is not None and finding.hand is not None:
        number = _number(finding, record)
        parts.append(_("line {number}", number=number) if record.action_lines else _("action {number}", number=number))
    if finding.seat:
        seat = _("seat {seat}", seat=_cut(finding.seat))
        names = {player.seat: player.name for player in match.players} if match else {}
        name = names.get(finding.seat)
        if isinstance(name, str) and name != finding.seat:
            seat = _("{seat} ({name})", seat=seat, name=_cut(name, 60))
        parts.append(seat)
    return with_commas(parts)


def _action_of(finding: Finding, match: Match | None) -> str | None:
    if match is None or finding.hand is None or finding.action is None:
        return None
    return match.hands[finding.hand].actions[finding.action]


def _verdict_line(report: Report, match: Match | None) -> Message:
    verdict, replay, unchecked = report.verdict, report.replay, unchecked_of(report)
    source = _cut(report.source.source)
    if report.source.match and verdict is not Verdict.CLEAN:
        source += f" ({_cut(report.source.match, 60)})"
    reasons = [*_counts(report.findings)]
    if unchecked is not None and match is not None:
        result, tone = sheet_meaning(unchecked, match.game), VERDICT_COLOURS[shown_verdict(verdict, unchecked)]
        which = unfinished_words(replay, match) if unchecked and replay is not None else ()
        return Message(labelled(source, with_semicolons([result, *reasons, *which])), ((source, ""), (result, tone)))
    result = verdict_name(verdict)
    text = labelled(source, result)
    if match is not None and replay is not None and hand_cut_off(match) is not None:
        reasons += _winner_by_the_clock(report, match)
    if verdict in (Verdict.INCOMPLETE, Verdict.MISSCORED) and replay is not None:
        reasons += unfinished_words(replay, match)
    if reasons:
        text = labelled(text, with_semicolons(reasons))
    return Message(text, ((source, ""), (result, VERDICT_COLOURS[verdict])))


def _cut(text: str, longest: int = LONGEST) -> str:
    """A text in the language of the reader; one that is longer is cut off."""
    shown = said(text)
    return shown if len(shown) <= longest else shown[:longest] + "…"


def _counts(findings: list[Finding]) -> Iterator[str]:
    severities = Counter(finding.severity for finding in findings)
    counts = [_counted(severity, severities[severity]) for severity in Severity if severities[severity]]
    if counts:
        yield with_commas(counts)


def _counted(severity: Severity, count: int) -> str:
    match severity:
        case Severity.ERROR:
            return _n("{count} error", "{count} errors", count)
        case Severity.WARNING:
            return _n("{count} warning", "{count} warnings", count)
        case Severity.NOTICE:
            return _n("{count} notice", "{count} notices", count)


def _winner_by_the_clock(report: Report, match: Match) -> Iterator[str]:
    from app.judging.clock_words import by_the_clock
    from engine.verdict.stored_report import as_stored

    clock = by_the_clock(match, as_stored(report))
    if clock is not None:
        names = player_names(match.players)
        seats = in_one_phrase(names[seat] for seat in clock.winner)
        if len(clock.winner) == 1:
            won = _("{seats} wins {reason}", seats=seats, reason=word_said(clock.reason))
        else:
            won = _("{seats} win {reason}", seats=seats, reason=word_said(clock.reason))
        yield _("the clock cut off hand {hand}: {result}", hand=clock.hand, result=won)


def _first_wrong(report: Report, match: Match) -> Message:
    from engine.verdict.recorded_sheet.sheet import sheet_of
    from engine.verdict.stored_report import as_stored

    sentence = readable(sheet_of(match, as_stored(report)).sentence, player_names(match.players))
    return Message("  " + _cut(sentence, _SENTENCE))


def unfinished_words(replay: Replay, match: Match | None) -> Iterator[str]:
    """Which hands are scored from their recorded results, which are not scored, and what cannot be decided.

    ``match`` is the match that was replayed; None if it is not available.
    """
    by_basis: dict[Basis | None, list[int]] = {}
    for number, hand in enumerate(replay.hands, 1):
        if not hand.cut_off:
            by_basis.setdefault(hand.basis, []).append(number)
    if by_result := by_basis.get(Basis.RESULT):
        hands = word_said(listed_hands(by_result))
        if len(by_result) == 1:
            yield _("{hands} scored from its recorded result", hands=hands)
        else:
            yield _("{hands} scored from their recorded results", hands=hands)
    if by_scores := by_basis.get(Basis.SCORES):
        yield _by_scores(by_scores, after_results=bool(by_result))
    not_scored = by_basis.get(None)
    if not_scored:
        yield _(
            "{hands} not scored: {totals}",
            hands=word_said(listed_hands(not_scored)),
            totals=_totals_after(not_scored, replay, match),
        )
    unknown = [number for number, hand in enumerate(replay.hands, 1) if hand.complete and hand.undecided]
    if unknown:
        yield _(
            "a result depends on cards or facts that the log does not give: {hands}",
            hands=word_said(listed_hands(unknown)),
        )
    elif replay.undecided and not not_scored:
        yield _("the result of the match depends on facts that the log does not give")


def _by_scores(numbers: Sequence[int], *, after_results: bool) -> str:
    """Which hands are scored by their recorded scores; behind those scored from their results, in fewer words."""
    hands = word_said(listed_hands(numbers))
    if after_results:
        if len(numbers) == 1:
            return _("{hands} by its recorded scores", hands=hands)
        return _("{hands} by their recorded scores", hands=hands)
    if len(numbers) == 1:
        return _("{hands} scored by its recorded scores", hands=hands)
    return _("{hands} scored by their recorded scores", hands=hands)


def _totals_after(not_scored: Sequence[int], replay: Replay, match: Match | None) -> str:
    """The hands between which the totals are unknown."""
    stated = _totals_stated(match)
    known_at_end = None not in replay.totals.values()
    if known_at_end:
        again = next((number for number in stated if number > not_scored[-1]), None)
        if again is None:
            return _("the totals are unknown from there on")
        return _("the totals are unknown from there on until hand {number} states them", number=again)
    since = next((number for number in not_scored if not any(later > number for later in stated)), not_scored[0])
    if len(not_scored) == 1:
        return _("the totals are unknown from there on")
    return _("the totals are unknown from hand {number} on", number=since)


def _totals_stated(match: Match | None) -> list[int]:
    """The hands after the first whose setup has a total of every seat."""
    if match is None:
        return []
    return [
        number
        for number, hand in enumerate(match.hands[1:], 2)
        if set(match.seats) <= set(given_value(setup_of(hand).totals) or ())
    ]
