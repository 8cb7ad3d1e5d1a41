"""The files of prints: HTML, PDF and PNG."""

import json
import re
import time
from io import BytesIO
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image, ImageColor
from pypdf import PdfReader

from app.disputes.prints.files import html_file, pdf_file
from app.disputes.prints.sheet import sheet_of
from app.disputes.verdicts.printed_hash import code_text
from app.drawing.files.fonts import Font, NoFont, font_of
from app.drawing.files.png import SCALE, png_of
from app.drawing.files.qr import code_of
from app.drawing.table.drawn import drawing_of
from app.drawing.table.paints import LOOKS, PAPER, RED, Paint
from engine.logs import LogRecord
from engine.replay.fold import frame
from engine.verdict.check import Checker
from engine.verdict.proof.building import build
from engine.verdict.proof.form import VerdictFile
from tests.app.conftest import Page
from tests.app.disputes.conftest import DISCUSSED
from tests.builders import dealt
from tests.square_font import write_font
from tests.verdicts import record_of


class Answer:
    """A file in place of an answer."""

    status_code = 200

    def __init__(self, text: str) -> None:
        self._text = text

    def get_data(self, as_text: bool) -> str:
        assert as_text
        return self._text


def test_the_html_is_whole_and_loads_nothing(verdict: VerdictFile, record: LogRecord) -> None:
    text = html_file(verdict.as_bytes(), record, DISCUSSED).decode()
    page = Page(Answer(text))
    assert page.faults == []
    for said in ("Single 5 does not beat single J", "Both sides played on.", "赵敏", "dissent: The computed result"):
        assert said in page.text
    assert sheet_of(verdict).digest in page.text
    assert "<b>Li" not in text
    assert "<i>agreed" not in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert not re.search(r"(src|@import|url\()", text)
    assert not page.all("script")
    assert not page.all("link")
    assert text.count("<symbol ") == len(set(re.findall(r'<symbol id="([^"]+)"', text)))


def test_the_pdf_has_the_text(verdict: VerdictFile, record: LogRecord, font: Font) -> None:
    reader = PdfReader(BytesIO(pdf_file(verdict.as_bytes(), font, record, DISCUSSED)))
    assert {tuple(round(float(side) / 72 * 25.4) for side in page.mediabox[2:]) for page in reader.pages} == {
        (210, 297)
    }
    text = " ".join(" ".join(page.extract_text() for page in reader.pages).split())
    for said in (
        "adjusted",
        "The log by itself: illegal.",
        "ruling 2, final",
        "Appeal by Li",
        "It was agreed otherwise.",
        "sheet.jpg",
        "Hand 1, computed",
        "Hand 1, recorded",
        "Hand 1, adjusted",
        "Totals before",
        "Single 5 does not beat single J",
        "Zhao Min",
        "Both sides played on.",
        "<i>agreed</i> 双方同意",
        "Vote of 赵敏",
        "to beat",
        "not allowed",
        "Page 1 of 2",
        sheet_of(verdict).digest,
    ):
        assert said in text
    assert reader.metadata is not None
    assert reader.metadata.title == "Verdict: Spring Cup, 7"


def test_characters_that_a_page_cannot_have_are_spaces(record: LogRecord, font: Font) -> None:
    log = json.loads(record.raw)
    log["players"][1]["name"] = "Zhao\u0007\u202eMin 🃏"
    log["match"]["event"] = "Cup\u0000\u2028" * 40
    odd = record_of(json.dumps(log).encode())
    body = build(odd, 0, Checker().check(odd), identity="\u0001", issued_at="2026-05-01T18:00:00Z", issuer="\u001b[31m")
    verdict = VerdictFile(body=body, signatures=[])
    text = PdfReader(BytesIO(pdf_file(verdict.as_bytes(), font, odd))).pages[0].extract_text()
    assert "Zhao" in text
    assert not {"\u0000", "\u0007", "\u202e", "\u001b"} & set(text)
    assert Page(Answer(html_file(verdict.as_bytes(), odd).decode())).faults == []


def test_the_pdf_is_the_same_at_another_time(verdict: VerdictFile, record: LogRecord, font: Font) -> None:
    first = pdf_file(verdict.as_bytes(), font, record)
    time.sleep(1.1)
    assert pdf_file(verdict.as_bytes(), font, record) == first


