"""What the print of a verdict says, in words and pictures, whatever it is printed as."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import msgspec
from msgspec import UnsetType

from app.disputes.cases.words import dispute_name, reasons_once, subject_words
from app.disputes.verdicts.printed_hash import body_hash, code_text
from app.disputes.verdicts.words import (
    OUTCOMES,
    Fact,
    claim_words,
    preset_words,
    ruling_words,
    signature_fact,
)
from app.drawing.files.pictures import RejudgedMatch, rejudged_match
from app.drawing.files.qr import Code, code_of
from app.drawing.table.shapes import Drawing
from app.judging.rules_of_match.words import value_words
from app.text.catalogue import VERDICT_PAGES, all_codes, all_rules
from app.text.decimals import score_shown
from app.text.glossary import game_title, option_title, preset_title
from app.text.language import _, marked, said
from app.text.language.sentence import capital
from app.text.readable import readable_message
from app.text.seats import player_names
from engine.games import GAMES
from engine.logs import LogRecord
from engine.record.match import HandResult, given_value
from engine.recorded.points import whole_points
from engine.rulebook.codes import INCOMPLETE_HAND
from engine.rulebook.options import RulesUnknown
from engine.rulebook.sentences import enumerated, listed
from engine.verdict.proof.form import Body, VerdictFile
from engine.verdict.proof.report_form import ReportFinding, ReportHand, ReportRules

_BASIS: Final[Mapping[str | None, str]] = {
    "play": "",
    "result": marked("from the recorded result"),
    "scores": marked("as recorded"),
    None: marked("not scored"),
}
_SEVERITIES: Final[Mapping[str, str]] = {
    "error": marked("error"),
    "warning": marked("warning"),
    "notice": marked("notice"),
}
_NAME: Final = 60
HOW: Final = marked(
    "This print proves nothing by itself: the file of the verdict does. Its body has the SHA-256 below, which the code "
    "holds too. fupan verify VERDICT LOG --key KEY --hash HASH checks that the file is the one printed here, who "
    "signed it, and that the log gives this result. The page “Verify” does the same."
)
"""What the foot of a print says of its hash."""
BESIDE: Final = marked(
    "Votes, earlier rulings, appeals and evidence are in the record of disputes. The signature does not cover them."
)
"""What a print says of what is not in the verdict."""
_ADJUSTED: Final = "adjusted"
UNSIGNED: Final = marked("Nobody has signed this verdict.")
_NO_LOG: Final = marked(
    "This was printed without the log of the match: players are named by their seats, findings by their kind, and "
    "there are no pictures."
)
_OTHER_RESULT: Final = marked(
    "The log, judged again, does not give the result of this verdict. Players are named as in the log; findings are "
    "printed as the verdict has them, without pictures."
)
Points = tuple[str, ...]
"""Points in words, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class PrintedVote:
    """How an arbiter voted on a ruling; it is in the record of disputes, not in the verdict."""

    arbiter: str
    vote: str
    dissent: str = ""
    """Why the arbiter holds another opinion; empty for one who does not."""


@dataclass(frozen=True, slots=True)
class DisputeContext:
    """The context of a verdict from the record of disputes: votes, the acts before the ruling, and the evidence."""

    votes: tuple[PrintedVote, ...] = ()
    before: tuple[Fact, ...] = ()
    """Earlier rulings and appeals, the first one first, each with its reasons."""
    evidence: tuple[Fact, ...] = ()


NOTHING: Final = DisputeContext()


