"""The number of cards that each seat is dealt, where it follows from which seat takes the first card."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DealSizes:
    """The number of cards of each seat, as far as it follows from the first seat or from the hands dealt."""

    cards: tuple[int, ...]
    """By seat, the most cards that it can have if its size is not known."""
    unsure: frozenset[int]
    """The seats that may have one card fewer.  One that is in the deal has a wrong number of cards there."""
    firsts: tuple[int, ...]
    """The seats that can have taken the first card; if no seat can have, those that fit the most hands dealt."""
    fits: bool
    """Whether the hands dealt have sizes that the rules allow."""

    @classmethod
    def of(cls, deck: int, first: int | None, dealt: Sequence[int | None]) -> "DealSizes":
        """The sizes if a deck is dealt card by card from a seat on (None: the log does not say).

        ``dealt`` has by seat the number of cards that the log deals it; None for a seat that is not in the deal.  It is
        not looked at if the first seat is known.
        """
        seats = range(len(dealt))
        small, more = divmod(deck, len(seats))

        def size(seat: int, start: int) -> int:
            return small + ((seat - start) % len(seats) < more)

        if first is not None:
            return cls(tuple(size(seat, first) for seat in seats), frozenset(), (first,), True)
        wrong = [sum(dealt[seat] not in (None, size(seat, start)) for seat in seats) for start in seats]
        best = tuple(start for start in seats if wrong[start] == min(wrong))
        possible = [{size(seat, start) for start in best} for seat in seats]
        unsure = frozenset(seat for seat in seats if len(possible[seat]) > 1 and dealt[seat] not in possible[seat])
        cards = tuple(max(possible[seat]) if seat in unsure else size(seat, best[0]) for seat in seats)
        return cls(cards, unsure, best, not min(wrong))
