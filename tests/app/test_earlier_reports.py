"""Reports of earlier versions, read as the format of today has them."""

import json

import pytest

from app.judging.earlier_reports import read_report


@pytest.mark.parametrize(
    ("hand", "basis"),
    [
        ({"complete": True}, "play"),
        ({"complete": False}, None),
        ({"complete": False, "basis": "scores"}, "scores"),
        ({"complete": True, "basis": None}, None),
    ],
)
def test_a_hand_without_a_basis_gets_one(hand: dict[str, object], basis: str | None) -> None:
    report = {"verdict": "clean", "hands": [hand], "digest": "sha256:0"}
    assert read_report(json.dumps(report).encode()) == report | {"hands": [hand | {"basis": basis}]}


def test_a_refusal_is_as_it_was_written() -> None:
    refusal = {"verdict": "unreadable", "findings": []}
    assert read_report(json.dumps(refusal).encode()) == refusal
