"""Showing a match in a hall: opening a presentation, its display, and the page of its presenter."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from flask import Response, redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as BaseResponse

from app.database.opening import transact
from app.matches.installation import this_installation
from app.replay.presentations import presentations
from app.replay.presentations.presentations import CannotPresent, HallView, ShownPresentation
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.http.this_login import this_visitor
from app.web.parts.open_hand import OpenHand
from app.web.parts.open_match import stored_match
from app.web.parts.outline import outline_of
from app.web.parts.scene import Scene
from app.web.replay.ending import Ending
from app.web.replay.visible_scenes import Steps, scene_without_later, viewer
from engine.replay.views import ALL, TABLE, view_named, views
from engine.rulebook.options import RulesUnknown

BLUEPRINT: Final = Pages("hall", __name__)
TRIES: Final = 3
"""How often a presenter's change is tried when another one comes first."""
_HIDDEN: Final = "hidden"
_TRANSPARENT: Final = "transparent"
_REFERRER: Final = "strict-origin"
"""The presenter's address is a secret. Other pages get only its origin, which forms need."""
MOVES: Final = (
    "first",
    "previous-trick",
    "previous",
    "next",
    "next-trick",
    "last",
    "previous-hand",
    "next-hand",
)
"""What a presenter's buttons do."""


@dataclass(frozen=True, slots=True)
class HallTable:
    """The table as a hall sees it: a hand of the match at the step that its presenter has chosen."""

    opened: OpenHand
    place: HallView
    scene: Scene
    ending: Ending | None
    at: Steps
    """The addresses of steps that the parts of the replay link to; the links are taken out."""

    @property
    def rows(self) -> bool:
        """Whether seats lay rows of cards."""
        return any(seat.rows for seat in self.scene.seats)


@BLUEPRINT.get("/matches/<int:identity>/present", may=May.TAKE_PART, of=Of.MATCH)
def form(identity: int) -> str:
    """The form that opens a presentation of a match at ``?hand=``, ``?step=`` and ``?view=``."""
    return _form(identity)


@BLUEPRINT.post("/matches/<int:identity>/present", may=May.TAKE_PART, of=Of.MATCH)
def begin(identity: int) -> str | tuple[str, int]:
    """Opens a presentation.  The answer alone has the presenter's link."""
    opened, place = _asked(identity)
    sessions = this_installation().sessions
    try:
        visitor = this_visitor()
        shown, secret = transact(
            sessions, lambda session: presentations.open_presentation(session, identity, place, visitor=visitor)
        )
    except CannotPresent as reason:
        return _form(identity, refused=str(reason)), 422
    return render_template(
        "replay/presentations/opened.html",
        match=opened.stored.row,
        number=place.hand,
        display=url_for("hall.display", shown=shown, _external=True),
        presenter=url_for("hall.presenter", shown=shown, secret=secret, _external=True),
        hours=presentations.LASTS.days * 24,
    )


@BLUEPRINT.get("/hall/<shown>", may=May.READ, of=Of.PRESENTATION)
def display(shown: str) -> str | tuple[str, int]:
    """The display: the table alone.  With ``?hands=hidden`` no hand is open, whatever the presenter shows.

    With ``?background=transparent`` nothing lies behind the table, for overlays.
    """
    presentation = _found(shown)
    table = _table(presentation)
    transparent = request.args.get("background") == _TRANSPARENT
    page = render_template(
        "replay/presentations/display.html",
        shown=presentation,
        table=table,
        transparent=transparent,
        arguments={name: request.args[name] for name in ("hands", "lang") if name in request.args},
    )
    return page if table is not None else (page, 410)


@BLUEPRINT.get("/hall/<shown>/table", may=May.READ, of=Of.PRESENTATION)
def fragment(shown: str) -> str:
    """The table alone, as the page of the display has it; where the presentation has ended, a sentence."""
    presentation = _found(shown)
    return render_template("replay/presentations/fragment.html", shown=presentation, table=_table(presentation))


