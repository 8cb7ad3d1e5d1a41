"""A match as data: the content of a log, whatever its format."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engine.record import bounds

Text = Annotated[str, Meta(max_length=bounds.TEXT)]
Number = (
    Annotated[int, Meta(ge=-bounds.NUMBER, le=bounds.NUMBER)]
    | Annotated[float, Meta(ge=-bounds.NUMBER, le=bounds.NUMBER)]
)

FORMAT = "fupan/1"


class RulesClaim(Struct, frozen=True):
    """The rules that a log claims: a preset, and the options that differ from it."""

    preset: Text | UnsetType = UNSET
    options: dict[Text, Any] | UnsetType = UNSET


class MatchInfo(Struct, frozen=True):
    """What identifies a match, as free text but for ``played_at``; whose actions its log has; what was mended in it."""

    id: Text | UnsetType = UNSET
    played_at: Text | UnsetType = UNSET
    event: Text | UnsetType = UNSET
    table: Text | UnsetType = UNSET
    note: Text | UnsetType = UNSET
    recorded: list[Text] | UnsetType = UNSET
    """The seats whose actions the log has, every one of them; unset: all seats.  For the climbing games."""
    mended: dict[Text, Any] | UnsetType = UNSET
    """What was changed in the log that this one was made from: its SHA-256 as ``of``, and the ``edits``."""


class Player(Struct, frozen=True):
    """A seat and its player.  ``id`` identifies a person across matches; if there is none, the name does."""

    seat: Text
    name: Text | UnsetType = UNSET
    id: Text | UnsetType = UNSET


class Setup(Struct, frozen=True):
    """The facts before the first action of a hand; each game reads some of them."""

    totals: dict[Text, Number] | UnsetType = UNSET
    first: Text | UnsetType = UNSET
    level: Text | UnsetType = UNSET
    levels: dict[Text, Text] | UnsetType = UNSET
    previous: list[Text | list[Text]] | dict[Text, Any] | UnsetType = UNSET
    failures: dict[Text, int] | UnsetType = UNSET
    extra: bool | UnsetType = UNSET
    dealer: Text | UnsetType = UNSET
    fantasyland: dict[Text, int] | UnsetType = UNSET
    stakes: dict[Text, int] | UnsetType = UNSET


class HandResult(Struct, frozen=True):
    """The recorded result of a hand; each game reads some parts of it."""

    finish: list[Text | list[Text]] | UnsetType = UNSET
    scores: dict[Text, Number] | UnsetType = UNSET
    levels: dict[Text, Text] | UnsetType = UNSET
    roles: dict[Text, Text] | UnsetType = UNSET
    units: dict[Text, Number] | UnsetType = UNSET
    factor: Number | UnsetType = UNSET
    exposed: bool | UnsetType = UNSET


class Hand(Struct, frozen=True, kw_only=True):
    """One deal: the facts before it, the cards, the actions in order, and the recorded result."""

    setup: Setup | UnsetType = UNSET
    deal: dict[Text, Text] | UnsetType = UNSET
    actions: Annotated[list[Text], Meta(max_length=bounds.ACTIONS)]
    result: HandResult | UnsetType = UNSET


class MatchResult(Struct, frozen=True):
    """The recorded result of the whole match."""

    ended: Text | UnsetType = UNSET
    totals: dict[Text, Number] | UnsetType = UNSET
    winner: list[Text] | UnsetType = UNSET


class Match(Struct, frozen=True, kw_only=True):
    """A match with its players in order of play."""

    format: Text = FORMAT
    game: Text
    rules: RulesClaim | UnsetType = UNSET
    match: MatchInfo | UnsetType = UNSET
    players: list[Player]
    hands: Annotated[list[Hand], Meta(max_length=bounds.HANDS)]
    result: MatchResult | UnsetType = UNSET

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return tuple(player.seat for player in self.players)

    @property
    def listed(self) -> frozenset[int] | None:
        """The seats, by number, whose actions the log has; None if it has those of all seats."""
        if not isinstance(self.match, MatchInfo) or isinstance(self.match.recorded, UnsetType):
            return None
        listed = frozenset(number for number, seat in enumerate(self.seats) if seat in self.match.recorded)
        return None if len(listed) == len(self.players) else listed


NO_SETUP = Setup()


def setup_of(hand: Hand) -> Setup:
    """The setup of a hand; an empty one if the log has none."""
    return NO_SETUP if isinstance(hand.setup, UnsetType) else hand.setup


def given_value(value: Any) -> Any:
    """The value of a field; None if the log leaves the field out."""
    return None if value is msgspec.UNSET else value
