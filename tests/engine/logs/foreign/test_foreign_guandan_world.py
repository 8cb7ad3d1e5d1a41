"""The printed log of the guandan-world engine."""

from collections.abc import Callable

from made_messages import format_named

from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import Hand, HandResult, Match, MatchResult, RulesClaim, Setup, given_value
from engine.verdict.check import Checker
from tests.offenders import for_every

Read = Callable[[str], bytes]
FOREIGN = format_named("guandan-world")

START = """=== RUN   TestMatchSimulatorV2Verbose
Match started with 4 players
Event: Match Started
"""
DEAL = """Event: Deal Started
=== Deal deal_1 Started ===
当前Deal Level: 11
队伍0 Level: 10 (玩家 0,2)
队伍1 Level: 11 (玩家 1,3)
=======================
=== 发牌完成，玩家手牌 ===
Player 0 (3 cards): [10S,SJ,2H]
Player 1 (2 cards): [BJ,JH]
Player 2 (0 cards): []
Player 3 (1 cards): [AD]
===========================
"""
PLAY = """Event: New Trick Started, Leader: Player 0
=== Player Hands at Trick Start ===
Player 0 (1 cards): [4S]
====================================
Event: Player 0 played 2 cards: [10S,10S]
Event: Player 1 passed
Event: Trick Ended, Winner: Player 0
"""


def read(text: str) -> LogRecord:
    (record,) = FOREIGN.read(text.encode(), "it")
    return record


def match_of(record: LogRecord) -> Match:
    assert record.match is not None, record.findings[0].message
    return record.match


def tribute(text: str) -> list[str]:
    return match_of(read(START + DEAL + text)).hands[0].actions


def test_a_hand_from_end_to_end() -> None:
    end = "Event: Deal Ended, Rankings: [1 3 0 2], Victory Type: double_down\nEvent: Match Ended, Winner: Team 1\n"
    summary = (
        "\n========== Match Summary ==========\nFinal Levels: Team 0: Level 10, Team 1: Level 14\nPASS\nok  \tx\t0.1s\n"
    )
    record = read(START + DEAL + PLAY + end + summary)
    assert match_of(record) == Match(
        game="guandan",
        rules=RulesClaim(preset="tournament", options={"win_at": "reach_a"}),
        players=match_of(record).players,
        hands=[
            Hand(
                setup=Setup(level="J", levels={"P0": "T", "P1": "J"}),
                deal={"P0": "Ts BJ 2h", "P1": "RJ Jh", "P2": "", "P3": "Ad"},
                actions=["P0 play Ts Ts", "P1 pass"],
                result=HandResult(finish=["P1", "P3", "P0", "P2"], levels={"P0": "T", "P1": "A"}),
            )
        ],
        result=MatchResult(winner=["P1", "P3"]),
    )
    said = [finding.message for finding in record.findings]
    assert "BJ is read as RJ (the big joker)" in said
    assert "SJ is read as BJ (the small joker)" in said
    assert any("tournament with win_at = reach_a" in message for message in said)
    assert not [finding for finding in record.findings if finding.code.id == "unknown-field"]


def test_carriage_returns_are_no_part_of_a_line() -> None:
    assert match_of(read((START + DEAL + PLAY).replace("\n", "\r\n"))) == match_of(read(START + DEAL + PLAY))


def test_lines_of_an_unknown_kind_are_bounded() -> None:
    whole = START + DEAL + PLAY + "Thinking\n" * 10_000
    assert read(whole).match is not None
    (refusal,) = read(whole + "Thinking\n").findings
    assert "10,001 lines of an unknown kind" in refusal.message


def test_levels_after_a_hand_are_those_before_the_next() -> None:
    after = DEAL.replace("队伍0 Level: 10", "队伍0 Level: 13")
    match = match_of(read(START + DEAL + PLAY + after))
    assert given_value(match.hands[0].result) == HandResult(levels={"P0": "K", "P1": "J"})
    assert given_value(match.hands[1].result) is None


def test_a_log_without_levels_says_so() -> None:
    record = read("Event: Deal Started\n" + PLAY)
    assert given_value(match_of(record).hands[0].setup) is None
    assert any("the level of each hand" in finding.message for finding in record.findings)
    assert any("dealt to P0, P1, P2, P3" in finding.message for finding in record.findings)


