"""Formats that lack much: what they hold is read, what they lack is said."""

import json
from collections.abc import Callable
from typing import Any, ClassVar

from made_messages import format_named

from engine.logs.record import LogRecord
from engine.record.match import Hand, HandResult, Match, MatchInfo, MatchResult, Setup, given_value
from engine.verdict.check import Checker
from tests.offenders import for_every

Read = Callable[[str], bytes]


def read(name: str, document: Any) -> LogRecord:
    (record,) = format_named(name).read(json.dumps(document).encode(), "it")
    return record


def match_of(record: LogRecord) -> Match:
    assert record.match is not None, record.findings[0].message
    return record.match


def said(record: LogRecord, code: str) -> list[str]:
    return [finding.message for finding in record.findings if finding.code.id == code]


def refusal(name: str, document: Any) -> str:
    record = read(name, document)
    assert record.match is None
    return record.findings[0].message


class TestMobileGdConverted:
    converted: ClassVar[dict[str, Any]] = {
        "player_id": 0,
        "initial_hand": ["D9", "R", "CT"],
        "all_players_hands": {"0": [], "1": []},
        "game_info": {
            "curRank": "2",
            "game_result": "loss",
            "rank": 3,
            "rank_name": "三游",
            "all_ranks": {"1": 3, "2": 1},
        },
        "actions": [
            {"cur_pos": 0, "cur_action": "['Discard', 'Discard', ['C4', 'DA']]"},
            {"cur_pos": 0, "cur_action": "['Discard', 'Discard', ['R', 'DA']]"},
        ],
        "_conversion_meta": {},
    }

    def test_a_record(self) -> None:
        record = read("mobilegd-converted", self.converted)
        assert match_of(record).hands == [
            Hand(
                setup=Setup(level="2"),
                deal={"P0": "9d RJ Tc"},
                actions=["P0 play 4c", "P0 play RJ"],
                result=HandResult(finish=["P3", "P1", "P0"]),
            )
        ]
        assert "all_ranks is read as the seat that took each place" in said(record, "read-as")
        assert any(message.startswith("R is read as RJ") for message in said(record, "read-as"))
        assert any(message.startswith("the last card of a play") for message in said(record, "read-as"))
        missing = said(record, "not-recorded")
        assert any("the passes, and the plays of the other seats" in message for message in missing)
        assert any("dealt to P1, P2, P3" in message for message in missing)
        assert said(record, "unknown-field") == []

    def test_a_play_without_the_mark_keeps_its_last_card(self) -> None:
        act = {"cur_pos": 0, "cur_action": "['Discard', 'Discard', ['C4', 'S4']]"}
        record = read("mobilegd-converted", self.converted | {"actions": [act]})
        assert match_of(record).hands[0].actions == ["P0 play 4c 4s"]
        assert [finding.variant for finding in record.findings].count("kept") == 1

    def test_a_place_that_contradicts_the_others(self) -> None:
        info = {"rank": 2, "all_ranks": {"1": 3, "2": 1}, "luck": 1}
        record = read("mobilegd-converted", self.converted | {"game_info": info})
        assert given_value(match_of(record).hands[0].result) == HandResult(finish=["P3", "P1"])
        assert any(finding.variant == "kept" for finding in record.findings)
        assert any("game_info.luck" in message for message in said(record, "unknown-field"))
        assert any("the level of the hand" in message for message in said(record, "not-recorded"))

    @for_every(
        ("change", "reason"),
        [
            ({"initial_hand": ["B"]}, "initial_hand[0]: B is not a card"),
            ({"actions": [{"cur_pos": 0, "cur_action": "PASS"}]}, "PASS is not a play"),
            ({"actions": [{"cur_pos": 0, "cur_action": "['Discard', 'Discard', ['DA']]"}]}, "has no card"),
            ({"actions": [{"cur_pos": 0, "cur_action": "['Discard', 'Discard', [open('x')]]"}]}, "is not a play"),
            ({"actions": [{"cur_pos": 5, "cur_action": ""}]}, "actions[0].cur_pos"),
            ({"game_info": {"all_ranks": {"5": 1}}}, "5 is not a place"),
            ({"game_info": None}, "game_info"),
            ({"player_id": "0"}, "player_id"),
        ],
    )
    def test_what_does_not_fit(self, change: dict[str, Any], reason: str) -> None:
        assert reason in refusal("mobilegd-converted", self.converted | change)

    def test_the_peers_file(self, peer: Read) -> None:
        (record,) = format_named("mobilegd-converted").read(peer("others/mobilegd-converted.json"), "it")
        hand = match_of(record).hands[0]
        assert len(given_value(hand.deal)["P0"].split()) == 26
        assert hand.actions[3] == "P0 play Tc 9c 8c 7s 6d"
        assert hand.actions[-1] == "P0 play RJ"
        assert "hand-size" in {finding.code.id for finding in Checker().check(record).findings}


