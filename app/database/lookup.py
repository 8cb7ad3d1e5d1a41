"""The dictionary of texts: facts store the number of a text, not the text."""

from collections.abc import Collection, Iterable
from hashlib import sha256

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from app.database.tables.matches import storable
from app.database.tables.statistics import NO_WORD, WORDS

_BATCH = 500


def word_numbers(session: Session, texts: Collection[str]) -> dict[str, int]:
    """The numbers of some texts, which are added where they are missing.  The empty text has the number 0."""
    by_digest = {_digest(text): text for text in set(texts) if text}
    found = _numbers(session, by_digest)
    missing = [digest for digest in sorted(by_digest) if digest not in found]
    if missing:
        session.execute(insert(WORDS), [{"text_sha256": each, "text": storable(by_digest[each])} for each in missing])
        found |= _numbers(session, missing)
    return {"": NO_WORD} | {text: found[digest] for digest, text in by_digest.items()}


def known_numbers(session: Session, texts: Collection[str]) -> dict[str, int]:
    """The numbers of those of some texts that the dictionary has."""
    by_digest = {_digest(text): text for text in set(texts) if text}
    return {by_digest[digest]: number for digest, number in _numbers(session, by_digest).items()}


def word_number(session: Session, text: str) -> int | None:
    """The number of a text; None if no row can have it."""
    return NO_WORD if not text else known_numbers(session, [text]).get(text)


def texts_of(session: Session, numbers: Iterable[int | None]) -> dict[int, str]:
    """The texts with some numbers; 0 has the empty text."""
    wanted = sorted({each for each in numbers if each})
    found = {NO_WORD: ""}
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        found |= dict(session.execute(select(WORDS.c.id, WORDS.c.text).where(WORDS.c.id.in_(batch))).all())
    return found


def _numbers(session: Session, digests: Iterable[str]) -> dict[str, int]:
    wanted = sorted(digests)
    found: dict[str, int] = {}
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        found |= dict(
            session.execute(select(WORDS.c.text_sha256, WORDS.c.id).where(WORDS.c.text_sha256.in_(batch))).all()
        )
    return found


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
