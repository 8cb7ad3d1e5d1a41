"""What the print of a verdict says, in words and pictures, whatever it is printed as."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import msgspec
from msgspec import UnsetType

from app.catalogue import VERDICT_PAGES, all_codes, all_rules
from app.disputes.words import subject_words
from app.drawing.shapes import Drawing
from app.printing.pictures import Judged, judged
from app.printing.qr import Code, code_of
from app.rule_choice.words import value_words
from app.verdicts.printed_hash import body_hash, code_text
from app.verdicts.words import (
    OUTCOMES,
    Fact,
    adjustment_words,
    claim_words,
    signature_fact,
    signed_points,
)
from engine.games import GAMES
from engine.logs import LogRecord
from engine.record.match import given
from engine.rulebook.codes import INCOMPLETE_HAND
from engine.rulebook.options import RulesUnknown
from engine.verdict.proof.form import Body, VerdictFile
from engine.verdict.proof.report_form import ReportFinding, ReportHand, Rules

_BASIS: Final[Mapping[str | None, str]] = {
    "play": "",
    "result": "from the recorded result",
    "scores": "as recorded",
    None: "not scored",
}
_NAME: Final = 60
HOW: Final = (
    "This print proves nothing by itself: the file of the verdict does. Its body has the SHA-256 below, which the code "
    "holds too. fupan verify VERDICT LOG --key KEY --hash HASH checks that the file is the one printed here, who "
    "signed it, and that the log comes to what it says. The page “Verify” does the same."
)
"""What the foot of a print says of its hash."""
VOTES: Final = "Votes are in the record of disputes. The signature does not cover them."
UNSIGNED: Final = "Nobody has signed this verdict."
_NO_LOG: Final = (
    "This was printed without the log of the match: players are named by their seats, findings by their kind, and "
    "there are no pictures."
)
_OTHER_RESULT: Final = (
    "The log, judged again, does not come to what this verdict says. Players are named as in the log; findings are "
    "printed as the verdict has them, without pictures."
)


@dataclass(frozen=True, slots=True)
class Vote:
    """How an arbiter voted on a ruling; it is in the record of disputes, not in the verdict."""

    arbiter: str
    vote: str
    dissent: str = ""
    """Why the arbiter holds another opinion; empty for one who does not."""


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand in the table of scores: points in the order of the seats."""

    number: int
    points: tuple[str, ...]
    adjusted: bool
    """Whether the points are those of an adjustment."""
    note: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding as it is printed."""

    severity: str
    text: str
    place: str
    rule: str
    expected: str
    picture: Drawing | None
    """The table at the step; None if it is of no hand, or its step has a picture already."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole print."""

    title: str
    game: str
    verdict: str
    meaning: str
    ruling: str
    """The outcome of the dispute in words; empty without one."""
    facts: tuple[Fact, ...]
    seats: tuple[tuple[str, str], ...]
    """Each seat and what its player is called, in order of play."""
    hands: tuple[HandRow, ...]
    more_hands: int
    """Hands that are not printed, because there are too many."""
    totals: tuple[str, ...]
    winner: str
    preset: str
    options: tuple[Fact, ...]
    """The options that differ from the preset."""
    remarks: tuple[Remark, ...]
    more: int
    """Findings that are not printed, because there are too many."""
    dispute: tuple[Fact, ...]
    votes: tuple[Vote, ...]
    signers: tuple[Fact, ...]
    digest: str
    code: Code
    warning: str
    """What the print lacks, as a sentence; empty if it lacks nothing."""


MOST_HANDS: Final = 400
"""Hands whose scores are printed."""
MOST_REMARKS: Final = 200
"""Findings that are printed."""


def sheet_of(verdict: VerdictFile, record: LogRecord | None = None, votes: Sequence[Vote] = ()) -> Sheet:
    """The print of a verdict.

    ``record`` is the match of the log that the verdict is about, which gives it names, sentences and pictures.
    ``votes`` are the votes on the ruling; empty if they are not known.
    """
    body = verdict.body
    found = None if record is None else judged(body, record)
    names = _names(body, record)
    digest = body_hash(body)
    seats = tuple(names)
    shown = body.report.findings[:MOST_REMARKS]
    return Sheet(
        title=_title(body, record),
        game=_game(body),
        verdict=str(body.report.verdict),
        meaning=f"{VERDICT_PAGES[body.report.verdict].meaning}.",
        ruling="" if body.dispute is None else OUTCOMES[body.dispute.outcome],
        facts=tuple(_facts(body, record)),
        seats=tuple(names.items()),
        hands=tuple(islice(_hands(body, seats), MOST_HANDS)),
        more_hands=0 if isinstance(body.report.hands, UnsetType) else max(len(body.report.hands) - MOST_HANDS, 0),
        totals=tuple(_points((body.totals or {}).get(seat)) for seat in seats) if body.totals is not None else (),
        winner="" if body.winner is None else " and ".join(names.get(seat, seat) for seat in body.winner),
        preset=body.report.rules.preset if isinstance(body.report.rules, Rules) else "",
        options=tuple(_options(body)),
        remarks=tuple(_remarks(shown, found, names)),
        more=len(body.report.findings) - len(shown),
        dispute=tuple(_dispute(body)),
        votes=tuple(votes),
        signers=tuple(signature_fact(each, body.signed()) for each in verdict.signatures),
        digest=digest,
        code=code_of(code_text(digest)),
        warning=_NO_LOG if found is None else "" if found.same else _OTHER_RESULT,
    )


