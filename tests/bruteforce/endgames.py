"""What the end of a hand is worth with all cards open, by trying every action; it shares no code with the engine.

A card is its text and a hand a tuple of cards in alphabetical order.  Every seat plays for its own score.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

from tests.bruteforce import bao_huang, big_a, guandan

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
        """``sides`` has the side of each seat."""
        self.sides = tuple(sides)
        self._known: dict[State, Scores] = {}

    @abstractmethod
    def plays(self, state: State) -> Iterator[tuple[Any, Hand, Hand]]:
        """What the seat in turn may play: what it counts as, the cards, and the cards that come to its hand for it."""

    @abstractmethod
    def heir(self, state: State, seat: int) -> int:
        """Who leads after a round that a seat has won with its last cards."""

    @abstractmethod
    def scores(self, finish: Sequence[Sequence[int]]) -> Scores:
        """What the seats score by the order in which they finish; those that are left share the last places."""

    def aim(self, seat: int, scores: Scores) -> int:
        """What a seat wants much of."""
        return scores[seat]

    def see(self, state: State, cards: Hand, gained: Hand) -> Any:
        """What else has to be known after a play."""
        del cards, gained
        return state.seen

    def value(self, state: State) -> Scores:
        """What the seats score if all play well."""
        found = self._known.get(state)
        if found is None:
            out = {self.sides[seat]: 0 for seat in range(len(self.sides))}
            for seat in state.finish:
                out[self.sides[seat]] += 1
            if any(count == self.sides.count(side) for side, count in out.items()):
                rest = [seat for seat in range(len(self.sides)) if seat not in state.finish]
                return self.scores([[seat] for seat in state.finish] + [rest])
            ends = [self.value(after) for after in self.after(state)]
            found = self._known[state] = max(ends, key=lambda scores: self.aim(state.turn, scores))
        return found

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


@cache
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

    def scores(self, finish: Sequence[Sequence[int]]) -> Scores:
        """By the place of the banker's partner."""
        order = [seat for place in finish for seat in place]
        up = {1: 3, 2: 2, 3: 1}[order.index((order[0] + 2) % 4)]
        return tuple(up if seat % 2 == order[0] % 2 else -up for seat in range(4))


_BEATS = cache(bao_huang.beats)


class BaoHuang(Rules):
    """Bao Huang with known roles; ``worth`` says what an order of finish is worth."""

    def __init__(
        self, court: set[int], joker_rule: str, lowest: str, worth: Callable[[Sequence[Sequence[int]]], Sequence[int]]
    ) -> None:
        """``lowest`` is the rank that is played last; empty if there is none."""
        super().__init__([int(seat not in court) for seat in range(5)])
        self.joker_rule = joker_rule
        self.lowest = lowest
        self.worth = worth

    def plays(self, state: State) -> Iterator[tuple[Any, Hand, Hand]]:
        """Equal cards, with jokers or without, and jokers."""
        hand = state.hands[state.turn]
        for cards in subsets(hand):
            plain = tuple(card.rstrip("*") for card in cards)
            ranks = {card[0] for card in plain if card not in bao_huang.JOKERS}
            if len(ranks) > 1 or (self.lowest in ranks and any(card[0] != self.lowest for card in hand)):
                continue
            if state.owner is None or _BEATS(plain, state.top, self.joker_rule):
                yield plain, cards, ()

    def heir(self, state: State, seat: int) -> int:
        """The next seat that holds cards."""
        return self.next(state.hands, seat)

    def scores(self, finish: Sequence[Sequence[int]]) -> Scores:
        """By the places of the sides."""
        return tuple(self.worth(finish))


_COMBINED = cache(big_a.reading_of)
_WINS = cache(big_a.beats)


class BigA(Rules):
    """Big A with known roles.  What is seen: whether the table knows the roles, and, of the seat with the second copy,
    how many copies of its own it has played and how many captured ones it holds.
    """

    def __init__(
        self,
        declarer: int,
        partner: int,
        big: str,
        skip_team: bool,
        worth: Callable[[Sequence[Sequence[int]]], Sequence[int]],
    ) -> None:
        super().__init__([int(seat not in (declarer, partner)) for seat in range(5)])
        self.declarer, self.partner, self.big = declarer, partner, big
        self.skip_team = skip_team
        self.worth = worth

    def plays(self, state: State) -> Iterator[tuple[Any, Hand, Hand]]:
        """Every combination, and fours that capture what has one card more."""
        for cards in subsets(state.hands[state.turn]):
            reading = _COMBINED(cards, self.big)
            if reading is None:
                continue
            if state.owner is None or _WINS(reading, state.top):
                yield reading, cards, ()
            captured = state.owner is not None and state.top[0] in ("triple", "four", "five", "six")
            if captured and state.top[1] == len(cards) + 1 and all(card[0] == "4" for card in cards):
                yield reading, cards, state.top_cards

    def see(self, state: State, cards: Hand, gained: Hand) -> Any:
        """A captured copy counts as played before an own one."""
        known, played, captive = state.seen
        if state.turn != self.partner:
            return state.seen
        for _ in range(cards.count(self.big)):
            if captive:
                captive -= 1
            else:
                played += 1
        wanted = 2 if self.declarer == self.partner else 1
        return known or played >= wanted, played, captive + gained.count(self.big)

    def heir(self, state: State, seat: int) -> int:
        """The next seat that holds cards and is no partner of the winner, as far as the table knows."""
        holding = [(seat + step) % 5 for step in range(1, 5) if state.hands[(seat + step) % 5]]
        if not state.seen[0] or (self.sides[seat] and not self.skip_team):
            return holding[0]
        return next((other for other in holding if self.sides[other] != self.sides[seat]), holding[0])

    def scores(self, finish: Sequence[Sequence[int]]) -> Scores:
        """By the places of declarer and partner."""
        return tuple(self.worth(finish))

    def aim(self, seat: int, scores: Scores) -> int:
        """The declarer's score is what both sides play for."""
        return -scores[self.declarer] if self.sides[seat] else scores[self.declarer]
