"""The pages of a club in the browser: layout, what axe-core finds, English among the Chinese, and the way in."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Error, Page, expect
from sqlalchemy.orm import Session

from app.accounts import links, logins, members, passwords, ties, tokens
from app.accounts.roles import Role
from app.accounts.tokens import Scope
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.seeing import Visibility
from app.matches.access import show_to
from app.matches.ingest import ingest
from app.text.language import Language
from app.web.create_app import create_app
from app.web.http.pages import Of
from tests.app.club.test_visibility import as_role
from tests.browser.conftest import SAMPLE
from tests.browser.drawn import Drawn
from tests.browser.laid_out import wrong_with
from tests.browser.served import served
from tests.browser.test_every_page import EVERY_RULE, READERS, broken_rules, faint_texts
from tests.browser.test_offline_use import CONTROLLED, KEPT, kept, until
from tests.databases import new_sqlite
from tests.language.test_pages_in_chinese import SAMPLES, WORDS, ids_of_presets, names_of_logs
from tests.language.walked import Said, english_in
from tests.permissions import TABLE

PASSWORD: Final = "three blue trees"
NAMES: Final = {
    Role.ADMIN: "孙毅",
    Role.ARBITER: "Bartholomew Featherstonehaugh-Cholmondeley",
    Role.RECORDER: "阿卜杜拉·买买提·吐尔逊·阿不都热合曼",
    Role.MEMBER: "Li",
}
DEVICE: Final = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
PAGES: Final = {
    Role.GUEST: ("/", "/login", "/matches/", "/add", "/people/1", "/api/"),
    Role.MEMBER: (
        *("/account", "/account/changes", "/account/data", "/account/erase"),
        *("/club/members", "/matches/1", "/disputes/1"),
    ),
    Role.RECORDER: ("/", "/account", "/club/uploads", "/club/ties", "/matches/1/manage"),
    Role.ARBITER: ("/account", "/disputes/1"),
    Role.ADMIN: (
        *("/club/members", "/club/members/2/erase", "/club/people/1/erase", "/account/tokens", "/matches/1/manage"),
        *("/disputes/1", "/club/changes"),
    ),
}
NO_PAGES: Final = {"own_data.file", "health.metrics", "match_visibility.open_link"}
"""What only a club answers that is not a page of its own."""
MADE: Final = {
    Role.MEMBER: ("/account/tokens", "main .club-form button", ".digest"),
    Role.ADMIN: ("/club/members", "form[action$='/invite'] button", "#link"),
}
"""Where somebody gets a secret that is shown once: the page, its button and the secret."""


@dataclass(frozen=True)
class Club:
    """A club that answers, with what lets somebody in."""

    app: Flask
    address: str
    invitation: str
    recovery: str

    def page(
        self,
        browser: Browser,
        role: Role,
        language: Language = Language.ENGLISH,
        service_workers: Literal["allow", "block"] = "block",
    ) -> Page:
        """A window of somebody with a role."""
        context = browser.new_context(
            base_url=self.address, locale=language, reduced_motion="reduce", service_workers=service_workers
        )
        context.add_cookies([{"name": "lang", "value": language, "url": self.address}])
        if role is not Role.GUEST:
            context.add_cookies([{"name": "fupan", "value": self._login(role), "url": self.address}])
        return context.new_page()

    def end_logins(self, role: Role) -> None:
        """Ends the logins of somebody, as on another device."""

        def end(session: Session) -> None:
            account = members.account_named(session, NAMES[role])
            assert account is not None
            logins.end_others(session, account.id or 0, 0)

        transact(self.app.extensions["fupan"].sessions, end)

    def _login(self, role: Role) -> str:
        def begin(session: Session) -> str:
            account = members.account_named(session, NAMES[role])
            assert account is not None
            return logins.begin(session, account, DEVICE, "")

        client = self.app.test_client()
        with client.session_transaction() as kept:
            kept["login"] = transact(self.app.extensions["fupan"].sessions, begin)
        cookie = client.get_cookie("fupan")
        assert cookie is not None
        return cookie.value


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club with somebody of each role, a match that waits to be taken in, and a ruling that waits for a vote."""
    database = new_sqlite(tmp_path_factory.mktemp("club") / "fupan.sqlite3")
    app = create_app(Config(database_url=database, secret_key="for tests alone", mode=Mode.CLUB, ruling_votes=2))
    fupan, hashed = app.extensions["fupan"], passwords.password_hash(PASSWORD)
    for path in (SAMPLE, SAMPLES / "guandan" / "failures-at-a.json"):
        with path.open("rb") as stream:
            list(ingest(fupan.sessions, fupan.checker, stream, path.name))

    def fill(session: Session) -> tuple[str, str]:
        members.name_club(session, "星期五牌友会 · Friday Club")
        made = {role: members.make_account(session, name, hashed, role) for role, name in NAMES.items()}
        show_to(session, 1, Visibility.OFFERED)
        number = {role: account.id or 0 for role, account in made.items()}
        for person, role in enumerate((Role.MEMBER, Role.RECORDER), 1):
            ties.ask(session, number[role], person)
        ties.agree(session, number[Role.ADMIN], number[Role.MEMBER], 1)
        for role in (Role.ARBITER, Role.ADMIN):
            ties.declare(session, number[role])
        for role in (Role.ADMIN, Role.MEMBER):
            tokens.make(session, number[role], "The game server on the second floor", frozenset({Scope.UPLOAD}), 90)
        return links.invite(session, Role.RECORDER, None), links.recover(session, made[Role.ARBITER], None)

    invitation, recovery = transact(fupan.sessions, fill)
    app.config["WTF_CSRF_ENABLED"] = False
    said = {"claim": "text", "text": "我赢了。", "hand": "1"}
    assert as_role(app, Role.RECORDER, NAMES[Role.RECORDER]).post("/matches/2/dispute", data=said).status_code == 303
    ruling = {"outcome": "stands", "text": "维持原判。", "before": "0"}
    assert as_role(app, Role.ARBITER, NAMES[Role.ARBITER]).post("/disputes/1/rule", data=ruling).status_code == 303
    app.config["WTF_CSRF_ENABLED"] = True
    with served(app) as address:
        yield Club(app, address, f"/join/{invitation}", f"/join/{recovery}")
    fupan.close()


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.SIMPLIFIED])
def test_no_page_of_a_club_is_laid_out_badly_or_breaks_a_rule(
    drawn: Drawn, browser: Browser, club: Club, language: Language
) -> None:
    wrong = {}
    for role, addresses in PAGES.items():
        page = club.page(browser, role, language)
        of_links = (club.invitation, club.recovery, "/join/used") if role is Role.GUEST else ()
        for address in (*addresses, *of_links):
            page.set_viewport_size({"width": 1280, "height": 800})
            page.emulate_media(color_scheme=READERS[language][0])
            if drawn.before(page, address):
                continue
            page.goto(address)
            if found := faults(page, language):
                wrong[role.name, address] = found
        if role in MADE:
            address, button, secret = MADE[role]
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(address)
            for field in page.locator("main #name").all():
                field.fill("A")
            page.fill("main #password", PASSWORD)
            page.click(button)
            expect(page.locator(secret)).to_be_visible()
            if found := faults(page, language):
                wrong[role.name, "a secret"] = found
        page.context.close()
    assert wrong == {}, "\n".join(f"{where}: {found}" for where, found in wrong.items())


