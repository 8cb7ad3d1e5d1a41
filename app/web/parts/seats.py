"""One seat of the table as a page shows it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.drawing.table.holding import MarkedCards
from app.drawing.table.table import moved_by
from app.text.frame_terms import word
from app.text.language import _, said
from app.text.places import place_words
from app.text.seats import teams
from app.web.parts.faces import Face, face, face_of_text, faces
from engine.record.actions import parse_action
from engine.replay.frames import Frame, RowFrame, SeatFrame, merged_roles
from engine.replay.views import View
from engine.rulebook.sentences import say_of

_TEAM_NAMES: Final = ("first", "second")
_TO: Final = ">"
_PASS: Final = "pass"  # noqa: S105 (what a seat did)
_DEEPEST: Final = 24
"""The most cards of a column that the style sheet knows."""
_WIDEST: Final = 24


@dataclass(frozen=True, slots=True)
class CardColumns:
    """Cards in columns, ready to be laid out by the style sheet."""

    columns: tuple[tuple[Face, ...], ...]
    classes: str
    """How many columns there are, how deep they are, and how deep together in two lines."""


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of cards that a seat lays."""

    name: str
    cards: tuple[Face, ...]
    empty: int
    """Places of the row where no card lies yet."""
    reading: str
    """What the row is, in words: of a row that is not whole, what its cards are so far; empty without cards."""
    royalty: int
    """The points that its cards earn by themselves."""
    hand: int | None
    """Which of the seat's two hands begins with it; None where it begins none of two."""


@dataclass(frozen=True, slots=True)
class SeatRole:
    """A role of a seat."""

    name: str
    since: int | None
    """The step since which every seat knows it; None while only some do."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of the table."""

    seat: str
    name: str
    """The player's name; the seat where the log names nobody."""
    number: int
    """The place in the order of play, from 1."""
    at: int
    """The place around the table, from 1 at the bottom, in the direction of the turn."""
    team: int
    """1 or 2 in games of two teams, else 0."""
    level: str
    """The team's level before the hand, as far as the report has it."""
    roles: tuple[SeatRole, ...]
    count: int
    holding: CardColumns
    """The cards in hand that are shown; of two hands, the first one's columns come first."""
    hidden: int
    at_most: bool
    """Whether ``count`` and ``hidden`` may be too high."""
    public: tuple[Face, ...]
    """Those of the cards that everybody has seen; none where it shows no others."""
    turn: bool
    leads: bool
    """Whether it is its turn with nothing to beat."""
    owns: bool
    """Whether the play to beat is this seat's."""
    place: str
    """The place it finished in, and the cards it has left if it is not out; empty before."""
    out: bool
    passed: bool
    played: CardColumns | None
    """What it played in the trick on the table, unless that is to be beaten and lies in the middle."""
    moved: CardColumns | None
    """The cards that the last action moved or showed other than by a play."""
    handed_to: str
    """The name of the player whom these cards are for; empty if they are for nobody."""
    handed_number: int
    """The place of this player's seat in the order of play, from 1; 0 if they are for nobody."""
    face_down: tuple[Face, ...]
    """Its cards that lie face down."""
    rows: tuple[CardRow, ...]
    two_hands: bool
    """Whether its rows are those of two hands."""
    royalties: int
    """The points of its rows that count together."""
    standing: str
    """What it said or is in, in words."""
    dealer: bool
    fouls: tuple[str, ...]
    """What of it is foul, in words; empty where nothing is."""
    badges: tuple[str, ...] = ()
    """The shapes of the marks that notes put on it."""

    @property
    def laid(self) -> int:
        """Cards that lie in its rows."""
        return sum(len(row.cards) for row in self.rows)

    @property
    def room(self) -> int:
        """Cards that its rows take."""
        return self.laid + sum(row.empty for row in self.rows)

    @property
    def turn_words(self) -> str:
        """What a seat whose turn it is does next, in a word."""
        return said(say_of("action", "leads")) if self.leads else _("to act")


def faces_of(texts: Iterable[str], cards: MarkedCards) -> tuple[Face, ...]:
    """The faces of some cards; what is no card is left out."""
    known = tuple(texts)
    return faces(known, cards) or tuple(known_face for text in known if (known_face := face(text, cards)) is not None)


def _is_last(frame: Frame, place: int) -> bool:
    """Whether no place comes after one, now that the hand is over."""
    return frame.stage == "over" and place == len(frame.finish)