def test_the_hand_before_the_first() -> None:
    match = match_of(read(DEAL + "上局结果：[1 3 0 2], 胜利类型：double_down\n"))
    assert given_value(match.hands[0].setup).previous == ["P1", "P3", "P0", "P2"]


def test_a_result_printed_twice_and_differently() -> None:
    ended = "Event: Deal Ended, Rankings: [1 3 0 2], Victory Type: double_down\n"
    record = read(DEAL + ended + DEAL + "上局结果：[1 3 2 0], 胜利类型：double_down\n")
    assert [finding.hand for finding in record.findings if finding.variant == "kept"] == [1]
    assert given_value(given_value(match_of(record).hands[1].setup).previous) is None


def test_single_tribute() -> None:
    assert tribute("Player 1 上贡给 Player 0：BJ\n原收到贡牌：BJ\nPlayer 0 还贡给 Player 1：10H\n") == [
        "P1 tribute RJ > P0",
        "P0 return Th > P1",
    ]


def test_tribute_by_way_of_the_pool() -> None:
    pool = "  Player 2 贡献：AD\n  Player 0 贡献：BJ\n池中牌张：[AD, BJ]\n"
    picks = "Player 3 (第一次选择) 选择：BJ\nPlayer 1 (第二次选择) 选择：AD\n"
    back = "Player 3 还贡给 Player 0：2H\nPlayer 1 还贡给 Player 2：3H\n"
    given_back = ["P3 return 2h > P0", "P1 return 3h > P2"]
    assert tribute(pool) == ["P2 tribute Ad", "P0 tribute RJ"]
    assert tribute(pool + picks) == ["P2 tribute Ad > P1", "P0 tribute RJ > P3"]
    assert tribute(pool + picks + back) == ["P2 tribute Ad > P1", "P0 tribute RJ > P3", *given_back]


def test_equal_cards_in_the_pool_go_to_whom_a_card_comes_back_from() -> None:
    pool = "  Player 2 贡献：AD\n  Player 0 贡献：AD\n"
    picks = "Player 3 (第一次选择) 选择：AD\nPlayer 1 (第二次选择) 选择：AD\n"
    assert tribute(pool + picks)[:2] == ["P2 tribute Ad > P3", "P0 tribute Ad > P1"]
    back = "Player 3 还贡给 Player 0：2H\nPlayer 1 还贡给 Player 2：3H\n"
    assert tribute(pool + picks + back)[:2] == ["P2 tribute Ad > P1", "P0 tribute Ad > P3"]


@for_every(
    ("lines", "seat"),
    [
        ("上贡规则：双下：Player0和Player2上贡到池，Player1优先选择\n  Player 2: 1张大王\n  Player 0: 1张大王\n", "P2"),
        ("上贡规则：单下：Player3上贡给Player0\n  Player 1: 1张大王\n  Player 3: 1张大王\n", "P3"),
        ("上贡规则：单下：Player3上贡给Player0\n  Player 1: 2张大王\n  Player 3: 0张大王\n", "P1"),
        ("上贡规则：对下：Player2上贡给Player0\n", "P2"),
    ],
)
def test_who_resists(lines: str, seat: str) -> None:
    assert tribute(lines + "抗贡结果：触发\n结果：触发抗贡，本局跳过上贡阶段\n") == [f"{seat} resist"]


