"""How pages look: they fit narrow windows, can be read in light and dark, and can be used by keyboard."""

from functools import partial
from pathlib import Path
from typing import Any, Literal
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from app.database.config import Config
from app.database.opening import transact
from app.sheets.sheet import drafts
from app.sheets.sheet.seating import seated
from app.sheets.sheet.sheet import ScoreSheet
from app.web.installation import open_installation
from engine.games import GAMES as EVERY_GAME

PAGES = [
    "/",
    "/refusals/",
    "/refusals/1",
    "/deleted/",
    "/uploads/",
    "/matches/",
    "/matches/?text=nothing",
    "/matches/1",
    "/matches/1/compare",
    "/matches/1/hands/2",
    "/matches/1/hands/2?step=51",
    "/matches/1/hands/2?step=51&view=N",
    "/matches/1/hands/5",
    "/matches/2/hands/1?step=4",
    "/matches/2/hands/1?step=1&view=A",
    "/matches/3/hands/1?step=8&view=table",
    "/matches/3/hands/1?step=15",
    "/matches/4/hands/1",
    "/matches/4/hands/1?step=16",
    "/matches/4/hands/1?view=B",
    "/matches/5/hands/1?step=4",
    "/matches/6",
    "/matches/6/hands/3",
    "/matches/6/hands/3?view=N",
    "/matches/7",
    "/matches/7/hands/1/settlement",
    "/upload",
    "/upload?game=chinese_poker&rules=two-four",
    "/logs/text",
    "/matches/1/rules",
    "/matches/1?rules=tournament&a_failures=2",
    "/matches/7/rules?rules=claim",
    "/matches/8",
    "/house/",
    "/house/new?game=guandan",
    "/sheets/",
    "/sheets/new?game=bao_huang",
    "/sheets/paste?game=chinese_poker",
    "/sheets/1",
    "/sheets/2",
    "/sheets/3",
    "/arrange",
    "/arrange?cards=As+Ah+Kd+Kc+Qs+Jd+Ts+9h+8h+5c+5d+3s+2h&deals=20&options=wheel%3Dsecond",
    "/arrange?cards=As+Kd+Qc+9s+9d+5c+5d+4h+Kh+Jh+9h+8h+7h&against=6h+6d+4c/Th+Td+9c+Qs+8d/3s+3h+3d+2c+2d",
    "/rules/",
    "/rules/guandan/",
    "/rules/guandan/guandan.combinations",
    "/rules/log/",
    "/findings/",
    "/findings/does-not-beat",
]
SAMPLES = Path(__file__).parents[2] / "sample_logs"
GAMES = [
    "chinese_poker/criss-cross.json",
    "chinese_poker/pineapple-progressive.json",
    "big_a/captures.json",
    "bao_huang/alone.json",
    "guandan/sheets/score-sheet-wrong.json",
    "chinese_poker/sheets/score-sheet.json",
    "guandan/faults/unknown-option.json",
]
"""The matches after the first."""
SHEETS = {
    "guandan": ["out E", "out W", "totals E 3 N 0 W 3 S 1", "next", "out N"],
    "bao_huang": ["role emperor A", "role protector A", "out A", "next", "role emperor B"],
    "chinese_poker": ["units A-B 2 A-C 1 A-D 0 B-C 1 B-D 1 C-D 1", "scores A 4"],
}
"""The taps of the score sheets."""
WIDTHS = (360, 768, 1280, 1920)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LEAST = 4.5
LEAST_LARGE = 3.0

CONTRASTS = """() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const known = new Map();
    const pixel = (colour) => {
        if (!known.has(colour)) known.set(colour, drawn(colour));
        return known.get(colour);
    };
    const drawn = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const over = (top, below) => top.slice(0, 3).map((c, i) => (c * top[3] + below[i] * (255 - top[3])) / 255);
    const light = (colour) => colour.map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (element) => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor);
        return layers.reduce((below, layer) => over(pixel(layer), below), [255, 255, 255]);
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest("option")) continue;
        const style = getComputedStyle(element);
        const below = ground(element);
        const [one, other] = [light(over(pixel(style.color), below)), light(below)].sort((a, b) => b - a);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
        found.push([(one + 0.05) / (other + 0.05), large, walker.currentNode.data.trim(), element.className]);
    }
    return found;
}"""