def in_columns(stacks: Sequence[Sequence[Face]], backs: int = 0) -> CardColumns:
    """Columns of cards; where only the number of cards is known, two more."""
    depths = [len(stack) for stack in stacks] + ([1] * 2 if backs else [])
    count = len(depths)
    half = -(-count // 2)
    two = max(
        (max(depths[:k], default=0) + max(depths[k:], default=0) for k in range(half, count)),
        default=max(depths, default=1),
    )
    deepest = max(depths, default=1)
    classes = (
        f"felt-cols-{min(count, _WIDEST)} felt-deep-{min(deepest, _DEEPEST)} felt-two-{min(max(two, 2), _DEEPEST)}"
    )
    return CardColumns(tuple(map(tuple, stacks)), classes)


def side_by_side(cards: Sequence[Face]) -> CardColumns:
    """Cards beside each other."""
    return in_columns([(card,) for card in cards])


def by_rank(texts: Sequence[str], cards: MarkedCards, hidden: int = 0) -> CardColumns:
    """Cards in columns by rank, in their order; each kind of joker has a column of its own."""
    return in_columns(_stacks(texts, cards), hidden)


def _stacks(texts: Sequence[str], cards: MarkedCards) -> list[list[Face]]:
    return stacks_by_rank([(text, face(text, cards)) for text in texts])


def stacks_by_rank(shown: Iterable[tuple[str, Face | None]]) -> list[list[Face]]:
    """Cards with their faces by rank; each kind of joker apart, and without what is no card."""
    stacks: dict[str, list[Face]] = {}
    for text, card in shown:
        if card is not None:
            plain = face_of_text(text)
            stacks.setdefault(plain if plain[0] in "BR?" else plain[0], []).append(card)
    return list(stacks.values())


def seat_of(
    seat: SeatFrame,
    number: int,
    frame: Frame,
    game: str,
    names: Mapping[str, str],
    level: str,
    cards: MarkedCards,
    view: View,
    below: str,
    known: Mapping[tuple[str, str], int],
) -> Seat:
    """A seat of a frame, which has what the view shows; ``number`` is its place in the order of play, from 1."""
    order = [seat_frame.seat for seat_frame in frame.seats]
    table = frame.table if frame.illegal is None else frame.illegal.on
    in_middle = table is not None and table.seat == seat.seat
    illegal = frame.illegal is not None and frame.illegal.play.seat == seat.seat
    played = () if seat.did in ("", _PASS) or in_middle or illegal else faces_of(seat.did.split(), cards)
    moved = faces_of(moved_by(frame, seat.seat), cards) if not seat.rows else ()
    turn = frame.turn == seat.seat and frame.steps > 0
    handed = _handed_to(frame)
    return Seat(
        seat=seat.seat,
        name=names.get(seat.seat, seat.seat),
        number=number,
        at=(number - 1 - order.index(below)) % len(order) + 1,
        team=_team(game, order, seat.seat),
        level=level,
        roles=tuple(_role(*held, frame, known) for held in merged_roles(frame.roles) if held[1] == seat.seat),
        count=seat.count,
        holding=_holding(seat, cards),
        hidden=seat.hidden,
        at_most=seat.at_most,
        public=faces_of(seat.public, cards) if view.whole or seat.seat == view.seat else (),
        turn=turn,
        leads=turn and frame.stage == "play" and frame.table is None,
        owns=frame.table is not None and frame.table.seat == seat.seat,
        place=""
        if seat.place is None
        else place_words(seat.place, seat.count, game, at_most=seat.at_most, last=_is_last(frame, seat.place)),
        out=seat.place is not None and not seat.count,
        passed=seat.did == _PASS,
        played=side_by_side(played) if played else None,
        moved=side_by_side(moved) if moved else None,
        handed_to=names.get(handed, "") if moved else "",
        handed_number=order.index(handed) + 1 if moved and handed in order else 0,
        face_down=faces_of(seat.face_down, cards),
        rows=tuple(
            _row(row, cards, begins=not place or seat.rows[place - 1].hand != row.hand)
            for place, row in enumerate(seat.rows)
            if row.due or row.cards
        ),
        two_hands=any(row.hand is not None for row in seat.rows),
        royalties=seat.royalties,
        standing=said(seat.standing),
        dealer=frame.dealer == seat.seat,
        fouls=tuple(_("foul") if hand is None else _("foul in hand {number}", number=hand) for hand in seat.fouls),
    )


def _team(game: str, order: Sequence[str], seat: str) -> int:
    parties = teams(game, order)
    if len(parties) != len(_TEAM_NAMES):
        return 0
    return next(index for index, party in enumerate(parties, 1) if seat in party)


def _role(role: str, seat: str, alone: bool, frame: Frame, known: Mapping[tuple[str, str], int]) -> SeatRole:
    since = known.get((role, seat)) if (role, seat) in frame.public_roles else None
    return SeatRole(_("{role}, alone", role=word(role)) if alone else word(role), since)


def _handed_to(frame: Frame) -> str:
    """The seat that the cards of the last action are for; empty if they are for nobody."""
    words = parse_action(frame.action or "").words
    return words[words.index(_TO) + 1] if _TO in words[:-1] else ""


def _row(row: RowFrame, cards: MarkedCards, *, begins: bool) -> CardRow:
    return CardRow(
        name=word(row.name),
        cards=faces_of(row.cards, cards),
        empty=max(row.size - len(row.cards), 0),
        reading=said(row.reading),
        royalty=row.royalty,
        hand=row.hand if begins else None,
    )


def _holding(seat: SeatFrame, cards: MarkedCards) -> CardColumns:
    """The cards of a seat; those of two whole hands that are known apart from each other."""
    sizes = [sum(row.size for row in seat.rows if row.hand == hand and not row.cards) for hand in (1, 2)]
    if all(sizes) and len(seat.cards) == sum(sizes):
        first, second = _stacks(seat.cards[: sizes[0]], cards), _stacks(seat.cards[sizes[0] :], cards)
        return in_columns([*first, *second], seat.hidden)
    return by_rank(seat.cards, cards, seat.hidden)
