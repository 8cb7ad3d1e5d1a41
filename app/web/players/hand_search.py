"""The search of hands by what happened: the form, the line of text, the hands found, saved searches, and exports."""

from collections.abc import Iterable, Iterator, Sequence
from tempfile import SpooledTemporaryFile
from typing import IO, Final

import msgspec
from flask import Response, redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as Answer

from app.database.opening import transact
from app.database.row_pages import PER_PAGE
from app.database.sort_keys import in_order
from app.matches.computed.decisions import COLUMNS
from app.matches.installation import this_installation
from app.matches.listing import player_names
from app.players.search import export, saved
from app.players.search.decisions import chosen_of, reviewed_among, rows_of_hands
from app.players.search.fields import SearchField, choices, field_words, fields, kinds, ranks_of
from app.players.search.finding import HandsPage, find, how_many_reviewed, number_of_hands
from app.players.search.form import form_of, line_of
from app.players.search.grammar import LONGEST, Reading, example_of, read
from app.players.search.matched import in_words
from app.players.search.query import HandQuery, OfDay
from app.players.search.starts import HandPosition
from app.players.search.wording import text_of
from app.text.catalogue import all_codes
from app.text.glossary import game_title, preset_title
from app.text.language import DEFAULT, _, _c, language_named, speaking
from app.web.http.computing import computes_in_turn
from app.web.http.errors import Refusal
from app.web.http.language import ARGUMENT
from app.web.http.left_out import LeftOut, hand_count, without_date
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import this_visitor
from app.web.parts.hand_list import HandList
from app.web.parts.listed_hands import asked_query, opened_at
from app.web.parts.table_files import file_of_rows
from engine.games import GAMES
from engine.games.figures import FIGURES
from engine.rulebook.sentences import enumerated

BLUEPRINT: Final = Pages("hand_search", __name__, url_prefix="/hands")
LEFT_OUT: Final = "X-Left-Out"
_MEMORY: Final = 1024 * 1024
"""The bytes of a file of logs that are kept in memory, and not on the disk, until it is sent."""
_EXAMPLES: Final = ("place:1 score>=3", "errors>=1", "won:yes score<0")


@BLUEPRINT.get("/", may=May.FOLLOW)
def listed() -> str | tuple[str, int]:
    """The hands that the line of the address (``?q=``) lets through, and the form that means the same."""
    page, readable = _page(request.args.get("q", ""))
    return page if readable else (page, 400)


@BLUEPRINT.get("/form", may=May.FOLLOW)
def form() -> Answer:
    """Leads from the fields of the form to the line that means the same."""
    line = line_of(request.args)
    reading = read(line)
    return redirect(url_for("hand_search.listed", q=line if reading.troubles else text_of(reading.query)), 303)


@BLUEPRINT.post("/saved", may=May.TAKE_PART)
def save() -> Answer | tuple[str, int]:
    """Keeps the search of the form under a name."""
    name, line = request.form.get("name", ""), request.form.get("q", "")
    visitor = this_visitor()
    try:
        transact(this_installation().sessions, lambda session: saved.save(session, name, line, visitor=visitor))
    except saved.CannotSave as reason:
        return _page(line, refused=str(reason), name=name)[0], 400
    return redirect(url_for("hand_search.listed", q=line, _anchor="saved"), 303)


@BLUEPRINT.post("/saved/<int:identity>/delete", may=May.MANAGE, of=Of.SEARCH)
def delete(identity: int) -> Answer:
    """Deletes a saved search."""
    if not transact(this_installation().sessions, lambda session: saved.delete_saved(session, identity)):
        raise Refusal(404, _("There is no saved search {identity}.", identity=identity))
    return redirect(url_for("hand_search.listed", _anchor="saved"), 303)


@BLUEPRINT.get("/found.json", may=May.FOLLOW)
@computes_in_turn
def as_json() -> Response:
    """The newest hands found, of those before ``?before=``, at most `export.HANDS`: ``{"query", "hands", "all"}``.

    Where there may be more, the header ``Link`` has the address of those that follow.
    """
    query, hands = _gathered()
    people = _people(hands)
    whole = {
        "query": text_of(query),
        "hands": [export.as_record(hand, people) for hand in hands.hands],
        "all": hands.older is None,
    }
    return _completed(_file(msgspec.json.encode(whole), "application/json", "hands.json"), query, hands.older)


