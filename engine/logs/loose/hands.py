"""Reading one hand of a loose text while it is being typed: what its lines say so far, and at which line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.games import GAMES
from engine.logs.fupan.reading import read_document
from engine.logs.json.strict import MatchRefused
from engine.logs.loose.lines import begins_hand, game_of
from engine.logs.loose.reading import Draft
from engine.logs.loose.words import TextLine, lines_of
from engine.record.match import Match
from engine.rulebook.findings import Finding

MOST_FAULTS: Final = 50
"""The most lines of a hand that are named as unreadable."""


@dataclass(frozen=True, slots=True)
class TypedHand:
    """A match of one hand, as far as its lines can be read."""

    match: Match | None
    """With the actions before the first line that cannot be read; None if the rest cannot be read as a match."""
    faults: tuple[Finding, ...]
    """Why lines cannot be read, each with its line in the text of the hand, or without one."""
    notices: tuple[Finding, ...]
    """What was guessed, each with its line, and what the format does not have."""
    action_lines: tuple[int, ...]
    """By action, its line in the text of the hand, from 1."""
    deal_lines: dict[str, int]
    """By seat, the line of its cards."""
    first_action: int | None
    """The line of the first action, whether or not it is taken into the match."""
    unread_from: int | None
    """The first line that cannot be read; the actions after it are not taken into the match."""


def read_hand(head: str, text: str) -> TypedHand:
    """Reads the text of a hand at the table that a head describes; the head has the lines of a match before a hand.

    The lines of the hand are counted from 1, those of the head have numbers below 1.  Raises ValueError for a head that
    does not name a game.
    """
    before = lines_of(head)
    draft = _draft(before)
    for line in before:
        draft.add(_numbered(line, line.number - len(before) - 1))
    draft.add(_numbered(lines_of("hand 1")[0], 0))
    guessed, known = len(draft.notices), len(draft.faults)
    for line in lines_of(text):
        draft.add(line)
        if len(draft.faults) - known >= MOST_FAULTS:
            break
    numbers = [line_named(fault) for fault in draft.faults]
    unread = min((number for number in numbers if number is not None and number > 0), default=None)
    hand = draft.document["hands"][0]
    places = [draft.line_of("hands", 0, "actions", number) or 0 for number in range(len(hand["actions"]))]
    count = sum(unread is None or place < unread for place in places)
    seats = [str(player.get("seat")) for player in draft.document["players"] if isinstance(player, dict)]
    deals = {seat: place for seat in seats if (place := draft.line_of("hands", 0, "deal", seat)) is not None}
    document = draft.document | {"hands": [hand | {"actions": hand["actions"][:count]}]}
    match, findings = _match(document)
    return TypedHand(
        match=match,
        faults=(*draft.faults, *(findings if match is None else ())),
        notices=(*draft.notices[guessed:], *(findings if match is not None else ())),
        action_lines=tuple(places[:count]),
        deal_lines=deals,
        first_action=places[0] if places else None,
        unread_from=unread,
    )


def read_head(head: str) -> tuple[Match | None, tuple[Finding, ...]]:
    """The match without hands that a head describes, as far as it can be read, and what is to be said about it.

    Raises ValueError for a head that does not name a game.
    """
    lines = lines_of(head)
    draft = _draft(lines)
    for line in lines:
        draft.add(line)
        if len(draft.faults) >= MOST_FAULTS:
            break
    match, findings = _match(draft.document | {"hands": []})
    return match, (*draft.faults, *draft.notices, *findings)


def hand_begins(text: str) -> list[int]:
    """The lines of a text, from 1, that begin a hand."""
    return [line.number for line in lines_of(text) if begins_hand(line)]


def line_named(finding: Finding) -> int | None:
    """The line of a text that a finding of its reading names."""
    line = finding.details.get("line")
    return line if isinstance(line, int) else None


def _draft(lines: Sequence[TextLine]) -> Draft:
    game = next((known_game for line in lines if (known_game := game_of(line)) is not None), None)
    if game is None:
        raise ValueError(f"no game in the head; the games are {', '.join(GAMES)}")
    return Draft(game)


def _match(document: dict[str, Any]) -> tuple[Match | None, list[Finding]]:
    try:
        return read_document(document)
    except MatchRefused as refused:
        return None, [refused.refusal]


def _numbered(line: TextLine, number: int) -> TextLine:
    return TextLine(number, line.text, line.plain)
