"""A report as text for people, in the style of a compiler."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from app.catalogue import all_rules
from app.cli.unfinished import unfinished_words
from app.clock_words import by_the_clock
from app.terminal import Style, first_columns, last_columns, width
from engine.record.actions import word_at
from engine.record.match import Match
from engine.recorded.basis import hand_cut_off
from engine.rulebook.findings import Finding, Severity
from engine.verdict.report import Report, Verdict
from engine.verdict.written.sheet import both_values, sheet_of

VERDICT_COLOURS: Final[Mapping[Verdict, str]] = {
    Verdict.UNREADABLE: "error",
    Verdict.ILLEGAL: "error",
    Verdict.MISSCORED: "error",
    Verdict.INCOMPLETE: "warning",
    Verdict.CLEAN: "good",
}
_SENTENCE: Final = 2_000


def report_text(report: Report, match: Match | None, style: Style, *, errors_only: bool = False) -> str:
    """The findings of a match, each with its place and what was expected, then a line with the verdict.

    Lines are separated by newlines; the last line has none.  With ``errors_only`` there are no other findings and no
    line with the verdict.
    """
    lines: list[str] = []
    for finding in report.findings:
        if errors_only and finding.severity is not Severity.ERROR:
            continue
        lines += finding_lines(finding, report.source.source, match, style)
        lines.append("")
    if errors_only:
        return "\n".join(lines)
    lines.append(_verdict_line(report, match, style))
    if report.findings:
        lines.append("")
    return "\n".join(lines)


def finding_lines(finding: Finding, source: str, match: Match | None, style: Style) -> Iterator[str]:
    """One finding: its message, its place, the action with the place marked, what was found, what was expected, and the
    rule.
    """
    head = style.paint(f"{finding.severity}[{finding.code.id}]", str(finding.severity))
    yield f"{head}: {style.paint(style.safe(finding.message, _SENTENCE), 'strong')}"
    action = _action_of(finding, match)
    gutter = " " * len(str(finding.action + 1)) if finding.action is not None and action is not None else ""
    yield f"{gutter}{style.paint(' -->', 'frame')} {_place(finding, source, match, style)}"
    if finding.action is not None and action is not None:
        yield from _quoted(finding.action + 1, action, finding.column, gutter, style)
    for label, text in (("found", finding.recorded), ("expected", finding.expected)):
        if text and text != action:
            yield f"{gutter} {style.paint('=', 'frame')} {label}: {style.safe(text, _SENTENCE)}"
    if finding.severity is not Severity.NOTICE:
        rule = all_rules().get(finding.rule)
        title = f" ({rule.title})" if rule else ""
        yield f"{gutter} {style.paint('=', 'frame')} rule: {finding.rule}{title}"
    yield f"{gutter} {style.paint('=', 'frame')} more: fupan explain {finding.code.id}"


def summary_text(verdicts: Mapping[Verdict, int], style: Style) -> str:
    """The number of matches with each verdict in one line, the clean ones first."""
    total = sum(verdicts.values())
    parts = [
        style.paint(f"{verdicts[verdict]} {verdict}", VERDICT_COLOURS[verdict])
        for verdict in reversed(Verdict)
        if verdicts.get(verdict)
    ]
    return f"{counted(total, 'match', 'matches')}: {', '.join(parts)}"


def counted(number: int, one: str, many: str) -> str:
    """A number of things in words, with thousands separators: ``1 match``, ``1,204 matches``."""
    return f"{number:,} {one if number == 1 else many}"


def _place(finding: Finding, source: str, match: Match | None, style: Style) -> str:
    place = style.safe(source)
    if finding.hand is not None:
        place += f", hand {finding.hand + 1}"
    if finding.action is not None:
        place += f", action {finding.action + 1}"
    if finding.seat:
        place += f", seat {style.safe(finding.seat)}"
        names = {player.seat: player.name for player in match.players} if match else {}
        name = names.get(finding.seat)
        if isinstance(name, str) and name != finding.seat:
            place += f" ({style.safe(name, 60)})"
    return place


def _action_of(finding: Finding, match: Match | None) -> str | None:
    if match is None or finding.hand is None or finding.action is None:
        return None
    return match.hands[finding.hand].actions[finding.action]


def _quoted(number: int, action: str, column: int | None, gutter: str, style: Style) -> Iterator[str]:
    """The action's text, with a caret below the word at its column.  A long text is cut around the column."""
    room = style.width - len(gutter) - 3
    at = 0 if column is None else min(column, len(action))
    word = word_at(action, at)[:room]
    before, after = style.safe(action[:at], len(action)), style.safe(action[at : at + room])
    room_before = max(room - min(width(after), room // 2), 0)
    if width(before) > room_before:
        before = style.more + last_columns(before, room_before - len(style.more))
    if width(before) + width(after) > room or at + room < len(action):
        after = first_columns(after, room - width(before) - len(style.more)) + style.more
    bar = style.paint(style.bar, "frame")
    yield f"{gutter} {bar}"
    yield f"{style.paint(str(number), 'frame')} {bar} {before}{after}"
    if column is not None:
        marks = "^" * max(min(width(style.safe(word)), width(after)), 1)
        yield f"{gutter} {bar} {' ' * width(before)}{style.paint(marks, 'error')}"


def _verdict_line(report: Report, match: Match | None, style: Style) -> str:
    verdict = report.verdict
    line = style.safe(report.source.source)
    if report.source.match and verdict is not Verdict.CLEAN:
        line += f" ({style.safe(report.source.match, 60)})"
    line += f": {style.paint(str(verdict), VERDICT_COLOURS[verdict])}"
    reasons = [*_counts(report.findings)]
    if verdict is Verdict.MISSCORED and match is not None:
        reasons += _first_wrong(report, match, style)
    if match is not None and report.replay is not None and hand_cut_off(match) is not None:
        reasons += _winner_by_the_clock(report, match, style)
    if verdict in (Verdict.INCOMPLETE, Verdict.MISSCORED) and report.replay is not None:
        reasons += unfinished_words(report.replay, match)
    return f"{line}: {'; '.join(reasons)}" if reasons else line


def _counts(findings: list[Finding]) -> Iterator[str]:
    severities = Counter(finding.severity for finding in findings)
    counts = [counted(severities[each], each, f"{each}s") for each in Severity if severities[each]]
    if counts:
        yield ", ".join(counts)


def _winner_by_the_clock(report: Report, match: Match, style: Style) -> Iterator[str]:
    found = by_the_clock(match, report.as_dict())
    if found is not None:
        seats = style.safe(" and ".join(found.winner))
        verb = "wins" if len(found.winner) == 1 else "win"
        yield f"the clock cut off hand {found.hand}: {seats} {verb} {found.reason}"


def _first_wrong(report: Report, match: Match, style: Style) -> Iterator[str]:
    wrong = sheet_of(match, report.as_dict()).first_wrong
    if wrong is not None:
        kind = "number" if wrong.difference else "entry"
        words = f"the first {kind} that does not follow is the {wrong.place}: {both_values(wrong)}"
        yield style.safe(words if style.symbols else words.replace("−", "-"), _SENTENCE)
