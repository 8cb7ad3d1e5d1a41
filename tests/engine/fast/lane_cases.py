"""Matches to compare the compiled lane with the engine on: legal ones, and ones that differ a little."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import msgspec

from engine.games.chinese_poker.rules import NATURAL_POINTS
from engine.logs import write_match
from engine.record.match import Hand, HandResult, Match, MatchInfo, MatchResult, Setup
from tests.as_written import as_written
from tests.fuzzing.mutating import mutated, plainly
from tests.playouts import Style, drawn_rules, generate
from tests.playouts.bao_huang.rules import VALUES as BAO_HUANG_VALUES
from tests.playouts.big_a.rules import VALUES as BIG_A_VALUES
from tests.playouts.chinese_poker.rules import VALUES as POKER_VALUES
from tests.playouts.guandan.rules import VALUES as GUANDAN_VALUES
from tests.playouts.mutations import MUTATIONS, mutate

Case = tuple[bytes, dict[str, str]]
"""The bytes of a match, and the options that replace those of its claim."""

_PLAIN: Final = Style(reports=0.5, receivers=0.5, setups=0.5, shuffled=True)
_RANKS: Final = ("2", "3", "9", "10", "T", "J", "q", "K", "A", "B", "")
_SEATS: Final = (
    "_",
    "a_Z",
    "0",
    "9",
    "A",
    "z",
    "12345678",
    "123456789",
    "",
    "-",
    "/",
    ":",
    "@",
    "[",
    "`",
    "{",
    "é",
    "a b",
)
_CARDS: Final = (*(rank + suit for rank in "23456789TJQKA" for suit in "shdc"), "BJ", "RJ")
_MARK: Final = b"\x00\x00"
_POKER_RULES: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("pineapple", {"fantasyland": "progressive"}),
    ("two-four", {"royalties": "open_face", "royalty_limit": "one", "royalty_broken": False}),
    ("open-face", {"fantasyland": "standard"}),
    ("one-six", {"naturals": "extended", "natural_qka": True, "home_run_multiplier": 3, "home_run_needs": "all"}),
    ("pineapple", {"fantasyland": "standard", "royalty_rule": "cancel"}),
    ("criss-cross", {"naturals": "extended", "surrender": 2, "wheel": "second"}),
    ("open-face", {"fantasyland": "progressive", "middle": "deuce_to_seven"}),
    ("taiwanese", {"surrender": 2, "royalty_announced": True, "scoop_multiplies_royalties": True, "target": 30}),
)
_CARD: Final = re.compile(r"[2-9TJQKA][shdc]")
_NATURALS: Final = tuple(NATURAL_POINTS)
_TABLES: Final = {
    "natural_table": ("{}", '{"dragon": 0, "all_low": 5}', '{"six_and_above": 2, "one_color_twelve": 1}'),
    "royalty_table": ("{}", '{"front": {"pair_Q": 2, "three": 4}}', '{"back": {"four": 0, "royal_flush": 9}}'),
}


def legal(game: str, seed: int, hands: int = 2) -> Match:
    """A legal match, in a plain style or in any; some begin in mid-match."""
    rng = Random(f"lane {seed}")
    preset, options = drawn_rules(game, seed)
    often = LANES[game].often
    if often and seed % 2:
        preset, options = often[seed // 2 % len(often)]
    style = Style.drawn(rng) if rng.random() < 0.3 else replace(_PLAIN, midway=seed % 4 == 0, seconds=seed % 3 == 0)
    return generate(
        game,
        seed,
        preset=preset,
        options=options,
        hands=hands,
        policy=rng.choice(("uniform", "greedy", "mixed")),
        style=style,
    )


def cases(game: str, count: int, *, a_match: int = 40) -> Iterator[Case]:
    """So many cases, most of which differ in one place from a legal match."""
    for seed in range(-(-count // a_match)):
        match = legal(game, seed, hands=1 + seed % 3)
        yield write_match(match), {}
        for number in range(min(a_match, count - seed * a_match) - 1):
            yield _changed(match, Random(f"lane {seed} {number}"))


def _changed(match: Match, rng: Random) -> Case:
    if rng.random() < 0.25:
        raw, options = _changed(match, rng) if rng.random() < 0.4 else (write_match(match), {})
        try:
            document = json.loads(raw)
            return as_written(document, rng, strange=rng.choice((0, 0, 0.3))), options
        except (ValueError, KeyError, TypeError, AttributeError):
            return raw, options
    choice = rng.random()
    if choice < 0.35:
        return write_match(mutate(match, rng.choice(MUTATIONS), rng.randrange(2**32)).match), {}
    if choice < 0.5:
        drawn = {name: rng.choice(values) for name, values in LANES[match.game].values.items() if rng.random() < 0.3}
        return write_match(match), {
            name: value if isinstance(value, str) else str(value).lower() for name, value in drawn.items()
        }
    if choice < 0.6:
        return mutated(_MARK + write_match(match), rng, lambda data: plainly(data, rng))[len(_MARK) :], {}
    if choice < 0.63:
        return plainly(write_match(match), rng), {}
    if choice < 0.64:
        return re.sub(
            rb"\b[2-9TJQKA][shdc]\b", lambda card: rng.choice((card[0], card[0].upper())), write_match(match)
        ), {}
    if choice < 0.65:
        return _reseated(write_match(match), match.seats[0], rng.choice(_SEATS)), {}
    if choice < 0.75:
        return write_match(LANES[match.game].other_opening(match, rng)), {}
    if choice < 0.8:
        return write_match(_other_plays(match, rng)), {}
    return write_match(_otherwise_recorded(match, rng)), {}


def _reseated(raw: bytes, seat: str, name: str) -> bytes:
    """A match in which a seat is called otherwise throughout."""
    return re.sub(
        rb'"%b(?=[" ])|(?<=> )%b\b' % (seat.encode(), seat.encode()),
        lambda found: found[0][: -len(seat)] + name.encode(),
        raw,
    )


def _other_exchange(match: Match, rng: Random) -> Match:
    """A match in which what happens before the play of a hand is changed."""
    place = rng.randrange(len(match.hands))
    hand = match.hands[place]
    actions = list(hand.actions)
    before = [at for at, text in enumerate(actions) if text.split(" ")[1:2] in (["tribute"], ["return"])]
    if not before:
        at = rng.randrange(min(4, len(actions)) + 1)
        verb = rng.choice(("resist", "tribute", "return", "pass", "report 27"))
        card = f" {rng.choice(_CARDS)}" if verb in ("tribute", "return") else ""
        actions.insert(at, f"{rng.choice(match.seats)} {verb}{card}")
        return _with_hand(match, place, actions=actions)
    at = rng.choice(before)
    words = actions[at].split(" ")
    match rng.randrange(4):
        case 0:
            return _swapped(match, place, words[2], rng.choice(_CARDS))
        case 1:
            words[3:5] = [">", rng.choice(match.seats)]
        case 2:
            words[2] = rng.choice(_CARDS)
        case _:
            words[0] = rng.choice(match.seats)
    actions[at] = " ".join(words)
    return _with_hand(match, place, actions=actions)


def _other_plays(match: Match, rng: Random) -> Match:
    """A match in which a seat makes two of its plays in each other's place."""
    place = rng.randrange(len(match.hands))
    actions = list(match.hands[place].actions)
    seat = rng.choice(match.seats)
    plays = [at for at, text in enumerate(actions) if text.startswith(f"{seat} play ") and " @" not in text]
    if len(plays) > 1:
        one, other = rng.sample(plays, 2)
        actions[one], actions[other] = actions[other], actions[one]
    return _with_hand(match, place, actions=actions)


