"""Every operation of the API's own document through the shipped server and proxy, as the least role that may do it.

Each POST is sent with an `Idempotency-Key` too, twice.
"""

from functools import partial

import pytest

from tests.app.cli.behind_proxy import Proxied
from tests.app.cli.journeys import disputes, matches, players, rules
from tests.app.cli.journeys.asking import JOURNEYS, POSTED, SENDERS, Club

SUBJECTS = (disputes, matches, players, rules)
"""They put their journeys into `JOURNEYS`."""


@pytest.fixture(scope="session")
def club(proxied: Proxied) -> Club:
    """The operations of the server, whose description is read once."""
    return Club(proxied)


def test_every_operation_has_a_journey(club: Club) -> None:
    described = club.described
    assert sorted(described) == sorted(JOURNEYS)
    assert {name for name, (method, *_) in described.items() if method == "POST"} == POSTED
    assert {each["x-permission"] for _method, _path, each in described.values()} == SENDERS.keys()


@pytest.mark.parametrize("name", sorted(JOURNEYS))
def test_an_operation_is_done_as_it_is_described(club: Club, name: str) -> None:
    JOURNEYS[name](club, partial(club.do, name))


@pytest.mark.parametrize("name", sorted(POSTED))
def test_what_is_posted_with_a_key_is_done_once(club: Club, name: str) -> None:
    JOURNEYS[name](club, partial(club.do, name, keyed=True))
