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
    """What identifies a match.  All fields are free text, except for ``played_at`` (RFC 3339)."""

    id: Text | UnsetType = UNSET
    played_at: Text | UnsetType = UNSET
    event: Text | UnsetType = UNSET
    table: Text | UnsetType = UNSET
    note: Text | UnsetType = UNSET


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


NO_SETUP = Setup()


def setup_of(hand: Hand) -> Setup:
    """The setup of a hand; an empty one if the log has none."""
    return NO_SETUP if isinstance(hand.setup, UnsetType) else hand.setup


def given_value(value: Any) -> Any:
    """The value of a field; None if the log leaves the field out."""
    return None if value is msgspec.UNSET else value
