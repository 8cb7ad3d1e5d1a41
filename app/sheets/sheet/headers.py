"""What clubs call the columns of a score sheet, in English and in Chinese, and the kind that a name means."""

import unicodedata
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.games import GAMES
from engine.rulebook.glossary import in_either_script

IGNORED: Final = "ignore"
LEVELS_BEFORE: Final = "levels before"
GAIN: Final = "levels gained"
"""How far the team that finished first rose: the score of each of its seats."""
DATE: Final = "date"
PLACES: Final = ("1st place", "2nd place", "3rd place", "4th place", "5th place", "6th place", "7th place", "8th place")
"""The columns that name the player who finished at a place."""

_NAMES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "hand": (
            "#",
            "no",
            "hand no",
            "局",
            "局数",
            "局号",
            "局次",
            "第几局",
            "把",
            "把数",
            "盘",
            "副",
            "副数",
            "手",
            "序号",
        ),
        DATE: ("played", "played at", "day", "日期", "时间", "比赛日期"),
        "level": ("levels", "级牌", "级", "级数", "级别", "打几", "本局级", "本局级牌"),
        "finish": ("order", "order of finish", "finish order", "出完顺序", "出牌顺序", "顺序", "排名顺序"),
        "place": ("position", "pos", "rank", "名次", "排名", "名"),
        GAIN: ("gain", "gained", "levels up", "rise", "升级", "升级数", "升几级", "升", "进级"),
        "factor": ("multiplier", "倍数", "倍", "翻倍"),
        "units": ("unit", "水", "水数"),
        "stake": ("stakes", "底分", "底注", "每水"),
        "score": ("points", "pts", "scores", "得分", "分数", "分", "本局得分", "本局分"),
        LEVELS_BEFORE: ("level before", "局前级", "局前级数", "打前级数"),
        "total": ("totals", "sum", "running total", "总分", "累计", "累计分", "累计得分", "合计", "总计"),
        "winner": ("won by", "胜者", "胜方", "赢家", "获胜方", "获胜者"),
    }
)
_NUMERALS: Final = ("一", "二", "三", "四", "五", "六", "七", "八")
_ENGLISH: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_ALSO_OF_TEAMS: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType({1: ("上游", "一游"), 4: ("下游", "四游")})
"""Other names of the places of a game in which partners play, by number."""


@cache
def _kinds(game: str) -> Mapping[str, str]:
    """The kind of each name, as ``_folded`` has it."""
    glossary = GAMES[game].glossary
    names = {kind: (kind, *in_either_script(*also)) for kind, also in _NAMES.items()}
    names |= {
        role: (role, *(glossary.words[role].names if role in glossary.words else ())) for role in GAMES[game].roles
    }
    names["exposed"] = ("exposed",)
    for number, kind in enumerate(PLACES, 1):
        numeral = _NUMERALS[number - 1]
        of_game = glossary.places[number - 1].names if number <= len(glossary.places) else ()
        also = _ALSO_OF_TEAMS.get(number, ()) if GAMES[game].teams else ()
        names[kind] = (
            kind,
            kind.removesuffix(" place"),
            _ENGLISH[number - 1],
            f"{_ENGLISH[number - 1]} place",
            *of_game,
            *in_either_script(f"第{numeral}名", f"第{number}名", f"第{numeral}", *also),
        )
    return MappingProxyType({_folded(name): kind for kind, group in names.items() for name in group})


def kind_of(text: str, game: str) -> str | None:
    """The kind of column that a text names in a game; None if it is not known as a name of one."""
    return _kinds(game).get(_folded(text))


def nearest_kind(text: str, game: str) -> str | None:
    """The kind whose name is most like a text; None if none is much like it."""
    near = get_close_matches(_folded(text), sorted(_kinds(game)), n=1)
    return _kinds(game)[near[0]] if near else None


def _folded(text: str) -> str:
    """A name as it is compared: without case, width, white space around it and the point of a shortened word."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).removesuffix(".")
