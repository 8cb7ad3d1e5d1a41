"""Disputes for programs: what is claimed and ruled, and what is done about it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from app.database.row_pages import PER_PAGE
from app.database.tables.matches import storable
from app.disputes.audit_log.actors import TEXT, ActorRole
from app.disputes.cases import acts
from app.disputes.cases.listing import DisputeFilter, DisputeRow, disputes
from app.disputes.cases.proposals import agree, decide, withdraw
from app.disputes.cases.reading import DamagedDispute, RulingWithVotes, WholeDispute, ruled_disputes
from app.disputes.cases.rulings import MOST_ADJUSTMENTS, MOST_VOTES, Adjusting, Decision
from app.disputes.cases.states import Acting, CannotAct, DisputeState, RulingOutcome
from app.matches.installation import this_installation
from app.text.language import _
from app.web.api.operations import Answer, cursor_of, number_of, operation
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Only
from app.web.http.this_login import is_club
from app.web.parts.acting_as import acting_as, acting_before, arbiter_named, status_of
from app.web.parts.offered_acts import dispute_after, dispute_shown
from app.web.parts.open_match import stored_match
from engine.statistics.person import normal
from engine.verdict.proof.form import Claim, Subject

SUBJECT: Final = "disputes"
T = TypeVar("T")
Row = Annotated[int, Meta(ge=0, lt=2**31)]
"""A number of something that is kept, or of a part of it."""
_Text = Annotated[str, Meta(max_length=TEXT)]


class ActingAs(Struct, frozen=True, forbid_unknown_fields=True):
    """Who acts, where nobody logs in; in a club who is logged in acts, whatever is here."""

    name: str = ""
    role: ActorRole = ActorRole.PLAYER


class DisputesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which disputes are listed."""

    state: DisputeState | None = None
    match: Row | None = None
    game: str | None = None
    player: str | None = None
    """The beginning of the name of a player of the match."""
    event: str | None = None
    changed: bool = False
    """Only those whose match is judged otherwise now."""
    cursor: str = ""


class Disputes(Struct, frozen=True):
    """A page of disputes, the newest first."""

    disputes: tuple[DisputeRow, ...]
    next: str | None


class RulingsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which page."""

    match: Row | None = None
    game: str | None = None
    event: str | None = None
    cursor: str = ""


class RuledDispute(Struct, frozen=True):
    """A dispute with its rulings, the newest first."""

    dispute: DisputeRow
    rulings: tuple[RulingWithVotes, ...]
    damaged: bool
    """Whether a part of the dispute is not what was stored: ``rulings`` is empty then."""


class Rulings(Struct, frozen=True):
    """A page of the disputes that were ruled on, from the first on."""

    disputes: tuple[RuledDispute, ...]
    next: str | None


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """A claim; hand, action and line count from 0.  It is exactly one of scores, totals, a finding and a text."""

    hand: Row | None = None
    action: Row | None = None
    line: Row | None = None
    scores: dict[str, int] | None = None
    totals: dict[str, int] | None = None
    finding: str | None = None
    text: _Text | None = None
    acting: ActingAs = ActingAs()


class Saying(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said."""

    text: _Text
    acting: ActingAs = ActingAs()


class DisputeAct(Struct, frozen=True, forbid_unknown_fields=True):
    """An act without a text."""

    acting: ActingAs = ActingAs()


class SettingScores(Struct, frozen=True, forbid_unknown_fields=True):
    """The scores that a ruling sets for a hand (from 0)."""

    hand: Row
    scores: dict[str, int]
    reason: _Text
    rule: str | None = None


