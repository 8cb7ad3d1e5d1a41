"""The figures of persons, as they are printed."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from tests.bruteforce.statistics.facts import GAMES, Fact, facts
from tests.bruteforce.statistics.filters import Filters
from tests.bruteforce.statistics.matches import Match

Row = dict[str, Any]


def count(matches: Sequence[Match], game: str, filters: Filters | None = None) -> list[Row]:
    """One object a person, those with the most hands first."""
    asked = filters or Filters()
    rows: dict[str, list[Fact]] = {}
    for match in matches:
        if match.game == game:
            for fact in facts(match):
                if fact.person and asked.let(fact):
                    rows.setdefault(fact.person, []).append(fact)
    names = _names(matches)
    found = [_figures(game, person, names.get(person, person), rows[person]) for person in rows]
    return sorted(found, key=lambda row: (-row["hands"], row["person"]))


def _names(matches: Iterable[Match]) -> dict[str, str]:
    """The name shown of each person: the one most often written with it, then the first by code point."""
    written = Counter(each for match in matches for each in match.names)
    names: dict[str, str] = {}
    for person, name in sorted(written, key=lambda each: (-written[each], each[1])):
        names.setdefault(person, name)
    return names


def _figures(game: str, person: str, name: str, rows: Sequence[Fact]) -> Row:
    part = GAMES[game]
    played = {id(fact.match): fact.match for fact in rows}.values()
    places = Counter(fact.place for fact in rows if fact.place is not None)
    return {
        "person": person,
        "name": name,
        "game": game,
        "matches": len(played),
        "won": sum(_won(match, person) for match in played),
        "undecided": sum(match.winner is None for match in played),
        "hands": len(rows),
        "played": sum(fact.hand.basis == "play" for fact in rows),
        "score": sum(fact.score for fact in rows),
        "places": {f"{place:g}": places[place] for place in sorted(places)},
        "roles": {role: _in_role([fact for fact in rows if fact.role == role]) for role in part.ROLES},
        "errors": sum(fact.errors for fact in rows),
        **{key: sum((fact.figures[key] for fact in rows), 0) for key in part.FIGURES},
    }


def _won(match: Match, person: str) -> bool:
    """Whether a seat of the person won the match."""
    return any(match.persons[seat] == person for seat in match.winner or [])


def _in_role(rows: Sequence[Fact]) -> Row:
    return {"hands": len(rows), "score": sum(fact.score for fact in rows)}


def printed(rows: Iterable[Row]) -> str:
    """The lines that ``fupan stats --json`` prints."""
    return "".join(json.dumps(row, ensure_ascii=False, default=_number) + "\n" for row in rows)


def _number(value: Any) -> int | float:
    """A decimal as JSON has it."""
    assert isinstance(value, Decimal)
    return int(value) if value == int(value) else float(value)
