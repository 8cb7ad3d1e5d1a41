"""What a seat may do after a branch: the cards that it chooses from, what those chosen would be, and other actions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from flask import request

from app.drawing.table.holding import MarkedCards
from app.drawing.table.sight import marked_of
from app.text.frame_terms import word
from app.text.language import said
from app.text.readable import readable
from app.web.parts.faces import Face, face, face_of_text
from app.web.parts.open_hand import no_seat
from app.web.parts.scene import Legal, legal_of
from app.web.parts.steps import Step, found_by, step_of
from app.web.replay.branch_open import OpenBranch
from engine.games import GAMES
from engine.record import bounds
from engine.record.verbs import VERBS, Arguments
from engine.replay.branch import Way, is_allowed, tried_action
from engine.replay.frames import SeatFrame
from engine.verdict.stored_report import StoredFinding

MOST_ACTS: Final = 80
"""The most actions other than plays that are judged for one page."""
_BACK: Final = "??"
_UNREADABLE: Final = "malformed"
_PLAY: Final = "play"
_CLIMBING_VERBS: Final = frozenset({_PLAY, "capture"})


@dataclass(frozen=True, slots=True)
class Pick:
    """A card that can be chosen."""

    text: str
    """As logs write it."""
    face: Face
    chosen: bool
    row: str
    """The row for which it is chosen; empty for none, and in games without rows."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action that was chosen, as the rules see it."""

    action: str
    """As the log would have it."""
    step: Step
    allowed: bool
    readable: bool
    """Whether it can be read as an action, so that it can be part of a branch."""
    reading: str
    """What its cards are, in words, if the rules do not allow them; empty if they form nothing."""
    legal: Legal | None
    rows: tuple[tuple[str, str], ...]
    """The rows that are whole after it, and what each is."""
    findings: tuple[StoredFinding, ...]


@dataclass(frozen=True, slots=True)
class BranchOffer:
    """An action that the rules allow now, to be done by one link."""

    action: str
    step: Step


@dataclass(frozen=True, slots=True)
class Choosing:
    """What the seat that acts may choose."""

    seat: str
    turn: bool
    """Whether it is this seat's turn, or the rules name no seat."""
    ways: tuple[Way, ...]
    way: Way | None
    columns: tuple[tuple[Pick, ...], ...]
    """Its cards by rank; none if none of them is known."""
    unknown: int
    """The number of its cards that are not known."""
    offers: tuple[BranchOffer, ...]


def choosing(opened: OpenBranch, seat: str | None = None) -> Choosing:
    """What a seat may choose after the branch; without one that of ``?who=``, else the seat whose turn it is.

    Raises Refusal for a seat that there is not.
    """
    seat = seat or _seat(opened)
    number = opened.record.match.seats.index(seat)
    game = GAMES[opened.record.match.game]
    held = opened.last.seats[number]
    ways = tuple(game.branching.ways(opened.hand, number))
    asked = request.args.get("do")
    way = next((way for way in ways if way.verb == asked), ways[0] if ways else None)
    cards = marked_of(opened.last)
    return Choosing(
        seat=seat,
        turn=opened.last.turn in (None, seat),
        ways=ways,
        way=way,
        columns=_columns(held, ways, way, cards),
        unknown=held.hidden,
        offers=tuple(_offers(opened, seat, number, cards)),
    )


def _seat(opened: OpenBranch) -> str:
    seats, last = opened.record.match.seats, opened.last
    named = request.args.get("who")
    if named is not None:
        if named not in seats:
            raise no_seat(named, opened.record.match)
        return named
    return last.turn or _likely(opened)


def _likely(opened: OpenBranch) -> str:
    """A seat that may act now where the rules name none: one from which something is due, or that may play a card."""
    seats, last = opened.record.match.seats, opened.last
    branching = GAMES[opened.record.match.game].branching
    ways = [tuple(branching.ways(opened.hand, number)) for number in range(len(seats))]
    for seat, its in zip(seats, ways, strict=True):
        if its and its[0].verb not in _CLIMBING_VERBS and not (its[0].rows and last.stage == "over"):
            return seat
    for held in last.seats:
        if held.cards and is_allowed(
            opened.before(), opened.opened.match, opened.index, f"{held.seat} {_PLAY} {held.cards[-1]}"
        ):
            return held.seat
    return next((held.seat for held in last.seats if held.count), seats[0])


