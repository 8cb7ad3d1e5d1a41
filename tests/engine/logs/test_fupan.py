"""Reading of one match: what is read, what is said of it, what is refused."""

import json
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from made_logs import a_match, compact, read, refusal, table_of, with_hand

from engine.games import GAMES
from engine.logs.fupan.reading import UNKNOWN_PATHS, is_fupan, read_match, unknown_fields
from engine.record import bounds
from engine.record.match import UNSET, Hand, HandResult, Match, MatchInfo, MatchResult, Player, RulesClaim, Setup
from tests.offenders import for_every
from tests.profiles import tried


def test_the_example_of_the_format() -> None:
    raw = compact(a_match())
    record = read_match(raw, "table7.json")
    assert record.findings == ()
    assert (record.source, record.raw, record.format) == ("table7.json", raw, "fupan")
    assert (record.game, record.match_id) == ("guandan", "hf-2024-051")
    assert record.match == Match(
        game="guandan",
        rules=RulesClaim("tournament", {"a_failures": 3}),
        match=MatchInfo("hf-2024-051", "2024-05-01T19:30:00+08:00", "Spring Cup", "7", "free text"),
        players=[
            Player("E", "Li Wei", "liwei"),
            Player("N", "Zhao Min"),
            Player("W", "Sun Yue"),
            Player("S", "Qian Lu"),
        ],
        hands=[
            Hand(
                setup=Setup(level="2", levels={"E": "2", "N": "2"}, previous=["E", "W", ["N", "S"]]),
                deal={"E": "2h 3s 3s 4d", "N": "5c ??"},
                actions=["E play 3s 3s", "N pass", "W play 5c 5d @8.2", "S pass # thinks"],
                result=HandResult(finish=["E", "W"], scores={"E": 3, "W": 3}),
            ),
            Hand(actions=[]),
        ],
        result=MatchResult(totals={"E": 3}, winner=["E", "W"]),
    )
    assert type(record.match) is Match


def test_only_what_is_required() -> None:
    record = read(table_of("guandan", 4))
    assert record.match is not None
    assert record.findings == ()
    assert record.match_id is None
    assert (record.match.rules, record.match.match, record.match.result) == (UNSET, UNSET, UNSET)


def test_what_the_game_judges_is_not_checked_here() -> None:
    hand = {
        "setup": {"level": "99", "first": "nobody"},
        "deal": {"Q": "zz 7x"},
        "actions": ["", "X fly 3", "E play zz"],
        "result": {"finish": ["nobody"]},
    }
    record = read(with_hand(**hand))
    assert record.findings == ()
    assert record.match is not None
    assert record.match.hands[1].actions == hand["actions"]


def test_rules_that_do_not_exist_are_not_for_the_reader_to_judge() -> None:
    assert read(a_match(rules={"preset": "house", "options": {"luck": [1, {"a": None}]}})).match is not None


@for_every("name", list(GAMES))
def test_every_game_names_only_fields_that_are_decoded(name: str) -> None:
    assert GAMES[name].setup_fields <= set(Setup.__struct_fields__)
    assert GAMES[name].result_fields <= set(HandResult.__struct_fields__)


@for_every(
    ("log", "path", "hand"),
    [
        (a_match(format=None), "format", None),
        (a_match(game=None), "game", None),
        (a_match(players=None), "players", None),
        (a_match(hands=None), "hands", None),
        (a_match(players=[{"name": "Li Wei"}]), "players[0].seat", None),
        (with_hand(actions=None), "hands[1].actions", 1),
    ],
)
def test_a_required_field_that_is_missing(log: Any, path: str, hand: int | None) -> None:
    found = refusal(log)
    assert (found.rule, found.variant, found.hand, found.action) == ("log.format", "field", hand, None)
    assert found.message == f"{path} is missing"
    assert found.expected == f"the field {path.rpartition('.')[2]}"


