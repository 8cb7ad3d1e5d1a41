"""Two compared records in words: where they part, and what it changes."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from app.text.language import _, _n, marked, said
from engine.match_diff import Difference, DifferenceKind, MatchComparison, Weight
from engine.rulebook.sentences import enumerated

SEATED_BY: Final[Mapping[str, str]] = {
    "cards": marked("the seats are matched by the cards that were dealt"),
    "plays": marked("the seats are matched by what was played"),
    "players": marked("the seats are matched by the players"),
    "results": marked("the seats are matched by the recorded results"),
    "seats": marked("the seats are matched by their names"),
    "order": marked("nothing in the records matches the seats: the first of each is taken as the same"),
}
_SHOWN: Final = 300


def place_words(difference: Difference) -> str:
    """Where a difference is: ``hand 3, action 12``; with the numbers of the second record where they are others."""
    if difference.first_hand is None and difference.second_hand is None:
        return " ".join(difference.path[1:]) if difference.kind is DifferenceKind.PLAYER else " ".join(difference.path)
    hand = _hand_words(difference.first_hand, difference.second_hand)
    if difference.kind is DifferenceKind.ACTION:
        return _("{first}, {rest}", first=hand, rest=_action_words(difference.first_action, difference.second_action))
    return _("{first}, {rest}", first=hand, rest=" ".join(difference.path)) if difference.path else hand


def said_words(value: Any) -> str:
    """What one record says; a whole hand in short."""
    if value is None:
        return _("nothing")
    if isinstance(value, dict) and "actions" in value:
        return _n("a hand with {count} action", "a hand with {count} actions", len(value["actions"]))
    if isinstance(value, list):
        value = " > ".join(" + ".join(map(str, part)) if isinstance(part, list) else str(part) for part in value)
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def weight_words(weight: Weight | None, names: tuple[str, str]) -> str:
    """What a difference changes, in a sentence, with the names of the records; empty if it was not weighed."""
    if weight is None:
        return ""
    parts = []
    if weight.scores:
        changes = said(enumerated([f"{seat} {change:+d}" for seat, change in weight.scores.items()]))
        parts.append(_("As {name} has it, the totals change: {changes}.", name=names[1], changes=changes))
    if weight.refuted:
        refuted = names[0 if weight.refuted == "first" else 1]
        other = names[1 if weight.refuted == "first" else 0]
        parts.append(
            _n(
                "The rules refute {refuted}: with it there is {count} error more than with {other}.",
                "The rules refute {refuted}: with it there are {count} errors more than with {other}.",
                abs(weight.errors),
                refuted=refuted,
                other=other,
            )
        )
    return " ".join(parts) or _("It changes no total, and the rules refute neither record.")


def summary_words(compared: MatchComparison) -> str:
    """How the records compare, in a sentence."""
    count = len(compared.differences)
    if not count:
        return _("The records say the same.")
    against = sum(difference.is_contradiction for difference in compared.differences)
    alone = count - against
    return _n(
        "{count} difference: {against} where the records contradict each other, {alone} where only one of them says "
        "something.",
        "{count} differences: {against} where the records contradict each other, {alone} where only one of them says "
        "something.",
        count,
        against=against,
        alone=alone,
    )


def merge_words(compared: MatchComparison) -> str:
    """How many errors the record made of both has, and whether another choice may come to fewer; empty if the records
    say the same, or if neither can be judged.
    """
    errors = compared.choice.errors
    if not compared.differences or errors is None:
        return ""
    words = _n(
        "Merged as proposed, the record has {count} error.",
        "Merged as proposed, the record has {count} errors.",
        errors,
    )
    if compared.choice.bounded:
        words += " " + _(
            "Not every choice was tried, because that would take too many replays: another one may have fewer. Neither "
            "of the two records has fewer errors."
        )
    return words


def difference_facts(compared: MatchComparison) -> dict[str, object]:
    """The comparison as data for JSON; hands and actions count from 1, in each record's own order."""
    first, second = compared.judged
    return {
        "seats": dict(compared.seating.seats),
        "seated_by": compared.seating.by,
        "first": None if first is None else {"errors": first.errors, "totals": dict(first.scores)},
        "second": None if second is None else {"errors": second.errors, "totals": dict(second.scores)},
        "differences": [
            {
                "number": difference.number,
                "kind": str(difference.kind),
                "hand": _places(difference.first_hand, difference.second_hand),
                "action": _places(difference.first_action, difference.second_action),
                "field": list(difference.path),
                "first": difference.first,
                "second": difference.second,
                **_weight_facts(compared.weights.get(difference.number)),
            }
            for difference in compared.differences
        ],
        "advised": sorted(compared.advised),
        "merged": {"errors": compared.choice.errors, "bounded": compared.choice.bounded},
    }


def _weight_facts(weight: Weight | None) -> dict[str, object]:
    if weight is None:
        return {"scores": None, "errors": None, "refuted": None}
    return {"scores": dict(weight.scores), "errors": weight.errors, "refuted": weight.refuted or None}


def _places(first: int | None, second: int | None) -> list[int | None]:
    return [None if place is None else place + 1 for place in (first, second)]


def _hand_words(first: int | None, second: int | None) -> str:
    if first is None:
        return _("hand {hand} of the second record", hand=0 if second is None else second + 1)
    if second is None:
        return _("hand {hand} of the first record", hand=first + 1)
    if first == second:
        return _("hand {hand}", hand=first + 1)
    return _("hand {hand} ({other} in the second record)", hand=first + 1, other=second + 1)


def _action_words(first: int | None, second: int | None) -> str:
    if first is None:
        return _("action {action} of the second record", action=0 if second is None else second + 1)
    if second is None:
        return _("action {action} of the first record", action=first + 1)
    if first == second:
        return _("action {action}", action=first + 1)
    return _("action {action} ({other} in the second record)", action=first + 1, other=second + 1)
