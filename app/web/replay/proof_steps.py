"""The line of a score that a replay follows: the steps that it rests on are marked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import g, request

from app.judging.score_words import steps_of
from app.matches.installation import this_installation
from app.matches.score_proofs import stored_proof
from app.text.language import _n
from app.web.http.errors import Refusal
from app.web.http.paging import whole
from app.web.replay.open_hand import OpenHand
from engine.replay.grounds import ProvedLine

PROOF: Final = "proof"
"""Names in an address the line of the score, from 1, whose steps are marked."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A line of the score of a hand whose steps are marked."""

    number: int
    """The number of the line, from 1."""
    line: ProvedLine
    steps: Mapping[int, tuple[str, ...]]
    """By step, what the step shows."""


def line_followed(opened: OpenHand) -> Followed | None:
    """The line of the score that the address names, whose steps are marked; None if it names none.

    It is followed only where all hands are shown, because a score may tell what a view does not.
    """
    text = request.args.get(PROOF)
    if text is None or not opened.view.whole:
        return None
    lines = stored_proof(
        this_installation(), opened.stored, opened.match, opened.rules, opened.judge, opened.number - 1
    ).lines
    number = whole(text)
    if number is None or not 1 <= number <= len(lines):
        raise Refusal(
            404,
            _n(
                "The score of hand {number} has {count} line; there is no line {line}.",
                "The score of hand {number} has {count} lines; there is no line {line}.",
                len(lines),
                number=opened.number,
                line=text[:20],
            ),
        )
    g.line_followed = (opened.number, number)
    return Followed(number, lines[number - 1], steps_of(lines[number - 1]))
