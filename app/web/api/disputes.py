"""Disputes for programs: what is claimed and ruled, what is done about it, and the verdicts that were issued."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct

from app.database.tables.matches import storable
from app.disputes.audit_log.actors import TEXT, Role
from app.disputes.cases import acts
from app.disputes.cases.inquiry import Inquired
from app.disputes.cases.listing import PER_PAGE, DisputeFilter, disputes
from app.disputes.cases.reading import Whole, dispute, ruled
from app.disputes.cases.rulings import MOST_ADJUSTMENTS, MOST_VOTES, Adjusting, Decision, rule
from app.disputes.cases.states import Acting, CannotAct, Outcome, State
from app.disputes.verdicts.issued import VerdictFilter, verdict_bytes, verdict_row, verdicts
from app.matches.installation import this_installation
from app.text.language import _
from app.web.api.operations import Answer, Written, cursor_of, number_of, operation, shaped
from app.web.disputes.acting_as import acting_as
from app.web.disputes.disputes import status_of
from app.web.http.errors import Refusal
from engine.statistics.person import normal
from engine.verdict.proof.form import Claim, Subject, VerdictFile

_SUBJECT: Final = "disputes"
T = TypeVar("T")
_Row = Annotated[int, Meta(ge=0, lt=2**31)]
_Text = Annotated[str, Meta(max_length=TEXT)]


class ActingAs(Struct, frozen=True, forbid_unknown_fields=True):
    """Who acts, where nobody logs in; in a club who is logged in acts, whatever is here."""

    name: str = ""
    role: Role = Role.PLAYER


class DisputesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which disputes are listed."""

    state: State | None = None
    match: _Row | None = None
    game: str | None = None
    player: str | None = None
    """The beginning of the name of a player of the match."""
    event: str | None = None
    changed: bool = False
    """Only those whose match is judged otherwise now."""
    cursor: str = ""


class Actor(Struct, frozen=True):
    """Who acted."""

    name: str
    role: str


class ListedDispute(Struct, frozen=True):
    """A dispute as a list has it; hand, action and line count from 0."""

    id: int
    match: int | None
    title: str
    game: str | None
    hand: int | None
    action: int | None
    line: int | None
    state: str
    by: Actor
    opened_at: datetime
    changed: bool


class Disputes(Struct, frozen=True):
    """A page of disputes, the newest first."""

    disputes: tuple[ListedDispute, ...]
    next: str | None


class Comment(Struct, frozen=True):
    """A comment, or the reason of an appeal."""

    by: Actor
    text: str
    at: datetime
    appeal: bool


class EvidenceFacts(Struct, frozen=True):
    """A piece of evidence."""

    id: int
    by: Actor
    name: str
    kind: str
    size: int
    sha256: str
    at: datetime


class SetScores(Struct, frozen=True):
    """The scores that a ruling sets for a hand (from 0)."""

    hand: int
    scores: dict[str, int]
    rule: str | None
    reason: str


class RulingFacts(Struct, frozen=True):
    """A ruling."""

    number: int
    outcome: Outcome
    text: str
    dissent: str
    by: Actor
    at: datetime
    in_force: bool
    votes: tuple[tuple[Actor, bool], ...]
    adjustments: tuple[SetScores, ...]


class DisputeFacts(Struct, frozen=True):
    """A dispute."""

    dispute: ListedDispute
    digest: str
    """That of the report that it is about."""
    claim: Claim
    found: Inquired
    """What was found of the claim."""
    parties: tuple[Actor, ...]
    comments: tuple[Comment, ...]
    evidence: tuple[EvidenceFacts, ...]
    rulings: tuple[RulingFacts, ...]
    """The newest first."""


class RulingsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which page."""

    match: _Row | None = None
    game: str | None = None
    event: str | None = None
    cursor: str = ""


class RuledDispute(Struct, frozen=True):
    """A dispute with its rulings, the newest first."""

    dispute: ListedDispute
    rulings: tuple[RulingFacts, ...]


class Rulings(Struct, frozen=True):
    """A page of the disputes that were ruled on, from the first on."""

    disputes: tuple[RuledDispute, ...]
    next: str | None


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """A claim; hand, action and line count from 0.  It is exactly one of scores, totals, a finding and a text."""

    hand: _Row | None = None
    action: _Row | None = None
    line: _Row | None = None
    scores: dict[str, int] | None = None
    totals: dict[str, int] | None = None
    finding: str | None = None
    text: _Text | None = None
    acting: ActingAs = ActingAs()


class Saying(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said."""

    text: _Text
    acting: ActingAs = ActingAs()


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """An act without a text."""

    acting: ActingAs = ActingAs()


