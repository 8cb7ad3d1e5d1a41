"""A hand as Botzone records it: what its judge asked of the seats, ``requests``, and what they answered, ``responses``.

A record is what one seat was asked and answered, an array of that for several seats, or the log of the judge.  A
request has a stage: ``deal`` (the cards), ``tribute``, ``return``, ``play``.  Cards are numbers from 0 to 107, and a
play is ``[cards, claim]``: the claim has for each wild card the card that it stands for.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import CARD_TEXTS, RANKS, Card, cards_text, parse_card, rank_of
from engine.logs.foreign.guandan.botzone_plays import BotzoneAction, BotzonePlay, PlayRequest, actions_of, claimed_cards
from engine.logs.foreign.guandan.notation import SeatNumber, level_in, note_silent_wild
from engine.logs.foreign.reader import (
    GAME,
    SEATS,
    Platform,
    Translation,
    decode_json,
    in_any_encoding,
    misfit,
    players,
    read_match,
)
from engine.logs.formats import LogFormat
from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, Setup
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("botzone", "Botzone", "botzone")

STAGES: Final = ("deal", "tribute", "return", "play")
PACK: Final = 54
"""The cards of one pack; the second has the same numbers from here on."""

_JOKERS: Final = ("BJ", "RJ")
_NAMES: Final = (*(rank + suit for rank in "A23456789TJQK" for suit in "hdsc"), *_JOKERS)
CARDS: Final[tuple[Card, ...]] = tuple(card for card in map(parse_card, _NAMES) if card is not None)
"""By number within a pack, the card."""

_SNIFF: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{")
_DEAL: Final = (re.compile(rb'"stage"\s*:\s*"deal"'), re.compile(rb'"deliver"\s*:\s*\['))


class BotzoneTable(Struct, frozen=True):
    """What all seats know: the level, the places before, and the tribute so far.

    The places before are ``ranking``, or ``first`` and ``last``; the cards of the tribute are by seat, or by place.
    """

    level: str | int | UnsetType = UNSET
    tribute: bool | int | UnsetType = UNSET
    ranking: list[SeatNumber] | None = None
    first: int | None = None
    last: int | None = None
    resist: bool = False
    tribute_cards: dict[str, int | list[int] | None] = {}
    return_cards: dict[str, int | list[int] | None] = {}
    fourth_tribute: int = -1
    third_tribute: int = -1
    first_return: int = -1
    second_return: int = -1


class SeatEvent(Struct, frozen=True):
    """What a seat did, in a history that names seats; without a seat, nothing."""

    player: SeatNumber | UnsetType = UNSET
    response: list[list[int]] = []


class Request(Struct, frozen=True, rename={"table": "global"}):
    """What a seat was asked."""

    stage: str
    table: BotzoneTable = BotzoneTable()
    your_id: SeatNumber | UnsetType = UNSET
    deliver: list[int] = []
    history: list[list[list[int]] | SeatEvent] = []
    done: list[SeatNumber] = []
    pass_on: Any = UNSET


class BotzoneTurn(Struct, frozen=True):
    """What a seat was asked and what it answered."""

    requests: list[Any]
    responses: list[Any] = []
    data: Any = UNSET
    globaldata: Any = UNSET
    time_limit: Any = UNSET
    memory_limit: Any = UNSET


@dataclass(slots=True)
class _Known:
    """What the requests and answers of all seats say of the hand."""

    deals: dict[int, list[Card]] = field(default_factory=dict)
    asked: dict[int, list[PlayRequest]] = field(default_factory=dict)
    answered: list[BotzoneAction] = field(default_factory=list)
    """The plays and passes that were answered, in the order of the record."""
    paid: dict[int, Card] = field(default_factory=dict)
    returned: dict[int, Card] = field(default_factory=dict)
    level: int | None = None
    previous: list[int] | None = None
    payers: tuple[int, ...] = ()
    resists: bool = False
    finish: list[int] = field(default_factory=list)


def sniff(head: bytes) -> bool:
    """Whether a text begins with a record of this format."""
    return _SNIFF.match(head) is not None and all(field.search(head) for field in _DEAL)


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The record of a text."""
    return [read_match(PLATFORM, raw, source, _match)]


def _match(translation: Translation, raw: bytes) -> Match:
    document = decode_json(translation, raw)
    known = _Known()
    for seat, value, answer, where in _exchanges(translation, document):
        _read(translation, known, seat, value, answer, where)
    rules = translation.claimed()
    if known.level is None:
        translation.lacks(say("the level of the hand and the meaning of wild cards"))
    unseen = [name for seat, name in enumerate(SEATS) if seat not in known.deals]
    if unseen:
        translation.lacks(say("the cards dealt to {names}", names=", ".join(unseen)))
    translation.lacks(say("what the teams' levels were before each hand"))
    translation.lacks(say("the players' names"))
    done = known.answered if _log_in(document) else actions_of(translation, known.asked, known.level)
    actions = list(_tribute(translation, known))
    actions += [_text(translation, action, known.level, at) for at, action in enumerate(done, len(actions))]
    previous: list[str | list[str]] = [SEATS[seat] for seat in known.previous or ()]
    setup = Setup(level=UNSET if known.level is None else RANKS[known.level], previous=previous or UNSET)
    return Match(
        game=GAME,
        rules=rules,
        players=players(),
        hands=[
            Hand(
                setup=UNSET if setup == Setup() else setup,
                deal={SEATS[seat]: cards_text(known.deals[seat]) for seat in sorted(known.deals)} or UNSET,
                actions=actions,
                result=HandResult(finish=[SEATS[seat] for seat in known.finish]) if known.finish else UNSET,
            )
        ],
    )


