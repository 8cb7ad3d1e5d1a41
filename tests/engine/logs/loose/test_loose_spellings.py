"""A hundred lines as players type them in a chat, and the actions and facts that they are read as, in both scripts."""

from typing import Any

from opencc import OpenCC

from engine.logs.loose.reading import read
from engine.record.match import Match
from engine.rulebook.findings import Finding
from tests.offenders import for_every

HEAD = "掼蛋\n东 老王，北 小李，西 张姐，南 阿强\n第1局\n"
BAO_HUANG = "保皇\n甲 老王，乙 小李，丙 张姐，丁 阿强，戊 阿花\n第1局\n"

PLAYS = {
    "东 出 55": "E play 5 5",
    "东 出 5 5": "E play 5 5",
    "东出55": "E play 5 5",
    "东家 出 55": "E play 5 5",
    "老王 出 55": "E play 5 5",
    "老王出55": "E play 5 5",
    "老王：55": "E play 5 5",
    "东 出 对5": "E play 5 5",
    "东 对5": "E play 5 5",
    "东 出 一对5": "E play 5 5",
    "东 一对 5": "E play 5 5",
    "东 出 两个5": "E play 5 5",
    "东 出 两张5": "E play 5 5",
    "东 出 2张5": "E play 5 5",
    "东 对子5": "E play 5 5",
    "东 俩5": "E play 5 5",
    "东 对五": "E play 5 5",
    "东 对10": "E play T T",
    "东 对老K": "E play K K",
    "东 对尖": "E play A A",
    "东 一对J": "E play J J",
    "东 一对勾": "E play J J",
    "东 对大王": "E play RJ RJ",
    "东 一对小鬼": "E play BJ BJ",
    "东 大小王": "E play BJ RJ",
    "东 单3": "E play 3",
    "东 单张 3": "E play 3",
    "东 一个3": "E play 3",
    "东 一张大王": "E play RJ",
    "东 大王": "E play RJ",
    "东 3": "E play 3",
    "东 出 红桃5": "E play 5h",
    "东 黑桃5 5": "E play 5s 5s",
    "东 三个9": "E play 9 9 9",
    "东 三张9": "E play 9 9 9",
    "东 3个9": "E play 9 9 9",
    "东 仨9": "E play 9 9 9",
    "东 999": "E play 9 9 9",
    "东 999带55": "E play 9 9 9 5 5",
    "东 三个9带一对5": "E play 9 9 9 5 5",
    "东 三个9带对5": "E play 9 9 9 5 5",
    "东 999+55": "E play 9 9 9 5 5",
    "东 99955": "E play 9 9 9 5 5",
    "东 三带二 99955": "E play 9 9 9 5 5",
    "东 三带二 9 5": "E play 9 9 9 5 5",
    "东 夯 99955": "E play 9 9 9 5 5",
    "东 葫芦 999 55": "E play 9 9 9 5 5",
    "东 34567": "E play 3 4 5 6 7",
    "东 出 34567": "E play 3 4 5 6 7",
    "东 顺子 34567": "E play 3 4 5 6 7",
    "东 出 顺子34567": "E play 3 4 5 6 7",
    "东 10JQKA": "E play T J Q K A",
    "东 A2345": "E play A 2 3 4 5",
    "东 同花顺 ♥34567": "E play 3h 4h 5h 6h 7h",
    "东 同花顺 红桃34567": "E play 3h 4h 5h 6h 7h",
    "东 334455": "E play 3 3 4 4 5 5",
    "东 33 44 55": "E play 3 3 4 4 5 5",
    "东 三连对 334455": "E play 3 3 4 4 5 5",
    "东 连对 345": "E play 3 3 4 4 5 5",
    "东 木板 3 4 5": "E play 3 3 4 4 5 5",
    "东 对3对4对5": "E play 3 3 4 4 5 5",
    "东 钢板 333444": "E play 3 3 3 4 4 4",
    "东 钢板34": "E play 3 3 3 4 4 4",
    "东 333444": "E play 3 3 3 4 4 4",
    "东 炸 9999": "E play 9 9 9 9",
    "东 炸弹 9999": "E play 9 9 9 9",
    "东 出 炸弹9999": "E play 9 9 9 9",
    "东 4炸10": "E play T T T T",
    "东 四炸10": "E play T T T T",
    "东 出 4炸10": "E play T T T T",
    "东 5炸8": "E play 8 8 8 8 8",
    "东 六炸Q": "E play Q Q Q Q Q Q",
    "东 四个J": "E play J J J J",
    "东 4张J": "E play J J J J",
    "东 四张J": "E play J J J J",
    "东 五个8": "E play 8 8 8 8 8",
    "东 五个8炸": None,
    "东 JJJJ": "E play J J J J",
    "东 王炸": "E play BJ BJ RJ RJ",
    "东 天王炸": "E play BJ BJ RJ RJ",
    "东 四大天王": "E play BJ BJ RJ RJ",
    "东 打 55": "E play 5 5",
    "东 出牌 55": "E play 5 5",
    "东 不要": "E pass",
    "东 过": "E pass",
    "东过": "E pass",
    "东 要不起": "E pass",
    "东 不出": "E pass",
    "东：过。": "E pass",
    "东 pass": "E pass",
    "老王 PASS": "E pass",
    "东 5?5?": "E play 5 5",
    "东 5? 红桃5": "E play 5 5h",
    "东 红桃2当9 999": "E play 2h=9 9 9 9",
    "北 进贡 A 给 东": "N tribute A > E",
    "北 贡 大王": "N tribute RJ",
    "东 还贡 5 给 北": "E return 5 > N",
    "东 还 红桃5": "E return 5h",
    "东 抗贡": "E resist",
    "东 报 5": "E report 5",
    "东 剩3张": "E report 3",
    "E plays a pair of kings": None,
    "E plays pair of 8s": "E play 8 8",
    "E three 8s": "E play 8 8 8",
    "E plays 5 5": "E play 5 5",
    "东 炸 10": None,
    "东 对王": None,
    "东 顺子 3456": None,
    "东 钢板 345": None,
    "东 出 三条尾巴": None,
}
"""None: it has more than one reading, or none, and is refused."""

