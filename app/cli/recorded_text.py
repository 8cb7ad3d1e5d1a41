"""What was recorded beside what the rules give, as text."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from app.terminal import Style
from engine.record.match import Match
from engine.verdict.report import Report
from engine.verdict.written.entry import Entry, Standing
from engine.verdict.written.lines import Line, as_dict, lines_of_hand, lines_of_match
from engine.verdict.written.sheet import sheet_of
from engine.verdict.written.words import points_text

_COLOURS: Final = MappingProxyType({Standing.DIFFERS: "warning", Standing.CARRIED: "faint", Standing.ABSENT: "faint"})
_LONGEST: Final = 2_000


def recorded_text(report: Report, match: Match, style: Style) -> str:
    """Every recorded value of a match beside the derived one, hand by hand, and the first place where they part.

    Lines are separated by newlines; the last line has none.
    """
    return "\n".join(line if style.symbols else line.replace("−", "-") for line in _lines(report, match, style))


def recorded_facts(report: Report, match: Match) -> dict[str, object]:
    """The same for programs."""
    facts = report.as_dict()
    return as_dict(sheet_of(match, facts), match, facts)


def _lines(report: Report, match: Match, style: Style) -> Iterator[str]:
    facts = report.as_dict()
    sheet = sheet_of(match, facts)
    source = style.safe(report.source.source)
    if not sheet.entries:
        yield f"{source}: no results were recorded"
        return
    yield f"{source}: {style.safe(sheet.sentence, _LONGEST)}"
    yield style.safe(sheet.counts)
    first = sheet.first_wrong
    for number in range(1, len(facts["hands"]) + 1):
        yield style.paint(f"hand {number}", "strong")
        for line in lines_of_hand(sheet, match, facts, number):
            yield from _line(line, first, style)
    yield style.paint("the match", "strong")
    for line in lines_of_match(sheet, match, facts):
        yield from _line(line, first, style)


def _line(line: Line, first: Entry | None, style: Style) -> Iterator[str]:
    label, recorded, derived = line.label, _values(line, recorded=True), _values(line, recorded=False)
    if line.standing is Standing.ABSENT:
        words = f"  {label}: not recorded{f'; derived {derived}' if derived else ''}"
    elif line.standing is Standing.TAKEN or recorded == derived:
        words = f"  {label}: {recorded} ({line.words})"
    else:
        words = f"  {label}: recorded {recorded}; derived {derived} ({line.words}{_by(line)})"
        if first is not None and (line.hand, line.field, line.when) == (first.hand, first.field, first.when):
            words += " <- first difference"
    shown = style.safe(words, _LONGEST)
    yield style.paint(shown, _COLOURS[line.standing]) if line.standing in _COLOURS else shown


def _by(line: Line) -> str:
    by = [f"{entry.of} {points_text(entry.difference)}".strip() for entry in line.entries if entry.difference]
    return f" by {', '.join(by)}" if by and line.standing is Standing.DIFFERS else ""


def _values(line: Line, *, recorded: bool) -> str:
    found = []
    for entry in line.entries:
        text = entry.recorded if recorded else entry.computed
        if recorded and entry.standing is Standing.ABSENT:
            text = "not recorded"
        name = entry.what if line.field == "roles" else entry.of
        found.append(f"{name} {text}".strip())
    return ", ".join(found) if any(found) else ""