def test_many_hands_and_findings_take_more_pages(font: Font) -> None:
    hands = [{"deal": dealt(), "actions": ["E play 2s", "N play 2h"], "result": {"scores": {"E": 1}}}] * 8
    log = {
        "format": "fupan/1",
        "game": "guandan",
        "players": [{"seat": seat, "name": f"Player {seat}"} for seat in "ENWS"],
        "hands": hands,
    }
    record = record_of(json.dumps(log).encode())
    body = build(record, 0, Checker().check(record), identity="v", issued_at="2026-05-01T18:00:00Z", issuer="Li Wei")
    verdict = VerdictFile(body=body, signatures=[])
    reader = PdfReader(BytesIO(pdf_file(verdict.as_bytes(), font, record)))
    assert len(reader.pages) > 3
    digest = sheet_of(verdict).digest
    for number, page in enumerate(reader.pages, 1):
        text = " ".join(page.extract_text().split())
        assert f"Page {number} of {len(reader.pages)}" in text
        assert digest in text


@pytest.mark.parametrize(("hands", "words"), [(34, 0), (47, 0), (35, 0), (1, 140), (1, 153), (1, 166), (20, 400)])
def test_no_page_has_one_line(font: Font, hands: int, words: int) -> None:
    log = {
        "format": "fupan/1",
        "game": "guandan",
        "players": [{"seat": seat, "name": f"P {seat}"} for seat in "ENWS"],
        "hands": [
            {"actions": [], "result": {"finish": ["E", "W", "N", "S"] if number % 2 else ["N", "S", "E", "W"]}}
            for number in range(hands)
        ],
    }
    record = record_of(json.dumps(log).encode())
    ruling = {
        "id": "d7",
        "ruling": 1,
        "state": "ruled",
        "replaces": None,
        "subject": {"hand": 0, "action": None, "line": None},
        "claim": {"text": "It was agreed."},
        "outcome": "upheld",
        "adjustments": [],
        "text": "Both sides played on. " * words,
    }
    body = build(
        record,
        0,
        Checker().check(record),
        identity="v",
        issued_at="2026-05-01T18:00:00Z",
        issuer="Li Wei",
        dispute=ruling if words else None,
    )
    foot = sheet_of(VerdictFile(body=body, signatures=[])).digest
    for page in PdfReader(BytesIO(pdf_file(VerdictFile(body=body, signatures=[]).as_bytes(), font, record))).pages:
        text = page.extract_text()
        assert foot in text
        written = text.partition("This print proves nothing")[0].splitlines()
        assert len([line for line in written if line.strip()]) > 2, written


def test_strong_text_is_painted_once(verdict: VerdictFile, record: LogRecord, font: Font) -> None:
    reader = PdfReader(BytesIO(pdf_file(verdict.as_bytes(), font, record, DISCUSSED)))
    text = "\n".join(page.extract_text() for page in reader.pages).splitlines()
    for strong in ("adjusted", "What the ruling adjusts", "Scores after the ruling", "Findings", "The dispute"):
        assert text.count(strong) == 1, strong


def test_the_code_is_read_back() -> None:
    text = code_text("0123456789abcdef" * 4)
    code = code_of(text)
    module = 6
    image = Image.new("L", (code.size * module, code.size * module), 255)
    for x, y, length in code.runs:
        image.paste(0, (x * module, y * module, (x + length) * module, (y + 1) * module))
    (found,) = zxingcpp.read_barcodes(image)
    assert found.text == text


def test_a_png_shows_the_table_with_the_font(record: LogRecord, font: Font) -> None:
    assert record.match is not None
    report = Checker().check(record)
    assert report.rules is not None
    drawing = drawing_of(frame(Checker().judge(report.rules), record.match, 0, 2))
    made = png_of(drawing, font)
    image = Image.open(BytesIO(made)).convert("RGB")
    assert image.size == (drawing.width * SCALE, drawing.height * SCALE)
    assert image.getpixel((450, 20)) != (255, 255, 255)
    colours = {colour for _, colour in image.getcolors(1 << 24)}
    felt = LOOKS[Paint.FELT].fill
    assert felt is not None
    assert {ImageColor.getrgb(each) for each in (felt, PAPER, RED)} <= colours
    assert png_of(drawing, font) == made


def test_without_a_font_a_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoFont, match="cannot be used"):
        font_of({"FUPAN_FONT": str(tmp_path / "none.ttf")})
    latin = write_font(tmp_path / "latin.ttf", "Az09")
    with pytest.raises(NoFont, match="Chinese characters is expected"):
        font_of({"FUPAN_FONT": str(latin)})
    (tmp_path / "text.ttf").write_text("no font")
    with pytest.raises(NoFont):
        font_of({"FUPAN_FONT": str(tmp_path / "text.ttf")})


def test_a_font_is_found_in_the_folder_of_the_user(tmp_path: Path) -> None:
    fonts = tmp_path / ".local" / "share" / "fonts" / "noto"
    fonts.mkdir(parents=True)
    path = write_font(fonts / "NotoSansSC-Regular.ttf")
    assert font_of({"HOME": str(tmp_path)}) == Font(path, 0, "Squares")
