"""All of the table is in sight at a step, without scrolling: seats, the trick, who is to act, findings, controls."""

from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page

from app.web.parts.faces import Face, faces
from app.web.parts.seats import in_columns
from tests.browser.drawn import Drawn

SAMPLES = Path(__file__).parents[2] / "sample_logs"
HANDS: list[tuple[str, int, list[int]]] = [
    ("../static/samples/spring-cup.json", 2, [0, 2, 4, 30, 51, 90, 111]),
    ("big_a/captures.json", 1, [0, 1, 16]),
    ("demo/big-a-evening.json", 2, [0, 60, 148]),
    ("demo/bao-huang-evening.json", 2, [0, 5, 80, 161]),
    ("bao_huang/four-tables.json", 1, [0, 20, 68]),
    ("guandan/faults/does-not-beat.json", 1, [1, 2, 3]),
    ("chinese_poker/criss-cross.json", 1, [0, 4, 6]),
    ("chinese_poker/pineapple-progressive.json", 1, [0, 5, 15]),
    ("demo/chinese-poker-evening.json", 3, [0, 5, 8]),
]
"""Hands of every game, with steps of every kind: the deal, tribute, leads, passes, findings, captures, the end."""
SIZES = {
    "phone": (390, 844),
    "desktop": (1280, 800),
    "narrow": (320, 640),
    "sideways": (844, 390),
    "small sideways": (667, 375),
}
NEXT_FRAME = "new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))"
OUT_OF_SIGHT = """() => {
    const across = document.documentElement.clientWidth;
    const down = innerHeight;
    const felt = document.querySelector(".felt").getBoundingClientRect();
    const wanted = [
        [".replay-control:not([hidden])", false], [".replay-where", false], [".felt-seat > header", true],
        [".felt-seat .felt-name", true],
        [".felt-tag-turn", true], [".felt-at-1 .felt-holding .card", true], [".felt-beaten .card", true],
        [".felt-beaten .felt-reading", true],
        [".felt-illegal-play .card", true], [".felt-not-allowed", true], [".felt-note .message", true],
        [".felt-pass", true],
        [".felt-did .card", true], [".felt-row-cards .card", true], [".felt-next-hand", true], [".felt-scores", true],
        [".felt-seat:not(.felt-at-1) .felt-holding .card", true],
    ];
    const found = [];
    for (const [each, inside] of wanted) {
        for (const element of document.querySelectorAll(each)) {
            const box = element.getBoundingClientRect();
            if (!box.width || !box.height) continue;
            const room = inside ? felt : { left: 0, top: 0, right: across, bottom: down };
            const slack = 1.5;
            if (box.left < room.left - slack || box.top < room.top - slack || box.right > room.right + slack
                || box.bottom > Math.min(room.bottom, down) + slack) {
                const sides = [box.left, box.top, box.right, box.bottom].map(Math.round);
                found.push([each, element.textContent.slice(0, 20), ...sides]);
            }
        }
    }
    const seats = [...document.querySelectorAll(".felt-seat > header .felt-name")];
    if (seats.some((name) => !name.getBoundingClientRect().width)) found.push(["a seat without a name"]);
    const beaten = [...document.querySelectorAll(".felt-beaten .card, .felt-captured")];
    if (document.querySelector(".felt-beaten") && !beaten.some((card) => card.getBoundingClientRect().height > 12)) {
        found.push(["no play to beat"]);
    }
    const both = [".felt-illegal-play .card", ".felt-beaten .card"];
    const [illegal, won] = both.map((each) => document.querySelector(each));
    if (illegal && won && illegal.getBoundingClientRect().width < won.getBoundingClientRect().width - 1) {
        found.push(["an illegal play smaller than what it had to beat"]);
    }
    const overlaps = (one, other) => {
        const [a, b] = [one, other].map((each) => each.getBoundingClientRect());
        return a.width && b.width && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    };
    const heads = [...document.querySelectorAll(".felt-seat > header")];
    for (const head of heads) {
        for (const card of document.querySelectorAll(".felt .card")) {
            if (!head.contains(card) && overlaps(head, card)) {
                found.push(["a card over a name", head.textContent.trim().slice(0, 20)]);
            }
        }
    }
    const note = document.querySelector(".felt-said-here:not(:empty)");
    for (const card of note ? document.querySelectorAll(".felt .card") : []) {
        if (!note.contains(card) && overlaps(note, card)) found.push(["a card over the finding"]);
    }
    return found.slice(0, 6);
}"""


