"""Actions and lines as people type them: what they are read as, which are guesses, and where a fault is."""

from engine.games import GAMES
from engine.logs.loose.reading import read
from engine.record.match import Match, given_value
from engine.rulebook.findings import Finding
from tests.offenders import for_every

HEADS = {
    "guandan": "游戏：掼蛋\n玩家：东 李伟，北 赵敏，西 孙悦，南 钱璐\n第1局\n",
    "bao_huang": "game: Bao Huang\nplayers: A Li Wei, B Zhao Min, C Sun Yue, D Qian Lu, E Wang Fang\nhand 1\n",
    "big_a": "game: 大A\nplayers: A Li Wei, B Zhao Min, C Sun Yue, D Qian Lu, E Wang Fang\nhand 1\n",
    "chinese_poker": "游戏：十三水\n玩家：甲 林梅，乙 陈浩\n第1局\n",
}
SURE = {
    "guandan": {
        "东 出 3♥ 3♠": "E play 3h 3s",
        "东出3♥3♠": "E play 3h 3s",
        "東：出 3♥": "E play 3h",
        "李伟 出 大王": "E play RJ",
        "E plays 3h 3s": "E play 3h 3s",
        "e play 3h": "E play 3h",
        "Ｅ　ｐｌａｙ　３ｈ": "E play 3h",
        "北 不要": "N pass",
        "北过": "N pass",
        "北：要不起。": "N pass",
        "N passes": "N pass",
        "南 进贡 大王 给 东": "S tribute RJ > E",
        "S pays tribute RJ to E": "S tribute RJ > E",
        "南 进贡 大王": "S tribute RJ",
        "东 还贡 3♥ > 南": "E return 3h > S",
        "南 抗贡": "S resist",
        "西 报 ５ 张": "W report 5",
        "西 剩五张": "W report 5",
        "W reports 5": "W report 5",
        "东 出 2♥当9♠ 9♣ @8.2": "E play 2h=9s 9c @8.2",
        "东 不要 ＠ 8.2秒 # 想了很久": "E pass @8.2 # 想了很久",
        'action: "E foo  bar"': "E foo  bar",
    },
    "bao_huang": {
        "甲 登基": "A accept",
        "B accepts the crown": "B accept",
        "甲 让位": "A decline",
        "乙 明反": "B declare uprising",
        "丙 明保": "C declare protector",
        "A declares solo": "A declare solo",
        "甲 declare solo": "A declare solo",
        "丁 亮 3♥3♥3♥": "D show 3h 3h 3h",
        "丁 站牌": "D ask",
        "戊 进贡 大王 2♥": "E tribute RJ 2h",
        "甲 取贡 ??": "A take ??",
        "甲 出 77 侍卫牌": "A play 7 7 BJ*",
        "甲 重发": "A redeal",
    },
    "big_a": {
        "甲 亮牌 A♥ ^10": "A expose Ah ^10",
        "A exposes A♥ A♥": "A expose Ah Ah",
        "乙 亮第二张 A♥": "B reveal Ah",
        "丙 抓 4♥ 4♠": "C capture 4h 4s",
    },
    "chinese_poker": {
        "甲 摆牌 J♦ 8♥ 2♠ / 5♠ 5♦ 10♦ 7♥ 4♥ / Q♦ Q♣ J♣ J♥ 2♣": "A set Jd 8h 2s / 5s 5d Td 7h 4h / Qd Qc Jc Jh 2c",
        "甲 摆 头道 J♦ 8♥ 2♠ 中道 5♠ 5♦ 10♦ 7♥ 4♥ 尾道 Q♦ Q♣ J♣ J♥ 2♣": (
            "A set Jd 8h 2s / 5s 5d Td 7h 4h / Qd Qc Jc Jh 2c"
        ),
        "甲 set 1: J♦ | 5♠ | Q♦": "A set 1: Jd / 5s / Qd",
        "甲 报到 六对半": "A natural six_and_a_half_pairs",
        "A natural six and a half pairs": "A natural six_and_a_half_pairs",
        "甲 报特殊分 头道 尾道": "A royalty front back",
        "甲 投降": "A surrender",
        "甲 不投降": "A in",
        "甲 投降 2:": "A surrender 2:",
        "甲 放 A♥:尾道 K♦:头道": "A place Ah:back Kd:front",
        "甲 放 A♥尾道，K♦ 到 头道，??:弃牌": "A place Ah:back Kd:front ??:discard",
    },
}
GUESSED = {
    "guandan": {"东 3♥3♠": "E play 3h 3s", "李伟 大王": "E play RJ", "东 出 ♥34567": "E play 3h 4h 5h 6h 7h"},
    "bao_huang": {"甲 77": "A play 7 7"},
    "big_a": {"甲 4♠": "A play 4s"},
    "chinese_poker": {"甲 放 A♥ K♦ 尾道": "A place Ah:back Kd:back"},
}
FAULTS = {
    "guandan": {
        "东": 2,
        "东 跑了": 3,
        "东 出": 4,
        "东 进贡 给 东": 6,
        "东 出 3♥ x": 8,
        "张三 出 3♥": 1,
        "东 不要 3♥": 6,
        "东 报 很多": 5,
        "东 进贡 大王 给 张三": 11,
        "  天 出 3♥": 3,
        "级牌：11": 4,
        "得分：东 三": 6,
        "名次：东+": 6,
        "选项：没有 = 3": 4,
        "规则：没有": 4,
        "tabel: 7": 1,
        "setup.level: 2": 14,
    },
    "big_a": {"甲 redeal 3♥": 10},
    "chinese_poker": {"甲 3♥": 3, "甲 摆牌 J♦ 8♥ 2♠": 14, "甲 报到 什么": 6, "甲 放 A♥ 哪里": 8, "身份：皇帝 甲": 4},
}


