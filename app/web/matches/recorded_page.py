"""Compares what the table recorded with what the rules give, line by line: of a match, and of one hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from flask import render_template, request, url_for

from app.judging.basis_words import basis_words
from app.text.language import _, marked
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import page_of, whole
from app.web.parts.judged_match import hand_in_full, judged_match
from app.web.parts.open_match import OpenMatch, keep_rules, refuse_hand
from engine.games import GAMES
from engine.verdict.recorded_sheet.claims import claims_wrong
from engine.verdict.recorded_sheet.entry import Key, RecordedEntry, Standing
from engine.verdict.recorded_sheet.lines import ComparedLine, lines_of_hand, lines_of_match
from engine.verdict.recorded_sheet.sheet import Sheet, sheet_of

BLUEPRINT: Final = Pages("recorded_page", __name__, url_prefix="/matches/<int:identity>")
BLUEPRINT.url_defaults(keep_rules)

HANDS: Final = 40
"""Hands of one page."""
_FIELDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "finish": marked("order of finish"),
        "factor": marked("factor"),
        "exposed": marked("exposed"),
        "scores": marked("scores"),
        "units": marked("units"),
        "levels": marked("levels"),
        "totals": marked("totals"),
        "roles": marked("roles"),
        "winner": marked("winner"),
    }
)


@dataclass(frozen=True, slots=True)
class HandLines:
    """The lines of a hand, and how many of its actions state something wrong."""

    number: int
    basis: str
    """What its scores rest on, in words; empty where they follow from the play."""
    lines: tuple[ComparedLine, ...]
    claims_wrong: int


@BLUEPRINT.get("/recorded", may=May.READ, of=Of.MATCH, strict_slashes=False)
def of_match(identity: int) -> str:
    """Compares every recorded value of a match with the derived one; ``?only=differing`` leaves out hands that agree.

    With ``?rules=`` and options it is compared with what these rules give.
    """
    judged = judged_match(identity)
    report = judged.stored.report
    sheet = sheet_of(judged.match, report)
    only = request.args.get("only") == "differing"
    numbers = [
        number
        for number in range(1, len(report.hands) + 1)
        if not only or any(_differs(entry) for entry in sheet.hands.get(number, ()))
    ]
    part = page_of(numbers, whole(request.args.get("page")) or 1, HANDS)
    return render_template(
        "matches/recorded/match.html",
        match=judged.stored.row,
        judged=judged,
        trial=judged.trial,
        address=judged.address,
        names=judged.names,
        sheet=sheet,
        part=part,
        hands=[_hand(judged, sheet, number) for number in part.items],
        result=lines_of_match(sheet, judged.match, report),
        only=only,
        first=sheet.first_wrong,
        never=_never(sheet, judged),
        line_id=line_id,
        place_of=lambda key: _place(judged, key, numbers),
    )


@BLUEPRINT.get("/hands/<int:number>/recorded", may=May.READ, of=Of.MATCH, strict_slashes=False)
def of_hand(identity: int, number: int) -> str:
    """Compares every recorded value of a hand with the derived one, with the step of the replay that decides it."""
    judged = judged_match(identity)
    refuse_hand(judged.match, number)
    sheet = sheet_of(judged.match, judged.stored.report)
    lines, claims = hand_in_full(judged, sheet, number)
    return render_template(
        "matches/recorded/hand.html",
        match=judged.stored.row,
        judged=judged,
        trial=judged.trial,
        address=judged.address,
        names=judged.names,
        number=number,
        hands=len(judged.match.hands),
        steps=len(judged.match.hands[number - 1].actions),
        basis=basis_words(judged.match, number - 1, judged.stored.report.hands[number - 1]),
        lines=lines,
        claims=claims,
        first=sheet.first_wrong,
        line_id=line_id,
        place_of=lambda key: _place(judged, key, None, number),
    )


def line_id(hand: int | None, field: str, when: str) -> str:
    """The id of a line in a page."""
    return f"match-{field}" if hand is None else f"hand-{hand}-{field}-{when}"


def _hand(judged: OpenMatch, sheet: Sheet, number: int) -> HandLines:
    report = judged.stored.report
    return HandLines(
        number,
        basis_words(judged.match, number - 1, report.hands[number - 1]),
        tuple(lines_of_hand(sheet, judged.match, report, number)),
        claims_wrong(judged.said(number - 1), judged.match.hands[number - 1].actions),
    )


def _never(sheet: Sheet, judged: OpenMatch) -> list[str]:
    """The fields that were recorded of no hand, in words."""
    recorded = {entry.field for entries in sheet.hands.values() for entry in entries}
    return [
        _(_FIELDS.get(field.name, field.name))
        for field in GAMES[judged.match.game].recorded
        if field.name not in recorded and judged.match.hands
    ]


def _place(judged: OpenMatch, key: Key, numbers: Sequence[int] | None, here: int | None = None) -> str:
    """The address of a line.  ``numbers`` are the hands that the pages of the match list, None for another page."""
    identity = judged.stored.id
    anchor = line_id(key.hand, key.field, key.when)
    if key.hand is not None and key.hand == here:
        return f"#{anchor}"
    if key.hand is None:
        last = -(-len(numbers or judged.match.hands) // HANDS)
        return url_for("recorded_page.of_match", identity=identity, page=last if last > 1 else None, _anchor=anchor)
    if numbers is None or key.hand not in numbers:
        return url_for("recorded_page.of_hand", identity=identity, number=key.hand, _anchor=anchor)
    page = numbers.index(key.hand) // HANDS + 1
    only = request.args.get("only") if request.args.get("only") == "differing" else None
    return url_for(
        "recorded_page.of_match", identity=identity, page=page if page > 1 else None, only=only, _anchor=anchor
    )


def _differs(entry: RecordedEntry) -> bool:
    return entry.standing in (Standing.DIFFERS, Standing.CARRIED)
