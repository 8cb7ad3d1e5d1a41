"""What the parts of a hand of a climbing game share: the cards, the turn, and the findings."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.cards.holdings import Holdings, surplus_found
from engine.cards.packed import Holding
from engine.climbing.round import OPENING, Round
from engine.record.actions import UnreadableAction
from engine.record.verbs import verb_words
from engine.replay.hand_findings import HandFindings
from engine.rulebook.codes import CARD_NOT_HELD, MALFORMED, UNEXPECTED_ACTION
from engine.rulebook.sentences import enumerated, listed, say

CountedPlay = tuple[int, int, Holding, object, object]
"""A play as statistics count it: the seat, the number of cards, the packed cards, their form (None if they have none),
and the ``Play`` if the packed cards are not given (0)."""


@dataclass(frozen=True, slots=True)
class PlayNotes:
    """What a hand notes of its play, for statistics."""

    plays: list[CountedPlay] = field(default_factory=list)
    """The plays so far, in order.  Cards that form nothing are among them only if the seat did not hold them."""
    leads: list[int] = field(default_factory=list)
    """The places in ``plays`` of those that were made with nothing on the table, in order."""
    last_plays: list[int] = field(default_factory=list)
    """The places in ``plays`` of those with which a seat went out."""
    passes: list[int] = field(default_factory=list)
    """The seats of the passes so far, in order; a pass with nothing on the table does not count."""


class Table(HandFindings):
    """A table during one hand.  Seats are numbered in order of play."""

    def __init__(
        self,
        game: str,
        index: int,
        seats: Sequence[str],
        holdings: Holdings,
        unsized: frozenset[int] = frozenset(),
    ) -> None:
        """``index`` is the hand's number in its match, from 0."""
        super().__init__(game, index, seats)
        self.holdings: Final = holdings
        self.unsized: Final = unsized
        """The seats that were perhaps dealt one card fewer than the holdings count."""
        self.unanswered: Mapping[int, int] = {}
        """How many cards more than the holdings count a seat holds at most: 0 or 1.

        It has each seat that gave or got a card in an exchange whose other card the log lacks.  Such a seat holds this
        many, or one fewer.
        """
        self.round: Final = Round(len(self.seats))
        self.public: list[Holding] = [0] * len(self.seats)
        """The cards of each seat that every seat has seen.  Plays take them out of it only when frames are made."""
        self.ineffective: Final[set[int]] = set()
        """Actions that had no effect."""
        self.short: Final[dict[int, int]] = {}
        """The number of cards played that the seat did not hold, by action."""
        self.noted: PlayNotes | None = None
        """What the hand has noted of its play; None if it notes nothing."""
        self.unread: Final[list[tuple[int | None, str]]] = []
        """Seat and verb of each malformed action before the first play.  A seat that cannot be read is None."""

    @property
    def notes(self) -> PlayNotes:
        """What the hand has noted of its play.  Raises ValueError if it notes nothing."""
        if self.noted is None:
            raise ValueError("this hand notes nothing of its play: call note_play before its first action")
        return self.noted

    @property
    def carried(self) -> Hashable:
        """What later actions depend on, once a seat has played."""
        top = self.round.top
        return (
            self.holdings.carried,
            self.round.carried,
            frozenset(action for action in self.ineffective if action > top),
            tuple(self.unread),
            tuple(self.unanswered.items()),
        )

    def names(self, seats: Sequence[int]) -> str:
        """The names of some seats, for findings; empty for no seats."""
        return listed([self.seats[seat] for seat in seats])

    def unexpected(self, seat: int, verb: str, text: str, wanted: str, *, topic: str = "turn") -> None:
        """Reports an action that is not allowed at this point; it has no effect."""
        self.ineffective.add(self.done)
        self.report(UNEXPECTED_ACTION, topic, seat, recorded=text, verb=verb_words(verb), wanted=wanted)

    def malformed(self, text: str, fault: UnreadableAction) -> None:
        """Reports an action that cannot be read.  After it any seat may act."""
        self.ineffective.add(self.done)
        self.report(
            MALFORMED,
            fault.rule,
            fault.seat,
            column=fault.column,
            variant=fault.variant,
            recorded=fault.recorded or text,
            details=fault.details,
        )
        if self.round.turn == OPENING:
            self.unread.append((fault.seat, "".join(text.split()[1:2])))
        self.round.suspend()

    def report_surplus(self) -> None:
        """Reports cards that are seen in more copies than the deck has."""
        self.findings += surplus_found(self.index, self.holdings, self.game)

    def put_in_order(self) -> None:
        """Sorts the findings into the order of the report: those of the deal first, then those of each action."""
        self.findings.sort(
            key=lambda finding: (-1 if finding.action is None else finding.action, finding.code is CARD_NOT_HELD)
        )

    def at_most(self, seat: int) -> bool:
        """Whether a seat may hold one card fewer than ``most``."""
        if seat in self.unanswered and not self.round.out[seat]:
            return True
        return seat in self.unsized and self.holdings.hidden[seat] > 0

    def most(self, seat: int) -> int:
        """The most cards that a seat may hold; it is the number that it holds unless ``at_most`` says otherwise."""
        return self.holdings.count(seat) + self.not_counted(seat)

    def not_counted(self, seat: int) -> int:
        """The number of cards that a seat perhaps holds, and that the holdings do not count."""
        return 0 if self.round.out[seat] else self.unanswered.get(seat, 0)

    def cards_left(self) -> str:
        """The number of cards of each seat that is not out, for findings."""
        return enumerated([self._left(seat) for seat in self.round.in_play])

    def _left(self, seat: int) -> str:
        name, count = self.seats[seat], self.most(seat)
        if self.at_most(seat):
            return say("{seat} holds at most {count}", seat=name, count=count)
        return say("{seat} holds {count}", seat=name, count=count)
