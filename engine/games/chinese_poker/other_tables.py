"""The rule pages of what is played at other tables than those of the article."""

from typing import Final

from engine.games.chinese_poker.rules import FUJIAN_POINTS
from engine.rulebook.findings import Rule

COMMON: Final = "common rule, played at many tables and not in the article"
"""The source of rules that the article does not have."""
_FUJIAN: Final = "texts and programs of the Fujian table"

OTHER_TABLES: Final = (
    Rule(
        "chinese_poker.fujian-naturals",
        "Naturals of the Fujian table",
        "With naturals = fujian these naturals exist and no others, strongest first, with their points unless "
        f"natural_table gives others: {', '.join(f'{name} {points}' for name, points in FUJIAN_POINTS.items())}. "
        "five_pairs_and_triple is exactly two cards of each of five ranks and exactly three of a sixth; such a hand is "
        "six_and_a_half_pairs too. Three options change how two naturals compare, whichever naturals exist: with "
        "all_high_first = true all_high is stronger than all_low, with flushes_first = true three_flushes is stronger "
        "than three_straights, and with naturals_meet = kind the stronger kind wins and two of the same kind win "
        "nothing; with naturals_meet = even two naturals win nothing from each other, and with naturals_meet = "
        "stronger some of the same kind compare their cards.",
        f"{_FUJIAN}; naturals_meet = even: one of these programs",
        ("naturals", "natural_table", "all_high_first", "flushes_first", "naturals_meet"),
    ),
    Rule(
        "chinese_poker.banker",
        "Settlement with a banker",
        "With settle = all every two seats settle. With settle = banker each seat settles only with the banker, who is "
        "the dealer of the hand; two other seats win nothing from each other, and only the banker can make a home run. "
        "If the setup of a hand does not name the dealer, the hand cannot be settled. With banker_ties = none equal "
        "rows win nothing. With banker_ties = banker an equal row counts as a row that the banker won, for every rule "
        "on rows, scoops, home runs and royalties. With scoring = best_row these options change nothing.",
        f"{_FUJIAN} against a banker",
        ("settle", "banker_ties", "scoring"),
    ),
    Rule(
        "chinese_poker.top-card",
        "Rows that compare by one rank",
        "With row_compare = full two rows of the same kind compare by all their cards. With row_compare = top_card "
        "they compare by one rank: that of the four, of the three, of the higher pair, of the pair, or the highest "
        "card; of straights the top card, with A-2-3-4-5 where the option wheel puts it. If this rank is the same, the "
        "rows are equal. Whether a hand is mis-set is judged by all cards, and naturals compare as before.",
        f"{_FUJIAN} against a banker; that mis-set hands and naturals compare as before: {COMMON}",
        ("row_compare", "wheel"),
    ),
    Rule(
        "chinese_poker.loss-cap",
        "A limit on losses",
        "With loss_cap = 0 there is no limit. With another number each seat begins each hand with so many units. The "
        "seat after the dealer (without a dealer, the first seat) settles with each seat after it in order of play, "
        "then the next seat, and so on. What passes is the least of three numbers: what the pair comes to by all other "
        "rules, what the loser has at that moment, and what the winner has. What is not paid is not owed. Stakes "
        "multiply what passed. With scoring = best_row, and in a hand known by its result, there is no limit.",
        f"rooms of open-face poker; that each hand begins anew: {COMMON}",
        ("loss_cap", "scoring"),
    ),
    Rule(
        "chinese_poker.fantasyland-stay",
        "A full house that stays in fantasyland",
        "With fantasyland_stay = standard a seat stays in fantasyland with three of a kind in the front, or four of a "
        "kind or better in the back. With fantasyland_stay = full_house it also stays with a full house or better in "
        "the middle, if its hand is not mis-set. With middle = deuce_to_seven the middle keeps nobody in fantasyland.",
        f"five of six rooms of open-face poker; the low middle: {COMMON}",
        ("fantasyland_stay", "middle"),
    ),
)
"""A page for each rule that these tables have."""
