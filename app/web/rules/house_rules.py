"""House rules: the list, the page of each with its history, and the forms that make, change, rename and remove them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.database.opening import transact
from app.judging.rules_of_match import records
from app.judging.rules_of_match.asked import CLAIM
from app.judging.rules_of_match.form import fields_of
from app.judging.rules_of_match.house import LONGEST_NAME, LONGEST_NOTE, HouseRules
from app.judging.rules_of_match.house_names import former_names, remove_house, rename_house, uses_of
from app.judging.rules_of_match.refusal import RulesRefused
from app.judging.rules_of_match.words import OptionChange, changes
from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import this_visitor
from app.web.parts.house_rules import game_named, typed_rules, versions_of
from engine.games import GAMES
from engine.rulebook.suggestions import close_name

BLUEPRINT: Final = Pages("house_rules", __name__, url_prefix="/house")

MATCHES: Final = 20
"""Matches of a version that its page lists."""


@dataclass(frozen=True, slots=True)
class VersionEntry:
    """A version in the history of house rules."""

    rules: HouseRules
    before: HouseRules | None
    changes: tuple[OptionChange, ...]
    """How it differs from the version before."""
    count: int
    """Matches that are judged under it."""
    matches: tuple[int, ...]
    """The newest of them."""


@BLUEPRINT.get("/", may=May.READ)
def listed() -> str:
    """Every named rule set, and where new ones begin."""
    with this_installation().sessions() as session:
        all_houses, counts = records.houses(session), records.matches_by_house(session)
    return render_template("rules/house/list.html", houses=all_houses, counts=counts, games=GAMES)


@BLUEPRINT.get("/new", may=May.RULE)
def new() -> tuple[str, int]:
    """The form for new house rules of ``?game=``, which begins with the preset of ``?rules=``."""
    game = game_named(request.args.get("game", ""))
    return _form(game, None, request.args.to_dict(), {})


@BLUEPRINT.post("/new", may=May.RULE)
def add() -> tuple[str, int] | Response:
    """Keeps new house rules."""
    typed = request.form.to_dict()
    game = game_named(typed.get("game", ""))
    visitor = this_visitor()
    try:
        rules = typed_rules(game, typed)
        house_rules = transact(
            this_installation().sessions,
            lambda session: records.add_house(
                session, typed.get("name", ""), rules, typed.get("note", ""), visitor=visitor
            ),
        )
    except RulesRefused as refused:
        return _form(game, None, typed, typed, str(refused))
    return redirect(url_for("house_rules.show", identity=house_rules.house), 303)


@BLUEPRINT.get("/<int:identity>", may=May.READ, of=Of.HOUSE)
def show(identity: int) -> str:
    """House rules: what they say, and every version with what it changed and which matches are judged under it."""
    return _page(identity)


@BLUEPRINT.post("/<int:identity>/rename", may=May.RULE, of=Of.HOUSE)
def rename(identity: int) -> tuple[str, int] | Response:
    """Gives house rules another name."""
    name = request.form.get("name", "")
    try:
        transact(this_installation().sessions, lambda session: rename_house(session, identity, name))
    except RulesRefused as refused:
        return _page(identity, str(refused), name), 400
    return redirect(url_for("house_rules.show", identity=identity), 303)


@BLUEPRINT.post("/<int:identity>/remove", may=May.RULE, of=Of.HOUSE)
def remove(identity: int) -> tuple[str, int] | Response:
    """Removes house rules that nothing refers to."""
    try:
        transact(this_installation().sessions, lambda session: remove_house(session, identity))
    except RulesRefused as refused:
        return _page(identity, str(refused)), 400
    return redirect(url_for("house_rules.listed"), 303)


def _page(identity: int, not_done: str = "", name: str | None = None) -> str:
    """The page of house rules; ``not_done`` is why they were not renamed or removed, ``name`` the name typed."""
    with this_installation().sessions() as session:
        versions = versions_of(records.house_by_id(session, identity))
        former, uses = former_names(session, identity), uses_of(session, identity)
        counts = records.matches_by_version(session, identity)
        matches = {
            version.id: records.newest_matches(session, version.id, MATCHES)
            for version in versions
            if version.id in counts
        }
    newest = versions[0]
    history = [
        VersionEntry(
            rules=version,
            before=before,
            changes=() if before is None else tuple(changes(before, version)),
            count=counts.get(version.id, 0),
            matches=tuple(matches.get(version.id, ())),
        )
        for version, before in zip(versions, [*versions[1:], None], strict=True)
    ]
    try:
        shown, refused = newest.rules().options, ""
    except RulesRefused as unknown:
        shown, refused = {}, str(unknown)
    usual = GAMES[newest.game].rules.resolve(newest.preset).options if shown else {}
    return render_template(
        "rules/house/show.html",
        house=newest,
        history=history,
        refused=refused,
        fields=fields_of(newest.game, shown, usual, {}) if shown else [],
        former=former,
        used=uses.reason,
        not_done=not_done,
        name=newest.name if name is None else name,
        longest=LONGEST_NAME,
    )


@BLUEPRINT.get("/<int:identity>/change", may=May.RULE, of=Of.HOUSE)
def change(identity: int) -> tuple[str, int]:
    """The form for the next version, which begins with the newest one, or with the preset of ``?rules=``."""
    with this_installation().sessions() as session:
        newest = versions_of(records.house_by_id(session, identity))[0]
    return _form(newest.game, newest, request.args.to_dict(), {})


@BLUEPRINT.post("/<int:identity>/change", may=May.RULE, of=Of.HOUSE)
def keep_change(identity: int) -> tuple[str, int] | Response:
    """Keeps the next version."""
    typed = request.form.to_dict()
    fupan = this_installation()
    with fupan.sessions() as session:
        newest = versions_of(records.house_by_id(session, identity))[0]
    try:
        rules = typed_rules(newest.game, typed)
        transact(fupan.sessions, lambda session: records.change_house(session, identity, rules, typed.get("note", "")))
    except RulesRefused as refused:
        return _form(newest.game, newest, typed, typed, str(refused))
    return redirect(url_for("house_rules.show", identity=identity), 303)


def _form(
    game: str, house: HouseRules | None, arguments: Mapping[str, str], typed: Mapping[str, str], refused: str = ""
) -> tuple[str, int]:
    book = GAMES[game].rules
    named = arguments.get("rules", "")
    preset = named if named in book.presets else (book.default if house is None else house.preset)
    if named not in ("", CLAIM, *book.presets) and not refused:
        close = close_name(named, book.presets)
        refused = _(
            "{game} has no preset {found}{hint}",
            game=_(GAMES[game].title),
            found=repr(named[:60]),
            hint=_("; did you mean {close}?", close=close) if close else "",
        )
    usual = book.resolve(preset).options
    try:
        shown = usual if house is None or named else house.rules().options
    except RulesRefused:
        shown = usual
    page = render_template(
        "rules/house/form.html",
        game=GAMES[game],
        house=house,
        preset=preset,
        presets=book.presets,
        fields=fields_of(game, shown, usual, typed),
        name=typed.get("name", ""),
        note=typed.get("note", ""),
        longest=(LONGEST_NAME, LONGEST_NOTE),
        refused=refused,
    )
    return page, 400 if refused else 200
