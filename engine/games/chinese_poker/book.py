"""The rule book of Chinese poker: its rules in the order in which they are read, with pictures, tables and examples."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.cards.packed import RANKS
from engine.games.chinese_poker.names import row_name
from engine.games.chinese_poker.royalties import TABLES
from engine.games.chinese_poker.rules import EXTENDED, NATURAL_POINTS, ROWS
from engine.rulebook.book import Block, Book, Chapter, Exchange, Grid, Ladder, Opening, ScoredHand, pictured
from engine.rulebook.sentences import Text, say, say_of

_HAND: Final = "chinese_poker-hand"
_OPEN: Final = "chinese_poker-open-face"
_TEN: Final = "T"


_STRENGTH: Final = Ladder(
    say("The strength of a row of five, from low to high; a row of three is a high card, a pair or three of a kind"),
    (
        pictured(say_of("chinese_poker", "high card"), "As Jd 8c 5h 2s"),
        pictured(say_of("chinese_poker", "pair"), "9s 9d Ac 6h 3s"),
        pictured(say_of("chinese_poker", "two pairs"), "Ks Kd 4c 4h 7s"),
        pictured(say_of("chinese_poker", "three of a kind"), "8s 8d 8c Qh 2s"),
        pictured(say_of("chinese_poker", "straight"), "5s 6d 7c 8h 9s"),
        pictured(say_of("chinese_poker", "flush"), "Kh Th 8h 4h 2h"),
        pictured(say_of("chinese_poker", "full house"), "Js Jd Jc 6h 6s"),
        pictured(say_of("chinese_poker", "four of a kind"), "7s 7d 7c 7h As"),
        pictured(say_of("chinese_poker", "straight flush"), "8c 9c Tc Jc Qc"),
    ),
)
_TABLE_NAMES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "standard": say("Royalties with royalties = standard"),
        "regional": say("Royalties with royalties = regional"),
        "open_face": say("Royalties with royalties = open_face"),
    }
)
_CELL_NAMES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "three": say_of("chinese_poker", "three of a kind"),
        "straight": say_of("chinese_poker", "straight"),
        "flush": say_of("chinese_poker", "flush"),
        "full_house": say_of("chinese_poker", "full house"),
        "four": say_of("chinese_poker", "four of a kind"),
        "straight_flush": say_of("chinese_poker", "straight flush"),
        "royal_flush": say("royal flush"),
    }
)


def _cell(name: str) -> str:
    """The name of a cell of royalties: ``pair_Q`` is a pair of queens."""
    kind, _, rank = name.partition("_")
    shown = "10" if rank == _TEN else rank
    if rank in RANKS and kind == "pair":
        return say_of("chinese_poker", "pair of {rank}", rank=shown)
    if rank in RANKS and kind == "three":
        return say_of("chinese_poker", "three {rank}", rank=shown)
    return _CELL_NAMES[name]


def _royalties() -> tuple[Grid, ...]:
    return tuple(
        Grid(
            caption,
            (say_of("chinese_poker", "Row"), say_of("chinese_poker", "Hand"), say_of("chinese_poker", "Points")),
            tuple(
                (row_name(number), _cell(cell), str(points))
                for number, row in enumerate(ROWS)
                for cell, points in TABLES[name].get(row, {}).items()  # type: ignore[index]
            ),
        )
        for name, caption in _TABLE_NAMES.items()
    )


NATURALS: Final[Mapping[str, tuple[Text, str]]] = MappingProxyType(
    {
        "clean_dragon": (say("one card of every rank, all of one suit"), "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"),
        "dragon": (say("one card of every rank"), "2s 3d 4c 5h 6s 7d 8c 9h Ts Jd Qc Kh As"),
        "twelve_royalties": (say("only jacks, queens, kings and aces"), "Js Jd Jc Qs Qd Qc Qh Ks Kd Kc As Ad Ac"),
        "three_straight_flushes": (say("three straight flushes"), "4h 5h 6h 2c 3c 4c 5c 6c 9s Ts Js Qs Ks"),
        "three_quads": (say("three fours of a kind"), "3s 3d 3c 3h 8s 8d 8c 8h Qs Qd Qc Qh 5s"),
        "all_low": (say("only cards up to 8"), "2s 2d 3c 4h 4s 5d 5c 6h 6s 7d 7c 8h 8s"),
        "all_high": (say("only cards from 8 on"), "8s 8d 9c Th Ts Jd Jc Qh Qs Kd Kc Ah As"),
        "full_colored": (say("all cards red, or all black"), "2h 3d 5h 6d 6h 8d 9h Th Jd Qh Kd Kh Ad"),
        "four_triples": (say("four threes of a kind"), "4s 4d 4c 7s 7d 7h 9c 9d 9h Ks Kd Kc 2s"),
        "six_and_a_half_pairs": (say("six pairs and one card"), "2s 2d 5c 5h 6s 6d 9c 9h Js Jd Qc Qh As"),
        "three_straights": (say("three straights"), "2s 3d 4c 5h 6s 5d 6c 7h 8s 9d Td Js Qd"),
        "three_flushes": (say("three flushes"), "2h 7h Jh 3c 5c 8c Tc Kc 2s 4s 9s Qs As"),
        "no_broadway": (say("no jack, queen or king"), "2s 2d 3c 4h 5s 5d 6c 7h 8s 9d Tc Ah As"),
        "six_and_above": (say("only cards from 6 on"), "6s 6d 7c 8h 9s 9d Tc Jh Js Qd Kc Ah As"),
        "one_color_twelve": (
            say("all cards but one red, or all but one black"),
            "2h 3d 5h 6d 6h 8d 9h Th Jd Qh Kd Kh As",
        ),
    }
)
"""By natural, what it is and an example of its cards."""


def _points_of(name: str) -> str:
    points = NATURAL_POINTS[name]
    if name not in EXTENDED:
        return say("{points} points", points=points)
    if points:
        return say("{points} points, only with naturals = extended", points=points)
    return say("off unless natural_table gives it points, only with naturals = extended")


def _naturals() -> Ladder:
    return Ladder(
        say("The naturals, the strongest first, with their points"),
        tuple(pictured(NATURALS[name][0], NATURALS[name][1], _points_of(name)) for name in NATURAL_POINTS),
    )


_OPEN_FACE: Final[tuple[Block, ...]] = (
    Exchange(say("Two seats place their first five cards, then one card each"), _OPEN, 1, 1, 6),
    ScoredHand(say("The same hand from the deal to the score"), _OPEN, 1),
)

_ROW: Final = 1
_OVERALL: Final = 1
_SURRENDER: Final = 3
_ROYALTIES: Final = TABLES["standard"]
_OPENING: Final = Opening(
    (
        (
            say("The aim"),
            say(
                "Two to four players get 13 cards each from one pack, and set them as three poker hands: 3 cards "
                "in front, 5 in the middle, 5 in the back. Then everybody compares rows with everybody else."
            ),
        ),
        (
            say("Setting"),
            say(
                "The back must be at least as strong as the middle, and the middle at least as strong as the "
                "front. The ranks are those of poker; in front only three of a kind, a pair and high cards count. "
                "Whoever gets the order wrong pays every opponent as if all three rows were lost."
            ),
        ),
        (
            say("Comparing"),
            say(
                "Against each opponent you win {row} for each better row, and {overall} more if you win two or all "
                "three: two rows against one bring {two}, all three {three}. Equal rows bring nothing.",
                row=_ROW,
                overall=_OVERALL,
                two=_ROW + _OVERALL,
                three=3 * _ROW + _OVERALL,
            ),
        ),
        (
            say("Royalties"),
            say(
                "A very strong row that wins is paid extra: three of a kind in front {three}, a full house in the "
                "middle {full_house}, four of a kind {four_middle} in the middle and {four_back} in the back, a "
                "straight flush {flush_middle} in the middle and {flush_back} in the back.",
                three=_ROYALTIES["front"]["three"],
                full_house=_ROYALTIES["middle"]["full_house"],
                four_middle=_ROYALTIES["middle"]["four"],
                four_back=_ROYALTIES["back"]["four"],
                flush_middle=_ROYALTIES["middle"]["straight_flush"],
                flush_back=_ROYALTIES["back"]["straight_flush"],
            ),
        ),
        (
            say("Naturals"),
            say(
                "Some deals win at once, without being set, if they are claimed first: one card of each rank from "
                "2 to A wins {dragon} from everybody, six pairs {pairs}, three flushes {flushes}, three straights "
                "{straights}.",
                dragon=NATURAL_POINTS["dragon"],
                pairs=NATURAL_POINTS["six_and_a_half_pairs"],
                flushes=NATURAL_POINTS["three_flushes"],
                straights=NATURAL_POINTS["three_straights"],
            ),
        ),
        (
            say("Giving up"),
            say(
                "Whoever does not like their cards may surrender before the rows are set, and pays every opponent "
                "{surrender}.",
                surrender=_SURRENDER,
            ),
        ),
    ),
    (
        pictured(say_of("chinese_poker", "front"), "Qs Qh 5d", say("a pair of queens")),
        pictured(say_of("chinese_poker", "middle"), "9s 9d 4c 4h Kd", say("two pairs")),
        pictured(say_of("chinese_poker", "back"), "Ah Jh 8h 6h 2h", say("a flush")),
    ),
    preset="two-four",
    options={
        "scoring": "pairs",
        "row_unit": _ROW,
        "overall": _OVERALL,
        "scoop_bonus": 0,
        "scoop_multiplier": 1,
        "home_run_multiplier": 1,
        "royalties": "standard",
        "royalty_rule": "winner",
        "royalty_value": "table",
        "royalty_announced": False,
        "naturals": "standard",
        "surrender": _SURRENDER,
        "misset": "scooped",
        "target": 0,
        "dealing": "closed",
        "hands_each": 1,
        "middle": "high",
    },
)

BOOK: Final = Book(
    opening=_OPENING,
    chapters=(
        Chapter(say("The deal"), ("chinese_poker.table", "chinese_poker.setting")),
        Chapter(say("The ranks"), ("chinese_poker.ranks", "chinese_poker.misset"), (_STRENGTH,)),
        Chapter(say("The play"), ("chinese_poker.course", "chinese_poker.end")),
        Chapter(
            say("The score"),
            (
                "chinese_poker.settlement",
                "chinese_poker.rows",
                "chinese_poker.overall",
                "chinese_poker.scoop",
                "chinese_poker.home-run",
                "chinese_poker.surrender",
                "chinese_poker.best-row",
            ),
            (ScoredHand(say("One hand from the deal to the score"), _HAND, 1),),
        ),
        Chapter(say("Royalties"), ("chinese_poker.royalties",), _royalties()),
        Chapter(say("Naturals"), ("chinese_poker.naturals",), (_naturals(),)),
        Chapter(say("Open-face"), ("chinese_poker.open-face", "chinese_poker.fantasyland"), _OPEN_FACE),
        Chapter(say("The match"), ("chinese_poker.match", "chinese_poker.recorded")),
    ),
    asked=("dealing", "scoring", "scoop_bonus", "scoop_multiplier", "hands_each", "naturals"),
)
