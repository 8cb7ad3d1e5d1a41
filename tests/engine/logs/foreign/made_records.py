"""Writers of the records of other platforms, for matches in `fupan/1` that these could have played."""

import json
import pickle
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from made_botzone import exchanges, judge_log
from msgspec.structs import replace

from engine.cards.packed import RANKS, parse_rank
from engine.games.guandan.combinations import (
    BLACK_STRENGTH,
    JOKER_BOMB,
    LEVEL_STRENGTH,
    RED_STRENGTH,
    GuandanCombinationRules,
    kind_of,
)
from engine.games.guandan.reader import GuandanReader
from engine.logs import write_match
from engine.logs.foreign.guandan.wilds import lowest_of, play_texts
from engine.logs.fupan.reading import read_match
from engine.record.match import Hand, HandResult, Match, MatchInfo, given_value
from engine.verdict.check import Checker
from tests.platform_messages import as_messages

SEATS: Final = ("P0", "P1", "P2", "P3")
KINDS: Final = {
    "single": "Single",
    "pair": "Pair",
    "triple": "Triple",
    "full_house": "TripleWithPair",
    "straight": "Straight",
    "straight_flush": "StraightFlush",
    "tube": "ConsecutivePairs",
    "plate": "ConsecutiveTriples",
    "bomb": "Bomb",
    "joker_bomb": "JokerBomb",
}
ROWS: Final = {"front": "top", "middle": "middle", "back": "bottom"}


def level_of(hand: Hand) -> str:
    """The level of a hand, as its setup has it."""
    setup = given_value(hand.setup)
    assert setup is not None
    level = given_value(setup.level)
    assert level is not None
    return level


def njupt(match: Match) -> bytes:
    """An object with the messages."""
    return as_messages(match)


def njupt_messages(match: Match) -> bytes:
    """The messages alone, one on each line."""
    return b"\n".join(json.dumps(each).encode() for each in json.loads(as_messages(match))["messages"])


def njupt_client(match: Match) -> bytes:
    """The notes of P0 on a hand, every other action as Python text, with all four hands."""
    messages = json.loads(as_messages(match))["messages"]
    begun = [each for each in messages if each["stage"] == "beginning"][:4]
    plays = [each for each in messages if each["stage"] == "play"]
    (over,) = [each for each in messages if each["stage"] == "episodeOver"]
    info = match.match
    assert isinstance(info, MatchInfo)
    actions = [
        {"cur_pos": each["curPos"], "cur_action": str(each["curAction"]) if at % 2 else each["curAction"]}
        for at, each in enumerate(plays)
    ]
    ranks = {name: begun[0][name] for name in ("curRank", "selfRank", "oppoRank")}
    hands = {str(each["myPos"]): each["handCards"] for each in begun}
    record = {"game_id": info.id, "start_time": info.played_at, "player_id": 0, "initial_hand": hands["0"]}
    record |= {"player_name": given_value(match.players[0].name), "all_players_hands": hands, "game_info": ranks}
    return json.dumps(record | {"actions": actions, "result": {"order": over["order"]}}).encode()


def njupt_archive(match: Match) -> bytes:
    """The events, each pickled; what hands come to is what the engine says."""
    outcome = Checker("njupt").check(read_match(write_match(match), "made up")).replay
    assert outcome is not None
    events: list[Any] = []
    levels: Any = dict.fromkeys(SEATS[:2], "2")
    for hand, result in zip(match.hands, outcome.hands, strict=True):
        assert isinstance(result.levels, dict)
        events.append(("R", -1, _number(level_of(hand))))
        events += [("R", team, _number(levels[seat])) for team, seat in enumerate(SEATS[:2])]
        deal = given_value(hand.deal) or {}
        events += [("I", seat, _numbers(deal[name].split())) for seat, name in enumerate(SEATS)]
        events += [_archived(action) for action in hand.actions if not action.endswith(" resist")]
        levels, points = result.levels, [(result.scores or {}).get(seat) or 0 for seat in SEATS]
        team = int(points[1] > points[0])
        after = [_number(levels[seat]) for seat in SEATS[:2]]
        events += [("C",), ("V", ("AB"[team], 1, points[team], after[team], *after)), ("F", points)]
    return b"".join(pickle.dumps(event, 3) for event in events)


