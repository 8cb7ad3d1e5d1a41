"""The names that a server answers to."""

from contextlib import nullcontext
from dataclasses import replace

import pytest

from app.database.config import Config, Mode
from app.web.http.hosts import HostRefused, is_loopback, is_trusted, trusted_at
from tests.offenders import for_every

ALONE = Config(database_url="", secret_key="")
OPEN = Config(database_url="", secret_key="", trust_visitors=True)


@for_every("host", ["localhost", "127.0.0.1", "127.0.0.2", "127.255.0.9", "::1"])
def test_a_server_on_this_machine_alone_answers_to_its_own_names(host: str) -> None:
    assert is_loopback(host)
    trusted = trusted_at(host, ALONE)
    for name in ("localhost", "127.0.0.1:5000", "[::1]:5000", "LOCALHOST.", f"[{host}]" if ":" in host else host):
        assert is_trusted(name, trusted)
    for name in ("evil.example", "localhost.evil.example", "127.0.0.3", "[::2]", "[::1", "", "[", ":", "evil:[::1]"):
        assert not is_trusted(name, trusted)


@for_every("host", ["0.0.0.0", "::", "192.0.2.7", "2001:db8::1", "no such name.invalid", ""])
def test_members_of_a_club_do_not_log_in_from_elsewhere_without_https(host: str) -> None:
    names = ("fupan.example",)
    club = replace(ALONE, mode=Mode.CLUB, trusted_hosts=names)
    for where in (host, "127.0.0.1"):
        with pytest.raises(HostRefused, match="--insecure"):
            trusted_at(where, club)
        for allowed in ({"secure_cookies": True}, {"insecure": True}):
            assert trusted_at(where, replace(club, **allowed)) == names
    assert trusted_at("127.0.0.1", replace(club, trusted_hosts=())) == trusted_at("127.0.0.1", ALONE)


@for_every("host", ["0.0.0.0", "::", "192.0.2.7", "2001:db8::1", "no such name.invalid", ""])
def test_a_server_that_others_can_reach_needs_names(host: str) -> None:
    assert not is_loopback(host)
    for config in (OPEN, replace(ALONE, read_only=True)):
        with pytest.raises(HostRefused, match="FUPAN_TRUSTED_HOSTS"):
            trusted_at(host, config)
        named = replace(config, trusted_hosts=("fupan.example",))
        assert trusted_at(host, named) == trusted_at("127.0.0.1", named) == ("fupan.example",)


@for_every(
    ("host", "names", "proxies", "refused"),
    [
        ("127.0.0.1", ("localhost", "127.0.0.5", "[::1]", "::1", "LOCALHOST"), 0, False),
        ("0.0.0.0", ("localhost",), 0, True),
        ("192.0.2.7", (), 0, True),
        ("127.0.0.1", ("localhost", "fupan.example"), 0, True),
        ("127.0.0.1", (".localhost",), 0, True),
        ("127.0.0.1", ("10.0.0.1",), 0, True),
        ("127.0.0.1", (), 1, True),
    ],
)
def test_a_server_for_one_person_is_not_opened_by_the_way(
    host: str, names: tuple[str, ...], proxies: int, refused: bool
) -> None:
    config = replace(ALONE, trusted_hosts=names, trusted_proxies=proxies)
    with pytest.raises(HostRefused, match="--trust-visitors") if refused else nullcontext():
        assert trusted_at(host, config) == names


@for_every(
    ("name", "trusted"),
    [
        ("fupan.example", True),
        ("FUPAN.example:8080", True),
        ("club.fupan.example", False),
        ("a.clubs.example", True),
        ("clubs.example", True),
        ("notclubs.example", False),
        ("[2001:db8::1]:80", True),
        ("[2001:db8::2]:80", False),
    ],
)
def test_configured_names(name: str, trusted: bool) -> None:
    assert is_trusted(name, ("fupan.example", ".clubs.example", "2001:DB8::1")) is trusted


def test_without_names_any_is_answered_to() -> None:
    assert is_trusted("any.example", ())
