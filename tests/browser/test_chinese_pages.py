"""Pages in each language in the browser: nothing is wider than the window, and no text is cut off."""

import pytest
from playwright.sync_api import Browser, TimeoutError

from app.text.language import LANGUAGES
from tests.browser.conftest import show_downloads

WIDTHS = (390, 1280)
CUT_OFF = """() => [...document.querySelectorAll("main :is(a, button, th, td, dt, dd, label, legend, h2, h3, .tag)")]
    .filter((each) => {
        const style = getComputedStyle(each);
        return style.overflowX === "hidden" && style.textOverflow !== "ellipsis" && each.clientWidth > 8
            && each.scrollWidth > each.clientWidth + 1 && !each.closest(".felt, .sr, .skip");
    })
    .map((each) => each.textContent.trim().slice(0, 40))"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_its_window(browser: Browser, demo: str, one_of_each_page: list[str], language: str) -> None:
    context = browser.new_context(base_url=demo, viewport={"width": WIDTHS[0], "height": 844}, locale=language)
    show_downloads(context)
    page = context.new_page()
    page.goto(f"/?lang={language}")
    wrong = []
    for path in one_of_each_page:
        page.goto(path.replace("lang=en", f"lang={language}"))
        assert page.evaluate("document.documentElement.lang") == language
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            try:
                # A chart takes the width of its place a moment after the window has changed.
                page.wait_for_function("most => document.documentElement.scrollWidth <= most", arg=width, timeout=3000)
            except TimeoutError:
                wrong.append((path, width, "wider than the window"))
            wrong += [(path, width, text) for text in page.evaluate(CUT_OFF)]
    context.close()
    assert wrong == []
