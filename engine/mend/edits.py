"""Edits: changes of one place of a log each, and the match with some of them made."""

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec import UNSET, Struct, UnsetType, structs

from engine.record.match import Hand, HandResult, Match, MatchResult, Setup

OPS: Final = (
    "card",
    "add_card",
    "drop_card",
    "claim",
    "word",
    "seat",
    "insert",
    "remove",
    "swap",
    "rows",
    "deal",
    "setup",
    "recorded",
)
"""The kinds of edits, in the order in which mends that are otherwise alike are shown."""

T = TypeVar("T", bound=Struct)
Value = object
"""A whole value of a field of a log: a text, a number, a list, or a mapping."""


class Edit(Struct, frozen=True, kw_only=True):
    """A change of one place of a hand, or of the recorded result of the match.  Actions count from 0, in the log as it
    is.
    """

    op: str
    action: int | UnsetType = UNSET
    """The action; for an insertion the one before which it stands, for an exchange the first of the two."""
    key: str | UnsetType = UNSET
    """The seat of a deal (``E,W`` for two), or the field of a setup."""
    path: str | UnsetType = UNSET
    """The field of a recorded result."""
    match: bool | UnsetType = UNSET
    """True if the recorded result is that of the match."""
    was: Value = UNSET
    now: Value = UNSET

    @property
    def kind(self) -> int:
        """The place of its kind in the order of kinds."""
        return OPS.index(self.op)

    def place(self, actions: int) -> int:
        """The action at which it stands: -1 before the first, the number of actions after the last."""
        if not isinstance(self.action, UnsetType):
            return self.action
        return actions if self.op == "recorded" else -1


def in_order(edits: Sequence[Edit], actions: int) -> tuple[Edit, ...]:
    """Edits in order of place, those of one action before its exchange with the next one."""
    return tuple(sorted(edits, key=lambda edit: (edit.place(actions), edit.op == "swap")))


def mended_hand(hand: Hand, edits: Sequence[Edit]) -> Hand:
    """A hand with the edits of it made.  They stand in order of place."""
    actions = list(hand.actions)
    order = sorted(
        enumerate(edits),
        key=lambda item: (
            -item[1].place(len(hand.actions)),
            item[1].op == "insert",
            -item[0] if item[1].op == "insert" else item[0],
        ),
    )
    for _, edit in order:
        at = edit.place(len(hand.actions))
        if edit.op == "insert":
            actions.insert(at, str(edit.now))
        elif edit.op == "remove":
            del actions[at]
        elif edit.op == "swap":
            actions[at : at + 2] = actions[at + 1], actions[at]
        elif edit.op == "deal":
            hand = structs.replace(hand, deal=_dealt(hand, edit))
        elif edit.op == "setup":
            hand = structs.replace(hand, setup=_with(hand.setup, Setup, str(edit.key), edit.now))
        elif edit.op == "recorded":
            hand = structs.replace(hand, result=_with(hand.result, HandResult, str(edit.path), edit.now))
        else:
            actions[at] = str(edit.now)
    return structs.replace(hand, actions=actions)


def mended_match(match: Match, hand: int | None, edits: Sequence[Edit]) -> Match:
    """A match with the edits of a hand made, from 0, or with those of its recorded result (None)."""
    if hand is None:
        result = match.result
        for edit in edits:
            result = _with(result, MatchResult, str(edit.path), edit.now)
        return structs.replace(match, result=result)
    hands = list(match.hands)
    hands[hand] = mended_hand(hands[hand], edits)
    return structs.replace(match, hands=hands)


def _dealt(hand: Hand, edit: Edit) -> dict[str, str]:
    deal = {} if isinstance(hand.deal, UnsetType) else dict(hand.deal)
    if isinstance(edit.now, dict):
        deal.update(edit.now)
    else:
        deal[str(edit.key)] = str(edit.now)
    return deal


def _with(value: T | UnsetType, kind: type[T], field: str, now: object) -> T:
    fields = {} if isinstance(value, UnsetType) else structs.asdict(value)
    return kind(**(fields | {field: now}))
