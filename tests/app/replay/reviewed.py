"""A match of one hand whose last eight cards are reviewed, which takes half a second."""

import json
from pathlib import Path

import pytest

from app.matches.computed import reviews
from app.matches.computed.reviews import Reviewing
from app.matches.installation import Installation
from engine.insight.review import Settings
from tests.app.working import do_any

_NJUPT = Path(__file__).parents[3] / "sample_logs" / "guandan" / "njupt.jsonl"
REVIEWED = Settings(left=8, fair_left=8)


def short_match() -> dict[str, object]:
    """A match with one recorded hand; seat P2 passes at step 103, which is a fault."""
    match: dict[str, object] = json.loads(_NJUPT.read_bytes().splitlines()[1])
    hands = match.pop("hands")
    assert isinstance(hands, list)
    del match["result"]
    return {**match, "hands": [hands[4]]}


def made(fupan: Installation, identity: int, patch: pytest.MonkeyPatch) -> None:
    """Has the review of a match made with these settings, which remain those of reviews until ``patch`` is undone."""
    patch.setattr(reviews, "settings_for", lambda *_: REVIEWED)
    stored = fupan.match(identity)
    assert stored is not None
    match = fupan.decoded.get(stored)
    assert match is not None
    reviews.ask(fupan, Reviewing.of(stored, match, fupan.rules(stored, match)), None)
    while do_any(fupan):
        pass
