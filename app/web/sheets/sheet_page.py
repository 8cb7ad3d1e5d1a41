"""What the page of a score sheet shows: the hand that is being filled, the totals, and the hands before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from msgspec import UNSET

from app.judging.basis_words import basis_words
from app.sheets.sheet.drafts import SheetDraft, title_of
from app.sheets.sheet.standing import JudgedSheet
from app.sheets.sheet.writing import finish_text
from app.text.decimals import signed
from app.text.frame_terms import rank_shown
from app.text.language import _, marked, said
from app.text.log_terms import log_word
from app.text.readable import readable
from app.text.seats import player_names
from app.web.sheets.sheet_words import entry_words, levels_words, listed, roles_words, tribute_words, wrong_words
from engine.games import GAMES
from engine.record.match import HandResult, MatchResult, given_value, setup_of
from engine.replay.game import Game
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import read_made
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.stored_report import StoredHand, StoredLine

FACTORS: Final = (1, 2, 3, 4)
"""The factors that are offered."""


@dataclass(frozen=True, slots=True)
class ButtonChoice:
    """One of several buttons in a row.  At most one of the row is chosen."""

    tap: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """Who has a place, or shares places."""

    label: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that can be typed: the name of its field, what it is, what was written down, what is computed."""

    field: str
    label: str
    recorded: str
    computed: int | None
    differs: bool


@dataclass(frozen=True, slots=True)
class Current:
    """The hand that is being filled."""

    number: int
    is_new: bool
    """Whether it is the one after all that are written down."""
    level: str
    tribute: str
    roles: tuple[tuple[str, tuple[ButtonChoice, ...]], ...]
    chosen: str
    """The roles in words, once both are known."""
    factors: tuple[ButtonChoice, ...]
    exposed: tuple[ButtonChoice, ...]
    places: tuple[SharedPlace, ...]
    waiting: tuple[ButtonChoice, ...]
    """A button for each player who has no place yet; none once the hand is over."""
    units: tuple[Amount, ...]
    scores: tuple[Amount, ...]
    totals: tuple[Amount, ...]
    scored: bool
    reasons: tuple[str, ...]
    points: tuple[tuple[str, int | None], ...]
    after: str
    """What comes next, in words."""
    missing: str
    """What is still to be written down, in words."""
    is_empty: bool


def current_hand(draft: SheetDraft, judged: JudgedSheet, rules: RuleSet, names: Mapping[str, str]) -> Current:
    """The hand of a sheet that is being filled."""
    filling = draft.filling
    row, seats, game = filling.row, filling.sheet.seats, GAMES[filling.sheet.game]
    outcomes = judged.outcomes
    outcome = outcomes[filling.at] if filling.at < len(outcomes) else None
    basis = None if outcome is None else outcome.basis
    finish = given_value(row.result.finish) or []
    roles = given_value(row.result.roles) or {}
    over = outcome is not None and bool(given_value(outcome.finish))
    placed = {seat for place in finish for seat in ([place] if isinstance(place, str) else place)}
    fields = game.written_fields(rules)
    has_finish, has_units = "finish" in fields, "units" in fields
    known = _known_order(finish, outcome)
    entries = judged.entries.hands.get(filling.at + 1, ())
    scores = ({} if outcome is None else outcome.scores) or {}
    lines = [] if outcome is None else outcome.breakdown
    return Current(
        number=filling.at + 1,
        is_new=filling.at + 1 == len(filling.sheet.rows) and filling.at >= len(filling.kept.rows) - 1,
        level=judged.now.level,
        tribute=tribute_words(judged.now, names) if filling.at else "",
        roles=tuple((role, _role_choices(role, roles, game, names)) for role in game.roles),
        chosen=roles_words(filling.sheet.game, roles, names) if len(roles) == len(game.roles) else "",
        factors=_factors(given_value(row.result.factor) or 1) if "factor" in fields else (),
        exposed=_exposed(game, bool(given_value(row.result.exposed))) if "exposed" in fields else (),
        places=_places(known, names),
        waiting=()
        if over or not has_finish
        else tuple(ButtonChoice(f"out {seat}", names[seat], False) for seat in seats if seat not in placed),
        units=_units(seats, given_value(row.result.units) or {}, names) if has_units else (),
        scores=_amounts("score", seats, given_value(row.result.scores) or {}, scores, entries, names),
        totals=_amounts("total", seats, row.totals, _totals_after(judged, filling.at), (), names),
        scored=basis is not None,
        reasons=tuple(_reason(line, names) for line in lines if not line.rule.endswith(".recorded")),
        points=tuple((names[seat], scores.get(seat)) for seat in seats) if scores else (),
        after=_after(judged, names),
        missing="" if basis is not None else _missing(filling.sheet.game, has_finish, game.roles, roles, has_units),
        is_empty=row.is_empty,
    )


