"""Matches of the NJUPT platform as the JSON messages that it sends to its clients.

A match is an object that has its messages in a field ``messages``.  Or a file has only messages, in one array or one on
each line; then it is read as one match, or as several if a ``gameOver`` is followed by another beginning.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import CARD_TEXTS, RANKS, cards_text, parse_rank
from engine.games.guandan.combinations import JOKER_RANKS, KindName
from engine.logs.foreign.guandan.njupt_episodes import Episode, episodes
from engine.logs.foreign.guandan.njupt_messages import NO_PLAY, Event, GameResult, NjuptPlay, NotedPlay, notifications
from engine.logs.foreign.guandan.notation import NJUPT_CARDS, cards_in, deal_text
from engine.logs.foreign.guandan.wilds import play_texts
from engine.logs.foreign.reader import (
    GAME,
    SEATS,
    Platform,
    Translation,
    decode_json,
    decode_lines,
    in_any_encoding,
    misfit,
    players,
    read_match,
    read_parts,
)
from engine.logs.formats import LogFormat
from engine.logs.input.text import MARK
from engine.logs.json.quick import is_plain, key_marks, keys_of
from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, MatchResult, Setup
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("njupt", "NJUPT", "njupt")
_MESSAGES: Final = replace(PLATFORM, format="njupt-messages")

KINDS: Final[Mapping[str, KindName]] = {
    "Single": "single",
    "Pair": "pair",
    "Trips": "triple",
    "ThreePair": "tube",
    "ThreeWithTwo": "full_house",
    "TwoTrips": "plate",
    "Straight": "straight",
    "StraightFlush": "straight_flush",
    "Bomb": "bomb",
    "FourKings": "joker_bomb",
}
_JOKER_KEYS: Final[Mapping[str, int]] = {"B": min(JOKER_RANKS.values()), "R": max(JOKER_RANKS.values())}

_SCALAR: Final = rb'(?:"(?:[^"\\]|\\.)*"|[-+.\w]+)'
_WRAPPER: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{(?:\s*"\w+"\s*:\s*' + _SCALAR + rb'\s*,)*\s*"messages"\s*:\s*\[')
_NOTIFIES: Final = re.compile(rb'"type"\s*:\s*"(?:notify|act)"')
_STAGED: Final = re.compile(rb'"stage"\s*:\s*"')
_OPENING: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\[\s*\{|\{\s*"(?!format")\w+"\s*:)')


class Wrapper(Struct, frozen=True):
    """A match with its messages."""

    messages: list[Any]
    source: str = ""
    policy: str = ""
    seed: int | str | None = None
    finished: bool | None = None


class _RawWrapper(Struct, frozen=True):
    """A match with its messages, each as bytes of the text."""

    messages: list[msgspec.Raw]
    source: str | UnsetType = UNSET
    policy: str | UnsetType = UNSET
    seed: int | str | UnsetType | None = UNSET
    finished: bool | UnsetType | None = UNSET


_ABOUT: Final = ("source", "policy", "seed", "finished")
_RAW_WRAPPER: Final = msgspec.json.Decoder(_RawWrapper)
_NOTED_PLAY: Final = msgspec.json.Decoder(NotedPlay)


def sniff_wrapped(head: bytes) -> bool:
    """Whether a text begins with a match that has its messages in a field."""
    return _WRAPPER.match(head) is not None


def sniff_messages(head: bytes) -> bool:
    """Whether a text begins with messages that are not in a match."""
    return (
        not sniff_wrapped(head)
        and _OPENING.match(head) is not None
        and _NOTIFIES.search(head) is not None
        and _STAGED.search(head) is not None
    )


def read_wrapped(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a line that has a match with its messages."""
    return [read_match(PLATFORM, raw, source, _wrapped)]


def read_messages(raw: bytes, source: str) -> list[LogRecord]:
    """The records of a text of messages: one, or one for each match that its ``gameOver`` messages end.

    If there are several, the bytes of each are its messages as in the text, one on each line.
    """
    lengths: list[int] = []

    def whole(translation: Translation, text: bytes) -> Match:
        placed = _placed(translation, text)
        lengths.extend(_lengths([message for _, message in placed]))
        return _match(translation, placed)

    record = read_match(_MESSAGES, raw, source, whole)
    if len(lengths) < 2:
        return [record]
    texts = iter(_message_texts(raw))
    parts = [b"\n".join(islice(texts, length)) for length in lengths]
    return read_parts(_MESSAGES, raw, source, parts, _alone)


def _alone(translation: Translation, raw: bytes) -> Match:
    return _match(translation, _placed(translation, raw))


