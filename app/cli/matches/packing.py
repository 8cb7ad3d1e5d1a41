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
    for log, stored in zip(read_parts(piece.parts, answer.complaints), piece.stored, strict=True):
        answer.found.append([] if log is None else _found(log, stored))
    return answer


def _found(log: UndecodedText | LogRecord, stored: frozenset[int]) -> list[Found]:
    """``stored`` are positions among the matches of the bytes of the line or text.

    Where a match has bytes of its own, a part of the text, this process cannot know whether it is stored.
    """
    matches: list[Found] = []
    for record, position in with_positions(guarded_decoded(log)):
        if position in stored and isinstance(log, UndecodedText) and record.match and record.raw == log.unit.raw:
            matches.append(AlreadyStored(record.source, position))
        else:
            report = guarded_check(_checker(), record, written=True, as_read=True)
            entry = MatchEntry(record, report if record.match is None else judged(report), position)
            matches.append(Fresh(entry, rules_unknown(record, report)))
    packed = for_another_process(match.entry for match in matches if isinstance(match, Fresh))
    return [match._replace(entry=next(packed)) if isinstance(match, Fresh) else match for match in matches]


@lru_cache(maxsize=1)
def _checker() -> Checker:
    collect_seldom()
    return Checker(counting=True)
