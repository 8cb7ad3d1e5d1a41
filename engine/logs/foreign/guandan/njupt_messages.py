"""The messages of the NJUPT platform: the fields of each stage."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from msgspec import UNSET, Struct, UnsetType

from engine.logs.foreign.guandan.notation import SeatNumber
from engine.logs.foreign.reader import Translation, misfit
from engine.rulebook.sentences import say

NO_PLAY: Final = "PASS"

Transfer = tuple[SeatNumber, SeatNumber, str]


class Beginning(Struct, frozen=True, rename="camel"):
    """The message to a client at the beginning of a hand."""

    hand_cards: list[str]
    my_pos: SeatNumber | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    cur_rank: int | str | UnsetType = UNSET
    self_rank: int | str | UnsetType = UNSET
    oppo_rank: int | str | UnsetType = UNSET
    type: str = ""
    stage: str = ""


class OtherFields(Struct, frozen=True, rename="camel", kw_only=True):
    """The optional fields of all other notifications."""

    my_pos: Any = UNSET
    seat: Any = UNSET
    type: str = ""
    stage: str = ""


class NjuptPlay(OtherFields, frozen=True, rename="camel", kw_only=True):
    """A play or a pass.  The play to beat is not read."""

    cur_pos: SeatNumber
    cur_action: tuple[str, str | int | None, list[str] | str | None]
    greater_pos: Any = UNSET
    greater_action: Any = UNSET


class NotedPlay(NjuptPlay, frozen=True, rename="camel", kw_only=True):
    """A notification of a play or a pass in its usual form, with no unknown fields."""

    type: Literal["notify"]
    stage: Literal["play"]
    my_pos: SeatNumber | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    greater_pos: int | UnsetType | None = UNSET
    greater_action: tuple[str, str | int | None, list[str] | str | None] | UnsetType | None = UNSET

    @property
    def keys(self) -> int:
        """The number of fields that the message has."""
        given = (self.my_pos, self.seat, self.greater_pos, self.greater_action)
        return len(_PLAY_KEYS) + len(given) - given.count(UNSET)


class Transfers(OtherFields, frozen=True, rename="camel", kw_only=True):
    """Tribute or returned cards: giver, receiver and card of each."""

    result: tuple[Transfer, ...]


class AntiTribute(OtherFields, frozen=True, rename="camel", kw_only=True):
    """Resistance to tribute: the seats that show red jokers."""

    anti_pos: tuple[SeatNumber, ...]
    anti_num: Any = UNSET


class EpisodeOver(OtherFields, frozen=True, rename="camel", kw_only=True):
    """The end of a hand, with its level.  After a double win the order of finish ends with the losers by number."""

    order: list[SeatNumber]
    cur_rank: int | str | UnsetType = UNSET
    rest_cards: Any = UNSET


class GameOver(OtherFields, frozen=True, rename="camel", kw_only=True):
    """The end of a match, with its number and the number of all matches."""

    cur_times: Any = UNSET
    setting_times: Any = UNSET


class GameResult(OtherFields, frozen=True, rename="camel", kw_only=True):
    """The number of matches that each seat has won."""

    victory_num: tuple[int, int, int, int]
    draws: Any = UNSET


_PLAY_KEYS: Final = ("type", "stage", "curPos", "curAction")

STAGES: Final[Mapping[str, type[Struct]]] = {
    "beginning": Beginning,
    "play": NjuptPlay,
    "tribute": Transfers,
    "back": Transfers,
    "anti-tribute": AntiTribute,
    "episodeOver": EpisodeOver,
    "gameOver": GameOver,
    "gameResult": GameResult,
}


class Event(Struct, frozen=True):
    """A notification in a hand: its stage, the message, and its place in the log."""

    stage: str
    message: Any
    where: str


def notifications(translation: Translation, messages: Iterable[tuple[str, object]]) -> list[Event]:
    """The notifications among some messages in their order, each given with its place.

    The answers of the clients (``act``) are left out, and unknown stages get a notice.  Raises Refused for a message
    that is not valid, or whose fields do not match its stage.
    """
    events = []
    for where, message in messages:
        if isinstance(message, NotedPlay):
            events.append(Event("play", message, where))
            continue
        if not isinstance(message, dict):
            raise misfit(where, say("this is not a message"), say("an object with type and stage"))
        kind, stage = message.get("type"), message.get("stage")
        if kind == "act":
            continue
        if not isinstance(kind, str) or not isinstance(stage, str):
            raise misfit(where, say("type or stage is missing"), say("a message with type and stage"))
        shape = STAGES.get(stage)
        if kind != "notify" or shape is None:
            translation.ignores(say("a message of type {kind} and stage {stage}", kind=kind, stage=stage))
            continue
        events.append(Event(stage, translation.fit(message, shape, where), where))
    return events


def client_of(message: Any) -> int | None:
    """The client that a message was sent to; None if the message does not say."""
    for client in (message.my_pos, message.seat):
        if isinstance(client, int) and not isinstance(client, bool) and 0 <= client <= 3:
            return client
    return None
