"""The style sheets: what one part of the site looks like does not change the look of another."""

import re
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from app.web.http.assets import STYLE_SHEETS
from app.web.replay.standalone_html import SHEETS as SHEETS_OF_FILE
from tests.card_styles import SUITS, drawings, faces, painted
from tests.offenders import for_every

ROOT = Path(__file__).parents[3]
SHEETS = ROOT / "static" / "css"
COLOUR = re.compile(r"(?<![&\w])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b(?![\w-])")
GENERATED = {"drawings.css", "faces.css"}
"""What `tests.card_styles` writes; tests below and of drawings compare both with what they are made from."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PRELUDE = re.compile(r"([^{};]+)\{")
OTHERWISE = re.compile(r"@media (?:print|\(prefers-color-scheme: dark\)) \{(?:[^{}]|\{[^{}]*\})*\}")
BETWEEN_SELECTORS = re.compile(r",(?![^(]*\))")
TABLE = re.compile(r"\.(felt|replay|in-rows|seats-\d)\b")
"""The table of the replay, and what its frame says of it."""
LAYERED = {"base", "narrow"}
"""Sheets about the frame of pages, print and narrow windows, which add to what the others say."""


def selectors(sheet: str) -> Iterator[str]:
    """Each selector of a style sheet."""
    text = COMMENT.sub("", (SHEETS / f"{sheet}.css").read_text())
    for prelude in PRELUDE.findall(text):
        if not prelude.strip().startswith("@"):
            yield from (each.strip() for each in BETWEEN_SELECTORS.split(prelude))


@for_every("sheet", ["replay/fans", "replay/felt"])
def test_the_styles_of_the_table_reach_nothing_else(sheet: str) -> None:
    """Of what each selector begins with: ``:not(…)`` says what the table is not."""
    begins = {each: re.split(r"[ >+~]", re.sub(r":not\([^)]*\)", "", each))[0] for each in selectors(sheet)}
    assert len(begins) > 40
    assert [each for each, first in begins.items() if not TABLE.search(first)] == []


def test_no_class_is_styled_by_two_sheets() -> None:
    """Of rules for a class wherever it is: two sheets that give a class a look mean two different things by it."""
    styled: dict[str, set[str]] = {}
    for sheet in STYLE_SHEETS:
        for each in selectors(sheet):
            if sheet not in LAYERED and re.fullmatch(r"\.[\w-]+(:{1,2}[\w-]+)*", each):
                styled.setdefault(each.split(":")[0], set()).add(sheet)
    assert {name: sheets for name, sheets in styled.items() if len(sheets) > 1} == {}


@for_every("sheets", [STYLE_SHEETS, SHEETS_OF_FILE])
def test_sheets_that_are_loaded_together_have_every_variable(sheets: tuple[str, ...]) -> None:
    """On light pages, whose variables dark pages and prints have too."""
    text = OTHERWISE.sub("", "".join((SHEETS / f"{sheet}.css").read_text() for sheet in sheets))
    assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= set(re.findall(r"(--[\w-]+):", text))


def test_the_suits_of_the_table_are_those_of_the_cards() -> None:
    found = dict(
        re.findall(r"--([a-z-]+): url\(\"data:image/png;base64,([^\"]+)\"\)", (SHEETS / "replay/suits.css").read_text())
    )
    assert list(found) == list(SUITS)
    for name, drawing in drawings().items():
        pixels = Image.open(BytesIO(b64decode(found[name]))).convert("RGBA")
        for one, other in ((pixels, painted(drawing)), (painted(drawing), pixels)):
            assert max(ImageStat.Stat(ImageChops.difference(one, other), one.getchannel("A")).mean) < 6, name


def test_cards_of_pages_show_what_those_of_drawings_show() -> None:
    """The signs, the words and the colours of faces come from what drawings are made of, and from nowhere else."""
    assert (SHEETS / "faces.css").read_text() == faces()
    cards = (SHEETS / "cards.css").read_text()
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|url\(|content: \"[^\"]", cards)


def test_a_colour_stands_once() -> None:
    """In the sheet of colours alone.  The icon of the site, which has no style sheet, has colours of that sheet."""
    colours = COLOUR.findall((SHEETS / "colours.css").read_text())
    assert len(colours) > 100
    assert [each for each in set(colours) if colours.count(each) > 1] == []
    assert set(COLOUR.findall((ROOT / "static" / "favicon.svg").read_text())) <= set(colours)
    elsewhere = [
        (str(path.relative_to(ROOT)), colour)
        for folder in ("app", "engine", "static/css", "static/js", "templates")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".py", ".css", ".js", ".html"} and path.name not in GENERATED | {"colours.css"}
        for colour in COLOUR.findall(path.read_text(encoding="utf-8"))
    ]
    assert elsewhere == []


def test_every_variable_is_used() -> None:
    """By a style sheet, or a colour by name in a drawing, a print or a chart."""
    names = {name for path in SHEETS.rglob("*.css") for name in re.findall(r"--([\w-]+):", path.read_text())}
    python = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "app").rglob("*.py"))
    used = {name for path in SHEETS.rglob("*.css") for name in re.findall(r"var\(--([\w-]+)", path.read_text())}
    assert names - used - set(re.findall(r'(?:colour\("|var\(--)([\w-]+)', python)) == set()
