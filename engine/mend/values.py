"""The edits of the deal, of the setup and of recorded results that are tried."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from msgspec import UnsetType, structs

from engine.cards.packed import CARD_TEXTS, RANKS, SPELLINGS
from engine.mend.edits import Edit
from engine.mend.wording import likeness
from engine.record.match import Hand, HandResult, MatchResult, given_value
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Finding

_NUMBERS: Final = range(6)
_FANTASYLAND: Final = range(13, 18)


class FieldEdit(NamedTuple):
    """An edit of a field, and how alike the cards in it are."""

    edit: Edit
    likeness: int = 0


def deal_edits(hand: Hand, deck: Mapping[str, int], seats: Sequence[str]) -> Iterator[FieldEdit]:
    """Each change of a dealt card after which the deal can be of the deck."""
    deal = given_value(hand.deal) or {}
    words = {
        seat: [CARD_TEXTS[SPELLINGS[w]] if w in SPELLINGS else w for w in text.split()] for seat, text in deal.items()
    }
    counts = Counter(word for of_seat in words.values() for word in of_seat if word != "|")
    excess = Counter({card: count - deck.get(card, 0) for card, count in counts.items() if count > deck.get(card, 0)})
    excess.pop("??", None)
    lacking = [card for card, count in deck.items() if counts[card] < count]
    surplus = sum(excess.values())
    for seat, text in deal.items():
        for card in dict.fromkeys(words[seat]):
            if card in ("|", "??") or surplus > (card in excess):
                continue
            for new in lacking:
                yield FieldEdit(_deal(seat, text, _other(text, words[seat], card, new)), likeness(card, new))
            yield FieldEdit(_deal(seat, text, _other(text, words[seat], card, "")))
        if not surplus:
            for new in lacking:
                for longer in _longer(text, new):
                    yield FieldEdit(_deal(seat, text, longer))
    if surplus:
        return
    for one, other in combinations([seat for seat in seats if seat in deal], 2):
        for mine in dict.fromkeys(words[one]):
            for theirs in dict.fromkeys(words[other]):
                if mine == theirs or {mine, theirs} & {"|", "??"}:
                    continue
                now = {
                    one: _other(deal[one], words[one], mine, theirs),
                    other: _other(deal[other], words[other], theirs, mine),
                }
                was = {one: deal[one], other: deal[other]}
                edit = Edit(op="deal", key=f"{one},{other}", was=was, now=now)
                yield FieldEdit(edit, likeness(mine, theirs))


def _deal(seat: str, was: str, now: str) -> Edit:
    return Edit(op="deal", key=seat, was=was, now=now)


def _other(text: str, words: Sequence[str], card: str, new: str) -> str:
    """The text of a deal in which the first copy of a card is another, or is missing."""
    place = words.index(card)
    begin = 0
    for number, word in enumerate(text.split()):
        begin = text.index(word, begin)
        end = begin + len(word)
        if number == place:
            if new:
                return text[:begin] + new + text[end:]
            return (text[:begin].rstrip(" ") + text[end:]).lstrip(" ")
        begin = end
    return text


def _longer(text: str, new: str) -> Iterator[str]:
    parts = text.split("|")
    for place, part in enumerate(parts):
        longer = f"{part.rstrip(' ')} {new}{' ' if place < len(parts) - 1 else ''}"
        yield "|".join([*parts[:place], longer, *parts[place + 1 :]])


def setup_edits(hand: Hand, seats: Sequence[str], totals: Mapping[str, int | None]) -> Iterator[FieldEdit]:
    """Each stated field of the setup with another value.  ``totals`` are those before the hand."""
    if isinstance(hand.setup, UnsetType):
        return
    for field, was in structs.asdict(hand.setup).items():
        if isinstance(was, UnsetType):
            continue
        known = {seat: total for seat, total in totals.items() if total is not None}
        values: Iterator[Any] = _others(was, seats)
        if field == "totals":
            values = iter([{seat: known.get(seat, value) for seat, value in was.items()}])
        for now in values:
            if now != was:
                yield FieldEdit(Edit(op="setup", key=field, was=was, now=now))


def _others(was: Any, seats: Sequence[str]) -> Iterator[Any]:
    """Values that a field may have instead: of a list two places exchanged, of a mapping one value another."""
    if isinstance(was, bool):
        yield not was
    elif isinstance(was, int):
        yield from _FANTASYLAND if was in _FANTASYLAND else _NUMBERS
    elif isinstance(was, str):
        if was in seats:
            yield from seats
        yield from RANKS
        yield from (seat for seat in seats if was not in seats)
    elif isinstance(was, list):
        yield from _exchanged(was)
    elif isinstance(was, dict):
        for key, value in was.items():
            for other in _others(value, seats):
                yield {**was, key: other}


def _exchanged(was: Sequence[Any]) -> Iterator[list[Any]]:
    """A list with two of its places exchanged; of a list in it, single seats too."""
    flat = [
        (i, None) if isinstance(v, str) else (i, j)
        for i, v in enumerate(was)
        for j in ([0] if isinstance(v, str) else range(len(v)))
    ]
    for one, other in combinations(flat, 2):
        if one[0] == other[0]:
            continue
        now = [v if isinstance(v, str) else list(v) for v in was]
        mine, theirs = _at(now, one), _at(now, other)
        _put(now, one, theirs)
        _put(now, other, mine)
        yield now


def _at(now: Sequence[Any], place: tuple[int, int | None]) -> Any:
    return now[place[0]] if place[1] is None else now[place[0]][place[1]]


def _put(now: list[Any], place: tuple[int, int | None], value: Any) -> None:
    if place[1] is None:
        now[place[0]] = value
    else:
        now[place[0]][place[1]] = value


def recorded_edits(
    hand: Hand,
    outcome: HandOutcome,
    findings: Sequence[Finding],
    seats: Sequence[str],
    teams: Sequence[Sequence[int]],
) -> Iterator[FieldEdit]:
    """Each recorded field with what follows from the play; without actions, other orders of finish too."""
    if isinstance(hand.result, UnsetType):
        return
    stated: HandResult = hand.result
    computed = {
        "scores": outcome.scores,
        "levels": _of_teams(given_value(outcome.levels) or {}, seats, teams),
        "units": _both_ways(given_value(outcome.units) or {}),
        "roles": given_value(outcome.roles),
    }
    for field, of_play in computed.items():
        was = given_value(getattr(stated, field))
        if was is not None:
            now = {key: _known(of_play or {}, key, value) for key, value in was.items()}
            if now != was:
                yield FieldEdit(Edit(op="recorded", path=field, was=was, now=now))
    finish = given_value(stated.finish)
    if finish is not None and outcome.finish:
        now_finish = _filled(finish, given_value(outcome.finish) or [])
        if now_finish != finish:
            yield FieldEdit(Edit(op="recorded", path="finish", was=finish, now=now_finish))
    if finish is not None and not hand.actions:
        for other in _exchanged(finish):
            yield FieldEdit(Edit(op="recorded", path="finish", was=finish, now=other))
    if given_value(stated.exposed) is not None:
        yield FieldEdit(Edit(op="recorded", path="exposed", was=stated.exposed, now=not stated.exposed))
    for finding in findings:
        if str(finding.details.get("field")) == "factor" and "computed" in finding.details:
            now_factor = int(str(finding.details["computed"]))
            yield FieldEdit(Edit(op="recorded", path="factor", was=stated.factor, now=now_factor))


def match_edits(
    result: MatchResult | UnsetType, totals: Mapping[str, int | None], winner: Sequence[str] | None
) -> Iterator[FieldEdit]:
    """The recorded totals and winner of the match as they follow from its hands."""
    if isinstance(result, UnsetType):
        return
    was = given_value(result.totals)
    if was is not None:
        now = {seat: _known(totals, seat, value) for seat, value in was.items()}
        if now != was:
            yield FieldEdit(Edit(op="recorded", path="totals", match=True, was=was, now=now))
    named = given_value(result.winner)
    if named is not None and set(named) != set(winner or ()):
        yield FieldEdit(Edit(op="recorded", path="winner", match=True, was=named, now=list(winner or ())))


def _known(computed: Mapping[str, Any], key: str, value: Any) -> Any:
    known = computed.get(key)
    return value if known is None else known


def _filled(recorded: Sequence[Any], computed: Sequence[Sequence[str]]) -> list[Any]:
    """The computed order of finish, written as the recorded one is: as long, and with as many seats at each place."""
    sizes = [1 if isinstance(place, str) else len(place) for place in recorded]
    order = [seat for place in computed for seat in place][: sum(sizes)]
    stated = [seat for place in recorded for seat in ([place] if isinstance(place, str) else place)]
    begin = 0
    for place in computed:
        mine = stated[begin : begin + len(place)]
        if set(mine) == set(place):
            order[begin : begin + len(mine)] = mine
        begin += len(place)
    filled: list[Any] = []
    for place, size in zip(recorded, sizes, strict=True):
        filled.append(
            order.pop(0) if isinstance(place, str) and order else [order.pop(0) for _ in range(min(size, len(order)))]
        )
    return [place for place in filled if place]


def _of_teams(levels: Mapping[str, Any], seats: Sequence[str], teams: Sequence[Sequence[int]]) -> dict[str, Any]:
    """The levels by every seat of each team."""
    named = [[seats[number] for number in team if number < len(seats)] for team in teams]
    return {seat: levels[name] for team in named for name in team if name in levels for seat in team}


def _both_ways(units: Mapping[str, int | None]) -> dict[str, int | None]:
    """The units of every two seats, either seat first."""
    turned = {"-".join(reversed(pair.split("-"))): None if value is None else -value for pair, value in units.items()}
    return turned | dict(units)