def _archived(action: str) -> Any:
    seat, verb, *words = action.split()
    number = SEATS.index(seat)
    if verb in ("tribute", "return"):
        return {"tribute": "T", "return": "B"}[verb], number, SEATS.index(words[2]), *_numbers(words[:1])
    return "P", number, _numbers(_bare(words)) if verb == "play" else 1


def _number(rank: str) -> int:
    return RANKS.index(rank) + 2


def _numbers(cards: Iterable[str]) -> list[int]:
    jokers = {"BJ": 54, "RJ": 55}
    return [jokers.get(card) or 13 * "shcd".index(card[1]) + _number(card[0]) for card in cards]


def botzone(match: Match) -> bytes:
    """The log of the judge, to which each wild card was said to be something."""
    (hand,) = match.hands
    book = GuandanReader(SEATS, GuandanCombinationRules(parse_rank(level_of(hand)), joker_pair_in_full_house=True))
    said = replace(match, hands=[replace(hand, actions=[_claiming(book, each) for each in hand.actions])])
    return json.dumps(judge_log(exchanges(said, named=True, places=True))).encode()


def _claiming(book: GuandanReader, action: str) -> str:
    """A play with what each of its wild cards stands for."""
    seat, verb, *words = action.split()
    if verb != "play":
        return action
    play = book.play(action)
    assert play.form is not None
    assert book.level is not None
    kind, strength = kind_of(play.form), play.form & 0xFF
    rank = {LEVEL_STRENGTH: book.level}.get(strength, strength)
    spoken_words = (
        play_texts(kind.name, lowest_of(kind.name, rank), play.cards, book.level) if rank < len(RANKS) else None
    )
    return f"{seat} play {' '.join(spoken_words or words)}"


def _worded(card: str, jokers: tuple[str, str]) -> str:
    """``10H`` for ``Th``."""
    return {"BJ": jokers[0], "RJ": jokers[1]}.get(card) or card[0].replace("T", "10") + card[1].upper()


def _bare(words: Iterable[str]) -> list[str]:
    """The cards of a play without what wild cards are played as."""
    return [word.partition("=")[0] for word in words]


def guandan_world(match: Match) -> bytes:
    """The printed log."""
    lines = ["Event: Match Started"]
    for hand in match.hands:
        setup, result = given_value(hand.setup), given_value(hand.result)
        assert setup is not None
        lines += ["Event: Deal Started", f"当前Deal Level: {_rank(level_of(hand))}"]
        for team, level in enumerate((given_value(setup.levels) or {}).values()):
            lines.append(f"队伍{team} Level: {_rank(level)} (玩家 {team},{team + 2})")
        lines.append("=== 发牌完成，玩家手牌 ===")
        for seat, cards in (given_value(hand.deal) or {}).items():
            lines.append(f"Player {seat[1]} ({len(cards.split())} cards): [{_cards(cards.split())}]")
        lines.append("===========================")
        lines += map(_event, hand.actions)
        if isinstance(result, HandResult) and isinstance(result.finish, list):
            order = " ".join(re.findall(r"P([0-3])", str(result.finish)))
            lines.append(f"Event: Deal Ended, Rankings: [{order}], Victory Type: x")
    return "\n".join([*lines, ""]).encode()


def _rank(level: str) -> str:
    return level.replace("T", "10")


def _cards(words: Iterable[str]) -> str:
    return ",".join(_worded(card, ("SJ", "BJ")) for card in _bare(words))


