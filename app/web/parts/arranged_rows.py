"""Rows of a hand that is set, as they are drawn."""

from dataclasses import dataclass

from app.judging.arranging import (
    ANALYSIS,
)
from app.web.parts.faces import Face, faces
from engine.cards.packed import Card, card_text
from engine.replay.analysis import Rows


@dataclass(frozen=True, slots=True)
class ArrangedRow:
    """One row of a setting: its name, its cards, what they are."""

    name: str
    cards: tuple[Face, ...]
    words: str


def arranged_rows(rows: Rows, words: tuple[str, ...] = ()) -> tuple[ArrangedRow, ...]:
    """Rows as they are drawn."""
    said = words or ("",) * len(rows)
    return tuple(
        ArrangedRow(name, _faces(cards), text) for name, cards, text in zip(ANALYSIS.rows, rows, said, strict=True)
    )


def _faces(cards: tuple[Card, ...]) -> tuple[Face, ...]:
    return faces(map(card_text, cards)) or ()