def _exchanges(translation: Translation, document: Any) -> Iterator[tuple[int, Any, Any, str]]:
    """Each request in a record, as the seat, the request, the answer (None if there is none) and its place."""
    log = _log_in(document)
    if log is not None:
        yield from _logged(document[log], log)
        return
    for number, seen in enumerate(document if isinstance(document, list) else [document]):
        place = f"[{number}]" if isinstance(document, list) else ""
        view = translation.fit(seen, BotzoneTurn, place)
        seat = _seat_of(view, place)
        for at, request in enumerate(view.requests):
            answer = view.responses[at] if at < len(view.responses) else None
            yield seat, request, answer, f"{place}.requests[{at}]".lstrip(".")


def _log_in(document: Any) -> str | None:
    """The name of the field with the log of the judge; None if the record is what seats were asked."""
    return next((name for name in ("log", "logs") if isinstance(document, dict) and name in document), None)


def _seat_of(view: BotzoneTurn, place: str) -> int:
    """The seat that was asked, which one of the requests names."""
    for request in view.requests:
        seat = request.get("your_id") if isinstance(request, dict) else None
        if type(seat) is int and seat in range(4):
            return seat
    raise misfit(
        f"{place}.requests".lstrip("."), say("the seat that was asked is missing"), say("your_id, 0 to 3, at deal")
    )


def _logged(entries: Any, name: str) -> Iterator[tuple[int, Any, Any, str]]:
    """The requests in the log of the judge, where each entry of the judge is followed by one of answers."""
    if not isinstance(entries, list):
        raise misfit(name, say("this is not a list"), say("a list of requests and answers in turn"))
    for at, entry in enumerate(entries):
        output = entry.get("output") if isinstance(entry, dict) else None
        if not isinstance(output, dict) or output.get("command") != "request":
            continue
        content = output.get("content")
        answers = entries[at + 1] if at + 1 < len(entries) else None
        for seat in range(4):
            request = content.get(str(seat)) if isinstance(content, dict) else None
            if request is not None:
                answer = answers.get(str(seat)) if isinstance(answers, dict) else None
                given = answer.get("response") if isinstance(answer, dict) else None
                yield seat, request, given, f"{name}[{at}].output.content.{seat}"


def _read(translation: Translation, known: _Known, seat: int, value: Any, answer: Any, place: str) -> None:
    stage = value.get("stage") if isinstance(value, dict) else None
    if stage is not None and stage not in STAGES:
        raise misfit(f"{place}.stage", say("{text} is not a stage", text=str(stage)), ", ".join(STAGES))
    where = f"{place} ({stage})" if stage else place
    request = translation.fit(value, Request, where)
    if isinstance(value, dict):
        translation.note_fields(value.get("global"), BotzoneTable, "global")
    _read_table(known, request.table, f"{where}.global")
    asked = known.asked.setdefault(seat, [])
    if request.stage == "deal":
        if seat in known.deals:
            raise misfit(where, say("{seat} is dealt a second hand", seat=SEATS[seat]), say("one hand"))
        known.deals[seat] = _cards(request.deliver, f"{where}.deliver")
    elif request.stage == "play":
        if len(set(request.done)) < len(request.done):
            raise misfit(f"{where}.done", say("a seat appears twice"), say("each seat once"))
        known.finish = max(known.finish, request.done, key=len)
        answered = _answered(where)
        done = None if answer is None else _done(translation.fit(answer, list[list[int]], answered), answered)
        shown = _history(request.history, seat, f"{where}.history")
        asked.append(PlayRequest(shown, done, where))
        if done is not None:
            known.answered.append(BotzoneAction(seat, done))
    elif answer is not None:
        cards = _cards(translation.fit(answer, list[int], _answered(where)), _answered(where))
        moved = known.paid if request.stage == "tribute" else known.returned
        moved.update((seat, card) for card in cards[:1])


def _answered(where: str) -> str:
    return say("the answer to {where}", where=where)


