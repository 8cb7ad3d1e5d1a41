"""Keeping a whole match for use without a connection: every hand, every step, with all hands shown."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from flask import render_template, url_for

from app.web.http.compression import without_secrets
from app.web.http.pages import May, Of, Pages
from app.web.parts.open_match import open_match
from app.web.replay.visible_scenes import RESULTS_SHOWN, SCENES, choice_of

BLUEPRINT: Final = Pages("kept_match", __name__)


@dataclass(frozen=True, slots=True)
class KeptHand:
    """A hand of the match."""

    number: int
    addresses: tuple[str, ...]
    """What its replay asks for: its page, and the tables of all of its steps."""


@BLUEPRINT.get("/matches/<int:identity>/keep", may=May.READ, of=Of.MATCH)
@without_secrets
def page(identity: int) -> str:
    """Offers to keep a match in the browser, which is done by a script; says how large it is, and drops it again."""
    opened = open_match(identity, (), what="The hand cannot be replayed", otherwise="there is nothing to replay")
    hands = [
        KeptHand(number, tuple(_addresses(identity, number, len(hand.actions))))
        for number, hand in enumerate(opened.match.hands, 1)
    ]
    return render_template("replay/kept_match.html", match=opened.stored.row, hands=hands)


def _addresses(identity: int, number: int, last: int) -> Iterator[str]:
    yield url_for("replay.hand", identity=identity, number=number)
    tricks = None if choice_of("results") == RESULTS_SHOWN else 1
    for first in range(0, last + 1, SCENES):
        yield url_for("replay.table", identity=identity, number=number, step=first, count=SCENES, tricks=tricks)