def _other_drawing(match: Match, rng: Random) -> Match:
    """A match in which what is shown while the cards of a hand are drawn is changed."""
    place = rng.randrange(len(match.hands))
    hand = match.hands[place]
    actions, deal = list(hand.actions), dict(hand.deal or {})
    showing = [at for at, text in enumerate(actions) if text.split(" ")[1:2] in (["expose"], ["reveal"], ["redeal"])]
    seat, ace = rng.choice(match.seats), rng.choice(("As", "Ah", "Ad", "Ac"))
    match rng.randrange(6):
        case 0 if showing:
            words = actions[rng.choice(showing)].split(" ")
            words[:1] = [seat] if rng.random() < 0.5 else words[:1]
            actions.insert(rng.choice(showing) + rng.randrange(2), " ".join(words))
        case 1 if showing:
            at = rng.choice(showing)
            word = rng.choice((f" ^{rng.randrange(24)}", " ^x", " ^", " ^100", " ^05"))
            actions[at] = actions[at].partition(" ^")[0].partition(" @")[0] + word
        case 2:
            texts = (
                f"expose {ace}",
                f"expose {ace} {ace}",
                f"reveal {ace}",
                "redeal",
                f"expose {ace} ^21",
                "reveal 3s",
            )
            actions.insert(rng.randrange(min(4, len(actions)) + 1), f"{seat} {rng.choice(texts)}")
        case 3:
            for each in match.seats if rng.random() < 0.5 else (seat,):
                if each in deal:
                    deal[each] = deal[each].replace(" |", rng.choice(("", "", " | |", "  | ")))
        case 4 if seat in deal:
            words = deal[seat].split(" ")
            rng.shuffle(words)
            deal[seat] = " ".join(words)
        case _ if len(deal) == len(match.seats):
            one, other = rng.sample(match.seats, 2)
            deal[one], deal[other] = deal[other], deal[one]
    return _with_hand(match, place, actions=actions, deal=deal)


