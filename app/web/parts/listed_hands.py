"""Where a hand is in the list that its address carries, worked out again by what lists the hands on their own page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from flask import g
from sqlalchemy.orm import Session

from app.database.row_pages import PER_PAGE
from app.matches.installation import this_installation
from app.players.search.finding import find
from app.players.search.grammar import read
from app.players.search.matched import query_words
from app.players.search.query import HandQuery, NumberCondition, TextCondition
from app.players.search.saved import saved_as
from app.players.search.starts import HandPosition
from app.players.search.wording import text_of
from app.players.statistics.hand_series import outstanding_hands
from app.players.statistics.hands import SIZE, WORST
from app.players.statistics.season import keep_to_keys, season_matches
from app.replay.notes.chapters import read_chapters, title_line, write_chapters
from app.text.language import _
from app.text.seats import short_name
from app.web.http.addresses import Arguments, address_of
from app.web.http.errors import Refusal
from app.web.http.paging import whole
from app.web.parts.hand_list import AT_FINDING, LIST, HandList
from app.web.parts.person_hands import hands_asked
from app.web.parts.statistics_words import asked_of, event_words
from engine.games import GAMES
from engine.statistics.person import normal

MOST: Final = 200
"""Hands of a list that are worked out at once."""
STRETCHES: Final = 3
"""So often as many hands are worked out for a replay, from the newest on; further back from where its page begins."""
OUTSTANDING: Final = 10
"""The best and the worst hands of an event."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A stretch of the hands of a list, from that on with which a page begins."""

    title: str
    hands: Sequence[HandPosition]
    """Each once; hands are counted from 0."""
    page: Callable[[HandPosition | None], str]
    """The address of the page of the list that begins after a hand, or with that of the list itself."""
    per_page: int
    following: HandPosition | None = None
    """What the next stretch comes after; None where there are no more hands than these."""
    newest_first: bool = True
    find: str | None = None
    """What the replays are opened at; None for the deal."""


@dataclass(frozen=True, slots=True)
class ListedHand:
    """The place of a hand in its list, and the ways on."""

    title: str
    number: int | None
    """The place from 1; None if the hand is not, or no longer, in the list."""
    count: int
    more: bool
    """Whether the list goes on after so many hands."""
    back: str
    """The page of the list, at the hand."""
    previous: str | None
    following: str | None


def listed_hand(carried: HandList, match: int, number: int, view: str | None) -> ListedHand:
    """The place of a hand of a match in a list.  ``view`` is kept in the ways on.  Raises Refusal.

    One to five times the queries that the page of the list needs, and reads as much as these may.
    """
    here = HandPosition(match, number - 1)
    with this_installation().sessions() as session:
        before, listed, further = _stretch(session, carried, here)
        hands = [*before[-1:], *listed.hands]
        if further and hands[-1:] == [here]:
            hands += _after(session, carried, listed.following).hands[:1]
    skipped = len(before[:-1])
    place = hands.index(here) if here in hands else None
    if place is not None:
        around = (place - 1, place + 1)
    elif listed.newest_first:
        later = sum(hand.at > here.at for hand in hands)
        around = (later - 1, later)
    else:
        around = (-1, 0)

    # What links to the steps of this hand keep is its own: seat looked from, line followed, rules tried.
    own = dict.fromkeys(("seat", "proof", *g.get("rules_tried", {})))

    def address(index: int) -> str | None:
        if not 0 <= index < len(hands):
            return None
        to: Arguments = {"identity": hands[index].match, "number": hands[index].hand + 1, "view": view}
        return address_of("replay.hand", {**own, **to, LIST: carried.text, "find": listed.find})

    first = max(around[1] - 1 - len(before[-1:]), 0) // listed.per_page * listed.per_page
    back = listed.page(listed.hands[first - 1] if first else None)
    return ListedHand(
        title=listed.title,
        number=None if place is None else skipped + place + 1,
        count=len(before) + len(listed.hands),
        more=listed.following is not None,
        back=back if "#" in back or place is None else f"{back}#hand-{match}-{number}",
        previous=address(around[0]),
        following=address(around[1]),
    )


def _stretch(session: Session, carried: HandList, here: HandPosition) -> tuple[Sequence[HandPosition], _Listed, bool]:
    """The stretch of a list in which a hand is or would be, the hands before it as far as they are known, and whether
    the next stretch will be found from its own hands.
    """
    before: list[HandPosition] = []
    listed = _after(session, carried, None)
    for _number in range(1, STRETCHES):
        if listed.following is None or here.at >= listed.following.at:
            return before, listed, listed.following is not None
        before += listed.hands
        listed = _after(session, carried, listed.following)
    if listed.following is not None and here.at < listed.following.at:
        return [], _KINDS[carried.kind](session, carried.arguments), False
    return before, listed, False


