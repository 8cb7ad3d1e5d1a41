"""The report as a verdict carries it: `fupan-report/1` without `log.source` and without what is for people."""

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engine.games import GAMES
from engine.record import bounds
from engine.replay.game import Game
from engine.rulebook.sentences import say
from engine.verdict.proof.fields import DIGEST, Count, Form, Hash, Pair, Points, Scores, Seat, refuse
from engine.verdict.report import Verdict, canonical
from engine.verdict.stored_report import StoredReport

_KEPT_OF_FINDING: Final = ("code", "severity", "rule", "hand", "action", "column", "seat")
_KEPT_OF_LOG: Final = ("sha256", "game", "match")
_KEPT: Final = ("report", "log", "rules", "engine", "verdict", "findings", "hands", "totals", "winner", "digest")
_KEPT_OF_HAND: Final = ("complete", "basis", "finish", "roles", "scores", "levels", "units")

_NULL_BY_BASIS: Final = say("null is expected, as of the basis")

Seats = Annotated[list[Seat], Meta(min_length=1, max_length=bounds.PLAYERS)]

Table = dict[str, bool | int | str | dict[str, bool | int | str | dict[str, bool | int | str]]]
"""The value of an option that is a table; its cells may be tables, and theirs too."""


class ReportLog(Form, frozen=True):
    """The log that a report is of."""

    sha256: Hash
    game: str | None
    match: str | None


class ReportRules(Form, frozen=True):
    """The rule set that a report is under."""

    game: str
    preset: str
    options: dict[str, bool | int | str | Table]


class ReportFinding(Form, frozen=True):
    """A finding without its sentences."""

    code: str
    severity: Literal["error", "warning", "notice"]
    rule: str
    hand: Count | None
    action: Count | None
    column: Count | None
    seat: str | None


class Line(Form, frozen=True):
    """A line of the score of a hand."""

    rule: str
    points: Points


class ReportHand(Form, frozen=True):
    """The outcome of a hand."""

    complete: bool
    basis: Literal["play", "result", "scores"] | None
    scores: Scores | None
    breakdown: list[Line]
    finish: Annotated[list[Seats], Meta(max_length=bounds.PLAYERS)] | UnsetType = UNSET
    roles: dict[str, Seat] | UnsetType = UNSET
    levels: dict[Seat, str | None] | UnsetType | None = UNSET
    units: dict[Pair, int | None] | UnsetType | None = UNSET


class ReportForm(Form, frozen=True):
    """A report.  That of a log that could not be read has no rules, hands, totals and winner."""

    report: Literal["fupan-report/1"]
    log: ReportLog
    engine: str
    verdict: Verdict
    findings: list[ReportFinding]
    digest: Annotated[str, Meta(pattern=DIGEST)]
    rules: ReportRules | UnsetType = UNSET
    hands: Annotated[list[ReportHand], Meta(max_length=bounds.HANDS)] | UnsetType = UNSET
    totals: Scores | UnsetType = UNSET
    winner: Seats | UnsetType | None = UNSET


def reduced(report: Mapping[str, Any]) -> dict[str, Any]:
    """A report, as `Report.as_dict` gives it, in the form in which a verdict carries it."""
    facts = {name: report[name] for name in _KEPT if name in report}
    facts["log"] = {name: report["log"][name] for name in _KEPT_OF_LOG}
    facts["findings"] = [{name: finding[name] for name in _KEPT_OF_FINDING} for finding in report["findings"]]
    if "hands" in report:
        facts["hands"] = [_reduced_hand(hand) for hand in report["hands"]]
    return facts


def form_of(report: StoredReport) -> ReportForm:
    """A report that was read back, in the form in which a verdict carries it.

    Raises msgspec.ValidationError for one that no verdict can carry.
    """
    return msgspec.convert(reduced(msgspec.to_builtins(report)), ReportForm)


def digest_of(report: Mapping[str, Any]) -> str:
    """The digest that a report, as `Report.as_dict` gives it, should have: see `Report.digest`.

    Raises KeyError for what does not have the fields of a report.
    """
    facts = {name: value for name, value in reduced(report).items() if name not in ("engine", "digest")}
    if "rules" in facts:
        game, options = facts["rules"]["game"], facts["rules"]["options"]
        base: Mapping[str, Any] = msgspec.to_builtins(dict(GAMES[game].rules.resolve().base))
        changed = {name: value for name, value in options.items() if name not in base or value != base[name]}
        facts["rules"] = {"game": game, "options": changed}
    return "sha256:" + sha256(canonical(facts)).hexdigest()