def cases(table: dict[str, dict[str, object]]) -> list[tuple[str, str, object]]:
    return [(game, line, wanted) for game, lines in table.items() for line, wanted in lines.items() if wanted != ""]


def read_one(game: str, line: str) -> tuple[Match | None, tuple[Finding, ...]]:
    (record,) = read((HEADS[game] + line + "\n").encode(), "notes.txt")
    return record.match, record.findings


@for_every(("game", "line", "action"), cases(SURE))
def test_an_action(game: str, line: str, action: str) -> None:
    match, findings = read_one(game, line)
    assert match is not None, findings[0].message
    assert (match.hands[0].actions, findings) == ([action], ())


@for_every(("game", "line", "action"), cases(GUESSED))  # type: ignore[arg-type]
def test_a_guess_has_a_notice(game: str, line: str, action: str) -> None:
    match, (notice,) = read_one(game, line)
    assert match is not None
    assert match.hands[0].actions == [action]
    assert (notice.code.id, notice.hand, notice.action) == ("read-as", 0, 0)
    assert notice.message == f"line 4: '{line}' is read as {action}"


@for_every(("game", "line", "column"), cases(FAULTS))  # type: ignore[arg-type]
def test_a_fault_has_its_line_and_column(game: str, line: str, column: int) -> None:
    match, findings = read_one(game, line)
    assert match is None
    (fault,) = findings
    assert (fault.code.id, fault.rule, fault.variant) == ("malformed", "log.text", "line")
    assert (fault.details["line"], fault.details["column"]) == (4, column), fault.message
    assert fault.message.startswith(f"line 4, column {column}: ")
    assert fault.expected


@for_every("game", GAMES.values())
def test_every_verb_of_a_game_can_be_typed_in_both_languages(game: object) -> None:
    verbs = game.verbs  # type: ignore[attr-defined]
    typed = game.glossary.verbs  # type: ignore[attr-defined]
    assert {verb.partition(" ")[0] for verb in typed} == set(verbs)
    assert all(each.english.isascii() and not each.chinese.isascii() for each in typed.values())
    names = [name for each in typed.values() for name in each.names]
    assert len(names) == len(set(names))


HEAD = """\
﻿# a comment
GAME ： 惯蛋
规则：比赛，打A失败次数＝5
选项: 双贡归属 = {double}
对局: 春季杯　第七桌
日期：2024年5月1日 19:30 +0800
赛事:
note: "two\\nlines"
东：李伟 (liwei)
北：赵敏
西：孙悦
南：钱璐

打 2
级数：东 2，北 5
先手：赵敏
东 手牌：3♥ 大王 ??
第 二 局
名次：东 西+南 北
得分：东 ＋3，西 3，北 −3
局后级数：东 5
总分：东 6，北 －3
胜者：东 西
结束：时间到
"""