def _other_roles(match: Match, rng: Random) -> Match:
    """A match in which tribute, answers or declarations before the play of a hand of Bao Huang are changed."""
    place = rng.randrange(len(match.hands))
    actions = list(match.hands[place].actions)
    opening = next((at for at, text in enumerate(actions) if text.split(" ")[1:2] == ["play"]), len(actions))
    said = range(opening)
    seat, cards = rng.choice(match.seats), " ".join([rng.choice(_CARDS)] * rng.randrange(1, 5))
    match rng.randrange(6):
        case 0 if said:
            at = rng.choice(said)
            actions[at] = " ".join([seat, *actions[at].split(" ")[1:]])
        case 1 if said:
            actions.insert(rng.randrange(opening + 2), actions[rng.choice(said)])
        case 2 if said:
            del actions[rng.choice(said)]
        case 3 if len(said) > 1:
            one, other = rng.sample(said, 2)
            actions[one], actions[other] = actions[other], actions[one]
        case 4 if said:
            at = rng.choice(said)
            words = actions[at].split(" ")
            words[2:] = rng.choice((words[2:-1], [*words[2:], rng.choice(_CARDS)], [cards], words[2:][::-1]))
            actions[at] = " ".join(words)
        case _:
            texts = ("accept", "decline", "ask", "redeal", "pass", f"show {cards}", f"tribute {cards}", f"take {cards}")
            texts += ("declare uprising", "declare protector", "declare solo", "declare", "accept x", "ask x")
            actions.insert(rng.randrange(opening + 3), f"{seat} {rng.choice(texts)}")
    return _with_hand(match, place, actions=actions)


def _other_boards(match: Match, rng: Random) -> Match:
    """A match in which a seat claims, announces or sets something else."""
    place = rng.randrange(len(match.hands))
    hand = match.hands[place]
    actions, deal = list(hand.actions), dict(hand.deal or {})
    at = rng.randrange(len(actions) or 1)
    words = actions[at].split(" ") if actions else []
    seat, cards = rng.choice(match.seats), [number for number, word in enumerate(words) if _CARD.match(word)]
    match rng.randrange(7):
        case 0 | 1 if len(cards) > 1:
            one, other = rng.sample(cards, 2)
            words[one], words[other] = words[other], words[one]
            actions[at] = " ".join(words)
        case 2 if cards:
            number = rng.choice(cards)
            _, mark, row = words[number].partition(":")
            words[number] = rng.choice(_CARDS) + mark + (rng.choice(("front", "middle", "back", "discard", row)))
            actions[at] = " ".join(words)
        case 3 if actions:
            settings = [number for number, text in enumerate(actions) if " set " in text]
            moved = rng.choice(settings) if settings and rng.random() < 0.7 else at
            actions.insert(rng.choice((0, moved - 1, rng.randrange(len(actions)))), actions.pop(moved))
        case 4 if seat in deal:
            dealt = [word for word in deal[seat].split(" ") if word != "|"]
            rng.shuffle(dealt)
            deal[seat] = " ".join([*dealt[:13], *rng.choice(([], [], ["|"])), *dealt[13:]])
        case 5 if len(deal) == len(match.seats):
            one, other = rng.sample(match.seats, 2)
            deal[one], deal[other] = deal[other], deal[one]
        case _:
            said = rng.choice(
                ("in", "surrender", "natural dragon", f"natural {rng.choice(_NATURALS)}", "natural", "set")
            )
            if rng.random() < 0.4:
                said = " ".join(["royalty", *rng.choices(("front", "middle", "back"), k=rng.randrange(4))])
            if rng.random() < 0.3:
                said = said.replace(" ", rng.choice((" 1: ", " 2: ", " 3: ")), 1)
            actions.insert(rng.choice((0, at, rng.randrange(len(actions) + 1))), f"{seat} {said}")
    return _with_hand(match, place, actions=actions, deal=deal)


