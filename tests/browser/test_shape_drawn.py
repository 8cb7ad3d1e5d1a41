"""The chart of the shape of a hand, drawn under the content security policy, beside its replay."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
HAND = "/matches/1/hands/2"


def drawn(page: Page) -> None:
    expect(page.locator(".shape")).to_have_attribute("data-drawn", "true", timeout=20_000)


def ends_at(page: Page, step: int) -> None:
    """Waits until the lines of the chart end at a step."""
    expect(page.locator(".shape")).to_have_attribute("data-last", str(step))
    assert points(page) == [step + 1] * 4


def points(page: Page) -> list[int]:
    """How many steps each line of the chart has."""
    return list(page.evaluate("document.querySelector('.shape-plot').data.map((each) => each.y.length)"))


def marked(page: Page) -> int:
    """The step at which the line stands."""
    return int(page.evaluate("document.querySelector('.shape-plot').layout.shapes[0].x0"))


def click_at(page: Page, step: int, steps: int) -> None:
    """Clicks in the chart where a step is, whether a line is drawn there or not."""
    area = page.locator(".shape-plot .nsewdrag").bounding_box()
    assert area is not None
    page.mouse.click(area["x"] + area["width"] * (step + 0.5) / (steps + 1), area["y"] + area["height"] / 2)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_the_chart_is_loaded_when_it_is_opened_and_follows_the_steps(visit: Any, viewport: Any) -> None:
    visitor = visit(viewport=viewport)
    page: Page = visitor.page
    asked: list[str] = []
    answers: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("response", lambda answer: answers.append(answer.url) if "/shape" in answer.url else None)
    page.goto(f"{HAND}?step=10")
    assert not [each for each in asked if "plotly" in each or "shape" in each or "charts.css" in each]
    page.locator(".shape-below summary").first.click()
    drawn(page)
    assert [each for each in asked if "plotly" in each]
    assert points(page) == [11, 11, 11, 11]
    assert marked(page) == 10
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"step=11"))
    ends_at(page, 11)
    assert marked(page) == 11
    page.keyboard.press("ArrowLeft")
    ends_at(page, 10)
    assert visitor.loads == 1
    box = page.locator(".shape-plot .main-svg").first.bounding_box()
    assert box is not None
    assert box["width"] > 200
    assert box["height"] > 150
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_a_click_moves_the_replay_also_beyond_what_is_told(visit: Any) -> None:
    visitor = visit(viewport=DESKTOP)
    page: Page = visitor.page
    page.goto(f"{HAND}?step=20")
    page.locator(".shape-below summary").first.click()
    drawn(page)
    page.locator(".shape-plot").scroll_into_view_if_needed()
    click_at(page, 8, 111)
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "8")
    ends_at(page, 8)
    click_at(page, 60, 111)
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "60")
    ends_at(page, 60)
    assert marked(page) == 60
    assert visitor.loads == 1
    page.locator(".shape-table summary").click()
    expect(page.locator(".shape-table tr[data-row='60']")).to_have_attribute("aria-current", "step")
    page.locator(".shape-table tr[data-row='5'] a").click()
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "5")
    assert visitor.loads == 1


def test_nothing_after_the_step_is_fetched(visit: Any) -> None:
    page: Page = visit(viewport=DESKTOP).page
    told: list[Any] = []
    page.on("response", lambda answer: told.append(answer) if "/shape/counts" in answer.url else None)
    page.goto(f"{HAND}?step=10")
    page.locator(".shape-below summary").first.click()
    drawn(page)
    assert page.locator(".shape-table tr[data-row]").count() == 11
    page.keyboard.press("ArrowRight")
    ends_at(page, 11)
    (answer,) = told
    assert [len(each) for each in answer.json()["counts"]] == [1, 1, 1, 1]


def test_with_results_the_whole_hand_is_drawn_and_the_line_moves(visit: Any) -> None:
    page: Page = visit(viewport=DESKTOP, color_scheme="dark").page
    page.goto(f"{HAND}?step=10&results=shown")
    page.locator(".shape-below summary").first.click()
    drawn(page)
    assert points(page) == [112] * 4
    page.keyboard.press("ArrowRight")
    expect(page.locator(".shape")).to_have_attribute("data-step", "11")
    assert marked(page) == 11
    assert points(page) == [112] * 4


def test_the_page_of_the_shape_leads_to_the_step(visit: Any) -> None:
    page: Page = visit(viewport=DESKTOP).page
    page.goto(f"{HAND}/shape?step=30")
    drawn(page)
    expect(page.locator(".shape-drawing")).to_be_hidden()
    click_at(page, 12, 111)
    page.wait_for_url(re.compile(r"/hands/2\?.*step=12"))


def test_without_script_there_is_a_drawing(visit: Any) -> None:
    page: Page = visit(viewport=PHONE, java_script_enabled=False).page
    page.goto(f"{HAND}?step=30")
    page.locator(".shape-below summary").first.click()
    page.locator(".shape-below a").first.click()
    expect(page.locator(".shape-drawing")).to_be_visible()
    area = page.locator(".shape-drawing").bounding_box()
    assert area is not None
    assert area["width"] <= 390
    page.mouse.click(area["x"] + area["width"] * (34 + 566 * 5 / 111) / 720, area["y"] + area["height"] / 2)
    page.wait_for_url(re.compile(r"/hands/2\?.*step=5"))
