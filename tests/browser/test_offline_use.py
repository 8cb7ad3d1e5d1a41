"""The site without a connection: replays that were opened are there, and nothing that is private or could be sent."""

from time import monotonic
from typing import Any

from playwright.sync_api import Page, expect

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const each of await (await caches.open(name)).keys()) found.push(each.url.replace(location.origin, ""));
  }
  return found;
}"""
LOCAL = """when => {
  const day = new Date(when), two = (number) => String(number).padStart(2, "0");
  const date = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
  return `${date} ${two(day.getHours())}:${two(day.getMinutes())}`;
}"""
SIZES = """performance.getEntriesByType("resource").filter((each) => /[?]v=/.test(each.name))
  .map((each) => each.transferSize)"""
CONTROLLED = "navigator.serviceWorker.controller !== null"
HAND = "/matches/1/hands/1"
PATIENCE = 60
SOON = 15_000


def begin(visit: Any, address: str, **settings: Any) -> Any:
    """A window with a service worker, which has kept what its first page needs."""
    opened = visit(service_workers="allow", **settings)
    opened.expected = "Failed to load resource"
    opened.page.goto(address)
    until(opened.page, CONTROLLED)
    return opened


def until(page: Page, script: str) -> None:
    """Waits until a script says yes.  Playwright's own wait evaluates text, which the policy of the site forbids."""
    end = monotonic() + PATIENCE
    while not page.evaluate(script):
        assert monotonic() < end, script
        page.wait_for_timeout(100)


def kept(page: Page) -> list[str]:
    found: list[str] = page.evaluate(KEPT)
    return found


def until_kept(page: Page, address: str) -> None:
    until(page, f"async () => (await ({KEPT})()).includes({address!r})")


def test_a_hand_that_was_opened_replays_without_a_connection(visit: Any) -> None:
    opened = begin(visit, HAND)
    page: Page = opened.page
    until_kept(page, HAND)
    for number in ("1", "2", "3"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay-scene")).to_have_attribute("data-scene", number, timeout=SOON)
    until_kept(page, f"{HAND}/table?count=40&tricks=1")
    opened.context.set_offline(True)
    page.goto(HAND)
    expect(page.locator(".offline-mark")).to_have_text(_as_of(page))
    for number in ("1", "2"):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay-scene")).to_have_attribute("data-scene", number, timeout=SOON)
    page.goto(f"{HAND}?step=3")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "3", timeout=SOON)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "2", timeout=SOON)
    page.goto(HAND)
    page.keyboard.press("End")
    expect(page.locator("#lost")).to_contain_text("There is no connection")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "0", timeout=SOON)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "1", timeout=SOON)
    expect(page.locator("#lost")).to_be_hidden()
    page.goto(f"{HAND}?step=40")
    expect(page.get_by_role("heading", name="There is no connection")).to_be_visible()
    expect(page.locator("#kept-address")).to_have_text(f"{HAND}?step=40")
    opened.context.set_offline(False)
    page.goto(HAND)
    expect(page.locator(".offline-mark")).to_have_count(0)


def _as_of(page: Page) -> str:
    """What a page says that was kept: when that was, in the time of the browser."""
    when = page.evaluate("document.documentElement.dataset.offline")
    return f"Offline: as of {page.evaluate(LOCAL, when)}"


def test_the_whole_hand_is_kept_where_results_are_shown(visit: Any) -> None:
    opened = begin(visit, f"{HAND}?results=shown")
    page: Page = opened.page
    until_kept(page, HAND)
    last = int(page.locator(".replay-scene").get_attribute("data-steps") or 0)
    until_kept(page, f"{HAND}/table?count=40&step={last - last % 40}")
    opened.context.set_offline(True)
    page.goto(f"{HAND}?step={last}")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", str(last), timeout=SOON)
    expect(page.locator(".felt-centre")).to_contain_text("The hand is over")
    page.keyboard.press("Home")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "0", timeout=SOON)


