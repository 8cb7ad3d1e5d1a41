"""Every page of the demo in the browser: how it is laid out, and what axe-core finds.

A page is loaded once in a language.  No two boxes of text overlap, nothing is cut off, and nothing scrolls sideways,
at any size.  Text stands out in light and dark.  No rule of WCAG 2.2 (A and AA) or of good practice is broken: every
rule is tried in light; in dark, in Chinese and on a phone those that look at what differs there.  How texts stand out
is measured faster here than by axe-core, whose own rule of it is left to the long profile.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from app.text.language import LANGUAGES, Language
from tests.browser.conftest import show_downloads
from tests.browser.contrasts import SCHEMES, poor_contrasts
from tests.browser.drawn import Drawn
from tests.browser.laid_out import wrong_with, wrong_with_menus
from tests.profiles import PROFILE, cases

Scheme = Literal["light", "dark"]

EVERY_RULE: Final = {
    "resultTypes": ["violations"],
    "rules": {"target-size": {"enabled": True}, "color-contrast": {"enabled": PROFILE == "long"}},
}
THAT_DIFFER: Final = {
    "resultTypes": ["violations"],
    "runOnly": {
        "type": "rule",
        "values": ["link-in-text-block", "html-lang-valid", "valid-lang", "link-name", "target-size"],
    },
}
"""Of colours but how texts stand out, of language, and of the size of what is touched."""
RUN: Final = """options => axe.run(document, options).then((found) => found.violations.map(
    (each) => [each.id, each.nodes.length, each.nodes[0].html.slice(0, 160), each.nodes[0].failureSummary]))"""
READERS: Final[dict[Language, tuple[Scheme, int]]] = {
    Language.ENGLISH: ("light", 1280),
    Language.SIMPLIFIED: ("dark", 390),
    Language.TRADITIONAL: ("dark", 390),
}
"""In which scheme and width the reader of a language opens pages."""
TRIED: Final = cases(LANGUAGES, (Language.ENGLISH, Language.SIMPLIFIED))
PARTS: Final = 4
"""So many tests share the pages of a language, so that they run beside one another."""
MATCHES: Final = range(57, 70)
"""The matches of the demo after the season: disputed ones and an evening, of every game."""
EVENING: Final = 66
"""A match of many hands with everything on its page."""
HIGHEST: Final = {1280: 2400, 390: 3900}
"""How many pixels its page is high at most, by the width of the window."""
FAULTS: Final = (70, 75, 76, 78, 87, 99, 107)
"""Some of the faulty samples."""
REPLAYS: Final = (
    "/matches/66/hands/1?step=0",
    "/matches/66/hands/1?step=12",
    "/matches/66/hands/1?step=12&colours=four",
    "/matches/66/hands/1?step=30&results=shown&view=E",
    "/matches/62/hands/2?step=5&results=shown",
    "/matches/62/hands/2?step=161&colours=four",
    "/matches/63/hands/2?step=60",
    "/matches/64/hands/3?step=8",
    "/matches/67/hands/1?step=20",
    "/matches/1/hands/1?step=1",
)
"""Steps of hands of every game, with findings, roles, rows and the end of a hand."""


@cache
def axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def broken_rules(page: Page, options: dict[str, Any]) -> list[Any]:
    """The rules that the page breaks: each with how many elements break it, the first of them, and why."""
    page.evaluate(axe())
    found: list[Any] = page.evaluate(RUN, options)
    return found


def faint_texts(page: Page, language: Language) -> list[Any]:
    """The texts that stand out too little, light and dark, in a wide and a narrow window."""
    found = []
    for width in HIGHEST:
        page.set_viewport_size({"width": width, "height": 844})
        found += [(width, scheme, *each) for scheme in SCHEMES for each in poor_contrasts(page, scheme)]
    page.emulate_media(color_scheme=READERS[language][0])
    page.set_viewport_size({"width": READERS[language][1], "height": 844})
    return found


def faint_in_english(page: Page, language: Language) -> list[Any]:
    """Those texts of a page in English alone, as all languages share colours."""
    return faint_texts(page, language) if language is Language.ENGLISH else []


@pytest.fixture(params=TRIED)
def language(request: pytest.FixtureRequest) -> Language:
    """The language of the reader."""
    return Language(request.param)


@pytest.fixture
def reader(language: Language, browser: Browser, demo: str) -> Iterator[Page]:
    """A window of the reader."""
    scheme, width = READERS[language]
    context = browser.new_context(
        base_url=demo,
        locale=language,
        color_scheme=scheme,
        viewport={"width": width, "height": 844},
        reduced_motion="reduce",
        service_workers="block",
    )
    context.add_cookies([{"name": "lang", "value": language, "url": demo}])
    show_downloads(context)
    yield context.new_page()
    context.close()


def open_page(reader: Page, language: Language, address: str) -> None:
    """Opens a page in the window of the reader of a language."""
    reader.set_viewport_size({"width": READERS[language][1], "height": 844})
    reader.goto(address.replace("lang=en", f"lang={language}"))
    assert reader.evaluate("document.documentElement.lang") == language, address


def opened(drawn: Drawn, reader: Page, language: Language, address: str) -> bool:
    """Opens a page likewise; False where it need not be drawn."""
    reader.set_viewport_size({"width": READERS[language][1], "height": 844})
    if drawn.before(reader, address.replace("lang=en", f"lang={language}")):
        return False
    open_page(reader, language, address)
    return True


@pytest.fixture(scope="session")
def steps(demo_web: Flask) -> list[str]:
    """The last step of every hand of the demo; of the first and last hand of each match the deal and the middle too."""
    client, found = demo_web.test_client(), list[str]()
    for match in MATCHES:
        overview = client.get(f"/matches/{match}").text
        hands = sorted({int(each) for each in re.findall(rf"/matches/{match}/hands/(\d+)", overview)})
        for hand in hands:
            address = f"/matches/{match}/hands/{hand}"
            # A hand that is known by its result alone has no step.
            (last,) = {int(each) for each in re.findall(r'data-steps="(\d+)"', client.get(address).text)} or {0}
            among = {0, last // 2, last} if hand in (hands[0], hands[-1]) else {last}
            found += [f"{address}?step={step}" for step in sorted(among)]
    assert len(found) > 80
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page(drawn: Drawn, reader: Page, language: Language, one_of_each_page: list[str], part: int) -> None:
    rules = EVERY_RULE if READERS[language][0] == "light" else THAT_DIFFER
    wrong = {}
    for address in one_of_each_page[part::PARTS]:
        if not opened(drawn, reader, language, address):
            continue
        found = broken_rules(reader, rules), wrong_with(reader), faint_in_english(reader, language)
        if any(found):
            wrong[address] = found
    assert wrong == {}


def test_no_match_is_laid_out_badly(drawn: Drawn, reader: Page, language: Language) -> None:
    """The push profile tries each match in one of the languages."""
    matches = (*MATCHES, *FAULTS)
    wrong = {}
    for match in matches if PROFILE == "long" else matches[TRIED.index(language) :: len(TRIED)]:
        if not opened(drawn, reader, language, f"/matches/{match}"):
            continue
        found = wrong_with(reader), faint_in_english(reader, language)
        if any(found):
            wrong[match] = found
        if match == EVENING:
            wrong |= wrong_parts(reader, language, f"/matches/{match}")
    assert wrong == {}


def wrong_parts(reader: Page, language: Language, address: str) -> dict[str, Any]:
    """What is wrong with the parts of a match's page, behind its tabs, one of which is shown at a time."""
    assert reader.evaluate("document.documentElement.scrollHeight") <= HIGHEST[READERS[language][1]]
    links = [each.get_attribute("href") or "" for each in reader.locator(".match-tabs a").all()]
    tabs = [link for link in links if link.startswith("#")]
    assert {"#hands", "#levels", "#files"} <= set(tabs)
    wrong = {}
    for tab in (*tabs, "#hand-3"):
        open_page(reader, language, f"{address}{tab}")
        assert reader.locator(".match-part:visible").count() == 1
        assert reader.locator(f"{tab}:visible").count() == 1
        found = wrong_with(reader), faint_in_english(reader, language), broken_rules(reader, THAT_DIFFER)
        if any(found):
            wrong[tab] = found
    return wrong


def test_no_step_of_a_replay_breaks_a_rule(drawn: Drawn, reader: Page, language: Language) -> None:
    """The push profile tries each step in one of the languages."""
    wrong = {}
    for address in REPLAYS if PROFILE == "long" else REPLAYS[TRIED.index(language) :: len(TRIED)]:
        if not opened(drawn, reader, language, address):
            continue
        found = broken_rules(reader, EVERY_RULE), wrong_with_menus(reader), faint_texts(reader, language)
        if any(found):
            wrong[address] = found
    assert wrong == {}


@pytest.mark.parametrize("part", range(PARTS))
def test_no_hand_is_laid_out_badly(drawn: Drawn, reader: Page, language: Language, steps: list[str], part: int) -> None:
    """The push profile tries every third step, each in one of the languages."""
    mine = steps if PROFILE == "long" else steps[3 * TRIED.index(language) :: 3 * len(TRIED)]
    wrong = {}
    for address in mine[part::PARTS]:
        if opened(drawn, reader, language, address) and (found := wrong_with(reader)):
            wrong[address] = found
    assert wrong == {}