def card(text: str) -> dict[str, Any]:
    joker = text in ("SJ", "BJ")
    return {"rank": text if joker else text[:-1], "suit": "JOKER" if joker else text[-1], "deckIndex": 0, "label": "x"}


def turn(number: int, seat: int, kind: str = "Pass", rank: str | None = None, cards: str = "") -> dict[str, Any]:
    done = {"type": kind, "mainRank": rank, "length": 0, "cards": [card(text) for text in cards.split()]}
    return {"turnNumber": number, "seat": seat, "label": {"play": done}}


class TestCanonicalReplays:
    replay: ClassVar[dict[str, Any]] = {
        "schemaVersion": 1,
        "gameId": "g",
        "levelRank": "2",
        "startedAt": "2026-06-12T05:57:03.693Z",
        "initialHands": [{"seat": 0, "playerName": "Ann", "cards": [card("10C"), card("BJ"), card("SJ")]}],
        "actions": [
            turn(0, 0, "StraightFlush", "A", "10D 2H QD KD AD"),
            turn(1, 1, "ConsecutivePairs", "3", "AS AC 2S 2H 3S 3C"),
            turn(2, 2),
            turn(3, 3, "Pair", "SJ", "SJ SJ"),
        ],
    }

    def test_a_record(self) -> None:
        record = read("canonical-replays", self.replay)
        match = match_of(record)
        assert match.match == MatchInfo(id="g", played_at="2026-06-12T05:57:03.693Z")
        assert match.seats == ("P0", "P1", "P2", "P3")
        assert match.players[0].name == "Ann"
        assert match.hands == [
            Hand(
                setup=Setup(level="2"),
                deal={"P0": "Tc RJ BJ"},
                actions=["P0 play Td 2h=Jd Qd Kd Ad", "P1 play As Ac 2s 2h=2 3s 3c", "P2 pass", "P3 play BJ BJ"],
            )
        ]
        assert "BJ is read as RJ (the big joker)" in said(record, "read-as")
        assert any("dealt to P1, P2, P3" in message for message in said(record, "not-recorded"))
        assert not [finding for finding in record.findings if finding.variant == "kept"]

    def test_the_way_round_is_told_from_the_actions(self) -> None:
        down = [turn(number, -number % 4) for number in range(8)]
        assert match_of(read("canonical-replays", self.replay | {"actions": down})).seats == ("P0", "P3", "P2", "P1")
        for actions in (down[:4], [*down, turn(8, 1)], [turn(number, number % 4) for number in range(8)]):
            assert match_of(read("canonical-replays", self.replay | {"actions": actions})).seats == (
                "P0",
                "P1",
                "P2",
                "P3",
            )

    def test_contradictions_are_kept_and_pointed_out(self) -> None:
        odd = [
            turn(0, 0, "Straight", "6", "3S 4S 5S 6S 8D"),
            turn(1, 1, "Whirl", "6", "3S"),
            turn(3, 2) | {"levelRank": "9"},
        ]
        record = read("canonical-replays", self.replay | {"actions": odd, "finishedPlayers": [3]})
        hand = match_of(record).hands[0]
        assert hand.actions[:2] == ["P0 play 3s 4s 5s 6s 8d", "P1 play 3s"]
        assert hand.result == HandResult(finish=["P3"])
        kept = [(finding.hand, finding.action) for finding in record.findings if finding.variant == "kept"]
        assert sorted(kept, key=str) == [(0, 0), (0, 1), (None, None)]
        assert any("turns whose numbers are missing" in message for message in said(record, "not-recorded"))

    @for_every(
        ("change", "reason"),
        [
            ({"schemaVersion": 2}, "version 2 is not supported"),
            ({"levelRank": "1"}, "1 is not a level"),
            ({"initialHands": [{"seat": 0, "cards": [card("1C")]}]}, "1C is not a card"),
            ({"initialHands": [{"seat": 9, "cards": []}]}, "initialHands[0].seat"),
            ({"actions": [{}]}, "actions[0]"),
            ({"actions": [turn(0, 0, "Single", "3", "")]}, "a play without cards"),
            ({"actions": [turn(0, 0, "Single", "3", "3X")]}, "3X is not a card"),
            ({"finishedPlayers": [1, 1]}, "a seat appears twice"),
        ],
    )
    def test_what_does_not_fit(self, change: dict[str, Any], reason: str) -> None:
        assert reason in refusal("canonical-replays", self.replay | change)

    def test_the_peers_file_is_legal_as_far_as_it_goes(self, peer: Read) -> None:
        (record,) = format_named("canonical-replays").read(peer("others/canonical-replays.jsonl").strip(), "it")
        hand = match_of(record).hands[0]
        assert len(hand.actions) == 36
        assert hand.actions[11] == "P1 play Td Qd Kd Ad 2h=Jd"
        assert str(Checker().check(record).verdict) == "incomplete"


