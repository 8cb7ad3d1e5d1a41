"""Cards move to where an action takes them, and lead to where they are played."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

TRIBUTE = "/matches/1/hands/2?step=0"
FLIGHTS = """() => document.getAnimations().filter((each) => each.effect.target.matches(".felt-flying")).map((each) => {
    const card = each.effect.target;
    const between = (at) => { each.currentTime = at; return card.getBoundingClientRect(); };
    const { duration } = each.effect.getTiming();
    each.pause();
    const [from, to] = [between(0), between(duration - 1)];
    return { name: card.getAttribute("aria-label"), from: [from.left, from.top], to: [to.left, to.top] };
})"""
INSIDE = """([seat, [left, top]]) => [...document.querySelectorAll(
    `[data-part="seat-${seat}"] > header, [data-part="seat-${seat}"] > .felt-holding`)].some((place) => {
    const box = place.getBoundingClientRect();
    return left > box.left - 2 && left < box.right + 2 && top > box.top - 2 && top < box.bottom + 2;
})"""


def test_tribute_flies_to_its_receiver_and_the_return_back(visit: Any) -> None:
    page: Page = visit(reduced_motion="no-preference").page
    page.goto(TRIBUTE)
    # A busy machine asks for flights after they ended.
    page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": 0.02})
    seats = ["E", "N", "W", "S"]
    for step, giver, receiver in ((1, "S", "W"), (2, "N", "E"), (3, "W", "S")):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay-where")).to_contain_text(f"Step {step} of")
        (flight,) = page.evaluate(FLIGHTS)
        assert page.evaluate(INSIDE, [seats.index(giver) + 1, flight["from"]])
        assert page.evaluate(INSIDE, [seats.index(receiver) + 1, flight["to"]])
        page.evaluate("document.getAnimations().forEach((each) => each.finish())")
        expect(page.locator(".felt-flying")).to_have_count(0)
        # A step that comes before the reader rests is drawn without flights.
        page.wait_for_url(f"**step={step}")


@pytest.mark.parametrize("view", ["", "&view=E"])
def test_a_card_does_not_fly_where_no_motion_is_wanted_or_its_hand_is_hidden(visit: Any, view: str) -> None:
    page: Page = visit(reduced_motion="no-preference" if view else "reduce").page
    page.goto(f"{TRIBUTE}{view}")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-where")).to_contain_text("Step 1 of")
    assert page.evaluate(FLIGHTS) == []


def test_a_card_leads_to_where_it_is_played_though_nothing_ahead_is_told(visit: Any) -> None:
    window = visit()
    page: Page = window.page
    page.goto("/matches/1/hands/2?step=20")
    loads = window.loads
    holding = page.get_by_role("region", name="Zhao Min").locator(".felt-holding")
    holding.get_by_role("img", name="8 of spades").click(position={"x": 6, "y": 6})
    expect(page.locator(".replay-where")).to_contain_text("Step 51 of")
    expect(page.locator(".replay-steps [data-step]").last).to_have_attribute("data-step", "51")
    assert window.loads == loads