def _lengths(messages: list[object]) -> list[int]:
    """The number of messages of each match: the next begins when a client that was sent the end gets a beginning."""
    lengths = [0]
    over: set[object] = set()
    for message in messages:
        fields = message if isinstance(message, dict) else {}
        client = fields.get("myPos", fields.get("seat"))
        client = client if isinstance(client, int) else None
        if fields.get("stage") == "gameOver":
            over |= {0, 1, 2, 3} if client is None else {client}
        elif fields.get("stage") == "beginning" and client in over:
            lengths.append(0)
            over = set()
        lengths[-1] += 1
    return lengths


def _message_texts(raw: bytes) -> list[bytes]:
    """The bytes of each message of a text that has been parsed before, each on one line."""
    text = raw.removeprefix(MARK)
    if text.lstrip().startswith(b"{"):
        return [line for line in text.split(b"\n") if line.strip()]
    messages = msgspec.json.decode(text, type=list[msgspec.Raw])
    return [bytes(message).replace(b"\r", b" ").replace(b"\n", b" ") for message in messages]


def _placed(translation: Translation, raw: bytes) -> list[tuple[str, object]]:
    """The messages of a text, from an array or from one on each line, with their places."""
    if raw.removeprefix(MARK).lstrip().startswith(b"{"):
        return [(f"line {number}", message) for number, message in decode_lines(translation, raw)]
    messages = decode_json(translation, raw)
    if not isinstance(messages, list):
        raise misfit(say("the text"), say("there are no messages"), say("an array of messages, or one on each line"))
    return _numbered(messages)


def _numbered(messages: list[Any]) -> list[tuple[str, object]]:
    return [(f"messages[{number}]", message) for number, message in enumerate(messages)]


def _wrapped(translation: Translation, raw: bytes) -> Match:
    wrapper = _wrapped_quickly(raw) or translation.fit(decode_json(translation, raw), Wrapper, "")
    names = [str(part) for part in (wrapper.policy, wrapper.seed) if part not in ("", None)]
    return _match(translation, _numbered(wrapper.messages), "-".join(names) or None, wrapper.source)


def _wrapped_quickly(text: bytes) -> Wrapper | None:
    """A match with its messages, most of them parsed; None if the text may have anything that needs a finding."""
    if not is_plain(text):
        return None
    try:
        given = _RAW_WRAPPER.decode(text)
        messages = [_message(message) for message in given.messages]
    except (ValueError, RecursionError):
        return None
    about = {name: getattr(given, name) for name in _ABOUT if getattr(given, name) is not UNSET}
    keys = (
        1
        + len(about)
        + sum(message.keys if isinstance(message, NotedPlay) else keys_of(message, 2) for message in messages)
    )
    return Wrapper(messages=messages, **about) if keys == key_marks(text) else None


def _message(text: msgspec.Raw) -> Any:
    try:
        return _NOTED_PLAY.decode(text)
    except msgspec.ValidationError:
        return msgspec.json.decode(text)


def _match(
    translation: Translation, messages: list[tuple[str, object]], identity: str | None = None, note: str | None = None
) -> Match:
    """The match that some messages show.  Raises Refused if they do not match the format."""
    info = translation.info(identity, note=note or UNSET) if identity or note else UNSET
    rules = translation.claimed()
    events = notifications(translation, messages)
    translation.lacks(say("the players' names"))
    hands = episodes(translation, events)
    if not hands:
        raise misfit("messages", say("there is no hand"), say("a beginning, and its messages"))
    return Match(
        game=GAME,
        rules=rules,
        match=info,
        players=players(),
        hands=[
            _hand(translation, number, hand, hands[number + 1] if number + 1 < len(hands) else None)
            for number, hand in enumerate(hands)
        ],
        result=_result(translation, events),
    )


def _hand(translation: Translation, number: int, hand: Episode, after: Episode | None) -> Hand:
    where = hand.where
    deal = {SEATS[seat]: deal_text(NJUPT_CARDS, hand.deals[seat], f"{where}.handCards") for seat in sorted(hand.deals)}
    missing = [seat for seat in SEATS if seat not in deal]
    if missing:
        translation.lacks(say("the cards dealt to {names}", names=", ".join(missing)), hand=number)
    if hand.level is None:
        translation.lacks(say("the level of the hand and the meaning of wild cards"), hand=number)
    levels = _levels(hand)
    actions: list[str] = []
    for event in hand.events:
        actions += _actions(translation, event, hand.level, (number, len(actions)))
    before_next = _levels(after) if after is not None else {}
    finish = _finish(hand.order) if hand.order is not None else UNSET
    return Hand(
        setup=Setup(level=UNSET if hand.level is None else RANKS[hand.level], levels=levels or UNSET),
        deal=deal or UNSET,
        actions=actions,
        result=HandResult(finish=finish, levels=before_next or UNSET) if finish or before_next else UNSET,
    )