class TestArenaGames:
    game: ClassVar[dict[str, Any]] = {
        "id": "g1",
        "room_id": "r1",
        "winner": "B",
        "started_at": 1773920872370,
        "seats": [{"seat": 1, "team": "B", "agent_id": "a1"}],
        "rounds": [
            {
                "trump_rank": "2",
                "finish_order": "[]",
                "plays": [
                    {
                        "seat": 0,
                        "combo_type": "SINGLE",
                        "cards": [{"suit": "C", "rank": "10"}],
                        "timestamp": 1773920872401,
                    },
                    {
                        "seat": 1,
                        "combo_type": "SINGLE",
                        "cards": [{"suit": "JOKER", "rank": "BIG"}],
                        "timestamp": 1773920873923,
                    },
                    {"seat": 2, "combo_type": "PASS", "cards": [], "timestamp": None},
                ],
            }
        ],
    }

    def records(self, *games: Any) -> list[LogRecord]:
        return format_named("arena-games").read(json.dumps(games).encode(), "it")

    def refusal(self, **change: Any) -> str:
        (record,) = self.records(self.game | change)
        assert record.match is None
        return record.findings[0].message

    def test_a_record(self) -> None:
        (record,) = self.records(self.game)
        match = match_of(record)
        assert record.match_id == "g1"
        assert record.source == "it#1"
        assert match.match == MatchInfo(id="g1", played_at="2026-03-19T11:47:52.370+00:00", table="r1")
        assert [given_value(player.id) for player in match.players] == [None, "a1", None, None]
        assert match.hands == [
            Hand(setup=Setup(level="2"), actions=["P0 play Tc @0.000", "P1 play RJ @1.522", "P2 pass"])
        ]
        assert match.result == MatchResult(winner=["P1", "P3"])
        assert "arena does not record the cards dealt" in said(record, "not-recorded")
        assert "timestamp is read as the seconds since the first of the hand" in said(record, "read-as")

    def test_a_finish_is_a_text_that_holds_an_array(self) -> None:
        (record,) = self.records(self.game | {"rounds": [{"plays": [], "finish_order": "[2,0,1,3]"}]})
        assert given_value(match_of(record).hands[0].result) == HandResult(finish=["P2", "P0", "P1", "P3"])
        assert any("the level of the hand" in message for message in said(record, "not-recorded"))

    def test_teams_that_are_not_two_seats_apart_are_pointed_out(self) -> None:
        (record,) = self.records(self.game | {"seats": [{"seat": 1, "team": "A"}]})
        assert any(finding.variant == "kept" for finding in record.findings)

    def test_a_bad_game_does_not_spoil_the_others(self) -> None:
        first, second, third = self.records(self.game, {"id": 3}, self.game)
        assert first.match == third.match is not None
        assert second.match is None
        assert [record.raw for record in (first, third)] == [json.dumps(self.game).encode()] * 2

    @for_every(
        ("change", "reason"),
        [
            ({"winner": "C"}, "C is not a team"),
            ({"rounds": [3]}, "rounds[0]"),
            ({"rounds": [{"plays": [3]}]}, "rounds[0].plays[0]"),
            ({"rounds": [{"plays": [], "finish_order": "[4]"}]}, "rounds[0].finish_order"),
            ({"rounds": [{"plays": [], "finish_order": "[0,0]"}]}, "a seat appears twice"),
            ({"rounds": [{"plays": [], "finish_order": "no"}]}, "no is not an order of finish"),
            ({"rounds": [{"plays": [{"seat": 0, "combo_type": "PAIR", "cards": []}]}]}, "a play without cards"),
            ({"rounds": [{"plays": [], "trump_rank": "X"}]}, "X is not a level"),
        ],
    )
    def test_what_does_not_fit(self, change: dict[str, Any], reason: str) -> None:
        assert reason in self.refusal(**change)

    @for_every("depth", [20, 300, 450, 490, 2_000])
    def test_a_record_nested_in_itself(self, depth: int) -> None:
        raw = b'[{"rounds":' * depth + b"[]" + b"}]" * depth
        (record,) = format_named("arena-games").read(raw, "it")
        assert record.match is None
        assert record.findings[0].variant == "bound"

    def test_the_peers_file(self, peer: Read) -> None:
        records = format_named("arena-games").read(peer("others/arena-games.json"), "it")
        assert [len(match_of(record).hands[0].actions) for record in records] == [58, 73, 70, 54, 16, 16]
        assert [given_value(match_of(record).result).winner[0] for record in records] == [
            "P1",
            "P0",
            "P1",
            "P1",
            "P1",
            "P1",
        ]
        assert {str(Checker().check(record).verdict) for record in records} == {"incomplete"}
