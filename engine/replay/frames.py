"""Frames: what the table looks like after a step of a hand."""

from collections.abc import Sequence

from msgspec import Struct

from engine.cards.packed import CARD_TEXTS, UNKNOWN
from engine.rulebook.sentences import Text, say


class RowFrame(Struct, frozen=True, kw_only=True):
    """A row of cards that a seat has laid, with the cards laid so far."""

    name: str
    hand: int | None
    """The hand of the seat that the row belongs to, from 1; None if each seat has one hand."""
    cards: tuple[str, ...]
    size: int
    """The number of cards of the whole row."""
    reading: str
    """What the row is, in words: of a row that is not whole, what its cards are so far; empty without cards."""
    royalty: int = 0
    """The points that the cards of the row earn by themselves, as far as every seat sees that they count."""
    due: bool = True
    """Whether cards are to be laid in it: not if the hand is surrendered or claimed as a natural."""


class SeatFrame(Struct, frozen=True, kw_only=True):
    """One seat: its cards, those of them that the table knows, and what it did last."""

    seat: str
    count: int
    """The number of cards in hand, known or not."""
    cards: tuple[str, ...]
    """The cards in hand that the log shows, in the order of the game, high to low."""
    hidden: int
    """The number of cards in hand that the log does not show."""
    at_most: bool = False
    """Whether ``count`` and ``hidden`` may be too high: the log does not show how many cards the seat got.

    Of a climbing game they may be one too high, or more where actions are not recorded.  ``hidden`` may be 0: then some
    of ``cards`` may be gone.
    """
    public: tuple[str, ...]
    """The cards in hand that every seat has seen (tribute, returned cards, shown jokers)."""
    place: int | None = None
    """The place the seat finished in, from 1; None while it holds cards."""
    did: str = ""
    """What the seat did since the last lead: ``pass``, or the cards that it played."""
    face_down: tuple[str, ...] = ()
    """Cards of the seat that lie face down and that no seat has seen; they are not in ``cards``."""
    knows: tuple[tuple[str, str], ...] = ()
    """The roles that this seat can know now: (role, seat)."""
    rows: tuple[RowFrame, ...] = ()
    """The rows of the seat, in games that have rows."""
    royalties: int = 0
    """The points of its rows that count together."""
    discarded: tuple[str, ...] = ()
    """The cards that it has discarded, in games in which the seat alone sees them."""
    standing: str = ""
    """A state of the seat that its cards do not show, such as ``surrendered``, or that its actions are not recorded."""
    fouls: tuple[int | None, ...] = ()
    """The hands of the seat that are foul, or certain to be: numbers from 1; None if each seat has one hand."""
    public_fouls: tuple[int | None, ...] = ()
    """Those of the fouls that follow from what every seat sees."""


class TablePlay(Struct, frozen=True, kw_only=True):
    """The play to beat."""

    seat: str
    cards: tuple[str, ...]
    reading: str
    """What the cards are, in words: ``pair of 9s``.  Empty if it is unknown."""
    step: int


class IllegalPlay(Struct, frozen=True, kw_only=True):
    """An illegal play, next to the play that it was made on."""

    play: TablePlay
    on: TablePlay | None
    """The play that was to be beaten; None if the table was empty."""


class WhyLegal(Struct, frozen=True, kw_only=True):
    """Why the rules allow a play."""

    reading: str
    """What the play counts as, in words."""
    on: TablePlay | None
    """The play that it beats; None on a lead."""
    by: str
    """What makes it beat that play, in words: ``a higher pair``; empty on a lead."""
    wild: tuple[str, ...]
    """What its wild cards stand for, as logs write it: ``2h=9``; none for those that count as themselves."""


class Frame(Struct, frozen=True, kw_only=True):
    """The state after ``step`` actions of a hand; step 0 is the deal."""

    hand: int
    step: int
    steps: int
    stage: str
    """The stage of the hand: ``tribute``, ``play``, or in Chinese poker one of its parts; ``over`` at the end."""
    action: str | None
    """The last action, as in the log; None at the deal."""
    seats: tuple[SeatFrame, ...]
    """In the order of play."""
    table: TablePlay | None
    """What the next play has to beat; after an illegal play that the table accepted, that play."""
    turn: str | None
    """The seat whose turn it is; None if any seat may act or the hand is over."""
    finish: tuple[tuple[str, ...], ...]
    facts: tuple[tuple[str, str], ...]
    """Named facts of the game that every seat knows, such as the level: (name, value)."""
    dealer: str | None = None
    """The seat of the dealer, in games that have one; None if it is unknown."""
    wild: tuple[str, ...] = ()
    """The wild cards of this hand."""
    marked: tuple[str, ...] = ()
    """The cards with a special rank in this hand that are not wild: the Big A."""
    roles: tuple[tuple[str, str], ...] = ()
    """The roles that follow from the log: (role, seat)."""
    public_roles: tuple[tuple[str, str], ...] = ()
    """The roles that every seat knows: (role, seat)."""
    captured: tuple[str, ...] = ()
    """The cards that the action took from the table into the hand of its seat."""
    laid: tuple[str, ...] = ()
    """Cards that lie on the table and in no hand, such as tribute not yet taken; ``??`` is a card not shown."""
    laid_open: bool = True
    """Whether every seat sees the cards in ``laid``."""
    illegal: IllegalPlay | None = None
    """The illegal play that the action made or that still lies on the table."""
    why_legal: WhyLegal | None = None
    """Why the rules allow the play that the action made; None if it made none, or one that breaks a rule."""

    @property
    def in_rows(self) -> bool:
        """Whether it is of a game in which seats lay rows of cards."""
        return any(seat.rows for seat in self.seats)

    @property
    def gone(self) -> frozenset[str]:
        """The cards that cannot come any more: those that the frame shows in a hand or a row, or that a
        seat has discarded.
        """
        places = (
            cards for seat in self.seats for cards in (seat.cards, seat.discarded, *(row.cards for row in seat.rows))
        )
        return frozenset(card for cards in places for card in cards) - {CARD_TEXTS[UNKNOWN]}


def merged_roles(roles: Sequence[tuple[str, str]]) -> tuple[tuple[str, str, bool], ...]:
    """The roles by seat: (role, seat, whether the seat has both roles and so is alone); then ``role`` is the first."""
    by_seat: dict[str, list[str]] = {}
    for role, seat in roles:
        by_seat.setdefault(seat, []).append(role)
    return tuple((held[0], seat, len(held) > 1) for seat, held in by_seat.items())


def foul_words(seat: SeatFrame) -> tuple[Text, ...]:
    """The fouls of a seat in words: ``foul``, or ``foul in hand 2`` if each seat has two hands."""
    return tuple(
        say("foul") if number is None else say("foul in hand {number}", number=number) for number in seat.fouls
    )
