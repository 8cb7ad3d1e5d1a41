"""The indexes of notes: how many a hand has, and which words are in them."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import Final

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.seeing import visible
from app.database.tables.matches import storable
from app.database.tables.notes import NOTE_WORDS, NOTED_HANDS, WORD, Note

_RUN: Final = re.compile(r"[^\W_]+")
_TAG: Final = re.compile(r"(?<![0-9A-Za-z_#＃&/])[#＃](?!\d+\b)([^\W_](?:[\w-]*\w)?)")
"""A tag: a word with ``#`` before it, which has letters."""
_AT_ONCE: Final = 400
_TAGS_READ: Final = 5_000
"""Tags of hands among which those used most are looked for."""


def words_of(text: str) -> frozenset[str]:
    """The words of a text, with case folded, by which a hand is found.

    In a run of characters that are written without spaces between words (Chinese), each character is a word, and each
    two that follow each other.  A tag is one more word, with its ``#``.
    """
    return frozenset(word for run in _runs(text) for word in _all_words(*run)) | frozenset(_tags(text))


def looked_up(text: str) -> list[str]:
    """The words that notes must have to be found by a text, in order."""
    words = dict.fromkeys(_tags(text))
    for run, spaced in _runs(_TAG.sub(" ", storable(text))):
        words |= dict.fromkeys([run[:WORD]] if spaced or len(run) == 1 else map("".join, pairwise(run)))
    return list(words)


def with_tags(text: str) -> Iterator[tuple[str, str]]:
    """The pieces of a text, each with what it is looked up by if it is a tag, else with nothing."""
    end = 0
    for tag in _TAG.finditer(text):
        yield text[end : tag.start()], ""
        yield tag[0], _looked_up(tag)
        end = tag.end()
    yield text[end:], ""


def used_tags(session: Session, limit: int) -> list[str]:
    """The tags that the notes of the most hands have, those of the most first."""
    word = NOTE_WORDS.c.word
    seen = visible(session, NOTE_WORDS.c.match)
    read = select(word).where(word >= "#", word < "$", seen).limit(_TAGS_READ).subquery()
    query = select(read.c.word).group_by(read.c.word).order_by(func.count().desc(), read.c.word).limit(limit)
    return list(session.scalars(query))


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


def _tags(text: str) -> Iterator[str]:
    return map(_looked_up, _TAG.finditer(storable(text)))


def _looked_up(tag: re.Match[str]) -> str:
    return f"#{tag[1].casefold()}"[:WORD]


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