@pytest.fixture
def games(site: str) -> None:
    """A match of every other game beside the one that is there."""
    for number, name in enumerate(GAMES, 2):
        log = Request(f"{site}/api/matches?name={Path(name).name}", (SAMPLES / name).read_bytes())
        with urlopen(log) as answer:
            assert f'"id":{number},' in answer.read().decode().replace(" ", "")


@pytest.fixture
def unread(site: str, games: None) -> None:
    """Two files that could not be read, one of them deleted."""
    for number, name in enumerate(("a-picture-of-the-table-with-a-long-name.png", "gone.png"), 1):
        with urlopen(Request(f"{site}/api/matches?name={name}", b"\x89PNG\r\n" + name.encode())) as answer:
            assert f'"id":{number},' in answer.read().decode().replace(" ", "")
    with urlopen(Request(f"{site}/api/refusals/2", method="DELETE")) as answer:
        assert answer.status == 200


@pytest.fixture
def sheets(site: str, tmp_path: Path) -> None:
    """A score sheet of three games, with long names and the second hand begun."""
    fupan = open_installation(
        Config(database_url=f"sqlite:///{tmp_path / 'fupan.sqlite3'}", secret_key="for tests alone")
    )
    for number, (game, taps) in enumerate(SHEETS.items(), 1):
        names = [f"{part} of a long name" for part in ("One", "Another", "Third", "Fourth", "Fifth")]
        players = seated(game, names[: EVERY_GAME[game].players[-1]])
        sheet = ScoreSheet(game, players)
        assert transact(fupan.sessions, partial(drafts.add, sheet=sheet)) == number
        for version, tap in enumerate(taps):
            transact(fupan.sessions, partial(drafts.tap, identity=number, version=version, text=tap))
    fupan.close()


@pytest.mark.usefixtures("games", "unread", "sheets")
def test_every_page_fits_and_can_be_read(visit: Any) -> None:
    """No page scrolls sideways, and text stands out: without motion, so that a change of scheme is there at once."""
    page: Page = visit(viewport={"width": WIDTHS[0], "height": 800}, reduced_motion="reduce").page
    grounds = set()
    for address in PAGES:
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            across = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert across[1] > width - 40
            assert across[0] <= across[1], (address, width)
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            contrasts = page.evaluate(CONTRASTS)
            assert len(contrasts) > 10
            poor = [each for each in contrasts if each[0] < (LEAST_LARGE if each[1] else LEAST)]
            assert poor == [], (address, scheme)
            grounds.add((scheme, page.evaluate("getComputedStyle(document.body).backgroundColor")))
    assert len(grounds) == len(SCHEMES)
    for scheme, ground in grounds:
        assert (max(int(part) for part in ground[4:-1].split(",")) < 64) == (scheme == "dark")


def test_the_first_stop_leads_to_the_content(visit: Any) -> None:
    page: Page = visit().page
    page.goto("/matches/1")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_focus_can_be_seen(visit: Any) -> None:
    page: Page = visit().page
    for address in ("/matches/1/hands/2", "/upload", "/matches/"):
        page.goto(address)
        for _ in range(14):
            page.keyboard.press("Tab")
            width = page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)")
            assert width >= 1


def test_nothing_moves_for_who_wants_no_motion(visit: Any) -> None:
    page: Page = visit(reduced_motion="reduce").page
    page.goto("/matches/1/hands/2")
    moving = "[...document.querySelectorAll('*')].filter(e => parseFloat(getComputedStyle(e).transitionDuration) > 0)"
    assert page.evaluate(f"{moving}.length") == 0


def test_a_match_can_be_printed(visit: Any) -> None:
    page: Page = visit(color_scheme="dark").page
    page.goto("/matches/1")
    page.emulate_media(media="print")
    expect(page.locator(".sections")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
