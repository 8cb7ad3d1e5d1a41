"""How pages are laid out in states that the demo lacks: lists without an entry, and very long names.

The long names are of both scripts, in a game of each number of seats: five with up to 36 cards, four with 27, three.
"""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from app.database.config import Config
from app.matches.ingest import ingest
from app.web.create_app import create_app
from tests.browser.conftest import SAMPLE
from tests.browser.drawn import Drawn
from tests.browser.laid_out import wrong_with, wrong_with_menus
from tests.browser.served import served
from tests.databases import new_sqlite

SAMPLES: Final = Path(__file__).parents[2] / "sample_logs"
LONG: Final = (
    "Bartholomew Featherstonehaugh-Cholmondeley",
    "欧阳上官夏侯诸葛司马皇甫尉迟公孙慕容令狐",
    "Wolfeschlegelsteinhausenbergerdorff",
    "阿卜杜拉·买买提·吐尔逊·阿不都热合曼",
    "María de los Ángeles Fernández de Córdoba",
)
EVENT: Final = (
    "The Forty-second International Friendship Cup of All the Neighbourhoods · 第四十二届国际友谊邀请赛总决赛"
)
PLACES: Final = re.compile(r'<nav class="section(?:s|-pages)".*?</nav>', re.DOTALL)
LINK: Final = re.compile(r'href="(/[^"]*)"')


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application without a match."""
    folder = tmp_path_factory.mktemp("states")
    made = create_app(Config(database_url=new_sqlite(folder / "fupan.sqlite3"), secret_key="for tests"))
    yield made
    made.extensions["fupan"].close()


@pytest.fixture(scope="module")
def page(web: Flask, browser: Browser) -> Iterator[Page]:
    """A window of somebody who reads English, on this site."""
    with served(web) as address:
        context = browser.new_context(base_url=address, locale="en", reduced_motion="reduce", service_workers="block")
        yield context.new_page()
        context.close()


def wrong_at(drawn: Drawn, page: Page, addresses: list[str]) -> dict[str, Any]:
    """What is wrong with the pages at some addresses."""
    wrong = {}
    for address in addresses:
        page.set_viewport_size({"width": 1280, "height": 800})
        if drawn.before(page, address):
            continue
        answer = page.goto(address)
        assert answer is not None
        assert answer.ok, address
        if found := wrong_with(page):
            wrong[address] = found
    return wrong


def places(web: Flask) -> list[str]:
    """The addresses that the head of pages leads to."""
    client = web.test_client()

    def led_to(address: str) -> set[str]:
        return {each for found in PLACES.findall(client.get(address).text) for each in LINK.findall(found)}

    first = led_to("/")
    return sorted({"/", *first, *(each for address in first for each in led_to(address))})


def called_long(log: Path) -> bytes:
    """A log with long names."""
    match = json.loads(log.read_text("utf-8"))
    match["match"] |= {"id": EVENT, "event": EVENT}
    match["players"] = [
        {"seat": player["seat"], "name": name} for player, name in zip(match["players"], LONG, strict=False)
    ]
    return json.dumps(match).encode()


def test_lists_without_an_entry(drawn: Drawn, web: Flask, page: Page) -> None:
    addresses = places(web)
    assert len(addresses) > 15
    assert wrong_at(drawn, page, addresses) == {}


def test_long_names(drawn: Drawn, web: Flask, page: Page) -> None:
    fupan = web.extensions["fupan"]
    logs = (
        SAMPLES / "bao_huang" / "alone.json",
        SAMPLE,
        SAMPLES / "chinese_poker" / "pineapple-progressive.json",
        SAMPLES / "guandan" / "sheets" / "score-sheet.json",
    )
    for number, log in enumerate(logs, 1):
        assert [kept.id for kept in ingest(fupan.sessions, fupan.checker, BytesIO(called_long(log)), log.name)] == [
            number
        ]
    hands = ["/matches/1/hands/1", "/matches/2/hands/2", "/matches/3/hands/1"]
    steps = [f"{hand}?step={step}" for hand in hands for step in (0, 11, 999)]
    others = [
        "/",
        "/matches/",
        "/people/",
        "/ratings/",
        "/hands/",
        *(f"/matches/{match}" for match in (1, 2, 3, 4)),
        "/matches/1/hands/1/score",
        "/matches/1/score",
        "/matches/2/score",
        "/matches/2/hands/3/score",
        "/matches/4/hands/1",
        "/matches/2/hands/2/notes?step=3",
        "/matches/2/hands/2/what-if?step=3",
        "/matches/1/dispute",
        "/matches/1/present",
    ]
    wrong = wrong_at(drawn, page, [*steps, *others])
    for hand in hands:
        page.set_viewport_size({"width": 1280, "height": 800})
        if drawn.before(page, hand, "menus"):
            continue
        page.goto(hand)
        wrong |= {f"{hand}, {at}": found for at, found in wrong_with_menus(page).items()}
    assert wrong == {}