def _columns(held: SeatFrame, ways: Sequence[Way], way: Way | None, cards: MarkedCards) -> tuple[tuple[Pick, ...], ...]:
    if way is None:
        return ()
    texts = held.cards
    if way.rows and len(ways) > 1:
        half = len(texts) // len(ways)
        place = ways.index(way)
        texts = texts[half * place : half * (place + 1)]
    left = [face_of_text(text) for text in _chosen()]
    columns: dict[str, list[Pick]] = {}
    for text in texts:
        shown = face(text, cards)
        if shown is None or text == _BACK:
            continue
        chosen = text in left
        if chosen:
            left.remove(text)
        row = request.args.get(text, "") if way.rows else ""
        column = text if text[0] in "BR" else text[0]
        columns.setdefault(column, []).append(Pick(text, shown, chosen, row if row in way.rows else ""))
    return tuple(map(tuple, columns.values()))


def _chosen() -> list[str]:
    return request.values.getlist("card")[: bounds.WORDS]


def _offers(opened: OpenBranch, seat: str, number: int, cards: MarkedCards) -> Iterator[BranchOffer]:
    game = GAMES[opened.record.match.game]
    acts = chain(["pass"] if "pass" in game.verbs else [], game.branching.acts(opened.hand, number))
    for _count, act in zip(range(MOST_ACTS), acts, strict=False):
        action = f"{seat} {act}"
        if is_allowed(opened.before(), opened.opened.match, opened.index, action):
            yield BranchOffer(action, step_of(0, action, opened.record.match.seats, cards))


def candidates(opened: OpenBranch, choice: Choosing) -> list[Candidate]:
    """The action that the request has chosen, as the rules see it, in each way that it can be written down.

    None if nothing is chosen.
    """
    line = request.args.get("line", "").strip()
    return [_candidate(opened, line)] if line else candidates_of_cards(opened, choice)


def candidates_of_cards(opened: OpenBranch, choice: Choosing) -> list[Candidate]:
    """The action with the cards that the request has chosen, as the rules see it, in each way to write it down."""
    return [_candidate(opened, action) for action in dict.fromkeys(_written(opened, choice))]


def _written(opened: OpenBranch, choice: Choosing) -> Iterator[str]:
    way, seat = choice.way, choice.seat
    if way is None:
        return
    picks = [pick for column in choice.columns for pick in column]
    if way.rows:
        if not any(pick.row for pick in picks):
            return
        if VERBS[way.verb.split(" ")[0]].arguments is Arguments.PLACED:
            yield f"{seat} {way.verb} {' '.join(f'{pick.text}:{pick.row}' for pick in picks if pick.row)}"
            return
        rows = (" ".join(pick.text for pick in picks if pick.row == row) for row in way.rows)
        yield " ".join(f"{seat} {way.verb} {' / '.join(rows)}".split())
        return
    chosen = _chosen()
    if not chosen:
        return
    if way.verb not in _CLIMBING_VERBS:
        yield f"{seat} {way.verb} {' '.join(chosen)}"
        return
    number = opened.record.match.seats.index(seat)
    readings = GAMES[opened.record.match.game].branching.readings(opened.hand, number, chosen)
    for reading in readings:
        verb = way.verb if reading.verb == _PLAY else reading.verb
        yield f"{seat} {verb} {' '.join(reading.cards)}"


def _candidate(opened: OpenBranch, action: str) -> Candidate:
    names, seats = opened.record.names, opened.record.match.seats
    trial = tried_action(opened.before(), opened.opened.match, opened.index, action)
    shown = trial.frame
    cards = marked_of(shown)
    illegal = shown.illegal if shown.illegal is not None and shown.illegal.play.step == shown.step else None
    acted = action.split(" ", 1)[0]
    rows = next((seat.rows for seat in shown.seats if seat.seat == acted), ())
    step = step_of(shown.step, action, seats, cards)
    legal = None if shown.why_legal is None else legal_of(shown.why_legal, names, cards)
    claims = tuple(argument.claim for argument in step.arguments if isinstance(argument, Face) and argument.claim)
    return Candidate(
        action=action,
        step=step,
        allowed=trial.allowed,
        readable=not any(finding.code.id == _UNREADABLE and finding.severity == "error" for finding in trial.findings),
        reading="" if illegal is None else said(readable(illegal.play.reading)),
        legal=legal if legal is None or legal.wild else replace(legal, wild=claims),
        rows=tuple((word(row.name), said(row.reading)) for row in rows if row.reading),
        findings=tuple(found_by(finding, names) for finding in trial.findings),
    )


def seats_of(opened: OpenBranch) -> Mapping[str, str]:
    """The seats that may be asked to act, with the names of their players."""
    return {seat: opened.record.names.get(seat, seat) for seat in opened.record.match.seats}
