"""What a search for mends answers: the format ``fupan-mend/1``."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from engine.mend.edits import Edit

FORMAT: Final = "fupan-mend/1"


class Mend(Struct, frozen=True, kw_only=True):
    """A set of edits of a hand, with what the hand then comes to."""

    edits: tuple[Edit, ...]
    basis: str | None
    scores: Mapping[str, int | None] | None
    findings: list[dict[str, Any]]


class HandMends(Struct, frozen=True, kw_only=True):
    """What was found for a hand, from 0; for the recorded result of the match the hand is None."""

    hand: int | None
    errors: int
    tried: int
    complete: bool
    more: int
    follows: int | None
    partly: Mend | None
    mends: list[Mend]

    @property
    def settled(self) -> bool:
        """Whether its errors have a mend, or follow from a hand that has one."""
        return bool(self.mends) or self.follows is not None

    def chosen(self, taken: Mapping[int, int]) -> Mend | None:
        """Its mend of ``taken`` (by hand, both from 0), the first if that has none of it; None if it has no mend."""
        if not self.mends:
            return None
        number = 0 if self.hand is None else taken.get(self.hand, 0)
        return self.mends[number if number < len(self.mends) else 0]


class MendedMatch(Struct, frozen=True, kw_only=True):
    """The mends of a match, ready for JSON."""

    mend: str = FORMAT
    log: dict[str, Any]
    rules: dict[str, Any] | None
    hands: list[HandMends] | None
    verdict: str

    def of_hand(self, hand: int) -> "MendedMatch":
        """The same with one hand alone, from 0."""
        return structs.replace(self, hands=[answer for answer in self.hands or () if answer.hand == hand])

    @property
    def status(self) -> int:
        """The exit status of a command: 0 every error is mended, 1 some is not, 2 unreadable."""
        if self.hands is None:
            return 2
        return int(not all(hand.settled for hand in self.hands))

    def as_json(self) -> bytes:
        """The answer as one line of JSON, without the end of the line."""
        return msgspec.json.encode(self)
