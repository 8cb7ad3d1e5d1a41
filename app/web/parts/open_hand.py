"""The hand that an address names, ready to be replayed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from flask import request

from app.judging.levels import levels_before
from app.matches.installation import this_installation
from app.matches.store import StoredMatch
from app.text.language import _
from app.text.readable import readable_finding
from app.text.seats import player_names
from app.web.http.errors import Refusal
from app.web.http.paging import whole
from app.web.parts.hand_list import LIST, carry_list
from app.web.parts.open_match import RulesTrial, open_match, refuse_hand
from app.web.parts.steps import by_step, findings_at_end
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.frames import Frame
from engine.replay.game import Judge, MatchReplay
from engine.replay.grounds import HandProof
from engine.replay.proving import hand_proof
from engine.replay.views import ALL, View, view_named, views
from engine.rulebook.options import RuleSet
from engine.verdict.stored_report import StoredFinding, StoredReport

_PLACES: Final = (
    "step",
    "view",
    "count",
    "start",
    "layout",
    "colours",
    "played",
    "below",
    "seat",
    "proof",
    "find",
    "of",
    "card",
    "tricks",
    "note",
    "page",
    "results",
    "review",
    "lang",
    "where",
    LIST,
)
"""The arguments of an address other than rules."""


@dataclass(frozen=True)
class PlayedHand:
    """A hand (``number`` from 1) of a match, stored or from a file, and who looks at it."""

    match: Match
    rules: RuleSet
    judge: Judge
    report: StoredReport
    """The report of the match, in the language of the reader."""
    number: int
    view: View
    """Who looks at it."""

    @property
    def steps(self) -> int:
        """How many actions the hand has."""
        return len(self.actions)

    @property
    def actions(self) -> Sequence[str]:
        """The actions, as the log has them."""
        return self.match.hands[self.number - 1].actions

    @property
    def paced(self) -> bool:
        """Whether the log says of some action how long it took."""
        return any(" @" in action for action in self.actions)

    @property
    def hands(self) -> int:
        """How many hands the match has."""
        return len(self.match.hands)

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat, as pages show them; the seat where the log names nobody."""
        return player_names(self.match.players)

    @property
    def asked(self) -> str | None:
        """The view as addresses name it; None for all hands, which they need not name."""
        return None if self.view.whole else self.view.name

    @cached_property
    def said(self) -> Mapping[int, Sequence[StoredFinding]]:
        """The findings of the hand by step."""
        index, game, names = self.number - 1, self.match.game, self.names
        findings = [readable_finding(finding, game, names) for finding in self.report.findings if finding.hand == index]
        return by_step(findings, index)

    @cached_property
    def said_at_end(self) -> Mapping[int, Sequence[StoredFinding]]:
        """The same, with those about the whole hand at its last step."""
        return findings_at_end(self.said, self.steps)

    def levels(self) -> dict[str, str]:
        """By seat, the level of its team before the hand; seats of a team whose level is unknown are left out."""
        return levels_before(self.match, self.report.hands, self.number - 1)


@dataclass(frozen=True)
class OpenHand(PlayedHand):
    """A hand of a stored match, ready to be replayed."""

    stored: StoredMatch
    trial: RulesTrial | None = None
    """The match under the rules that the address names, not its own."""

    def before(self) -> MatchReplay:
        """The match as it stands before the hand."""
        return this_installation().decoded.before(self.stored, self.judge, self.rules, self.number - 1)

    def proof(self) -> HandProof:
        """The proof of its score."""
        match, before = self.match, this_installation().decoded.before
        return hand_proof(
            GAMES[match.game],
            self.rules,
            self.judge,
            match,
            self.number - 1,
            lambda index: before(self.stored, self.judge, self.rules, index),
        )

    def frames(self, step: int) -> Sequence[Frame]:
        """The frames from the deal to a step, with everything in them."""
        return this_installation().decoded.frames(self.stored, self.judge, self.rules, self.number - 1).up_to(step)


def open_hand(identity: int, number: int, places: Collection[str] = ()) -> OpenHand:
    """A hand of a match as the address of the request asks for it: its view, and the rules it is tried under.

    ``places`` are arguments of the address besides those of every page of a hand.  Raises Refusal.
    """
    carry_list(identity, number)
    opened = open_match(
        identity,
        (*_PLACES, *places),
        what="The hand cannot be replayed",
        otherwise="there is nothing to replay",
    )
    match = opened.match
    refuse_hand(match, number)
    named = request.args.get("view", ALL.name)
    view = view_named(named, match.seats)
    if view is None:
        known = ", ".join(view.name for view in views(match.seats))
        raise Refusal(404, _("There is no view {name}; there are: {known}.", name=named[:20], known=known))
    judge = this_installation().checker.judge(opened.rules)
    stored = opened.stored
    return OpenHand(match, opened.rules, judge, stored.report, number, view, stored, opened.trial)


def step_asked(opened: OpenHand) -> int:
    """The step that an address names.  Raises Refusal if the hand has no such step."""
    text = request.args.get("step", "0")
    step = whole(text)
    if step is not None and step <= opened.steps:
        return step
    if not opened.steps:
        raise Refusal(
            404,
            _(
                "Hand {number} has only the step 0 (the deal); there is no step {step}.",
                number=opened.number,
                step=text[:20],
            ),
        )
    raise Refusal(
        404,
        _(
            "Hand {number} has the steps 0 (the deal) to {last}; there is no step {step}.",
            number=opened.number,
            last=opened.steps,
            step=text[:20],
        ),
    )


def step_beyond(opened: OpenHand) -> str | None:
    """The step that an address names, if it is a number and the hand ends before it; cut short if it is a long one."""
    text = request.args.get("step", "")
    if not (text.isascii() and text.isdecimal()):
        return None
    step = whole(text)
    return text[:20] if step is None or step > opened.steps else None


def seat_below(opened: OpenHand) -> str:
    """The seat that is looked from: that of ``?seat=``, else of the view, else the first.  Raises Refusal."""
    named = request.args.get("seat") or opened.view.seat or opened.match.seats[0]
    if named not in opened.match.seats:
        raise no_seat(named, opened.match)
    return named


def no_seat(name: str, match: Match) -> Refusal:
    """The answer to a request that names a seat which a match does not have."""
    known = ", ".join(match.seats)
    return Refusal(404, _("There is no seat {name}; there are: {known}.", name=name[:20], known=known))
