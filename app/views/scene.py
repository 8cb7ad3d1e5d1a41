"""One step of a hand as a page shows it: the table, who did what, what there is to say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.views.faces import Face, Special, face, faces, special
from app.views.steps import Facts, Pointed, Step, pointed, step_of
from engine.games import GAMES
from engine.replay.frames import Frame, RowFrame, SeatFrame, TablePlay, WhyLegal, foul_words, merged_roles
from engine.replay.views import ALL, View

NAME: Final = 40
"""Characters of a name that a page shows."""
_TEAM_NAMES: Final = ("first", "second")
_ORDINALS: Final = ("", "1st", "2nd", "3rd")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cards that a seat lays."""

    name: str
    cards: tuple[Face, ...]
    empty: int
    """Places of the row where no card lies yet."""
    reading: str
    """What a whole row is, in words; empty before."""
    hand: int | None
    """Which of the seat's two hands begins with it; None where it begins none of two."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of the table."""

    seat: str
    name: str
    """The player's name; the seat where the log names nobody."""
    number: int
    """The place in the order of play, from 1."""
    team: int
    """1 or 2 in games of two teams, else 0."""
    level: str
    """The team's level before the hand, as far as the report has it."""
    roles: tuple[str, ...]
    count: int
    cards: tuple[Face, ...]
    hidden: int
    public: tuple[Face, ...]
    """Those of the cards that everybody has seen; none where it shows no others."""
    turn: bool
    owns: bool
    """Whether the play to beat is this seat's."""
    place: str
    """The place it finished in, and the cards it has left if it is not out; empty before."""
    passed: bool
    played: tuple[Face, ...]
    """What it played in the trick on the table."""
    face_down: tuple[Face, ...]
    """Its cards that lie face down."""
    rows: tuple[Row, ...]
    parted: int
    """After how many of its cards those of its second hand begin; 0 where they are not told apart."""
    standing: str
    """What it said or is in, in words."""
    dealer: bool
    fouls: tuple[str, ...]
    """What of it is foul, in words; empty where nothing is."""

    @property
    def laid(self) -> int:
        """Cards that lie in its rows."""
        return sum(len(row.cards) for row in self.rows)

    @property
    def room(self) -> int:
        """Cards that its rows take."""
        return self.laid + sum(row.empty for row in self.rows)


@dataclass(frozen=True, slots=True)
class Play:
    """A play on the table, or one beside it that the rules do not allow."""

    seat: str
    name: str
    cards: tuple[Face, ...]
    reading: str
    step: int


@dataclass(frozen=True, slots=True)
class Legal:
    """Why a play is legal."""

    reading: str
    on: Play | None
    """The play that it beats; None on a lead."""
    by: str
    """What makes it beat that play, in words."""
    wild: tuple[str, ...]
    """The cards that its wild cards stand for, in words."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A frame with the names, faces and findings that belong to it."""

    step: int
    steps: int
    stage: str
    facts: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]
    table: Play | None
    """The play to beat; beside an illegal play the one that it was made on."""
    illegal: Play | None
    """The illegal play that the action made or that still lies on the table."""
    follows: bool
    """Whether the next play has one to beat."""
    laid: tuple[Face, ...]
    """Cards that lie on the table and are nobody's."""
    turn: str | None
    """The name of whose turn it is."""
    done: Step | None
    """The action that led here; None at the deal."""
    captured: tuple[Face, ...]
    """Cards that this action took from the table into the hand of who did it."""
    finish: tuple[str, ...]
    findings: tuple[tuple[Facts, Pointed | None], ...]
    """Told only where all hands are shown: they may speak of any card."""
    untold: int
    """Findings that are not told."""
    previous_finding: int | None
    """The nearest step before this one that has findings."""
    next_finding: int | None
    legal: Legal | None
    """Why the play that led here is legal."""
    asked: str | None
    """The name of the seat whose legal plays can be asked for."""