@BLUEPRINT.get("/found.csv", may=May.FOLLOW)
@computes_in_turn
def as_csv() -> Response:
    """The same as CSV, a line a seat."""
    query, hands = _gathered()
    whole = export.as_csv(hands.hands, _people(hands))
    return _completed(_file(whole.encode(), "text/csv; charset=utf-8", "hands.csv"), query, hands.older)


@BLUEPRINT.get("/found.jsonl", may=May.FOLLOW)
@computes_in_turn
def as_logs() -> Response:
    """The logs of the matches of these hands as `fupan/1`, at most `export.MATCHES`.

    The header `LEFT_OUT` has the numbers of the matches whose logs the file does not have.
    """
    query, hands = _gathered()
    sessions = this_installation().sessions
    with sessions() as session:
        chosen, beyond = export.affordable(session, hands.matches)
    left_out: list[int] = []
    file = SpooledTemporaryFile(max_size=_MEMORY)  # noqa: SIM115 (the answer closes it)
    file.writelines(log + b"\n" for log in export.logs(sessions, chosen, left_out))
    answer = _file(_read(file), "application/x-ndjson", "hands.log.jsonl")
    answer.call_on_close(file.close)
    return _completed(answer, query, hands.following(beyond), left_out)


@BLUEPRINT.get("/decisions.<form>", may=May.FOLLOW)
@computes_in_turn
def decisions(form: str) -> Response:
    """The reviewed decisions of these hands, of at most `export.MATCHES` matches."""
    query, hands = _gathered()
    fupan = this_installation()
    with fupan.sessions() as session:
        chosen, older = chosen_of(session, hands)
    left_out: list[int] = []
    with speaking(DEFAULT):
        groups = rows_of_hands(fupan, chosen, left_out)
        answer = file_of_rows(COLUMNS, groups, "decisions", form)
    return _completed(answer, query, older, left_out)


def _gathered() -> tuple[HandQuery, export.GatheredHands]:
    query = asked_query(request.args)
    with speaking(language_named(request.args.get(ARGUMENT, "")) or DEFAULT):
        return query, export.gather(
            this_installation().sessions, query, HandPosition.read(request.args.get("before", ""))
        )


def _people(hands: export.GatheredHands) -> export.People:
    with this_installation().sessions() as session:
        return export.people_of(session, hands.hands)


def _read(file: IO[bytes]) -> Iterator[bytes]:
    """The bytes of a file, which is closed then."""
    with file:
        file.seek(0)
        while piece := file.read(_MEMORY):
            yield piece


def _file(data: bytes | Iterable[bytes], kind: str, name: str) -> Response:
    return Response(data, content_type=kind, headers={"Content-Disposition": f"attachment; filename={name}"})


def _completed(
    answer: Response, query: HandQuery, older: HandPosition | None, left_out: Sequence[int] = ()
) -> Response:
    """A file with a header that names the matches it leaves out, and a link to the file of the hands that follow."""
    if left_out:
        answer.headers[LEFT_OUT] = ", ".join(map(str, left_out))
    if older is not None:
        further = url_for(request.endpoint or "", **request.view_args or {}, q=text_of(query), before=older)
        answer.headers["Link"] = f'<{further}>; rel="next"'
    return answer