@for_every(
    ("text", "reason"),
    [
        ("", "there is no deal"),
        (START, "there is no deal"),
        ("Event: Player 0 passed\n", "no deal has started"),
        ("Match started with 5 players\n", "5 players"),
        (DEAL + "Event: Player 0 played 1 cards: [S3]\n", "line 13: S3 is not a card"),
        (DEAL + "Event: Player 0 played 1 cards: [RJ]\n", "RJ is not a card"),
        (DEAL + "Event: Player 0 played 0 cards: []\n", "a play without cards"),
        (DEAL + "当前Deal Level: 15\n", "15 is not a level"),
        (DEAL + "Event: Deal Ended, Rankings: [0 0 1 2]\n", "is not an order of finish"),
        (DEAL + "Event: Deal Ended, Rankings: [0 7]\n", "is not an order of finish"),
        (DEAL + "结果：触发抗贡\n", "the player who resists is missing"),
        (DEAL + "Player 3 (第一次选择) 选择：BJ\n", "BJ is not in the pool"),
        (DEAL + "Event: Player 0 passed" + " " * bounds.TEXT, "characters of a line"),
        (DEAL + "Event: Player 0 passed\n" * (bounds.ACTIONS + 1), "actions of a hand"),
        ("Event: Deal Started\n" * (bounds.HANDS + 1), "hands of a match"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, reason: str) -> None:
    record = read(text)
    assert record.match is None
    assert reason in record.findings[0].message


def test_lines_that_are_not_known_are_noted_once_each_kind() -> None:
    record = read(DEAL + "Event: Player 0 sneezed 3 times\nEvent: Player 1 sneezed 12 times\n")
    (notice,) = [finding for finding in record.findings if finding.code.id == "unknown-field"]
    assert "Event: Player 0 sneezed 0 times" in notice.message


def test_a_count_that_is_not_that_of_the_cards() -> None:
    record = read(DEAL.replace("Player 3 (1 cards)", "Player 3 (2 cards)") + "Event: Player 0 played 2 cards: [3S]\n")
    assert match_of(record).hands[0].actions == ["P0 play 3s"]
    assert [(f.hand, f.action) for f in record.findings if f.variant == "kept"] == [(0, None), (0, 0)]


def test_bytes_that_are_no_text() -> None:
    (record,) = FOREIGN.read(b"Event: Deal Started\n\xff", "it")
    assert record.match is None
    assert record.findings[0].variant == "text"


def test_several_matches_in_one_text() -> None:
    text = START + DEAL + PLAY
    first, second = FOREIGN.read((text + text).encode(), "it")
    assert (first.source, second.source) == ("it#1", "it#2")
    assert match_of(first) == match_of(second)
    assert first.raw + second.raw == (text + text).encode()


def test_the_runs_of_the_peers(peer: Read) -> None:
    (deals,) = FOREIGN.read(peer("guandan_world/deals.txt"), "deals.txt")
    match = match_of(deals)
    assert [given_value(hand.setup).level for hand in match.hands] == ["2", "5", "6", "9", "9", "J"]
    assert [len(hand.actions) for hand in match.hands] == [200, 221, 212, 240, 217, 212]
    assert sum(" play " in action for hand in match.hands for action in hand.actions) == 616
    assert sum(" pass" in action for hand in match.hands for action in hand.actions) == 675
    assert [len(given_value(hand.deal)[seat].split()) for hand in match.hands for seat in match.seats] == [27] * 24
    assert match.hands[1].actions[:2] == ["P0 resist", "P0 play 2h"]
    assert match.hands[3].actions[:4] == [
        "P2 tribute Ad > P1",
        "P0 tribute RJ > P3",
        "P3 return 2h > P0",
        "P1 return 2h > P2",
    ]
    assert [given_value(given_value(hand.result).levels) for hand in match.hands][-1] == {"P0": "4", "P1": "A"}
    assert match.result == MatchResult(winner=["P1", "P3"])
    (sdk,) = FOREIGN.read(peer("guandan_world/sdk_deals.txt"), "sdk_deals.txt")
    assert [hand.actions[0] for hand in match_of(sdk).hands] == [
        "P0 play 3c",
        "P1 resist",
        "P3 resist",
        "P3 tribute RJ > P0",
        "P3 resist",
        "P1 resist",
    ]
    assert not [f for record in (deals, sdk) for f in record.findings if f.code.id == "unknown-field"]


def test_the_wrong_leader_after_resistance_is_found(peer: Read) -> None:
    (record,) = FOREIGN.read(peer("guandan_world/deals.txt"), "deals.txt")
    found = [(f.hand, f.action) for f in Checker().check(record).findings if f.code.id == "wrong-leader"]
    assert (1, 1) in found


def test_a_text_of_nothing_but_other_lines_is_refused() -> None:
    record = read("a\n" * 10_001)
    assert record.match is None
    assert "lines of an unknown kind" in record.findings[0].message
