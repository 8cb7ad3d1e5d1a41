"""Stepping through a hand, with and without JavaScript."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

HAND = "/matches/1/hands/2"
FAULT = 51
LAST = 111
TRANSFERRED = 150 * 1024
"""Bytes that stepping through a hand may transfer."""


def at(page: Page, step: int) -> None:
    expect(page.locator(".replay-where")).to_contain_text(f"Step {step} of {LAST}")
    expect(page).to_have_url(f"{page.url.partition('/matches')[0]}{HAND}?step={step}")
    expect(page.locator(".replay-steps [aria-current=step]")).to_have_attribute("data-step", str(step))


def settled(page: Page, address: str) -> None:
    page.goto(address)


def test_keys(visit: Any) -> None:
    window = visit()
    page = window.page
    settled(page, HAND)
    loads = window.loads
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("n", FAULT),
        ("End", LAST),
        ("ArrowRight", LAST),
        ("p", FAULT),
        ("ArrowUp", FAULT - 1),
        ("ArrowUp", 46),
        ("ArrowDown", FAULT - 1),
        ("ArrowDown", 56),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        if key == "ArrowLeft" and step == 0:
            page.wait_for_timeout(50)
        at(page, step)
        expect(page).to_have_title(re.compile(f"^Hand 2, step {step} "))
    assert window.loads == loads


def test_the_finding_of_a_step_is_shown_and_announced(visit: Any) -> None:
    page = visit().page
    settled(page, HAND)
    expect(page.locator(".felt .finding")).to_have_count(0)
    page.keyboard.press("n")
    at(page, FAULT)
    expect(page.locator(".felt .finding .message")).to_have_text("pair of 8s does not beat pair of 9s")
    expect(page.locator("#announcement")).to_contain_text(f"Step {FAULT} Zhao Min plays 8 of spades, 8 of clubs")
    expect(page.locator("#announcement")).to_contain_text("pair of 8s does not beat pair of 9s")
    assert page.locator("#announcement").get_attribute("aria-live") == "polite"


def test_buttons_keep_the_focus(visit: Any) -> None:
    window = visit()
    page = window.page
    settled(page, HAND)
    loads = window.loads
    button = page.locator("[data-control=next]")
    button.focus()
    for step in (1, 2, 3):
        page.keyboard.press("Enter")
        at(page, step)
        expect(button).to_be_focused()
    page.locator("[data-control=last]").click()
    at(page, LAST)
    expect(page.locator("[data-control=next]")).to_have_attribute("aria-disabled", "true")
    page.locator("[data-control=next]").click(force=True)
    at(page, LAST)
    page.locator("[data-control=previous-trick]").click()
    at(page, 108)
    page.locator(".replay-steps [data-step='7'] a").click()
    at(page, 7)
    page.get_by_label("Go to step").fill("20")
    page.get_by_role("button", name="Go").click()
    at(page, 20)
    assert window.loads == loads


def test_keys_leave_fields_and_shortcuts_alone(visit: Any) -> None:
    page = visit().page
    settled(page, f"{HAND}?step=5")
    page.get_by_label("Go to step").focus()
    for key in ("n", "End", "ArrowLeft"):
        page.keyboard.press(key)
    page.locator("h1").click()
    page.keyboard.press("Control+ArrowRight")
    page.wait_for_timeout(100)
    at(page, 5)


@pytest.mark.parametrize("step", [0, 1, FAULT, 60, LAST])
def test_the_table_is_the_same_as_the_servers(visit: Any, step: int) -> None:
    page, fresh = visit().page, visit().page
    settled(page, f"{HAND}?step=20")
    page.locator("[data-scrub]").evaluate(
        "(range, step) => { range.value = step; range.dispatchEvent(new Event('input')); }", step
    )
    at(page, step)
    settled(fresh, f"{HAND}?step={step}")
    for part in (".felt", ".replay-step-said", ".replay-marks", ".replay-controls", ".replay-steps"):
        assert page.locator(part).inner_html() == fresh.locator(part).inner_html()


def test_the_table_is_the_same_after_many_steps(visit: Any) -> None:
    """Backwards too, and from one stretch of scenes to the next."""
    page, fresh = visit().page, visit().page
    settled(page, f"{HAND}?step=36")
    for key, count, step in (("ArrowRight", 9, 45), ("ArrowLeft", 7, 38), ("n", 1, FAULT), ("ArrowLeft", 1, FAULT - 1)):
        for _ in range(count):
            page.keyboard.press(key)
        at(page, step)
        settled(fresh, f"{HAND}?step={step}")
        for part in (".felt", ".replay-step-said", ".replay-marks", ".replay-controls", ".replay-steps"):
            assert page.locator(part).inner_html() == fresh.locator(part).inner_html()


def test_what_stepping_through_a_hand_transfers(visit: Any) -> None:
    """All 111 steps, with the bytes as they go over the line: packed, files with a hash fetched once."""
    page = visit().page
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    asked: list[str] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.on("Network.responseReceived", lambda event: asked.append(event["response"]["url"]))
    settled(page, f"{HAND}?results=shown")
    for step in range(1, LAST + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay-where")).to_contain_text(f"Step {step} of {LAST}")
    page.wait_for_load_state("networkidle")
    assert len([address for address in asked if "/table?" in address]) == 3
    assert 10_000 < sum(sizes) < TRANSFERRED


def test_fast_steps_end_where_the_last_one_leads(visit: Any) -> None:
    page = visit().page
    settled(page, HAND)
    for _ in range(45):
        page.keyboard.press("ArrowRight")
    at(page, 45)


def test_a_server_that_stops_answering_tables(visit: Any) -> None:
    window = visit()
    page = window.page
    window.expected = "ERR_FAILED"
    page.route("**/table?*", lambda route: route.abort())
    settled(page, HAND)
    page.keyboard.press("ArrowRight")
    at(page, 1)


def test_without_javascript(visit: Any) -> None:
    window = visit(java_script_enabled=False)
    page = window.page
    page.goto("/matches/1")
    page.get_by_role("link", name="Replay hand 2").click()
    page.get_by_role("link", name="Next step").click()
    at(page, 1)
    page.locator(".more-menu summary").click()
    page.get_by_role("link", name="Next finding").click()
    expect(page.locator(".replay-where")).to_contain_text(f"Step {FAULT} of {LAST}")
    expect(page.locator(".felt .finding .message")).to_have_text("pair of 8s does not beat pair of 9s")
    page.get_by_label("Go to step").fill("100")
    page.get_by_role("button", name="Go").click()
    at(page, 100)
    page.get_by_role("link", name="Next trick").click()
    expect(page.locator(".replay-where")).to_contain_text(f"Step 105 of {LAST}")
    page.get_by_role("link", name="Hand 3").click()
    expect(page.locator("h1")).to_have_text("Hand 3 of 8")


def at_in(page: Page, step: int, view: str) -> None:
    expect(page.locator(".replay-where")).to_contain_text(f"Step {step} of {LAST}")
    expect(page).to_have_url(f"{page.url.partition('/matches')[0]}{HAND}?step={step}&view={view}")
    expect(page.locator(".replay-steps [aria-current=step]")).to_have_attribute("data-step", str(step))
    expect(page.locator(".replay-steps [data-step]").last).to_have_attribute("data-step", str(step))


def list_of(page: Page) -> list[str]:
    lines: list[str] = page.locator(".replay-steps li").all_inner_texts()
    return [" ".join(line.split()) for line in lines]


def test_stepping_keeps_the_view(visit: Any) -> None:
    window, fresh = visit(), visit().page
    page = window.page
    settled(page, f"{HAND}?step=40&view=E")
    loads = window.loads
    for key, step in (("ArrowRight", 41), ("ArrowRight", 42), ("ArrowLeft", 41), ("n", FAULT), ("ArrowRight", 52)):
        page.keyboard.press(key)
        at_in(page, step, "E")
        settled(fresh, f"{HAND}?step={step}&view=E")
        assert page.locator(".felt").inner_html() == fresh.locator(".felt").inner_html()
        assert list_of(page) == list_of(fresh)
    assert window.loads == loads
    expect(page.locator(".felt-holding .back")).to_have_count(3)
    page.keyboard.press("Home")
    at_in(page, 0, "E")
    page.keyboard.press("End")
    at_in(page, LAST, "E")
    settled(fresh, f"{HAND}?step={LAST}&view=E")
    assert list_of(page) == list_of(fresh)


@pytest.mark.parametrize("script", [True, False])
def test_whose_cards_are_shown_can_be_chosen(visit: Any, script: bool) -> None:
    page = visit(java_script_enabled=script).page
    page.goto(f"{HAND}?step=50")
    page.get_by_role("link", name="Next step").click()
    at(page, FAULT)
    expect(page.locator(".felt-holding .back")).to_have_count(0)
    chooser = page.get_by_role("navigation", name="Whose cards are shown")
    menu = page.locator(".replay-views-menu summary")
    menu.click()
    chooser.get_by_role("link", name="Zhao Min").click()
    at_in(page, FAULT, "N")
    expect(menu).to_have_text("Zhao Min")
    expect(page.locator(".finding")).to_have_count(0)
    menu.click()
    chooser.get_by_role("link", name="The table").click()
    at_in(page, FAULT, "table")
    expect(page.locator(".felt-holding .back")).to_have_count(4)
    page.get_by_label("Go to step").fill("50")
    page.get_by_role("button", name="Go").click()
    expect(page.locator(".replay-where")).to_contain_text(f"Step 50 of {LAST}")
    expect(menu).to_have_text("The table")
    page.get_by_role("link", name="Hand 3").click()
    expect(menu).to_have_text("The table")
    menu.click()
    chooser.get_by_role("link", name="All hands").click()
    expect(page.locator(".felt-holding .back")).to_have_count(0)


@pytest.mark.parametrize("view", ["", "&view=E"])
def test_steps_are_there_before_they_are_asked_for(visit: Any, view: str) -> None:
    window = visit()
    page = window.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/table?")[2]))
    settled(page, f"{HAND}?step=0{view}")
    where = page.locator(".replay-where")
    for step in range(1, 21):
        page.keyboard.press("ArrowRight")
        expect(where).to_contain_text(f"Step {step} of {LAST}")
    assert len([each for each in asked if each]) == 1
    page.keyboard.press("End")
    expect(where).to_contain_text(f"Step {LAST} of {LAST}")
    page.keyboard.press("Home")
    expect(where).to_contain_text(f"Step 0 of {LAST}")
    assert len([each for each in asked if each]) == 3


def test_autoplay_and_the_keys(visit: Any) -> None:
    page = visit().page
    settled(page, f"{HAND}?step=20")
    page.get_by_label("Speed of autoplay").select_option("250")
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.locator("[data-auto]")).to_have_attribute("aria-pressed", "true")
    # A slow machine looks now and then, and misses steps.
    expect(page.locator(".replay-where")).to_contain_text(re.compile(r"Step (2[3-9]|[3-9]\d|1\d\d) of"))
    page.keyboard.press(" ")
    expect(page.locator("[data-auto]")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press(" ")
    expect(page.locator("[data-auto]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-scrub]").fill("40")
    expect(page.locator("[data-auto]")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    page.keyboard.press("PageDown")
    expect(page.locator("h1")).to_have_text("Hand 3 of 8")


def test_cards_lead_to_where_they_were_played(visit: Any) -> None:
    page = visit().page
    settled(page, f"{HAND}?step=20&results=shown")
    own = page.get_by_role("region", name="Zhao Min")
    own.locator(".felt-holding").get_by_role("img", name="8 of spades").click(position={"x": 6, "y": 6})
    expect(page.locator(".replay-where")).to_contain_text(f"Step {FAULT} of {LAST}")


def test_greyed_cards_lead_back_to_where_they_were_played(visit: Any) -> None:
    page = visit().page
    settled(page, f"{HAND}?step={FAULT}&played=grey")
    own = page.get_by_role("region", name="Zhao Min")
    card = own.locator(".felt-holding").get_by_role("img", name=re.compile(", played at step")).first
    step = card.get_attribute("data-played")
    card.click(position={"x": 6, "y": 6})
    expect(page.locator(".replay-where")).to_contain_text(f"Step {step} of {LAST}")
    expect(page.get_by_role("img", name=f", played at step {step}").first).to_be_visible()


def test_a_card_is_found_without_leaving_the_page_and_hidden_before_its_steps(visit: Any) -> None:
    page = visit().page
    settled(page, f"{HAND}?step={LAST}&results=hidden")
    page.evaluate("window.kept = true")
    page.keyboard.press("f")
    page.keyboard.type("10♥")
    page.keyboard.press("Enter")
    found = page.locator("#card-found li")
    expect(found.first).to_contain_text("Deal")
    last = found.locator("[data-step]").last
    step = int(last.get_attribute("data-step") or "0")
    last.click()
    expect(page.locator(".replay-where")).to_contain_text(f"Step {step} of {LAST}")
    expect(last).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(last).to_be_hidden()
    expect(found.first).to_be_visible()
    expect(page.locator('.replay-search [name="step"]')).to_have_value(str(step - 1))
    assert page.evaluate("window.kept")


def test_the_announcements_tell_the_hand(visit: Any) -> None:
    """Reading them in order gives every action, whose it was, and who went out."""
    page = visit().page
    settled(page, HAND)
    line = page.locator("#announcement")
    told = []
    for step in range(1, 32):
        page.keyboard.press("ArrowRight")
        expect(line).to_contain_text(f"Step {step} ")
        told.append(line.text_content() or "")
    listed = page.locator(".replay-steps [data-step] a").evaluate_all(
        """links => links.slice(1).map(
            (link) => [...link.querySelectorAll("i")].map((card) => card.getAttribute("aria-label")))"""
    )
    names = {"E": "Li Wei", "N": "Zhao Min", "W": "Sun Yue 孙悦", "S": "Qian Lu"}
    seats = page.locator(".replay-steps [data-step] [data-seat]").evaluate_all(
        "(all) => all.map((each) => each.dataset.seat)"
    )
    assert len(told) == len(listed) == len(seats)
    for text, cards, seat in zip(told, listed, seats, strict=True):
        assert names[seat] in text
        for card in cards:
            assert card in text
        assert cards or "passes" in text or "resists" in text


def test_the_controls_are_the_first_stop_after_skip(visit: Any) -> None:
    page = visit().page
    settled(page, f"{HAND}?step=20")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-control=first]")).to_be_focused()


DRAWN = """() => {
  const scene = document.querySelector(".replay-scene");
  const frame = () => { window.frames_shown += 1; requestAnimationFrame(frame); };
  window.drawn = [];
  window.frames_shown = 0;
  requestAnimationFrame(frame);
  const draws = new MutationObserver(() => window.drawn.push(Number(scene.dataset.scene)));
  draws.observe(scene, { attributeFilter: ["data-scene"] });
  window.resized = 0;
  new ResizeObserver(() => { window.resized += 1; }).observe(scene.querySelector(".felt"));
}"""
PRESSES = """([key, most]) => new Promise((done) => {
  const before = window.drawn.length;
  let count = 0;
  const press = setInterval(() => {
    // On a slow machine the keys wait for a step to be drawn.
    if (count >= 20 * (1 + window.drawn.length - before)) return;
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    count += 1;
    if (count < most && (count < 20 || window.drawn.length < before + 4)) return;
    clearInterval(press);
    done([count, window.drawn.length - before, window.frames_shown]);
  }, 30);
})"""


CLICKED = """async () => {
  const scene = document.querySelector(".replay-scene");
  const drawn = new Promise((done) => new MutationObserver(done).observe(scene, { attributeFilter: ["data-scene"] }));
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
  await drawn;
  const link = document.querySelector("[data-key=m]");
  link.addEventListener("click", (event) => event.preventDefault());
  link.click();
  return [new URL(link.href).searchParams.get("step"), scene.dataset.scene];
}"""


def layouts_of(devtools: Any) -> int:
    """How often the page was laid out."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return next(int(each["value"]) for each in metrics if each["name"] == "LayoutCount")


