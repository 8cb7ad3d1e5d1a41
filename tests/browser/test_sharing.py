"""A hand shared: in a frame of another site, as a file without a network, and the page that shares it."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Frame, Page, expect

SAMPLES = Path(__file__).parents[2] / "sample_logs"
HANDS: list[tuple[str, int, list[int]]] = [
    ("../static/samples/spring-cup.json", 2, [2, 51, 111]),
    ("demo/bao-huang-evening.json", 2, [80, 161]),
    ("big_a/captures.json", 1, [16]),
    ("chinese_poker/criss-cross.json", 1, [6]),
    ("chinese_poker/pineapple-progressive.json", 1, [15]),
]
FRAMES = [(390, 500), (640, 480), (1000, 600), (320, 568), (1280, 800)]
SMALLEST = (280, 300)
OUT_OF_SIGHT = """() => {
    const down = innerHeight, across = innerWidth, found = [];
    const root = document.documentElement;
    const [wide, high] = [root.scrollWidth, root.scrollHeight];
    if (wide > across || high > down) found.push(["scrolls", wide, high]);
    const wanted = [
        ".replay-control:not([hidden])", ".replay-scrubber input", ".replay-where", ".felt-seat .felt-name",
        ".felt-at-1 .felt-holding .card", ".felt-beaten .card",
        ".felt-beaten .felt-reading", ".felt-illegal-play .card", ".felt-note .message", ".felt-row-cards .card",
        ".felt-scores", ".replay-open-whole",
    ];
    const felt = document.querySelector(".felt").getBoundingClientRect();
    for (const each of wanted) for (const element of document.querySelectorAll(each)) {
        const box = element.getBoundingClientRect();
        if (!box.width || !box.height) continue;
        const bottom = element.closest(".felt") ? felt.bottom : down;
        if (box.left < -1.5 || box.top < -1.5 || box.right > across + 1.5 || box.bottom > bottom + 1.5) {
            found.push([each, ...[box.left, box.top, box.right, box.bottom].map(Math.round)]);
        }
    }
    const note = document.querySelector(".felt-said-here")?.getBoundingClientRect();
    const said = document.querySelector(".felt-note .message")?.getBoundingClientRect();
    if (said && said.bottom > note.bottom + 1.5) found.push(["a finding cut off", said.bottom - note.bottom]);
    if ([...document.querySelectorAll(".replay-control")].some((each) => each.offsetParent && each.offsetHeight < 30)) {
        found.push(["a low button"]);
    }
    return found.slice(0, 5);
}"""


class Elsewhere(BaseHTTPRequestHandler):
    """A site of somebody else: a page with nothing but a frame, of the address and the size that are asked for."""

    def do_GET(self) -> None:
        """Answers with the page."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        frame = f'<iframe src="{asked.get("of", "")}" width="{asked.get("w")}" height="{asked.get("h")}"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<!doctype html><link rel="icon" href="data:,"><title>Elsewhere</title>{frame}'.encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of another site; its name differs, so that it is another origin and another site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def sizes(width: int, height: int) -> dict[str, str]:
    """The size of a frame as its attributes."""
    return {"width": str(width), "height": str(height)}


def framed(page: Page, elsewhere: str, address: str, width: int = 640, height: int = 480) -> Frame:
    """Opens a page of the other site with an address in a frame; returns the frame."""
    page.goto(f"{elsewhere}/?w={width}&h={height}&of={address.replace('&', '%26')}")
    frame = page.frames[1]
    frame.wait_for_load_state()
    return frame


def test_a_frame_has_everything_in_sight(browser: Browser, site: str, elsewhere: str) -> None:
    context = browser.new_context(viewport={"width": 1320, "height": 900})
    page, out = context.new_page(), {}
    for identity, (name, hand, steps) in enumerate(HANDS, 1):
        if identity > 1:
            log = Request(f"{site}/api/v1/uploads?name=log.json", (SAMPLES / name).read_bytes())
            with urlopen(log) as answer:
                assert answer.status == 201
        for step in steps:
            address = f"{site}/embed/matches/{identity}/hands/{hand}?step={step}"
            frame = framed(page, elsewhere, address)
            for width, height in (*FRAMES, SMALLEST):
                page.evaluate("size => Object.assign(document.querySelector('iframe'), size)", sizes(width, height))
                frame.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
                if found := frame.evaluate(OUT_OF_SIGHT):
                    out[name, step, width, height] = found
    context.close()
    assert out == {}


