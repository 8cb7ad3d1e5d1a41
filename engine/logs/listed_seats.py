"""Whose actions a log has, where it does not have those of all seats."""

from typing import Final

from msgspec import UNSET, UnsetType, structs

from engine.record.match import Match, MatchInfo
from engine.replay.game import Game
from engine.rulebook.codes import MALFORMED, OTHERS_NOT_RECORDED, READ_AS
from engine.rulebook.findings import Finding, Severity, finding, shown
from engine.rulebook.sentences import listed

_LEAST: Final = 6
"""A log with fewer actions, all of one seat, may be the beginning of a hand."""


def with_lone_seat(match: Match, game: Game) -> tuple[Match, list[Finding]]:
    """A match all of whose actions are one seat's as one whose log has the actions of this seat alone, and the notice
    that it is read so.  Any other match as it is.
    """
    if not game.leaves_out_seats:
        return match, []
    info = MatchInfo() if isinstance(match.match, UnsetType) else match.match
    seat = _lone_seat(match) if info.recorded is UNSET else None
    if seat is None:
        return match, []
    notice = finding(READ_AS, "log.format", variant="one-seat", recorded=seat)
    return structs.replace(match, match=structs.replace(info, recorded=[seat])), [notice]


def _lone_seat(match: Match) -> str | None:
    """The seat that all actions of a match are of; None if they are of several seats, or too few."""
    lone: str | None = None
    count = 0
    for hand in match.hands:
        for text in hand.actions:
            seat = text.lstrip(" ").partition(" ")[0]
            if lone not in (None, seat):
                return None
            lone = seat
            count += 1
    return lone if count >= _LEAST and lone in match.seats else None


def unknown_seats(match: Match) -> list[Finding]:
    """The warnings about seats in ``match.recorded`` that the match does not have, each once."""
    if not isinstance(match.match, MatchInfo) or isinstance(match.match.recorded, UnsetType):
        return []
    seats = match.seats
    return [
        finding(
            MALFORMED,
            "log.recorded",
            variant="recorded",
            severity=Severity.WARNING,
            recorded=shown(name),
            seats=", ".join(seats),
        )
        for name in dict.fromkeys(match.match.recorded)
        if name not in seats
    ]


def others_not_recorded(match: Match) -> list[Finding]:
    """The notice that a log leaves out the actions of some seats; empty if it does not."""
    seats = match.listed
    if seats is None:
        return []
    names = listed([match.seats[seat] for seat in sorted(seats)])
    return [finding(OTHERS_NOT_RECORDED, "log.recorded", variant="" if names else "none", seats=names)]
