"""A hand as Botzone records it: what its judge asked of the seats, ``requests``, and what they answered, ``responses``.

A record is what one seat was asked and answered, an array of that for several seats, or the log of the judge, as
``botzone_documents`` finds them in what can be saved.  ``botzone_requests`` has what a request and an answer are.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import UNSET, UnsetType

from engine.cards.packed import CARD_TEXTS, RANKS, Card, cards_text, rank_of
from engine.logs.foreign.guandan.botzone_documents import LOGS, is_page, pieces, unwrap
from engine.logs.foreign.guandan.botzone_end import BotzoneEnd, scores_at
from engine.logs.foreign.guandan.botzone_plays import BotzoneAction, PlayRequest, actions_of, claimed_cards
from engine.logs.foreign.guandan.botzone_requests import (
    STAGES,
    BotzoneTable,
    BotzoneTurn,
    InitData,
    Request,
    card_in,
    cards_in,
    done_in,
    history_in,
)
from engine.logs.foreign.guandan.notation import level_in, note_silent_wild
from engine.logs.foreign.reader import (
    GAME,
    SEATS,
    Platform,
    Translation,
    in_any_encoding,
    misfit,
    players,
    read_match,
    read_parts,
)
from engine.logs.formats import LogFormat
from engine.logs.json.strict import Path, path_text
from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, Setup
from engine.rulebook.findings import shown
from engine.rulebook.sentences import say

PLATFORM: Final = Platform("botzone", "Botzone", "botzone")

_SNIFF: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*+"?\s*+(?:\[\s*+)?\{')
_DEAL: Final = (
    re.compile(rb'"stage\\{0,15}"\s*+:\s*+\\{0,15}"deal'),
    re.compile(rb'"deliver\\{0,15}"\s*+:\s*+\['),
)
_SEAT_NAMES: Final = ("0", "1", "2", "3")


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
    levels: dict[str, str] = field(default_factory=dict)
    """By a seat of each team, its level."""
    allotted: dict[int, list[Card]] = field(default_factory=dict)
    """By seat, the cards that it was to be dealt."""


@dataclass(slots=True)
class _Record:
    """The parts of a record as they come."""

    names: dict[int, str] = field(default_factory=dict)
    identity: str | None = None
    views: list[tuple[str, Any]] = field(default_factory=list)
    """What seats were asked and answered, each with its place."""
    view: dict[str, Any] = field(default_factory=dict)
    """The fields of the one seat of a record."""
    logged: bool = False
    pending: tuple[Any, str] | None = None
    """The requests of the judge that nobody has answered yet, with their place."""
    end: BotzoneEnd = field(default_factory=BotzoneEnd)


def sniff(head: bytes) -> bool:
    """Whether a text begins with a record of this format."""
    return is_page(head) or (_SNIFF.match(head) is not None and all(field.search(head) for field in _DEAL))


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The records of a text: one, or one for each line of a pack."""
    lines = [line for line in raw.split(b"\n") if line.strip()] if raw.count(b"\n{") else []
    if len(lines) > 1 and all(line.startswith(b"{") and line.rstrip().endswith(b"}") for line in lines):
        return read_parts(PLATFORM, raw, source, lines, _match)
    return [read_match(PLATFORM, raw, source, _match)]


def _match(translation: Translation, raw: bytes) -> Match:
    known, record = _Known(), _Record()
    for path, value in pieces(translation, raw):
        _take(translation, known, record, path, value)
    _answer(translation, known, record, None)
    if record.view or not (record.logged or record.views):
        record.views.append(("", record.view))
    for place, seen in record.views:
        _take_view(translation, known, seen, place)
    _compare_deals(translation, known)
    rules = translation.claimed()
    if known.level is None:
        translation.lacks(say("the level of the hand and the meaning of wild cards"))
    unseen = [name for seat, name in enumerate(SEATS) if seat not in known.deals]
    if unseen:
        translation.lacks(say("the cards dealt to {names}", names=", ".join(unseen)))
    if not known.levels:
        translation.lacks(say("what the teams' levels were before each hand"))
    if not record.names:
        translation.lacks(say("the players' names"))
    done = known.answered if record.logged else actions_of(translation, known.asked, known.level)
    actions = list(_tribute(translation, known))
    actions += [_text(translation, action, known.level, at) for at, action in enumerate(done, len(actions))]
    scores = scores_at(translation, record.end, [(action.seat, len(action.done.cards)) for action in done])
    previous: list[str | list[str]] = [SEATS[seat] for seat in known.previous or ()]
    setup = Setup(
        level=UNSET if known.level is None else RANKS[known.level],
        levels=dict(known.levels) or UNSET,
        previous=previous or UNSET,
    )
    result = HandResult(finish=[SEATS[seat] for seat in known.finish] or UNSET, scores=scores or UNSET)
    return Match(
        game=GAME,
        rules=rules,
        match=UNSET if record.identity is None else translation.info(record.identity),
        players=players(record.names),
        hands=[
            Hand(
                setup=UNSET if setup == Setup() else setup,
                deal={SEATS[seat]: cards_text(known.deals[seat]) for seat in sorted(known.deals)} or UNSET,
                actions=actions,
                result=UNSET if result == HandResult() else result,
            )
        ],
    )


