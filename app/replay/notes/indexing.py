"""The indexes of notes: how many a hand has, and which words are in them."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import Final

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.matches import storable
from app.database.tables.notes import NOTE_WORDS, NOTED_HANDS, WORD, Note

_RUN: Final = re.compile(r"[^\W_]+")
_AT_ONCE: Final = 400


def words_of(text: str) -> frozenset[str]:
    """The words of a text, with case folded, by which a hand is found.

    In a run of characters that are written without spaces between words (Chinese), each character is a word, and each
    two that follow each other.
    """
    return frozenset(word for found in _runs(text) for word in _all_words(*found))


def looked_up(text: str) -> list[str]:
    """The words that notes must have to be found by a text, in order."""
    found: dict[str, None] = {}
    for run, spaced in _runs(text):
        found |= dict.fromkeys([run[:WORD]] if spaced or len(run) == 1 else map("".join, pairwise(run)))
    return list(found)


def refresh_hand(session: Session, match: int, hand: int, before: Iterable[str]) -> None:
    """Writes the indexes of a hand whose notes have changed.  ``before`` are the texts that its notes had."""
    after = session.scalars(select(col(Note.text)).where(col(Note.log_id) == match, col(Note.hand) == hand)).all()
    had = frozenset(word for text in before for word in words_of(text))
    has = frozenset(word for text in after for word in words_of(text))
    of_hand = (NOTE_WORDS.c.match == match, NOTE_WORDS.c.hand == hand)
    gone = sorted(had - has)
    for start in range(0, len(gone), _AT_ONCE):
        session.execute(delete(NOTE_WORDS).where(NOTE_WORDS.c.word.in_(gone[start : start + _AT_ONCE]), *of_hand))
    new = [{"word": word, "match": match, "hand": hand} for word in sorted(has - had)]
    if new:
        session.execute(insert(NOTE_WORDS), new)
    session.execute(delete(NOTED_HANDS).where(NOTED_HANDS.c.match == match, NOTED_HANDS.c.hand == hand))
    if after:
        session.execute(insert(NOTED_HANDS).values(match=match, hand=hand, notes=len(after)))


def remove_notes(session: Session, match: int) -> int:
    """Removes all notes of a match for good; returns how many there were."""
    session.execute(delete(NOTE_WORDS).where(NOTE_WORDS.c.match == match))
    session.execute(delete(NOTED_HANDS).where(NOTED_HANDS.c.match == match))
    count = session.scalar(select(func.count()).select_from(Note).where(col(Note.log_id) == match)) or 0
    session.execute(delete(Note).where(col(Note.log_id) == match))
    return count


def _runs(text: str) -> Iterator[tuple[str, bool]]:
    """The runs of letters of a text, with whether words in them are separated by spaces."""
    for run in _RUN.findall(storable(text).casefold()):
        for spaced, letters in groupby(run, key=_is_spaced):
            yield "".join(letters), spaced


def _all_words(run: str, spaced: bool) -> Iterator[str]:
    if spaced:
        yield run[:WORD]
    else:
        yield from run
        yield from map("".join, pairwise(run))


def _is_spaced(letter: str) -> bool:
    return not "\u2e80" <= letter <= "\ufaff" and letter < "\U00020000"