def test_all_is_in_sight(drawn: Drawn, visit: Any, site: str) -> None:
    page: Page = visit().page
    out = {}
    for number, (name, hand, steps) in enumerate(HANDS):
        identity = 1
        if number:
            log = Request(f"{site}/api/v1/uploads?name=log.json", (SAMPLES / name).read_bytes())
            with urlopen(log) as answer:
                assert answer.status == 201
            identity = number + 1
        for step in steps:
            address = f"/matches/{identity}/hands/{hand}?step={step}"
            page.set_viewport_size({"width": 1280, "height": 720})
            if drawn.before(page, address):
                continue
            page.goto(address)
            for size, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(NEXT_FRAME)
                found = page.evaluate(OUT_OF_SIGHT)
                if found:
                    out[name, step, size] = found
    assert out == {}
    page.goto("/matches/1/hands/2?lang=zh-Hans&list=hands?q%3Dgame:guandan+place%3C%3D2+bombs%3E%3D0+errors%3E%3D0")
    page.set_viewport_size({"width": 320, "height": 640})
    across, whole = page.locator(".replay-list-where").evaluate("(bar) => [bar.clientWidth, bar.scrollWidth]")
    assert whole <= across


CUT = """(holdings) => {
    const filled = (columns, deep) => Array(columns).fill(
        `<span class="felt-column">${'<span class="card spades">9</span>'.repeat(deep)}</span>`).join("");
    const places = [...document.querySelectorAll(".felt-at-1 > .felt-holding, .felt-beaten > .felt-place")];
    const cut = [];
    for (const [columns, deep, classes] of holdings) {
        for (const place of places) {
            if (deep > 1 && !place.matches(".felt-holding")) continue;
            const fan = place.querySelector(".felt-fan");
            fan.className = `felt-fan ${classes}`;
            fan.innerHTML = filled(columns, deep);
            const room = place.getBoundingClientRect();
            for (const card of fan.querySelectorAll(".card")) {
                const box = card.getBoundingClientRect();
                const over = Math.max(
                    room.top - box.top, room.left - box.left, box.bottom - room.bottom, box.right - room.right);
                if (over > 1.5) { cut.push([columns, deep, Math.round(over)]); break; }
            }
        }
    }
    return cut;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_columns_are_not_cut_off_however_many_they_are(visit: Any, size: str) -> None:
    width, height = SIZES[size]
    page: Page = visit(viewport={"width": width, "height": height}).page
    page.goto("/matches/1/hands/2?step=50")
    (card,) = faces(["9s"]) or ()
    assert isinstance(card, Face)
    holdings = [
        [columns, deep, in_columns([(card,) * deep] * columns).classes]
        for columns in range(1, 25)
        for deep in (1, 2, 3, 8)
    ]
    assert page.evaluate(CUT, holdings) == []


def test_names_are_whole_and_the_mark_of_the_turn_can_be_seen(browser: Browser, demo: str) -> None:
    page = browser.new_page(base_url=demo)
    for width, step in ((1280, 31), (390, 30), (390, 31), (390, 32)):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"/matches/66/hands/1?step={step}")
        names = page.locator(".replay-steps .seat-name").all_text_contents()
        assert {"Chen Yu", "Zhou Peng", "Lin Jia", "Xu Lan"} == set(names)
        box = page.locator(".felt-tag-turn").bounding_box()
        assert box is not None
        assert box["width"] >= 20, (width, step)
        assert box["height"] >= 14, (width, step)
    page.close()