class Vote(Struct, frozen=True, forbid_unknown_fields=True):
    """The vote of another arbiter."""

    name: str
    agrees: bool = True


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling."""

    outcome: RulingOutcome
    text: _Text
    before: Row
    """How many rulings there were when it was decided."""
    adjustments: Annotated[tuple[SettingScores, ...], Meta(max_length=MOST_ADJUSTMENTS)] = ()
    agrees: bool = True
    votes: Annotated[tuple[Vote, ...], Meta(max_length=MOST_VOTES)] = ()
    dissent: _Text = ""
    acting: ActingAs = ActingAs()


class AnswerToProposal(Struct, frozen=True, forbid_unknown_fields=True):
    """The vote of a second arbiter for a proposed ruling, or that who proposed it withdraws it."""

    proposal: Row
    """Its number, so that nobody votes for another than was read."""
    withdraw: bool = False


_BY: Final[Mapping[str, str]] = MappingProxyType({"name": "Zhao", "role": "arbiter"})


@operation(
    "GET",
    "/disputes",
    may=May.FOLLOW,
    subject=SUBJECT,
    gives=Disputes,
    query=DisputesAsked,
    examples={"state": "ruled"},
)
def listed_disputes(query: DisputesAsked) -> Disputes:
    """Lists disputes."""
    wanted = DisputeFilter(query.state, query.match, query.game, query.player, _event(query.event), query.changed)
    with this_installation().sessions() as session:
        rows = disputes(session, wanted, number_of(query.cursor))
    shown = tuple(rows[:PER_PAGE])
    return Disputes(shown, cursor_of(shown[-1].id if len(rows) > PER_PAGE else None))


@operation(
    "GET", "/disputes/<int:number>", may=May.FOLLOW, of=Of.DISPUTE, subject=SUBJECT, gives=WholeDispute, errors=(404,)
)
def one_dispute(number: int) -> WholeDispute:
    """Gives a dispute, with what the record has of it, and the verdicts on it."""
    return dispute_facts(number, dispute_shown)


@operation(
    "POST",
    "/matches/<int:match>/disputes",
    may=May.TAKE_PART,
    of=Of.MATCH,
    only=Only.PLAYER_OR_RECORDER,
    subject=SUBJECT,
    gives={201: WholeDispute},
    body=Opening,
    errors=(403, 404, 422),
    examples={"body": {"text": "The last hand was not counted.", "acting": _BY}},
)
def open_dispute(match: int, body: Opening) -> Answer:
    """Opens a dispute about a match."""
    stored_match(match)
    given = {
        name: value for name in ("scores", "totals", "finding", "text") if (value := getattr(body, name)) is not None
    }
    subject = Subject(hand=body.hand, action=body.action, line=body.line)

    def work() -> int:
        acting = acting_as(body.acting.name, body.acting.role)
        return acts.open_dispute(this_installation(), match, acting, subject, Claim(**given))

    return Answer(201, dispute_facts(result_of_act(work)))


@operation(
    "POST",
    "/disputes/<int:number>/comments",
    may=May.TAKE_PART,
    of=Of.DISPUTE,
    subject=SUBJECT,
    gives=WholeDispute,
    body=Saying,
    errors=(403, 404, 422),
    examples={"body": {"text": "I saw it too.", "acting": _BY}},
)
def comment_on(number: int, body: Saying) -> WholeDispute:
    """Adds a comment."""
    return _after(number, body.acting, lambda who: acts.comment(this_installation(), number, who, body.text))


@operation(
    "POST",
    "/disputes/<int:number>/review",
    may=May.RULE,
    of=Of.DISPUTE,
    only=Only.NO_PLAYER,
    subject=SUBJECT,
    gives=WholeDispute,
    body=DisputeAct,
    errors=(403, 404, 422),
    examples={"body": {"acting": _BY}},
)
def review(number: int, body: DisputeAct) -> WholeDispute:
    """Takes a dispute under review."""
    return _after(number, body.acting, lambda who: acts.take_up(this_installation(), number, who))


@operation(
    "POST",
    "/disputes/<int:number>/rulings",
    may=May.RULE,
    of=Of.DISPUTE,
    only=Only.NO_PLAYER,
    subject=SUBJECT,
    gives=WholeDispute,
    body=Ruling,
    errors=(403, 404, 422),
    examples={"body": {"outcome": "upheld", "text": "The record is right.", "before": 0, "acting": _BY}},
)
def rule_on(number: int, body: Ruling) -> WholeDispute:
    """Rules on a dispute, or proposes a ruling to a second arbiter where a club asks for two votes."""
    decision = Decision(
        body.outcome,
        body.text,
        [
            Adjusting(
                adjustment.hand, adjustment.scores, adjustment.reason, adjustment.rule and storable(adjustment.rule)
            )
            for adjustment in body.adjustments
        ],
        body.agrees,
        [(vote.name, vote.agrees) for vote in body.votes],
        body.dissent,
    )
    return _after(number, body.acting, lambda who: decide(this_installation(), number, who, decision, body.before))


@operation(
    "POST",
    "/disputes/<int:number>/proposal",
    may=May.RULE,
    of=Of.DISPUTE,
    only=Only.NO_PLAYER,
    subject=SUBJECT,
    gives=WholeDispute,
    body=AnswerToProposal,
    errors=(403, 404, 422),
    examples={"number": 3, "body": {"proposal": 1}},
)
def answer_to_proposal(number: int, body: AnswerToProposal) -> WholeDispute:
    """Votes for a proposed ruling, which is then in force, or withdraws the own one."""
    if not is_club():
        raise Refusal(404, _("Rulings are proposed in a club alone."))
    fupan = this_installation()
    if body.withdraw:
        return _after(number, ActingAs(), lambda _who: withdraw(fupan, number, body.proposal, arbiter_named))
    return _after(number, ActingAs(), lambda who: agree(fupan, number, who, body.proposal, arbiter_named))


@operation(
    "POST",
    "/disputes/<int:number>/appeal",
    may=May.TAKE_PART,
    of=Of.DISPUTE,
    only=Only.OPENER_OR_PLAYER,
    subject=SUBJECT,
    gives=WholeDispute,
    body=Saying,
    errors=(403, 404, 422),
    examples={"body": {"text": "A card was overlooked.", "acting": _BY}},
)
def appeal(number: int, body: Saying) -> WholeDispute:
    """Appeals against a ruling."""
    return _after(number, body.acting, lambda who: acts.appeal(this_installation(), number, who, body.text))


@operation(
    "POST",
    "/disputes/<int:number>/close",
    may=May.RULE,
    of=Of.DISPUTE,
    only=Only.NO_PLAYER,
    subject=SUBJECT,
    gives=WholeDispute,
    body=DisputeAct,
    errors=(403, 404, 422),
    examples={"body": {"acting": _BY}},
)
def close(number: int, body: DisputeAct) -> WholeDispute:
    """Makes a ruling final."""
    return _after(number, body.acting, lambda who: acts.close(this_installation(), number, who))


@operation("GET", "/rulings", may=May.FOLLOW, subject=SUBJECT, gives=Rulings, query=RulingsAsked)
def listed_rulings(query: RulingsAsked) -> Rulings:
    """Lists the disputes that were ruled on, with their rulings."""
    wanted = DisputeFilter(match=query.match, game=query.game, event=_event(query.event))
    with this_installation().sessions() as session:
        results = ruled_disputes(session, wanted, number_of(query.cursor) or 0)
    shown = tuple(
        RuledDispute(
            result.dispute,
            () if isinstance(result, DamagedDispute) else result.rulings,
            isinstance(result, DamagedDispute),
        )
        for result in results[:PER_PAGE]
    )
    return Rulings(shown, cursor_of(shown[-1].dispute.id if len(results) > PER_PAGE else None))


def dispute_facts(
    number: int, seen: Callable[[Session, int, Acting | None], WholeDispute | None] = dispute_after
) -> WholeDispute:
    """A dispute as who asks may see it.  Raises Refusal if there is none."""
    with this_installation().sessions() as session:
        whole_dispute = seen(session, number, acting_before())
    if whole_dispute is None:
        raise Refusal(404, _("There is no dispute {number}.", number=number))
    return whole_dispute


def _after(number: int, acting: ActingAs, work: Callable[[Acting], object]) -> WholeDispute:
    """The dispute after an act.  Raises Refusal if it may not be done."""
    dispute_facts(number)
    result_of_act(lambda: work(acting_as(acting.name, acting.role)))
    return dispute_facts(number)


def result_of_act(work: Callable[[], T]) -> T:
    """What an act gives.  Raises Refusal if it may not be done."""
    try:
        return work()
    except CannotAct as reason:
        raise Refusal(status_of(reason), str(reason)) from None


def _event(text: str | None) -> str | None:
    return None if text is None else normal(storable(text))
