"""The hands of a person that an address asks for: those of a place, those in which something was counted, the worst."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy.orm import Session

from app.players.search.starts import HandPosition
from app.players.statistics.filters import FactFilter
from app.players.statistics.hands import COUNTED, COUNTS, OneHand, hands_of, number_of_hands, worst_hands_of
from app.players.statistics.people import Who
from app.text.game_terms import figure_words, role_words
from app.text.glossary import game_title
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.left_out import LeftOut, hand_count
from app.web.http.paging import known_arguments, whole
from app.web.parts.hand_list import AT_FINDING
from app.web.parts.person_asked import PersonRequest, asked_of, person_asked

WORST: Final = "worst"
"""The order in which the hands with the lowest scores come first."""


@dataclass(frozen=True, slots=True)
class HandsOfPerson:
    """Some hands of a person."""

    who: Who
    asked: PersonRequest
    count: str | None
    """What was counted in them."""
    place: str | None
    """The place that the person took, as the address writes it."""
    worst: bool
    """Whether they are those with the lowest scores."""
    hands: Sequence[OneHand]
    following: HandPosition | None
    """Where the next page begins; None if there is none."""

    @property
    def words(self) -> list[str]:
        """What is asked for besides the person, in words."""
        chosen = self.asked.chosen
        parts = [
            game_title(chosen["game"]) if "game" in chosen else "",
            figure_words(self.count) if self.count else "",
            _("place {place}", place=self.place) if self.place else "",
            role_words(chosen.get("game", ""), chosen["role"]) if "role" in chosen else "",
            _("scores as computed") if "as_computed" in chosen else "",
        ]
        return [part for part in parts if part]

    @property
    def find(self) -> str | None:
        """What their replays are opened at; None for the deal."""
        return AT_FINDING if self.count == "errors" else None

    @property
    def extra(self) -> dict[str, str]:
        """The arguments of the address besides the filter."""
        given = {"count": self.count, "place": self.place, "order": WORST if self.worst else None}
        return {name: text for name, text in given.items() if text}


def hands_asked(
    session: Session, identity: int, arguments: Mapping[str, str], limit: int | None = None
) -> HandsOfPerson:
    """The hands of a person for the arguments of an address, at most a number of them, else a page.  Raises Refusal.

    ``?order=worst`` are the worst, a page of them and no more.
    """
    count = arguments.get("count")
    if count is not None and count not in COUNTS:
        raise Refusal(404, _("Nothing is counted under the name {name}.", name=count[:40]))
    place_halves = _place_halves(arguments.get("place"))
    before = HandPosition.read(arguments.get("before", ""))
    worst = arguments.get("order") == WORST
    who = person_asked(session, identity)
    asked = asked_of(arguments, who.key)
    place = None if place_halves is None else known_arguments(arguments, ("place",)).get("place")
    if worst:
        return HandsOfPerson(who, asked, None, None, worst, worst_hands_of(session, asked.wanted), None)
    hands, following = hands_of(
        session,
        asked.wanted,
        count=count,
        place_halves=place_halves,
        before=None if before is None else (before.match, before.hand),
        limit=limit,
    )
    return HandsOfPerson(
        who, asked, count, place, worst, hands, None if following is None else HandPosition(*following)
    )


def left_out_of(session: Session, person: HandsOfPerson) -> LeftOut | None:
    """What the filter leaves out of the hands of the person; None where nothing is asked for."""
    if not (person.asked.chosen or person.count or person.place):
        return None
    wanted = person.asked.wanted
    number = partial(number_of_hands, session, count=person.count, place_halves=_place_halves(person.place))
    return LeftOut(
        hand_count,
        number(wanted),
        number_of_hands(session, FactFilter(player=person.who.key)),
        COUNTED,
        number(wanted, undated=True) if wanted.since or wanted.until else None,
    )


def _place_halves(text: str | None) -> int | None:
    """Twice a place written as ``2`` or ``3.5``; None for any other text."""
    first, _point, half = (text or "").partition(".")
    number = whole(first)
    return None if number is None or half not in ("", "5") else 2 * number + (half == "5")
