"""The results of a person set against the dealt cards, in the browser: its charts, in both widths and schemes."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from app.database.config import Config
from app.matches.ingest import ingest
from app.players.statistics.people import person_of
from app.players.statistics.recount import count_pending
from app.web.create_app import create_app
from tests.browser.conftest import Visit
from tests.browser.served import served
from tests.long_evenings import KEY, NAME, evenings

SIZES = [(1280, 900), (390, 844)]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of the page of a person with enough hands."""
    folder: Path = tmp_path_factory.mktemp("club")
    app = create_app(Config(database_url=f"sqlite:///{folder / 'fupan.sqlite3'}", secret_key="for tests alone"))
    fupan = app.extensions["fupan"]
    list(ingest(fupan.sessions, fupan.checker, BytesIO(b"\n".join(evenings())), "evenings.jsonl"))
    count_pending(fupan.sessions)
    with fupan.sessions() as session:
        person = person_of(session, KEY)
    with served(app) as address:
        yield address, f"/people/{person}/luck"
    fupan.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_charts_are_drawn_within_the_page(
    browser: Browser, club: tuple[str, str], width: int, height: int, scheme: str
) -> None:
    site, address = club
    visit = Visit(browser, site, viewport={"width": width, "height": height}, color_scheme=scheme)
    page = visit.page
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
    for figure in page.locator(".chart").all():
        figure.scroll_into_view_if_needed()
        expect(figure).to_have_attribute("data-drawn", "true", timeout=20_000)
    hands, results = page.locator(".chart").all()
    assert hands.locator(".barlayer path").count() >= 5
    assert results.locator(".errorbars path.yerror").count() >= 1
    assert page.evaluate("document.querySelector('main').scrollWidth") <= width
    assert visit.complaints == []
    assert visit.outside == []


def test_without_scripts_the_numbers_and_the_file_are_there(browser: Browser, club: tuple[str, str]) -> None:
    site, address = club
    page = Visit(browser, site, java_script_enabled=False).page
    page.goto(address)
    results = page.locator(".chart").nth(1)
    results.locator("summary").click()
    expect(results.locator("tbody tr").first).to_be_visible()
    with page.expect_download() as download:
        results.get_by_role("link", name="Download as CSV").click()
    assert download.value.suggested_filename.endswith("-strength.csv")