def _levels(hand: Episode) -> dict[str, str]:
    return {SEATS[team]: RANKS[hand.levels[team]] for team in sorted(hand.levels)}


def _finish(order: list[int]) -> list[str | list[str]]:
    """The order of finish.  After a double win the two losers share a place, because they are listed by number."""
    if len(order) == 4 and (order[0] - order[1]) % 2 == 0:
        return [SEATS[order[0]], SEATS[order[1]], sorted(SEATS[seat] for seat in order[2:])]
    return [SEATS[seat] for seat in order]


def _result(translation: Translation, events: list[Event]) -> MatchResult | UnsetType:
    results = [event.message for event in events if event.stage == "gameResult"]
    if not results:
        return UNSET
    result: GameResult = results[0]
    won = max(result.victory_num)
    winners = [seat for seat, times in zip(SEATS, result.victory_num, strict=True) if times == won]
    if won > 1 or (won and len(winners) != 2):
        translation.lacks(say("who won each of the matches that victoryNum counts together"))
        return UNSET
    return MatchResult(winner=winners) if won else UNSET


def _actions(translation: Translation, event: Event, level: int | None, at: tuple[int, int]) -> list[str]:
    """The actions of a match that an event means."""
    message = event.message
    if event.stage == "anti-tribute":
        if not message.anti_pos:
            raise misfit(
                f"{event.where}.antiPos",
                say("the list is empty"),
                say("the seats that show red jokers"),
            )
        return [f"{SEATS[message.anti_pos[0]]} resist"]
    if event.stage in ("tribute", "back"):
        verb = "tribute" if event.stage == "tribute" else "return"
        texts = cards_in(NJUPT_CARDS, [card for _, _, card in message.result], f"{event.where}.result")
        return [
            f"{SEATS[giver]} {verb} {CARD_TEXTS[card]} > {SEATS[receiver]}"
            for (giver, receiver, _), card in zip(message.result, texts, strict=True)
        ]
    return [play_text(translation, message, level, event.where, at)]


def play_text(translation: Translation, message: NjuptPlay, level: int | None, where: str, at: tuple[int, int]) -> str:
    """A play or a pass as an action.  Wild cards have claims that follow from its type and key.

    ``at`` is the place of the action, for a notice if the cards cannot be of that type and key.  Raises Refused if the
    play does not match the format.
    """
    seat = SEATS[message.cur_pos]
    kind, key, texts = message.cur_action
    if kind == NO_PLAY:
        return f"{seat} pass"
    name = KINDS.get(kind)
    if name is None or not isinstance(texts, list) or not texts:
        raise misfit(
            f"{where}.curAction",
            say("{kind} is not a type of play", kind=kind),
            f"[TYPE, KEY, [CARDS]], {', '.join(KINDS)}",
        )
    words = None
    if len(texts) <= _MOST_CARDS and all(isinstance(text, str) and text in NJUPT_CARDS for text in texts):
        words = _spoken(name, str(key)[:_LONGEST_KEY], tuple(texts), level)
    if words is None:
        words = cards_text(cards_in(NJUPT_CARDS, texts, f"{where}.curAction[2]"))
        translation.keeps(
            words, say("the log calls them {kind} {rank}", kind=kind, rank=str(key)), hand=at[0], action=at[1]
        )
    return f"{seat} play {words}"


_MOST_CARDS: Final = 27
"""The most cards of a play."""
_LONGEST_KEY: Final = 8
"""More characters than any key has."""


@lru_cache(maxsize=20_000)
def _spoken(name: KindName, key: str, texts: tuple[str, ...], level: int | None) -> str | None:
    """The cards of a play as an action writes them; None if they cannot be of that kind and key."""
    cards = [NJUPT_CARDS[text] for text in texts]
    if level is None:
        return cards_text(cards)
    rank = _JOKER_KEYS.get(key, parse_rank(key))
    words = play_texts(name, -1 if rank is None else rank, cards, level)
    return None if words is None else " ".join(words)


WRAPPED_FORMAT: Final = LogFormat(
    name="njupt",
    title=say("NJUPT platform: matches with their messages, one on each line"),
    sniff=sniff_wrapped,
    unit="line",
    read=in_any_encoding(read_wrapped),
    fields=("messages", "policy", "type", "stage", "curPos", "curAction"),
)
MESSAGES_FORMAT: Final = LogFormat(
    name="njupt-messages",
    title=say("NJUPT platform: messages alone, in an array or one on each line"),
    sniff=sniff_messages,
    unit="file",
    read=in_any_encoding(read_messages),
    fields=("type", "stage", "myPos", "curPos", "curAction", "curRank", "handCards"),
)
