"""The words of Guandan in English and Chinese."""

from types import MappingProxyType
from typing import Final

from engine.rulebook.glossary import OURS, Glossary, Name, Term, Typed
from engine.rulebook.terms import PASS, PLAY

_DOUBLE: Final = ("guandan.end", "guandan.promotion")

TERMS: Final = (
    Term("level", "级", "級", "jí", ("guandan.levels",), ("级数", "打几")),
    Term("level card", "级牌", "級牌", "jí pái", ("guandan.order",), ("主牌",)),
    Term("wild card", "逢人配", "逢人配", "féng rén pèi", ("guandan.wild",), ("红桃级牌", "紅心級牌", "百搭", "配子")),
    Term("banker", "头游", "頭游", "tóu yóu", ("guandan.end",), ("上游", "first out")),
    Term("second place", "二游", "二游", "èr yóu", ("guandan.end",), ("follower", "second out")),
    Term("third", "三游", "三游", "sān yóu", ("guandan.end",), ("third out",)),
    Term("last place", "末游", "末游", "mò yóu", ("guandan.end",), ("下游", "dweller", "last out")),
    Term("double", "双下", "雙下", "shuāng xià", _DOUBLE, ("双上", "雙上", "double down")),
    Term("single straight", "顺子", "順子", "shùn zi", ("guandan.combinations",), ("straight", "杂顺")),
    Term("tube", "三连对", "三連對", "sān lián duì", ("guandan.combinations",), ("木板", "连对", "連對")),
    Term("plate", "钢板", "鋼板", "gāng bǎn", ("guandan.combinations",), ("三同连张", "三顺", "二连三")),
    Term("full house", "三带二", "三帶二", "sān dài èr", ("guandan.combinations",), ("夯", "三带对", "葫芦")),
    Term("bomb", "炸弹", "炸彈", "zhà dàn", ("guandan.beats",), ("炸",)),
    Term("straight flush", "同花顺", "同花順", "tóng huā shùn", ("guandan.beats",), ("火箭",)),
    Term("joker bomb", "四大天王", "四大天王", "sì dà tiān wáng", ("guandan.beats",), ("天王炸", "王炸", "四王")),
    Term("tribute", "进贡", "進貢", "jìn gòng", ("guandan.tribute",), ("上贡", "上貢", "交贡", "交貢")),
    Term("give back", "还贡", "還貢", "huán gòng", ("guandan.return",), ("还牌", "還牌", "回贡", "回貢", "return")),
    Term("resist", "抗贡", "抗貢", "kàng gòng", ("guandan.resistance",), ("resistance",)),
    Term("double tribute", "双贡", "雙貢", "shuāng gòng", ("guandan.tribute",)),
    Term("hitchhike", "接风", "接風", "jiē fēng", ("guandan.lead",), ("借风", "借風", "借东风", "借東風")),
    Term("report", "报牌", "報牌", "bào pái", ("guandan.reporting",), ("报张", "報張", "报数", "報數")),
    Term("level difference", "级差", "級差", "jí chā", ("guandan.match",)),
    Term("promotion", "升级", "升級", "shēng jí", ("guandan.promotion",)),
    Term("play at A", "打A", "打A", "dǎ A", ("guandan.failures",), ("打尖",)),
    Term("pass A", "过A", "過A", "guò A", ("guandan.match",), ("通关",)),
    Term("failure at A", "打A失败", "打A失敗", "dǎ A shī bài", ("guandan.failures",), ("不过A",), OURS),
)

GLOSSARY: Final = Glossary(
    game=Term("Guandan", "掼蛋", "摜蛋", "guàn dàn", also=("惯蛋", "淮安掼蛋", "guandan", "throwing eggs")),
    terms=TERMS,
    options=MappingProxyType(
        {
            "tribute": Name("进贡", "進貢"),
            "double_tribute": Name("双贡归属", "雙貢歸屬", "Double tribute"),
            "return_limit": Name("还贡限制", "還貢限制", "Cards returned"),
            "return_level": Name("可还级牌", "可還級牌", "Level cards returned"),
            "equal_tribute_lead": Name("贡牌相同谁先出", "貢牌相同誰先出", "Lead after equal tributes"),
            "a_failures": Name("打A失败次数", "打A失敗次數", "Failures at A"),
            "a_failure_is": Name("打A失败认定", "打A失敗認定", "What is a failure at A"),
            "win_at": Name("过A条件", "過A條件", "Winning at A"),
            "hands": Name("局数", "局數", "Number of hands"),
            "reporting": Name("报牌", "報牌", "Reports of cards left"),
            "joker_pair_in_full_house": Name("三带二可带对王", "三帶二可帶對王", "Jokers in a full house"),
        }
    ),
    presets=MappingProxyType(
        {
            "intro": Name("入门", "入門", "Introduction"),
            "tournament": Name("比赛", "比賽"),
            "national_2017": Name("2017全国竞赛规则", "2017全國競賽規則", "National 2017"),
            "njupt": Name("南邮平台", "南郵平台", "NJUPT"),
            "botzone": Name("Botzone平台", "Botzone平台"),
        }
    ),
    places=(Name("头游", "頭游"), Name("二游", "二游"), Name("三游", "三游"), Name("末游", "末游")),
    double=Name("双下", "雙下", "double"),
    verbs=MappingProxyType(
        {
            "play": PLAY,
            "pass": PASS,
            "tribute": Typed(
                "tribute",
                "进贡",
                "進貢",
                (
                    "pays tribute",
                    "上贡",
                    "上貢",
                    "交贡",
                    "交貢",
                    "贡",
                    "貢",
                ),
            ),
            "return": Typed(
                "return",
                "还贡",
                "還貢",
                (
                    "returns",
                    "gives back",
                    "give back",
                    "还牌",
                    "還牌",
                    "回贡",
                    "回貢",
                    "还",
                    "還",
                ),
            ),
            "resist": Typed(
                "resist",
                "抗贡",
                "抗貢",
                (
                    "resists",
                    "resists tribute",
                ),
            ),
            "report": Typed(
                "report",
                "报牌",
                "報牌",
                (
                    "reports",
                    "报张",
                    "報張",
                    "报数",
                    "報數",
                    "报",
                    "報",
                    "剩",
                ),
            ),
        }
    ),
)