def _take(translation: Translation, known: _Known, record: _Record, path: Path, value: Any) -> None:
    """Takes a piece of a record."""
    name = path[0] if path else 0
    where = path_text(path) if path else ""
    if isinstance(name, int):
        if not path and value != []:
            raise misfit(say("the record"), say("this is not a list"), say("a list of requests and answers in turn"))
        if not path:
            return
        if isinstance(value, dict) and "requests" not in value and (record.logged or not _is_seen(value)):
            record.logged = True
            _take_entry(translation, known, record, value, where)
        else:
            record.views.append((where, value))
    elif name in LOGS:
        record.logged = True
        if len(path) == 1 and value != []:
            raise misfit(where, say("this is not a list"), say("a list of requests and answers in turn"))
        if len(path) > 1:
            _take_entry(translation, known, record, value, where)
    elif name == "_id":
        record.identity = _identity(value, where)
    elif name == "players":
        if len(path) > 1 and isinstance(path[1], int):
            _take_name(translation, record, path[1], value, where)
    elif name == "initdata":
        _take_initdata(translation, known, value, where)
    elif name in _TURN_FIELDS:
        if len(path) > 1:
            record.view.setdefault(name, []).append(value)
        else:
            record.view[name] = value
    else:
        translation.ignores(where.partition("[")[0])


_TURN_FIELDS: Final = ("requests", "responses", "data", "globaldata", "time_limit", "memory_limit")


def _is_seen(value: Mapping[str, Any]) -> bool:
    """Whether an object has fields of `BotzoneTurn`."""
    return not value.keys().isdisjoint(_TURN_FIELDS)


def _identity(value: Any, where: str) -> str:
    """The id of a match: a text, or as a database writes it."""
    identity = value.get("$oid") if isinstance(value, dict) else value
    if not isinstance(identity, str) or not identity:
        raise misfit(where, say("this is not the id of a match"), say("a text, or $oid with a text"))
    return identity


def _take_name(translation: Translation, record: _Record, seat: int, value: Any, where: str) -> None:
    name = value.get("name") if isinstance(value, dict) else value
    if seat not in range(4):
        translation.ignores(where)
    elif isinstance(name, str) and name:
        record.names[seat] = name
        for field_name in value if isinstance(value, dict) else ():
            if field_name not in ("name", "imgid"):
                translation.ignores(f"players.{shown(field_name)}")
    elif name is not None:
        translation.ignores(where)


def _take_initdata(translation: Translation, known: _Known, value: Any, where: str) -> None:
    value = unwrap(value, where)
    if value in ("", None, [], {}):
        return
    began = translation.fit(value, InitData, where)
    levels = began.level if isinstance(began.level, list) else []
    if levels:
        if len(levels) != 2:
            raise misfit(f"{where}.level", say("{count} levels", count=len(levels)), say("a level for each team"))
        for name, level in zip(SEATS, levels, strict=False):
            rank = level_in("T" if level in ("0", 0) else level, f"{where}.level")
            known.levels[name] = RANKS[rank]
    _read_table(
        known,
        BotzoneTable(tribute=began.tribute or False, first=began.first, last=began.last),
        where,
    )
    for seat, cards in enumerate(began.allocation):
        if seat < len(SEATS) and isinstance(cards, list):
            allotted = cards_in(translation.fit(cards, list[int], f"{where}.allocation"), f"{where}.allocation[{seat}]")
            known.allotted[seat] = allotted
        else:
            translation.ignores(f"{where}.allocation")


