"""The charts of an event and of partners in the browser, in both widths and schemes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from app.database.config import Config
from app.web.create_app import create_app
from tests.browser.conftest import Visit
from tests.browser.served import served
from tests.season_matches import put_season

SIZES = [(1280, 900), (390, 844)]


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running application with some matches of a season."""
    path = tmp_path_factory.mktemp("season") / "fupan.sqlite3"
    app = create_app(Config(database_url=f"sqlite:///{path}", secret_key="for tests alone"))
    put_season(app.extensions["fupan"], 8)
    with served(app) as address:
        yield address
    app.extensions["fupan"].close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_season_pages_fit_and_draw_their_charts(
    browser: Browser, season: str, width: int, height: int, scheme: str
) -> None:
    visit = Visit(browser, season, viewport={"width": width, "height": height}, color_scheme=scheme)
    page = visit.page
    for address, drawn in (
        ("/events/show?event=Autumn+League&game=guandan", ".scatterlayer path.js-line"),
        ("/partners/?game=guandan", ".heatmaplayer image"),
        ("/people/1/with/2?game=guandan", None),
    ):
        page.goto(address)
        if drawn is not None:
            figure = page.locator(".chart")
            figure.scroll_into_view_if_needed()
            expect(figure).to_have_attribute("data-drawn", "true")
            assert figure.locator(drawn).count() > 0
        # The way between the sections is tested elsewhere.
        assert page.evaluate("document.querySelector('main').scrollWidth") <= width
    assert visit.complaints == []
    assert visit.outside == []
    visit.context.close()


def test_a_cell_of_the_matrix_opens_the_page_of_two(browser: Browser, season: str) -> None:
    page = Visit(browser, season, viewport={"width": 1280, "height": 900}).page
    page.goto("/partners/?game=guandan")
    figure = page.locator(".chart")
    figure.scroll_into_view_if_needed()
    expect(figure).to_have_attribute("data-drawn", "true")
    cell = figure.locator(".heatmap-label text").first.bounding_box()
    assert cell is not None
    page.mouse.move(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    expect(figure.locator(".hoverlayer .hovertext")).to_be_visible()
    page.mouse.click(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    page.wait_for_url("**/people/*/with/*")
    expect(page.locator("#together")).to_be_visible()
    page.context.close()
