"""What is wrong with how a page is laid out, at every size of window."""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

SIZES: Final = ((320, 640), (390, 844), (844, 390), (1280, 800))
_MEASURE: Final = (Path(__file__).parent / "laid_out.js").read_text(encoding="utf-8")
_MENU: Final = "details.replay-menu"
_FOLDED: Final = f"""[...document.querySelectorAll("details:not([open], {_MENU}, .review-more, [data-shape])")]"""
"""What is folded, but for what lies over the page, and a chart that is loaded then and has a page."""
_OPEN: Final = f"""for (const each of {_FOLDED}) each.open = true"""
_OPEN_ONE: Final = f"""(number) => {{
    for (const [at, each] of document.querySelectorAll("{_MENU}").entries()) each.open = at === number;
}}"""
_REDRAWN: Final = """() => [...document.querySelectorAll(".js-plotly-plot:not([hidden])")].every((plot) => {
    const drawn = plot.querySelector(".main-svg");
    return !drawn || Math.abs(drawn.getBoundingClientRect().width - plot.clientWidth) < 2;
})"""
"""Whether all charts have the width of the window."""


def wrong_with(page: Page) -> dict[str, Any]:
    """What is wrong with the page that is open: as it is, then by the size of the window with what is folded opened."""
    found = {}
    if page.evaluate(f"{_FOLDED}.length"):
        page.wait_for_function(_REDRAWN)
        if wrong := page.evaluate(_MEASURE):
            found["folded"] = wrong[:4]
        page.evaluate(_OPEN)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(_REDRAWN)
        if wrong := page.evaluate(_MEASURE):
            found[f"{width} × {height}"] = wrong[:4]
    return found


def wrong_with_menus(page: Page) -> dict[str, Any]:
    """What is wrong with the menus of the page that is open, one open at a time, by the size of the window.

    A page without a menu fails.
    """
    found = {}
    menus = page.locator(_MENU)
    assert menus.count()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for number in range(menus.count()):
            page.evaluate(_OPEN_ONE, number)
            if wrong := page.evaluate(_MEASURE, f"{_MENU}[open]"):
                found[f"menu {number + 1} at {width} × {height}"] = wrong[:4]
    page.evaluate(_OPEN_ONE, -1)
    return found
