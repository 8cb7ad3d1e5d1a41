"""What if: a hand played on by hand from one of its steps.  A branch is all in its address, and nothing is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Response, g, render_template, request, url_for

from app.replay.what_if import ARGUMENT, Branch, exported
from app.web.http.computing import computes
from app.web.http.pages import May, Of, Pages
from app.web.parts.legal_plays import offer
from app.web.parts.open_hand import no_seat, seat_below
from app.web.parts.open_match import keep_rules
from app.web.parts.outline import Trick, tricks_of
from app.web.parts.scene import Scene, scene_of
from app.web.replay.branch_choice import Choosing, candidates, choosing, seats_of
from app.web.replay.branch_open import OpenBranch, open_branch
from app.web.replay.plays import plays_shown
from app.web.replay.visible_scenes import choice_of
from engine.replay.branch import passes

BLUEPRINT: Final = Pages("what_if", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")
BLUEPRINT.url_defaults(keep_rules)

_OVER: Final = "over"
_TRICK: Final = "trick"
"""The name of no seat: others pass until the trick ends."""
LISTED: Final = 60
"""The most steps of a branch that a page lists, as each has the address of the whole branch."""
_KEPT: Final = ("seat",)
"""What the links of the page keep of its address."""


@dataclass(frozen=True, slots=True)
class BranchLinks:
    """The addresses of the branches near a branch."""

    opened: OpenBranch

    def __call__(self, step: int) -> str:
        """The address of the branch, looked at one of its steps."""
        at = None if step == self.opened.branch.last else step
        return self.of(self.opened.branch, at=at)

    def find(self, step: int, what: str) -> str:
        """The address of the last step: no step after ``step`` begins a trick."""
        del step, what
        return self(self.opened.branch.last)

    def of(self, branch: Branch, **values: Any) -> str:
        """The address of a branch."""
        return self.to("what_if.page", branch, **values)

    def to(self, endpoint: str, branch: Branch, **values: Any) -> str:
        """The address of a page about a branch."""
        arguments = {name: request.args[name] for name in _KEPT if name in request.args}
        record = self.opened.record
        place = {"identity": record.stored.row.id, "number": record.number, "step": branch.step}
        return url_for(endpoint, **(place | arguments | {ARGUMENT: branch.then} | values))

    def plus(self, action: str) -> str | None:
        """The address of the branch with one more action; None if no more fit."""
        return None if self.opened.branch.full else self.of(self.opened.branch.plus(action))

    @property
    def undone(self) -> str | None:
        """The address of the branch without its last action; None if it has none."""
        branch = self.opened.branch
        return self.of(branch.up_to(branch.last - 1)) if branch.added else None

    @property
    def here(self) -> str:
        """The address of the branch that ends at the step that is looked at."""
        return self.of(self.opened.branch.up_to(self.opened.at))

    def recorded(self, step: int) -> str:
        """The address of the record at a step."""
        record = self.opened.record
        return url_for("replay.hand", identity=record.stored.row.id, number=record.number, step=step)

    @property
    def record(self) -> str:
        """The address of the record at the step where the branch begins."""
        return self.recorded(self.opened.branch.step)


@BLUEPRINT.get("/what-if", may=May.TAKE_PART, of=Of.MATCH)
@computes
def page(identity: int, number: int) -> str | Response:
    """The branch of ``?then=``, actions with ``~`` between them, after the step of ``?step=``, at the step of ``?at=``.

    ``?who=`` is the seat that chooses, ``?card=`` its cards, ``?do=`` the verb; ``?line=`` is an action as logs have
    it.  With ``?until=`` a seat or ``trick``, the answer leads to the branch in which the seats before it pass.
    """
    opened = open_branch(identity, number)
    links = BranchLinks(opened)
    until = request.args.get("until")
    if until is not None:
        return Response(status=303, headers={"Location": links.of(opened.branch.plus(*_passes(opened, until)))})
    g.in_branch = True
    below = seat_below(opened.record)
    scene, tricks = _scene(opened, below), _tricks(opened)
    listed = _listed(opened.branch, opened.at)
    choice = choosing(opened) if opened.at == opened.branch.last and not _ended(opened) else None
    record = opened.record
    return render_template(
        "replay/what_if/page.html",
        match=record.stored.row,
        number=number,
        trial=record.trial,
        names=record.names,
        scene=scene,
        # Before its first action the branch has no steps, but it is played all the same.  At the end the last play
        # makes room for the order of finish.
        table=replace(scene, steps=max(scene.steps, 1), table=None if scene.stage == _OVER else scene.table),
        branch=opened.branch,
        at=links,
        over=_ended(opened),
        outcome=opened.judged.outcome if opened.over else None,
        recorded=[part for trick in tricks if (part := _part(trick, range(1, opened.branch.step + 1))) is not None],
        added=[part for trick in tricks if (part := _part(trick, listed)) is not None],
        listed=listed,
        four_colours=choice_of("colours") == "four",
        rows=opened.last.in_rows,
        below=below,
        **_panel(opened, links, choice, below),
    )


@BLUEPRINT.get("/what-if/reading", may=May.TAKE_PART, of=Of.MATCH)
@computes
def reading(identity: int, number: int) -> str:
    """What the chosen cards would be and whether the rules allow them, as a part of the page."""
    opened = open_branch(identity, number)
    choice = choosing(opened)
    return render_template(
        "replay/what_if/reading.html",
        candidates=candidates(opened, choice),
        names=opened.record.names,
        at=BranchLinks(opened),
        match=opened.record.stored.row,
        number=number,
    )


@BLUEPRINT.get("/what-if/plays", may=May.TAKE_PART, of=Of.MATCH)
@computes
def plays(identity: int, number: int) -> str:
    """The plays that the rules allow the seat in turn after the branch, each with a link to the branch that has it."""
    opened = open_branch(identity, number)
    links = BranchLinks(opened)
    return plays_shown(
        opened.opened,
        opened.branch.last,
        offer(opened.opened, opened.branch.last),
        here=links.of(opened.branch),
        more=lambda count: links.to("what_if.plays", opened.branch, count=count),
        played=links.plus,
    )


@BLUEPRINT.get("/what-if.json", may=May.TAKE_PART, of=Of.MATCH)
@computes
def file(identity: int, number: int) -> Response:
    """The branch as a log of its own, for any program that reads `fupan/1`."""
    opened = open_branch(identity, number)
    record = opened.record
    raw = exported(opened.opened.match, opened.index, opened.before(), record.rules, opened.branch)
    name = f"match-{identity}-hand-{number}-step-{opened.branch.step}-what-if.json"
    answer = Response(raw, content_type="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _panel(opened: OpenBranch, links: BranchLinks, choice: Choosing | None, below: str) -> Mapping[str, object]:
    if choice is None:
        return {"found": None}
    return {
        "found": choice,
        "seats": seats_of(opened),
        "candidates": candidates(opened, choice),
        "kept": {
            name: value
            for name, value in {
                "step": opened.branch.step,
                ARGUMENT: opened.branch.then,
                **{name: request.args.get(name) for name in _KEPT},
                **(opened.record.trial.chosen.address if opened.record.trial else {}),
            }.items()
            if value is not None
        },
        "until": _until(opened, links, below),
    }


def _until(opened: OpenBranch, links: BranchLinks, below: str) -> Mapping[str, str]:
    """By name of a seat, or empty for the end of the trick, the address of the branch in which the others pass."""
    last = opened.last
    if last.table is None or last.turn is None or opened.branch.full:
        return {}
    addresses = {"": links.of(opened.branch, until=_TRICK)}
    holds = next((seat.count for seat in last.seats if seat.seat == below), 0)
    if holds and below not in (last.turn, last.table.seat):
        addresses[below] = links.of(opened.branch, until=below)
    return addresses


def _passes(opened: OpenBranch, until: str) -> tuple[str, ...]:
    seats = opened.record.match.seats
    if until not in (*seats, _TRICK):
        raise no_seat(until, opened.record.match)
    return passes(opened.before(), opened.opened.match, opened.index, until if until in seats else None)


def _ended(opened: OpenBranch) -> bool:
    return opened.last.stage == _OVER or opened.over


def _scene(opened: OpenBranch, below: str) -> Scene:
    record = opened.record
    return scene_of(
        opened.shown,
        record.match.game,
        record.names,
        record.levels(),
        opened.said,
        opened.outline,
        below=below,
    )


def _tricks(opened: OpenBranch) -> list[Trick]:
    tricks, _page = tricks_of(opened.opened, opened.frames, opened.outline, opened.at, opened.said)
    return tricks


def _listed(branch: Branch, at: int) -> range:
    """The steps of a branch that are listed: those near the step that is looked at."""
    middle = max(at, branch.step)
    first = max(min(middle - LISTED // 2, branch.last - LISTED), branch.step) + 1
    return range(first, min(first + LISTED - 1, branch.last) + 1)


def _part(trick: Trick, steps: range) -> Trick | None:
    """The actions of a trick at some steps; None if there are none."""
    lines = tuple(line for line in trick.lines if line.step.number in steps)
    return Trick(trick.number, lines) if lines else None
