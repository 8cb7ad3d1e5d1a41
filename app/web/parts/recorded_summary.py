"""Recorded entries beside computed ones on the page of a match; wrong ones are unfolded."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeVar

from app.text.language import marked
from app.web.http.paging import Slice
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.recorded_sheet.sheet import Sheet, tally
from engine.verdict.recorded_sheet.words import listed_hands

T = TypeVar("T")
SHOWN: Final = 10
"""The most hands of a part that are shown; the page of all recorded entries has the others."""


@dataclass(frozen=True, slots=True)
class SummaryPart:
    """The entries of some hands that follow one another, or of the match."""

    title: str
    """``Hands 1 to 3``, or a text that is still to be put in the language of the reader."""
    hands: tuple[tuple[int | None, tuple[RecordedEntry, ...]], ...]
    """By hand, from 1.  The key None is the match as a whole."""
    words: str
    """How many of the entries compare in which way."""
    folded: bool
    """Whether all of them follow, or were taken as recorded, so that one line says enough."""
    left_out: int = 0
    """Hands of the part that are not among ``hands``."""


@dataclass(frozen=True, slots=True)
class RecordedPage:
    """The recorded entries of a match that one page shows."""

    sentence: str
    counts: str
    wrong: RecordedEntry | None
    """The first entry that does not follow."""
    parts: tuple[SummaryPart, ...]


def recorded_page(sheet: Sheet, hands: Slice[T]) -> RecordedPage | None:
    """The entries of the hands that a page shows and, on the last page, of the match; None where there are none."""
    if not sheet.entries:
        return None
    numbers = range(hands.first + 1, hands.first + len(hands.items) + 1)
    shown = [(number, sheet.hands[number]) for number in numbers if number in sheet.hands]
    parts = [_part(list(group), folded) for folded, group in groupby(shown, lambda pair: _is_fine(pair[1]))]
    if sheet.match and hands.number == hands.pages:
        parts.append(
            SummaryPart(marked("The match"), ((None, sheet.match),), tally(sheet.match), _is_fine(sheet.match))
        )
    return RecordedPage(sheet.sentence, sheet.counts, sheet.first_wrong, tuple(parts))


def written_of(sheet: Sheet, number: int) -> SummaryPart | None:
    """The entries of one hand; None where it has none."""
    entries = sheet.hands.get(number)
    return None if entries is None else _part([(number, entries)], _is_fine(entries))


def _part(hands: Sequence[tuple[int, tuple[RecordedEntry, ...]]], folded: bool) -> SummaryPart:
    entries = [entry for _, of_hand in hands for entry in of_hand]
    title = listed_hands((number for number, _ in hands), heading=True)
    shown = [] if folded and len(hands) > SHOWN else hands[:SHOWN]
    return SummaryPart(title, tuple(shown), tally(entries), folded, len(hands) - len(shown))


def _is_fine(entries: Sequence[RecordedEntry]) -> bool:
    return all(entry.standing in (Standing.FOLLOWS, Standing.TAKEN) for entry in entries)