def test_nothing_private_and_nothing_that_can_be_sent_is_kept(visit: Any) -> None:
    opened = begin(visit, HAND)
    page: Page = opened.page
    until_kept(page, HAND)
    for address in (
        f"{HAND}?view=E",
        f"{HAND}?view=table&step=4",
        "/",
        "/matches/1",
        "/matches/1/present",
        "/matches/1/disputes/new",
        "/sheets/new?game=guandan",
        "/add",
        "/api/v1/matches/1",
    ):
        page.goto(address)
    page.goto(f"{HAND}?view=E")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "1", timeout=SOON)
    page.goto("/matches/1/present")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="To the presenter’s page").click()
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".hall-at")).to_contain_text("Step 1")
    page.wait_for_timeout(500)
    others = [
        each
        for each in kept(page)
        if not each.startswith(("/static/", "/style.css", "/offline/")) and not each.startswith(HAND)
    ]
    assert others == []
    assert [each for each in kept(page) if "view=" in each] == []
    opened.context.set_offline(True)
    for address in (f"{HAND}?view=E", "/matches/1", "/add"):
        page.goto(address)
        expect(page.get_by_role("heading", name="There is no connection")).to_be_visible()


def test_the_offline_page_is_in_the_language_of_the_reader_and_clears(visit: Any) -> None:
    opened = begin(visit, HAND, locale="zh-CN")
    page: Page = opened.page
    until_kept(page, HAND)
    until_kept(page, "/offline/language")
    opened.context.set_offline(True)
    page.goto("/matches/")
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.locator("#kept a")).to_have_count(1)
    page.locator("#kept-clear").click()
    expect(page.locator("#kept a")).to_have_count(0)
    expect(page.locator("#kept-none")).to_be_visible()
    assert [each for each in kept(page) if "/hands/" in each] == []


def test_what_an_earlier_release_kept_is_dropped(visit: Any) -> None:
    page: Page = begin(visit, "/offline").page
    page.evaluate("() => caches.open('of-somebody-else')")
    page.evaluate(
        "async () => { const found = await navigator.serviceWorker.getRegistration();"
        "await found.unregister(); await caches.open('fupan-replays-0.0'); }"
    )
    page.goto(HAND)
    until(page, "async () => !(await caches.keys()).includes('fupan-replays-0.0')")
    names = page.evaluate("() => caches.keys()")
    assert "of-somebody-else" in names
    assert len([each for each in names if each.startswith("fupan-files-")]) == 1


def test_files_come_from_the_cache(visit: Any) -> None:
    opened = begin(visit, HAND)
    page: Page = opened.page
    until_kept(page, HAND)
    page.goto(f"{HAND}?step=2")
    sources = page.evaluate(SIZES)
    assert sources
    assert set(sources) == {0}


def test_a_match_that_is_kept_replays_whole_without_a_connection(visit: Any) -> None:
    opened = begin(visit, HAND)
    page: Page = opened.page
    page.locator(".more-menu summary").click()
    page.get_by_role("link", name="Keep this match offline").click()
    page.get_by_role("button", name="Keep this match offline").click()
    expect(page.locator("#keep-said")).to_contain_text("Kept on this device", timeout=60_000)
    opened.context.set_offline(True)
    page.goto("/matches/1/hands/5")
    last = int(page.locator(".replay-scene").get_attribute("data-steps") or 0)
    for _press in range(30):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "30", timeout=SOON)
    expect(page.locator(".replay-steps [data-step]").last).to_have_attribute("data-step", "30")
    page.keyboard.press("End")
    expect(page.locator(".felt-centre")).to_contain_text("The hand is over", timeout=SOON)
    page.goto(f"/matches/1/hands/8?step={min(last, 20)}")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", str(min(last, 20)), timeout=SOON)
    page.goto("/matches/")
    page.locator("#kept-matches button").click()
    until(page, f"async () => !(await ({KEPT})()).some((each) => each.startsWith('/matches/'))")
    expect(page.locator("#kept a")).to_have_count(0)
    expect(page.locator("#kept-matches li")).to_have_count(0)
