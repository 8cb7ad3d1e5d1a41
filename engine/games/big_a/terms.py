"""The words of Big A in English and Chinese.

No source has the Chinese words of this game: they are plain ones of ours, and say so.
"""

from types import MappingProxyType
from typing import Final

from engine.rulebook.glossary import OURS, Glossary, Name, Term, TypedWord
from engine.rulebook.terms import PASS, PLAY, REDEAL

TERMS: Final = (
    Term("Big A card", "大A牌", "dà A pái", ("big_a.roles",), source=OURS),
    Term("declarer", "主打方", "zhǔ dǎ fāng", ("big_a.roles",), ("持大A者",), OURS),
    Term("partner of the declarer", "副打方", "fù dǎ fāng", ("big_a.roles",), source=OURS),
    Term("opponents", "散家", "sàn jiā", ("big_a.roles",), source=OURS),
    Term("drawing", "摸牌", "mō pái", ("big_a.drawing",), source=OURS),
    Term("expose", "亮牌", "liàng pái", ("big_a.exposing",), ("亮大A",), OURS),
    Term("overcall", "反亮", "fǎn liàng", ("big_a.exposing",), source=OURS),
    Term("reveal", "亮出第二张大A", "liàng chū dì èr zhāng dà A", ("big_a.revealing",), source=OURS),
    Term("straight", "顺子", "shùn zi", ("big_a.combinations",), source=OURS),
    Term("bomb", "炸弹", "zhà dàn", ("big_a.combinations",), source=OURS),
    Term("capture", "用四抓", "yòng sì zhuā", ("big_a.fours",), ("用4抓",), OURS),
)

GLOSSARY: Final = Glossary(
    game=Term("Big A", "大A", "dà A", source=OURS),
    terms=TERMS,
    options=MappingProxyType(
        {
            "four_five": Name("四五名计分", "Score of the last two places"),
            "exposed_scores": Name("亮牌计分", "Score with both Big A shown"),
            "lead_after_out": Name("出完后领出", "Lead after a winner is out"),
            "hands": Name("局数", "Number of hands"),
        }
    ),
    presets=MappingProxyType(
        {
            "catsatcards": Name("Cats at Cards", "Cats at Cards"),
            "printed": Name("原文计分表"),
        }
    ),
    verbs=MappingProxyType(
        {
            "play": PLAY,
            "pass": PASS,
            "expose": TypedWord("expose", "亮牌", ("exposes", "亮大A", "亮", "反亮")),
            "reveal": TypedWord("reveal", "亮第二张", ("reveals", "亮出第二张大A", "亮出第二张")),
            "capture": TypedWord("capture", "抓", ("captures", "captures with", "用4抓")),
            "redeal": REDEAL,
        }
    ),
    words=MappingProxyType(
        {
            "declarer": TypedWord("declarer", "主打方", ("持大A者",)),
            "partner": TypedWord("partner", "副打方"),
        }
    ),
)
