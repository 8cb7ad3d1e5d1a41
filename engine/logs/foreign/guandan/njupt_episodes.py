"""The hands that the messages of the NJUPT platform show.

The server sends each notification to every client, so that a log of several clients has each notification up to four
times.  Repetitions are recognised in this way:

- If the plays name the client that they were sent to (``seat`` or ``myPos`` that differs from the player in
  ``curPos``), the messages of each client are a stream of their own.  Every stream is read on its own, and for each
  hand the longest is used.  Nothing has to be guessed.
- Otherwise there is one stream, in which the turn is followed.  A play or pass by the seat whose turn it is is new,
  even if it equals the last one of that seat, because a seat may do the same twice.  By another seat, it is a
  repetition if it equals the last one of that seat; if not, it is new, and out of turn.  A pass by the seat that has
  the lead is a repetition too, but only if the log has shown repetitions before.
- Any other notification that equals one of the same hand is a repetition, and so is the end of a hand that comes
  again before the first action of the next hand.
"""

from dataclasses import dataclass, field
from typing import Any

from msgspec import UnsetType

from engine.logs.foreign.guandan.njupt_messages import (
    NO_PLAY,
    Beginning,
    EpisodeOver,
    Event,
    NjuptPlay,
    Transfers,
    client_of,
)
from engine.logs.foreign.guandan.notation import level_in
from engine.logs.foreign.guandan.turns import Turns
from engine.logs.foreign.reader import Translation, misfit, place_text
from engine.rulebook.codes import READ_AS
from engine.rulebook.sentences import say


@dataclass(slots=True)
class Episode:
    """One hand as the messages show it."""

    deals: dict[int, list[str]] = field(default_factory=dict)
    level: int | None = None
    levels: dict[int, int] = field(default_factory=dict)
    """The level of each team, 0 and 1, before the hand."""
    events: list[Event] = field(default_factory=list)
    order: list[int] | None = None
    where: str = ""


def episodes(translation: Translation, events: list[Event]) -> list[Episode]:
    """The hands of one match, from its notifications.  Repetitions are left out, as the module describes."""
    plays = [event.message for event in events if event.stage == "play"]
    clients = {client_of(message) for message in plays}
    if None in clients or all(client_of(message) == message.cur_pos for message in plays):
        stream = _Stream(translation, mixed=True)
        for event in events:
            stream.read(event)
        hands, repeated = stream.episodes, stream.repeated
    else:
        streams = {client: _Stream(translation, mixed=False) for client in range(4)}
        for event in events:
            client = client_of(event.message)
            for stream in streams.values() if client is None else [streams[client]]:
                stream.read(event)
        hands = _merged(translation, [stream.episodes for stream in streams.values()])
        repeated = len(plays) - sum(event.stage == "play" for hand in hands for event in hand.events)
    if repeated:
        translation.notice(READ_AS, "repeats", count=repeated)
    return hands