@pytest.mark.parametrize("results", ["hidden", "shown"])
def test_steps_are_drawn_while_keys_repeat(visit: Any, results: str) -> None:
    """With a processor as slow as a cheap phone's: some of the steps on the way, in order, and then the last one."""
    page = visit().page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/table?")[2]))
    settled(page, f"{HAND}?step=0&results={results}")
    page.wait_for_load_state("networkidle")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    devtools.send("Performance.enable")
    if results == "hidden":
        # Of a server that is faster than the keys, each of them would ask for a step.
        late = {"offline": False, "latency": 100, "downloadThroughput": -1, "uploadThroughput": -1}
        devtools.send("Network.emulateNetworkConditions", late)
    page.evaluate(DRAWN)
    layouts = layouts_of(devtools)
    presses, drawn, frames = page.evaluate(PRESSES, ["ArrowRight", LAST])
    # Each step is laid out once, beside what follows when the steps rest: its cards keep their size, with the table.
    assert layouts_of(devtools) - layouts <= 2 * drawn + 10
    assert page.evaluate("window.resized") == 1
    assert drawn >= 4
    assert drawn <= frames
    at(page, presses)
    forth = page.evaluate("window.drawn")
    assert forth == sorted(set(forth))
    back, _drawn, _frames = page.evaluate(PRESSES, ["ArrowLeft", presses])
    at(page, presses - back)
    backwards = page.evaluate("window.drawn")[len(forth) :]
    assert backwards == sorted(set(backwards), reverse=True)
    led, step = page.evaluate(CLICKED)
    assert led == step
    assert len([each for each in asked if each]) <= 3