class SettingScores(Struct, frozen=True, forbid_unknown_fields=True):
    """The scores that a ruling sets for a hand (from 0)."""

    hand: _Row
    scores: dict[str, int]
    reason: _Text
    rule: str | None = None


class Vote(Struct, frozen=True, forbid_unknown_fields=True):
    """The vote of another arbiter."""

    name: str
    agrees: bool = True


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling."""

    outcome: Outcome
    text: _Text
    before: _Row
    """How many rulings there were when it was decided."""
    adjustments: Annotated[tuple[SettingScores, ...], Meta(max_length=MOST_ADJUSTMENTS)] = ()
    agrees: bool = True
    votes: Annotated[tuple[Vote, ...], Meta(max_length=MOST_VOTES)] = ()
    dissent: _Text = ""
    acting: ActingAs = ActingAs()


class VerdictsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which verdicts are listed."""

    match: _Row | None = None
    dispute: _Row | None = None
    game: str | None = None
    player: str | None = None
    changed: bool = False
    cursor: str = ""


class ListedVerdict(Struct, frozen=True):
    """A verdict as a list has it."""

    id: int
    match: int | None
    title: str
    game: str | None
    dispute: int | None
    body_sha256: str
    engine: str
    key: str | None
    """The public key that signed it, in hexadecimal."""
    by: Actor
    at: datetime
    kept: bool
    """Whether its file is there."""
    changed: bool
    replaced_by: int | None


class Verdicts(Struct, frozen=True):
    """A page of verdicts, the newest first."""

    verdicts: tuple[ListedVerdict, ...]
    next: str | None


_BY: Final[Mapping[str, str]] = MappingProxyType({"name": "Zhao", "role": "arbiter"})


@operation("GET", "/disputes", subject=_SUBJECT, gives=Disputes, query=DisputesAsked, examples={"state": "ruled"})
def listed_disputes(query: DisputesAsked) -> Disputes:
    """Lists disputes."""
    wanted = DisputeFilter(query.state, query.match, query.game, query.player, _event(query.event), query.changed)
    with this_installation().sessions() as session:
        found = disputes(session, wanted, number_of(query.cursor))
    shown = tuple(shaped(each, ListedDispute) for each in found[:PER_PAGE])
    return Disputes(shown, cursor_of(shown[-1].id if len(found) > PER_PAGE else None))


@operation("GET", "/disputes/<int:number>", subject=_SUBJECT, gives=DisputeFacts, errors=(404,))
def one_dispute(number: int) -> DisputeFacts:
    """Gives a dispute."""
    return _dispute(number)


@operation(
    "POST",
    "/matches/<int:match>/disputes",
    subject=_SUBJECT,
    gives={201: DisputeFacts},
    body=Opening,
    errors=(403, 404, 422),
    examples={"body": {"text": "The last hand was not counted.", "acting": _BY}},
)
def open_dispute(match: int, body: Opening) -> Answer:
    """Opens a dispute about a match."""
    if this_installation().match(match) is None:
        raise Refusal(404, _("There is no match {number}.", number=match))
    given = {
        name: value for name in ("scores", "totals", "finding", "text") if (value := getattr(body, name)) is not None
    }
    subject = Subject(hand=body.hand, action=body.action, line=body.line)

    def work() -> int:
        acting = acting_as(body.acting.name, body.acting.role)
        return acts.open_dispute(this_installation(), match, acting, subject, Claim(**given))

    return Answer(201, _dispute(_acted(work)))


@operation(
    "POST",
    "/disputes/<int:number>/comments",
    subject=_SUBJECT,
    gives=DisputeFacts,
    body=Saying,
    errors=(403, 404, 422),
    examples={"body": {"text": "I saw it too.", "acting": _BY}},
)
def comment_on(number: int, body: Saying) -> DisputeFacts:
    """Adds a comment."""
    return _after(number, body.acting, lambda who: acts.comment(this_installation(), number, who, body.text))


@operation(
    "POST",
    "/disputes/<int:number>/review",
    subject=_SUBJECT,
    gives=DisputeFacts,
    body=Act,
    errors=(403, 404, 422),
    examples={"body": {"acting": _BY}},
)
def review(number: int, body: Act) -> DisputeFacts:
    """Takes a dispute under review."""
    return _after(number, body.acting, lambda who: acts.take_up(this_installation(), number, who))


