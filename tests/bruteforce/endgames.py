"""What the end of a hand is worth with all cards open, by trying every action; it shares no code with the engine.

A card is its text and a hand a tuple of cards in alphabetical order.  Every seat plays for its own score.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

from tests.bruteforce import guandan

Hand = tuple[str, ...]
Scores = tuple[int, ...]


@dataclass(frozen=True)
class State:
    """Where a hand stands.  Seats are numbered in order of play."""

    hands: tuple[Hand, ...]
    turn: int
    finish: tuple[int, ...] = ()
    owner: int | None = None
    """The seat of the play on the table; None: nothing lies there."""
    top: Any = None
    """What that play counts as."""
    top_cards: Hand = ()
    seen: Any = None
    """What else the game has to know."""


class Rules(ABC):
    """A game at one table."""

    def __init__(self, sides: Sequence[int]) -> None:
        """``sides`` names the side of each seat by the number of one of its seats."""
        self.sides = tuple(sides)
        self._known: dict[State, Scores] = {}

    @abstractmethod
    def plays(self, state: State) -> Iterator[tuple[Any, Hand, Hand]]:
        """What the seat in turn may play: what it counts as, the cards, and the cards that come to its hand for it."""

    @abstractmethod
    def heir(self, state: State, seat: int) -> int:
        """Who leads after a round that a seat has won with its last cards."""

    @abstractmethod
    def scores(self, order: Sequence[int]) -> Scores:
        """What the seats score by the order in which they finish."""

    def aim(self, seat: int, scores: Scores) -> int:
        """What a seat wants much of."""
        return scores[seat]

    def see(self, state: State, cards: Hand, gained: Hand) -> Any:
        """What else has to be known after a play."""
        del cards, gained
        return state.seen

    def value(self, state: State) -> Scores:
        """What the seats score if all play well."""
        if state not in self._known:
            out = {self.sides[seat]: 0 for seat in range(len(self.sides))}
            for seat in state.finish:
                out[self.sides[seat]] += 1
            if any(count == self.sides.count(side) for side, count in out.items()):
                rest = [seat for seat in range(len(self.sides)) if seat not in state.finish]
                return self.scores([*state.finish, *rest])
            ends = [self.value(after) for after in self.after(state)]
            self._known[state] = max(ends, key=lambda scores: self.aim(state.turn, scores))
        return self._known[state]

    def after(self, state: State) -> list[State]:
        """The states after the actions that the seat in turn may do."""
        found = []
        for top, cards, gained in self.plays(state):
            left = list(state.hands[state.turn])
            for card in cards:
                left.remove(card)
            hands = list(state.hands)
            hands[state.turn] = tuple(sorted([*left, *gained]))
            finish = state.finish if hands[state.turn] else (*state.finish, state.turn)
            seen = self.see(state, cards, gained)
            after = State(tuple(hands), self.next(hands, state.turn), finish, state.turn, top, cards, seen)
            found.append(after)
        if state.owner is not None:
            found.append(self.passed(state))
        return found

    def next(self, hands: Sequence[Hand], seat: int) -> int:
        """The next seat that holds cards."""
        for step in range(1, len(hands) + 1):
            other = (seat + step) % len(hands)
            if hands[other]:
                return other
        return seat

    def passed(self, state: State) -> State:
        """The state after a pass: the round ends where the turn comes back to the owner, or would pass it."""
        seats = len(state.hands)
        following = self.next(state.hands, state.turn)
        steps = (following - state.turn) % seats or seats
        assert state.owner is not None
        if steps < (state.owner - state.turn) % seats:
            return replace(state, turn=following)
        leader = state.owner if state.hands[state.owner] else self.heir(state, state.owner)
        return replace(state, turn=leader, owner=None, top=None, top_cards=())


def subsets(hand: Hand) -> list[Hand]:
    """The sets of cards of a hand, each once."""
    return sorted({cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size)})


_READ = cache(guandan.readings_of)


class Guandan(Rules):
    """Guandan at a level; the first and the third seat are partners."""

    def __init__(self, level: str, joker_pair: bool) -> None:
        super().__init__((0, 1, 0, 1))
        self.level = level
        self.joker_pair = joker_pair

    def plays(self, state: State) -> Iterator[tuple[Any, Hand, Hand]]:
        """Every set of cards in every reading."""
        for cards in subsets(state.hands[state.turn]):
            for reading in _READ(cards, self.level, self.joker_pair):
                if state.owner is None or guandan.beats(reading, state.top, self.level):
                    yield reading, cards, ()

    def heir(self, state: State, seat: int) -> int:
        """The partner."""
        return (seat + 2) % 4

    def scores(self, order: Sequence[int]) -> Scores:
        """By the place of the banker's partner."""
        up = {1: 3, 2: 2, 3: 1}[list(order).index((order[0] + 2) % 4)]
        return tuple(up if seat % 2 == order[0] % 2 else -up for seat in range(4))
