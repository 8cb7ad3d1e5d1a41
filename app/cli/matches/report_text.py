"""A report as text for people, in the style of a compiler."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.cli.words import (
    VERDICT_COLOURS,
    in_one_phrase,
    labelled,
    severity_word,
    verdict_shown,
    with_commas,
    with_semicolons,
    word_said,
)
from app.text.language import _, _n
from app.text.readable import readable, readable_message
from app.text.seats import player_names
from app.text.terminal import Style, first_columns, last_columns, width
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


def report_text(report: Report, record: LogRecord | None, style: Style, *, errors_only: bool = False) -> str:
    """The findings of a match, each with its place and what was expected, then a line with the verdict.

    ``record`` is the match that was judged; None for a clean one that has no findings.  Lines are separated by
    newlines; the last line has none.  With ``errors_only`` there are no other findings and no line with the verdict.
    """
    match = None if record is None else record.match
    lines: list[str] = []
    for finding in report.findings:
        if errors_only and finding.severity is not Severity.ERROR:
            continue
        assert record is not None
        lines += finding_lines(finding, record, style)
        lines.append("")
    if errors_only:
        return "\n".join(lines)
    lines.append(_verdict_line(report, match, style))
    if report.verdict is Verdict.MISSCORED and match is not None:
        lines.append(_first_wrong(report, match, style))
    if report.findings:
        lines.append("")
    return "\n".join(lines)


def finding_lines(finding: Finding, record: LogRecord, style: Style) -> Iterator[str]:
    """One finding: its message, its place, the action with the place marked, what was found, what was expected, and the
    rule.
    """
    match = record.match
    names = {} if match is None else player_names(match.players)
    message, expected = readable_message(finding, names)
    head = style.paint(f"{severity_word(finding.severity)}[{finding.code.id}]", str(finding.severity))
    yield labelled(head, style.paint(style.safe(message, _SENTENCE), "strong"))
    action = _action_of(finding, match)
    number = _number(finding, record) if action is not None else ""
    gutter = " " * len(number)
    yield f"{gutter}{style.paint(' -->', 'frame')} {_place(finding, record, style)}"
    if action is not None:
        yield from _quoted(finding, action, number, style)
    begin = f"{gutter} {style.paint('=', 'frame')}"
    for label, text in ((_("found"), finding.recorded), (_("expected"), expected)):
        if text and text != action:
            yield f"{begin} {labelled(label, style.safe(text, _SENTENCE))}"
    if finding.severity is not Severity.NOTICE:
        from app.text.catalogue import rule_named

        rule = rule_named(finding.rule)
        shown = _("{rule} ({title})", rule=rule.id, title=_(rule.title)) if rule else finding.rule
        yield f"{begin} {labelled(_('rule'), shown)}"
    yield f"{begin} {labelled(_('more'), f'fupan explain {finding.code.id}')}"


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


def _place(finding: Finding, record: LogRecord, style: Style) -> str:
    match = record.match
    parts = [style.safe(record.source)]
    if finding.hand is not None:
        parts.append(_("hand {number}", number=finding.hand + 1))
    if finding.action is not None and finding.hand is not None:
        number = _number(finding, record)
        parts.append(_("line {number}", number=number) if record.action_lines else _("action {number}", number=number))
    if finding.seat:
        seat = _("seat {seat}", seat=style.safe(finding.seat))
        names = {player.seat: player.name for player in match.players} if match else {}
        name = names.get(finding.seat)
        if isinstance(name, str) and name != finding.seat:
            seat = _("{seat} ({name})", seat=seat, name=style.safe(name, 60))
        parts.append(seat)
    return with_commas(parts)


def _action_of(finding: Finding, match: Match | None) -> str | None:
    if match is None or finding.hand is None or finding.action is None:
        return None
    return match.hands[finding.hand].actions[finding.action]


def _quoted(finding: Finding, action: str, number: str, style: Style) -> Iterator[str]:
    """The action's text, with carets below what is wrong: a whole play, or the word at the column of the finding.  A
    long text is cut around the column.
    """
    gutter, column = " " * len(number), finding.column
    room = style.width - len(gutter) - 3
    at = 0 if column is None else min(column, len(action))
    about_one_card = finding.code is CARD_NOT_HELD and not finding.variant
    word = words_at(action, at, None if about_one_card else finding.recorded)[:room]
    before, after = style.safe(action[:at], len(action)), style.safe(action[at : at + room])
    room_before = max(room - min(width(after), room // 2), 0)
    if width(before) > room_before:
        before = style.more + last_columns(before, room_before - len(style.more))
    if width(before) + width(after) > room or at + room < len(action):
        after = first_columns(after, room - width(before) - len(style.more)) + style.more
    bar = style.paint(style.bar, "frame")
    yield f"{gutter} {bar}"
    yield f"{style.paint(number, 'frame')} {bar} {before}{after}"
    if column is not None:
        marks = "^" * max(min(width(style.safe(word)), width(after)), 1)
        yield f"{gutter} {bar} {' ' * width(before)}{style.paint(marks, 'error')}"


def _verdict_line(report: Report, match: Match | None, style: Style) -> str:
    verdict = report.verdict
    line = style.safe(report.source.source)
    if report.source.match and verdict is not Verdict.CLEAN:
        line += f" ({style.safe(report.source.match, 60)})"
    unchecked = unchecked_of(report)
    if unchecked is not None and match is not None:
        proven = style.paint(sheet_meaning(unchecked, match.game), VERDICT_COLOURS[shown_verdict(verdict, unchecked)])
        which = unfinished_words(report.replay, match) if unchecked and report.replay is not None else ()
        return labelled(line, with_semicolons([proven, *_counts(report.findings), *which]))
    line = labelled(line, verdict_shown(verdict, style))
    reasons = [*_counts(report.findings)]
    if match is not None and report.replay is not None and hand_cut_off(match) is not None:
        reasons += _winner_by_the_clock(report, match, style)
    if verdict in (Verdict.INCOMPLETE, Verdict.MISSCORED) and report.replay is not None:
        reasons += unfinished_words(report.replay, match)
    return labelled(line, with_semicolons(reasons)) if reasons else line


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


def _winner_by_the_clock(report: Report, match: Match, style: Style) -> Iterator[str]:
    from app.judging.clock_words import by_the_clock
    from engine.verdict.stored_report import as_stored

    clock = by_the_clock(match, as_stored(report))
    if clock is not None:
        names = player_names(match.players)
        seats = in_one_phrase(style.safe(names[seat]) for seat in clock.winner)
        if len(clock.winner) == 1:
            won = _("{seats} wins {reason}", seats=seats, reason=word_said(clock.reason))
        else:
            won = _("{seats} win {reason}", seats=seats, reason=word_said(clock.reason))
        yield _("the clock cut off hand {hand}: {result}", hand=clock.hand, result=won)


def _first_wrong(report: Report, match: Match, style: Style) -> str:
    from engine.verdict.recorded_sheet.sheet import sheet_of
    from engine.verdict.stored_report import as_stored

    sentence = readable(sheet_of(match, as_stored(report)).sentence, player_names(match.players))
    return "  " + style.safe(sentence, _SENTENCE)


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
