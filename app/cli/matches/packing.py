"""What a process does of an import: it judges, counts and packs matches, for another process to store.

It imports nothing of the database, so that many of them stay small.
"""

from functools import lru_cache
from typing import NamedTuple

from app.cli.matches.judging import collect_seldom
from app.cli.parts import Part, read_parts
from app.judging.fault_barrier import guarded_check, guarded_decoded
from app.judging.judged import judged
from app.judging.rules_of_match.claims import rules_unknown
from app.matches.entries import MatchEntry, for_another_process
from engine.logs import LogRecord, UndecodedText
from engine.logs.record import with_positions
from engine.verdict.check import Checker


class AlreadyStored(NamedTuple):
    """A match that is stored already."""

    source: str
    position: int
    """Its position among the matches of its bytes."""


class Fresh(NamedTuple):
    """What is to be stored of a match, or of a refusal."""

    entry: MatchEntry
    rules_unknown: str


Found = AlreadyStored | Fresh


class Piece(NamedTuple):
    """What a process judges: some lines and texts, and by each the positions of its matches that are stored."""

    parts: list[Part]
    stored: list[frozenset[int]]


class PackedPiece(NamedTuple):
    """What was found in each line and text of a piece, and why some of these could not be read."""

    found: list[list[Found]]
    complaints: list[str]


def judge_piece(piece: Piece) -> PackedPiece:
    """What is to be stored of a piece."""
    answer = PackedPiece([], [])
    for each, stored in zip(read_parts(piece.parts, answer.complaints), piece.stored, strict=True):
        answer.found.append([] if each is None else _found(each, stored))
    return answer


def _found(each: UndecodedText | LogRecord, stored: frozenset[int]) -> list[Found]:
    """``stored`` are positions among the matches of the bytes of the line or text.

    Where a match has bytes of its own, a part of the text, this process cannot know whether it is stored.
    """
    found: list[Found] = []
    for record, position in with_positions(guarded_decoded(each)):
        if position in stored and isinstance(each, UndecodedText) and record.match and record.raw == each.unit.raw:
            found.append(AlreadyStored(record.source, position))
        else:
            report = guarded_check(_checker(), record, written=True, as_read=True)
            entry = MatchEntry(record, report if record.match is None else judged(report), position)
            found.append(Fresh(entry, rules_unknown(record, report)))
    packed = for_another_process(each.entry for each in found if isinstance(each, Fresh))
    return [each._replace(entry=next(packed)) if isinstance(each, Fresh) else each for each in found]


@lru_cache(maxsize=1)
def _checker() -> Checker:
    collect_seldom()
    return Checker(counting=True)