def faults(page: Page, language: Language) -> list[object]:
    """What is wrong with the page that is open."""
    found = [broken_rules(page, EVERY_RULE), wrong_with(page), english_left(page, language)]
    return [each for each in (*found, faint_texts(page, language)) if each]


def english_left(page: Page, language: Language) -> list[str]:
    """The English on a page in another language."""
    said = Said()
    said.feed(page.content())
    return [] if language is Language.ENGLISH else english_in(said.texts, known_words())


@cache
def known_words() -> frozenset[str]:
    return (
        WORDS
        | names_of_logs()
        | ids_of_presets()
        | set(re.findall(r"[a-z]+", " ".join(("friday club jpeg webp featherston", *NAMES.values())).lower()))
    )


def test_every_page_that_only_a_club_has_is_among_them(club: Club) -> None:
    adapter = club.app.url_map.bind("localhost")
    addresses = [*sum(PAGES.values(), ()), *(each for each, _, _ in MADE.values()), club.invitation]
    of_clubs = {endpoint for (endpoint, method), (_, of) in TABLE.items() if method == "GET" and of is Of.ACCOUNT}
    assert of_clubs - {adapter.match(each)[0] for each in addresses} == NO_PAGES


def test_a_guest_is_led_back_after_logging_in_and_goes_by_keys_alone(browser: Browser, club: Club) -> None:
    page = club.page(browser, Role.GUEST)
    page.goto("/matches/?game=guandan")
    page.get_by_role("link", name="Log in").first.click()
    page.get_by_label("Name").focus()
    page.keyboard.type(NAMES[Role.MEMBER])
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches/?game=guandan")
    page.goto("/account")
    page.get_by_role("button", name="Log out", exact=True).click()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    page.context.close()


