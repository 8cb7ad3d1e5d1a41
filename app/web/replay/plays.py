"""The legal plays of the seat in turn at a step of a hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask import render_template

from app.drawing.table.holding import MarkedCards
from app.drawing.table.sight import marked_of
from app.web.http.addresses import Arguments, address_of
from app.web.http.compression import without_secrets
from app.web.http.pages import May, Of, Pages
from app.web.parts.faces import Face, face
from app.web.parts.hand_list import keep_list
from app.web.parts.legal_plays import MOST_LISTED, PlaysOfStep, offer
from app.web.parts.open_hand import OpenHand, open_hand, step_asked
from app.web.parts.open_match import keep_rules
from app.web.parts.steps import step_of
from engine.replay.legal import LegalGroup, LegalPlay

BLUEPRINT: Final = Pages("plays", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")


@dataclass(frozen=True, slots=True)
class ListedPlay:
    """A play as the page lists it."""

    cards: tuple[Face, ...]
    reading: str
    ways: int
    wild: tuple[str, ...]
    """The cards that its wild cards are played as, in words."""
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


def _listed(play: LegalPlay, cards: MarkedCards, action: str, played: Callable[[str], str | None]) -> ListedPlay:
    claims = [drawn.claim for text in play.wild if (drawn := face(text, cards)) is not None]
    return ListedPlay(_faces(play.cards, cards), play.reading, play.ways, tuple(claims), play.others, played(action))


def _faces(texts: tuple[str, ...], cards: MarkedCards) -> tuple[Face, ...]:
    return tuple(drawn for text in texts if (drawn := face(text, cards)) is not None)
