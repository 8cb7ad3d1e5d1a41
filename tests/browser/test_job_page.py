"""The page of a queued upload renews itself in its place."""

from playwright.sync_api import Browser, Route, expect

JOB = "/files/jobs/1"


def test_what_it_says_is_renewed_and_the_focus_stays(browser: Browser, demo: str) -> None:
    context = browser.new_context(base_url=demo)
    page = context.new_page()
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.resource_type)
        text = route.fetch().text()
        done = len(asked) > 1
        route.fulfill(
            body=text.replace("Waiting", "Done" if done else "Being judged").replace(
                "data-refresh", "data-refreshed" if done else "data-refresh"
            ),
            content_type="text/html",
        )

    # Its time goes on by the calls below alone.
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(JOB)
    page.route(f"**{JOB}", answer)
    state = page.locator("#state")
    refresh = page.get_by_role("link", name="Refresh")
    refresh.focus()
    for said in ("Being judged", "Done"):
        page.clock.run_for(5000)
        expect(state).to_have_text(said)
        expect(refresh).to_be_focused()
    page.clock.run_for(20000)
    assert asked == ["fetch"] * 2
    context.close()