@for_every(
    ("log", "message", "expected", "hand", "action"),
    [
        ([1], "the match is a list", "an object", None, None),
        (b'"text"', "the match is a string", "an object", None, None),
        (b"null", "the match is null", "an object", None, None),
        (b"12", "the match is a whole number", "an object", None, None),
        (a_match(format=1), "format is a whole number", "a string", None, None),
        (a_match(game=["guandan"]), "game is a list", "a string", None, None),
        (a_match(rules="tournament"), "rules is a string", "an object", None, None),
        (a_match(rules={"preset": True}), "rules.preset is true or false", "a string", None, None),
        (a_match(rules={"options": []}), "rules.options is a list", "an object", None, None),
        (a_match(match={"id": 1.5}), "match.id is a number", "a string", None, None),
        (a_match(players={}), "players is an object", "a list", None, None),
        (a_match(players=["E"]), "players[0] is a string", "an object", None, None),
        (a_match(hands={}), "hands is an object", "a list", None, None),
        (a_match(hands=[[]]), "hands[0] is a list", "an object", 0, None),
        (a_match(result=[]), "result is a list", "an object", None, None),
        (a_match(result={"winner": "E"}), "result.winner is a string", "a list", None, None),
        (a_match(result={"totals": {"E": 1, "N": "2"}}), "result.totals.N is a string", "a number", None, None),
        (with_hand(actions="E pass"), "hands[1].actions is a string", "a list", 1, None),
        (with_hand(actions=["E pass", 3]), "hands[1].actions[1] is a whole number", "a string", 1, 1),
        (with_hand(actions=["E pass", "N pass", None]), "hands[1].actions[2] is null", "a string", 1, 2),
        (with_hand(deal={"E": "2h", "N": ["2h"]}), "hands[1].deal.N is a list", "a string", 1, None),
        (with_hand(setup=3), "hands[1].setup is a whole number", "an object", 1, None),
        (with_hand(setup={"level": 2}), "hands[1].setup.level is a whole number", "a string", 1, None),
        (with_hand(setup={"previous": "E"}), "hands[1].setup.previous is a string", "an object or a list", 1, None),
        (with_hand(setup={"failures": {"E": 1.5}}), "hands[1].setup.failures.E is a number", "a whole number", 1, None),
        (with_hand(result={"finish": ["E", ["W", None]]}), "hands[1].result.finish[1][1] is null", "a string", 1, None),
        (with_hand(result={"scores": {"E": None}}), "hands[1].result.scores.E is null", "a number", 1, None),
    ],
)  # fmt: skip
def test_a_field_of_the_wrong_type(log: Any, message: str, expected: str, hand: int | None, action: int | None) -> None:
    found = refusal(log)
    assert (found.message, found.expected) == (message, expected)
    assert (found.rule, found.variant, found.hand, found.action) == ("log.format", "field", hand, action)


@for_every("null", ["rules", "match", "result"])
def test_null_is_no_way_to_leave_a_field_out(null: str) -> None:
    assert refusal(a_match() | {null: None}).message == f"{null} is null"


@for_every("version", ["fupan/2", "fupan", "", "FUPAN/1"])
def test_another_format(version: str) -> None:
    found = refusal(a_match(format=version))
    assert (found.rule, found.variant, found.recorded) == ("log.format", "format", version)


def test_an_unknown_game() -> None:
    found = refusal(a_match(game="mahjong"))
    assert (found.rule, found.variant) == ("log.format", "game")
    assert found.message == "unknown game 'mahjong'"
    assert "guandan" in found.expected


@for_every(
    ("game", "count", "wanted"),
    [
        ("guandan", 3, "4"),
        ("guandan", 5, "4"),
        ("guandan", 0, "4"),
        ("chinese_poker", 1, "2 to 4"),
        ("chinese_poker", 5, "2 to 4"),
        ("bare", 1, "2 to 8"),
    ],
)
def test_a_wrong_number_of_players(game: str, count: int, wanted: str) -> None:
    found = refusal(table_of(game, count))
    assert (found.rule, found.variant) == ("log.players", "players")
    assert found.message.endswith(f"is played by {wanted} players, but the log has {count}")
    assert found.expected == f"{wanted} players"


@for_every("seat", ["E", "12345678", "a_Z9", "_", "0"])
def test_names_of_seats(seat: str) -> None:
    log = table_of("guandan", 4)
    log["players"][2]["seat"] = seat
    assert read(log).match is not None


@for_every("seat", ["", "123456789", "E ", "E-W", "É", "東", "E\n", "٣"])
def test_what_is_no_name_for_a_seat(seat: str) -> None:
    log = table_of("guandan", 4)
    log["players"][2]["seat"] = seat
    found = refusal(log)
    assert (found.rule, found.variant, found.recorded) == ("log.players", "seat-name", seat)


def test_a_seat_that_stands_twice() -> None:
    log = table_of("guandan", 4)
    log["players"][2]["seat"] = "P1"
    found = refusal(log)
    assert (found.rule, found.variant, found.recorded) == ("log.players", "seat-twice", "P1")


