"""The single changes that mend a short hand are those that trying every change and replaying the match shows."""

from collections.abc import Iterator
from typing import Final

import pytest
from msgspec import UNSET, structs

from engine.mend import mend, search
from engine.record.match import Hand
from tests.engine.mend.breaking import (
    CHECKER,
    broken,
    clean_match,
    errors_in,
    is_whole,
    put,
    record_of,
    said_by,
    with_hand,
)
from tests.offenders import for_every
from tests.profiles import cases

SHORT: Final = 8
"""Actions of a hand that are left."""
COMPARED: Final = frozenset({"card", "add_card", "drop_card", "remove", "swap"})
Change = tuple[str, object]


def _every_change(hand: Hand) -> Iterator[tuple[str, list[str]]]:
    """Every change of one card, and every removal and exchange, as the actions are then."""
    actions = list(hand.actions)
    assert isinstance(hand.deal, dict)
    for at, action in enumerate(actions):
        before, after = actions[:at], actions[at + 1 :]
        yield "remove", before + after
        if after:
            yield "swap", [*before, after[0], action, *after[1:]]
        words = action.split()
        if words[1] not in ("play", "set"):
            continue
        dealt = sorted(set(hand.deal[words[0]].replace("|", " ").split()))
        places = [place for place in range(2, len(words)) if words[place] not in ("/", "1:", "2:")]
        for place in places:
            if len(places) > 1:
                yield "drop_card", [*before, " ".join(words[:place] + words[place + 1 :]), *after]
            for card in dealt:
                if card != words[place]:
                    yield "card", [*before, " ".join([*words[:place], card, *words[place + 1 :]]), *after]
        for card in dealt:
            yield "add_card", [*before, f"{action} {card}", *after]


@for_every(
    "game, op",
    cases(
        [(game, op) for game in ("guandan", "bao_huang", "chinese_poker") for op in sorted(COMPARED)],
        [("guandan", "card"), ("bao_huang", "remove"), ("chinese_poker", "card")],
    ),
)
def test_the_single_changes_are_those_of_trying_every_one(game: str, op: str) -> None:
    pair = broken(game, op, 1, actions=SHORT)
    assert pair is not None
    match = pair[1]
    hand = match.hands[0]
    cut = not is_whole(pair[0])
    wanted: set[Change] = set()
    for kind, actions in _every_change(hand):
        changed = with_hand(match, structs.replace(hand, actions=actions))
        if actions != hand.actions and not errors_in(changed) and (cut or is_whole(changed)):
            wanted.add((kind, tuple(map(str, map(said_by, actions)))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "SHOWN", 1_000)
        answer = mend(CHECKER, record_of(match))
    assert answer.hands is not None
    assert answer.hands[0].complete
    mends = [each.edits[0] for each in answer.hands[0].mends if len(each.edits) == 1]
    proposed = {
        (edit.op, tuple(map(str, map(said_by, put(match, [edit]).hands[0].actions))))
        for edit in mends
        if edit.op in COMPARED
    }
    assert wanted
    assert proposed == wanted


def test_a_short_hand_is_clean_before_it_is_broken() -> None:
    match = clean_match("guandan", 1, actions=SHORT)
    assert len(match.hands[0].actions) <= SHORT
    assert match.hands[0].result is UNSET
