"""The print of a verdict as a PDF of A4 pages, with text that can be selected and the font's characters in it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from fpdf import FPDF
from fpdf.enums import MethodReturnValue, TextMode, XPos, YPos

from app.disputes.prints.sheet import BESIDE, HOW, NOTHING, PrintedFinding, PrintedSheet, PrintedVote
from app.disputes.verdicts.words import Fact
from app.drawing.colours import colour
from app.drawing.files.fonts import Font
from app.drawing.files.painting import Painter, printable
from app.drawing.table.measure import pieces
from app.text.language import _, current

_FAMILY: Final = "print"
_WIDTH: Final = 210
_HEIGHT: Final = 297
_SIDE: Final = 12
_TOP: Final = 11
_FOOT: Final = 32
"""The height of the foot of every page."""
_INNER: Final = _WIDTH - 2 * _SIDE
_LINE: Final = 4.3
_ROW: Final = 4.8
_FIRST: Final = 14
"""How wide the column of the numbers of hands is."""
_WIDE_FIRST: Final = 50
"""The same where it says what the points are, too."""
_BODY: Final = 9.0
_SMALL: Final = 8.0
_PICTURE: Final = 108
_INK: Final = colour("print-ink")
_QUIET: Final = colour("print-quiet")
_GREEN: Final = colour("print-green")
_RED: Final = colour("print-red")
_AMBER: Final = colour("print-amber")
_BLUE: Final = colour("navy")
_PALE: Final = colour("print-line")
_HIGHLIGHT: Final = colour("print-highlight")
_COLOURS: Final[Mapping[str, str]] = {
    "clean": colour("print-clean"),
    "incomplete": _AMBER,
    "adjusted": _BLUE,
    "error": _RED,
    "warning": _AMBER,
    "notice": _BLUE,
}
_CODE: Final = 25
_WIDE: Final = "\u2e80"
"""The first of the characters of East Asia."""
_STRAIGHT: Final = str.maketrans("“”‘’", "\"\"''")
_MARKS: Final = "{nb}"
_SAID: Final = 1
"""Which of the texts of a finding says what was found."""
_Row = tuple[str, str]
"""A line of a label, and one of a text."""


def pdf_of(sheet: PrintedSheet, font: Font) -> bytes:
    """The print as a PDF file.  The same print and font give the same bytes at any time."""
    return _Printer(sheet, font).printed()


class _Pages(FPDF):
    """Pages with the foot of a print."""

    def __init__(self, sheet: PrintedSheet) -> None:
        super().__init__(orientation="P", unit="mm", format="A4")
        self.sheet: Final = sheet

    def write_in(self, size: float, colour: str) -> None:
        """Sets the size and the colour of what is written from now on."""
        self.set_font(_FAMILY, size=size)
        self.set_text_color(colour)

    def footer(self) -> None:
        """The hash, its QR code and the number of the page."""
        top = _HEIGHT - _FOOT + 1
        self.set_draw_color(_GREEN)
        self.set_line_width(0.5)
        self.line(_SIDE, top, _WIDTH - _SIDE, top)
        painter = Painter(self, _FAMILY)
        painter.code(self.sheet.code, _SIDE - 2, top + 1.5, _CODE)
        self.set_xy(_SIDE + _CODE + 2, top + 3)
        self.write_in(7.5, _QUIET)
        self.multi_cell(
            _INNER - _CODE - 2,
            3.5,
            "\n".join(_wrapped(self, _INNER - _CODE - 2, _(HOW))),
            align="L",
            new_x=XPos.LEFT,
            new_y=YPos.NEXT,
        )
        self.write_in(8.5, _INK)
        self.cell(_INNER - _CODE - 2, 5, self.sheet.digest, new_x=XPos.LEFT, new_y=YPos.NEXT)
        self.write_in(7.5, _QUIET)
        self.cell(_INNER - _CODE - 2, 4, _("Page {number} of {count}", number=self.page_no(), count=_MARKS), align="R")

    def file_id(self) -> str:
        """The hash of the verdict, not one of the time of printing."""
        digest = self.sheet.digest[:32].upper()
        return f"<{digest}><{digest}>"


class _Printer:
    """Lays a print out from top to bottom."""

    def __init__(self, sheet: PrintedSheet, font: Font) -> None:
        self._sheet: Final = sheet
        self._pdf: Final = _Pages(sheet)
        pdf = self._pdf
        pdf.add_font(_FAMILY, fname=font.path, collection_font_number=font.number)
        pdf.set_margins(_SIDE, _TOP, _SIDE)
        pdf.c_margin = 0
        pdf.set_auto_page_break(True, margin=_FOOT + 1)
        pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
        pdf.set_title(printable(_("Verdict: {title}", title=sheet.title)))
        pdf.set_creator("Installation")
        pdf.set_producer("Installation")
        pdf.set_lang(current())
        pdf.alias_nb_pages(_MARKS)
        self._painter: Final = Painter(pdf, _FAMILY)

    def printed(self) -> bytes:
        sheet, pdf = self._sheet, self._pdf
        pdf.add_page()
        self._head()
        if sheet.warning:
            self._highlight(sheet.warning)
        self._facts(sheet.facts)
        if not sheet.remarks:
            self._facts([Fact(_("Findings"), _("none"))])
        if sheet.dispute:
            self._section(_("The dispute"))
            self._facts([*sheet.dispute, *map(_vote, sheet.discussed.votes)])
            self._beside()
        if sheet.adjusted:
            self._section(_("What the ruling adjusts"), 6 * _ROW)
            self._adjusted()
        if sheet.options:
            self._section(_("Rules that differ from the preset {preset}", preset=sheet.preset))
            self._facts(sheet.options)
        if sheet.hands or sheet.totals:
            self._section(_("Scores after the ruling") if sheet.adjusted else _("Scores"), 5 * _ROW)
            self._scores()
        if sheet.remarks:
            self._section(_("Findings"), self._high(sheet.remarks[0]))
        if sheet.more:
            self._text(_("{count} more findings are in the verdict.", count=f"{sheet.more:,}"))
        for remark in sheet.remarks:
            self._remark(remark)
        return bytes(pdf.output())

    def _head(self) -> None:
        sheet, pdf = self._sheet, self._pdf
        colour = _COLOURS.get(sheet.stamp, _RED)
        stamp, left = 62, _INNER - 66
        pdf.set_font(_FAMILY, size=13)
        wide = pdf.get_string_width(sheet.stamp_words) + 7
        pdf.set_draw_color(colour)
        pdf.set_line_width(0.5)
        x = _WIDTH - _SIDE - wide
        pdf.rect(x, _TOP, wide, 8, style="D", round_corners=True, corner_radius=1.5)
        pdf.set_xy(x, _TOP)
        self._strong(wide, 8, sheet.stamp_words, 13, colour, align="C")
        pdf.set_xy(_WIDTH - _SIDE - stamp, _TOP + 9)
        self._text(sheet.meaning, _SMALL, _QUIET, width=stamp, align="R")
        right = pdf.get_y()
        pdf.set_xy(_SIDE, _TOP)
        self._strong(left, 4, _("The verdict").upper(), 8, _GREEN)
        pdf.set_xy(_SIDE, _TOP + 4.2)
        self._strong_lines(left, 7.2, sheet.title, 16, _INK)
        self._text(sheet.game, _BODY, _QUIET, width=left)
        y = max(pdf.get_y(), right) + 1.5
        pdf.set_draw_color(_GREEN)
        pdf.set_line_width(0.6)
        pdf.line(_SIDE, y, _WIDTH - _SIDE, y)
        pdf.set_y(y + 2.5)

    def _section(self, title: str, needed: float = 10) -> None:
        """A heading, which what follows it, as high as said, does not leave."""
        pdf = self._pdf
        if pdf.will_page_break(8 + needed):
            pdf.add_page()
        pdf.ln(2.6)
        self._strong(_INNER, 6, title, 11, _GREEN)
        pdf.ln(6)

    def _facts(self, facts: Iterable[Fact]) -> None:
        pdf = self._pdf
        facts = list(facts)
        if not facts:
            return
        pdf.set_font(_FAMILY, size=_BODY)
        label = min(max(pdf.get_string_width(fact.label) for fact in facts) + 5, 62)
        for fact in facts:
            pdf.set_font(_FAMILY, size=_BODY)
            labels, lines = self._lines(label - 3, fact.label), self._lines(_INNER - label, fact.text)
            count = max(len(labels), len(lines))
            rows = [
                (labels[row] if row < len(labels) else "", lines[row] if row < len(lines) else "")
                for row in range(count)
            ]
            for together in self._divided(rows):
                for left, right in together:
                    y = pdf.get_y()
                    self._line(left, _SIDE, _QUIET)
                    self._line(right, _SIDE + label, _INK)
                    pdf.set_xy(_SIDE, y + _LINE)

    def _divided(self, rows: Sequence[_Row]) -> Iterator[Sequence[_Row]]:
        """Lines in parts, each for a page of its own, so that none of a longer text is alone on its page."""
        pdf = self._pdf
        left = list(rows)
        while left:
            room = int((_HEIGHT - _FOOT - 1 - pdf.get_y() + 0.01) / _LINE)
            fitting = min(room, len(left))
            if len(left) - fitting == 1:
                fitting -= 1
            if fitting < min(2, len(left)):
                pdf.add_page()
                continue
            yield left[:fitting]
            del left[:fitting]

    def _line(self, text: str, x: float, colour: str) -> None:
        pdf = self._pdf
        pdf.write_in(_BODY, colour)
        pdf.set_x(x)
        pdf.cell(0, _LINE, text)

    def _beside(self) -> None:
        """The context of the verdict from the record of disputes."""
        discussed = self._sheet.discussed
        for title, facts in (
            (_("Before this ruling"), discussed.before),
            (_("Evidence"), discussed.evidence),
        ):
            if facts:
                self._section(title)
                self._facts(facts)
        if discussed != NOTHING:
            self._text(_(BESIDE), _SMALL, _QUIET)

    def _adjusted(self) -> None:
        """For each adjusted hand what is computed, recorded and adjusted, then the totals before and after."""
        sheet = self._sheet
        column = self._heads(_WIDE_FIRST, 0)
        for hand in sheet.adjusted:
            self._room(len(hand.lines) + 2, _WIDE_FIRST, 0)
            for number, (what, points) in enumerate(hand.lines):
                name = _("{hand}, {what}", hand=_("Hand {number}", number=hand.number), what=what)
                last = number == len(hand.lines) - 1
                self._row(name, points, "", _WIDE_FIRST, column, strong=last, marked=last)
            if hand.reason:
                self._text(hand.reason, _SMALL, _QUIET)
            self._rule(_PALE, 0.15)
        if sheet.computed_totals:
            self._room(2, _WIDE_FIRST, 0)
            self._row(_("Totals before the ruling"), sheet.computed_totals, "", _WIDE_FIRST, column)
            self._row(_("Totals after the ruling"), sheet.totals, "", _WIDE_FIRST, column, strong=True)

    def _scores(self) -> None:
        sheet, pdf = self._sheet, self._pdf
        note = 46 if any(row.note for row in sheet.hands) else 0
        column = self._heads(_FIRST, note)
        closing = 1 + bool(sheet.more_hands) + bool(sheet.totals) + bool(sheet.winner)
        for row in sheet.hands:
            # The last row goes to the next page with what closes the table.
            self._room(closing if row is sheet.hands[-1] else 1, _FIRST, note)
            self._row(str(row.number), row.points, row.note if note else "", _FIRST, column, marked=row.adjusted)
            self._rule(_PALE, 0.15)
        if sheet.more_hands:
            self._text(_("{count} more hands are in the verdict.", count=f"{sheet.more_hands:,}"))
        if sheet.totals:
            self._rule(_GREEN, 0.4)
            self._row(_("Total"), sheet.totals, "", _FIRST, column, strong=True)
        if sheet.winner:
            pdf.set_x(_SIDE)
            self._text(_("Winner: {names}", names=sheet.winner))

    def _heads(self, first: float, note: float) -> float:
        """Writes the head of a table with a column for each seat, and returns how wide these are."""
        seats = self._sheet.seats
        column = (_INNER - first - note) / max(len(seats), 1)
        self._row(_("Hand"), [name for _seat, name in seats], "", first, column, strong=True)
        self._rule(_GREEN, 0.4)
        return column

    def _room(self, rows: int, first: float, note: float) -> None:
        """Goes to a new page, with the head of the table again, where some rows do not fit on this one."""
        if self._pdf.will_page_break(rows * _ROW):
            self._pdf.add_page()
            self._heads(first, note)

    def _rule(self, colour: str, width: float) -> None:
        pdf = self._pdf
        pdf.set_draw_color(colour)
        pdf.set_line_width(width)
        pdf.line(_SIDE, pdf.get_y(), _WIDTH - _SIDE, pdf.get_y())

    def _row(
        self,
        first: str,
        cells: Sequence[str],
        note: str,
        width: float,
        column: float,
        *,
        strong: bool = False,
        marked: bool = False,
    ) -> None:
        pdf = self._pdf
        y = pdf.get_y()
        if marked:
            pdf.set_fill_color(_HIGHLIGHT)
            pdf.rect(_SIDE, y, _INNER, _ROW, style="F")
        texts = [
            (first, _SIDE, width, "L"),
            *((cell, _SIDE + width + number * column, column, "R") for number, cell in enumerate(cells)),
        ]
        for text, x, room, side in texts:
            pdf.set_xy(x, y)
            pdf.set_font(_FAMILY, size=_BODY)
            text = self._cut(text, room - 2)
            if strong:
                self._strong(room, _ROW, text, _BODY, _INK, align=side)
            else:
                pdf.set_text_color(_INK)
                pdf.cell(room, _ROW, text, align=side)
        if note:
            pdf.set_xy(_SIDE + width + len(cells) * column + 3, y)
            pdf.write_in(_SMALL, _QUIET)
            pdf.cell(0, _ROW, self._cut(note, 42))
        pdf.set_xy(_SIDE, y + _ROW)

    def _cut(self, text: str, room: float) -> str:
        """The beginning of a text that fits into some room in the font that is set."""
        pdf = self._pdf
        text = _quoted(text)
        if pdf.get_string_width(text) <= room:
            return text
        while text and pdf.get_string_width(f"{text}…") > room:
            text = text[:-1]
        return f"{text}…"

    def _high(self, remark: PrintedFinding) -> float:
        """How high a finding is, with the space after it."""
        room = _INNER if remark.picture is None else _INNER - _PICTURE - 5
        lines = 0
        for text, size, _colour in _written(remark):
            self._pdf.set_font(_FAMILY, size=size)
            lines += len(self._lines(room, text))
        written = lines * _LINE + 3
        if remark.picture is None:
            return written
        return max(_PICTURE * remark.picture.height / remark.picture.width + 4, written)

    def _remark(self, remark: PrintedFinding) -> None:
        pdf = self._pdf
        high = self._high(remark)
        if pdf.will_page_break(high):
            pdf.add_page()
        y, page = pdf.get_y(), pdf.page_no()
        x = float(_SIDE)
        if remark.picture is not None:
            self._painter.drawing(remark.picture, _SIDE, y + 1, _PICTURE)
            x += _PICTURE + 5
        pdf.set_y(y + 0.5)
        for number, (text, size, ink) in enumerate(_written(remark)):
            if number == _SAID:
                self._strong_lines(_WIDTH - _SIDE - x, _LINE, text, size, ink, x)
            else:
                pdf.set_x(x)
                self._text(text, size, ink, width=_WIDTH - _SIDE - x)
        foot = y + high - 2 if remark.picture is not None and pdf.page_no() == page else 0.0
        pdf.set_xy(_SIDE, max(pdf.get_y(), foot) + 2)

    def _highlight(self, text: str) -> None:
        pdf = self._pdf
        y = pdf.get_y()
        pdf.set_font(_FAMILY, size=_BODY)
        lines = self._lines(_INNER - 6, text)
        pdf.set_fill_color(_HIGHLIGHT)
        pdf.rect(_SIDE, y, _INNER, len(lines) * _LINE + 2, style="F")
        pdf.set_xy(_SIDE + 3, y + 1)
        self._text(text, width=_INNER - 6)
        pdf.set_xy(_SIDE, y + len(lines) * _LINE + 4)

    def _lines(self, width: float, text: str) -> list[str]:
        """A text in lines that fit into a width in the font that is set."""
        wrapped = "\n".join(_wrapped(self._pdf, width, text))
        lines: Any = self._pdf.multi_cell(width, _LINE, wrapped, dry_run=True, output=MethodReturnValue.LINES)
        return list(lines)

    def _text(
        self, text: str, size: float = _BODY, colour: str = _INK, *, width: float = _INNER, align: str = "L"
    ) -> None:
        pdf = self._pdf
        pdf.write_in(size, colour)
        wrapped = "\n".join(_wrapped(pdf, width, text))
        pdf.multi_cell(width, _LINE * size / _BODY, wrapped, align=align, new_x=XPos.LEFT, new_y=YPos.NEXT)

    def _strong(self, width: float, height: float, text: str, size: float, colour: str, align: str = "L") -> None:
        pdf = self._pdf
        pdf.write_in(size, colour)
        pdf.set_draw_color(colour)
        with pdf.local_context(text_mode=TextMode.FILL_STROKE, line_width=size * 0.008):
            pdf.cell(width, height, text, align=align)

    def _strong_lines(self, width: float, height: float, text: str, size: float, colour: str, x: float = _SIDE) -> None:
        """A strong text in as many lines as it takes."""
        pdf = self._pdf
        pdf.set_font(_FAMILY, size=size)
        for line in self._lines(width, text):
            if pdf.will_page_break(height):
                pdf.add_page()
            pdf.set_x(x)
            self._strong(width, height, line, size, colour)
            pdf.set_xy(x, pdf.get_y() + height)


def _written(remark: PrintedFinding) -> Iterator[tuple[str, float, str]]:
    """The texts of a finding, each with its size and its colour; the second one is what was found."""
    yield f"{remark.severity_words} · {remark.place}", _SMALL, _COLOURS.get(remark.severity, _QUIET)
    yield remark.text, _BODY, _INK
    if remark.expected:
        yield _("Expected: {expected}", expected=remark.expected), _BODY, _INK
    yield _("Rule {rule}", rule=remark.rule), _SMALL, _QUIET


def _vote(vote: PrintedVote) -> Fact:
    said = _("{vote}; dissent: {text}", vote=vote.vote, text=vote.dissent) if vote.dissent else vote.vote
    return Fact(_("Vote of {name}", name=vote.arbiter), said)


def _wrapped(pdf: FPDF, width: float, text: str) -> list[str]:
    """A text in lines that fit into a width in the font that is set, if it has wide characters.

    fpdf2 ends a line at a space wherever there is one, so that it would leave lines of Chinese half empty.  A text
    without wide characters is one line, which fpdf2 divides.
    """
    text = _quoted(text)
    if not any(character >= _WIDE for character in text):
        return [text]
    made, line = [], ""
    for piece in pieces(text):
        if line and pdf.get_string_width((line + piece).rstrip()) > width:
            made.append(line.rstrip())
            line = ""
        line += piece
    return [*made, line]


def _quoted(text: str) -> str:
    """A text without wide characters with straight quotation marks: those of Chinese fonts are as wide as a character.

    Control characters become spaces.
    """
    text = printable(text)
    return text if any(character >= _WIDE for character in text) else text.translate(_STRAIGHT)
