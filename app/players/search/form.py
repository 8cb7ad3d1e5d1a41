"""The form of a search: fields that hold what people ask for most, and a line for everything else.

A form and a line of text mean the same query: each is made from the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.players.search.fields import fields
from app.players.search.query import (
    Condition,
    FlagCondition,
    HandQuery,
    NumberCondition,
    OfDay,
    Op,
    PlayCondition,
    TextCondition,
)
from app.players.search.wording import condition_text, number_text, quoted, quoted_rank

TEXTS: Final = (
    "game",
    "preset",
    "event",
    "since",
    "until",
    "player",
    "partner",
    "against",
    "with",
    "role",
    "place",
    "level",
    "won",
    "ruled",
    "finding",
    "note",
)
"""The fields of the form that are fields of the search under the same name."""
_BOUNDS: Final[Mapping[str, tuple[str, Op]]] = {
    "least": ("score", Op.AT_LEAST),
    "most": ("score", Op.AT_MOST),
    "stronger": ("strength", Op.AT_LEAST),
    "weaker": ("strength", Op.AT_MOST),
}
"""The fields of the form that bound a number, with the field of the search and how it is compared."""
REST: Final = "also"
"""The field of the form that holds what no other one does, as a line."""
NOTED: Final = "noted"
"""The field of the form that asks whether a hand has notes: ``yes`` or ``no``."""
_NOTED: Final[Mapping[str, str]] = {"yes": "notes>=1", "no": "notes:0"}
SLOTS: Final = (*TEXTS, *_BOUNDS, "count", "how", "number", "kind", "size", "rank", NOTED, REST)
"""Every field of the form."""
HOW: Final[Mapping[str, Op]] = {"least": Op.AT_LEAST, "most": Op.AT_MOST, "exactly": Op.IS}
"""How a count is compared, by the values of the field of the form."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """What fills some fields of the form."""

    values: Mapping[str, str]


def form_of(query: HandQuery, left: str = "") -> dict[str, str]:
    """The fields of the form that mean a query; ``left`` is what else the line of the form shows."""
    filled: dict[str, str] = {}
    rest: list[str] = []
    for condition in query.conditions:
        slot = _slot(condition)
        if slot is None or any(name in filled for name in slot.values):
            rest.append(condition_text(condition))
        else:
            filled |= slot.values
    if rest or left:
        filled[REST] = " ".join(filter(None, (*rest, left)))
    return filled


def line_of(form: Mapping[str, str]) -> str:
    """The line that the fields of a form mean, as they were typed."""
    given = {name: text for name in SLOTS if (text := form.get(name, "").strip())}
    parts = [f"{name}:{quoted(given[name])}" for name in TEXTS if name in given]
    parts += [f"{field}{op}{quoted(given[name])}" for name, (field, op) in _BOUNDS.items() if name in given]
    if "count" in given and "number" in given:
        op = HOW.get(given.get("how", ""), Op.AT_LEAST)
        parts.append(f"{given['count']}{op}{quoted(given['number'])}")
    if "kind" in given:
        size = f"*{given['size']}" if "size" in given else ""
        parts.append(" ".join(filter(None, (f"{given['kind']}{size}", given.get("rank")))))
    if given.get(NOTED) in _NOTED:
        parts.append(_NOTED[given[NOTED]])
    return " ".join((*parts, *([given[REST]] if REST in given else [])))


def _slot(condition: Condition) -> _Slot | None:
    """What of the form means a condition; None where only the line does."""
    match condition:
        case TextCondition(field, text) if field in TEXTS and text:
            return _Slot({field: text})
        case OfDay(field, day):
            return _Slot({field: day.isoformat()})
        case FlagCondition("won" | "ruled" as field, so):
            return _Slot({field: "yes" if so else "no"})
        case NumberCondition("notes", Op.AT_LEAST, 1):
            return _Slot({NOTED: "yes"})
        case NumberCondition("notes", Op.IS, 0):
            return _Slot({NOTED: "no"})
        case NumberCondition("place", Op.IS, units):
            return _Slot({"place": number_text(units, fields()["place"].scale)})
        case NumberCondition("score" | "strength" as field, (Op.AT_LEAST | Op.AT_MOST) as op, units):
            name = next(name for name, bound in _BOUNDS.items() if bound == (field, op))
            return _Slot({name: number_text(units, fields()[field].scale)})
        case NumberCondition(field, op, units) if (
            fields()[field].figure or fields()[field].reviewed
        ) and op in HOW.values():
            how = next(name for name, operator in HOW.items() if operator is op)
            return _Slot({"count": field, "how": how, "number": number_text(units, fields()[field].scale)})
        case PlayCondition(kind, size, rank):
            values = {"kind": kind}
            if size is not None:
                values["size"] = f"{size.cards}{size.way}"
            if rank is not None:
                values["rank"] = f"{quoted_rank(rank.rank)}{rank.way}"
            return _Slot(values)
        case _:
            return None
