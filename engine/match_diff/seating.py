"""Which seat of one record is which of another, where both may have named them otherwise and begun at another seat."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from unicodedata import normalize

from engine.match_diff.keys import action_key, cards_key
from engine.match_diff.reseating import reseated
from engine.record.match import HandResult, Match, Player, given_value
from engine.rulebook.options import game_words
from engine.rulebook.sentences import say


class CannotPair(ValueError):
    """Two records are not of one match."""

    def __init__(self, reason: str) -> None:
        """``reason`` is a sentence."""
        super().__init__(reason)
        self.reason: Final = reason


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of a second record by those of the first."""

    seats: Mapping[str, str]
    """The seat of the first record by the seat of the second."""
    by: str
    """What they were found by: ``cards``, ``plays``, ``players``, ``results``, ``seats``, or ``order`` where nothing
    tells them apart.
    """

    def applied(self, second: Match, first: Match) -> Match:
        """The second record with the seats of the first, in the order of its players."""
        return reseated(second, self.seats, first.seats)


def seating(first: Match, second: Match) -> Seating:
    """The seating that the most facts of both records agree with: cards dealt before plays, players and results.

    Both name their players in the order of play, so the seats of one are those of the other turned by some places.
    Raises CannotPair for records of different games, or with different numbers of players.
    """
    if first.game != second.game:
        raise CannotPair(
            say(
                "The first record is of {first}, the second of {second}.",
                first=game_words(first.game),
                second=game_words(second.game),
            )
        )
    if len(first.players) != len(second.players):
        raise CannotPair(
            say(
                "The first record has {first} players, the second {second}.",
                first=len(first.players),
                second=len(second.players),
            )
        )
    seats, others = first.seats, second.seats
    count = len(seats)
    turned = [{others[(place + turn) % count]: seats[place] for place in range(count)} for turn in range(count)]
    known = [evidence(first) for _, evidence in _EVIDENCE]
    orders: list[tuple[int, ...]] = []
    for names in turned:
        match = reseated(second, names, seats)
        shared = [
            sum((facts & evidence(match)).values()) for facts, (_, evidence) in zip(known, _EVIDENCE, strict=True)
        ]
        orders.append((*shared, sum(seat == other for other, seat in names.items())))
    best = max(range(count), key=lambda turn: (orders[turn], -turn))
    named = (*(name for name, _ in _EVIDENCE), "seats")
    by = next((name for place, name in enumerate(named) if len({order[place] for order in orders}) > 1), "order")
    return Seating(turned[best], by)


def _deals(match: Match) -> "Counter[Any]":
    return Counter(
        (seat, cards_key(cards)) for hand in match.hands for seat, cards in (given_value(hand.deal) or {}).items()
    )


def _plays(match: Match) -> "Counter[Any]":
    keys = (action_key(action) for hand in match.hands for action in hand.actions)
    return Counter(key for key in keys if key.cards)


def _players(match: Match) -> "Counter[Any]":
    return Counter((player.seat, _called(player)) for player in match.players if _called(player))


def _results(match: Match) -> "Counter[Any]":
    results: Counter[Any] = Counter()
    for hand in match.hands:
        if isinstance(hand.result, HandResult):
            results.update((seat, score) for seat, score in (given_value(hand.result.scores) or {}).items())
            finish = given_value(hand.result.finish) or ()
            results.update((place, seat) for place, seat in enumerate(finish) if isinstance(seat, str))
    return results


def _called(player: Player) -> str:
    return normalize("NFC", given_value(player.id) or given_value(player.name) or "").strip().casefold()


_EVIDENCE: Final = (("cards", _deals), ("plays", _plays), ("players", _players), ("results", _results))
