"""Frames: what the table looks like after a step of a hand."""

from collections.abc import Sequence

from msgspec import Struct


class RowFrame(Struct, frozen=True, kw_only=True):
    """A row of cards that a seat has laid, as far as it lies."""

    name: str
    hand: int | None
    """Which of the seat's hands it belongs to, from 1; None where each seat has one."""
    cards: tuple[str, ...]
    size: int
    """How many cards the row takes."""
    reading: str
    """What a whole row is, in words; empty before."""


class SeatFrame(Struct, frozen=True, kw_only=True):
    """One seat: what it holds, what of it the table knows, and what it did last."""

    seat: str
    count: int
    """Cards in hand, known or not."""
    cards: tuple[str, ...]
    """The cards known to whoever reads the log, in the game's order, high to low."""
    hidden: int
    """How many of the cards in hand the log does not show."""
    public: tuple[str, ...]
    """The cards in hand that everybody at the table has seen (tribute, returned cards, shown jokers)."""
    place: int | None = None
    """The place the seat finished in, from 1; None while it holds cards."""
    did: str = ""
    """What the seat did in the trick that lies on the table: ``pass``, or the cards it played."""
    face_down: tuple[str, ...] = ()
    """Cards of the hand that lie face down before the seat and that nobody has seen; they are not among ``cards``."""
    knows: tuple[tuple[str, str], ...] = ()
    """Roles as far as this seat can know them now: (role, seat)."""
    rows: tuple[RowFrame, ...] = ()
    """The rows that the seat has laid, in games that are played with rows."""
    standing: str = ""
    """What the seat has said or is in, where that is not seen from its cards: ``surrendered``."""


class TablePlay(Struct, frozen=True, kw_only=True):
    """The play to beat."""

    seat: str
    cards: tuple[str, ...]
    reading: str
    """What the cards are, in words: ``pair of 9``.  Empty where it cannot be said."""
    step: int


class Frame(Struct, frozen=True, kw_only=True):
    """The state after ``step`` actions of a hand; step 0 is the deal."""

    hand: int
    step: int
    steps: int
    stage: str
    """What is being done: ``tribute``, ``play``, or of Chinese poker one of its parts; ``over`` at the end."""
    action: str | None
    """The action that led here, as the log has it."""
    seats: tuple[SeatFrame, ...]
    """In the order of play."""
    table: TablePlay | None
    turn: str | None
    """Whose turn it is; None where anybody may act or the hand is over."""
    finish: tuple[tuple[str, ...], ...]
    facts: tuple[tuple[str, str], ...]
    """Named facts of the game, such as the level: (name, value)."""
    public_facts: tuple[tuple[str, str], ...] | None = None
    """The facts as everybody at the table knows them; None where these are all of them."""
    wild: tuple[str, ...] = ()
    """The cards that may stand for others in this hand."""
    marked: tuple[str, ...] = ()
    """The cards that are special in this hand without standing for others: the Big A."""
    roles: tuple[tuple[str, str], ...] = ()
    """Roles as far as they are known to whoever reads the log: (role, seat)."""
    public_roles: tuple[tuple[str, str], ...] = ()
    """Roles as far as everybody at the table knows them: (role, seat)."""
    laid: tuple[str, ...] = ()
    """Cards that lie on the table and in nobody's hand, such as tribute not yet taken; ``??`` for one not shown."""
    laid_open: bool = True
    """Whether everybody at the table sees them."""


def merged_roles(roles: Sequence[tuple[str, str]]) -> tuple[tuple[str, str, bool], ...]:
    """Roles, (role, seat), with whether the seat has both and so plays alone; then the first stands for both."""
    by_seat: dict[str, list[str]] = {}
    for role, seat in roles:
        by_seat.setdefault(seat, []).append(role)
    return tuple((held[0], seat, len(held) > 1) for seat, held in by_seat.items())


def fouls_of(frame: Frame, seat: str) -> tuple[str, ...]:
    """What of a seat is foul, by the frame's facts: ``foul``, or ``foul in hand 2`` where it has two hands."""
    boards = dict(frame.facts).get("foul", "")
    parted = (board.partition(" ") for board in boards.split(", "))
    return tuple(f"foul in hand {number}" if number else "foul" for who, _, number in parted if who == seat)
