"""Links to what is computed are not for crawlers."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from app.web.http.computing import is_computed
from tests.language.demo_site import STARTS, demo_site
from tests.language.walked import walk


class Anchors(HTMLParser):
    """The links of a page that crawlers may follow."""

    def __init__(self) -> None:
        super().__init__()
        self.followed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and "nofollow" not in (given.get("rel") or "").split():
            self.followed.append(given.get("href") or "")


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with demo_site(Path(tmp_path_factory.mktemp("site"))) as app:
        yield app


def test_no_crawler_is_led_to_what_is_computed(web: Flask) -> None:
    client, adapter = web.test_client(), web.url_map.bind("localhost")
    led: dict[str, str] = {}
    seen = 0
    for address, html in walk(web, client, STARTS, each=1):
        if "nofollow" in client.get(address).headers.get("X-Robots-Tag", ""):
            continue
        page = Anchors()
        page.feed(html)
        seen += 1
        for link in page.followed:
            parts = urlsplit(link)
            try:
                endpoint, _ = adapter.match(parts.path, method="GET")
            except HTTPException:
                continue
            if is_computed(web, endpoint, parts.path, parse_qs(parts.query)):
                led.setdefault(link, address)
    assert seen > 50
    assert "\n".join(f"{link} on {address}" for link, address in sorted(led.items())) == ""