@BLUEPRINT.get("/hall/<shown>/state", may=May.READ, of=Of.PRESENTATION)
def state(shown: str) -> Response:
    """The number of changes of a presentation and whether it has ended, as JSON; 304 for ``If-None-Match`` with these.

    That is the only thing that a display asks for every second.
    """
    with this_installation().sessions() as session:
        progress = presentations.state(session, shown)
    if progress is None:
        raise Refusal(404, _gone())
    version, ended = progress
    tag = f"{version}{'.' if ended else ''}"
    if request.if_none_match.contains_weak(tag):
        answer = Response(status=304)
    else:
        answer = Response(f'{{"version":{version},"ended":{str(ended).lower()}}}\n', mimetype="application/json")
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@BLUEPRINT.get("/hall/<shown>/present/<secret>", may=May.TAKE_PART, of=Of.PRESENTATION)
def presenter(shown: str, secret: str) -> Response:
    """The page of the presenter: what the hall sees, with buttons."""
    return _presenter(_presented(shown, secret))


@BLUEPRINT.post("/hall/<shown>/present/<secret>", may=May.TAKE_PART, of=Of.PRESENTATION)
def present(shown: str, secret: str) -> BaseResponse:
    """Changes what the hall sees, as one of these fields says, and goes back to the presenter's page.

    ``go`` is one of `MOVES`; ``step`` and ``hand`` name a place; ``view`` whose cards are shown; ``findings`` is
    ``shown`` or ``hidden``; ``end`` ends the presentation; ``remove`` removes it.  With the header ``Fupan-Part`` the
    answer is what the page would be.
    """
    if "remove" in request.form:
        presentation = _presented(shown, secret)
        transact(this_installation().sessions, lambda session: presentations.remove(session, presentation.id))
        return redirect(url_for("hall.form", identity=presentation.log_id), 303)
    for _attempt in range(TRIES):
        presentation = _presented(shown, secret)
        if presentation.ended or transact(this_installation().sessions, _change(presentation)):
            break
    if "Fupan-Part" in request.headers:
        return _presenter(_presented(shown, secret))
    answer = redirect(url_for("hall.presenter", shown=shown, secret=secret), 303)
    answer.headers["Referrer-Policy"] = _REFERRER
    return answer


def _change(presentation: ShownPresentation) -> Callable[[Session], bool]:
    """The change that the form asks for.  Raises Refusal for one that cannot be made."""
    if "end" in request.form:
        return lambda session: presentations.end(session, presentation)
    opened = _hand_shown(presentation.log_id, presentation.place)
    if opened is None:
        raise Refusal(410, _gone())
    place = _wanted(opened, presentation.place)
    return lambda session: place == presentation.place or presentations.move(session, presentation, place)


def _wanted(opened: OpenHand, place: HallView) -> HallView:
    """The place that the form asks for."""
    fields = request.form
    if fields.get("go") in MOVES:
        return _moved(opened, place, fields["go"])
    wanted = replace(
        place,
        hand=_number("hand", place.hand),
        step=_number("step", place.step if _number("hand", place.hand) == place.hand else 0),
        view=fields.get("view", place.view),
        findings=fields.get("findings", "shown" if place.findings else _HIDDEN) != _HIDDEN,
    )
    if _hand_shown(opened.stored.row.id, wanted) is None:
        raise Refusal(404, _("There is no hand {number} with a step {step}.", number=wanted.hand, step=wanted.step))
    return wanted


def _number(name: str, otherwise: int) -> int:
    text = request.form.get(name, "")
    number = whole(text) if text else otherwise
    if number is None:
        raise Refusal(400, _("{text} is not a whole number.", text=text[:20]))
    return number


