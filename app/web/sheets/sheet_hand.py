"""The hand of a score sheet that is being filled: what can be tapped and typed, and its result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UNSET

from app.sheets.sheet.drafts import Draft
from app.sheets.sheet.standing import Judged
from app.text.card_words import rank_shown
from app.text.language import _, marked, said
from app.text.log_terms import log_word
from app.web.sheets.sheet_words import roles_words, tribute_words
from engine.games import GAMES
from engine.record.match import given, setup_of
from engine.replay.game import Game
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import read_made
from engine.verdict.stored_report import StoredHand, StoredLine
from engine.verdict.written.entry import Entry, Standing

FACTORS: Final = (1, 2, 3, 4)
"""The factors that are offered."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several buttons in a row.  At most one of the row is chosen."""

    tap: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Place:
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
    roles: tuple[tuple[str, tuple[Choice, ...]], ...]
    chosen: str
    """The roles in words, once both are known."""
    factors: tuple[Choice, ...]
    exposed: tuple[Choice, ...]
    places: tuple[Place, ...]
    waiting: tuple[Choice, ...]
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


def current_hand(draft: Draft, judged: Judged, rules: RuleSet, names: Mapping[str, str]) -> Current:
    """The hand of a sheet that is being filled."""
    filling = draft.filling
    row, seats, game = filling.row, filling.sheet.seats, GAMES[filling.sheet.game]
    outcomes = judged.outcomes
    outcome = outcomes[filling.at] if filling.at < len(outcomes) else None
    basis = None if outcome is None else outcome.basis
    finish = given(row.result.finish) or []
    roles = given(row.result.roles) or {}
    over = outcome is not None and bool(given(outcome.finish))
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
        factors=_factors(given(row.result.factor) or 1) if "factor" in fields else (),
        exposed=_exposed(game, bool(given(row.result.exposed))) if "exposed" in fields else (),
        places=_places(known, names),
        waiting=()
        if over or not has_finish
        else tuple(Choice(f"out {seat}", names[seat], False) for seat in seats if seat not in placed),
        units=_units(seats, given(row.result.units) or {}, names) if has_units else (),
        scores=_amounts("score", seats, given(row.result.scores) or {}, scores, entries, names),
        totals=_amounts("total", seats, row.totals, _totals_after(judged, filling.at), (), names),
        scored=basis is not None,
        reasons=tuple(_reason(line) for line in lines if not line.rule.endswith(".recorded")),
        points=tuple((names[seat], scores.get(seat)) for seat in seats) if scores else (),
        after=_after(judged, names),
        missing="" if basis is not None else _missing(filling.sheet.game, has_finish, game.roles, roles, has_units),
        is_empty=row.is_empty,
    )


def _reason(line: StoredLine) -> str:
    """A line of the score in the language of the reader."""
    return said(read_made(line.made)) if line.made is not UNSET else line.text


def _missing(game: str, has_finish: bool, names: Sequence[str], roles: Mapping[str, str], has_units: bool) -> str:
    if names and len(roles) < len(names):
        return _("Tap the {role}.", role=log_word(game, next(name for name in names if name not in roles)))
    if has_finish:
        return _("Tap the players in the order in which they go out.")
    if has_units:
        return _("Write down what each player wins of each other, or the points alone.")
    return _("Write down the points of each player.")


def _factors(chosen: int) -> tuple[Choice, ...]:
    return tuple(Choice(f"factor {value}", f"×{value}", value == chosen) for value in FACTORS)


def _exposed(game: Game, chosen: bool) -> tuple[Choice, ...]:
    no, yes = game.recorded_field("exposed").answers or (marked("no"), marked("yes"))
    return (Choice("exposed no", _(no), not chosen), Choice("exposed yes", _(yes), chosen))


def _role_choices(role: str, roles: Mapping[str, str], game: Game, names: Mapping[str, str]) -> tuple[Choice, ...]:
    first, second = game.roles
    alone = roles.get(first) if role == second else None
    return tuple(
        Choice(f"role {role} {seat}", _("nobody: alone") if seat == alone else name, roles.get(role) == seat)
        for seat, name in names.items()
    )


def _known_order(finish: Sequence[str | Sequence[str]], outcome: StoredHand | None) -> list[list[str]]:
    """The places as far as they are known: those of the engine once the hand is over, else those tapped."""
    if outcome is not None and (order := given(outcome.finish)):
        return [list(place) for place in order]
    return [[place] if isinstance(place, str) else list(place) for place in finish]


def _places(order: Sequence[Sequence[str]], names: Mapping[str, str]) -> tuple[Place, ...]:
    places = []
    number = 1
    for group in order:
        label = str(number) if len(group) == 1 else f"{number}–{number + len(group) - 1}"
        places.append(Place(label, tuple(names[seat] for seat in group)))
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
    entries: Sequence[Entry],
    names: Mapping[str, str],
) -> tuple[Amount, ...]:
    wrong = {each.of for each in entries if each.what == kind and each.standing is Standing.DIFFERS}
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


def _totals_after(judged: Judged, at: int) -> dict[str, int | None]:
    """The computed totals after a row; those that are written down before a hand are believed from there on."""
    seats = judged.match.seats
    totals: dict[str, int | None] = dict.fromkeys(seats, 0)
    for index, outcome in enumerate(judged.outcomes[: at + 1]):
        stated = given(setup_of(judged.match.hands[index]).totals)
        totals |= {seat: int(value) for seat, value in (stated or {}).items() if seat in totals}
        scores = outcome.scores or {}
        totals = {
            seat: None if total is None or (score := scores.get(seat)) is None else total + score
            for seat, total in totals.items()
        }
    return totals


def _after(judged: Judged, names: Mapping[str, str]) -> str:
    if judged.after is None:
        return ""
    level = rank_shown(judged.after.level)
    parts = [_("The next hand is played at {level}.", level=level)] if judged.after.level not in ("", "?") else []
    words = tribute_words(judged.after, names)
    return " ".join([*parts, words] if words else parts)