def _read_table(known: _Known, table: BotzoneTable, where: str) -> None:
    if not isinstance(table.level, UnsetType) and known.level is None:
        known.level = level_in("T" if table.level == "0" else table.level, f"{where}.level")
    ranking = _places(table)
    if ranking and table.tribute and known.previous is None:
        if sorted(ranking) != list(range(4)):
            raise misfit(where, say("it does not place each seat once"), say("the places of the hand before"))
        known.previous = ranking
        known.payers = tuple(ranking[:1:-1] if (ranking[0] + 2) % 4 == ranking[1] else ranking[3:])
    known.resists = known.resists or table.resist
    named = known.previous or []
    for moved, place, number in (
        (known.paid, 3, table.fourth_tribute),
        (known.paid, 2, table.third_tribute),
        (known.returned, 0, table.first_return),
        (known.returned, 1, table.second_return),
    ):
        if named and number >= 0:
            moved.setdefault(named[place], _card(number, where))
    for passed, cards, path in (
        (known.paid, table.tribute_cards, f"{where}.tribute_cards"),
        (known.returned, table.return_cards, f"{where}.return_cards"),
    ):
        for name, value in cards.items():
            if name not in ("0", "1", "2", "3"):
                raise misfit(path, say("{text} is not a seat", text=name), say("0 to 3"))
            for paid in value if isinstance(value, list) else [value]:
                if paid is not None and paid >= 0:
                    passed.setdefault(int(name), _card(paid, f"{path}.{name}"))


def _places(table: BotzoneTable) -> list[int] | None:
    """The places of the hand before, as far as the tribute needs them."""
    if table.ranking is not None:
        return table.ranking
    first, last = table.first, table.last
    if first is None or last is None or not (0 <= first <= 3 and 0 <= last <= 3) or first == last:
        return None
    partner = (first + 2) % 4
    if table.tribute == 2 and last != partner:
        return [first, partner, (last + 2) % 4, last]
    others = [seat for seat in range(4) if seat not in (first, last)]
    return [first, *sorted(others, key=lambda seat: seat == partner), last]


def _tribute(translation: Translation, known: _Known) -> Iterator[str]:
    """The actions before the play."""
    if known.resists and known.payers:
        if len(known.payers) > 1:
            translation.lacks(say("which of the two seats resists"))
        yield f"{SEATS[known.payers[0]]} resist"
    for verb, moved, first in (("tribute", known.paid, known.payers), ("return", known.returned, known.previous or ())):
        for seat in sorted(moved, key=lambda seat: first.index(seat) if seat in first else len(SEATS)):
            yield f"{SEATS[seat]} {verb} {CARD_TEXTS[moved[seat]]}"


def _text(translation: Translation, action: BotzoneAction, level: int | None, at: int) -> str:
    done = action.done
    if not done.cards:
        return f"{SEATS[action.seat]} pass"
    claimed = claimed_cards(done, level)
    if claimed is None:
        if done.claim:
            translation.keeps(
                cards_text(done.cards),
                say("the log calls them {claim}", claim=cards_text(done.claim)),
                hand=0,
                action=at,
            )
        note_silent_wild(translation, list(done.cards), level)
    claims = claimed or {}
    if all(rank_of(card) == level for card in (*done.cards, *claims.values())):
        # Among level cards alone a wild card is itself.
        claims = {}
    words = [
        CARD_TEXTS[card] + (f"={CARD_TEXTS[claims[place]]}" if place in claims else "")
        for place, card in enumerate(done.cards)
    ]
    return f"{SEATS[action.seat]} play {' '.join(words)}"


def _history(entries: Sequence[list[list[int]] | SeatEvent], seat: int, where: str) -> Mapping[int, BotzonePlay]:
    """What the other seats did last, by seat.  A history names them, or has a place for each from this one on."""
    named = [(at, entry) for at, entry in enumerate(entries) if isinstance(entry, SeatEvent)]
    if not named:
        if len(entries) not in (0, len(SEATS)):
            raise misfit(where, say("{count} places", count=len(entries)), say("a place for each of the four seats"))
        return {
            (seat + at) % 4: _done(entry, f"{where}[{at}]")
            for at, entry in enumerate(entries)
            if at and not isinstance(entry, SeatEvent)
        }
    shown: dict[int, BotzonePlay] = {}
    for at, entry in named:
        if isinstance(entry.player, UnsetType):
            continue
        if entry.player == seat:
            shown.clear()
            continue
        done = _done(entry.response, f"{where}[{at}].response")
        if done.cards or entry.player not in shown:
            shown[entry.player] = done
    return shown


def _done(value: list[list[int]], where: str) -> BotzonePlay:
    if not any(value):
        return BotzonePlay((), ())
    if len(value) != 2:
        raise misfit(
            where, say("a play of {count} lists", count=len(value)), say("the cards, then what they stand for")
        )
    cards, claim = (tuple(_cards(numbers, f"{where}[{at}]")) for at, numbers in enumerate(value))
    if not cards:
        raise misfit(where, say("a play without cards"), say("one card or more"))
    return BotzonePlay(cards, claim)


def _cards(numbers: Iterable[int], where: str) -> list[Card]:
    return [_card(number, f"{where}[{at}]") for at, number in enumerate(numbers)]


def _card(number: int, where: str) -> Card:
    if not 0 <= number < 2 * PACK:
        raise misfit(where, say("{text} is not a card of this format", text=str(number)), say("0 to 107"))
    return CARDS[number % PACK]


FORMAT: Final = LogFormat(
    name="botzone",
    title=say("Botzone: what the seats of a hand of Guandan were asked and answered"),
    sniff=sniff,
    unit="line",
    read=in_any_encoding(read),
    fields=("requests", "responses", "stage", "deliver", "your_id", "global"),
)