@dataclass(frozen=True, slots=True)
class AdjustedHand:
    """A hand that a ruling adjusts."""

    number: int
    """From 1."""
    lines: tuple[tuple[str, Points], ...]
    """What the points are, and the points: computed, recorded (if the log is there), adjusted."""
    reason: str
    """By which rule, and why; empty where no rule is named and the text of the ruling says why."""


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand in the table of scores: points in the order of the seats."""

    number: int
    points: tuple[str, ...]
    adjusted: bool
    """Whether the points are those of an adjustment."""
    note: str


@dataclass(frozen=True, slots=True)
class PrintedFinding:
    """A finding as it is printed."""

    severity: str
    severity_words: str
    text: str
    place: str
    rule: str
    expected: str
    picture: Drawing | None
    """The table at the step; None if it is of no hand, or its step has a picture already."""


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A whole print."""

    title: str
    game: str
    """The game and the preset."""
    stamp: str
    """The verdict on the log, or ``adjusted`` where a ruling sets other scores."""
    stamp_words: str
    meaning: str
    facts: tuple[Fact, ...]
    seats: tuple[tuple[str, str], ...]
    """Each seat and what its player is called, in order of play."""
    hands: tuple[HandRow, ...]
    more_hands: int
    """Hands that are not printed, because there are too many."""
    totals: tuple[str, ...]
    """After adjustment."""
    adjusted: tuple[AdjustedHand, ...]
    computed_totals: tuple[str, ...]
    """Before adjustment; empty where nothing is adjusted."""
    winner: str
    preset: str
    options: tuple[Fact, ...]
    """The options that differ from the preset."""
    remarks: tuple[PrintedFinding, ...]
    more: int
    """Findings that are not printed, because there are too many."""
    dispute: tuple[Fact, ...]
    discussed: DisputeContext
    digest: str
    code: Code
    warning: str
    """What the print lacks, as a sentence; empty if it lacks nothing."""


MOST_HANDS: Final = 400
"""Hands whose scores are printed."""
MOST_REMARKS: Final = 200
"""Findings that are printed."""


def sheet_of(
    verdict: VerdictFile, record: LogRecord | None = None, discussed: DisputeContext = NOTHING
) -> PrintedSheet:
    """The print of a verdict.

    ``record`` is the match of the log that the verdict is about, which gives it names, sentences and pictures.
    ``discussed`` is what the record of disputes has beside it, as far as that is known.
    """
    body = verdict.body
    match = None if record is None else rejudged_match(body, record)
    names = _names(body, record)
    digest = body_hash(body)
    seats = tuple(names)
    shown = body.report.findings[:MOST_REMARKS]
    return PrintedSheet(
        title=_title(body, record),
        game=_game(body),
        stamp=_ADJUSTED if body.adjustments else str(body.report.verdict),
        stamp_words=_(_ADJUSTED if body.adjustments else str(body.report.verdict)),
        meaning=_meaning(body),
        facts=tuple(_facts(verdict, record)),
        seats=tuple(names.items()),
        hands=tuple(islice(_hands(body, seats), MOST_HANDS)),
        more_hands=0 if isinstance(body.report.hands, UnsetType) else max(len(body.report.hands) - MOST_HANDS, 0),
        totals=() if body.totals is None else _in_order(body.totals, seats),
        adjusted=tuple(_adjusted_hands(body, record, seats)),
        computed_totals=_in_order(body.report.totals, seats)
        if body.adjustments and not isinstance(body.report.totals, UnsetType)
        else (),
        winner="" if body.winner is None else said(listed([names.get(seat, seat) for seat in body.winner])),
        preset=_preset(body),
        options=tuple(_options(body)),
        remarks=tuple(_remarks(shown, match, names)),
        more=len(body.report.findings) - len(shown),
        dispute=tuple(_dispute(body)),
        discussed=discussed,
        digest=digest,
        code=code_of(code_text(digest)),
        warning=_(_NO_LOG) if match is None else "" if match.same else _(_OTHER_RESULT),
    )


def _meaning(body: Body) -> str:
    """What the stamp of a print means, as a sentence."""
    if body.adjustments:
        return _("A ruling sets other scores. The log by itself: {verdict}.", verdict=_(str(body.report.verdict)))
    return _("{sentence}.", sentence=capital(_(VERDICT_PAGES[body.report.verdict].meaning)))


def _title(body: Body, record: LogRecord | None) -> str:
    info = None if record is None or record.match is None else given_value(record.match.match)
    parts = [] if info is None else [given_value(info.event), given_value(info.table)]
    named = [part for part in parts if part]
    return ", ".join(named) or body.report.log.match or _("A match without a name")


