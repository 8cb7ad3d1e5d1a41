"""The words of the games in English and Chinese, and how a word that somebody types is found among them."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

PLAYERS: Final = "common usage of players"
"""The source of a word that no document of ours has, and that is not in doubt."""
OURS: Final = "our own wording: no source found"
"""The source of a word that is not known to be used by players."""


IN_CHINESE: Final = "in Chinese"
"""The context in which catalogues have the Chinese names: their texts are in simplified Chinese, not in English."""
_TRADITIONAL: Final = str.maketrans(
    "东两个俩为义乌乐争党关冲决凑几则动单卫压参双发号后员园国场块垒处备复头奖对属带庄开弃张弹归当录总惯戏扑报挂掼摆数无时杂权条枪"
    "标档梦没湾点独盘确称竞红级结给编罗胜芦萝规计订认让议记论说谁谱负贡败赛赢轮较过还进连选邮钢钩钱铁门间队顶项顺须领风龙输续锋边",
    "東兩個倆為義烏樂爭黨關衝決湊幾則動單衛壓參雙發號後員園國場塊壘處備復頭獎對屬帶莊開棄張彈歸當錄總慣戲撲報掛摜擺數無時雜權條槍"
    "標檔夢沒灣點獨盤確稱競紅級結給編羅勝蘆蘿規計訂認讓議記論說誰譜負貢敗賽贏輪較過還進連選郵鋼鉤錢鐵門間隊頂項順須領風龍輸續鋒邊",
)
"""The characters of names and of loose texts that differ in traditional Chinese."""
_ALSO_TRADITIONAL: Final = ("游", "遊")


def in_either_script(*names: str) -> tuple[str, ...]:
    """Names in simplified Chinese, and each after it in traditional characters, where they differ; 游 is also 遊."""
    spellings = ((name, name.translate(_TRADITIONAL)) for name in names)
    return tuple(dict.fromkeys(form for pair in spellings for form in (*pair, pair[1].replace(*_ALSO_TRADITIONAL))))


@dataclass(frozen=True, slots=True)
class Name:
    """What people call an option or a preset: in Chinese and in English."""

    chinese: str
    english: str = ""
    """Empty: the name in logs, with spaces and a capital letter."""
    also: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every Chinese name, in either script."""
        return in_either_script(self.chinese, *self.also)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game.

    ``rules`` are the ids of the pages of rules that say what it means.  ``also`` are other names in use, in either
    language.
    """

    english: str
    chinese: str
    pinyin: str
    rules: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    source: str = PLAYERS

    @property
    def key(self) -> str:
        """Its name in addresses: ``full-house``."""
        return re.sub(r"[^a-z0-9]+", "-", self.english.lower()).strip("-")

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is called, Chinese in either script."""
        return in_either_script(self.english, self.chinese, self.pinyin, *self.also)


@dataclass(frozen=True, slots=True)
class TypedWord:
    """How people type a word of logs.  ``also`` are other ways in use, in either language."""

    english: str
    chinese: str
    also: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every way to type it, Chinese in either script."""
        return in_either_script(self.english, self.chinese, *self.also)


@dataclass(frozen=True, slots=True)
class Glossary:
    """The words of one game, and the names of its options and presets."""

    game: Term
    terms: tuple[Term, ...]
    options: Mapping[str, Name]
    presets: Mapping[str, Name]
    verbs: Mapping[str, TypedWord]
    """What an action of a log has after its seat: a verb, or a verb and its first argument."""
    words: Mapping[str, TypedWord] = field(default_factory=dict)
    """Other words of logs: arguments of verbs, roles, and cards that only this game has."""
    places: tuple[Name, ...] = ()
    """The names of the places of a hand in Chinese, if the game has such."""
    double: Name | None = None
    """What it is called that partners take the first two places, in a game in which the other two then share theirs."""


def folded(text: str) -> str:
    """A text as it is compared: without case, tones, width, spaces and punctuation.

    So ``jìn gòng``, ``Jingong`` and ``jin-gong`` are the same.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in plain if letter.isalnum())
