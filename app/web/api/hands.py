"""Hands for programs: the frames of a hand, what may be played in it, its score, and the search of hands."""

from itertools import islice
from typing import Annotated, Final

from flask import request
from msgspec import Meta, Struct

from app.judging.hand_ending import HandEnding, hand_ending
from app.judging.recorded_values import RecordedHand, recorded_of_hand
from app.judging.score_proof import HandScore
from app.matches.installation import this_installation
from app.players.search.export import FoundHand, as_record, people_of
from app.players.search.finding import find
from app.players.search.matched import in_words
from app.players.search.starts import HandPosition
from app.players.search.wording import text_of
from app.web.api.operations import cursor_of, operation, place_of
from app.web.http.computing import ComputationStatus
from app.web.http.pages import May, Of
from app.web.parts.judged_match import hand_in_full, judged_match, score_of
from app.web.parts.legal_plays import offer
from app.web.parts.listed_hands import asked_query
from app.web.parts.open_hand import open_hand, step_asked
from app.web.parts.open_match import refuse_hand
from app.web.parts.steps import by_step
from engine.replay.fold import frames as replayed
from engine.replay.frames import Frame
from engine.replay.legal import LegalPlays
from engine.replay.views import seen_frame
from engine.verdict.recorded_sheet.sheet import sheet_of
from engine.verdict.stored_report import StoredFinding

FRAMES: Final = 1_000
"""Frames of one answer."""
_SUBJECT: Final = "hands"
_Step = Annotated[int, Meta(ge=0, le=10**6)]


class HandFacts(Struct, frozen=True):
    """A hand with its outcome under the rules of the match."""

    hand: int
    """From 1."""
    hands: int
    """How many the match has."""
    actions: tuple[str, ...]
    """As the log has them."""
    ending: HandEnding
    findings: tuple[StoredFinding, ...]


class FramesAsked(Struct, frozen=True):
    """Which frames are given."""

    start: _Step = 0
    """The step of the first; at most 1,000 are given at once."""
    view: str | None = None
    """``table``, or a seat: the frames as these saw them, without findings."""


class FrameFacts(Struct, frozen=True):
    """The state after a step, and the findings of its action; those about the whole hand are at step 0."""

    frame: Frame
    findings: tuple[StoredFinding, ...]


class Frames(Struct, frozen=True):
    """Frames of a hand, in order."""

    frames: tuple[FrameFacts, ...]
    next: int | None
    """The ``start`` of those that follow; null where these are the last."""


class PlaysAsked(Struct, frozen=True):
    """At which step, and how many."""

    step: _Step = 0
    """The plays after this step; 0 is the deal."""
    count: _Step | None = None
    """How many plays of each group are listed, at most 1,000; without it 40."""
    view: str | None = None
    """``table``, or a seat: only cards that these saw are used."""


class OfferedPlays(Struct, frozen=True):
    """What the seat in turn may play."""

    seat: str | None
    reason: str | None
    """Why the plays are not known; null where they are."""
    legal: LegalPlays | None
    plays: int | None
    """How many there are."""
    ways: int | None
    """How many choices of cards they are."""


class HandsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which hands are searched for."""

    q: str = ""
    """A line as the page of hands takes it, such as ``bombs>=3 won:no``."""
    cursor: str = ""


class FoundHands(Struct, frozen=True):
    """A page of hands, the newest match first."""

    query: str
    """The line as it was understood."""
    hands: tuple[FoundHand, ...]
    next: str | None
    """The ``cursor`` of the hands after these."""
    stopped: bool
    """Whether only so many hands were looked at, so that here may be fewer than a page holds."""


@operation(
    "GET",
    "/matches/<int:match>/hands/<int:number>",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: HandFacts, 202: ComputationStatus},
    rules=True,
    errors=(404,),
)
def hand(match: int, number: int) -> HandFacts:
    """Gives a hand with its end: the outcome, its reasons, and what each two seats won."""
    opened = open_hand(match, number)
    index, names = number - 1, opened.names
    findings = tuple(finding for finding in opened.report.findings if finding.hand == index)
    ending = hand_ending(opened.match, opened.report.hands, opened.judge, index, names, opened.before())
    return HandFacts(number, opened.hands, tuple(opened.actions), ending, findings)


@operation(
    "GET",
    "/matches/<int:match>/hands/<int:number>/frames",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: Frames, 202: ComputationStatus},
    query=FramesAsked,
    rules=True,
    errors=(404,),
)
def frames(match: int, number: int, query: FramesAsked) -> Frames:
    """Replays a hand: the state after each of its actions."""
    opened = open_hand(match, number)
    some_frames = islice(replayed(opened.judge, opened.match, number - 1, query.start, before=opened.before()), FRAMES)
    said = by_step(opened.report.findings, number - 1) if opened.view.whole else {}
    shown = tuple(FrameFacts(seen_frame(frame, opened.view), tuple(said.get(frame.step, ()))) for frame in some_frames)
    last = shown[-1].frame.step if shown else opened.steps
    return Frames(shown, last + 1 if last < opened.steps else None)


@operation(
    "GET",
    "/matches/<int:match>/hands/<int:number>/plays",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: OfferedPlays, 202: ComputationStatus},
    query=PlaysAsked,
    rules=True,
    errors=(404,),
)
def plays(match: int, number: int, query: PlaysAsked) -> OfferedPlays:  # noqa: ARG001 (read from the address)
    """Lists what the rules allow the seat in turn."""
    opened = open_hand(match, number)
    offered = offer(opened, step_asked(opened))
    legal = offered.legal
    counts = (None, None) if legal is None else (legal.plays, legal.ways)
    return OfferedPlays(offered.seat, offered.reason or None, legal, *counts)


@operation(
    "GET",
    "/matches/<int:match>/hands/<int:number>/recorded",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: RecordedHand, 202: ComputationStatus},
    rules=True,
    errors=(404,),
)
def recorded_hand(match: int, number: int) -> RecordedHand:
    """Compares every recorded value of a hand with the derived one, and what its actions state."""
    judged = judged_match(match)
    refuse_hand(judged.match, number)
    return recorded_of_hand(number, *hand_in_full(judged, sheet_of(judged.match, judged.stored.report), number))


@operation(
    "GET",
    "/matches/<int:match>/hands/<int:number>/score",
    may=May.READ,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={200: HandScore, 202: ComputationStatus},
    rules=True,
    errors=(404,),
)
def hand_score(match: int, number: int) -> HandScore:
    """Proves the score of a hand, line by line, and settles it where every two seats settle with each other."""
    return score_of(open_hand(match, number))


@operation(
    "GET", "/hands", may=May.FOLLOW, subject=_SUBJECT, gives=FoundHands, query=HandsAsked, examples={"q": "errors>=1"}
)
def found_hands(query: HandsAsked) -> FoundHands:
    """Searches hands by what happened in them."""
    asked = asked_query(request.args)
    with this_installation().sessions() as session:
        page = find(session, asked, HandPosition.read(place_of(query.cursor)))
        words = in_words(session, asked, page)
        people = people_of(session, words)
    hands = tuple(as_record(hand_words, people) for hand_words in words)
    return FoundHands(text_of(asked), hands, cursor_of(page.older), page.stopped)