def _event(action: str) -> str:
    seat, verb, *words = action.split()
    number = seat[1]
    if verb == "pass":
        return f"Event: Player {number} passed"
    if verb == "play":
        return f"Event: Player {number} played {len(words)} cards: [{_cards(words)}]"
    if verb == "resist":
        return f"上贡规则：x：Player{number}上贡给x\n  Player {number}: 2张大王\n结果：触发抗贡"
    done = "上" if verb == "tribute" else "还"
    return f"Player {number} {done}贡给 Player {words[2][1]}：{_cards(words[:1])}"


def arena_games(match: Match) -> bytes:
    """An array of one game."""
    info = match.match
    assert isinstance(info, MatchInfo)
    rounds = []
    for number, hand in enumerate(match.hands):
        result = given_value(hand.result)
        finish = result.finish if isinstance(result, HandResult) and isinstance(result.finish, list) else []
        plays = [each.split() for each in hand.actions]
        rounds.append(
            {
                "round_number": number + 1,
                "trump_rank": _rank(level_of(hand)),
                "finish_order": json.dumps([SEATS.index(str(seat)) for seat in finish]),
                "plays": [
                    {
                        "seat": SEATS.index(seat),
                        "combo_type": "PASS" if verb == "pass" else "OTHER",
                        "cards": [_card(card, "SMALL", "BIG") for card in _bare(words)],
                    }
                    for seat, verb, *words in plays
                    if verb in ("play", "pass")
                ],
            }
        )
    seats = [
        {"seat": at, "team": "AB"[at % 2], "agent_id": given_value(each.id)} for at, each in enumerate(match.players)
    ]
    game = {"id": info.id, "room_id": info.table, "rounds": rounds, "team_a_level": "2", "team_b_level": "2"}
    return json.dumps([game | {"seats": seats}]).encode()


def _card(card: str, small: str, big: str) -> dict[str, str]:
    if card in ("BJ", "RJ"):
        return {"rank": small if card == "BJ" else big, "suit": "JOKER"}
    return {"rank": card[0].replace("T", "10"), "suit": card[1].upper()}


def canonical_replays(match: Match) -> bytes:
    """The record of a hand."""
    info, (hand,) = match.match, match.hands
    assert isinstance(info, MatchInfo)
    level = level_of(hand)
    book = GuandanReader(SEATS, GuandanCombinationRules(parse_rank(level), joker_pair_in_full_house=True))
    deal = given_value(hand.deal) or {}
    return json.dumps(
        {
            "schemaVersion": 1,
            "gameId": info.id,
            "levelRank": _rank(level),
            "startedAt": info.played_at,
            "initialHands": [
                {
                    "seat": at,
                    "playerName": given_value(each.name),
                    "cards": [_card(card, "SJ", "BJ") for card in deal[each.seat].split()],
                }
                for at, each in enumerate(match.players)
            ],
            "actions": [
                {"turnNumber": at, "seat": SEATS.index(action[:2]), "label": {"play": _labelled(book, action)}}
                for at, action in enumerate(hand.actions)
            ],
        }
    ).encode()


def guandan_coach(match: Match) -> bytes:
    """The export of a hand."""
    info, (hand,) = match.match, match.hands
    assert isinstance(info, MatchInfo)
    moment = datetime.fromisoformat(str(info.played_at))
    deal, level = given_value(hand.deal) or {}, level_of(hand)
    acts: list[Any] = []
    for action in hand.actions:
        seat, verb, *words = action.split()
        cards = [_card(card, "SJ", "BJ") for card in _bare(words)]
        act = {"seat": SEATS.index(seat), "action": verb, "timestamp": 1_700_000_000_000}
        acts.append(act | ({"cards": cards, "combo": {"length": len(cards), "cards": cards}} if cards else {}))
    result = given_value(hand.result)
    finish = result.finish if isinstance(result, HandResult) and isinstance(result.finish, list) else []
    record = {"version": "1.0", "timestamp": round(moment.timestamp() * 1000), "mode": "4p", "title": info.note}
    record |= {"levelRank": _rank(level), "teamLevels": [RANKS.index(level) + 2] * 2, "history": acts}
    record["initialHands"] = [[_card(card, "SJ", "BJ") for card in deal[seat].split()] for seat in SEATS]
    record["finishedOrder"] = [SEATS.index(seat) for seat in re.findall("P[0-3]", str(finish))]
    return json.dumps(record).encode()


