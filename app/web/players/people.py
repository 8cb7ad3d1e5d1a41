"""People: the list, the tabs of each with their tables as files, and joining two who are one."""

from dataclasses import replace
from functools import partial
from typing import Final

from flask import Response, redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as Answer

from app.matches.installation import this_installation
from app.players.search.fields import fields
from app.players.search.wording import number_text, quoted
from app.players.statistics import people as joining
from app.players.statistics.directory import FOUND, found_people, people
from app.players.statistics.hands import NEWEST, SIZE, WORST
from app.players.statistics.people import Who
from app.players.statistics.profile import Profile, profile_of, standing_out, unlike_words
from app.players.statistics.recount import pending
from app.players.statistics.scales import mixed_under
from app.text.game_terms import figure_words, role_words
from app.text.glossary import game_title, preset_title
from app.text.language import DEFAULT, _, _n, said, speaking
from app.text.places import place_text
from app.text.seats import short_name
from app.web.http.left_out import matches_without_date
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import known_arguments, whole
from app.web.http.permissions import may
from app.web.parts.hand_list import HandList
from app.web.parts.person_acts import join_to, mark_minor, split_from
from app.web.parts.person_asked import ANY, FIELDS, PersonRequest, asked_of, person_asked
from app.web.parts.person_hands import hands_asked, left_out_of
from app.web.parts.statistics_words import alias_text, archived, day_words, hide_names, name_of, names_are_hidden
from app.web.parts.table_files import file_of_page
from app.web.players.person_charts import charts_of
from app.web.players.person_figures import PersonLinks, Tab, key_figures, play_figures
from app.web.players.person_tables import tables_of
from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.sentences import enumerated
from engine.statistics.facts import role_names

BLUEPRINT: Final = Pages("people", __name__, url_prefix="/people")
_SEARCH: Final = 200
"""Characters of a search."""


@BLUEPRINT.get("/", may=May.COUNT)
def listed() -> str:
    """The people of counted matches by key, or those whom ``?text=`` finds."""
    text = request.args.get("text", "").strip()[:_SEARCH]
    hidden = names_are_hidden()
    with this_installation().statistics() as session:
        page = found_people(session, text) if text and not hidden else people(session, whole(request.args.get("after")))
        uncounted = pending(session).uncounted
    return render_template(
        "players/list.html",
        page=page,
        text=text,
        hidden=hidden,
        called_person=name_of,
        day_words=day_words,
        uncounted=uncounted,
        most=FOUND,
    )


@BLUEPRINT.get("/<int:identity>", may=May.COUNT, of=Of.PERSON)
def person(identity: int) -> str | Answer:
    """The overview of a person under the filter of the address; a joined person leads to the one that was kept."""
    return _tab(identity, Tab.OVERVIEW)


@BLUEPRINT.get("/<int:identity>/decisions", may=May.COUNT, of=Of.PERSON)
def decisions(identity: int) -> str | Answer:
    """How a person plays, under the filter of the address."""
    return _tab(identity, Tab.DECISIONS)


@BLUEPRINT.get("/<int:identity>/more", may=May.COUNT, of=Of.PERSON)
def more(identity: int) -> str | Answer:
    """What else is counted of a person, under the filter of the address, and the keys that are joined."""
    return _tab(identity, Tab.MORE)


def _tab(identity: int, tab: Tab) -> str | Answer:
    hidden = names_are_hidden()
    with this_installation().statistics() as session:
        who = person_asked(session, identity)
        if who.person != identity:
            return redirect(PersonLinks(who.person, known_arguments(request.args, FIELDS)).tab(tab))
        asked, page = _shown(session, who, first := asked_of(request.args, who.key), tab)
        mixed = mixed_under(session, page.game.name, asked.wanted, who.person)
        waiting = pending(session).total
    links = PersonLinks(who.person, asked.chosen, page.game.name)
    return render_template(
        f"players/person/{tab}.html",
        **_head(who, asked, tab, page.game),
        narrowed=bool(set(first.chosen) - {"game"}),
        undated=matches_without_date(page.undated) if page.wanted.since or page.wanted.until else None,
        kept={},
        page=page,
        charts=charts_of(page, links, tab),
        tables=tables_of(page, links, hidden, tab),
        waiting=waiting
        and _n(
            "{count} match is still to be counted; a job is bringing this page up to date.",
            "{count} matches are still to be counted; a job is bringing this page up to date.",
            waiting,
        ),
        mixed=mixed,
        only=None if asked is first else preset_title(page.game.name, asked.chosen["preset"]),
        any_preset=links.tab(tab, preset=ANY),
        **_of_tab(page, links, tab, hidden),
    )