def _after(session: Session, carried: HandList, place: HandPosition | None) -> _Listed:
    return _KINDS[carried.kind](session, {**carried.arguments, "before": _text(place) or ""})


def _of_search(session: Session, arguments: Mapping[str, str]) -> _Listed:
    query = asked_query(arguments, 404)
    before = HandPosition.read(arguments.get("before", ""))
    hands_page = find(session, query, before, limit=MOST)
    line = text_of(query)
    title = (saved_as(session, line) or query_words(query)) if line else _("The newest hands")

    def page(after: HandPosition | None) -> str:
        return address_of("hand_search.listed", {"q": line, "before": _text(after or before)})

    return _Listed(
        title=title,
        hands=[HandPosition(hand.match, hand.hand) for hand in hands_page.hands],
        page=page,
        per_page=PER_PAGE,
        following=hands_page.older,
        find=opened_at(query),
    )


def _of_person(session: Session, arguments: Mapping[str, str]) -> _Listed:
    person = hands_asked(session, whole(arguments.get("identity")) or 0, arguments, limit=MOST)
    name = short_name(person.who.name)
    title = _("Worst hands of {name}", name=name) if person.worst else _("Hands of {name}", name=name)
    before = HandPosition.read(arguments.get("before", ""))

    def page(after: HandPosition | None) -> str:
        where = {**person.asked.chosen, **person.extra, "before": _text(after or before)}
        return address_of("people.hands", {"identity": person.who.person, **where})

    return _Listed(
        title=" · ".join([title, *person.words]),
        hands=list(dict.fromkeys(HandPosition(hand.match, hand.hand) for hand in person.hands)),
        page=page,
        per_page=WORST if person.worst else SIZE,
        following=person.following,
        newest_first=not person.worst,
        find=person.find,
    )


def _of_event(session: Session, arguments: Mapping[str, str], *, best: bool) -> _Listed:
    event, game = normal(arguments.get("event", "")), arguments.get("game", "")
    if game not in GAMES:
        raise Refusal(404, _("There is no game {name}.", name=game[:20]))
    keep_to_keys(session)
    asked = asked_of(arguments, game, event)
    hands = outstanding_hands(session, season_matches(session, asked.season), OUTSTANDING, best=best)
    anchor = "best" if best else "worst"

    def page(_after: HandPosition | None) -> str:
        return address_of("events.show", {"event": event, "game": game, **asked.chosen, "_anchor": anchor})

    return _Listed(
        title=" · ".join((_("Best hands") if best else _("Worst hands"), short_name(event_words(event)))),
        hands=list(dict.fromkeys(HandPosition(hand.place.match, hand.place.hand) for hand in hands)),
        page=page,
        per_page=OUTSTANDING,
        newest_first=False,
    )


def _of_study(_session: Session, arguments: Mapping[str, str]) -> _Listed:
    try:
        chapters = read_chapters(arguments.get("chapters", ""))[:MOST]
    except ValueError as wrong:
        text = str(wrong)[:40]
        raise Refusal(404, _("{text} is not a match and a hand, such as 40.1", text=text)) from None
    title = title_line(arguments.get("title", ""))

    def page(_after: HandPosition | None) -> str:
        return address_of("study.page", {"title": title or None, "chapters": write_chapters(chapters)})

    return _Listed(
        title=title or _("Study"),
        hands=[HandPosition(chapter.match, chapter.hand - 1) for chapter in chapters],
        page=page,
        per_page=MOST,
        newest_first=False,
    )


def _text(place: HandPosition | None) -> str | None:
    return None if place is None else str(place)


def _best(session: Session, arguments: Mapping[str, str]) -> _Listed:
    return _of_event(session, arguments, best=True)


def _worst(session: Session, arguments: Mapping[str, str]) -> _Listed:
    return _of_event(session, arguments, best=False)


_KINDS: Final[Mapping[str, Callable[[Session, Mapping[str, str]], _Listed]]] = MappingProxyType(
    {"hands": _of_search, "person": _of_person, "best": _best, "worst": _worst, "study": _of_study}
)


def asked_query(arguments: Mapping[str, str], status: int = 400) -> HandQuery:
    """The query of the line among some arguments.  Raises Refusal with a status if the line cannot be read."""
    reading = read(arguments.get("q", ""))
    if reading.troubles:
        raise Refusal(status, _("The line cannot be read. {troubles}", troubles=" ".join(map(str, reading.troubles))))
    return reading.query


def opened_at(query: HandQuery) -> str | None:
    """What the replays of the hands of a search are opened at: their first finding where findings are asked for."""
    asked = any(
        isinstance(condition, NumberCondition | TextCondition) and condition.field in ("errors", "finding")
        for condition in query.conditions
    )
    return AT_FINDING if asked else None
