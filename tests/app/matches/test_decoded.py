"""Matches kept decoded, with what stands before each of their hands."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest

from app.matches import store
from app.matches.ingest import ingest
from app.matches.installation import Installation
from engine.games import GAMES
from engine.replay.fold import HandStarts, frames
from tests.builders import finished, match

Take = Callable[..., Any]


def _kept(fupan: Installation, hands: int) -> store.StoredMatch:
    log = json.dumps(match(*[finished("EWNS")] * hands)).encode()
    (kept,) = ingest(fupan.sessions, fupan.checker, BytesIO(log), "long.json")
    found = fupan.match(kept.id)
    assert found is not None
    return found


def test_threads_get_the_same_hand_from_what_is_kept(fupan: Installation) -> None:
    stored = _kept(fupan, 12)
    decoded = fupan.decoded.get(stored)
    assert decoded is not None
    rules = fupan.checker.rules(decoded)
    judge = fupan.checker.judge(rules)
    expected = [list(frames(judge, decoded, index)) for index in range(12)]

    def shown(number: int) -> bool:
        index = number * 7 % 12
        before = fupan.decoded.before(stored, judge, rules, index)
        return list(frames(judge, decoded, index, before=before)) == expected[index]

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(shown, range(48)))


def test_what_stands_before_a_hand_is_kept_for_some_rule_sets(
    fupan: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = _kept(fupan, 2)
    made: list[object] = []

    class Counted(HandStarts):
        def __init__(self, *arguments: Any) -> None:
            made.append(arguments)
            super().__init__(*arguments)

    monkeypatch.setattr("app.matches.decoded.HandStarts", Counted)
    book = GAMES["guandan"].rules
    for name in [*book.presets, *book.presets]:
        rules = book.resolve(name)
        for index in (1, 0):
            fupan.decoded.before(stored, fupan.checker.judge(rules), rules, index)
    assert len(made) == 2 * len(book.presets) > 8
    with pytest.raises(IndexError):
        fupan.decoded.before(stored, fupan.checker.judge(rules), rules, 2)
