"""Sets of exercises: the key moments of a match, and the faults of a person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from flask import redirect, render_template
from werkzeug.wrappers import Response

from app.database.joined_players import with_joined
from app.database.packing import BytesDamaged
from app.judging.review import costs_enough, is_exercise, reviewed_match
from app.matches.computed import reviews
from app.matches.installation import this_installation
from app.matches.listing import MatchRow
from app.text.language import _
from app.text.seats import player_names
from app.web.http.addresses import address_of
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.parts.open_match import OpenMatch, opened_for_review
from app.web.parts.person_asked import person_asked
from app.web.parts.statistics_words import name_of, names_are_hidden
from engine.insight.review import DecisionReview, HandReview

BLUEPRINT: Final = Pages("exercises", __name__)
MATCHES: Final = 10
"""The newest reviewed matches of a person whose faults are exercises."""
MOST: Final = 50
"""The most exercises of a set."""
_FAULTS: Final = frozenset({"fault", "lucky"})


@dataclass(frozen=True, slots=True)
class ListedExercise:
    """An exercise in a set."""

    hand: int
    """From 1."""
    step: int
    name: str
    """Who has to decide."""
    left: int
    """The cards of all hands together."""


@BLUEPRINT.get("/matches/<int:identity>/exercises", may=May.READ, of=Of.MATCH)
def of_match(identity: int) -> str:
    """The key moments of a match that can be tried again."""
    opened, reviewing = opened_for_review(identity)
    with this_installation().sessions() as session:
        hands = reviews.kept_hands(session, reviewing)
    review = reviewing.whole(hands)
    moments = {(one.hand, one.step): one.asks for one in reviewed_match(opened.match, review, opened.levels).moments}
    places = {(hand.hand + 1, decision.action + 1): decision for hand, decision in _decisions(hands)}
    exercises = [_listed(opened, place[0], places[place]) for place, asks in moments.items() if asks]
    row = opened.stored.row
    return render_template(
        "replay/exercises.html",
        match=row,
        sets=[(row, exercises)] if exercises else [],
        made=bool(hands),
        left_out=sum(costs_enough(places[place]) for place in moments) - len(exercises),
        who=None,
    )


@BLUEPRINT.get("/people/<int:identity>/exercises", may=May.COUNT, of=Of.PERSON)
def of_person(identity: int) -> str | Response:
    """The faults of a person in the newest reviewed matches; a joined person leads to the one that was kept."""
    fupan = this_installation()
    if fupan.archive is not None:
        raise Refusal(404, _("Where statistics show an archive, people have no exercises: it keeps no reviews."))
    with fupan.sessions() as session:
        who = person_asked(session, identity)
        if who.person != identity:
            return redirect(address_of("exercises.of_person", {"identity": who.person}))
        seats = reviews.newest_seats(session, with_joined(session, who.person), MATCHES)
    sets: list[tuple[MatchRow, Sequence[ListedExercise]]] = []
    left, left_out = MOST, 0
    for match in dict.fromkeys(match for match, _seat in seats):
        of_them = {seat for number, seat in seats if number == match}
        row, faults, others = _faults(match, of_them)
        left_out += others
        if row is not None and faults and left:
            sets.append((row, faults[:left]))
            left -= len(sets[-1][1])
    return render_template(
        "replay/exercises.html",
        match=None,
        sets=sets,
        made=bool(seats),
        left_out=left_out,
        who=who,
        name=name_of(who.person, who.name, names_are_hidden()),
        most=MATCHES,
    )


def _faults(match: int, seats: set[str]) -> tuple[MatchRow | None, list[ListedExercise], int]:
    """A match, the faults of some seats in it that can be tried again, and how many others cost as much.

    There are none where its review is not shown any more, or is damaged.
    """
    try:
        opened, reviewing = opened_for_review(match)
    except (Refusal, BytesDamaged):
        return None, [], 0
    with this_installation().sessions() as session:
        hands = reviews.kept_hands(session, reviewing)
    faults = [
        (hand.hand, decision)
        for hand, decision in _decisions(hands)
        if decision.seat in seats and decision.words in _FAULTS and costs_enough(decision)
    ]
    asked = [
        _listed(opened, hand + 1, decision) for hand, decision in faults if is_exercise(opened.match, hand, decision)
    ]
    return opened.stored.row, asked, len(faults) - len(asked)


def _decisions(hand_reviews: Sequence[HandReview]) -> Iterator[tuple[HandReview, DecisionReview]]:
    for hand in hand_reviews:
        for decision in hand.decisions or ():
            yield hand, decision


def _listed(opened: OpenMatch, hand: int, decision: DecisionReview) -> ListedExercise:
    seat = decision.seat
    return ListedExercise(hand, decision.action + 1, player_names(opened.match.players).get(seat, seat), decision.left)