def test_seats_differ_by_case() -> None:
    log = table_of("guandan", 4)
    log["players"][2]["seat"] = "p1"
    assert read(log).match is not None


def test_a_byte_order_mark_is_passed_over_and_said() -> None:
    raw = b"\xef\xbb\xbf" + compact(a_match())
    record = read(raw)
    assert record.match == read(a_match()).match
    assert record.raw == raw
    assert [(f.code.id, f.variant, f.severity, f.hand) for f in record.findings] == [
        ("read-as", "mark", "notice", None)
    ]


def test_a_second_mark_is_none() -> None:
    found = refusal(b"\xef\xbb\xbf\xef\xbb\xbf" + compact(a_match()))
    assert (found.variant, found.details["line"], found.details["column"]) == ("json", 1, 1)


def unknown_in(record: Any) -> list[str]:
    assert record.match is not None
    assert all(f.code.id == "unknown-field" and f.rule == "log.fields" for f in record.findings)
    assert all((f.hand, f.action, f.seat, f.severity) == (None, None, None, "notice") for f in record.findings)
    return [finding.recorded for finding in record.findings]


def test_unknown_fields_once_for_each_path_in_their_order() -> None:
    log = {"weather": {"wind": {"wind": 3}}} | a_match()
    log["players"][1]["nick"] = "Z"
    log["players"][3]["nick"] = "Q"
    log["match"]["city"] = "Hefei"
    log["rules"]["house"] = True
    log["hands"][0]["setup"]["mood"] = "calm"
    log["hands"][1]["setup"] = {"mood": None}
    log["hands"][0]["result"]["applause"] = 1
    log["hands"][1]["clock"] = []
    log["result"]["prize"] = "tea"
    log["last"] = 0
    assert unknown_in(read(log)) == [
        "weather",
        "rules.house",
        "match.city",
        "players[].nick",
        "hands[].setup.mood",
        "hands[].result.applause",
        "hands[].clock",
        "result.prize",
        "last",
    ]


def test_unknown_fields_change_nothing_else() -> None:
    plain = read(a_match())
    assert read(a_match(weather="rain")).match == plain.match


def test_fields_of_other_games_are_unknown() -> None:
    log = with_hand(
        setup={"level": "2", "dealer": "E", "stakes": {"E-N": 5}},
        result={"units": {"E-N": 1}, "roles": {}, "scores": {}},
    )
    record = read(log)
    assert unknown_in(record) == [
        "hands[].setup.dealer",
        "hands[].setup.stakes",
        "hands[].result.units",
        "hands[].result.roles",
    ]
    assert record.match is not None
    assert record.match.hands[1].setup == Setup(level="2")
    assert record.match.hands[1].result == HandResult(scores={})
    own = read(table_of("open_face", 2, setup={"dealer": "P1", "stakes": {"P1-P2": 5}}, result={"units": {"P1-P2": 1}}))
    assert own.match is not None
    assert own.findings == ()


def test_a_field_of_another_game_may_hold_anything() -> None:
    assert unknown_in(read(with_hand(setup={"stakes": "high"}))) == ["hands[].setup.stakes"]


def test_fields_of_previous() -> None:
    previous = {"finish": ["P1"], "emperor": "P1", "protector": "P2"}
    record = read(table_of("bao_huang", 5, setup={"previous": previous}))
    assert record.findings == ()
    assert record.match is not None
    assert record.match.hands[0].setup == Setup(previous=previous)
    more = read(table_of("bao_huang", 5, setup={"previous": previous | {"weather": 3}}))
    assert unknown_in(more) == ["hands[].setup.previous.weather"]
    assert more.match == record.match


def test_keys_of_a_deal_are_no_fields() -> None:
    assert read(with_hand(deal={"weather": "2h"})).findings == ()


def test_names_of_unknown_fields_are_cut_and_counted() -> None:
    long = read(a_match(**{"w" * bounds.TEXT: 1}))
    assert len(unknown_in(long)[0]) <= 200
    many = unknown_in(read(a_match(**{f"w{number}": number for number in range(UNKNOWN_PATHS + 5)})))
    assert len(many) == UNKNOWN_PATHS + 1
    assert many[-2:] == [f"w{UNKNOWN_PATHS - 1}", "… (5 more)"]
    assert len(unknown_in(read(a_match(**{f"w{number}": 0 for number in range(UNKNOWN_PATHS)})))) == UNKNOWN_PATHS