class _Stream:
    """Messages in the order of the log, collected into hands.  ``mixed`` says that they may be those of several
    clients.
    """

    def __init__(self, translation: Translation, *, mixed: bool) -> None:
        self.translation = translation
        self.mixed = mixed
        self.episodes: list[Episode] = []
        self.repeated = 0
        self._begun = False
        self._turns = Turns()
        self._last: dict[int, Event] = {}
        self._seen: set[tuple[object, ...]] = set()

    def read(self, event: Event) -> None:
        """Reads the next message."""
        if event.stage == "beginning":
            self._begin(event)
        elif event.stage == "episodeOver":
            self._end(event)
        elif event.stage == "play":
            self._play(event)
        elif event.stage not in ("gameOver", "gameResult"):
            current = self._current(event)
            if (content := (event.stage, *_content(event.message))) in self._seen:
                self.repeated += 1
            else:
                self._seen.add(content)
                current.events.append(event)

    def _begin(self, event: Event) -> None:
        message: Beginning = event.message
        seat = client_of(message)
        if seat is None:
            raise misfit(event.where, say("the seat that holds the cards is missing"), say("myPos or seat, 0 to 3"))
        current = self.episodes[-1] if self.episodes else None
        if current is not None and current.order is None:
            if current.deals.get(seat) == message.hand_cards:
                self.repeated += 1
                return
            if current.events or seat in current.deals:
                current = None
        else:
            current = None
        self._begun = True
        current = current or self._open(event)
        current.deals[seat] = message.hand_cards
        self._turns.left[seat] = len(message.hand_cards)
        current.level = self._agreed("curRank", current.level, message.cur_rank, event.where)
        for team, rank in ((seat % 2, message.self_rank), (1 - seat % 2, message.oppo_rank)):
            level = self._agreed(say("selfRank and oppoRank"), current.levels.get(team), rank, event.where)
            if level is not None:
                current.levels[team] = level

    def _agreed(self, what: str, known: int | None, value: int | str | UnsetType, where: str) -> int | None:
        if isinstance(value, UnsetType):
            return known
        level = level_in(value, where)
        if known is not None and known != level:
            self.translation.keeps(
                say("{field} of the first message", field=what),
                say("another client is sent a different one ({where})", where=place_text(where)),
            )
            return known
        return level

    def _end(self, event: Event) -> None:
        message: EpisodeOver = event.message
        if len(set(message.order)) < len(message.order):
            raise misfit(f"{event.where}.order", say("a seat appears twice"), say("each seat once"))
        ended = next((episode for episode in reversed(self.episodes) if episode.order is not None), None)
        current = self.episodes[-1] if self.episodes else None
        if ended is not None and (ended is current or (current is not None and not current.events)):
            self.repeated += 1
            if ended.order != message.order:
                self.translation.keeps(
                    say("the first order of finish"),
                    say("a later message has a different one ({where})", where=place_text(event.where)),
                )
            return
        current = current or self._open(event)
        current.order = message.order
        if current.level is None and not isinstance(message.cur_rank, UnsetType):
            current.level = level_in(message.cur_rank, event.where)

    def _play(self, event: Event) -> None:
        message: NjuptPlay = event.message
        seat = message.cur_pos
        leads = self._turns.leads and self.repeated > 0 and message.cur_action[0] == NO_PLAY
        if self.mixed and (seat != self._turns.turn or leads):
            last = self._last.get(seat)
            if last is not None and _same(event, last):
                self.repeated += 1
                return
        self._current(event).events.append(event)
        self._last[seat] = event
        kind, _, cards = message.cur_action
        self._turns.act(seat, None if kind == NO_PLAY else len(cards) if isinstance(cards, list) else 0)

    def _current(self, event: Event) -> Episode:
        """The hand of an event; after its end the next one, if hands have no beginning in this log."""
        if not self.episodes or (self.episodes[-1].order is not None and not self._begun):
            return self._open(event)
        return self.episodes[-1]

    def _open(self, event: Event) -> Episode:
        self.episodes.append(Episode(where=place_text(event.where)))
        self._turns = Turns()
        self._last = {}
        self._seen = set()
        return self.episodes[-1]


def _same(one: Event, other: Event) -> bool:
    """Whether two messages have the same content, whichever client they were sent to."""
    return one.stage == other.stage and _content(one.message) == _content(other.message)


def _content(message: Any) -> tuple[object, ...]:
    if isinstance(message, NjuptPlay):
        return (message.cur_pos, message.cur_action)
    return (message.result,) if isinstance(message, Transfers) else (message.anti_pos,)


def _merged(translation: Translation, streams: list[list[Episode]]) -> list[Episode]:
    """The hands as sent to the clients 0 to 3, merged."""
    merged = []
    for index in range(max(map(len, streams))):
        by_client = {client: hands[index] for client, hands in enumerate(streams) if index < len(hands)}
        fullest = max(by_client.values(), key=lambda episode: len(episode.events))
        for client, episode in by_client.items():
            if not all(map(_same, episode.events, fullest.events)):
                translation.keeps(
                    say("the longest list of messages"),
                    say("seat {client} is sent different ones", client=client),
                    hand=index,
                )
            for seat, cards in episode.deals.items():
                fullest.deals.setdefault(seat, cards)
            for team, level in episode.levels.items():
                if fullest.levels.setdefault(team, level) != level:
                    translation.keeps(
                        say("the value of selfRank and oppoRank"),
                        say("seat {client} is sent a different one", client=client),
                        hand=index,
                    )
            fullest.level = episode.level if fullest.level is None else fullest.level
            fullest.order = episode.order if fullest.order is None else fullest.order
        merged.append(fullest)
    return merged