def _labelled(book: GuandanReader, action: str) -> dict[str, Any]:
    _seat, verb, *words = action.split()
    if verb == "pass":
        return {"type": "Pass", "cards": []}
    play = book.play(action)
    assert play.form is not None
    assert book.level is not None
    kind, strength = kind_of(play.form), play.form & 0xFF
    rank = {BLACK_STRENGTH: "SJ", RED_STRENGTH: "BJ", LEVEL_STRENGTH: RANKS[book.level]}.get(strength)
    cards = [_card(card, "SJ", "BJ") for card in _bare(words)]
    main = "BJ" if kind is JOKER_BOMB else rank or RANKS[strength]
    return {"type": KINDS[kind.name], "cards": cards, "mainRank": main}


def mobilegd_converted(match: Match) -> bytes:
    """What one seat played."""
    (hand,) = match.hands
    deal = given_value(hand.deal) or {}
    acts = []
    for action in hand.actions:
        seat, verb, *words = action.split()
        if seat == "P1" and verb == "play":
            tokens = ", ".join(f"'{card}'" for card in [*map(_suit_first, _bare(words)), "D2"])
            acts.append({"cur_pos": 1, "cur_action": f"['Discard', 'Discard', [{tokens}]]"})
    record = {
        "player_id": 1,
        "initial_hand": [_suit_first(card) for card in deal["P1"].split()],
        "all_players_hands": {},
        "game_info": {"curRank": _rank(level_of(hand))},
        "actions": acts,
    }
    return json.dumps(record).encode()


def _suit_first(card: str) -> str:
    return "R" if card == "RJ" else card[1].upper() + card[0]


def placed(actions: Sequence[str], seat: str) -> dict[str, list[str]]:
    """By row, the cards that a seat has placed."""
    rows: dict[str, list[str]] = {row: [] for row in ROWS}
    for action in actions:
        name, _verb, *words = action.split()
        for word in words if name == seat else ():
            card, _, row = word.partition(":")
            if row in rows:
                rows[row].append(card)
    return rows


def pineapple_boards(match: Match) -> bytes:
    """The finished boards of a hand."""
    (hand,) = match.hands
    boards = []
    for seat in match.seats:
        rows = placed(hand.actions, seat)
        boards.append({ROWS[row]: cards for row, cards in rows.items()})
    result = given_value(hand.result)
    assert isinstance(result, HandResult)
    scores = given_value(result.scores) or {}
    return json.dumps({"boards": boards, "raw_score": [scores[seat] for seat in match.seats]}).encode()


def poker_arena(match: Match) -> bytes:
    """The events of each hand."""
    lines: list[dict[str, Any]] = []
    for number, hand in enumerate(match.hands, 1):
        lines.append({"hand": number, "seats": [given_value(each.name) for each in match.players]})
        events: list[dict[str, Any]] = []
        for action in hand.actions:
            name, _verb, *words = action.split()
            seat = match.seats.index(name)
            pairs = [word.split(":") for word in words]
            events.append({"event": "deal", "seat": seat, "cards": [card for card, _ in pairs]})
            places = [{"card": card, "row": ROWS[row]} for card, row in pairs if row in ROWS]
            gone = [card for card, row in pairs if row not in ROWS]
            events.append({"event": "place", "seat": seat, "placements": places, "discarded": gone})
        result = given_value(hand.result)
        assert isinstance(result, HandResult)
        for seat_name, points in (given_value(result.scores) or {}).items():
            events.append({"event": "score", "seat": match.seats.index(seat_name), "points": points})
        lines += [{"hand": number, "ev": event} for event in events]
    return b"\n".join(json.dumps(line).encode() for line in lines)
