"""The limits of an input, and the meter that counts what it has."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NoReturn

from engine.logs.json.strict import size_text
from engine.record import bounds
from engine.record.match import Match
from engine.rulebook.sentences import marked, say

Kind = Literal["unpacked", "matches", "members", "lines", "actions", "cards"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of an input with all its members together; None means no limit."""

    unpacked: int | None = None
    """Bytes, unpacked."""
    matches: int | None = None
    members: int | None = None
    """Files in a zip."""
    lines: int | None = None
    """Lines, with blank ones, of texts that have one match on each line."""
    actions: int | None = None
    cards: int | None = None
    """Words in deals and actions after the seat."""


UPLOAD: Final = Limits(
    bounds.UPLOAD_BYTES,
    bounds.UPLOAD_MATCHES,
    bounds.UPLOAD_MEMBERS,
    bounds.UPLOAD_LINES,
    bounds.UPLOAD_ACTIONS,
    bounds.UPLOAD_CARDS,
)
"""The limits of an upload."""

AT_ONCE: Final = Limits(
    bounds.AT_ONCE_BYTES,
    bounds.AT_ONCE_MATCHES,
    bounds.AT_ONCE_MEMBERS,
    bounds.AT_ONCE_LINES,
    bounds.AT_ONCE_ACTIONS,
    bounds.AT_ONCE_CARDS,
)
"""The limits of an upload that is judged while its sender waits."""


_COUNTED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "matches": marked("{count} matches"),
        "members": marked("{count} files in a zip"),
        "lines": marked("{count} lines"),
        "actions": marked("{count} actions"),
        "cards": marked("{count} cards"),
    }
)


class TooMuch(Exception):
    """An input is over one of its limits."""

    def __init__(self, kind: Kind, limit: int) -> None:
        self.kind: Final = kind
        self.limit: Final = limit
        super().__init__(self.bound)

    @property
    def bound(self) -> str:
        """The limit in words: ``20,000 matches``."""
        if self.kind == "unpacked":
            return size_text(self.limit)
        return say(_COUNTED[self.kind], count=f"{self.limit:,}")

    @property
    def what(self) -> str:
        """What is over the limit, in words."""
        return (
            say("the decompressed input")
            if self.kind == "unpacked"
            else say("an upload of more than {bound}", bound=self.bound)
        )


class Meter:
    """Counts the parts of an input, all members together."""

    def __init__(self, limits: Limits, seen: Mapping[str, int] | None = None) -> None:
        """``seen`` is the count of other inputs that share the limits with this one."""
        self.limits: Final = limits
        self.exceeded: TooMuch | None = None
        """The limit that the input exceeds; None as long as it exceeds none."""
        self.seen: Final[dict[str, int]] = dict(seen or {})
        """The count so far, by the names of the limits."""

    def add(self, kind: Kind, number: int = 1) -> None:
        """Adds to a count.  Raises TooMuch if the count is then over its limit."""
        seen = self.seen[kind] = self.seen.get(kind, 0) + number
        limit: int | None = getattr(self.limits, kind)
        if limit is not None and seen > limit:
            self.exceed(kind)

    def exceed(self, kind: Kind) -> NoReturn:
        """Raises TooMuch for a limit that the input exceeds."""
        limit: int = getattr(self.limits, kind)
        self.exceeded = TooMuch(kind, limit)
        raise self.exceeded

    def add_match(self, match: Match | None) -> None:
        """Counts a record with its actions and cards; ``match`` is None for a refusal.  Raises TooMuch."""
        self.add("matches")
        if match is not None:
            actions, cards = work_of(match)
            self.add("actions", actions)
            self.add("cards", cards)

    def counted(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The pieces, unchanged.  Raises TooMuch at the piece that exceeds the limit."""
        for piece in pieces:
            self.add("unpacked", len(piece))
            yield piece


def work_of(match: Match) -> tuple[int, int]:
    """The number of actions of a match, and the number of words after the seat in its deals and actions."""
    actions = cards = 0
    for hand in match.hands:
        actions += len(hand.actions)
        cards += sum(action.count(" ") for action in hand.actions)
        if isinstance(hand.deal, dict):
            cards += sum(text.count(" ") + 1 for text in hand.deal.values())
    return actions, cards
