"""The review of a match that an address names."""

from flask import request

from app.matches.computed.reviews import Reviewing
from app.text.language import marked
from app.web.parts.open_match import OpenMatch, open_match


def opened_for_review(identity: int) -> tuple[OpenMatch, Reviewing]:
    """The match with a number, and its review under its own rules.  Raises Refusal."""
    opened = open_match(identity, tuple(request.args), what="", otherwise=marked("its decisions cannot be reviewed"))
    return opened, Reviewing.of(opened.stored, opened.match, opened.rules)


def reviewing_of(identity: int) -> Reviewing:
    """The review of the match with a number, under its own rules.  Raises Refusal if there is no such match."""
    return opened_for_review(identity)[1]
