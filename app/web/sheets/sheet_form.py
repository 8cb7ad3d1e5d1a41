"""The form that begins a score sheet or a log: the players, the rules, and what identifies the match."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from flask import render_template, request
from msgspec import UNSET

from app.judging.rules_of_match.asked import HOUSE, AskedRules, MatchRules
from app.judging.rules_of_match.form import SEPARATOR, OptionField, asked_in, fields_of
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.records import houses
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches.installation import this_installation
from app.sheets.sheet.rules import chosen_of, claim_of, refuse_players
from app.sheets.sheet.seating import LONGEST_NAME, seated_players, usual_seats
from app.sheets.sheet.sheet import ScoreSheet, SheetRefused
from app.text.glossary import preset_title
from app.text.language import _
from app.web.http.errors import Refusal
from engine.games import GAMES
from engine.logs.json.times import is_moment
from engine.record.match import MatchInfo
from engine.rulebook.options import value_text

LONGEST_TEXT: Final = 200
"""Characters of a text that identifies a match."""
LONGEST: Final[Mapping[str, int]] = {"name": LONGEST_NAME, "text": LONGEST_TEXT}
"""Characters of the fields."""


@dataclass(frozen=True, slots=True)
class SheetBase:
    """Rules to begin with."""

    value: str
    """As forms have them."""
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RulesPart:
    """The part of a form in which rules are chosen."""

    houses: tuple[SheetBase, ...]
    presets: tuple[SheetBase, ...]
    base: str
    """The rules whose options are shown, as forms have them."""
    title: str
    """The same in words."""
    fields: tuple[OptionField, ...]
    open: bool
    """Whether the options are to be seen at once."""


def known_game(name: str) -> str:
    """A game that a form or an address names.  Raises Refusal."""
    if name not in GAMES:
        raise Refusal(400, _("There is no such game. The games are {names}.", names=", ".join(GAMES)))
    return name


def begin_form(game: str, refused: str, *, written: bool, chinese: bool = False) -> str:
    """The form for a new score sheet of a game, or for a new log that is ``written``."""
    return render_template(
        "sheets/new.html",
        game=GAMES[game],
        seats=usual_seats(game),
        asked=request.form,
        part=rules_part(game, request.form or request.args),
        refused=refused,
        written=written,
        chinese=chinese,
        now=datetime.now(UTC),
        longest=LONGEST,
    )


def sheet_of_form(game: str) -> tuple[ScoreSheet, HouseRules | None]:
    """The empty sheet that the fields of a form describe, and the house rules that its rules begin with.

    Raises SheetRefused.
    """
    names = [request.form.get(f"player-{seat}", "").strip() for seat in usual_seats(game)]
    while len(names) > GAMES[game].players[0] and not names[-1]:
        names.pop()
    players = seated_players(game, [f"{seat}={name}" for seat, name in zip(usual_seats(game), names, strict=False)])
    chosen = chosen_of(game, asked_rules(game, request.form))
    refuse_players(chosen.rules, players)
    sheet = ScoreSheet(game=game, players=players, rules=claim_of(chosen.rules), info=_info())
    return sheet, chosen.house


def _info() -> MatchInfo | None:
    texts = {name: request.form.get(name, "").strip() for name in ("id", "event", "table", "played", "offset")}
    for name, text in texts.items():
        if len(text) > LONGEST_TEXT:
            raise SheetRefused(
                _(
                    "{name}: {count} characters found; at most {most} are taken",
                    name=name,
                    count=f"{len(text):,}",
                    most=LONGEST_TEXT,
                )
            )
    played_at = f"{texts['played']}:00{texts['offset'] or 'Z'}" if texts["played"] else ""
    if played_at and not is_moment(played_at):
        raise SheetRefused(_("'{text}' is not a day and an hour such as 2024-05-01T19:30", text=texts["played"]))
    info = MatchInfo(
        id=texts["id"] or UNSET,
        event=texts["event"] or UNSET,
        table=texts["table"] or UNSET,
        played_at=played_at or UNSET,
    )
    return None if info == MatchInfo() else info


def asked_rules(game: str, typed: Mapping[str, str]) -> AskedRules:
    """The rules that the fields of a form ask for.  Raises SheetRefused for what the game does not have.

    The options are those of the rules that ``base`` names.  Where other rules are chosen, only the options that were
    changed are asked for on top of them.
    """
    rules = typed.get("rules", "")
    base = typed.get("base", "") or rules
    options = {name: text for name, text in typed.items() if _is_option(game, name)}
    try:
        with this_installation().sessions() as session:
            begins = asked_in(session, {"rules": base} | options, game=game)
            chosen = begins if rules == base else asked_in(session, {"rules": rules}, game=game)
    except RulesRefused as refused:
        raise SheetRefused(str(refused)) from None
    for choice in (begins, chosen):
        if choice.house is not None and choice.house.game != game:
            raise SheetRefused(
                _(
                    "the house rules {name} are rules of {rules}, and the sheet is of {game}",
                    name=choice.house.name,
                    rules=_(GAMES[choice.house.game].title),
                    game=_(GAMES[game].title),
                )
            )
    if rules == base:
        return begins
    changed = chosen_of(game, begins).differing
    return AskedRules(chosen.preset, chosen.house, {name: value_text(value) for name, value in changed.items()}, game)


def refused_rules(game: str) -> str:
    """Why the form's rules are invalid; empty if valid."""
    try:
        chosen_of(game, asked_rules(game, request.form))
    except SheetRefused as refused:
        return str(refused)
    return ""


def _is_option(game: str, name: str) -> bool:
    return name.partition(SEPARATOR)[0] in {option.name for option in GAMES[game].rules.options}


def rules_part(game: str, typed: Mapping[str, str]) -> RulesPart:
    """The rules to choose from, and the options of those that are chosen, with what was typed."""
    book = GAMES[game].rules
    texts = typed
    try:
        asked = asked_rules(game, typed)
        base = chosen_of(game, AskedRules(asked.preset, asked.house))
        shown = chosen_of(game, asked).rules.options
        texts = {} if typed.get("base", "") != typed.get("rules", "") else typed
    except SheetRefused:
        base = _shown_before(game, typed)
        shown = base.rules.options
    value = base.rules.preset if base.house is None else base.base
    with this_installation().sessions() as session:
        named = [house for house in houses(session) if house.game == game]
    fields = tuple(fields_of(game, shown, base.rules.options, texts))
    return RulesPart(
        houses=tuple(_house_base(rules, value) for rules in named),
        presets=tuple(
            SheetBase(name, _("{option}: {value}", option=preset_title(game, name), value=_(text)), name == value)
            for name, text in book.presets.items()
        ),
        base=value,
        title=preset_title(base.rules.game, base.rules.preset) if base.house is None else base.house.title,
        fields=fields,
        open="show" in typed or any(field.changed for field in fields),
    )


def _house_base(house: HouseRules, value: str) -> SheetBase:
    words = f"{house.title}: {house.note}" if house.note else house.title
    return SheetBase(f"{HOUSE}{house.reference}", words, value == f"{HOUSE}{house.reference}")


def _shown_before(game: str, typed: Mapping[str, str]) -> MatchRules:
    """The rules whose options a form showed that cannot be taken; the default ones where there are none such."""
    try:
        return chosen_of(game, asked_rules(game, {"rules": typed.get("base", "")}))
    except SheetRefused:
        return chosen_of(game, AskedRules())
