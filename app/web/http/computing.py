"""Pages that compute: how many run at once, what they show while a job computes, and the rules for crawlers."""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Final, ParamSpec, TypeVar

import msgspec
from flask import Flask, Response, current_app, make_response, render_template, request, url_for

from app.matches import jobs
from app.matches.computed.obtaining import Underway
from app.matches.computed.wanted import ComputationKind
from app.matches.installation import this_installation
from app.matches.jobs import JobRow, JobState
from app.matches.thread_share import RETRY_SECONDS
from app.text.language import _, _n, marked, said
from app.text.language.keeping import text_kept
from app.web.http.errors import API
from app.web.http.pages import May, Pages
from app.web.http.security import framable

BLUEPRINT: Final = Pages("computing", __name__)

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        ComputationKind.COMPARISON: marked("The match under every preset of its game"),
        ComputationKind.ALONE: marked("What each option changes alone"),
        ComputationKind.RECONCILIATION: marked("The rules that make the match right"),
        ComputationKind.TRIAL: marked("The match under the rules of the address"),
        ComputationKind.RECORDS: marked("The match beside another record of it"),
        ComputationKind.REVIEW: marked("What the decisions of the match cost"),
    }
)
_MARK: Final = "computes"
_PLACE: Final = re.compile("<[^>]*>")
ASKING: Final = (("/matches/", "rules"), ("/embed/", "rules"), ("/arrange", "cards"))
"""How addresses begin that have a match judged or cards arranged where they have an argument, and the argument."""
P = ParamSpec("P")
R = TypeVar("R")


class ComputationStatus(msgspec.Struct, frozen=True):
    """A computation that a job does."""

    id: int
    address: str
    match: int
    kind: str
    state: JobState
    """When it is ``done``, the address that led here has the answer."""
    before: int
    """How many jobs are done first."""
    reason: str | None
    """Why it, or hands of a review, was given up, if that is known."""


def computes(view: Callable[P, R]) -> Callable[P, R]:
    """Marks a view whose answer may have to be computed, so that crawlers are kept away from it."""
    setattr(view, _MARK, True)
    return view


def computes_in_turn(view: Callable[P, R]) -> Callable[P, R]:
    """Marks a view in the same way, and lets only a few of its answers be computed at the same time."""

    @wraps(view)
    def in_turn(*arguments: P.args, **named: P.kwargs) -> R:
        with this_installation().turns.taken():
            return view(*arguments, **named)

    return computes(in_turn)


def is_computed(app: Flask, endpoint: str, path: str, arguments: Container[str]) -> bool:
    """Whether the answer at an address of an endpoint may have to be computed."""
    asks = any(path.startswith(begins) and name in arguments for begins, name in ASKING)
    return asks or getattr(app.view_functions.get(endpoint), _MARK, False)


@BLUEPRINT.get("/robots.txt", may=May.READ)
def robots() -> Response:
    """``robots.txt``: keeps crawlers away from addresses at which something is computed."""
    return Response("\n".join(["User-agent: *", *_disallowed(current_app), ""]), mimetype="text/plain")


def _disallowed(app: Flask) -> Iterator[str]:
    rules = app.url_map.iter_rules()
    paths = {_PLACE.sub("*", rule.rule) for rule in rules if is_computed(app, rule.endpoint, "", ())}
    yield from (f"Disallow: {path}" for path in sorted({API, *paths}))
    yield from (f"Disallow: {path}*{sign}{name}=" for path, name in ASKING for sign in "?&")


@BLUEPRINT.app_errorhandler(Underway)
def while_underway(underway: Underway) -> Response:
    """The answer while a job computes what was asked for: 202, the computation's address, a page that loads again."""
    row = underway.row
    if request.path.startswith(API):
        answer = Response(msgspec.json.encode(facts_of(row)), 202, mimetype="application/json")
    else:
        jobs.note_shown(this_installation().sessions, row)
        answer = make_response(_page(row), 202)
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    answer.headers["Location"] = _address(row)
    return answer


@BLUEPRINT.after_app_request
def keep_crawlers_away(answer: Response) -> Response:
    """Asks crawlers not to follow the links of a page that was computed, or shows rules that are tried."""
    if is_computed(current_app, request.endpoint or "", request.path, request.args):
        answer.headers["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def _page(row: JobRow) -> str:
    what, before = _(_WORDS[row.kind]), _before(row)
    if row.state is JobState.RUNNING:
        progress = _("It is being computed now.")
    elif before:
        progress = _n("{count} job is before it.", "{count} jobs are before it.", before)
    else:
        progress = _("It is next.")
    if framable():
        return render_template("replay/embed/error.html", title=_("Being computed"), explanation=f"{what}. {progress}")
    return render_template(
        "matches/underway.html", what=what, progress=progress, refresh=RETRY_SECONDS, here=request.full_path
    )


def facts_of(row: JobRow) -> ComputationStatus:
    """A computation as programs see it."""
    assert row.match is not None
    return ComputationStatus(row.id, _address(row), row.match, row.kind, row.state, _before(row), reason_of(row))


def reason_of(row: JobRow | None) -> str | None:
    """Why a job was given up, in the reader's language; None if it was not, or that is not known."""
    return None if row is None or row.reason is None else said(text_kept(row.reason))


def _address(row: JobRow) -> str:
    return url_for("api.computation", number=row.id)


def _before(row: JobRow) -> int:
    if row.state is not JobState.WAITING:
        return 0
    with this_installation().sessions() as session:
        return jobs.ahead_of(session, row)
