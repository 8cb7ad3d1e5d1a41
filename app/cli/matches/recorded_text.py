"""The comparison of recorded values with what the rules give, as text."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from app.cli.words import labelled, with_commas, word_said
from app.text.language import _, said
from app.text.terminal import Style
from engine.record.match import Match
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.recorded_sheet.lines import ComparedLine, as_dict, lines_of_hand, lines_of_match
from engine.verdict.recorded_sheet.sheet import sheet_of
from engine.verdict.recorded_sheet.words import points_text
from engine.verdict.report import Report
from engine.verdict.stored_report import as_stored

_COLOURS: Final = MappingProxyType({Standing.DIFFERS: "warning", Standing.CARRIED: "faint", Standing.ABSENT: "faint"})
_LONGEST: Final = 2_000


def recorded_text(report: Report, match: Match, style: Style) -> str:
    """Every recorded value of a match with the derived one, hand by hand, and the first difference.

    Lines are separated by newlines; the last line has none.
    """
    return "\n".join(line if style.symbols else line.replace("−", "-") for line in _lines(report, match, style))


def recorded_facts(report: Report, match: Match) -> dict[str, object]:
    """The same for programs."""
    stored = as_stored(report)
    return as_dict(sheet_of(match, stored), match, stored)


def _lines(report: Report, match: Match, style: Style) -> Iterator[str]:
    stored = as_stored(report)
    sheet = sheet_of(match, stored)
    source = style.safe(report.source.source)
    if not sheet.entries:
        yield _("{source}: no results were recorded", source=source)
        return
    yield labelled(source, style.safe(sheet.sentence, _LONGEST))
    yield style.safe(sheet.counts)
    first = sheet.first_wrong
    for number in range(1, len(stored.hands) + 1):
        yield style.paint(_("hand {number}", number=number), "strong")
        for line in lines_of_hand(sheet, match, stored, number):
            yield from _line(line, first, style)
    yield style.paint(_("the match"), "strong")
    for line in lines_of_match(sheet, match, stored):
        yield from _line(line, first, style)


def _line(line: ComparedLine, first: RecordedEntry | None, style: Style) -> Iterator[str]:
    recorded, derived = _values(line, recorded=True), _values(line, recorded=False)
    if line.standing is Standing.ABSENT:
        words = _("not recorded; derived {derived}", derived=derived) if derived else _("not recorded")
    elif line.standing is Standing.TAKEN or recorded == derived:
        words = _("{recorded} ({words})", recorded=recorded, words=word_said(line.words))
    else:
        words = _(
            "recorded {recorded}; derived {derived} ({words})", recorded=recorded, derived=derived, words=_reason(line)
        )
        if first is not None and (line.hand, line.field, line.when) == (first.hand, first.field, first.when):
            words += " <- " + _("first difference")
    shown = f"  {style.safe(labelled(word_said(line.label), words), _LONGEST)}"
    yield style.paint(shown, _COLOURS[line.standing]) if line.standing in _COLOURS else shown


def _reason(line: ComparedLine) -> str:
    words = word_said(line.words)
    by = [f"{said(entry.of)} {points_text(entry.difference)}".strip() for entry in line.entries if entry.difference]
    if not by or line.standing is not Standing.DIFFERS:
        return words
    return _("{words} by {differences}", words=words, differences=with_commas(by))


def _values(line: ComparedLine, *, recorded: bool) -> str:
    found = []
    for entry in line.entries:
        text = entry.recorded if recorded else entry.computed
        if recorded and entry.standing is Standing.ABSENT:
            text = _("not recorded")
        name = entry.what if line.field == "roles" else entry.of
        found.append(f"{word_said(name)} {word_said(text)}".strip())
    return with_commas(found) if any(found) else ""
