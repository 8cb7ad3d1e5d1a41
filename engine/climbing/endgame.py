"""The rest of a hand of a climbing game with all cards and roles open: turns, going out and the course are shared."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from engine.cards.packed import Card, Holding, card_text
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import Form, bare
from engine.climbing.round import NOBODY
from engine.replay.endgame import EMPTY, Course, Laid, Outcome, Position

KIND_BITS: Final = 2
"""In the course, those of the kind of a seat that is out."""
_KINDS: Final = (1 << KIND_BITS) - 1
NOTE: Final = 1 << 16
"""The game notes multiples of this in the course, fewer than 32."""
KNOWN_ROLES: Final = 1
"""How many of them say that the table knows all roles."""
RANK_BITS: Final = 8
"""In a form, where a game has ``bombs``, the number of its kind is above these bits."""
NO_SUITS: Final = 0
KEEPS_SUITS: Final = 2
PlaySet = tuple[Laid, Holding, Holding, int]
"""What lies on the table when a set of cards is played, the cards, these without suits, and what it says of suits:
``NO_SUITS`` if it is of a hand without suits, ``KEEPS_SUITS`` if a hand has suits while it has this set, else 1.
"""
NOTED_BITS: Final = 24
"""In what lies on the table, what the game notes of it is above these bits."""


class ClimbingEndgame(ABC):
    """The rest of one hand under the rules of its table.

    The course has the kinds of the seats that are out, in order, and multiples of ``NOTE`` that the game notes.  Seats
    are of one kind if an end has the same value whichever of them has which place.  All seats of a kind are on one
    side.  The hand is over when one side is out.
    """

    def __init__(self, seats: Sequence[str], kinds: Sequence[int], sides: Sequence[int]) -> None:
        """``kinds`` has the kind of each seat, from 0; ``sides`` its side, 0 or 1."""
        self.seats: Final = tuple(seats)
        self.sides: Final = tuple(sides)
        self.kinds: Final = tuple(kinds)
        self._after: Final = (*range(1, len(self.seats)), 0)
        self._spans: Final[dict[Course, tuple[int, int]]] = {}

    @abstractmethod
    def scores(self, finish: Sequence[Sequence[int]]) -> Outcome:
        """What each seat scores by an order of finish; the seats that are left share the last places."""

    @abstractmethod
    def heir(self, hands: Sequence[Holding], seat: int, course: Course) -> int:
        """The seat that leads after a round that a seat has won with its last cards."""

    @abstractmethod
    def plays(self, hand: Holding, laid: Laid) -> Sequence[tuple[Laid, Holding]]:
        """The plays of a reduced hand: what lies on the table after each, and the hand then, also reduced.

        Plays that leave the same are one.  Those that are tried first come first.
        """

    @property
    def bombs(self) -> int:
        """The first kind of bomb where the plays on the table are those on a lead that have a higher form, either of
        the same kind or of a bomb.  0 where there is more to it.
        """
        return 0

    def sets(self, hand: Holding) -> tuple[Holding, Sequence[PlaySet]]:
        """A reduced hand without suits, and the sets of cards of its plays on a lead, where there are ``bombs``.

        What is left of it can play those of them that it still has.  The sets of hands without suits come last; without
        others the hand itself is one.  Both are in the order of the plays, of equal forms those of more cards in higher
        lanes first.
        """
        raise NotImplementedError

    @abstractmethod
    def reduced_hand(self, hand: Holding) -> Holding:
        """A hand without what makes no difference to its plays and to those of what is left of it."""

    def reduced_laid(self, laid: Laid) -> Laid:
        """What lies on the table, without what makes no difference to later plays."""
        return laid

    def apart(self, position: Position) -> Hashable:
        """What the rules tell apart of the hands and of what lies on the table."""
        hands, _, _, laid, _ = position
        return self._reduced_hands(hands), self.reduced_laid(laid)

    def _reduced_hands(self, hands: Sequence[Holding]) -> tuple[Holding, ...]:
        return tuple(map(self.reduced_hand, hands))

    def aim(self) -> int:
        """A seat of side 0 whose score orders the ends."""
        return self.sides.index(0)

    @abstractmethod
    def written(self, hand: Holding, laid: Laid) -> Iterator[tuple[str, Laid, Holding]]:
        """The actions with cards of a hand: verb and cards as logs write them, what lies on the table then, the hand.

        Actions that make no difference by the rules of the game are one, which is the first by code points.
        """

    @property
    def noting(self) -> int:
        """The seat whose plays the game notes; NOBODY if it notes none."""
        return NOBODY

    def noted(self, course: Course, seat: int, laid: Laid, before: Laid) -> Course:
        """The course after a seat has played on what lay on the table before."""
        del seat, laid, before
        return course

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes that are possible, from the worst for side 0 to the best.

        Outcomes that score the same for the seat of its aim are one.
        """
        aim = self.aim()
        by_score = {outcome[aim]: outcome for outcome in self._ends(EMPTY)}
        return tuple(by_score[score] for score in sorted(by_score))

    def span(self, course: Course) -> tuple[int, int]:
        """The places in ``outcomes`` of the worst and the best that can still come; they are equal at the end."""
        finish = course % NOTE
        bounds = self._spans.get(finish)
        if bounds is None:
            aim = self.aim()
            scores = [outcome[aim] for outcome in self.outcomes]
            ends = [scores.index(outcome[aim]) for outcome in self._ends(finish)]
            bounds = self._spans[finish] = min(ends), max(ends)
        return bounds

    def is_over(self, course: Course) -> bool:
        """Whether one side is out."""
        out = _kinds_in(course % NOTE)
        return any(all(out.count(kind) == self.kinds.count(kind) for kind in self._of_side(side)) for side in (0, 1))

    def _of_side(self, side: int) -> set[int]:
        return {kind for kind, own in zip(self.kinds, self.sides, strict=True) if own == side}

    def courses(self, course: Course = EMPTY) -> Iterator[Course]:
        """All orders of finish that begin in a way, with that, from there on."""
        yield course
        if not self.is_over(course):
            out = _kinds_in(course)
            for kind in sorted(set(self.kinds)):
                if out.count(kind) < self.kinds.count(kind):
                    yield from self.courses(_with_kind(course, kind))

    def _ends(self, course: Course) -> Iterator[Outcome]:
        """The outcomes of all orders of finish that begin in a way."""
        yield from (self._outcome(end) for end in self.courses(course) if self.is_over(end))

    def _outcome(self, course: Course) -> Outcome:
        out = _kinds_in(course)
        left = list(range(len(self.seats)))
        finish: list[list[int]] = []
        for kind in out:
            seat = next(seat for seat in left if self.kinds[seat] == kind)
            left.remove(seat)
            finish.append([seat])
        return self.scores([*finish, left] if left else finish)

    def successors(self, position: Position) -> Iterator[Position]:
        """The positions after the actions that a seat may do in a settled position, also settled."""
        hands, turn, owner, laid, course = position
        helps = laid and self.sides[owner] == self.sides[turn]
        if helps:
            yield self.settled(self._passed(position))
        for now, rest in self.plays(hands[turn], laid):
            yield self.settled(self._played(hands, turn, now, rest, self.noted(course, turn, now, laid)))
        if laid and not helps:
            yield self.settled(self._passed(position))

    def settled(self, position: Position) -> Position:
        """A reduced position after the passes of all seats next in turn that have no other action."""
        while position[3] and not (position[0][position[1]] and self.plays(position[0][position[1]], position[3])):
            position = self._passed(position)
        return position

    def _played(self, hands: tuple[Holding, ...], turn: int, laid: Laid, rest: Holding, course: Course) -> Position:
        after = (*hands[:turn], rest, *hands[turn + 1 :])
        if not rest:
            course = course - course % NOTE + _with_kind(course % NOTE, self.kinds[turn])
        following = self._after[turn]
        while not after[following] and following != turn:
            following = self._after[following]
        return after, following, turn, laid, course

    def _passed(self, position: Position) -> Position:
        hands, turn, owner, laid, course = position
        following = self._after[turn]
        while following != owner and not hands[following]:
            following = self._after[following]
        if following != owner:
            return hands, following, owner, laid, course
        leader = owner if hands[owner] else self.heir(hands, owner, course)
        return hands, leader, NOBODY, EMPTY, course

    def reduced(self, position: Position) -> Position:
        """A position without what makes no difference to its value."""
        hands, turn, owner, laid, course = position
        return self._reduced_hands(hands), turn, owner, self.reduced_laid(laid), course

    def position(self, replay: ClimbingHand) -> Position:
        """Where the hand stands; its cards are all known."""
        turns, holdings = replay.table.round, replay.table.holdings
        laid = EMPTY
        if turns.beaten_by is not None:
            laid = self.laid(replay, replay.table_against(replay.reader.play(bare(replay.top_text))))
        hands = tuple(holdings.shown(seat) for seat in range(len(holdings.known)))
        course = course_after(self.kinds[seat] for place in turns.finish for seat in place)
        return hands, turns.expected, turns.owner, laid, course + self.note(replay) * NOTE

    def laid(self, replay: ClimbingHand, form: Form) -> Laid:
        """What lies on the table, where the play to beat is of a form."""
        del replay
        return form

    def note(self, replay: ClimbingHand) -> int:
        """What the game has noted of the play."""
        del replay
        return 0

    def actions(self, position: Position) -> list[tuple[str, Position]]:
        """The actions that the rules allow in a position, and the positions after them, by code points."""
        hands, turn, _, laid, course = position
        seat = self.seats[turn]
        options = [
            (f"{seat} {text}", self._played(hands, turn, now, rest, self.noted(course, turn, now, laid)))
            for text, now, rest in self.written(hands[turn], laid)
        ]
        if laid:
            options.append((f"{seat} pass", self._passed(position)))
        return sorted(options)


def action_text(verb: str, cards: Sequence[Card]) -> str:
    """An action without its seat, as logs write it."""
    return " ".join([verb, *map(card_text, cards)])


def course_after(kinds: Iterable[int]) -> Course:
    """The course after seats of some kinds went out, in order."""
    course = EMPTY
    for kind in kinds:
        course = _with_kind(course, kind)
    return course


def _kinds_in(course: Course) -> list[int]:
    """The kinds of the seats that are out, in order."""
    kinds: list[int] = []
    while course:
        kinds.append((course & _KINDS) - 1)
        course >>= KIND_BITS
    return kinds[::-1]


def _with_kind(course: Course, kind: int) -> Course:
    return course << KIND_BITS | (kind + 1)
