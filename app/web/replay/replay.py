"""The replay of a hand, at any step by its address, and where a card of it went."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import g, render_template, request

from app.drawing.table.sight import marked_of
from app.judging.score_proof import steps_of
from app.text.language import _n, said
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.offline import may_be_kept
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.parts.faces import Face, face, face_of_text
from app.web.parts.hand_list import carried_list, keep_list
from app.web.parts.listed_hands import ListedHand, listed_hand
from app.web.parts.open_hand import OpenHand, open_hand, step_beyond
from app.web.parts.open_match import keep_rules
from app.web.parts.outline import tricks_from, tricks_of
from app.web.parts.steps import Step, step_of
from app.web.replay.ending import ending_of
from app.web.replay.hand_shape import has_course
from app.web.replay.note_marks import arrows_of
from app.web.replay.scored_hand import is_scored_alone, scored_hand
from app.web.replay.step_review import keep_review, review_asked
from app.web.replay.visible_scenes import (
    RESULTS_SHOWN,
    choice_of,
    choices_offered,
    findings_shown,
    keep_choices,
    looked_from,
    scenes_asked,
    values_of,
    viewer,
)
from engine.logs.loose.cards import HIDDEN, CardReader
from engine.logs.loose.vocabulary import vocabulary_of
from engine.record.actions import parse_action
from engine.replay.frames import Frame
from engine.replay.grounds import ProvedLine
from engine.replay.views import View, seen_frame, views

BLUEPRINT: Final = Pages("replay", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")
BLUEPRINT.url_defaults(keep_rules)
BLUEPRINT.url_defaults(keep_list)
BLUEPRINT.url_defaults(keep_review)
BLUEPRINT.after_request(keep_choices)
PROOF: Final = "proof"
"""Names in an address the line of the score, from 1, whose steps are marked."""
WHERE: Final = "where"
"""Asks for a card, as people write it: ``10♥``, ``TH``, ``红桃10``, ``大王``."""
_LONGEST: Final = 40
"""Characters of a card that are read."""
_MOST: Final = 40
"""Actions with a card that are listed."""
TRICKS: Final = "tricks"
"""Asks for the lines of the list of tricks that belong to the scenes of an answer."""


@dataclass(frozen=True, slots=True)
class FollowedLine:
    """A line of the score of a hand whose steps are marked."""

    number: int
    """The number of the line, from 1."""
    line: ProvedLine
    steps: Mapping[int, tuple[str, ...]]
    """By step, what the step shows."""


@dataclass(frozen=True, slots=True)
class OfferedView:
    """A view of the table that the menu offers."""

    name: str | None
    """As addresses name it; None for all hands, which they need not name."""
    words: str
    in_logs: str
    """The seat as logs have it, where the words do not say it."""


@BLUEPRINT.url_defaults
def keep_places(_endpoint: str, values: dict[str, object]) -> None:
    """Keeps ``?proof=`` and ``?seat=`` in step links."""
    number, line = g.get("line_followed", (None, None))
    if values.get("number") == number and number is not None:
        values.setdefault(PROOF, line)
    if "seat_below" in g:
        values.setdefault("seat", g.seat_below)


@BLUEPRINT.get("", may=May.READ, of=Of.MATCH, strict_slashes=False)
@without_secrets
@may_be_kept
def hand(identity: int, number: int) -> str:
    """The hand at the step of ``?step=`` (0, the deal, without one), as ``?view=`` saw it: all, table, or a seat.

    Of a number past the end it shows the last step, and says so.  A hand without an action or a card in the log
    is shown by its result, without a table, unless a view hides hands.

    ``?seat=`` is looked from.  With ``?rules=`` and options it is replayed under these rules, as the page of the match
    is shown with them.  With ``?proof=`` the steps that this line of the score rests on are marked.  Unless
    ``?results=shown`` is or was asked for, nothing of what happens after the step is in the answer.  With ``?review=1``
    it shows what the decisions cost.
    """
    opened = open_hand(identity, number)
    reviewed = review_asked(opened)
    followed = _line_followed(opened)
    beyond = step_beyond(opened)
    shown = scenes_asked(opened, "replay.hand", step=opened.steps if beyond else None, notes=True)
    if opened.view.whole and is_scored_alone(opened):
        return render_template(
            "replay/scored.html",
            **values_of(opened, shown),
            scored=scored_hand(opened),
            ending=ending_of(opened),
            trial=opened.trial,
            listed=_place_in_list(opened),
            scene=shown.scenes[0],
            noted=shown.noted,
            arrows_of=arrows_of,
        )
    frames = shown.frames
    tricks, part = tricks_of(opened, frames, shown.outline, shown.step, findings_shown(opened))
    return render_template(
        "replay/hand.html",
        **values_of(opened, shown),
        opened=opened,
        trial=opened.trial,
        listed=_place_in_list(opened),
        scene=shown.scenes[0] if reviewed is None else reviewed.outlined(shown.scenes[0]),
        reviewed=reviewed,
        beyond=beyond,
        noted=shown.noted,
        arrows_of=arrows_of,
        followed=followed,
        tricks=tricks,
        part=part,
        at_deal=findings_shown(opened).get(0, ()) if opened.view.whole else (),
        seen_by=viewer(opened.view, opened.names),
        views=[_view_offered(opened, view) for view in views(opened.match.seats)],
        below=looked_from(opened),
        results=choice_of("results") == RESULTS_SHOWN,
        four_colours=choice_of("colours") == "four",
        choices=choices_offered(opened, reviewed is not None, in_rows=frames[0].in_rows),
        asked=card_asked(opened, frames, shown.step),
        ending=ending_of(opened) if len(frames) > opened.steps else None,
        paced=opened.paced,
        course=has_course(frames[0]),
    )


def _view_offered(opened: OpenHand, view: View) -> OfferedView:
    words = viewer(view, opened.names)
    return OfferedView(None if view.whole else view.name, words, view.seat if view.seat and view.seat != words else "")


@BLUEPRINT.get("/table", may=May.READ, of=Of.MATCH)
@without_secrets
@may_be_kept
def table(identity: int, number: int) -> str:
    """The table alone, as the page of the hand has it: from ``?step=`` on, ``?count=`` scenes (1) at the most.

    The first scene is whole; each later one has only those of its parts that differ from the scene before.  Unless
    results are shown, each is as if its step were asked for alone, and with ``?tricks=`` their lines of the list of
    tricks follow.
    """
    opened = open_hand(identity, number)
    reviewed = review_asked(opened)
    followed = _line_followed(opened)
    count = max(whole(request.args.get("count")) or 1, 1)
    shown = scenes_asked(opened, "replay.hand", count, notes=True)
    listed = TRICKS in request.args and not shown.ahead
    return render_template(
        "replay/scenes.html",
        **values_of(opened, shown),
        followed=followed,
        scenes=shown.scenes if reviewed is None else map(reviewed.outlined, shown.scenes),
        reviewed=reviewed,
        ending=shown.ending,
        ahead=shown.ahead,
        noted=shown.noted,
        arrows_of=arrows_of,
        tricks=tricks_from(opened, shown.frames, shown.outline, shown.step, findings_shown(opened)) if listed else [],
    )


def _place_in_list(opened: OpenHand) -> ListedHand | None:
    """Where the hand is in the list that the address carries; None if it carries none.

    Of a view only that of the table is kept on the way, for other matches have other seats.
    """
    carried = carried_list()
    if carried is None:
        return None
    return listed_hand(
        carried,
        opened.stored.row.id,
        opened.number,
        None if opened.view.whole or opened.view.seat else opened.view.name,
    )


def _line_followed(opened: OpenHand) -> FollowedLine | None:
    """The line of the score that the address names, whose steps are marked; None if it names none.

    It is followed only where all hands are shown, because a score may tell what a view does not.
    """
    text = request.args.get(PROOF)
    if text is None or not opened.view.whole:
        return None
    lines = opened.proof().lines
    number = whole(text)
    if number is None or not 1 <= number <= len(lines):
        raise Refusal(
            404,
            _n(
                "The score of hand {number} has {count} line; there is no line {line}.",
                "The score of hand {number} has {count} lines; there is no line {line}.",
                len(lines),
                number=opened.number,
                line=text[:20],
            ),
        )
    g.line_followed = (opened.number, number)
    return FollowedLine(number, lines[number - 1], steps_of(lines[number - 1]))


@dataclass(frozen=True, slots=True)
class CardAsked:
    """A card that a reader looks for."""

    examples: str
    """How cards may be written, where what was asked for is none."""
    card: Face | None = None
    text: str = ""
    """The card as logs write it."""
    dealt: tuple[tuple[str, int], ...] = ()
    """Who was dealt it and how many, where the view shows that."""
    steps: tuple[Step, ...] = ()
    """The actions that name it or take it from the table, up to the last one that may be seen."""
    held: tuple[tuple[str, int], ...] = ()
    """The names of those who hold it after the step that is shown."""


def card_asked(opened: OpenHand, frames: Sequence[Frame], step: int) -> CardAsked | None:
    """Where the card of ``?where=`` went, in the frames that may be seen yet; None if no card is asked for."""
    typed = request.args.get(WHERE)
    if not typed or not typed.strip():
        return None
    reader = vocabulary_of(opened.match.game).dealt
    text = _card(reader, typed.strip())
    card = None if text is None else face(text, marked_of(frames[step]))
    if text is None or card is None:
        return CardAsked(said(reader.examples))
    return CardAsked(
        examples="",
        card=card,
        text=text,
        dealt=_holders(opened, frames[0], text),
        steps=tuple(_steps(opened, frames, text)),
        held=_holders(opened, frames[step], text),
    )


def _card(reader: CardReader, typed: str) -> str | None:
    """The one card that a text writes, as logs do; None where it is anything else."""
    if len(typed) > _LONGEST:
        return None
    cards, end = reader.cards(typed, 0)
    one = cards[0].text if len(cards) == 1 and end == len(typed) else HIDDEN
    return None if one == HIDDEN or "=" in one else one


def _holders(opened: OpenHand, frame: Frame, text: str) -> tuple[tuple[str, int], ...]:
    seats = seen_frame(frame, opened.view).seats
    return tuple((opened.names[seat.seat], count) for seat in seats if (count := seat.cards.count(text)))


def _steps(opened: OpenHand, frames: Sequence[Frame], text: str) -> Iterator[Step]:
    order = [seat.seat for seat in frames[0].seats]
    listed = 0
    for frame in frames[1:]:
        if listed == _MOST:
            return
        if not _names(frame, frame.action, text):
            continue
        shown = seen_frame(frame, opened.view)
        if shown.action is not None and _names(shown, shown.action, text):
            listed += 1
            yield step_of(frame.step, shown.action, order, marked_of(frame))


def _names(frame: Frame, action: str | None, text: str) -> bool:
    """Whether an action names a card, or takes it from the table."""
    words = () if action is None else parse_action(action).words
    return text in frame.captured or any(face_of_text(word.partition(":")[0]) == text for word in words)
