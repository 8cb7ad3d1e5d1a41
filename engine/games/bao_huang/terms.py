"""The words of Bao Huang in English and Chinese."""

from types import MappingProxyType
from typing import Final

from engine.rulebook.glossary import OURS, Glossary, Name, Term, TypedWord
from engine.rulebook.terms import PASS, PLAY, REDEAL

_PAGE: Final = "the account with the Rizhao game"
_ANNOUNCED: Final = ("bao_huang.declarations",)
_PLACES: Final = ("bao_huang.places",)

TERMS: Final = (
    Term("emperor", "皇帝", "huáng dì", ("bao_huang.emperor",), ("皇上",)),
    Term("protector", "侍卫", "shì wèi", ("bao_huang.protector",), ("保子", "小保子", "狗腿", "eunuch")),
    Term("people", "平民", "píng mín", ("bao_huang.protector",), ("革命党", "farmers"), _PAGE),
    Term("emperor card", "皇帝牌", "huáng dì pái", ("bao_huang.emperor",), ("皇牌",)),
    Term("protector card", "侍卫牌", "shì wèi pái", ("bao_huang.protector",), ("保子牌", "保牌")),
    Term("accept the crown", "登基", "dēng jī", ("bao_huang.emperor",), ("称帝",)),
    Term("decline the crown", "让位", "ràng wèi", ("bao_huang.emperor",), ("让皇帝",)),
    Term("open protector", "明保", "míng bǎo", _ANNOUNCED),
    Term("hidden protector", "暗保", "àn bǎo", _ANNOUNCED),
    Term("revolt", "明反", "míng fǎn", _ANNOUNCED, ("uprising", "造反", "起义")),
    Term("alone", "独保", "dú bǎo", ("bao_huang.protector",), ("独皇",)),
    Term("alone, declared", "明独", "míng dú", _ANNOUNCED, ("solo",)),
    Term("alone, hidden", "暗独", "àn dú", _ANNOUNCED),
    Term("tribute", "进贡", "jìn gòng", ("bao_huang.tribute",), ("上贡",)),
    Term("hang a joker", "挂", "guà", ("bao_huang.combinations",), ("挂了一个", "挂花", "挂王"), _PAGE),
    Term("asked to pass", "站牌", "zhàn pái", source=_PAGE),
    Term("first out", "头客", "tóu kè", _PLACES, ("头科", "大客")),
    Term("second out", "二客", "èr kè", _PLACES, ("二科",)),
    Term("third out", "三客", "sān kè", _PLACES, ("三科",)),
    Term("fourth out", "二拉", "èr lā", _PLACES),
    Term("last", "大拉", "dà lā", _PLACES, ("大落",)),
    Term("lowest cards last", "最小牌后出", "zuì xiǎo pái hòu chū", ("bao_huang.lowest",), ("憋3", "憋6"), OURS),
)

GLOSSARY: Final = Glossary(
    game=Term("Bao Huang", "保皇", "bǎo huáng", also=("帝王", "protect the emperor")),
    terms=TERMS,
    options=MappingProxyType(
        {
            "deck": Name("用牌张数", "Size of the deck"),
            "emperor_pass": Name("让位方向", "Direction of the emperor card"),
            "protector": Name("侍卫的确定"),
            "declarations": Name("明保明反"),
            "tribute": Name("进贡"),
            "tribute_exclude": Name("不进贡的牌", "Cards never given as tribute"),
            "take_order": Name("取贡次序", "Order of taking tribute"),
            "joker_rule": Name("挂王比较", "Plays with jokers"),
            "lowest_last": Name("最小牌后出", "Lowest cards last"),
            "winner_rule": Name("胜负判定", "Who wins a hand"),
            "scoring": Name("计分方式"),
            "balanced": Name("总和为零", "Scores sum to zero"),
            "solo_announced": Name("明独加倍", "Announced solo"),
            "tribute_face": Name("贡牌明暗", "Tribute face down or up"),
            "target": Name("目标分"),
            "hands": Name("局数", "Number of hands"),
            "open_factor": Name("明牌倍数", "Factor of open roles"),
            "alone_win": Name("独保胜负", "How a lone emperor wins"),
            "alone_may_decline": Name("双牌可让位", "Declining with both cards"),
            "solo_tribute": Name("独保贡牌张数", "Tribute of a lone emperor"),
        }
    ),
    presets=MappingProxyType(
        {
            "rizhao": Name("日照"),
            "shanghai": Name("上海"),
            "catsatcards": Name("Cats at Cards", "Cats at Cards"),
            "gamerules": Name("Game Rules", "Game Rules"),
            "bianfeng": Name("边锋"),
        }
    ),
    places=(
        Name("头客"),
        Name("二客"),
        Name("三客"),
        Name("二拉"),
        Name("大拉"),
    ),
    verbs=MappingProxyType(
        {
            "play": PLAY,
            "pass": PASS,
            "tribute": TypedWord("tribute", "进贡", ("pays tribute", "上贡", "交贡", "贡")),
            "take": TypedWord("take", "取贡", ("takes", "收贡", "拿", "取")),
            "accept": TypedWord("accept", "登基", ("accepts", "accepts the crown", "称帝", "当皇帝")),
            "decline": TypedWord("decline", "让位", ("declines", "declines the crown", "让皇帝", "不登基")),
            "declare uprising": TypedWord(
                "declare uprising", "明反", ("declares uprising", "declares a revolt", "造反", "起义")
            ),
            "declare protector": TypedWord("declare protector", "明保", ("declares protector",)),
            "declare solo": TypedWord("declare solo", "明独", ("declares solo", "declares alone")),
            "show": TypedWord("show", "亮牌", ("shows", "亮", "出示")),
            "ask": TypedWord("ask", "站牌", ("asks", "asks to pass")),
            "redeal": REDEAL,
        }
    ),
    words=MappingProxyType(
        {
            "emperor": TypedWord("emperor", "皇帝", ("皇上", "帝王")),
            "protector": TypedWord("protector", "侍卫", ("保子", "小保子", "狗腿")),
            "RJ*": TypedWord("RJ*", "皇帝牌", ("emperor card", "皇牌")),
            "BJ*": TypedWord("BJ*", "侍卫牌", ("protector card", "保子牌", "保牌")),
        }
    ),
)