FACTS = {
    "打2": ("level", "2"),
    "打 2 级": ("level", "2"),
    "级牌2": ("level", "2"),
    "级牌 2": ("level", "2"),
    "级牌：2": ("level", "2"),
    "级数2": ("level", "2"),
    "级数：2": ("level", "2"),
    "本局打10": ("level", "10"),
    "级：A": ("level", "A"),
    "level 5": ("level", "5"),
    "级数：东 2，北 5": ("levels", {"E": "2", "N": "5"}),
    "先出：小李": ("first", "N"),
    "名次：东 西 北=南": ("finish", ["E", "W", ["N", "S"]]),
    "名次：东 西 北+南": ("finish", ["E", "W", ["N", "S"]]),
    "finish: E W N=S": ("finish", ["E", "W", ["N", "S"]]),
    "名次：头游 东 二游 北 三游 西 末游 南": ("finish", ["E", "N", "W", "S"]),
    "名次：头游：东，二游：北，三游：西，末游：南": ("finish", ["E", "N", "W", "S"]),
    "得分：东 3，西 3": ("scores", {"E": 3, "W": 3}),
    "得分：东 3 西 3": ("scores", {"E": 3, "W": 3}),
    "scores: E 3 W 3": ("scores", {"E": 3, "W": 3}),
    "得分：东+3 北-1": ("scores", {"E": 3, "N": -1}),
}
HEADS = (
    "掼蛋\n东 老王，北 小李，西 张姐，南 阿强\n",
    "掼蛋\n东 老王 北 小李 西 张姐 南 阿强\n",
    "掼蛋\n东老王 北小李 西张姐 南阿强\n",
    "掼蛋\n玩家：东 老王，北 小李，西 张姐，南 阿强\n",
    "掼蛋\n选手：东 老王，北 小李，西 张姐，南 阿强\n",
    "游戏：掼蛋\n东家：老王\n北家：小李\n西家：张姐\n南家：阿强\n",
    "游戏：掼蛋\n裁判：老张\n玩家：东 老王；北 小李；西 张姐；南 阿强\n",
    "游戏：掼蛋\n玩家：东=老王、北=小李、西=张姐、南=阿强\n",
)
HANDS = ("第1局", "第1盘", "第一盘", "第 1 把", "局1", "hand 1", "Hand #1", "deal 1", "第1副：")


