"""The chart of a match in the browser: laid out under the strict policy, in both widths and schemes."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit

SIZES = [(1280, 900), (390, 844)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_chart_is_laid_out_in_its_frame(browser: Browser, site: str, width: int, height: int, scheme: str) -> None:
    visit = Visit(browser, site, viewport={"width": width, "height": height}, color_scheme=scheme)
    page = visit.page
    page.goto("/matches/1#levels")
    figure = page.locator(".chart")
    expect(figure).to_have_attribute("data-drawn", "true")
    frame = figure.locator(".chart-plot").bounding_box()
    layers = [layer.bounding_box() for layer in figure.locator("svg.main-svg").all()]
    assert frame is not None
    assert len(layers) >= 2
    for layer in layers:
        assert layer is not None
        assert abs(layer["x"] - frame["x"]) < 2
        assert abs(layer["y"] - frame["y"]) < 2
        assert abs(layer["width"] - frame["width"]) < 2
    assert figure.locator(".scatterlayer path.js-line").count() == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    wrong = "plot => window.Plotly.validate(plot.data, plot.layout)"
    assert figure.locator(".chart-plot").evaluate(wrong) is None
    lines = figure.locator(".scatterlayer path.js-line").first
    accent = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')").strip()
    drawn = lines.evaluate("line => line.style.stroke")
    assert drawn == "rgb({}, {}, {})".format(*(int(accent[place : place + 2], 16) for place in (1, 3, 5)))
    assert visit.complaints == []
    assert visit.outside == []


def test_a_click_on_a_point_opens_its_hand(browser: Browser, site: str) -> None:
    page = Visit(browser, site, viewport={"width": 1280, "height": 900}).page
    page.goto("/matches/1#levels")
    figure = page.locator(".chart")
    figure.scroll_into_view_if_needed()
    expect(figure).to_have_attribute("data-drawn", "true")
    point = figure.locator("path.point").nth(1).bounding_box()
    assert point is not None
    page.mouse.move(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
    expect(figure.locator(".hoverlayer .hovertext")).to_be_visible()
    page.mouse.click(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
    page.wait_for_url("**/matches/1/hands/2**")


def test_without_scripts_the_numbers_are_there(browser: Browser, site: str) -> None:
    page = Visit(browser, site, java_script_enabled=False).page
    page.goto("/matches/1#levels")
    figure = page.locator(".chart")
    expect(figure.locator(".chart-plot")).to_be_hidden()
    figure.locator("summary").click()
    expect(figure.locator("tbody tr").first).to_be_visible()


def test_charts_below_the_window_are_drawn_when_the_page_is_loaded(browser: Browser, demo: str) -> None:
    page = Visit(browser, demo, viewport={"width": 390, "height": 500}).page
    page.goto("/people/1/more")
    assert page.locator(".chart").count() > 1
    assert page.locator(".chart-plot:not(:has(svg.main-svg))").count() == 0
    assert page.evaluate("scrollY") == 0


def test_a_chart_in_another_part_is_drawn_once_it_is_shown(browser: Browser, site: str) -> None:
    page = Visit(browser, site, viewport={"width": 390, "height": 500}).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/matches/1")
    page.wait_for_load_state("networkidle")
    assert page.locator("svg.main-svg").count() == 0
    page.get_by_role("link", name="Levels", exact=True).click()
    expect(page.locator(".chart")).to_have_attribute("data-drawn", "true")
    assert len([address for address in asked if "plotly" in address]) == 1


def test_before_printing_charts_are_drawn_for_paper(browser: Browser, site: str) -> None:
    page = Visit(browser, site, viewport={"width": 390, "height": 500}, color_scheme="dark").page
    page.route("**/plotly.min.js*", lambda route: route.abort())
    page.goto("/matches/1")
    page.wait_for_load_state("networkidle")
    figure = page.locator(".chart")
    expect(figure.locator(".chart-table")).not_to_have_attribute("open", "")
    # What the library has to be loaded for cannot be drawn at once.
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(figure.locator(".chart-table")).to_have_attribute("open", "")
    page.unroute("**/plotly.min.js*")
    page.evaluate("dispatchEvent(new Event('afterprint')); window.print = () => (document.title = 'printed'); null")
    page.keyboard.press("Control+p")
    expect(page).to_have_title("printed", timeout=20_000)
    line, drawing = figure.locator(".scatterlayer path.js-line").first, figure.locator(".main-svg").first
    # First while the part of the page with the chart is not shown, then while it is.
    for _ in range(2):
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert line.evaluate("line => line.style.stroke") == "rgb(12, 93, 77)"
        assert drawing.get_attribute("width") == "640"
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(line).to_have_css("stroke", "rgb(121, 203, 179)")
        page.get_by_role("link", name="Levels", exact=True).click()
        expect(drawing).to_have_attribute("width", re.compile(r"^[23]\d\d(\.\d+)?$"))