def _head(who: Who, asked: PersonRequest, tab: Tab, game: Game | None) -> dict[str, object]:
    """What all tabs of a person have; the game is None where those of all games are shown."""
    hidden = names_are_hidden()
    games = [game] if game else [*GAMES.values()]
    presets = {preset: preset_title(one.name, preset) for one in games for preset in one.rules.presets}
    roles = {role: role_words(one.name, role) for one in games for role in role_names(one)}
    return {
        "who": who,
        "name": name_of(who.person, who.name, hidden),
        "hidden": hidden,
        "chosen": asked.chosen,
        "left_aside": asked.left_aside,
        "links": PersonLinks(who.person, asked.chosen, game.name if game else None),
        "game": game.name if game else "",
        "games": {name: game_title(name) for name in GAMES},
        "presets": {**presets, ANY: _("All together")} if asked.chosen.get("preset") else presets,
        "roles": roles,
        "tab": tab,
        "tabs": [one for one in Tab if one is not Tab.HANDS or may("people.hands", "GET")],
        "also": said(enumerated([short_name(alias_text(alias)) for alias in who.aliases])),
    }


def _of_tab(page: Profile, links: PersonLinks, tab: Tab, hidden: bool) -> dict[str, object]:
    """What one tab has and no other."""
    if tab is Tab.OVERVIEW:
        line = page.lines.whole
        ruled = "" if hidden or not line.adjusted else _searched(page, "ruled:yes")
        return {"key_figures": key_figures(page, links, ruled) if line.hands else []}
    if tab is Tab.DECISIONS:
        return {"key_figures": play_figures(page, links, "" if hidden else _searched(page, "fault>=1"))}
    return {
        "sentences": standing_out(page, partial(name_of, hidden=hidden)) if page.whole.hands else [],
        "unlike": unlike_words(page.play.unlike) if page.play else "",
        "alias_text": alias_text,
        "about_joining": _(
            "Joining counts all hands of the other player for this one, everywhere: on pages, in files, in ratings and "
            "in fupan stats. The logs and their reports stay as they are, and a split undoes it."
        ),
        "minor": _is_minor(page.who.person),
        "about_minors": _("Guests do not see the names of minors, and do not get logs and verdicts that may have them.")
        if this_installation().config.hide_minors
        else _("Guests see the names of minors: the setting FUPAN_HIDE_MINORS is off."),
    }


def _searched(page: Profile, line: str) -> str:
    """The search of the hands of the person in the game for which a line holds."""
    return url_for("hand_search.listed", q=f"game:{page.game.name} player:{quoted(page.who.key)} {line}")


def _is_minor(person: int) -> bool:
    """Whether the page says that a person is a minor: to those who may mark them as one."""
    if archived() or not may("people.mark"):
        return False
    with this_installation().sessions() as session:
        return joining.is_minor(session, person)


def _shown(session: Session, who: Who, asked: PersonRequest, tab: Tab | None = None) -> tuple[PersonRequest, Profile]:
    """What a tab shows, or all of them: without a preset in the address, where scores of unlike scales would be added,
    it is what was played under the preset with the most hands.
    """
    load = partial(
        profile_of,
        session,
        who,
        play=tab is not Tab.OVERVIEW,
        reviewed=tab is Tab.DECISIONS and not archived(),
    )
    page = load(asked.wanted)
    if "preset" in asked.chosen or not mixed_under(session, page.game.name, asked.wanted, who.person):
        return asked, page
    preset = next((name for line in page.lines.presets if (name := page.words[line.key or 0])), None)
    if preset is None:
        return asked, page
    wanted = replace(asked.wanted, game=page.game.name, preset=preset)
    chosen = {**asked.chosen, "game": page.game.name, "preset": preset}
    return replace(asked, chosen=chosen, wanted=wanted), load(wanted)


