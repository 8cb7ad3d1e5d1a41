"""One match made of hands of others: two halves joined, or a part of one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from engine.record import bounds
from engine.record.match import Match, given_value
from engine.rulebook.sentences import say

_FROM_THE_FIRST: Final = ("rules", "match")
"""The fields of a composed match that are those of the first part that has them."""


class CannotCompose(ValueError):
    """Parts do not make one match."""

    def __init__(self, reason: str) -> None:
        """``reason`` is a sentence."""
        super().__init__(reason)
        self.reason: Final = reason


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands of a match, from ``first`` to ``last``, counted from 1, both included."""

    match: Match
    first: int
    last: int


def composed_match(parts: Sequence[Hands]) -> Match:
    """The match that some parts make, one after the other.

    What identifies the match, its rules and its players are those of the first part that has them.  The recorded result
    of the whole is that of the last part, where this goes to the end of its match.
    Raises CannotCompose where the parts have different games, seats or rules, or too many hands.
    """
    begin, end = parts[0], parts[-1]
    for part in parts:
        _check(begin.match, part)
    hands = [hand for part in parts for hand in part.match.hands[part.first - 1 : part.last]]
    if len(hands) > bounds.HANDS:
        raise CannotCompose(
            say(
                "A match has at most {bound} hands; these are {count}.",
                bound=f"{bounds.HANDS:,}",
                count=f"{len(hands):,}",
            )
        )
    facts = {
        name: next((value for part in parts if (value := getattr(part.match, name)) is not UNSET), UNSET)
        for name in _FROM_THE_FIRST
    }
    players = [
        next((other for other in (part.match.players[place] for part in parts) if given_value(other.name)), player)
        for place, player in enumerate(begin.match.players)
    ]
    result = end.match.result if end.last == len(end.match.hands) else UNSET
    return replace(begin.match, hands=hands, players=players, result=result, **facts)


def _check(first: Match, part: Hands) -> None:
    match = part.match
    if not 1 <= part.first <= part.last <= len(match.hands):
        raise CannotCompose(
            say(
                "The match has hands 1 to {count}, but not {first} to {last}.",
                count=len(match.hands),
                first=part.first,
                last=part.last,
            )
        )
    if match.game != first.game:
        raise CannotCompose(say("The two matches are of different games."))
    if match.seats != first.seats:
        seats, others = " ".join(first.seats), " ".join(match.seats)
        raise CannotCompose(
            say("The two matches have different seats: {seats} and {others}.", seats=seats, others=others)
        )
    if UNSET not in (first.rules, match.rules) and first.rules != match.rules:
        raise CannotCompose(say("The logs of the two matches claim different rules."))