def _swapped(match: Match, place: int, one: str, other: str) -> Match:
    """A match in which two cards have changed places in a whole hand: the play holds, another card was paid."""
    names = {one: other, other: one}

    def renamed(text: str) -> str:
        return " ".join(names.get(word, word) for word in text.split(" "))

    hand = match.hands[place]
    deal = {seat: renamed(cards) for seat, cards in hand.deal.items()} if isinstance(hand.deal, dict) else hand.deal
    return _with_hand(match, place, actions=[renamed(text) for text in hand.actions], deal=deal)


def _otherwise_recorded(match: Match, rng: Random) -> Match:
    """A match in which something is recorded that may be wrong."""
    place = rng.randrange(len(match.hands))
    hand = match.hands[place]
    match rng.randrange(4):
        case 0:
            setup = hand.setup if isinstance(hand.setup, Setup) else Setup()
            return _with_hand(match, place, setup=msgspec.structs.replace(setup, **_some(0.3, _stated, match, rng)))
        case 1:
            result = hand.result if isinstance(hand.result, HandResult) else HandResult()
            return _with_hand(match, place, result=msgspec.structs.replace(result, **_some(0.5, _written, match, rng)))
        case 2:
            totals = {seat: rng.choice((0, 1, 2, 3, 6, -1)) for seat in match.seats if rng.random() < 0.8}
            winner = rng.choice(([], list(match.seats[::2]), list(match.seats[1::2]), list(match.seats), ["?"]))
            stated = {"totals": totals, "winner": winner, "ended": rng.choice(("time", "time", "bell"))}
            result = {name: value for name, value in stated.items() if rng.random() < 0.4}
            return msgspec.structs.replace(match, result=MatchResult(**result))
        case _:
            days = ("2024-05-01", "2024-02-30", "2024-12-31", f"2024-{rng.randrange(1, 13):02}-31")
            moments = (*(f"{day}T19:30:00{zone}" for day in days for zone in ("Z", "+08:00")), "yesterday")
            return msgspec.structs.replace(match, match=MatchInfo(id="掼蛋", played_at=rng.choice(moments)))


def _finish(match: Match, rng: Random) -> list[Any]:
    seats = list(match.seats)
    rng.shuffle(seats)
    finish: list[Any] = seats[: rng.randrange(len(seats) + 1)]
    if len(finish) > 2 and rng.random() < 0.5:
        finish[-2:] = [finish[-2:]]
    return [[each] if isinstance(each, str) and rng.random() < 0.2 else each for each in finish]


def _levels(match: Match, rng: Random) -> dict[str, str]:
    return {seat: rng.choice(_RANKS) for seat in rng.sample(match.seats, rng.randrange(1, 3))}


def _some(share: float, facts: "Facts", match: Match, rng: Random) -> dict[str, Any]:
    return {name: value for name, value in facts(match, rng).items() if rng.random() < share}


def _stated(match: Match, rng: Random) -> dict[str, Any]:
    return {
        "totals": {seat: rng.choice((0, 0, 3, -2)) for seat in match.seats if rng.random() < 0.9},
        "first": rng.choice((*match.seats, "?")),
    } | LANES[match.game].stated(match, rng)


