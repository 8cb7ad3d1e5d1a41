"""The fields of a head and of a hand, besides actions: their names in English and Chinese."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.logs.json.strict import Path
from engine.rulebook.glossary import in_either_script
from engine.rulebook.sentences import Text, marked, say


class FieldKind(Enum):
    """How the value of a line is written."""

    TEXT = marked("any text")
    TIME = marked("a date, alone or with a time, such as 2024-05-01 or 2024-05-01 19:30 +08:00")
    GAME = marked("the name of a game")
    RULES = marked("a preset, and options such as NAME = VALUE")
    OPTION = marked("an option such as NAME = VALUE")
    PLAYERS = marked("the players in order of play, such as E Li Wei, N Zhao Min")
    RANK = marked("a rank from 2 to A")
    SEAT = marked("a seat")
    SEATS = marked("seats, such as E W")
    FINISH = marked("seats in the order of finish, with + between seats that share a place")
    NUMBERS = marked("seats with numbers, such as E 3, N -1")
    RANKS = marked("seats with ranks, such as E 2, N 5")
    PAIRS = marked("pairs of seats with numbers, such as E-N 4")
    ROLES = marked("roles with seats")
    NUMBER = marked("a number")
    ANSWER = marked("yes or no")
    ENDED = marked("time")
    DEAL = marked("the cards dealt to the seat")
    ACTION = marked("the text of an action of fupan/1, in quotes")

    @property
    def words(self) -> Text:
        """How it is written, for a message."""
        return say(self.value)


@dataclass(frozen=True, slots=True)
class Field:
    """A line: what it says, where that is in a match or in a hand, and the names that begin it."""

    path: Path
    kind: FieldKind
    english: str
    chinese: str
    also: tuple[str, ...] = ()
    of_hand: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of the line, Chinese in either script."""
        return in_either_script(self.english, self.chinese, *self.also)


def _of_match(path: Path, kind: FieldKind, english: str, chinese: str, *also: str) -> Field:
    return Field(path, kind, english, chinese, also)


def _of_hand(path: Path, kind: FieldKind, english: str, chinese: str, *also: str) -> Field:
    return Field(path, kind, english, chinese, also, of_hand=True)


GAME: Final = _of_match(("game",), FieldKind.GAME, "game", "游戏")
RULES: Final = _of_match(("rules",), FieldKind.RULES, "rules", "规则")
OPTION: Final = _of_match(("rules", "options"), FieldKind.OPTION, "option", "选项")
PLAYERS: Final = _of_match(("players",), FieldKind.PLAYERS, "players", "玩家", "座位", "牌手", "选手", "队员", "seats")
RECORDED: Final = _of_match(("match", "recorded"), FieldKind.SEATS, "recorded", "记录座位", "只记")
ACTION: Final = _of_hand(("actions",), FieldKind.ACTION, "action", "动作")
DEAL: Final = _of_hand(("deal",), FieldKind.DEAL, "holds", "手牌", "dealt", "cards", "has", "牌", "起手牌")
"""It follows a seat: ``E holds: …``."""

FIELDS: Final = (
    GAME,
    RULES,
    OPTION,
    _of_match(("match", "id"), FieldKind.TEXT, "match", "对局", "match id", "id", "编号"),
    _of_match(("match", "played_at"), FieldKind.TIME, "date", "日期", "time", "时间", "played at"),
    _of_match(("match", "event"), FieldKind.TEXT, "event", "赛事", "比赛", "活动"),
    _of_match(("match", "table"), FieldKind.TEXT, "table", "桌号", "桌", "台号"),
    _of_match(("match", "note"), FieldKind.TEXT, "note", "备注", "備註", "说明", "remark"),
    PLAYERS,
    RECORDED,
    _of_hand(("setup", "totals"), FieldKind.NUMBERS, "totals before", "局前总分", "原有总分"),
    _of_hand(("setup", "level"), FieldKind.RANK, "level", "级牌", "级", "打", "本局级牌", "本局打"),
    _of_hand(("setup", "levels"), FieldKind.RANKS, "levels", "级数", "levels before", "局前级数"),
    _of_hand(("setup", "previous"), FieldKind.FINISH, "previous", "上局名次", "previous finish", "上局"),
    _of_hand(("setup", "failures"), FieldKind.NUMBERS, "failures", "失败次数"),
    _of_hand(("setup", "extra"), FieldKind.ANSWER, "extra hand", "加赛"),
    _of_hand(
        ("setup", "first"),
        FieldKind.SEAT,
        "first",
        "先手",
        "leads",
        "首家",
        "先出",
        "首出",
        "先摸",
        "先抓",
        "首抓",
        "先抓牌",
    ),
    _of_hand(("setup", "dealer"), FieldKind.SEAT, "dealer", "庄家", "庄"),
    _of_hand(("setup", "fantasyland"), FieldKind.NUMBERS, "fantasyland", "范特西"),
    _of_hand(("setup", "stakes"), FieldKind.PAIRS, "stakes", "底注", "一水多少钱"),
    ACTION,
    _of_hand(("result", "finish"), FieldKind.FINISH, "finish", "名次", "finished", "order of finish", "出完顺序"),
    _of_hand(("result", "scores"), FieldKind.NUMBERS, "scores", "得分", "score", "分数"),
    _of_hand(("result", "levels"), FieldKind.RANKS, "levels after", "局后级数", "升到"),
    _of_hand(("result", "roles"), FieldKind.ROLES, "roles", "身份", "身分"),
    _of_hand(("result", "units"), FieldKind.PAIRS, "units", "水数"),
    _of_hand(("result", "factor"), FieldKind.NUMBER, "factor", "倍数"),
    _of_hand(("result", "exposed"), FieldKind.ANSWER, "exposed", "大A亮出", "是否亮牌"),
    _of_match(("result", "totals"), FieldKind.NUMBERS, "totals", "总分", "total"),
    _of_match(("result", "winner"), FieldKind.SEATS, "winner", "胜者", "winners", "胜方", "赢家"),
    _of_match(("result", "ended"), FieldKind.ENDED, "ended", "结束"),
)
"""Every line, in the order in which a text has them; those of a hand stand after the line that begins it."""

RESULT_PATH: Final = "match.result"
"""The path that is written for the recorded result of the match; ``result`` is that of a hand."""
OF_MATCH: Final = ("rules", "match", "players")
OF_HAND: Final = ("setup", "deal", "result")