def _title(body: Body, record: LogRecord | None) -> str:
    info = None if record is None or record.match is None else given(record.match.match)
    parts = [] if info is None else [given(info.event), given(info.table)]
    named = [part for part in parts if part]
    return ", ".join(named) or body.report.log.match or "A match without a name"


def _game(body: Body) -> str:
    name = body.report.log.game
    return GAMES[name].title if name is not None and name in GAMES else name or "an unknown game"


def _names(body: Body, record: LogRecord | None) -> dict[str, str]:
    """What the player of each seat is called; the seats in order of play if the log is there."""
    seats = () if isinstance(body.report.totals, UnsetType) else tuple(body.report.totals)
    if record is None or record.match is None or set(record.match.seats) != set(seats):
        return {seat: seat for seat in seats}
    return {player.seat: (given(player.name) or player.seat)[:_NAME] for player in record.match.players}


def _facts(body: Body, record: LogRecord | None) -> Iterator[Fact]:
    info = None if record is None or record.match is None else given(record.match.match)
    yield Fact("Issued by", f"“{body.issuer}”, {body.issued_at.replace('T', ' ').replace('Z', ' UTC')}")
    yield Fact("Identifier", body.id)
    name = body.report.log.match
    if name:
        yield Fact("Match", name)
    if info is not None and given(info.played_at):
        yield Fact("Played", str(given(info.played_at)).replace("T", " ")[:16])
    which = f", number {body.log.position + 1} in it" if body.log.position else ""
    yield Fact("Log", f"SHA-256 {body.log.sha256}, {body.log.bytes:,} bytes{which}")
    yield Fact("Engine", f"Fupan {body.engine}, report {body.report.digest}")
    if body.chain is None:
        yield Fact("Record of disputes", "none")
    else:
        yield Fact("Record of disputes", f"{body.chain.length:,} entries, head {body.chain.head}")


def _hands(body: Body, seats: Sequence[str]) -> Iterator[HandRow]:
    hands = body.report.hands
    if isinstance(hands, UnsetType):
        return
    adjusted = {each.hand for each in body.adjustments}
    for number, hand in enumerate(hands):
        scores = hand.scores if body.hands is None else body.hands[number]
        points = tuple(_points(None if scores is None else scores.get(seat)) for seat in seats)
        yield HandRow(number + 1, points, number in adjusted, _note(hand, number in adjusted))


def _note(hand: ReportHand, adjusted: bool) -> str:
    notes = ["adjusted by the ruling"] if adjusted else []
    basis = _BASIS[hand.basis]
    return "; ".join([*notes, *([basis] if basis else [])])


def _points(points: int | None) -> str:
    return "?" if points is None else signed_points(points)


def _options(body: Body) -> Iterator[Fact]:
    rules = body.report.rules
    if not isinstance(rules, Rules):
        return
    try:
        usual: Mapping[str, object] = GAMES[rules.game].rules.resolve(rules.preset).options
    except RulesUnknown:
        usual = {}
    for name, value in rules.options.items():
        if name not in usual:
            yield Fact(name, value_words(value))
        elif msgspec.to_builtins(usual[name]) != value:
            yield Fact(name, f"{value_words(value)} (preset: {value_words(usual[name])})")  # type: ignore[arg-type]


def _remarks(findings: Sequence[ReportFinding], found: Judged | None, names: Mapping[str, str]) -> Iterator[Remark]:
    drawn: set[tuple[int, int]] = set()
    for number, each in enumerate(findings):
        said = None if found is None or not found.same else found.report.findings[number]
        place = _place(each, names)
        page = all_codes().get(each.code)
        text = said.message if said is not None else f"{each.code}: {page.meaning}" if page else each.code
        rule = all_rules().get(each.rule)
        picture = None
        spot = None if found is None else _spot(each, found)
        if found is not None and spot is not None and spot not in drawn:
            drawn.add(spot)
            picture = found.picture(*spot)
        yield Remark(
            severity=each.severity,
            text=f"{text[:1].upper()}{text[1:]}",
            place=place,
            rule=each.rule + (f" ({rule.title})" if rule else ""),
            expected="" if said is None else said.expected,
            picture=picture,
        )


def _spot(finding: ReportFinding, found: Judged) -> tuple[int, int] | None:
    """The hand and step whose table shows a finding: its action, or the deal or the end of a hand."""
    if finding.hand is None or not found.same:
        return None
    if finding.action is not None:
        return finding.hand, finding.action + 1
    page = all_codes().get(finding.code)
    steps = found.steps(finding.hand)
    at_end = page is not None and (page.about_result or page.id == INCOMPLETE_HAND.id)
    return (finding.hand, steps if at_end else 0) if steps else None


def _place(finding: ReportFinding, names: Mapping[str, str]) -> str:
    parts = []
    if finding.hand is not None:
        parts.append(f"hand {finding.hand + 1}")
    if finding.action is not None:
        parts.append(f"step {finding.action + 1}")
    if finding.seat:
        parts.append(names.get(finding.seat, finding.seat))
    return ", ".join(parts) or "the match"


def _dispute(body: Body) -> Iterator[Fact]:
    dispute = body.dispute
    if dispute is None:
        return
    yield Fact("Dispute", f"{dispute.id}, about {subject_words(dispute.subject)}")
    yield Fact("Claim", claim_words(dispute.claim))
    yield Fact("Ruling", OUTCOMES[dispute.outcome])
    for each in dispute.adjustments:
        yield Fact("Adjustment", adjustment_words(each))
    yield Fact("Reasons", dispute.text)