@BLUEPRINT.get("/<int:identity>/<what>.<form>", may=May.COUNT, of=Of.PERSON)
def file(identity: int, what: str, form: str) -> Response:
    """A table or a chart of a person's pages, under the filter of the address, as a file."""
    hidden = names_are_hidden()
    with this_installation().statistics() as session:
        who = person_asked(session, identity)
        asked, page = _shown(session, who, asked_of(request.args, who.key))
    links = PersonLinks(who.person, asked.chosen, page.game.name)
    with speaking(DEFAULT):
        tables, charts = tables_of(page, links, hidden), charts_of(page, links)
        return file_of_page(what, form, f"person-{who.person}", tables, charts)


@BLUEPRINT.get("/<int:identity>/hands", may=May.FOLLOW, of=Of.PERSON)
def hands(identity: int) -> str:
    """The hands of a person under the filter: ``?count=bombs`` those with a bomb, ``?place=2`` those of a place.

    With ``?order=worst`` those with the lowest scores.
    """
    with this_installation().statistics() as session:
        of_person = hands_asked(session, identity, request.args)
        left_out = left_out_of(session, of_person)
    who, asked = of_person.who, of_person.asked
    most_won = _("Most won by another") if of_person.worst else ""
    scale = fields()[of_person.count].scale if of_person.count else 1
    listed = {"identity": str(who.person), **asked.chosen, **of_person.extra, "before": request.args.get("before", "")}
    return render_template(
        "players/person/hands.html",
        **_head(who, asked, Tab.HANDS, GAMES.get(asked.chosen.get("game", ""))),
        narrowed=bool(asked.chosen or of_person.extra),
        kept=of_person.extra,
        found=of_person,
        left_out_rows=left_out,
        first=SIZE,
        worst=_(
            "Of the newest {newest} hands, the {most} with the lowest scores are listed: below 0, or 0 where somebody "
            "else won.",
            newest=f"{NEWEST:,}",
            most=WORST,
        ),
        carried=HandList("person", listed).text,
        counted=figure_words(of_person.count) if of_person.count else most_won,
        said=lambda units: number_text(units or 0, scale),
        has_roles=any(hand.role for hand in of_person.hands),
        day_words=day_words,
        role_words=role_words,
        place_text=place_text,
    )


@BLUEPRINT.post("/names", may=May.COUNT)
def names() -> Answer:
    """Hides names from this visitor, or shows them again: the field ``hidden``, 1 or 0."""
    hide_names(request.form.get("hidden") == "1")
    back = whole(request.form.get("person"))
    shown = url_for("people.more", identity=back) if back else url_for("people.listed")
    return redirect(shown, 303)


@BLUEPRINT.post("/<int:identity>/join", may=May.RECORD, of=Of.PERSON)
def join(identity: int) -> Answer:
    """Joins the person with the key in the field ``key`` to this one."""
    return _shown_joined(join_to(identity, request.form.get("key", "")))


@BLUEPRINT.post("/<int:identity>/split", may=May.RECORD, of=Of.PERSON)
def split(identity: int) -> Answer:
    """Makes the player with the key in the field ``key`` a person again."""
    return _shown_joined(split_from(identity, request.form.get("key", "")))


@BLUEPRINT.post("/<int:identity>/minor", may=May.RECORD, of=Of.PERSON)
def mark(identity: int) -> Answer:
    """Marks a person as a minor, or takes the mark away: the field ``minor``, 1 or 0."""
    person = mark_minor(identity, minor=request.form.get("minor") == "1")
    return redirect(url_for("people.more", identity=person, _anchor="minor"), 303)


def _shown_joined(identity: int) -> Answer:
    return redirect(url_for("people.more", identity=identity, _anchor="aliases"), 303)
