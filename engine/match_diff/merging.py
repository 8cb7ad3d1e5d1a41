"""One record made of two, with each choice named in it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import convert

from engine.match_diff.differences import Difference, DifferenceKind, HandSteps, plain
from engine.record import bounds
from engine.record.match import Hand, Match

_ABOUT: Final[Mapping[DifferenceKind, str]] = {
    DifferenceKind.RULES: "rules",
    DifferenceKind.MATCH: "match",
    DifferenceKind.OUTCOME: "result",
}
_COMMENT: Final = "# "


def merged_match(
    first: Match,
    second: Match,
    hands: Iterable[HandSteps],
    differences: Iterable[Difference],
    chosen: Collection[int],
    names: tuple[str, str] | None = None,
) -> Match:
    """The first record with the differences of the numbers ``chosen`` as the second has them.

    With ``names`` of the records, the note of the match names each choice, as far as there is room for it.
    """
    taken = [difference for difference in differences if difference.number in chosen]
    by_hand: dict[tuple[int | None, int | None], list[Difference]] = {}
    whole = plain(first)
    for change in taken:
        if change.first_hand is None and change.second_hand is None:
            _put(whole, change)
        else:
            by_hand.setdefault((change.first_hand, change.second_hand), []).append(change)
    whole["hands"] = [
        made
        for steps in hands
        if (made := _hand(first, second, steps, by_hand.get((steps.pair.first, steps.pair.second), []))) is not None
    ]
    if names is not None:
        about = whole.setdefault("match", {})
        about["note"] = _note(about.get("note", ""), list(differences), frozenset(chosen), names)
    return convert(whole, Match)


def merged_hand(first: Match, second: Match, steps: HandSteps, taken: Sequence[Difference]) -> Hand | None:
    """A hand of the first record with some differences, all of that hand, as the second has them; None if the record
    that is made does not have it.
    """
    made = _hand(first, second, steps, taken)
    return None if made is None else convert(made, Hand)


def _hand(first: Match, second: Match, hand_steps: HandSteps, taken: Sequence[Difference]) -> dict[str, Any] | None:
    pair = hand_steps.pair
    if pair.first is None or pair.second is None:
        there = taken[0].second if taken else (None if pair.first is None else plain(first.hands[pair.first]))
        return None if there is None else dict(there)
    hand = plain(first.hands[pair.first])
    actions, others = first.hands[pair.first].actions, second.hands[pair.second].actions
    steps = {(change.first_action, change.second_action) for change in taken if change.kind is DifferenceKind.ACTION}
    made: list[str] = []
    for step in hand_steps.steps:
        place, source = (step.second, others) if (step.first, step.second) in steps else (step.first, actions)
        if place is not None:
            made.append(source[place])
    hand["actions"] = made
    for change in taken:
        if change.kind is not DifferenceKind.ACTION:
            _put(hand, change)
    return hand


def _put(data: dict[str, Any], change: Difference) -> None:
    """Sets one field as the second record has it, or removes it where that says nothing."""
    *above, name = change.path
    if change.kind is DifferenceKind.PLAYER:
        at = next(player for player in data["players"] if player["seat"] == change.path[1])
        above = []
    else:
        at = data
    for part in above:
        at = at.setdefault(part, {})
    if change.second is None:
        at.pop(name, None)
    else:
        at[name] = change.second


def _note(before: str, differences: list[Difference], chosen: frozenset[int], names: tuple[str, str]) -> str:
    """The note of the first record, and which record each difference was decided for."""
    heading = f"Merged from {names[0]} and {names[1]}."
    said = f"{before} {heading}" if before and len(before) + len(heading) < bounds.TEXT // 2 else heading
    for place, difference in enumerate(differences):
        choice = f" {_place(difference)}: {names[1 if difference.number in chosen else 0]}."
        rest = f" And {len(differences) - place} more."
        if len(said) + len(choice) + len(rest) > bounds.TEXT:
            return said + rest
        said += choice
    return said


def _place(difference: Difference) -> str:
    hand = difference.second_hand if difference.first_hand is None else difference.first_hand
    if hand is None:
        return " ".join(difference.path)
    action = difference.second_action if difference.first_action is None else difference.first_action
    what = f", action {action + 1}" if action is not None else "".join(f" {part}" for part in difference.path)
    return f"Hand {hand + 1}{what}"
