"""Messages of the NJUPT platform that several clients were sent: each is taken once, and none is lost."""

import json
from collections.abc import Callable, Iterable
from itertools import chain, zip_longest
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_messages import HAND, beginning, format_named, play, told

from engine.logs.record import LogRecord
from engine.record.match import Hand
from tests.profiles import cases, tried

Read = Callable[[str], bytes]


def hands(messages: Iterable[Any]) -> list[Hand]:
    (record,) = records(messages)
    assert record.match is not None, record.findings[0].message
    return record.match.hands


def records(messages: Iterable[Any]) -> list[LogRecord]:
    return format_named("njupt-messages").read(json.dumps(list(messages)).encode(), "it")


@pytest.fixture(scope="module")
def matches(peer: Read) -> list[list[Any]]:
    """The notifications of a few whole matches."""
    greedy, random = (peer(f"njupt/{name}.jsonl.gz").splitlines() for name in ("greedy", "random"))
    lines = cases([*greedy[:3], *random[:3]], [greedy[0], random[0]])
    return [[m for m in json.loads(line)["messages"] if m["type"] == "notify"] for line in lines]


def copies(message: Any, name: str, clients: int) -> list[Any]:
    """A message as each client is sent it; a beginning goes to one alone."""
    if message["stage"] == "beginning":
        return [message]
    return [message | ({name: client} if name else {}) for client in range(clients)]


@pytest.mark.parametrize("name", ["seat", "myPos", ""])
@pytest.mark.parametrize("clients", [2, 4])
def test_copies_that_follow_one_another(matches: list[list[Any]], name: str, clients: int) -> None:
    for messages in matches:
        repeated = list(chain.from_iterable(copies(message, name, clients) for message in messages))
        assert hands(repeated) == hands(messages)


@pytest.mark.parametrize("name", ["seat", "myPos"])
def test_clients_one_after_the_other(matches: list[list[Any]], name: str) -> None:
    for messages in matches:
        streams = [
            [m | {name: client} for m in messages if m["stage"] != "beginning" or m["myPos"] == client]
            for client in range(4)
        ]
        assert hands(chain.from_iterable(streams)) == hands(messages)
        turns = [m for turn in zip_longest(*streams) for m in turn if m is not None]
        assert hands(turns) == hands(messages)


def test_a_client_alone(matches: list[list[Any]]) -> None:
    for messages in matches:
        own = [m | {"myPos": 2} for m in messages if m["stage"] != "beginning" or m["myPos"] == 2]
        assert [hand.actions for hand in hands(own)] == [hand.actions for hand in hands(messages)]


def test_the_player_as_seat_is_no_client(matches: list[list[Any]]) -> None:
    for messages in matches:
        named = [m | {"seat": m["curPos"]} if m["stage"] == "play" else m for m in messages]
        assert hands(named) == hands(messages)


@tried(20)
@given(data=st.data())
def test_any_number_of_copies_of_each(data: st.DataObject) -> None:
    single = [
        beginning(0, ["S3", "S3", *HAND]),
        play(0, "Single", "3", ["S3"]),
        *(play(seat) for seat in (1, 2, 3)),
        play(0, "Single", "3", ["S3"]),
        play(1, "Single", "4", ["H4"]),
        *(play(seat) for seat in (2, 3, 0)),
        play(1, "Single", "4", ["H4"]),
        *(play(seat) for seat in (2, 3, 0)),
        told("episodeOver", order=[0, 1, 2, 3]),
        beginning(0, ["S9"]),
        told("tribute", result=[[3, 0, "SB"]]),
        told("back", result=[[0, 3, "S2"]]),
        play(3),
    ]
    repeated = [m for m in single for _ in range(data.draw(st.integers(1, 4)))]
    assert hands(repeated) == hands(single)
    count = len(repeated) - len(single)
    (record,) = records(repeated)
    said = [finding.message for finding in record.findings if finding.variant == "repeats"]
    assert said == ([f"repeated messages are ignored: {count}"] if count else [])


def test_a_copy_that_comes_late() -> None:
    one, two = play(0, "Single", "3", ["S3"]), play(1, "Single", "4", ["H4"])
    assert hands([beginning(0, HAND), one, two, one, two, play(2), one, two, play(2)])[0].actions == [
        "P0 play 3s",
        "P1 play 4h",
        "P2 pass",
    ]


def test_the_same_again_in_turn_is_new_with_players_out() -> None:
    cards = ["S3"] * 27
    out = [beginning(seat, HAND * 5) for seat in (0, 2, 3)]
    messages = [
        *out,
        beginning(1, cards),
        play(1, "Bomb", "3", cards),
        play(2),
        play(3, "Single", "9", ["S9"]),
        play(0),
        play(2),
        play(3, "Single", "9", ["S9"]),
        play(0),
        play(2),
    ]
    assert len(hands(messages)[0].actions) == 8


def test_the_partner_of_one_who_went_out_leads_with_the_others_passing_again() -> None:
    messages = [beginning(0, HAND), play(0, "Pair", "3", HAND), *(play(seat) for seat in (1, 2, 3))]
    again = [play(2, "Single", "4", ["S4"]), play(3), play(1), play(2, "Single", "4", ["S4"]), play(3)]
    assert hands([*messages, *again])[0].actions[4:] == ["P2 play 4s", "P3 pass", "P1 pass", "P2 play 4s", "P3 pass"]


def test_a_pass_on_the_lead_stands_in_a_log_without_copies() -> None:
    messages = [beginning(0, HAND), play(3), play(0, "Single", "3", ["S3"]), *(play(seat) for seat in (1, 2, 3, 0))]
    assert hands(messages)[0].actions[-1] == "P0 pass"


def test_something_out_of_turn_that_is_not_a_copy_stands() -> None:
    messages = [beginning(0, HAND), play(0, "Single", "3", ["S3"]), play(2), play(0, "Single", "3", ["H3"])]
    assert hands(messages)[0].actions == ["P0 play 3s", "P2 pass", "P0 play 3h"]


def test_clients_that_are_told_different_things() -> None:
    one = [m | {"myPos": 0} for m in (beginning(0, HAND), play(0, "Single", "3", ["S3"]), play(1))]
    two = [m | {"myPos": 1} for m in (beginning(1, ["S4"]), play(0, "Single", "3", ["H3"]))]
    (record,) = records([*one, *two])
    assert record.match is not None
    assert record.match.hands[0].actions == ["P0 play 3s", "P1 pass"]
    assert record.match.hands[0].deal == {"P0": "3s 3h", "P1": "4s"}
    assert any(finding.variant == "kept" and "seat 1" in finding.message for finding in record.findings)


def test_hands_without_beginnings() -> None:
    messages = [
        play(0),
        told("episodeOver", order=[0, 1, 2, 3], curRank=3),
        play(1),
        told("episodeOver", order=[1], curRank=4),
    ]
    assert [hand.actions for hand in hands(messages)] == [["P0 pass"], ["P1 pass"]]