@operation(
    "POST",
    "/disputes/<int:number>/rulings",
    subject=_SUBJECT,
    gives=DisputeFacts,
    body=Ruling,
    errors=(403, 404, 422),
    examples={"body": {"outcome": "upheld", "text": "The record is right.", "before": 0, "acting": _BY}},
)
def rule_on(number: int, body: Ruling) -> DisputeFacts:
    """Rules on a dispute."""
    decision = Decision(
        body.outcome,
        body.text,
        [
            Adjusting(each.hand, each.scores, each.reason, each.rule and storable(each.rule))
            for each in body.adjustments
        ],
        body.agrees,
        [(each.name, each.agrees) for each in body.votes],
        body.dissent,
    )
    return _after(number, body.acting, lambda who: rule(this_installation(), number, who, decision, body.before))


@operation(
    "POST",
    "/disputes/<int:number>/appeal",
    subject=_SUBJECT,
    gives=DisputeFacts,
    body=Saying,
    errors=(403, 404, 422),
    examples={"body": {"text": "A card was overlooked.", "acting": _BY}},
)
def appeal(number: int, body: Saying) -> DisputeFacts:
    """Appeals against a ruling."""
    return _after(number, body.acting, lambda who: acts.appeal(this_installation(), number, who, body.text))


@operation(
    "POST",
    "/disputes/<int:number>/close",
    subject=_SUBJECT,
    gives=DisputeFacts,
    body=Act,
    errors=(403, 404, 422),
    examples={"body": {"acting": _BY}},
)
def close(number: int, body: Act) -> DisputeFacts:
    """Makes a ruling final."""
    return _after(number, body.acting, lambda who: acts.close(this_installation(), number, who))


@operation("GET", "/rulings", subject=_SUBJECT, gives=Rulings, query=RulingsAsked)
def listed_rulings(query: RulingsAsked) -> Rulings:
    """Lists the disputes that were ruled on, with their rulings."""
    wanted = DisputeFilter(match=query.match, game=query.game, event=_event(query.event))
    with this_installation().sessions() as session:
        found = ruled(session, wanted, number_of(query.cursor) or 0)
    shown = tuple(
        RuledDispute(shaped(each.row, ListedDispute), tuple(shaped(one, RulingFacts) for one in each.rulings))
        for each in found[:PER_PAGE]
    )
    return Rulings(shown, cursor_of(shown[-1].dispute.id if len(found) > PER_PAGE else None))


@operation("GET", "/verdicts", subject=_SUBJECT, gives=Verdicts, query=VerdictsAsked)
def listed_verdicts(query: VerdictsAsked) -> Verdicts:
    """Lists the verdicts that were issued."""
    wanted = VerdictFilter(query.match, query.dispute, query.game, query.player, query.changed)
    with this_installation().sessions() as session:
        found = verdicts(session, wanted, number_of(query.cursor))
    shown = tuple(shaped(each, ListedVerdict) for each in found[:PER_PAGE])
    return Verdicts(shown, cursor_of(shown[-1].id if len(found) > PER_PAGE else None))


@operation("GET", "/verdicts/<int:number>", subject=_SUBJECT, gives=VerdictFile, errors=(404, 410))
def verdict_file(number: int) -> Written:
    """Gives the file of a verdict, byte for byte as it was issued."""
    with this_installation().sessions() as session:
        found, raw = verdict_row(session, number), verdict_bytes(session, number)
    if found is None:
        raise Refusal(404, _("There is no verdict {number}.", number=number))
    if raw is None:
        raise Refusal(
            410, _("A name or a text in verdict {number} was erased, so its file was removed here.", number=number)
        )
    return Written(raw)


def _dispute(number: int) -> DisputeFacts:
    with this_installation().sessions() as session:
        found = dispute(session, number)
    if found is None:
        raise Refusal(404, _("There is no dispute {number}.", number=number))
    return _facts(found)


def _facts(found: Whole) -> DisputeFacts:
    return DisputeFacts(
        shaped(found.row, ListedDispute),
        found.digest,
        found.claim,
        found.found,
        tuple(shaped(each, Actor) for each in found.parties),
        tuple(shaped(each, Comment) for each in found.comments),
        tuple(shaped(each, EvidenceFacts) for each in found.evidence),
        tuple(shaped(each, RulingFacts) for each in found.rulings),
    )


def _after(number: int, acting: ActingAs, work: Callable[[Acting], object]) -> DisputeFacts:
    """The dispute after an act.  Raises Refusal if it may not be done."""
    _dispute(number)
    _acted(lambda: work(acting_as(acting.name, acting.role)))
    return _dispute(number)


def _acted(work: Callable[[], T]) -> T:
    try:
        return work()
    except CannotAct as reason:
        raise Refusal(status_of(reason), str(reason)) from None


def _event(text: str | None) -> str | None:
    return None if text is None else normal(storable(text))
