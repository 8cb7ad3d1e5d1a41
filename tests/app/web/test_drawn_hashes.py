"""What the hash of a drawn page leaves out, and what it never leaves out."""

import re

from flask.testing import FlaskClient

from tests.browser.drawn import as_drawn

SITE = "http://127.0.0.1:5000"


def test_a_change_of_a_style_or_a_script_changes_what_is_hashed(client: FlaskClient) -> None:
    page = client.get("/").text
    parts = re.findall(r'(?:href|src)="(/[^"]+\?v=)(\w+)"', page)
    assert {address.rpartition(".")[2] for address, _ in parts} >= {"css?v=", "js?v="}
    for address, version in parts:
        other = page.replace(f"{address}{version}", f"{address}{'0' * len(version)}")
        assert as_drawn(other, SITE) != as_drawn(page, SITE), address


def test_tokens_moments_keys_and_the_own_address_do_not_change_what_is_hashed() -> None:
    page = '<input name="csrf_token" value="{}"><time>{}</time><code>{}</code><a href="{}/matches/1">1</a>'
    drawn = {
        as_drawn(page.format(*values), values[-1])
        for values in (
            ("IjA1", "2024-05-01 12:00", "0123 4567 89ab cdef", SITE),
            ("ZmQy", "2025-06-02 13:01", "aaaa bbbb cccc dddd", "http://127.0.0.1:5001"),
        )
    }
    assert len(drawn) == 1
