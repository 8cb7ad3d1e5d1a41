"""The words that all games share."""

from typing import Final

from engine.rulebook.glossary import OURS, Term, Typed

TERMS: Final = (
    Term("card", "牌", "牌", "pái", ("log.deal",)),
    Term("deck", "一副牌", "一副牌", "yí fù pái", also=("整副牌",)),
    Term("joker", "王", "鬼牌", "wáng", also=("王牌", "鬼")),
    Term("red joker", "大王", "大鬼", "dà wáng", also=("big joker", "红王")),
    Term("black joker", "小王", "小鬼", "xiǎo wáng", also=("small joker", "黑王")),
    Term("spade", "黑桃", "黑桃", "hēi táo"),
    Term("heart", "红桃", "紅心", "hóng táo", also=("红心", "紅桃")),
    Term("club", "梅花", "梅花", "méi huā", also=("草花",)),
    Term("diamond", "方块", "方塊", "fāng kuài", also=("方片",)),
    Term("suit", "花色", "花色", "huā sè"),
    Term("rank", "点数", "點數", "diǎn shù"),
    Term("holding", "手牌", "手牌", "shǒu pái"),
    Term("deal", "发牌", "發牌", "fā pái", ("log.deal",)),
    Term("hand", "局", "局", "jú", also=("一局", "一副", "把")),
    Term("match", "对局", "對局", "duì jú", also=("比赛", "场")),
    Term("seat", "座位", "座位", "zuò wèi", ("log.players",)),
    Term("player", "玩家", "玩家", "wán jiā", ("log.players",), ("牌手",)),
    Term("partner", "队友", "隊友", "duì yǒu", also=("对家", "搭档", "對家")),
    Term("opponent", "对手", "對手", "duì shǒu"),
    Term("team", "队", "隊", "duì", also=("方", "一方")),
    Term("turn", "轮次", "輪次", "lún cì"),
    Term("lead", "领出", "領出", "lǐng chū", also=("首出", "出牌权", "牌权")),
    Term("follow", "跟牌", "跟牌", "gēn pái"),
    Term("pass", "不要", "不要", "bú yào", also=("过", "過", "不出", "PASS")),
    Term("beat", "压", "壓", "yā", also=("大过", "管", "管上")),
    Term("trick", "一轮", "一輪", "yì lún", also=("一圈",)),
    Term("out", "出完", "出完", "chū wán", also=("走", "走完", "跑")),
    Term("place", "名次", "名次", "míng cì"),
    Term("single", "单张", "單張", "dān zhāng", also=("单牌", "單牌")),
    Term("pair", "对子", "對子", "duì zi", also=("一对", "一對")),
    Term("triple", "三张", "三張", "sān zhāng", also=("三同张", "三不带")),
    Term("score", "得分", "得分", "dé fēn", ("log.result",)),
    Term("total", "总分", "總分", "zǒng fēn", ("log.result",)),
    Term("log", "牌谱", "牌譜", "pái pǔ", ("log.format",), ("记录", "對局記錄")),
    Term("score sheet", "记分表", "計分表", "jì fēn biǎo", also=("计分表",)),
    Term("replay", "复盘", "復盤", "fù pán", also=("回放", "重播")),
    Term("preset", "规则方案", "規則方案", "guī zé fāng àn", ("log.rules",), source=OURS),
    Term("option", "规则选项", "規則選項", "guī zé xuǎn xiàng", ("log.rules",), source=OURS),
    Term("house rules", "自定规则", "自訂規則", "zì dìng guī zé", ("log.rules",), ("房规", "桌规"), OURS),
    Term("finding", "判定", "判定", "pàn dìng", source=OURS),
    Term("verdict", "结论", "結論", "jié lùn", source=OURS),
    Term("arbiter", "裁判", "裁判", "cái pàn"),
    Term("ruling", "裁决", "裁決", "cái jué"),
    Term("dispute", "争议", "爭議", "zhēng yì"),
)
"""In the order of a hand: cards, table, play, score, audit."""

PLAY: Final = Typed("play", "出", "出", ("plays", "played", "出牌", "打出", "打"))
"""How people type the verb ``play``, in every game that has it."""
PASS: Final = Typed("pass", "不要", "不要", ("passes", "passed", "过", "過", "不出", "不跟", "要不起", "过牌", "過牌"))
"""How people type the verb ``pass``."""
REDEAL: Final = Typed("redeal", "重发", "重發", ("redeals", "重新发牌", "重新發牌", "重洗"))
"""How people type the verb ``redeal``."""