def _page(line: str, *, refused: str = "", name: str = "") -> tuple[str, bool]:
    """The page, and whether its line can be read."""
    reading = read(line)
    place = HandPosition.read(request.args.get("before", ""))
    with this_installation().sessions() as session:
        hands_page = None if reading.troubles else find(session, reading.query, place, limit=PER_PAGE)
        hands = [] if hands_page is None else in_words(session, reading.query, hands_page)
        has_decisions = bool(reviewed_among(session, {hand.match.id for hand in hands}))
        reviewed = None if reading.troubles else how_many_reviewed(session, reading.query)
        left_out = None if hands_page is None or not reading.query.conditions else _left_out(session, hands_page, place)
        days = any(isinstance(condition, OfDay) for condition in reading.query.conditions)
        undated = _without_date(session, reading.query) if days and hands_page is not None else ""
        searches = saved.saved_searches(session)
        names = in_order(player_names(session))
    game = reading.query.only("game")
    page = render_template(
        "players/hand_search.html",
        heading=_c("hands", "Hands"),
        line=line,
        canonical=text_of(reading.query),
        carried=_carried(reading.query, place),
        find=opened_at(reading.query),
        query=reading.query,
        troubles=reading.troubles,
        marked=_marked(line, reading),
        found=hands_page,
        hands=hands,
        before=place,
        left_out_rows=left_out,
        header=LEFT_OUT,
        dated=days,
        undated=undated,
        form=form_of(reading.query, _left(line, reading)),
        games=GAMES,
        choices={name: choices(name, game) for name in ("role", "level")},
        presets=_presets(game),
        counts={field.name: field_words(field.name) for field in fields().values() if _is_counted(field, game)},
        figures=[field.name for field in fields().values() if field.figure and _of_game(field, game)],
        reviewed=reviewed,
        has_decisions=has_decisions,
        kinds={kind: of for kind, of in kinds().items() if game is None or game in of},
        ranks=_ranks(game),
        codes=all_codes(),
        names=names,
        searches=searches,
        refused=refused,
        name=name,
        longest=LONGEST,
        longest_name=saved.LONGEST_NAME,
        examples=_EXAMPLES,
        fields=[(field, example_of(field)) for field in fields().values() if not field.figure],
        most=(export.HANDS, export.MATCHES),
    )
    return page, not reading.troubles


def _left_out(session: Session, page: HandsPage, before: HandPosition | None) -> LeftOut:
    """What a query leaves out of all hands; a number of them where all that it lets through are on one page."""
    every, more = number_of_hands(session)
    shown = len(page.hands) if before is None and page.older is None else None
    return LeftOut(hand_count, shown, every + more, every)


def _without_date(session: Session, query: HandQuery) -> str:
    """How many hands a query leaves out because they have no date; empty where that is not known."""
    page = find(session, query, limit=export.HANDS, undated=True)
    number = len(page.hands)
    if page.stopped and not number:
        return ""
    return without_date(hand_count, number + (page.older is not None), number)


def _carried(query: HandQuery, before: HandPosition | None) -> str | None:
    """The page of hands as their replays carry it."""
    return HandList("hands", {"q": text_of(query), "before": "" if before is None else str(before)}).text


def _is_counted(field: SearchField, game: str | None) -> bool:
    return field.reviewed or (field.figure and _of_game(field, game))


def _of_game(field: SearchField, game: str | None) -> bool:
    return game is None or FIGURES[field.name] in GAMES[game].statistics.figures


def _presets(game: str | None) -> list[tuple[str, str]]:
    """The presets that can be asked for, each with its titles and, among those of all games, whose it is."""
    options = []
    for preset in choices("preset", game):
        games = [
            name for name, known_game in GAMES.items() if preset in known_game.rules.presets and game in (None, name)
        ]
        titles = enumerated(list(dict.fromkeys(preset_title(name, preset) for name in games)))
        whose = enumerated([game_title(name) for name in games])
        options.append((preset, titles if game else _("{preset} ({game})", preset=titles, game=whose)))
    return options


def _ranks(game: str | None) -> list[str]:
    of = {
        rank: None
        for kind, games in kinds().items()
        for game_name in games
        if game in (None, game_name)
        for rank in ranks_of(kind, game_name)
    }
    return list(of)


def _left(line: str, reading: Reading) -> str:
    """What of a line was not read."""
    return " ".join(line[trouble.start : trouble.end] for trouble in reading.troubles)


def _marked(line: str, reading: Reading) -> list[tuple[str, bool]]:
    """The line in pieces, each with whether it could not be read."""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for trouble in reading.troubles:
        if trouble.start < at:
            continue
        pieces += [(line[at : trouble.start], False), (line[trouble.start : trouble.end], True)]
        at = trouble.end
    pieces.append((line[at:], False))
    return [(text, bad) for text, bad in pieces if text]