def _written(match: Match, rng: Random) -> dict[str, Any]:
    return {
        "finish": _finish(match, rng),
        "scores": {seat: rng.choice((0, 1, 2, 3, 1.0)) for seat in match.seats if rng.random() < 0.8},
    } | LANES[match.game].written(match, rng)


def _stated_of_teams(match: Match, rng: Random) -> dict[str, Any]:
    return {
        "level": rng.choice(_RANKS),
        "levels": _levels(match, rng),
        "previous": _finish(match, rng),
        "failures": {seat: rng.randrange(-1, 11) for seat in match.seats if rng.random() < 0.5},
    }


def _roles(match: Match, rng: Random, *names: str) -> dict[str, str]:
    return {rng.choice((*names, *names, "leader")): rng.choice((*match.seats, "?")) for _ in range(rng.randrange(3))}


def _written_of_declarer(match: Match, rng: Random) -> dict[str, Any]:
    return {"roles": _roles(match, rng, "declarer", "partner"), "exposed": rng.random() < 0.5}


def _written_of_emperor(match: Match, rng: Random) -> dict[str, Any]:
    return {"roles": _roles(match, rng, "emperor", "protector"), "factor": rng.choice((1, 1, 2, 2, 3, 4, 0, 17, 1.5))}


def _stated_of_emperor(match: Match, rng: Random) -> dict[str, Any]:
    previous: dict[str, Any] = {"finish": _finish(match, rng)} if rng.random() < 0.7 else {}
    return {"previous": previous | _roles(match, rng, "emperor", "protector")}


def _stated_of_pairs(match: Match, rng: Random) -> dict[str, Any]:
    seats = rng.sample(match.seats, rng.randrange(len(match.seats)))
    return {
        "dealer": rng.choice((*match.seats, "?")),
        "fantasyland": {seat: rng.choice((12, 13, 13, 14, 14, 14, 15, 16, 17, 18)) for seat in seats},
        "stakes": {pair: rng.choice((0, 1, 2, 100, 1_000_000, 1_000_001)) for pair in _pairs(match, rng)},
    }


def _pairs(match: Match, rng: Random) -> list[str]:
    every = ["-".join(rng.sample(match.seats, 2)) for _ in range(rng.randrange(4))]
    return [*every, *rng.choice(([], [], ["?-?"], [match.seats[0]], ["-"], ["E-E"], ["E-N-W"]))]


def _units(match: Match, rng: Random) -> dict[str, Any]:
    return {"units": {pair: rng.choice((0, 1, -1, 2, 6, 2.0, 10**8)) for pair in _pairs(match, rng)}}


Facts = Callable[[Match, Random], Mapping[str, Any]]


def _with_hand(match: Match, place: int, **changes: Any) -> Match:
    hands: list[Hand] = list(match.hands)
    hands[place] = msgspec.structs.replace(hands[place], **changes)
    return msgspec.structs.replace(match, hands=hands)


@dataclass(frozen=True)
class LaneGame:
    """What of a game is changed."""

    values: Mapping[str, tuple[Any, ...]]
    """By option, its values."""
    other_opening: Callable[[Match, Random], Match]
    """A match in which what happens before the play of a hand is changed."""
    stated: Facts
    """What may be said before a hand, besides totals and who is first."""
    written: Facts
    """What may be recorded of a hand, besides the finish and the scores."""
    often: tuple[tuple[str, dict[str, object]], ...] = ()
    """Rules, as presets and options that differ from them, under which every other match is played."""


LANES: Final[Mapping[str, LaneGame]] = {
    "guandan": LaneGame(
        GUANDAN_VALUES, _other_exchange, _stated_of_teams, lambda match, rng: {"levels": _levels(match, rng)}
    ),
    "big_a": LaneGame(BIG_A_VALUES, _other_drawing, lambda _match, _rng: {}, _written_of_declarer),
    "bao_huang": LaneGame(BAO_HUANG_VALUES, _other_roles, _stated_of_emperor, _written_of_emperor),
    "chinese_poker": LaneGame(POKER_VALUES | _TABLES, _other_boards, _stated_of_pairs, _units, _POKER_RULES),
}
"""The games that have a lane."""


def any_cases(count: int) -> Iterator[Case]:
    """So many cases of each game."""
    for game in LANES:
        yield from cases(game, count)
