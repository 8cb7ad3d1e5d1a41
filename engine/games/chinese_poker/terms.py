"""The words of Chinese poker, closed and open-face, in English and Chinese."""

from types import MappingProxyType
from typing import Final

from engine.rulebook.glossary import OURS, Glossary, Name, Term, TypedWord

_PAGE: Final = "the page on Chinese poker"
_RANKS: Final = ("chinese_poker.ranks",)
_ROYALTIES: Final = ("chinese_poker.royalties",)
_NATURALS: Final = ("chinese_poker.naturals",)
_OPEN: Final = ("chinese_poker.open-face",)

TERMS: Final = (
    Term("front", "头道", "tóu dào", ("chinese_poker.setting",), ("前墩", "头墩", "上道")),
    Term("middle", "中道", "zhōng dào", ("chinese_poker.setting",), also=("中墩",)),
    Term("back", "尾道", "wěi dào", ("chinese_poker.setting",), ("尾墩", "后墩", "底道", "下道")),
    Term("set", "摆牌", "bǎi pái", ("chinese_poker.setting",), ("理牌", "配牌")),
    Term("mis-set", "相公", "xiàng gong", ("chinese_poker.misset",), ("倒水", "乌龙", "爆牌", "犯规", "foul")),
    Term("high card", "散牌", "sǎn pái", _RANKS, ("高牌", "单牌")),
    Term("two pair", "两对", "liǎng duì", _RANKS),
    Term("three of a kind", "三条", "sān tiáo", _RANKS, ("三张",)),
    Term("straight", "顺子", "shùn zi", _RANKS),
    Term("flush", "同花", "tóng huā", _RANKS),
    Term("full house", "葫芦", "hú lu", _RANKS),
    Term("four of a kind", "铁支", "tiě zhī", _RANKS, ("四条", "四梅")),
    Term("straight flush", "同花顺", "tóng huā shùn", _RANKS),
    Term("wheel", "A2345顺", "A èr sān sì wǔ shùn", _RANKS, source=OURS),
    Term("royalty", "特殊分", "tè shū fēn", _ROYALTIES, ("奖分",), OURS),
    Term("three of a kind in front", "冲三", "chōng sān", _ROYALTIES, source=_PAGE),
    Term("full house in the middle", "中墩葫芦", "zhōng dūn hú lu", _ROYALTIES, source=_PAGE),
    Term("four of a kind in the middle", "中墩铁支", "zhōng dūn tiě zhī", _ROYALTIES, source=_PAGE),
    Term("four of a kind in back", "尾墩铁支", "wěi dūn tiě zhī", _ROYALTIES, source=_PAGE),
    Term("straight flush in the middle", "中墩同花顺", "zhōng dūn tóng huā shùn", _ROYALTIES, source=_PAGE),
    Term("straight flush in back", "尾墩同花顺", "wěi dūn tóng huā shùn", _ROYALTIES, source=_PAGE),
    Term("natural", "报到", "bào dào", _NATURALS, ("特殊牌", "特殊牌型")),
    Term("clean dragon", "清龙", "qīng lóng", _NATURALS, ("至尊清龙", "青龙", "清一色一条龙")),
    Term("dragon", "一条龙", "yì tiáo lóng", _NATURALS),
    Term("twelve royalties", "十二皇族", "shí èr huáng zú", _NATURALS, ("字一色",)),
    Term("three straight flushes", "三同花顺", "sān tóng huā shùn", _NATURALS),
    Term("three quads", "三铁支", "sān tiě zhī", _NATURALS, ("三分天下",), _PAGE),
    Term("all low", "全小", "quán xiǎo", _NATURALS),
    Term("all high", "全大", "quán dà", _NATURALS),
    Term("full colored", "凑一色", "còu yí sè", _NATURALS, ("混一色",)),
    Term("four triples", "四套三条", "sì tào sān tiáo", _NATURALS, ("四套冲三",)),
    Term("six and a half pairs", "六对半", "liù duì bàn", _NATURALS),
    Term("three straights", "三顺子", "sān shùn zi", _NATURALS, ("三蛇出洞",)),
    Term("three flushes", "三同花", "sān tóng huā", _NATURALS, ("三花聚顶",)),
    Term("no broadway", "无花牌", "wú huā pái", _NATURALS, source=OURS),
    Term("six and above", "六以上", "liù yǐ shàng", _NATURALS, source=OURS),
    Term("twelve of one color", "十二张同色", "shí èr zhāng tóng sè", _NATURALS, source=OURS),
    Term("scoop", "打枪", "dǎ qiāng", ("chinese_poker.scoop",), source=_PAGE),
    Term("home run", "全垒打", "quán lěi dǎ", ("chinese_poker.home-run",), source=_PAGE),
    Term("surrender", "投降", "tóu xiáng", ("chinese_poker.surrender",), source=OURS),
    Term("unit", "水", "shuǐ", ("chinese_poker.rows",), ("注", "道")),
    Term("stake", "一水多少钱", "yì shuǐ duō shǎo qián", ("chinese_poker.settlement",), ("底分",), OURS),
    Term("open-face Chinese poker", "明牌十三张", "míng pái shí sān zhāng", _OPEN, ("OFC", "开放式十三张")),
    Term("pineapple", "大菠萝", "dà bō luó", _OPEN, ("菠萝", "菠萝扑克")),
    Term("fantasyland", "范特西", "fàn tè xī", ("chinese_poker.fantasyland",), ("范特西乐园", "梦幻乐园")),
    Term("discard", "弃牌", "qì pái", _OPEN),
    Term("dealer", "庄家", "zhuāng jiā", _OPEN),
)