def test_a_frame_is_stepped_through(browser: Browser, site: str, elsewhere: str) -> None:
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    context.add_cookies([{"name": "results", "value": "shown", "url": site}])
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    frame = framed(page, elsewhere, f"{site}/embed/matches/1/hands/2?step=49")
    frame.locator('[data-control="next"]').click()
    where = frame.locator(".replay-where strong")
    expect(where).to_have_text("50")
    frame.locator("body").press("ArrowRight")
    expect(frame.locator(".felt-note .message")).to_have_text("pair of 8s does not beat pair of 9s")
    expect(frame.locator(".replay-open-whole")).to_have_attribute("href", f"{site}/matches/1/hands/2?step=51")
    frame.locator('[data-control="next-trick"]').click()
    expect(where).to_have_text("56")
    frame.locator("[data-scrub]").press("Home")
    expect(where).to_have_text("0")
    assert {cookie["name"] for cookie in context.cookies()} == {"results"}
    with context.expect_page() as opened:
        frame.locator(".replay-open-whole").click()
    expect(opened.value).to_have_url(f"{site}/matches/1/hands/2?step=0")
    context.close()
    assert complaints == []


def test_other_pages_are_not_framed(browser: Browser, site: str, elsewhere: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    with page.expect_console_message(lambda said: "frame" in said.text.lower()):
        page.goto(f"{elsewhere}/?w=640&h=480&of={site}/matches/1/hands/2")
    expect(page.locator("iframe")).to_be_visible()
    assert page.frames[1].evaluate("document.querySelector('.felt')") is None
    context.close()


def test_a_file_replays_without_a_network(browser: Browser, site: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.html"
    with urlopen(f"{site}/matches/1/hands/2/alone.html?step=49") as answer:
        path.write_bytes(answer.read())
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path.as_uri())
    where = page.locator(".replay-where strong")
    expect(where).to_have_text("49")
    assert page.evaluate(OUT_OF_SIGHT) == []
    expect(page.locator("#step-49")).to_be_visible()
    expect(page.locator("#step-51")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text("51")
    expect(page.locator(".felt-note .message")).to_have_text("pair of 8s does not beat pair of 9s")
    expect(page.locator(".felt-illegal-play .card")).to_have_count(2)
    expect(page.locator("#announcement")).to_contain_text("does not beat")
    page.locator('[data-control="next-trick"]').click()
    expect(where).to_have_text("56")
    page.keyboard.press("ArrowUp")
    expect(where).to_have_text("50")
    page.keyboard.press("End")
    expect(where).to_have_text("111")
    expect(page.locator(".felt-centre .felt-scores")).to_be_visible()
    page.locator("[data-scrub]").evaluate(
        "(scrub) => { scrub.value = 2; scrub.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    expect(where).to_have_text("2")
    expect(page.locator(".felt-centre .felt-scores")).to_have_count(0)
    page.locator("[data-auto]").click()
    expect(where).not_to_have_text("2")
    assert asked == [path.as_uri()]
    assert complaints == []
    context.close()


def test_a_file_without_a_script_has_steps_and_tables(browser: Browser, site: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.html"
    with urlopen(f"{site}/matches/1/hands/2/alone.html") as answer:
        path.write_bytes(answer.read())
    context = browser.new_context(offline=True, java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(path.as_uri())
    expect(page.locator("#steps [data-step]")).to_have_count(112)
    expect(page.locator(".felt")).to_have_count(2)
    expect(page.locator("h2", has_text="The table at the last step")).to_be_visible()
    expect(page.locator(".replay-controls")).to_be_hidden()
    context.close()


def test_the_page_that_shares_a_hand(visit: Any, site: str) -> None:
    window = visit(viewport={"width": 390, "height": 844})
    window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page: Page = window.page
    page.goto("/matches/1/hands/2?step=51&view=N")
    page.keyboard.press("s")
    page.wait_for_url(f"{site}/matches/1/hands/2/share?step=51&view=N")
    page.locator('[data-copy="link"]').click()
    expect(page.locator('[data-copy="link"]')).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}/matches/1/hands/2?step=51&lang=en&view=N"
    # As without HTTPS, where the browser gives no such clipboard.
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.locator('[data-copy="frame"]').click()
    expect(page.locator('[data-copy="frame"]')).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#frame").input_value()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    with page.expect_download() as kept:
        page.locator("text=Download the file").click()
    assert kept.value.suggested_filename == "fupan-1-hand-2-N.html"
    page.emulate_media(reduced_motion="reduce")
    moving = page.locator("picture img")
    moving.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('picture img').currentSrc.includes('/table.png')")
