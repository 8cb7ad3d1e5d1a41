"""Writing of `fupan/1`."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_logs import TABLES, a_match, compact, read, refusal, table_of, with_hand

from engine.cards.packed import CARD_TEXTS, SPELLINGS
from engine.logs.fupan.reading import read_match
from engine.logs.fupan.writing import write_match, write_record
from engine.record.match import Hand, Match, Player
from tests.offenders import for_every


def rewritten(value: Any) -> Any:
    return json.loads(write_record(read(value), games=TABLES))


def action_written(action: str) -> str:
    return str(rewritten(with_hand(actions=[action]))["hands"][1]["actions"][0])


@for_every(
    "log",
    [
        a_match(),
        table_of("guandan", 4),
        with_hand(setup={}, deal={}, result={}),
        a_match(rules={}, match={}, result={}),
        a_match(match={"note": 'é東😀 \\ "\n\u0000'}),
        table_of("open_face", 3, setup={"stakes": {"P1-P2": 5}}, result={"units": {"P1-P2": 2.5}}),
    ],
)
def test_what_was_written_is_written_again(log: Any) -> None:
    record = read(log)
    raw = write_record(record, games=TABLES)
    assert json.loads(raw) == log
    assert read(raw).match == record.match
    assert b"\n" not in raw


def test_fields_stand_in_the_order_of_the_format() -> None:
    log = a_match()
    backwards = {name: log[name] for name in reversed(log)}
    backwards["hands"] = [{name: hand[name] for name in reversed(hand)} for hand in log["hands"]]
    written = rewritten(backwards)
    assert list(written) == ["format", "game", "rules", "match", "players", "hands", "result"]
    assert list(written["hands"][0]) == ["setup", "deal", "actions", "result"]
    assert list(written["match"]) == ["id", "played_at", "event", "table", "note"]


def test_it_is_utf8_without_white_space() -> None:
    assert write_record(read(compact(a_match()))) == compact(a_match())
    assert "東".encode() in write_record(read(a_match(match={"note": "東"})))


def test_the_indented_form_says_the_same() -> None:
    record = read(a_match())
    indented = write_record(record, indented=True)
    assert indented.count(b"\n") > 30
    assert read(indented).match == record.match
    assert json.loads(indented) == json.loads(write_record(record))


def test_a_match_that_was_never_a_log() -> None:
    match = Match(game="guandan", players=[Player(seat) for seat in "ENWS"], hands=[Hand(actions=["E pass"])])
    record = read_match(write_match(match), "made")
    assert record.match == match
    assert record.findings == ()


def test_unknown_fields_go_back_to_where_they_were() -> None:
    log = a_match(weather={"wind": [1, {"a": None}]})
    log["players"][1]["nick"] = "Z"
    log["match"]["city"] = "Hefei"
    log["rules"]["options"]["luck"] = {"x": 1}
    log["hands"][0]["setup"]["dealer"] = "E"
    log["hands"][1]["setup"] = {"mood": 1}
    log["hands"][0]["result"]["roles"] = {"emperor": 7}
    log["result"]["prize"] = ["tea"]
    assert rewritten(log) == log
    with_previous = table_of("bao_huang", 5, setup={"previous": {"finish": ["P1"], "mood": 1}})
    assert rewritten(with_previous) == with_previous


def test_a_refusal_is_not_written() -> None:
    refusal(b"{")
    with pytest.raises(ValueError, match=r"log\.json could not be read"):
        write_record(read(b"{"))


@for_every(
    ("action", "written"),
    [
        ("E play 10H tS rj bJ", "E play Th Ts RJ BJ"),
        ("E play RJ* bj* 7 10 ??", "E play RJ* BJ* 7 T ??"),
        ("E play 2H=9S 2h=10 2h=q", "E play 2h=9s 2h=T 2h=Q"),
        ("E play 2H=zz zz=2H", "E play 2h=zz zz=2H"),
        ("E tribute 10H > e", "E tribute Th > e"),
        ("E tribute 10H >10H", "E tribute Th >10H"),
        ("E return 10h > 10 @10", "E return Th > 10 @10"),
        ("E set AH KD / qs / 10c", "E set Ah Kd / Qs / Tc"),
        ("E set 1: AH KD", "E set 1: Ah Kd"),
        ("E place AH:back kd:front 2c:discard", "E place Ah:back Kd:front 2c:discard"),
        ("E expose AH ^10 @10.5", "E expose Ah ^10 @10.5"),
        ("E play AH # AH 10h", "E play Ah # AH 10h"),
        ("E play AH# AH", "E play Ah# AH"),
        ("E  play   AH  kd ", "E  play   Ah  Kd "),
        ("10 play 10", "10 play T"),
        ("E report 10", "E report 10"),
        ("E declare 10h", "E declare 10h"),
        ("E PLAY 10h", "E PLAY 10h"),
        ("E play", "E play"),
        ("E", "E"),
        ("", ""),
        ("# AH", "# AH"),
        ("E play xx 1h 100h 11", "E play xx 1h 100h 11"),
    ],
)
def test_cards_of_an_action_in_the_forms_that_are_written(action: str, written: str) -> None:
    assert action_written(action) == written
    assert action_written(written) == written


def test_cards_of_a_deal_in_the_forms_that_are_written() -> None:
    log = with_hand(deal={"E": "2H  10s rJ | ?? ZZ", "10": "10"})
    assert rewritten(log)["hands"][1]["deal"] == {"E": "2h  Ts RJ | ?? ZZ", "10": "T"}


@given(st.lists(st.sampled_from(sorted(SPELLINGS)), min_size=1))
def test_every_spelling_of_a_card(spellings: list[str]) -> None:
    written = action_written("E play " + " ".join(spellings))
    assert written == "E play " + " ".join(CARD_TEXTS[SPELLINGS[spelling]] for spelling in spellings)


@given(st.text(st.sampled_from("E play23hHTt10=>:@^#/|?RrJj* "), max_size=30))
def test_writing_again_changes_nothing(action: str) -> None:
    assert action_written(action_written(action)) == action_written(action)


def test_logs_of_other_programs_are_written_as_they_were(shared: Path) -> None:
    with gzip.open(shared / "conformance" / "guandan" / "njupt.log.jsonl.gz") as lines:
        for line in lines:
            record = read_match(line, "njupt")
            raw = write_record(record)
            assert json.loads(raw) == json.loads(line)
            assert read_match(raw, "again").match == record.match