def _compare_deals(translation: Translation, known: _Known) -> None:
    """Takes the cards that seats were to be dealt where their deal is not known, and notes where it is another."""
    for seat, allotted in known.allotted.items():
        dealt = known.deals.setdefault(seat, allotted)
        if sorted(dealt) != sorted(allotted):
            translation.keeps(
                say("the deal of {seat}", seat=SEATS[seat]),
                say("initdata.allocation has {cards}", cards=cards_text(allotted)),
                hand=0,
            )


def _take_entry(translation: Translation, known: _Known, record: _Record, entry: Any, where: str) -> None:
    """Takes an entry of the log of the judge: what it asks, what was answered, or the end."""
    output = entry.get("output") if isinstance(entry, dict) else None
    _answer(translation, known, record, entry if output is None else None)
    if not isinstance(output, dict):
        return
    if output.get("initdata") is not None:
        _take_initdata(translation, known, output["initdata"], f"{where}.output.initdata")
    content = unwrap(output.get("content"), f"{where}.output.content")
    if output.get("command") == "request":
        record.pending = (content, where)
    elif output.get("command") == "finish":
        record.end.finish(output, content)


def _answer(translation: Translation, known: _Known, record: _Record, answers: Any) -> None:
    """Reads the requests that are open, with what was answered; with None, without answers."""
    content, where = record.pending or (None, "")
    record.pending = None
    for seat, name in enumerate(_SEAT_NAMES):
        answer = answers.get(name) if isinstance(answers, dict) else None
        answer = unwrap(answer, where)
        if isinstance(answer, dict):
            record.end.hear(seat, answer)
        request = content.get(name) if isinstance(content, dict) else None
        if request is not None:
            place = f"{where}.output.content.{seat}"
            given = answer.get("response") if isinstance(answer, dict) else None
            _read(translation, known, seat, unwrap(request, place), given, place)


def _take_view(translation: Translation, known: _Known, seen: Any, place: str) -> None:
    """Takes what one seat was asked and what it answered."""
    view = translation.fit(seen, BotzoneTurn, place)
    seat = _seat_of(view, place)
    for at, request in enumerate(view.requests):
        answer = view.responses[at] if at < len(view.responses) else None
        where = f"{place}.requests[{at}]".lstrip(".")
        _read(translation, known, seat, unwrap(request, where), answer, where)


def _seat_of(view: BotzoneTurn, place: str) -> int:
    """The seat that was asked, which one of the requests names."""
    for request in view.requests:
        seat = request.get("your_id") if isinstance(request, dict) else None
        if type(seat) is int and seat in range(4):
            return seat
    raise misfit(
        f"{place}.requests".lstrip("."), say("the seat that was asked is missing"), say("your_id, 0 to 3, at deal")
    )


def _read(translation: Translation, known: _Known, seat: int, value: Any, answer: Any, place: str) -> None:
    answer = unwrap(answer, _answered(place))
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
        known.deals[seat] = cards_in(request.deliver, f"{where}.deliver")
    elif request.stage == "play":
        if len(set(request.done)) < len(request.done):
            raise misfit(f"{where}.done", say("a seat appears twice"), say("each seat once"))
        known.finish = max(known.finish, request.done, key=len)
        answered = _answered(where)
        done = None if answer is None else done_in(translation.fit(answer, list[list[int]], answered), answered)
        shown = history_in(request.history, seat, f"{where}.history")
        asked.append(PlayRequest(shown, done, where))
        if done is not None:
            known.answered.append(BotzoneAction(seat, done))
    elif answer is not None:
        cards = cards_in(translation.fit(answer, list[int], _answered(where)), _answered(where))
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
            moved.setdefault(named[place], card_in(number, where))
    for passed, cards, path in (
        (known.paid, table.tribute_cards, f"{where}.tribute_cards"),
        (known.returned, table.return_cards, f"{where}.return_cards"),
    ):
        for name, value in cards.items():
            if name not in ("0", "1", "2", "3"):
                raise misfit(path, say("{text} is not a seat", text=name), say("0 to 3"))
            for paid in value if isinstance(value, list) else [value]:
                if paid is not None and paid >= 0:
                    passed.setdefault(int(name), card_in(paid, f"{path}.{name}"))


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


FORMAT: Final = LogFormat(
    name="botzone",
    title=say("Botzone: what the seats of a hand of Guandan were asked and answered"),
    sniff=sniff,
    unit="line",
    read=in_any_encoding(read),
    fields=("requests", "responses", "stage", "deliver", "your_id", "global"),
)