def _presenter(presentation: ShownPresentation) -> Response:
    table = None if presentation.ended else _table(presentation, hidden=False)
    seats = table.opened.match.seats if table is not None else ()
    answer = Response(
        render_template(
            "replay/presentations/presenter.html",
            shown=presentation,
            table=table,
            display=url_for("hall.display", shown=presentation.id, _external=True),
            views=[(view, viewer(view, table.opened.names)) for view in views(seats)] if table is not None else [],
        )
    )
    answer.headers["Referrer-Policy"] = _REFERRER
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _table(presentation: ShownPresentation, *, hidden: bool | None = None) -> HallTable | None:
    """What the hall sees; None where the presentation has ended, or its match can no longer be replayed."""
    if presentation.ended:
        return None
    if hidden is None:
        hidden = request.args.get("hands") == _HIDDEN
    opened = _hand_shown(presentation.log_id, presentation.place)
    return None if opened is None else _table_shown(opened, presentation.place, hidden=hidden)


def _found(shown: str) -> ShownPresentation:
    with this_installation().sessions() as session:
        presentation = presentations.find(session, shown)
    if presentation is None:
        raise Refusal(404, _gone())
    return presentation


def _presented(shown: str, secret: str) -> ShownPresentation:
    with this_installation().sessions() as session:
        presentation = presentations.find_presented(session, shown, secret)
    if presentation is None:
        raise Refusal(404, _gone())
    return presentation


def _gone() -> str:
    return _("There is no presentation at this address. It may have ended.")


def _form(identity: int, refused: str = "") -> str:
    opened, place = _asked(identity)
    return render_template(
        "replay/presentations/form.html",
        match=opened.stored.row,
        place=place,
        hands=opened.hands,
        views=[(view, viewer(view, opened.names)) for view in views(opened.match.seats)],
        refused=refused,
        hours=presentations.LASTS.days * 24,
    )


def _asked(identity: int) -> tuple[OpenHand, HallView]:
    """The place that a request wants to have shown first.  Raises Refusal if there is no such place."""
    fields = request.values
    place = HallView(
        hand=whole(fields.get("hand", "1")) or 0,
        step=whole(fields.get("step", "0")) or 0,
        view=fields.get("view", ALL.name),
        findings=request.method != "POST" or "findings" in fields,
    )
    stored_match(identity)
    opened = _hand_shown(identity, place)
    if opened is None:
        raise Refusal(404, _("There is no such hand to show: this match has none, or not this step."))
    return opened, place


def _hand_shown(log_id: int, place: HallView) -> OpenHand | None:
    """The hand of a place under the rules of its match; None if it cannot be replayed, or there is no such place."""
    fupan = this_installation()
    stored = fupan.match(log_id)
    match = None if stored is None else fupan.replayable(stored)
    if stored is None or match is None or not 1 <= place.hand <= len(match.hands):
        return None
    view = view_named(place.view, match.seats)
    try:
        rules = fupan.rules(stored, match)
    except RulesUnknown:
        return None
    if view is None:
        return None
    opened = OpenHand(match, rules, fupan.checker.judge(rules), stored.report, place.hand, view, stored)
    return opened if 0 <= place.step <= opened.steps else None


def _table_shown(opened: OpenHand, place: HallView, *, hidden: bool) -> HallTable:
    """The table of a place; with ``hidden`` it shows the hand of no seat, whatever the presenter shows."""
    shown = replace(opened, view=TABLE) if hidden else opened
    below = opened.view.seat or opened.match.seats[0]
    scene, ending = scene_without_later(shown, place.step, below)
    return HallTable(shown, place, scene, ending, Steps("", ""))


def _moved(opened: OpenHand, place: HallView, move: str) -> HallView:
    """The place that a move of `MOVES` leads to, the nearest there is."""
    step, last = place.step, opened.steps
    if move in ("previous-hand", "next-hand"):
        number = place.hand + (1 if move == "next-hand" else -1)
        number = min(max(number, 1), opened.hands)
        return place if number == place.hand else replace(place, hand=number, step=0)
    if move in ("previous-trick", "next-trick"):
        outline = outline_of(opened.frames(last), opened.match.game, {})
        target = outline.previous_trick(step) if move == "previous-trick" else outline.next_trick(step)
        return replace(place, step=last if target is None else target)
    steps = {"first": 0, "previous": max(step - 1, 0), "next": min(step + 1, last), "last": last}
    return replace(place, step=steps[move])
