"""The legal plays of the seat in turn at a step of a hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask import render_template, request

from app.drawing.table.holding import MarkedCards
from app.drawing.table.sight import marked_of
from app.text.language import _
from app.web.http.addresses import Arguments, address_of
from app.web.http.compression import without_secrets
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.parts.faces import Face, face
from app.web.parts.hand_list import keep_list
from app.web.parts.open_hand import OpenHand, open_hand, step_asked
from app.web.parts.open_match import keep_rules
from app.web.parts.steps import step_of
from app.web.replay.visible_scenes import asked_seat
from engine.games import GAMES
from engine.replay.fold import frame, hand_at
from engine.replay.frames import Frame
from engine.replay.legal import LISTED, LegalGroup, LegalPlay, LegalPlays

BLUEPRINT: Final = Pages("plays", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")

MOST_LISTED: Final = 1000
"""The plays of one group that are listed on request."""


@dataclass(frozen=True, slots=True)
class PlaysOfStep:
    """What may be played at a step, or why that is not known."""

    frame: Frame
    """The table at the step, not cut to the view."""
    seat: str | None
    legal: LegalPlays | None
    reason: str
    """Why the plays are not known, as a sentence; empty if they are."""


@dataclass(frozen=True, slots=True)
class ListedPlay:
    """A play as the page lists it."""

    cards: tuple[Face, ...]
    reading: str
    ways: int
    wild: tuple[str, ...]
    """The cards that its wild cards stand for, in words."""
    others: tuple[str, ...]
    branch: str | None
    """The address of the branch in which it is played; None if there is none."""


BLUEPRINT.url_defaults(keep_rules)
BLUEPRINT.url_defaults(keep_list)


@BLUEPRINT.get("/plays", may=May.READ, of=Of.MATCH)
@without_secrets
def plays(identity: int, number: int) -> str:
    """The plays that the rules allow the seat in turn after the step of ``?step=``, as ``?view=`` may see them.

    Of each kind 40 are listed, with ``?count=`` as many, 1,000 at the most.
    """
    opened = open_hand(identity, number)
    step = step_asked(opened)
    place: Arguments = {"identity": opened.stored.row.id, "number": number, "step": step}

    def played(action: str) -> str | None:
        return address_of("what_if.page", {**place, "then": action}) if opened.view.whole else None

    return plays_shown(
        opened,
        step,
        offer(opened, step),
        here=address_of("replay.hand", {**place, "view": opened.asked}),
        more=lambda count: address_of("plays.plays", {**place, "view": opened.asked, "count": count}),
        played=played,
        following=opened.actions[step : step + 1] if opened.view.whole else (),
    )


def plays_shown(
    opened: OpenHand,
    step: int,
    offered: PlaysOfStep,
    *,
    here: str,
    more: Callable[[int], str],
    played: Callable[[str], str | None],
    following: Sequence[str] = (),
) -> str:
    """The page of what may be played after a step of a hand.

    ``here`` is the address of the table, ``more`` that of the page with more plays of each group, ``played`` that of
    the branch in which an action is done.  ``following`` is the next action, if it may be shown.
    """
    cards = replace(marked_of(offered.frame), level="")
    legal = offered.legal
    on = offered.frame.table
    groups = () if legal is None else legal.groups
    return render_template(
        "replay/plays.html",
        match=opened.stored.row,
        number=opened.number,
        step=step,
        steps=opened.steps,
        names=opened.names,
        view=opened.asked,
        trial=opened.trial,
        here=here,
        more=more(MOST_LISTED),
        seat=offered.seat,
        reason=offered.reason,
        legal=legal,
        on=on,
        on_cards=() if on is None else _faces(on.cards, cards),
        groups=[
            (group, [_listed(play, cards, _action(offered.seat, group, play), played) for play in group.listed])
            for group in groups
        ],
        most=MOST_LISTED,
        done=next((step_of(step + 1, text, opened.match.seats, cards) for text in following), None),
    )


def _action(seat: str | None, group: LegalGroup, play: LegalPlay) -> str:
    return f"{seat} {'capture' if group.captures else 'play'} {' '.join(play.cards)}"


def offer(opened: OpenHand, step: int) -> PlaysOfStep:
    """What the seat in turn may play after a step, of what the view of the request may see."""
    match, index = opened.match, opened.number - 1
    shown = frame(opened.judge, match, index, step, before=opened.before())
    seat = asked_seat(shown, match.game, opened.actions, opened.view)
    legal = GAMES[match.game].legal
    if legal is None:
        return PlaysOfStep(
            shown, None, None, _("In {game} no cards are played on a table.", game=_(GAMES[match.game].title))
        )
    if seat is None:
        return PlaysOfStep(shown, None, None, _why_nobody(shown, opened))
    replay = hand_at(opened.judge, match, index, step, before=opened.before())
    legal_plays = legal(replay, match.seats.index(seat), _count())
    reason = (
        "" if legal_plays else _("At this step the rules allow no play, or the log does not say enough to know which.")
    )
    return PlaysOfStep(shown, seat, legal_plays, reason)


def _why_nobody(shown: Frame, opened: OpenHand) -> str:
    if shown.stage == "over":
        return _("The hand is over.")
    if not opened.view.whole and shown.turn != opened.view.seat:
        return _("The cards of the seat in turn are not shown in this view.")
    return _("At this step no seat is on turn to play.")


def _count() -> int:
    return min(whole(request.args.get("count")) or LISTED, MOST_LISTED)


def _listed(play: LegalPlay, cards: MarkedCards, action: str, played: Callable[[str], str | None]) -> ListedPlay:
    claims = [drawn.claim for text in play.wild if (drawn := face(text, cards)) is not None]
    return ListedPlay(_faces(play.cards, cards), play.reading, play.ways, tuple(claims), play.others, played(action))


def _faces(texts: tuple[str, ...], cards: MarkedCards) -> tuple[Face, ...]:
    return tuple(drawn for text in texts if (drawn := face(text, cards)) is not None)