def scene_of(
    frame: Frame,
    game: str,
    names: Mapping[str, str],
    levels: Mapping[str, str],
    said: Mapping[int, Sequence[Facts]],
    view: View = ALL,
    asked: str | None = None,
) -> Scene:
    """The scene of a frame, which has what the view shows.

    ``names`` and ``levels`` are by seat and may lack seats.  ``said`` has the findings of the hand by step.  ``asked``
    is the seat whose legal plays can be asked for.
    """
    cards = special(frame.wild, frame.marked)
    order = [each.seat for each in frame.seats]
    here = said.get(frame.step, ())
    text = frame.action
    return Scene(
        step=frame.step,
        steps=frame.steps,
        stage=frame.stage,
        facts=tuple(fact for fact in frame.facts if fact not in frame.roles),
        seats=tuple(
            _seat(each, number, frame, game, names, levels.get(each.seat, ""), cards, view)
            for number, each in enumerate(frame.seats, 1)
        ),
        table=_play(frame.table if frame.illegal is None else frame.illegal.on, names, cards),
        illegal=None if frame.illegal is None else _play(frame.illegal.play, names, cards),
        follows=frame.table is not None,
        laid=_drawn(frame.laid, cards),
        turn=None if frame.turn is None else names.get(frame.turn, frame.turn),
        done=None if text is None else step_of(frame.step, text, order, cards, here),
        captured=_drawn(frame.captured, cards),
        finish=tuple(" and ".join(names.get(seat, seat) for seat in place) for place in frame.finish),
        findings=tuple(
            (each, None if text is None or each["action"] is None else pointed(text, each["column"]))
            for each in (here if view.whole else ())
        ),
        untold=0 if view.whole else len(here),
        previous_finding=max((step for step in said if step < frame.step), default=None),
        next_finding=min((step for step in said if step > frame.step), default=None),
        legal=None if frame.why_legal is None else _legal(frame.why_legal, names, cards),
        asked=None if asked is None else names.get(asked, asked),
    )


def teams(game: str, seats: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The teams of a game by their seats; each seat for itself where there are none."""
    known = GAMES[game].teams if game in GAMES else ()
    return tuple(tuple(seats[number] for number in team) for team in known) or tuple((seat,) for seat in seats)


def called(name: str, longest: int = NAME) -> str:
    """A name as pages show it: cut where it is so long that it would push all else away."""
    return name if len(name) <= longest else name[: longest - 1] + "…"


def ordinal(number: int) -> str:
    """A place in words as short as can be: ``1st``."""
    return _ORDINALS[number] if 0 < number < len(_ORDINALS) else f"{number}th"


def _play(play: TablePlay | None, names: Mapping[str, str], cards: Special) -> Play | None:
    if play is None:
        return None
    return Play(
        seat=play.seat,
        name=names.get(play.seat, play.seat),
        cards=_drawn(play.cards, cards),
        reading=play.reading,
        step=play.step,
    )


def _legal(why: WhyLegal, names: Mapping[str, str], cards: Special) -> Legal:
    claims = [drawn.claim for text in why.wild if (drawn := face(text, cards)) is not None]
    return Legal(why.reading, _play(why.on, names, cards), why.by, tuple(claims))


def _seat(
    seat: SeatFrame,
    number: int,
    frame: Frame,
    game: str,
    names: Mapping[str, str],
    level: str,
    cards: Special,
    view: View,
) -> Seat:
    played = () if seat.did in ("", "pass") else _drawn(seat.did.split(), cards)
    order = [each.seat for each in frame.seats]
    parties = teams(game, order)
    return Seat(
        seat=seat.seat,
        name=names.get(seat.seat, seat.seat),
        number=number,
        team=0
        if len(parties) != len(_TEAM_NAMES)
        else next(index for index, party in enumerate(parties, 1) if seat.seat in party),
        level=level,
        roles=tuple(
            f"{role}, alone" if alone else role for role, who, alone in merged_roles(frame.roles) if who == seat.seat
        ),
        count=seat.count,
        cards=_drawn(seat.cards, cards),
        hidden=seat.hidden,
        public=_drawn(seat.public, cards) if view.whole or seat.seat == view.seat else (),
        turn=frame.turn == seat.seat,
        owns=frame.table is not None and frame.table.seat == seat.seat,
        place="" if seat.place is None else _place_words(seat.place, seat.count),
        passed=seat.did == "pass",
        played=played,
        face_down=_drawn(seat.face_down, cards),
        rows=tuple(
            _row(row, cards, begins=not number or seat.rows[number - 1].hand != row.hand)
            for number, row in enumerate(seat.rows)
        ),
        parted=_parted(seat),
        standing=seat.standing,
        dealer=frame.dealer == seat.seat,
        fouls=foul_words(seat),
    )


def _place_words(place: int, left: int) -> str:
    """``out, 1st``; with cards left ``4th, 33 left``."""
    return f"{ordinal(place)}, {left} left" if left else f"out, {ordinal(place)}"


def _row(row: RowFrame, cards: Special, *, begins: bool) -> Row:
    return Row(
        name=row.name,
        cards=_drawn(row.cards, cards),
        empty=max(row.size - len(row.cards), 0),
        reading=row.reading,
        hand=row.hand if begins else None,
    )


def _parted(seat: SeatFrame) -> int:
    """How many of a seat's cards are of its first hand, where it holds two whole ones that are known."""
    sizes = [sum(row.size for row in seat.rows if row.hand == hand and not row.cards) for hand in (1, 2)]
    return sizes[0] if all(sizes) and len(seat.cards) == sum(sizes) else 0


def _drawn(texts: Sequence[str], cards: Special) -> tuple[Face, ...]:
    return faces(texts, cards) or tuple(found for text in texts if (found := face(text, cards)) is not None)
