"""The opening of the rule book: the game in short, as it is played under the default rules."""

from typing import Final

from engine.games.chinese_poker.royalties import TABLES
from engine.games.chinese_poker.rules import NATURAL_POINTS
from engine.rulebook.book import Opening, picture_of
from engine.rulebook.sentences import say, say_of

_ROW: Final = 1
_OVERALL: Final = 1
_SURRENDER: Final = 3
_ROYALTIES: Final = TABLES["standard"]
OPENING: Final = Opening(
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
        picture_of(say_of("chinese_poker", "front"), "Qs Qh 5d", say("a pair of queens")),
        picture_of(say_of("chinese_poker", "middle"), "9s 9d 4c 4h Kd", say("two pairs")),
        picture_of(say_of("chinese_poker", "back"), "Ah Jh 8h 6h 2h", say("a flush")),
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
"""What the book begins with."""
