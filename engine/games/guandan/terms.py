"""The words of Guandan in English and Chinese."""

from types import MappingProxyType
from typing import Final

from engine.rulebook.glossary import OURS, Glossary, Name, Term, TypedWord
from engine.rulebook.terms import PASS, PLAY

_DOUBLE: Final = ("guandan.end", "guandan.promotion")

TERMS: Final = (
    Term("level", "级", "jí", ("guandan.levels",), ("级数", "打几")),
    Term("level card", "级牌", "jí pái", ("guandan.order",), ("主牌",)),
    Term("wild card", "逢人配", "féng rén pèi", ("guandan.wild",), ("红桃级牌", "红心级牌", "百搭", "配子")),
    Term("banker", "头游", "tóu yóu", ("guandan.end",), ("上游", "first out")),
    Term("second place", "二游", "èr yóu", ("guandan.end",), ("follower", "second out")),
    Term("third", "三游", "sān yóu", ("guandan.end",), ("third out",)),
    Term("last place", "末游", "mò yóu", ("guandan.end",), ("下游", "dweller", "last out")),
    Term("double", "双下", "shuāng xià", _DOUBLE, ("双上", "double down")),
    Term("single straight", "顺子", "shùn zi", ("guandan.combinations",), ("straight", "杂顺")),
    Term("tube", "三连对", "sān lián duì", ("guandan.combinations",), ("木板", "连对")),
    Term("plate", "钢板", "gāng bǎn", ("guandan.combinations",), ("三同连张", "三顺", "二连三")),
    Term("full house", "三带二", "sān dài èr", ("guandan.combinations",), ("夯", "三带对", "葫芦")),
    Term("bomb", "炸弹", "zhà dàn", ("guandan.beats",), ("炸",)),
    Term("straight flush", "同花顺", "tóng huā shùn", ("guandan.beats",), ("火箭",)),
    Term("joker bomb", "四大天王", "sì dà tiān wáng", ("guandan.beats",), ("天王炸", "王炸", "四王")),
    Term("tribute", "进贡", "jìn gòng", ("guandan.tribute",), ("上贡", "交贡")),
    Term("give back", "还贡", "huán gòng", ("guandan.return",), ("还牌", "回贡", "return")),
    Term("resist", "抗贡", "kàng gòng", ("guandan.resistance",), ("resistance",)),
    Term("double tribute", "双贡", "shuāng gòng", ("guandan.tribute",)),
    Term("hitchhike", "接风", "jiē fēng", ("guandan.lead",), ("借风", "借东风")),
    Term("report", "报牌", "bào pái", ("guandan.reporting",), ("报张", "报数")),
    Term("level difference", "级差", "jí chā", ("guandan.match",)),
    Term("promotion", "升级", "shēng jí", ("guandan.promotion",)),
    Term("play at A", "打A", "dǎ A", ("guandan.failures",), ("打尖",)),
    Term("pass A", "过A", "guò A", ("guandan.match",), ("通关",)),
    Term("failure at A", "打A失败", "dǎ A shī bài", ("guandan.failures",), ("不过A",), OURS),
)

GLOSSARY: Final = Glossary(
    game=Term("Guandan", "掼蛋", "guàn dàn", also=("惯蛋", "淮安掼蛋", "guandan", "throwing eggs")),
    terms=TERMS,
    options=MappingProxyType(
        {
            "tribute": Name("进贡"),
            "double_tribute": Name("双贡归属", "Double tribute"),
            "equal_tribute": Name("贡牌相同给谁", "Equal tributes"),
            "return_limit": Name("还贡限制", "Cards returned"),
            "return_level": Name("可还级牌", "Level cards returned"),
            "equal_tribute_lead": Name("贡牌相同谁先出", "Lead after equal tributes"),
            "resist": Name("抗贡", "Resistance"),
            "a_failures": Name("打A失败次数", "Failures at A"),
            "a_failure_is": Name("打A失败认定", "What is a failure at A"),
            "win_at": Name("过A条件", "Winning at A"),
            "a_partner": Name("过A时对家名次", "Partner at A"),
            "hands": Name("局数", "Number of hands"),
            "level_tie": Name("级数相同", "Equal levels"),
            "extra_hand_level": Name("加赛级数", "Level of the extra hand"),
            "reporting": Name("报牌", "Reports of cards left"),
            "report_at": Name("报牌张数", "Cards left to report"),
            "report_once": Name("只报一次", "One report in a hand"),
            "full_house_wild": Name("两对加百搭", "Two pairs and a wild card"),
            "joker_pair_in_full_house": Name("三带二可带对王", "Jokers in a full house"),
        }
    ),
    presets=MappingProxyType(
        {
            "intro": Name("入门", "Introduction"),
            "tournament": Name("比赛"),
            "national_2017": Name("2017全国竞赛规则", "National 2017"),
            "njupt": Name("南邮平台", "NJUPT"),
            "botzone": Name("Botzone平台"),
            "nanshan": Name("南山杯", "Nanshan cup", ("南山盃",)),
        }
    ),
    places=(Name("头游"), Name("二游"), Name("三游"), Name("末游")),
    double=Name("双下", "double"),
    verbs=MappingProxyType(
        {
            "play": PLAY,
            "pass": PASS,
            "tribute": TypedWord("tribute", "进贡", ("pays tribute", "上贡", "交贡", "贡")),
            "return": TypedWord("return", "还贡", ("returns", "gives back", "give back", "还牌", "回贡", "还")),
            "resist": TypedWord("resist", "抗贡", ("resists", "resists tribute")),
            "report": TypedWord("report", "报牌", ("reports", "报张", "报数", "报", "剩")),
        }
    ),
)