GLOSSARY: Final = Glossary(
    game=Term(
        "Chinese poker",
        "十三张",
        "shí sān zhāng",
        also=("十三水", "十三支", "13支", "罗宋", "thirteen cards"),
        source=_PAGE,
    ),
    terms=TERMS,
    options=MappingProxyType(
        {
            "scoring": Name("计分方式"),
            "row_unit": Name("每道水数", "Units of a row"),
            "overall": Name("多数道加水", "Units for most rows"),
            "scoop_bonus": Name("打枪加水", "Units for a scoop"),
            "scoop_multiplier": Name("打枪倍数", "Factor of a scoop"),
            "home_run_multiplier": Name("全垒打倍数", "Factor of a home run"),
            "home_run_needs": Name("全垒打条件", "Opponents of a home run"),
            "royalties": Name("特殊分"),
            "royalty_table": Name("特殊分表", "Changed royalties"),
            "royalty_rule": Name("特殊分归谁", "Which royalties are paid"),
            "royalty_value": Name("特殊分大小", "Worth of a royalty"),
            "royalty_announced": Name("特殊分须先报", "Royalties announced"),
            "royalty_limit": Name("特殊分个数", "Royalties of a seat"),
            "royalty_broken": Name("拆牌计特殊分", "Royalties of broken hands"),
            "royalties_against_foul": Name("相公付特殊分", "Royalties of a mis-set hand"),
            "scoop_multiplies_royalties": Name("打枪翻特殊分", "Scoops multiply royalties"),
            "naturals": Name("报到牌型"),
            "natural_table": Name("报到分表", "Changed naturals"),
            "natural_qka": Name("报到可用QKA", "Q-K-A in three straights"),
            "surrender": Name("投降水数", "Units of a surrender"),
            "misset": Name("相公处理", "Mis-set hands"),
            "wheel": Name("A2345大小", "Place of A-2-3-4-5"),
            "middle": Name("中道比法", also=("中墩比法",)),
            "target": Name("目标分"),
            "dealing": Name("发牌方式"),
            "fantasyland": Name("范特西"),
            "hands_each": Name("每人手数", "Hands of each seat"),
        }
    ),
    presets=MappingProxyType(
        {
            "two-four": Name("二四制"),
            "one-six": Name("一六制"),
            "taiwanese": Name("台湾"),
            "eleven": Name("十一分"),
            "criss-cross": Name("双人交叉"),
            "open-face": Name("明牌十三张"),
            "pineapple": Name("大菠萝"),
        }
    ),
    verbs=MappingProxyType(
        {
            "natural": TypedWord("natural", "报到", ("claims a natural", "特殊牌型")),
            "in": TypedWord("in", "不投降", ("stays in", "is in", "参加")),
            "surrender": TypedWord("surrender", "投降", ("surrenders",)),
            "royalty": TypedWord("royalty", "报特殊分", ("royalties", "announces", "announces royalties", "报奖分")),
            "set": TypedWord("set", "摆牌", ("sets", "理牌", "配牌", "摆")),
            "place": TypedWord("place", "放", ("places", "放牌")),
        }
    ),
    words=MappingProxyType(
        {
            "front": TypedWord("front", "头道", ("头墩", "前墩", "上道")),
            "middle": TypedWord("middle", "中道", ("中墩",)),
            "back": TypedWord("back", "尾道", ("尾墩", "后墩", "底道", "下道")),
            "discard": TypedWord("discard", "弃牌", ("discards", "弃")),
            "clean_dragon": TypedWord("clean dragon", "清龙", ("至尊清龙", "清一色一条龙")),
            "dragon": TypedWord("dragon", "一条龙"),
            "twelve_royalties": TypedWord("twelve royalties", "十二皇族"),
            "three_straight_flushes": TypedWord("three straight flushes", "三同花顺"),
            "three_quads": TypedWord("three quads", "三铁支", ("三分天下",)),
            "all_low": TypedWord("all low", "全小"),
            "all_high": TypedWord("all high", "全大"),
            "full_colored": TypedWord("full colored", "凑一色", ("混一色",)),
            "four_triples": TypedWord("four triples", "四套三条", ("四套冲三",)),
            "six_and_a_half_pairs": TypedWord("six and a half pairs", "六对半"),
            "three_straights": TypedWord("three straights", "三顺子", ("三蛇出洞",)),
            "three_flushes": TypedWord("three flushes", "三同花", ("三花聚顶",)),
            "no_broadway": TypedWord("no broadway", "无花牌"),
            "six_and_above": TypedWord("six and above", "六以上"),
            "one_color_twelve": TypedWord("twelve of one color", "十二张同色", ("one color twelve",)),
        }
    ),
)
