"""The search of hands that an address asks for."""

from flask import request

from app.players.search.grammar import read
from app.players.search.query import HandQuery, NumberCondition, TextCondition
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.parts.hand_list import AT_FINDING


def asked_query() -> HandQuery:
    """The query of the line of the address.  Raises Refusal if the line cannot be read."""
    reading = read(request.args.get("q", ""))
    if reading.troubles:
        raise Refusal(400, _("The line cannot be read. {troubles}", troubles=" ".join(map(str, reading.troubles))))
    return reading.query


def opened_at(query: HandQuery) -> str | None:
    """What the replays of the hands of a search are opened at: their first finding where findings are asked for."""
    asked = any(
        isinstance(condition, NumberCondition | TextCondition) and condition.field in ("errors", "finding")
        for condition in query.conditions
    )
    return AT_FINDING if asked else None
