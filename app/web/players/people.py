"""People: the list, the page of each with what stands out and its tables as files, and joining two who are one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice
from typing import Final

from flask import Response, redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as Answer

from app.matches.installation import this_installation
from app.players.search.fields import fields
from app.players.search.wording import number_text, quoted
from app.players.statistics import people as joining
from app.players.statistics.accuracy import accuracy_of, accuracy_words, rests_on
from app.players.statistics.directory import FOUND, found_people, people
from app.players.statistics.hands import NEWEST, SIZE
from app.players.statistics.person import HandTotals, RoleSums
from app.players.statistics.recount import pending
from app.players.statistics.scales import mixed_under
from app.text.decimals import fixed, signed
from app.text.game_terms import figure_words, role_words
from app.text.glossary import game_title, preset_title
from app.text.language import DEFAULT, _, _n, said, speaking
from app.text.language.sentence import capital
from app.text.seats import short_name
from app.web.http.addresses import address_of
from app.web.http.errors import Refusal
from app.web.http.left_out import matches_without_date
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import known_arguments, whole
from app.web.http.permissions import may
from app.web.parts.hand_list import HandList
from app.web.parts.html_tables import mean_cell, ruled_words, won_cell
from app.web.parts.person_acts import join_to, mark_minor, split_from
from app.web.parts.person_filter import ANY, FIELDS, PersonRequest, asked_of
from app.web.parts.person_hands import hands_asked, left_out_of
from app.web.parts.person_links import PersonLinks, alias_text, hide_names, name_of, names_are_hidden
from app.web.parts.person_page import PersonPage, Who, person_asked, person_page
from app.web.parts.season_words import day_words
from app.web.parts.shown_archive import archived
from app.web.parts.table_files import chart_records, file_of
from app.web.players.person_charts import charts_of
from app.web.players.person_tables import place_words, tables_of, words_of_differences
from engine.games import GAMES
from engine.rulebook.sentences import enumerated
from engine.statistics.facts import role_names

BLUEPRINT: Final = Pages("people", __name__, url_prefix="/people")
_SEARCH: Final = 200
"""Characters of a search."""
_SENTENCES: Final = 3
"""Sentences at the head of a person's page."""
_LEAST: Final = 10
"""The hands that a role or a partner must have to be compared with another."""


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
    """A person under the filter of the address; a joined person leads to the one that was kept."""
    hidden = names_are_hidden()
    with this_installation().statistics() as session:
        who = person_asked(session, identity)
        if who.person != identity:
            return redirect(
                address_of("people.person", {**known_arguments(request.args, FIELDS), "identity": who.person})
            )
        asked = asked_of(request.args, who.key)
        asked, page = _shown(session, who, first := asked)
        mixed = mixed_under(session, page.game.name, asked.wanted, who.person)
        accuracy = None if archived() else accuracy_of(session, page.game.name, asked.wanted)
        waiting = pending(session).total
    links = PersonLinks(who.person, asked.chosen, page.game.name)
    line = page.lines.whole
    return render_template(
        "players/person.html",
        who=who,
        name=name_of(who.person, who.name, hidden),
        hidden=hidden,
        chosen=asked.chosen,
        left_aside=asked.left_aside,
        undated=matches_without_date(page.undated),
        page=page,
        links=links,
        line=line,
        unit_a_hand=_("Levels a hand") if page.has_levels else _("Score a hand"),
        won=won_cell("won", line.won, line.matches, line.undecided),
        mean=mean_cell("score", line.hands, line.score, line.squares),
        sentences=standing_out(page, hidden) if line.hands else [],
        charts=charts_of(page, links),
        tables=tables_of(page, links, hidden),
        games={name: game_title(name) for name in GAMES},
        presets={preset: preset_title(page.game.name, preset) for preset in page.game.rules.presets}
        | ({} if asked is first and first.chosen.get("preset") != ANY else {ANY: _("All together")}),
        roles={name: role_words(page.game.name, name) for name in role_names(page.game)},
        alias_text=alias_text,
        alias_names=said(enumerated([short_name(alias_text(alias)) for alias in who.aliases])),
        ruled_words=ruled_words,
        ruled_hands=url_for("hand_search.listed", q=f"game:{page.game.name} player:{quoted(who.key)} ruled:yes"),
        narrowed=bool(set(first.chosen) - {"game"}),
        waiting=waiting,
        mixed=mixed,
        accuracy=accuracy if accuracy is not None and accuracy.decisions else None,
        accuracy_words=accuracy_words,
        rests_on=rests_on,
        faults=url_for("hand_search.listed", q=f"game:{page.game.name} player:{quoted(who.key)} fault>=1"),
        only=None if asked is first else preset_title(page.game.name, asked.chosen["preset"]),
        any_preset=ANY,
        minor=_is_minor(who.person),
        hides_minors=this_installation().config.hide_minors,
    )


