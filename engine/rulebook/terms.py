"""The words that all games share."""

from typing import Final

from engine.rulebook.glossary import OURS, Term, TypedWord

TERMS: Final = (
    Term("card", "牌", "pái", ("log.deal",)),
    Term("deck", "一副牌", "yí fù pái", also=("整副牌",)),
    Term("joker", "王", "wáng", also=("鬼牌", "王牌", "鬼")),
    Term("red joker", "大王", "dà wáng", also=("大鬼", "big joker", "红王")),
    Term("black joker", "小王", "xiǎo wáng", also=("小鬼", "small joker", "黑王")),
    Term("spade", "黑桃", "hēi táo"),
    Term("heart", "红桃", "hóng táo", also=("红心",)),
    Term("club", "梅花", "méi huā", also=("草花",)),
    Term("diamond", "方块", "fāng kuài", also=("方片",)),
    Term("suit", "花色", "huā sè"),
    Term("rank", "点数", "diǎn shù"),
    Term("holding", "手牌", "shǒu pái"),
    Term("deal", "发牌", "fā pái", ("log.deal",)),
    Term("hand", "局", "jú", also=("一局", "一副", "把")),
    Term("match", "对局", "duì jú", also=("比赛", "场")),
    Term("seat", "座位", "zuò wèi", ("log.players",)),
    Term("player", "玩家", "wán jiā", ("log.players",), ("牌手",)),
    Term("partner", "队友", "duì yǒu", also=("对家", "搭档")),
    Term("opponent", "对手", "duì shǒu"),
    Term("team", "队", "duì", also=("方", "一方")),
    Term("turn", "轮次", "lún cì"),
    Term("lead", "领出", "lǐng chū", also=("首出", "出牌权", "牌权")),
    Term("follow", "跟牌", "gēn pái"),
    Term("pass", "不要", "bú yào", also=("过", "不出", "PASS")),
    Term("beat", "压", "yā", also=("大过", "管", "管上")),
    Term("trick", "一轮", "yì lún", also=("一圈",)),
    Term("out", "出完", "chū wán", also=("走", "走完", "跑")),
    Term("place", "名次", "míng cì"),
    Term("single", "单张", "dān zhāng", also=("单牌",)),
    Term("pair", "对子", "duì zi", also=("一对",)),
    Term("triple", "三张", "sān zhāng", also=("三同张", "三不带")),
    Term("score", "得分", "dé fēn", ("log.result",)),
    Term("total", "总分", "zǒng fēn", ("log.result",)),
    Term("log", "牌谱", "pái pǔ", ("log.format",), ("记录", "对局记录")),
    Term("score sheet", "记分表", "jì fēn biǎo", also=("计分表",)),
    Term("replay", "复盘", "fù pán", also=("回放", "重播")),
    Term("preset", "规则方案", "guī zé fāng àn", ("log.rules",), source=OURS),
    Term("option", "规则选项", "guī zé xuǎn xiàng", ("log.rules",), source=OURS),
    Term("house rules", "自定规则", "zì dìng guī zé", ("log.rules",), ("自订规则", "房规", "桌规"), OURS),
    Term("finding", "判定", "pàn dìng", source=OURS),
    Term("verdict", "结论", "jié lùn", source=OURS),
    Term("arbiter", "裁判", "cái pàn"),
    Term("ruling", "裁决", "cái jué"),
    Term("dispute", "争议", "zhēng yì"),
)
"""In the order of a hand: cards, table, play, score, audit."""

PLAY: Final = TypedWord("play", "出", ("plays", "played", "出牌", "打出", "打"))
"""How people type the verb ``play``, in every game that has it."""
PASS: Final = TypedWord("pass", "不要", ("passes", "passed", "过", "不出", "不跟", "要不起", "过牌"))
"""How people type the verb ``pass``."""
REDEAL: Final = TypedWord("redeal", "重发", ("redeals", "重新发牌", "重洗"))
"""How people type the verb ``redeal``."""
