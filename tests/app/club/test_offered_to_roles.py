"""Pages offer each role what it may do and see: no form and no link leads to a refusal."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from app.accounts.roles import Role
from app.database.config import Mode
from app.database.opening import transact
from app.database.seeing import Visibility
from app.matches.access import show_to
from tests.app.conftest import Page
from tests.app.web.test_permissions import with_role
from tests.language.demo_site import STARTS, demo_site
from tests.language.walked import endpoint_alone, is_error, walk

PUBLIC: Final = (60, 61, 66)
"""Matches that a guest sees."""
REFUSED: Final = (403, 404)
ADMINS: Final = "/files/?show=deleted"
"""A view of a list that others may open.  It is refused to all below, and the list itself is not."""
LEAST: Final = 100
"""Pairs of a page and an endpoint that are tried."""


class Offered(HTMLParser):
    """Where the links of a page lead, and where its forms are sent."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Final[set[tuple[str, str]]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form" and given.get("method") == "dialog":
            return
        if tag == "form":
            self.found.add(((given.get("method") or "get").upper(), given.get("action") or ""))
        elif tag in ("a", "img", "object", "iframe"):
            self.found.add(("GET", given.get("href") or given.get("src") or given.get("data") or ""))


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with demo_site(tmp_path_factory, Mode.CLUB) as made:
        for match in PUBLIC:
            transact(made.extensions["fupan"].sessions, lambda session, m=match: show_to(session, m, Visibility.PUBLIC))
        made.config["PROPAGATE_EXCEPTIONS"] = False
        yield made


def refused(web: Flask, client: FlaskClient) -> dict[tuple[str, str], str]:
    """The addresses that pages offer and the server refuses: by the endpoints of page and address one example.

    Each page is tried for each endpoint once.
    """
    adapter = web.url_map.bind("localhost")
    met, found = set[tuple[str, str, str]](), dict[tuple[str, str], str]()
    answers: dict[tuple[str, str], int] = {}
    starts = [each for each in STARTS if each != ADMINS]
    for page in walk(web, client, (*starts, "/account", "/club/members", "/club/uploads"), 1, endpoint_alone):
        offered = Offered()
        offered.feed(page.html)
        for method, address in sorted(offered.found):
            parts = urlsplit(address or page.address)
            if parts.netloc or parts.scheme or not parts.path.startswith("/"):
                continue
            try:
                endpoint, _ = adapter.match(parts.path, method=method)
            except HTTPException:
                endpoint = "nothing"
            key = ("an error" if is_error(page) else page.endpoint, endpoint, method)
            if key in met or endpoint == "static":
                continue
            met.add(key)
            # A form without its token is refused for that alone once it is permitted.
            own = endpoint == page.endpoint and not parts.query
            sent = method, parts.path if method == "POST" else page.address if own else address
            if sent not in answers:
                answers[sent] = client.open(sent[1], method=method).status_code
            if answers[sent] in REFUSED:
                found[key[0], f"{method} {endpoint}"] = f"{page.address} -> {address} {answers[sent]}"
    assert len(met) > LEAST
    return found


@pytest.mark.parametrize("role", [each for each in Role if each is not Role.ADMIN])
def test_no_page_offers_what_would_be_refused(club: Flask, role: Role) -> None:
    wrong = refused(club, with_role(club, role))
    assert wrong == {}, "\n".join(f"{page}: {to} ({example})" for (page, to), example in wrong.items())


def test_of_what_one_may_not_read_the_words_stay_and_what_one_may_not_do_goes(club: Flask) -> None:
    guest = Page(club.test_client().get(f"/matches/{PUBLIC[-1]}"))
    member = Page(with_role(club, Role.RECORDER).get(f"/matches/{PUBLIC[-1]}"))
    assert [link for link in member.links if link.startswith("/people/")]
    assert not [link for link in guest.links if link.startswith("/people/")]
    assert "Chen Yu" in guest.text
    assert "Appeal the totals" in member.text
    assert "Appeal the totals" not in guest.text
    assert not re.search(r"<(p|li|ul|nav)[^>]*>\s*</\1>", guest.source)
    assert guest.faults == []
    assert not re.search("[\ufdd0-\ufdd2]", guest.source)