def test_what_those_logged_in_read_is_kept_where_they_ask_for_it(browser: Browser, club: Club) -> None:
    page = club.page(browser, Role.MEMBER, service_workers="allow")
    hand = "/matches/2/hands/1"
    page.goto(hand)
    until(page, CONTROLLED)
    page.goto(hand)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "1")
    page.goto("/account")
    page.wait_for_timeout(500)
    assert of_matches(page) == []
    keep(page, "/matches/2")
    assert {urlsplit(each).path for each in of_matches(page)} >= {hand, f"{hand}/table"}
    assert [each for each in of_matches(page) if not each.startswith("/matches/2/")] == []

    page.context.set_offline(True)
    page.goto(hand)
    expect(page.locator(".offline-mark")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-scene")).to_have_attribute("data-scene", "1")
    page.goto("/account")
    expect(page.locator("#kept-matches li")).to_have_count(1)
    expect(page.locator("body")).not_to_contain_text("Log out")
    page.locator("#kept-matches button").press("Enter")
    expect(page.locator("#kept-matches li")).to_have_count(0)
    assert of_matches(page) == []
    page.context.close()


@pytest.mark.parametrize("ends", ["here", "elsewhere"])
def test_what_was_kept_goes_when_the_login_ends(browser: Browser, club: Club, ends: str) -> None:
    page = club.page(browser, Role.RECORDER, service_workers="allow")
    keep(page, "/matches/2")
    page.goto("/account")
    assert of_matches(page) != []
    if ends == "here":
        page.get_by_role("button", name="Log out", exact=True).click()
    else:
        club.end_logins(Role.RECORDER)
        page.goto("/matches/2/hands/1")
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    until(page, f"async () => !(await ({KEPT})()).some((each) => each.startsWith('/matches/'))")
    page.context.set_offline(True)
    # A worker that the browser has started again has a page that says what is missing.
    with suppress(Error):
        page.goto("/matches/2/hands/1")
    expect(page.locator(".replay-scene")).to_have_count(0)
    page.context.close()


def keep(page: Page, match: str) -> None:
    """Has the browser keep a match by the button of its page, with keys alone."""
    page.goto(f"{match}/keep")
    until(page, CONTROLLED)
    button = page.get_by_role("button", name="Keep this match offline")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#keep-said")).to_contain_text("Kept on this device", timeout=60_000)


def of_matches(page: Page) -> list[str]:
    """What the browser keeps of matches."""
    return [each for each in kept(page) if each.startswith("/matches/")]