def test_a_head_and_hands_in_chinese() -> None:
    double = GAMES["guandan"].rules.option("double_tribute").choices[-1]
    (record,) = read(HEAD.replace("{double}", double).encode(), "notes.txt")
    match = record.match
    assert match is not None, record.findings[0].message
    assert [each.variant for each in record.findings] == ["mark", "line"]
    assert record.match_id == "春季杯　第七桌"
    info, rules, result = given_value(match.match), given_value(match.rules), given_value(match.result)
    assert (info.played_at, given_value(info.event), info.note) == ("2024-05-01T19:30:00+08:00", None, "two\nlines")
    assert (rules.preset, rules.options) == ("tournament", {"a_failures": 5, "double_tribute": double})
    assert [(each.seat, each.name, given_value(each.id)) for each in match.players] == [
        ("E", "李伟", "liwei"),
        ("N", "赵敏", None),
        ("W", "孙悦", None),
        ("S", "钱璐", None),
    ]
    first, second = match.hands
    setup, recorded = given_value(first.setup), given_value(second.result)
    assert (setup.level, setup.levels, setup.first, first.deal) == ("2", {"E": "2", "N": "5"}, "N", {"E": "3h RJ ??"})
    assert recorded.finish == ["E", ["W", "S"], "N"]
    assert (recorded.scores, recorded.levels) == ({"E": 3, "W": 3, "N": -3}, {"E": "5"})
    assert (result.totals, result.winner, result.ended) == ({"E": 6, "N": -3}, ["E", "W"], "time")


@for_every(
    ("players", "seats", "guessed"),
    [
        ("E Li Wei, N Zhao Min, W Sun Yue, S Qian Lu", "E N W S", False),
        ("李伟、赵敏、孙悦、钱璐", "E N W S", True),
        ("东李伟 北赵敏".replace(" ", "，") + "，西孙悦，南钱璐", "E N W S", True),
        ("P1: Amy; P2: Bob; P3: Cy; P4: Di", "P1 P2 P3 P4", False),
        ("one = Amy, two = Bob, three = Cy, four = Di", "one two three four", False),
        ("E, N, W, S", "E N W S", False),
        ("Li Wei, Zhao Min, Sun Yue, Qian Lu", "Li Zhao Sun Qian", True),
    ],
)
def test_players(players: str, seats: str, guessed: bool) -> None:
    (record,) = read(f"game: guandan\nplayers: {players}\n".encode(), "notes.txt")
    assert record.match is not None, record.findings[0].message
    assert record.match.seats == tuple(seats.split())
    assert bool(record.findings) is guessed


def test_every_fault_of_a_text_is_named_up_to_a_bound() -> None:
    (record,) = read((HEADS["guandan"] + "东 x\n北 不要\n南 y\n").encode(), "notes.txt")
    assert [each.details["line"] for each in record.findings] == [4, 6]
    (record,) = read((HEADS["guandan"] + "东 x\n" * 50).encode(), "notes.txt")
    assert (len(record.findings), record.game) == (20, "guandan")


def test_a_line_that_repeats_another_names_it() -> None:
    (record,) = read((HEADS["guandan"] + "级牌：2\n级牌：3\n").encode(), "notes.txt")
    (fault,) = record.findings
    assert (fault.details["line"], fault.expected) == (5, "one line; the other is line 4")


@for_every(
    ("text", "line"),
    [
        ("game: 围棋\n", 1),
        ("game: guandan\nE play 3h\n", 2),
        ("game: guandan\nplayers: E A, N B, W C\n", 2),
        ("game: guandan\nplayers: E A, N B, W C, E D\n", 2),
        ('game: guandan\nplayers: [{"seat": "toolongseat"}]\n', 2),
        ("game: guandan\nplayers: E A, N B, W C, S D\nhand 1\nlevel: [2]\n", 4),
        ("game: guandan\n\nplayers: 5\n", 3),
        ('game: guandan\nplayers: ["E"]\n', 2),
        ("no game\n", 1),
    ],
)
def test_what_is_wrong_with_the_match_is_placed_too(text: str, line: int) -> None:
    (record,) = read(text.encode(), "notes.txt")
    assert record.match is None
    assert [(each.variant, each.details["line"]) for each in record.findings] == [("line", line)]


def test_several_matches_in_one_text_share_its_bytes() -> None:
    text = (HEADS["guandan"] + "东 不要\n" + HEADS["big_a"] + "甲 x\n" + HEADS["chinese_poker"]).encode()
    records = read(text, "notes.txt")
    assert [(each.source, each.game, each.match is None) for each in records] == [
        ("notes.txt#1", "guandan", False),
        ("notes.txt#2", "big_a", True),
        ("notes.txt#3", "chinese_poker", False),
    ]
    assert records[1].findings[0].details["line"] == 8
    assert {id(each.raw) for each in records} == {id(text)}


def test_more_guesses_than_are_named_one_by_one() -> None:
    (record,) = read((HEADS["guandan"] + "东 3♥\n北 3♥\n" * 75).encode(), "notes.txt")
    assert (len(record.findings), record.findings[-1].variant) == (101, "more")
