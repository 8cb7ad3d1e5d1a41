"""The index of texts: in which matches any part of a title, an id, an event, a source or a name is found.

A text is compared with case folded.  Every two characters that follow each other in it (a pair) are kept with the
match, and every single one that is not ASCII, so that a name of two Chinese characters is found inside a longer run.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, insert, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.matches import METADATA, MatchPair, MatchText, storable

PAIRS: Final = 8
"""Pairs of a text that are looked up, at most."""
BETWEEN: Final = "\uffff"
"""Stands between the texts of a match."""
_BUCKETS: Final = 32_749
"""Pairs of matches are kept as their remainders by this prime, which take two bytes: texts are compared anyway."""
_SHIFT: Final = 21
"""Bits of a code point."""
_DELETED_AT_ONCE: Final = 500
_PAIRS: Final = METADATA.tables["match_pairs"]


def folded(text: str) -> str:
    """A text as it is compared."""
    return storable(text).casefold()


def pairs_of(text: str) -> set[int]:
    """The pairs of a folded text, and its single characters that are not ASCII, each as a number."""
    pairs = {(ord(one) << _SHIFT) | ord(other) for one, other in pairwise(text)}
    return pairs | {ord(character) for character in text if not character.isascii()}


def looked_up(text: str) -> list[int]:
    """The pairs that a text with a folded text in it must have: some of many; none for one ASCII character."""
    if len(text) == 1:
        return [] if text.isascii() else [ord(text)]
    pairs = list(dict.fromkeys((ord(one) << _SHIFT) | ord(other) for one, other in pairwise(text)))
    step = -(-len(pairs) // PAIRS) or 1
    return pairs[::step]


def indexed_pairs(pairs: Iterable[int]) -> list[int]:
    """Some pairs as the index of matches has them, in order."""
    return sorted({pair % _BUCKETS for pair in pairs})


def add_texts(session: Session | Connection, texts: Mapping[int, Iterable[str]]) -> None:
    """Puts the texts of some matches, by id, into the index, which has none of them yet."""
    of_match = {log_id: [folded(part) for part in parts if part] for log_id, parts in texts.items()}
    if not of_match:
        return
    pairs = sorted((pair, log_id) for log_id, parts in of_match.items() for pair in _kept_of(parts))
    session.execute(
        insert(MatchText),
        [{"log_id": log_id, "folded": BETWEEN.join(dict.fromkeys(parts))} for log_id, parts in of_match.items()],
    )
    if pairs:
        # The table itself, which takes many rows in half the time.
        session.execute(insert(_PAIRS), [{"pair": pair, "log_id": log_id} for pair, log_id in pairs])


def _kept_of(parts: Iterable[str]) -> list[int]:
    return indexed_pairs(pair for part in parts for pair in pairs_of(part))


def remove_texts(session: Session, log_ids: Iterable[int]) -> None:
    """Takes the texts of some matches out of the index: before their texts change, or they are deleted."""
    for log_id, text in session.execute(
        select(col(MatchText.log_id), col(MatchText.folded)).where(col(MatchText.log_id).in_(list(log_ids)))
    ).all():
        pairs = _kept_of(text.split(BETWEEN))
        for start in range(0, len(pairs), _DELETED_AT_ONCE):
            some = pairs[start : start + _DELETED_AT_ONCE]
            session.execute(delete(MatchPair).where(col(MatchPair.pair).in_(some), col(MatchPair.log_id) == log_id))
        session.execute(delete(MatchText).where(col(MatchText.log_id) == log_id))


def contains(text: str) -> ColumnElement[bool]:
    """Whether the texts of a match contain a folded text."""
    return col(MatchText.folded).contains(text, autoescape=True)
