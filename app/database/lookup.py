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
    numbers = _numbers(session, by_digest)
    missing = [digest for digest in sorted(by_digest) if digest not in numbers]
    if missing:
        session.execute(
            insert(WORDS), [{"text_sha256": digest, "text": storable(by_digest[digest])} for digest in missing]
        )
        numbers |= _numbers(session, missing)
    return {"": NO_WORD} | {text: numbers[digest] for digest, text in by_digest.items()}


def known_numbers(session: Session, texts: Collection[str]) -> dict[str, int]:
    """The numbers of those of some texts that the dictionary has."""
    by_digest = {_digest(text): text for text in set(texts) if text}
    return {by_digest[digest]: number for digest, number in _numbers(session, by_digest).items()}


def word_number(session: Session, text: str) -> int | None:
    """The number of a text; None if no row can have it."""
    return NO_WORD if not text else known_numbers(session, [text]).get(text)


def texts_of(session: Session, numbers: Iterable[int | None]) -> dict[int, str]:
    """The texts with some numbers; 0 has the empty text."""
    wanted = sorted({number for number in numbers if number})
    texts = {NO_WORD: ""}
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        texts |= dict(session.execute(select(WORDS.c.id, WORDS.c.text).where(WORDS.c.id.in_(batch))).all())
    return texts


def _numbers(session: Session, digests: Iterable[str]) -> dict[str, int]:
    wanted = sorted(digests)
    known: dict[str, int] = {}
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        known |= dict(
            session.execute(select(WORDS.c.text_sha256, WORDS.c.id).where(WORDS.c.text_sha256.in_(batch))).all()
        )
    return known


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