def _game(body: Body) -> str:
    """The game, and the preset if the rules are known."""
    name = game_title(body.report.log.game) if body.report.log.game else _("an unknown game")
    rules = body.report.rules
    if not isinstance(rules, ReportRules):
        return name
    return _("{game}, preset {preset}", game=name, preset=preset_words(rules, _preset(body)))


def _preset(body: Body) -> str:
    rules = body.report.rules
    return preset_title(rules.game, rules.preset) if isinstance(rules, ReportRules) else ""


def _names(body: Body, record: LogRecord | None) -> dict[str, str]:
    """What the player of each seat is called; the seats in order of play if the log is there."""
    seats = () if isinstance(body.report.totals, UnsetType) else tuple(body.report.totals)
    if record is None or record.match is None or set(record.match.seats) != set(seats):
        return {seat: seat for seat in seats}
    return player_names(record.match.players, _NAME)


def _facts(verdict: VerdictFile, record: LogRecord | None) -> Iterator[Fact]:
    body = verdict.body
    info = None if record is None or record.match is None else given_value(record.match.match)
    issued_at = body.issued_at.replace("T", " ").replace("Z", " UTC")
    yield Fact(_("Issued by"), _("“{name}”, {moment}", name=body.issuer, moment=issued_at))
    message = body.signed()
    yield from (signature_fact(signature, message) for signature in verdict.signatures)
    if not verdict.signatures:
        yield Fact(_("Signatures"), _(UNSIGNED))
    yield Fact(_("Identifier"), body.id)
    name = body.report.log.match
    if name:
        yield Fact(_("Match"), name)
    if info is not None and given_value(info.played_at):
        yield Fact(_("Played at"), str(given_value(info.played_at)).replace("T", " ")[:16])
    log = _("SHA-256 {hash}, {count} bytes", hash=body.log.sha256, count=f"{body.log.bytes:,}")
    if body.log.position:
        log = _("{log}, number {number} in it", log=log, number=body.log.position + 1)
    yield Fact(_("Log"), log)
    engine = _("Fupan {version}, report {digest}", version=body.engine, digest=body.report.digest)
    yield Fact(_("Engine"), engine)
    if body.chain is None:
        yield Fact(_("Record of disputes"), _("none"))
    else:
        chain = _("{count} entries, head {head}", count=f"{body.chain.length:,}", head=body.chain.head)
        yield Fact(_("Record of disputes"), chain)


def _hands(body: Body, seats: Sequence[str]) -> Iterator[HandRow]:
    hands = body.report.hands
    if isinstance(hands, UnsetType):
        return
    adjusted = {adjustment.hand for adjustment in body.adjustments}
    for number, hand in enumerate(hands):
        scores = hand.scores if body.hands is None else body.hands[number]
        yield HandRow(number + 1, _in_order(scores, seats), number in adjusted, _note(hand, number in adjusted))


def _note(hand: ReportHand, adjusted: bool) -> str:
    note = _("adjusted by the ruling") if adjusted else ""
    basis = _(_BASIS[hand.basis])
    return _("{first}; {second}", first=note, second=basis) if note and basis else note or basis


def _options(body: Body) -> Iterator[Fact]:
    rules = body.report.rules
    if not isinstance(rules, ReportRules):
        return
    try:
        usual: Mapping[str, object] = GAMES[rules.game].rules.resolve(rules.preset).options
    except RulesUnknown:
        usual = {}
    for name, value in rules.options.items():
        if name not in usual:
            yield Fact(option_title(rules.game, name), value_words(value))
        elif msgspec.to_builtins(usual[name]) != value:
            before = value_words(usual[name])  # type: ignore[arg-type]
            yield Fact(
                option_title(rules.game, name), _("{value} (preset: {usual})", value=value_words(value), usual=before)
            )