def _reason(line: StoredLine, names: Mapping[str, str]) -> str:
    """A line of the score in the language of the reader."""
    return said(readable(read_made(line.made), names)) if line.made is not UNSET else line.text


def _missing(game: str, has_finish: bool, names: Sequence[str], roles: Mapping[str, str], has_units: bool) -> str:
    if names and len(roles) < len(names):
        return _("Tap the {role}.", role=log_word(game, next(name for name in names if name not in roles)))
    if has_finish:
        return _("Tap the players in the order in which they go out.")
    if has_units:
        return _("Write down what each player wins of each other, or the points alone.")
    return _("Write down the points of each player.")


def _factors(chosen: int) -> tuple[ButtonChoice, ...]:
    return tuple(ButtonChoice(f"factor {value}", f"×{value}", value == chosen) for value in FACTORS)


def _exposed(game: Game, chosen: bool) -> tuple[ButtonChoice, ...]:
    no, yes = game.recorded_field("exposed").answers or (marked("no"), marked("yes"))
    return (ButtonChoice("exposed no", _(no), not chosen), ButtonChoice("exposed yes", _(yes), chosen))


def _role_choices(
    role: str, roles: Mapping[str, str], game: Game, names: Mapping[str, str]
) -> tuple[ButtonChoice, ...]:
    first, second = game.roles
    alone = roles.get(first) if role == second else None
    return tuple(
        ButtonChoice(f"role {role} {seat}", _("nobody: alone") if seat == alone else name, roles.get(role) == seat)
        for seat, name in names.items()
    )


def _known_order(finish: Sequence[str | Sequence[str]], outcome: StoredHand | None) -> list[list[str]]:
    """The places as far as they are known: those of the engine once the hand is over, else those tapped."""
    if outcome is not None and (order := given_value(outcome.finish)):
        return [list(place) for place in order]
    return [[place] if isinstance(place, str) else list(place) for place in finish]


def _places(order: Sequence[Sequence[str]], names: Mapping[str, str]) -> tuple[SharedPlace, ...]:
    places = []
    number = 1
    for group in order:
        label = str(number) if len(group) == 1 else f"{number}–{number + len(group) - 1}"
        places.append(SharedPlace(label, tuple(names[seat] for seat in group)))
        number += len(group)
    return tuple(places)


def _units(seats: Sequence[str], recorded: Mapping[str, object], names: Mapping[str, str]) -> tuple[Amount, ...]:
    return tuple(
        Amount(
            f"units-{one}-{other}",
            _("{player} wins of {other}", player=names[one], other=names[other]),
            str(recorded.get(f"{one}-{other}", "")),
            None,
            False,
        )
        for number, one in enumerate(seats)
        for other in seats[number + 1 :]
    )


def _amounts(
    kind: str,
    seats: Sequence[str],
    recorded: Mapping[str, object],
    computed: Mapping[str, int | None],
    entries: Sequence[RecordedEntry],
    names: Mapping[str, str],
) -> tuple[Amount, ...]:
    wrong = {entry.of for entry in entries if entry.what == kind and entry.standing is Standing.DIFFERS}
    return tuple(
        Amount(
            field=f"{kind}-{seat}",
            label=names[seat],
            recorded=str(recorded.get(seat, "")),
            computed=computed.get(seat),
            differs=seat in wrong
            or (kind == "total" and seat in recorded and computed.get(seat) not in (None, recorded[seat])),
        )
        for seat in seats
    )


def _totals_after(judged: JudgedSheet, at: int) -> dict[str, int | None]:
    """The computed totals after a row; those that are written down before a hand are believed from there on."""
    seats = judged.match.seats
    totals: dict[str, int | None] = dict.fromkeys(seats, 0)
    for index, outcome in enumerate(judged.outcomes[: at + 1]):
        stated = given_value(setup_of(judged.match.hands[index]).totals)
        totals |= {seat: int(value) for seat, value in (stated or {}).items() if seat in totals}
        scores = outcome.scores or {}
        totals = {
            seat: None if total is None or (score := scores.get(seat)) is None else total + score
            for seat, total in totals.items()
        }
    return totals


def _after(judged: JudgedSheet, names: Mapping[str, str]) -> str:
    if judged.after is None:
        return ""
    level = rank_shown(judged.after.level)
    parts = [_("The next hand is played at {level}.", level=level)] if judged.after.level not in ("", "?") else []
    words = tribute_words(judged.after, names)
    return " ".join([*parts, words] if words else parts)


