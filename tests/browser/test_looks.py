"""How pages look: they fit narrow windows, can be read in light and dark, and can be used by keyboard."""

from functools import partial
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from app.database.config import Config
from app.database.opening import transact
from app.sheets.sheet import drafts
from app.sheets.sheet.seating import seated_players
from app.sheets.sheet.sheet import ScoreSheet
from app.web.installation import open_installation
from engine.games import GAMES as EVERY_GAME
from tests.browser.contrasts import SCHEMES, poor_contrasts
from tests.browser.drawn import Drawn

PAGES = [
    "/matches/?text=nothing",
    "/matches/1",
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
    "/matches/7/hands/1/score",
    "/add?game=chinese_poker&rules=two-four",
    "/matches/1?rules=tournament&a_failures=2",
    "/matches/7/rules?rules=claim",
    "/matches/8",
    "/sheets/1",
    "/sheets/2",
    "/sheets/3",
    "/arrange?cards=As+Ah+Kd+Kc+Qs+Jd+Ts+9h+8h+5c+5d+3s+2h&deals=20&options=wheel%3Dsecond",
    "/arrange?cards=As+Kd+Qc+9s+9d+5c+5d+4h+Kh+Jh+9h+8h+7h&against=6h+6d+4c/Th+Td+9c+Qs+8d/3s+3h+3d+2c+2d",
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


@pytest.fixture
def games(site: str) -> None:
    """A match of every other game beside the one that is there."""
    for number, name in enumerate(GAMES, 2):
        log = Request(f"{site}/api/v1/uploads?name={Path(name).name}", (SAMPLES / name).read_bytes())
        with urlopen(log) as answer:
            assert f'"id":{number},' in answer.read().decode().replace(" ", "")


@pytest.fixture
def unread(site: str, games: None) -> None:
    """Two files that could not be read, one of them deleted."""
    for name in ("a-picture-of-the-table-with-a-long-name.png", "gone.png"):
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(f"{site}/api/v1/uploads?name={name}", b"\x89PNG\r\n" + name.encode()))
        assert refused.value.code == 422
        refused.value.close()
    with urlopen(Request(f"{site}/api/v1/refusals/2", method="DELETE")) as answer:
        assert answer.status == 200


@pytest.fixture
def sheets(site: str, tmp_path: Path) -> None:
    """A score sheet of three games, with long names and the second hand begun."""
    fupan = open_installation(
        Config(database_url=f"sqlite:///{tmp_path / 'fupan.sqlite3'}", secret_key="for tests alone")
    )
    for number, (game, taps) in enumerate(SHEETS.items(), 1):
        names = [f"{part} of a long name" for part in ("One", "Another", "Third", "Fourth", "Fifth")]
        players = seated_players(game, names[: EVERY_GAME[game].players[-1]])
        sheet = ScoreSheet(game, players)
        assert transact(fupan.sessions, partial(drafts.add, sheet=sheet)) == number
        for version, tap in enumerate(taps):
            transact(fupan.sessions, partial(drafts.tap, identity=number, version=version, text=tap))
    fupan.close()


@pytest.mark.usefixtures("games", "unread", "sheets")
def test_every_page_fits_and_can_be_read(drawn: Drawn, visit: Any) -> None:
    """No page scrolls sideways, and text stands out: without motion, so that a change of scheme is there at once."""
    page: Page = visit(viewport={"width": WIDTHS[0], "height": 800}, reduced_motion="reduce").page
    for address in PAGES:
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        if drawn.before(page, address):
            continue
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            across = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert across[1] > width - 40
            assert across[0] <= across[1], (address, width)
        for scheme in SCHEMES:
            assert poor_contrasts(page, scheme) == [], (address, scheme)
            ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
            assert (max(int(part) for part in ground[4:-1].split(",")) < 64) == (scheme == "dark"), address
        page.emulate_media(color_scheme="light")


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
    for address in ("/matches/1/hands/2", "/add", "/matches/"):
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