def _remarks(
    findings: Sequence[ReportFinding], match: RejudgedMatch | None, names: Mapping[str, str]
) -> Iterator[PrintedFinding]:
    drawn: set[tuple[int, int]] = set()
    for number, finding in enumerate(findings):
        whole = None if match is None or not match.same else match.report.findings[number]
        place = _place(finding, names)
        page = all_codes().get(finding.code)
        text = finding.code
        if whole is not None:
            text = said(readable_message(whole, names)[0])
        elif page is not None:
            text = _("{code}: {meaning}", code=finding.code, meaning=_(page.meaning))
        rule = all_rules().get(finding.rule)
        picture = None
        spot = None if match is None else _spot(finding, match)
        if match is not None and spot is not None and spot not in drawn:
            drawn.add(spot)
            picture = match.picture(*spot)
        yield PrintedFinding(
            severity=finding.severity,
            severity_words=_(_SEVERITIES[finding.severity]),
            text=capital(text),
            place=place,
            rule=_("{rule} ({title})", rule=finding.rule, title=_(rule.title)) if rule else finding.rule,
            expected="" if whole is None else said(whole.expected),
            picture=picture,
        )


def _spot(finding: ReportFinding, match: RejudgedMatch) -> tuple[int, int] | None:
    """The hand and step whose table shows a finding: its action, or the deal or the end of a hand."""
    if finding.hand is None or not match.same:
        return None
    if finding.action is not None:
        return finding.hand, finding.action + 1
    page = all_codes().get(finding.code)
    steps = match.steps(finding.hand)
    at_end = page is not None and (page.about_result or page.id == INCOMPLETE_HAND.id)
    return (finding.hand, steps if at_end else 0) if steps else None


def _place(finding: ReportFinding, names: Mapping[str, str]) -> str:
    parts = []
    if finding.hand is not None:
        parts.append(_("hand {hand}", hand=finding.hand + 1))
    if finding.action is not None:
        parts.append(_("step {step}", step=finding.action + 1))
    if finding.seat:
        parts.append(names.get(finding.seat, finding.seat))
    return said(enumerated(parts)) or _("the match")


def _dispute(body: Body) -> Iterator[Fact]:
    dispute = body.dispute
    if dispute is None:
        return
    about = _("{dispute}, about {subject}", dispute=dispute_name(dispute.id), subject=subject_words(dispute.subject))
    yield Fact(_("Dispute"), about)
    yield Fact(_("Claim"), claim_words(dispute.claim))
    yield Fact(_("Ruling"), _(OUTCOMES[dispute.outcome]))
    yield Fact(_("Number and state"), ruling_words(dispute))
    if dispute.replaces is not None:
        yield Fact(_("Replaces"), _("the verdict whose body has the SHA-256 {hash}", hash=dispute.replaces))
    yield Fact(_("Reasons"), dispute.text)


def _adjusted_hands(body: Body, record: LogRecord | None, seats: Sequence[str]) -> Iterator[AdjustedHand]:
    """The hands that the ruling of a verdict adjusts, in their order.

    ``record`` is the match of the log; without it nothing is known of what was recorded.
    """
    computed = () if isinstance(body.report.hands, UnsetType) else body.report.hands
    adjustments = sorted(body.adjustments, key=lambda setting: setting.hand)
    text = "" if body.dispute is None else body.dispute.text
    for adjustment, why in zip(
        adjustments, reasons_once(text, (setting.reason for setting in adjustments)), strict=True
    ):
        lines = [(_("computed"), _in_order(computed[adjustment.hand].scores, seats))]
        if record is not None and record.match is not None and adjustment.hand < len(record.match.hands):
            result = record.match.hands[adjustment.hand].result
            written = whole_points(given_value(result.scores) or {}) if isinstance(result, HandResult) else {}
            lines.append((_("recorded"), _in_order(written, seats, unknown="–")))
        lines.append((_("adjusted"), _in_order(adjustment.scores, seats)))
        reason = _("By {rule}: {reason}", rule=adjustment.rule, reason=why) if adjustment.rule and why else why
        if adjustment.rule and not why:
            reason = _("By {rule}", rule=adjustment.rule)
        yield AdjustedHand(adjustment.hand + 1, tuple(lines), reason)


def _in_order(points: Mapping[str, int | None] | None, seats: Sequence[str], unknown: str = "?") -> Points:
    """Points in the order of some seats, each with its sign; ``unknown`` for those that are not known."""
    by_seat = [None if points is None else points.get(seat) for seat in seats]
    return tuple(unknown if score is None else score_shown(score) for score in by_seat)