def _reduced_hand(hand: Mapping[str, Any]) -> dict[str, Any]:
    lines = [{"rule": line["rule"], "points": line["points"]} for line in hand["breakdown"]]
    return {name: hand[name] for name in _KEPT_OF_HAND if name in hand} | {"breakdown": lines}


def check_report(report: ReportForm) -> None:
    """Checks what the types of the fields do not say.

    Raises FormFault, with the place, for the first fault.
    """
    parts = {"rules": report.rules, "hands": report.hands, "totals": report.totals, "winner": report.winner}
    unreadable = report.verdict is Verdict.UNREADABLE
    for name, part in parts.items():
        if unreadable and part is not UNSET:
            refuse("body.report", say("there is no field `{name}` in the report of an unreadable log", name=name))
        if not unreadable and part is UNSET:
            refuse("body.report", say("a field is missing: `{name}`", name=name))
    for number, finding in enumerate(report.findings):
        _check_finding(finding, f"body.report.findings[{number}]", None if unreadable else len(report.hands or ()))
    if not unreadable:
        _check_readable(report)


def _check_finding(finding: ReportFinding, place: str, hands: int | None) -> None:
    if finding.action is not None and finding.hand is None:
        refuse(f"{place}.action", say("an action of no hand"))
    if finding.column is not None and finding.action is None:
        refuse(f"{place}.column", say("a column of no action"))
    if hands is not None and finding.hand is not None and finding.hand >= hands:
        refuse(f"{place}.hand", say("{hand}, and the last hand is {last}", hand=finding.hand, last=hands - 1))


def _check_readable(report: ReportForm) -> None:
    assert isinstance(report.rules, ReportRules)
    assert isinstance(report.hands, list)
    assert isinstance(report.totals, dict)
    game = GAMES.get(report.rules.game)
    if game is None:
        refuse("body.report.rules.game", say("one of {games} is expected", games=", ".join(GAMES)))
    if report.log.game != game.name:
        refuse("body.report.log.game", say("{game} is expected, the game of the rules", game=game.name))
    seats = report.totals
    if not 1 <= len(seats) <= bounds.PLAYERS:
        refuse("body.report.totals", say("1 to {most} seats are expected", most=bounds.PLAYERS))
    if isinstance(report.winner, list):
        check_seats(report.winner, seats, "body.report.winner")
    for number, hand in enumerate(report.hands):
        _check_hand(hand, game, seats, f"body.report.hands[{number}]")


def _check_hand(hand: ReportHand, game: Game, seats: Mapping[str, object], place: str) -> None:
    recorded = game.result_fields
    for name, part, wanted in (
        ("finish", hand.finish, "finish" in recorded),
        ("roles", hand.roles, "roles" in recorded),
        ("levels", hand.levels, "levels" in recorded),
        ("units", hand.units, "units" in recorded),
    ):
        if wanted and part is UNSET:
            refuse(place, say("a field is missing: `{name}`", name=name))
        if not wanted and part is not UNSET:
            refuse(place, say("there is no field `{name}` in a report of {game}", name=name, game=say(game.title)))
    if (hand.scores is None) != (hand.basis is None):
        refuse(
            f"{place}.scores", _NULL_BY_BASIS if hand.basis is None else say("an object is expected, as of the basis")
        )
    for name, value in (("levels", hand.levels), ("units", hand.units)):
        if hand.basis is None and isinstance(value, dict):
            refuse(f"{place}.{name}", _NULL_BY_BASIS)
    if hand.scores is not None and hand.scores.keys() != seats.keys():
        refuse(f"{place}.scores", say("the seats {seats} are expected", seats=", ".join(seats)))
    for number, line in enumerate(hand.breakdown):
        check_seats(line.points, seats, f"{place}.breakdown[{number}].points")
    if isinstance(hand.finish, list):
        check_seats([seat for group in hand.finish for seat in group], seats, f"{place}.finish")
    if isinstance(hand.roles, dict):
        for role, seat in hand.roles.items():
            if role not in game.roles or seat not in seats:
                refuse(f"{place}.roles.{role}", say("a role of the game, and a seat, are expected"))
    if isinstance(hand.levels, dict):
        check_seats(hand.levels, seats, f"{place}.levels")
    if isinstance(hand.units, dict):
        for pair in hand.units:
            check_seats(pair.split("-"), seats, f"{place}.units.{pair}")


def check_seats(named: Collection[str], seats: Mapping[str, object] | Sequence[str], place: str) -> None:
    """Raises FormFault for a seat that the match does not have, and for one that is named twice."""
    for seat in named:
        if seat not in seats:
            refuse(
                place, say("`{seat}` is not a seat of the match, which has {seats}", seat=seat, seats=", ".join(seats))
            )
    if len(set(named)) != len(named):
        refuse(place, say("a seat is named twice"))