def test_unknown_fields_are_kept() -> None:
    log = a_match(weather={"wind": [1, {"a": None}]})
    log["players"][1]["nick"] = "Z"
    log["hands"][0]["setup"]["dealer"] = "E"
    assert unknown_fields(b"\xef\xbb\xbf" + compact(log)) == {
        ("players", 1, "nick"): "Z",
        ("hands", 0, "setup", "dealer"): "E",
        ("weather",): {"wind": [1, {"a": None}]},
    }


@for_every("played_at", ["yesterday", "2024-02-30T00:00:00Z", "2024/05/01"])
def test_a_time_that_is_none(played_at: str) -> None:
    record = read(a_match(match={"played_at": played_at}))
    assert record.match is not None
    (found,) = record.findings
    assert (found.code.id, found.variant, found.severity, found.hand) == ("malformed", "time", "warning", None)
    assert found.recorded == played_at


def test_a_match_ends_by_time_or_it_does_not_say() -> None:
    assert read(a_match(result={"ended": "time"})).findings == ()
    record = read(a_match(result={"ended": "rain"}))
    assert record.match is not None
    (found,) = record.findings
    assert (found.code.id, found.variant, found.severity, found.rule) == ("malformed", "result", "error", "log.result")
    assert found.message == "invalid recorded ended: 'rain' is not a valid value"


def test_notices_stand_in_the_order_mark_unknown_malformed() -> None:
    raw = b"\xef\xbb\xbf" + compact(a_match(weather=1, match={"played_at": "?"}, result={"ended": "?"}))
    assert [f.variant or f.code.id for f in read(raw).findings] == ["mark", "unknown-field", "time", "result"]


def test_of_a_refusal_is_said_what_is_known() -> None:
    bad_hand = read(with_hand(actions=[3]))
    assert (bad_hand.game, bad_hand.match_id) == ("guandan", "hf-2024-051")
    assert read(a_match(game="mahjong")).game is None
    assert read(a_match(match={"id": True})).match_id is None
    assert read(a_match(match={"id": "x" * (bounds.TEXT + 1)})).match_id is None
    half = read(b'{"match":{"id":"\\ud800"},"game":"guandan"}')
    assert (half.game, half.match_id) == ("guandan", None)
    nothing = read(b"{")
    assert (nothing.game, nothing.match_id, nothing.raw) == (None, None, b"{")


def test_told_by_the_format_field() -> None:
    assert is_fupan(b'{"format":"fupan/1"')
    assert is_fupan(b'{"hands": [], "format" :\n "fupan/2"}')
    assert not is_fupan(b'{"format":"other/1"}')
    assert not is_fupan(b"fupan/1")


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=()), max_size=8)
    | st.sampled_from(["fupan/1", "guandan", "E", "time"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["format", "game", "players", "hands", "seat", "actions", "setup", "previous", "x"])
            | st.text(max_size=3),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def sound(record: Any) -> None:
    """Whether a record can be reported: its facts are there, and its words can be encoded."""
    refusals = [f for f in record.findings if f.code.id == "malformed" and f.variant not in ("time", "result")]
    assert len(refusals) == (record.match is None)
    said = [(f.code.id, f.rule, str(f.message), str(f.expected), str(f.recorded), f.made()) for f in record.findings]
    msgspec.json.encode([said, record.source, record.game, record.match_id, record.sha256])


@given(st.binary(max_size=200))
def test_any_bytes_give_a_record(raw: bytes) -> None:
    sound(read(raw))


@given(json_values)
def test_any_json_gives_a_record(value: Any) -> None:
    sound(read(json.dumps(value).encode()))


@tried(300)
@given(st.data())
def test_a_match_with_anything_anywhere_gives_a_record(data: st.DataObject) -> None:
    log = a_match(game=data.draw(st.sampled_from(["guandan", "guandan", "bao_huang", "open_face"])))
    for _ in range(data.draw(st.integers(1, 3))):
        place: Any = log
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(place[key], dict | list) and data.draw(st.booleans()):
                place = place[key]
                continue
            place[key] = data.draw(json_values)
            break
    sound(read(json.dumps(log).encode()))


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_a_match_with_one_byte_changed_gives_a_record(place: int, byte: int) -> None:
    raw = bytearray(compact(a_match()))
    raw[place % len(raw)] = byte
    sound(read(bytes(raw)))
    sound(read(bytes(raw[: place % len(raw)])))
