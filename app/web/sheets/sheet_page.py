"""What the page of a score sheet shows: the hand that is being filled, the totals, and the hands before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.judging.basis_words import basis_words
from app.sheets.sheet.drafts import Draft
from app.sheets.sheet.standing import Judged
from app.sheets.sheet.writing import finish_text
from app.text.decimals import signed
from app.text.language import _
from app.web.sheets.sheet_hand import Choice, Current, current_hand
from app.web.sheets.sheet_words import entry_words, levels_words, listed, roles_words, wrong_words
from engine.record.match import HandResult, MatchResult, given, setup_of
from engine.rulebook.options import RuleSet
from engine.verdict.written.entry import Entry, Standing

SHOWN: Final = 30
"""Hands that are listed unless all are asked for."""


@dataclass(frozen=True, slots=True)
class Line:
    """A hand in the list."""

    number: int
    result: str
    """The order of finish, or the units between players."""
    roles: str
    scores: tuple[tuple[str, int | None], ...]
    levels: str
    stated: str
    """The levels before it as they were written down; empty where nobody did."""
    basis: str
    differs: tuple[str, ...]
    """What was recorded of it and does not follow, in words."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """The page of a sheet."""

    title: str
    current: Current
    totals: tuple[tuple[str, str, int | None], ...]
    """Seat, name and running total of each player."""
    levels: str
    winner: str
    winning: int
    """How many players win the match."""
    winners: tuple[Choice, ...]
    """Who can be written down as a winner, and who is."""
    winner_differs: str
    """How the winner that was written down differs, in words; empty where it does not."""
    lines: tuple[Line, ...]
    """The last one first."""
    earlier: int
    """How many hands are not listed."""
    hands: int
    first_wrong: str
    """The first recorded number that does not follow, in words; empty where all do."""
    wrong_between: bool
    """Whether totals between two hands do not follow."""


def sheet_view(draft: Draft, judged: Judged, rules: RuleSet, *, whole: bool = False) -> SheetView:
    """What the page of a sheet shows; ``whole``: every hand is listed."""
    match, report = judged.match, judged.report
    names = {player.seat: given(player.name) or player.seat for player in match.players}
    outcomes = judged.outcomes
    lines = [_line(judged, number, names) for number in range(len(outcomes), 0, -1)]
    stated = given((draft.filling.sheet.ending or MatchResult()).winner) or ()
    wrong = [entry for entry in judged.entries.entries if entry.standing is Standing.DIFFERS]
    latest = next((levels for each in reversed(outcomes) if (levels := given(each.levels))), None)
    return SheetView(
        title=title_of(draft),
        current=current_hand(draft, judged, rules, names),
        totals=tuple((seat, names[seat], report.totals.get(seat)) for seat in match.seats),
        levels="" if latest is None else levels_words(latest, match, names),
        winner=listed([names[seat] for seat in report.winner or ()]),
        winning=len(report.winner or ()),
        winners=tuple(Choice(f"won-{seat}", name, seat in stated) for seat, name in names.items()),
        winner_differs=_winner_words(judged, stated, names),
        lines=tuple(lines if whole else lines[:SHOWN]),
        earlier=0 if whole else max(0, len(lines) - SHOWN),
        hands=len(outcomes),
        first_wrong=wrong_words(wrong[0], len(match.hands), names) if wrong else "",
        wrong_between=any(each.what == "total" and each.when == "before" for each in wrong),
    )


def title_of(draft: Draft) -> str:
    """What a sheet is called: the match's own id or event, else its number here."""
    info = draft.filling.sheet.info
    named = None if info is None else given(info.id) or given(info.event)
    return str(named) if named else _("Score sheet {number}", number=draft.id)


def _line(judged: Judged, number: int, names: Mapping[str, str]) -> Line:
    outcome = judged.outcomes[number - 1]
    hand = judged.match.hands[number - 1]
    recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
    finish = given(outcome.finish) or given(recorded.finish) or []
    places = [[names.get(seat, seat) for seat in ([place] if isinstance(place, str) else place)] for place in finish]
    units = given(outcome.units) or {}
    levels = given(setup_of(hand).levels)
    return Line(
        number=number,
        result=finish_text(places) or ", ".join(f"{pair} {signed(str(won))}" for pair, won in units.items()),
        roles=roles_words(judged.match.game, given(outcome.roles) or {}, names),
        scores=tuple((seat, (outcome.scores or {}).get(seat)) for seat in judged.match.seats),
        levels=levels_words(given(outcome.levels), judged.match, names) if outcome.levels else "",
        stated=levels_words(levels, judged.match, names) if levels and number > 1 else "",
        basis="" if outcome.basis is not None else basis_words(judged.match, number - 1, outcome),
        differs=tuple(
            entry_words(each, names) for each in _written(judged, number) if each.standing is Standing.DIFFERS
        ),
    )


def _written(judged: Judged, number: int) -> list[Entry]:
    """The entries of a row: those of its hand, and the totals after it, which are those before the next hand."""
    of_hand = [each for each in judged.entries.hands.get(number, ()) if each.when != "before"]
    return of_hand + [
        replace(each, hand=number, when="after")
        for each in judged.entries.hands.get(number + 1, ())
        if each.when == "before"
    ]


def _winner_words(judged: Judged, stated: Sequence[str], names: Mapping[str, str]) -> str:
    entry = next((each for each in judged.entries.match if each.what == "winner"), None)
    if entry is None or entry.standing in (Standing.FOLLOWS, Standing.UNKNOWN):
        return ""
    computed = listed([names[seat] for seat in judged.report.winner or ()]) or _("nobody yet")
    return _(
        "The table wrote down {stated}; the rules give {computed}.",
        stated=listed([names.get(seat, seat) for seat in stated]),
        computed=computed,
    )
