"""A match with the mends of its hands made, which names what was changed."""

from collections.abc import Mapping
from typing import Final

from msgspec import UnsetType, structs, to_builtins

from engine.logs.record import LogRecord
from engine.mend.answer import MendedMatch
from engine.mend.edits import mended_match
from engine.mend.search import FIRST_MENDS
from engine.record.match import Match, MatchInfo

_HAND: Final = "hand"


def match_as_mended(record: LogRecord, answer: MendedMatch, taken: Mapping[int, int] = FIRST_MENDS) -> Match | None:
    """The match of a record with the first mend of each hand, or the one of ``taken`` (by hand, both from 0).

    ``answer`` is that of ``mend`` with the same ``taken``.  Hands without a mend stay as they are, and so does a match
    without any; otherwise ``match.mended`` has the hash of the log and the edits, each with its hand.  None if the
    record is a refusal.
    """
    match = record.match
    if match is None:
        return None
    made: list[object] = []
    for hand in answer.hands or ():
        chosen = hand.chosen(taken)
        if chosen is not None:
            match = mended_match(match, hand.hand, chosen.edits)
            made += [{_HAND: hand.hand} | to_builtins(edit) for edit in chosen.edits]
    if not made:
        return match
    info = MatchInfo() if isinstance(match.match, UnsetType) else match.match
    return structs.replace(match, match=structs.replace(info, mended={"of": record.sha256, "edits": made}))