SHOWN: Final = 30
"""Hands that are listed unless all are asked for."""


@dataclass(frozen=True, slots=True)
class HandLine:
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
    winners: tuple[ButtonChoice, ...]
    """Who can be written down as a winner, and who is."""
    winner_differs: str
    """How the winner that was written down differs, in words; empty where it does not."""
    lines: tuple[HandLine, ...]
    """The last one first."""
    earlier: int
    """How many hands are not listed."""
    hands: int
    first_wrong: str
    """The first recorded number that does not follow, in words; empty where all do."""
    wrong_between: bool
    """Whether totals between two hands do not follow."""


def sheet_view(draft: SheetDraft, judged: JudgedSheet, rules: RuleSet, *, whole: bool = False) -> SheetView:
    """What the page of a sheet shows; ``whole``: every hand is listed."""
    match, report = judged.match, judged.report
    names = player_names(match.players)
    outcomes = judged.outcomes
    lines = [_line(judged, number, names) for number in range(len(outcomes), 0, -1)]
    stated = given_value((draft.filling.sheet.ending or MatchResult()).winner) or ()
    wrong = [entry for entry in judged.entries.entries if entry.standing is Standing.DIFFERS]
    latest = next((levels for outcome in reversed(outcomes) if (levels := given_value(outcome.levels))), None)
    return SheetView(
        title=title_of(draft),
        current=current_hand(draft, judged, rules, names),
        totals=tuple((seat, names[seat], report.totals.get(seat)) for seat in match.seats),
        levels="" if latest is None else levels_words(latest, match, names),
        winner=listed([names[seat] for seat in report.winner or ()]),
        winning=len(report.winner or ()),
        winners=tuple(ButtonChoice(f"won-{seat}", name, seat in stated) for seat, name in names.items()),
        winner_differs=_winner_words(judged, stated, names),
        lines=tuple(lines if whole else lines[:SHOWN]),
        earlier=0 if whole else max(0, len(lines) - SHOWN),
        hands=len(outcomes),
        first_wrong=wrong_words(wrong[0], len(match.hands), names) if wrong else "",
        wrong_between=any(entry.what == "total" and entry.when == "before" for entry in wrong),
    )


def _line(judged: JudgedSheet, number: int, names: Mapping[str, str]) -> HandLine:
    outcome = judged.outcomes[number - 1]
    hand = judged.match.hands[number - 1]
    recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
    finish = given_value(outcome.finish) or given_value(recorded.finish) or []
    places = [[names.get(seat, seat) for seat in ([place] if isinstance(place, str) else place)] for place in finish]
    units = given_value(outcome.units) or {}
    levels = given_value(setup_of(hand).levels)
    return HandLine(
        number=number,
        result=finish_text(places) or ", ".join(f"{pair} {signed(str(won))}" for pair, won in units.items()),
        roles=roles_words(judged.match.game, given_value(outcome.roles) or {}, names),
        scores=tuple((seat, (outcome.scores or {}).get(seat)) for seat in judged.match.seats),
        levels=levels_words(given_value(outcome.levels), judged.match, names) if outcome.levels else "",
        stated=levels_words(levels, judged.match, names) if levels and number > 1 else "",
        basis="" if outcome.basis is not None else basis_words(judged.match, number - 1, outcome),
        differs=tuple(
            entry_words(entry, names) for entry in _written(judged, number) if entry.standing is Standing.DIFFERS
        ),
    )


def _written(judged: JudgedSheet, number: int) -> list[RecordedEntry]:
    """The entries of a row: those of its hand, and the totals after it, which are those before the next hand."""
    of_hand = [hand for hand in judged.entries.hands.get(number, ()) if hand.when != "before"]
    return of_hand + [
        replace(hand, hand=number, when="after")
        for hand in judged.entries.hands.get(number + 1, ())
        if hand.when == "before"
    ]


def _winner_words(judged: JudgedSheet, stated: Sequence[str], names: Mapping[str, str]) -> str:
    entry = next((recorded_entry for recorded_entry in judged.entries.match if recorded_entry.what == "winner"), None)
    if entry is None or entry.standing in (Standing.FOLLOWS, Standing.UNKNOWN):
        return ""
    computed = listed([names[seat] for seat in judged.report.winner or ()]) or _("nobody yet")
    return _(
        "The table wrote down {stated}; the rules give {computed}.",
        stated=listed([names.get(seat, seat) for seat in stated]),
        computed=computed,
    )
