"""From a query to the line of text that means it."""

import re
from decimal import Decimal
from typing import Final

from app.players.search.fields import fields
from app.players.search.query import (
    Condition,
    FlagCondition,
    HandQuery,
    NumberCondition,
    OfDay,
    PlayCondition,
    TextCondition,
)

_PLAIN: Final = re.compile(r'[^\s"\\]+')


def text_of(query: HandQuery) -> str:
    """The line that means a query; `app.players.search.grammar.read` makes the same query of it."""
    return " ".join(map(condition_text, query.conditions))


def condition_text(condition: Condition) -> str:
    """The part of a line that means a condition."""
    match condition:
        case TextCondition(field, text):
            return f"{field}:{quoted(text)}"
        case OfDay(field, day):
            return f"{field}:{day.isoformat()}"
        case NumberCondition(field, op, units):
            return f"{field}{op}{number_text(units, fields()[field].scale)}"
        case FlagCondition(field, so):
            return f"{field}:{'yes' if so else 'no'}"
        case PlayCondition(kind, size, rank):
            of_size = "" if size is None else f"*{size.cards}{size.way}"
            of_rank = "" if rank is None else f" {quoted_rank(rank.rank)}{rank.way}"
            return f"{kind}{of_size}{of_rank}"


def number_text(units: int, scale: int) -> str:
    """A number in units of one part of a scale, which is 2 or a power of ten, as a decimal number."""
    if scale == 1 or units % scale == 0:
        return str(units // scale)
    return format((Decimal(units) / Decimal(scale)).normalize(), "f")


def quoted(text: str) -> str:
    """A text as a value: in quotation marks where it has white space, quotation marks or backslashes, or is empty."""
    if _PLAIN.fullmatch(text) and text[0] != "“":
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def quoted_rank(rank: str) -> str:
    """A rank as the line has it."""
    return f'"{rank}"' if " " in rank else rank