def _is_minor(person: int) -> bool:
    """Whether the page says that a person is a minor: to those who may mark them as one."""
    if archived() or not may("people.mark"):
        return False
    with this_installation().sessions() as session:
        return joining.is_minor(session, person)


def _shown(session: Session, who: Who, asked: PersonRequest) -> tuple[PersonRequest, PersonPage]:
    """What a page shows: without a preset in the address, where scores of unlike scales would be added, it is what was
    played under the preset with the most hands.
    """
    page = person_page(session, who, asked.wanted)
    if "preset" in asked.chosen or not mixed_under(session, page.game.name, asked.wanted, who.person):
        return asked, page
    preset = next((name for line in page.lines.presets if (name := page.words[line.key or 0])), None)
    if preset is None:
        return asked, page
    wanted = replace(asked.wanted, game=page.game.name, preset=preset)
    chosen = {**asked.chosen, "game": page.game.name, "preset": preset}
    return replace(asked, chosen=chosen, wanted=wanted), person_page(session, who, wanted)


@BLUEPRINT.get("/<int:identity>/<what>.<form>", may=May.COUNT, of=Of.PERSON)
def file(identity: int, what: str, form: str) -> Response:
    """A table or a chart of a person's page, under the filter of the address, as a file."""
    hidden = names_are_hidden()
    with this_installation().statistics() as session:
        who = person_asked(session, identity)
        asked = asked_of(request.args, who.key)
        asked, page = _shown(session, who, asked)
    links = PersonLinks(who.person, asked.chosen, page.game.name)
    with speaking(DEFAULT):
        records = next((table.records for table in tables_of(page, links, hidden) if table.key == what), None)
        if records is None:
            records = next((chart_records(chart) for chart in charts_of(page, links) if chart.key == what), None)
    if records is None:
        raise Refusal(404, _("This page has no table {name} under this filter.", name=what))
    return file_of(records, f"person-{who.person}-{what}", form)


@BLUEPRINT.get("/<int:identity>/hands", may=May.FOLLOW, of=Of.PERSON)
def hands(identity: int) -> str:
    """The hands of a person under the filter: ``?count=bombs`` those with a bomb, ``?place=2`` those of a place.

    With ``?order=worst`` those with the lowest scores.
    """
    hidden = names_are_hidden()
    with this_installation().statistics() as session:
        of_person = hands_asked(session, identity, request.args)
        left_out = left_out_of(session, of_person)
    who, chosen = of_person.who, dict(of_person.asked.chosen)
    scale = fields()[of_person.count].scale if of_person.count else 1
    arguments = {"identity": str(who.person), **chosen, **of_person.extra, "before": request.args.get("before", "")}
    return render_template(
        "players/hands.html",
        who=who,
        name=name_of(who.person, who.name, hidden),
        hidden=hidden,
        found=of_person,
        left_out_rows=left_out,
        most=(SIZE, NEWEST),
        chosen=chosen,
        carried=HandList("person", arguments).text,
        said=lambda units: number_text(units or 0, scale),
        has_roles=any(hand.role for hand in of_person.hands),
        figure_words=figure_words,
        day_words=day_words,
        role_words=role_words,
        game=chosen.get("game", ""),
    )