def scripts(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((text, OpenCC("s2t").convert(text))))


def read_one(text: str) -> tuple[Match | None, tuple[Finding, ...]]:
    (record,) = read(text.encode(), "notes.txt")
    return record.match, record.findings


@for_every(("line", "action"), PLAYS.items())
def test_an_action_in_both_scripts(line: str, action: str | None) -> None:
    for text in scripts(HEAD + line + "\n"):
        match, findings = read_one(text)
        if action is None:
            assert match is None, text
            assert [(each.code.id, each.details["line"]) for each in findings] == [("malformed", 4)]
            continue
        assert match is not None, findings[0].message
        assert match.hands[0].actions == [action]
        assert all(each.code.id == "read-as" for each in findings)


@for_every(("line", "fact"), FACTS.items())
def test_a_fact_in_both_scripts(line: str, fact: tuple[str, Any]) -> None:
    name, value = fact
    for text in scripts(HEAD + line + "\n"):
        match, findings = read_one(text)
        assert match is not None, findings[0].message
        hand = match.hands[0]
        place = hand.result if name in ("finish", "scores") else hand.setup
        assert getattr(place, name) == value


@for_every(("head", "hand"), [(head, hand) for head in HEADS for hand in HANDS])
def test_heads_and_beginnings_of_hands_in_both_scripts(head: str, hand: str) -> None:
    for text in scripts(f"{head}{hand}\n打2\n东 出 55\n"):
        match, findings = read_one(text)
        assert match is not None, findings[0].message
        assert match.seats == ("E", "N", "W", "S")
        assert [len(each.actions) for each in match.hands] == [1]
        assert {each.code.id for each in findings} <= {"read-as", "unknown-field"}


def test_hands_are_numbered_in_chinese_past_ten() -> None:
    numerals = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
    match, findings = read_one(HEADS[0] + "".join(f"第{numeral}局\n打2\n" for numeral in numerals))
    assert match is not None
    assert (len(match.hands), findings) == (12, ())


@for_every(
    ("line", "action"),
    {"甲 出 77": "A play 7 7", "甲 对7": "A play 7 7", "甲 三个7": "A play 7 7 7", "甲 4炸7": "A play 7 7 7 7"}.items(),
)
def test_an_action_of_a_game_that_ignores_suits(line: str, action: str) -> None:
    for text in scripts(BAO_HUANG + line + "\n"):
        match, findings = read_one(text)
        assert match is not None, findings[0].message
        assert match.hands[0].actions == [action]


@for_every("words", ["先抓：乙", "先摸：小李", "首家：乙"])
def test_who_took_the_first_card(words: str) -> None:
    for text in scripts(BAO_HUANG + words + "\n"):
        match, findings = read_one(text)
        assert match is not None, findings[0].message
        assert match.hands[0].setup.first == "B"  # type: ignore[union-attr]


def test_an_unknown_line_of_the_head_is_named_and_the_rest_is_read() -> None:
    match, (notice,) = read_one("游戏：掼蛋\n裁判员：老张\n玩家：东 甲，北 乙，西 丙，南 丁\n第1局\n东 过\n")
    assert match is not None
    assert (notice.code.id, notice.variant, notice.details["line"]) == ("unknown-field", "line", 2)
    assert match.hands[0].actions == ["E pass"]


@for_every(
    "head",
    [
        "game: guandan\nplayrs: E Li, N Zhao, W Sun, S Qian",
        "game: guandan\nteam: E Li, N Zhao, W Sun, S Qian",
        "game: guandan\nplayers: five of us",
    ],
)
def test_one_fault_of_the_head_is_one_error(head: str) -> None:
    match, findings = read_one(head + "\nhand 1\nlevel: 2\nE holds: 3h\n" + "E plays 3h\nN passes\n" * 30)
    assert match is None
    assert [(each.code.id, each.details["line"]) for each in findings if each.code.severity.name == "ERROR"] == [
        ("malformed", 2)
    ]


def test_a_text_without_players_has_one_error() -> None:
    match, (fault,) = read_one("game: guandan\nhand 1\nE plays 3h\nN passes\n")
    assert match is None
    assert (fault.details["line"], fault.details["column"]) == (3, 1)