@BLUEPRINT.post("/names", may=May.COUNT)
def names() -> Answer:
    """Hides names from this visitor, or shows them again: the field ``hidden``, 1 or 0."""
    hide_names(request.form.get("hidden") == "1")
    back = whole(request.form.get("person"))
    return redirect(url_for("people.listed") if not back else url_for("people.person", identity=back), 303)


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
    return redirect(url_for("people.person", identity=person, _anchor="minor"), 303)


def _shown_joined(identity: int) -> Answer:
    return redirect(url_for("people.person", identity=identity, _anchor="aliases"), 303)


def standing_out(page: PersonPage, hidden: bool) -> list[str]:
    """At most three sentences: differences from other players beyond chance, then the best and the most frequent."""
    sentences = chain(_differences(page), _best_role(page), _best_partner(page, hidden), _place(page), _result(page))
    return list(islice(sentences, _SENTENCES))


def _differences(page: PersonPage) -> Iterator[str]:
    words = words_of_differences(page)
    for difference in page.unlike.differences:
        numbers = {
            "figure": capital(words[difference.name]),
            "own": _decimal(difference.own.value),
            "others": _decimal(difference.others.value),
            "things": words[difference.measure],
        }
        yield (
            _("{figure}: more than the others, {own} against {others} (measured by {things}).", **numbers)
            if difference.z > 0
            else _("{figure}: less than the others, {own} against {others} (measured by {things}).", **numbers)
        )


def _best_role(page: PersonPage) -> Iterator[str]:
    known = [(role_words(page.game.name, role), sums) for role, sums in page.roles.items() if role]
    yield from _best(page, known)


def _best_partner(page: PersonPage, hidden: bool) -> Iterator[str]:
    partners = [
        (name_of(line.key, page.names[line.key], hidden), line) for line in page.partners if line.key is not None
    ]
    yield from _best(page, partners, with_partner=True)


def _best(
    page: PersonPage, choices: Sequence[tuple[str, HandTotals | RoleSums]], *, with_partner: bool = False
) -> Iterator[str]:
    enough = [
        (Fraction(totals.score, totals.hands), name, totals) for name, totals in choices if totals.hands >= _LEAST
    ]
    if len(enough) < 2:
        return
    mean, name, best = max(enough, key=lambda choice: choice[0])
    values = {"name": name, "count": f"{best.hands:,}", "mean": _mean(mean)}
    if with_partner:
        yield (
            _("Best partner: {name}, {mean} levels a hand in {count} hands.", **values)
            if page.has_levels
            else _("Best partner: {name}, {mean} points a hand in {count} hands.", **values)
        )
    else:
        yield (
            _("Best role: {name}, {mean} levels a hand in {count} hands.", **values)
            if page.has_levels
            else _("Best role: {name}, {mean} points a hand in {count} hands.", **values)
        )


def _place(page: PersonPage) -> Iterator[str]:
    places = page.whole.places
    if not places:
        return
    place_halves, (hands, _score) = max(places.items(), key=lambda item: (item[1][0], -item[0]))
    yield _(
        "Most frequent: {place}, in {count} of {all} hands.",
        place=place_words(place_halves, page.game.name),
        count=f"{hands:,}",
        all=f"{sum(count for count, _score in places.values()):,}",
    )


def _result(page: PersonPage) -> Iterator[str]:
    line = page.lines.whole
    mean, matches = _mean(Fraction(line.score, line.hands)), line.matches
    if page.has_levels:
        yield _n(
            "{mean} levels a hand in {count} match.", "{mean} levels a hand in {count} matches.", matches, mean=mean
        )
    else:
        yield _n(
            "{mean} points a hand in {count} match.", "{mean} points a hand in {count} matches.", matches, mean=mean
        )
    if not line.errors:
        yield _n("No error in {count} hand.", "No error in {count} hands.", line.hands)


def _mean(value: Fraction) -> str:
    return signed(fixed(value.numerator, value.denominator, 2))


def _decimal(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
