"""The rule pages of Chinese poker, one for each rule that a finding or a score line can name, and its rule book."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.cards.packed import RANKS
from engine.games.chinese_poker.opening import OPENING
from engine.games.chinese_poker.other_tables import COMMON, OTHER_TABLES
from engine.games.chinese_poker.royalties import TABLES, row_name
from engine.games.chinese_poker.rules import EXTENDED, FUJIAN_ONLY, FUJIAN_POINTS, NATURAL_POINTS, ROWS, Royalties
from engine.rulebook.book import Block, Book, Chapter, Exchange, Grid, Ladder, ScoredHand, picture_of
from engine.rulebook.findings import Rule
from engine.rulebook.sentences import Text, say, say_of

_SOURCE: Final = "the article Chinese poker"
_LOG: Final = "the log format"


def _cells(table: Royalties, *rows: str) -> str:
    """A table of royalties in words."""
    cells = TABLES[table]
    return "; ".join(
        f"{row} " + ", ".join(f"{kind.replace('_', ' ')} {points}" for kind, points in cells[row].items())
        for row in rows or cells
    )


_NATURALS: Final = ", ".join(
    f"{name} {points or 'none'}" for name, points in NATURAL_POINTS.items() if name not in FUJIAN_ONLY
)

PAGES: Final = (
    Rule(
        "chinese_poker.table",
        "Table and cards",
        "Two to four seats play with one pack of 52 cards. With dealing = closed each seat is dealt 13 cards at once, "
        "and with dealing = open_face it gets its 13 cards in turns. With hands_each = 2 (criss-cross) two seats play "
        "two hands of 13 cards each, and a card of one hand cannot be used in the other. With dealing = pineapple two "
        "or three seats get 17 cards each in turns. A seat uses only cards that it holds.",
        f"{_SOURCE}; pineapple and its 17 cards: {COMMON}",
        ("hands_each", "dealing"),
    ),
    Rule(
        "chinese_poker.setting",
        "Three rows",
        "A seat sets its hand into a front row of three cards, a middle row of five and a back row of five, and uses "
        "each card once. If the rows have other sizes, the hand is settled as a mis-set hand. In open-face, if a "
        "placement has the wrong number of cards or names a full row, the cards that fit are placed.",
        f"{_SOURCE}: rows of 3, 5 and 5. What is done with rows of other sizes: {_LOG}",
    ),
    Rule(
        "chinese_poker.ranks",
        "What beats what",
        "From high to low: straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, "
        "pair, high card. Suits do not rank. In the front only three of a kind, pair and high card count; compared "
        "with a longer row, its missing cards are the lowest. With wheel = lowest A-2-3-4-5 is the lowest straight, "
        "and with wheel = second it ranks between 10-J-Q-K-A and 9-10-J-Q-K; the same holds for straight flushes. With "
        "middle = high the highest hand wins the middle, and with middle = deuce_to_seven the lowest: aces are high, "
        "A-2-3-4-5 is not a straight, and straights and flushes count against the hand.",
        f"{_SOURCE}: no straights and flushes in the front, the wheel second, the low middle. The other ranks, and "
        "how a low hand ranks: poker",
        ("wheel", "middle"),
    ),
    Rule(
        "chinese_poker.misset",
        "Mis-set hands",
        "The back must rank at least as high as the middle, and the middle at least as high as the front; with middle "
        "= deuce_to_seven only the back must rank at least as high as the front. A hand that breaks this order is "
        "mis-set (a foul). With misset = scooped it pays each opponent what a scoop pays without royalties: the rows, "
        "overall and scoop_bonus, times scoop_multiplier. With royalties_against_foul = true it also pays the "
        "opponent's royalties. Two mis-set hands pay each other nothing. With misset = played its rows are compared as "
        "they are and settled like other rows; a row with the wrong number of cards loses to every other row. A "
        "mis-set hand never earns a royalty.",
        f"{_SOURCE}: misset = scooped and played. royalties_against_foul, the order with a low middle, and that two "
        f"mis-set hands pay nothing: {COMMON}",
        ("misset", "royalties_against_foul", "middle", "overall", "scoop_bonus", "scoop_multiplier"),
    ),
    Rule(
        "chinese_poker.course",
        "The course of a hand",
        "The hand has four parts, and seats act from the seat after the dealer on (without a dealer, from the first "
        "seat). First a seat may claim a natural; then each seat says in or surrender; then each announces royalties; "
        "then all seats set their hands, in any order. A seat may leave out every action except set. The order never "
        "goes back to an earlier seat or an earlier part, and no seat acts twice in one part. A seat that has "
        "surrendered, or has claimed a natural that it holds, does not set.",
        f"{_SOURCE}; that set comes last, because it shows the rows: {_LOG}",
    ),
    Rule(
        "chinese_poker.end",
        "The end of a hand",
        "The hand ends when every seat that neither surrendered nor holds a claimed natural has set. If only one such "
        "seat is left, the hand ends at once; the rows that this seat sets afterwards are checked. An open-face hand "
        "ends when all cards are placed.",
        f"{_SOURCE}; that a hand with one seat left ends at once: {COMMON}",
    ),
    Rule(
        "chinese_poker.settlement",
        "Settlement between every two seats",
        "With scoring = pairs every two seats settle in units, multiplied by the stake between them: by naturals if "
        "one of them has claimed one; otherwise by surrender; otherwise as mis-set hands; otherwise row by row. In "
        "criss-cross each hand of one seat settles with each hand of the other, and the units are added. A seat's "
        "score is the sum of what it wins from all other seats.",
        f"{_SOURCE}; that criss-cross adds four settlements: its words on two independent hands",
        ("scoring",),
    ),
    Rule(
        "chinese_poker.rows",
        "Row against row",
        "The better row wins the number of units in row_unit. Equal rows win nothing.",
        f"{_SOURCE}: 1 unit a row, in the 2-4 and in the 1-6 method",
        ("row_unit",),
    ),
    Rule(
        "chinese_poker.overall",
        "The overall unit",
        "A seat that wins two or three rows from another seat also wins the number of units in overall.",
        f"{_SOURCE}: 1 unit, in the 2-4 method. 0 in the other presets: it has no overall unit for them",
        ("overall",),
    ),
    Rule(
        "chinese_poker.scoop",
        "Scoops",
        "A seat that wins all three rows from another seat also wins the number of units in scoop_bonus, and the sum "
        "is multiplied by scoop_multiplier. Royalties are multiplied too only with scoop_multiplies_royalties = true.",
        f"{_SOURCE}: scoop_bonus 3 in the 1-6 method, scoop_multiplier 2 in the Taiwanese variant. "
        "scoop_multiplies_royalties: a reading of its words base points. scoop_bonus 3 in open-face and pineapple: "
        f"{COMMON}",
        ("scoop_bonus", "scoop_multiplier", "scoop_multiplies_royalties"),
    ),
    Rule(
        "chinese_poker.home-run",
        "Home runs",
        "A seat that wins all three rows from every opponent multiplies these units once more by home_run_multiplier. "
        "With home_run_needs = three it must have three opponents, and with home_run_needs = all at least two. There "
        "is no home run if an opponent is settled by a natural, a surrender or a mis-set hand. Royalties are "
        "multiplied too only with scoop_multiplies_royalties = true.",
        f"{_SOURCE}: home_run_multiplier 2, with three opponents, and that a natural prevents it, in the Taiwanese "
        f"variant. home_run_needs = all, and that a surrender or a mis-set hand prevents it: {COMMON}",
        ("home_run_multiplier", "home_run_needs", "scoop_multiplies_royalties"),
    ),
    Rule(
        "chinese_poker.surrender",
        "Surrender",
        "A seat that surrenders pays the number of units in surrender to each opponent that has not surrendered, and "
        "does not set. With surrender = 0 surrender is not allowed; a seat that surrenders all the same pays nothing.",
        f"{_SOURCE}: more than a hand that loses two rows, less than a scoop, and no royalties; 3 is the only whole "
        "number between these in the 2-4 method (2 and 4). That two seats that surrender pay each other nothing, and "
        f"the 3 of the 1-6 method: {COMMON}",
        ("surrender",),
    ),
    Rule(
        "chinese_poker.royalties",
        "Royalties",
        "Strong rows earn royalties. There are three tables of them, given below: royalties = standard, royalties = "
        "regional (Taiwan and Fujian) and royalties = open_face. With royalties = none the table is empty. The option "
        "royalty_table changes or adds single cells. The most specific cell applies, even if it is 0: three_A before "
        "three, royal_flush before straight_flush. A royal flush counts as a straight flush if the table has no cell "
        "for it. With royalty_value = table a royalty is worth its value in the table, and with royalty_value = flat "
        "1. With middle = deuce_to_seven the middle earns only the royalties in royalty_table. With royalty_rule = "
        "winner the winner of a row is paid its royalty; with royalty_rule = cancel the same, except that neither seat "
        "is paid if both hold a royalty in the row; with royalty_rule = net each seat is paid its own, even if it "
        "loses the row. With royalty_announced = true a seat is paid only the royalties that it announced before the "
        "rows are shown. With royalty_limit = all every royalty of a seat counts. With royalty_limit = one only the "
        "most valuable one counts, even if its row is lost. If several have this value, the one that counts against an "
        "opponent is in a row won from that opponent, if there is one, and in the row farthest back if there are "
        "several. With royalty_broken = false two kinds of rows earn no royalty: a row with a card of a four of a kind "
        "that the seat split; and a row with a card of a run of one suit (five or more consecutive ranks, as long as "
        "the seat's cards allow) if the seat set no straight flush of that run whole in one row. A royalty that cannot "
        "be paid does not cancel another one, and a mis-set hand earns none. Scoops and home runs multiply royalties "
        "only with scoop_multiplies_royalties = true. The standard table: "
        f"{_cells('standard')}. Regional: {_cells('regional')}. Open-face: front pair of sixes 1, and 1 more for "
        "each rank up to aces 9; three twos 10, and 1 more for each rank up to aces 22; "
        f"{_cells('open_face', 'middle', 'back')}.",
        f"{_SOURCE}: of the standard table front three 3, middle full house 1 and middle four 3; royalty_rule = "
        "winner and cancel, flat values, announcing, one royalty a hand and split fours or runs. Middle straight "
        "flush 4, back four 2 and back straight flush 3 of the standard table, every number of the regional and of "
        f"the open-face table, royalty_rule = net, and the cell of the royal flush: {COMMON}",
        (
            "royalties",
            "royalty_table",
            "royalty_rule",
            "royalty_value",
            "royalty_announced",
            "royalty_limit",
            "royalty_broken",
            "scoop_multiplies_royalties",
            "middle",
        ),
    ),
    Rule(
        "chinese_poker.naturals",
        "Naturals",
        "With naturals = none there are no naturals. With naturals = standard these exist, strongest first: "
        "clean_dragon (2 to A of one suit), dragon (2 to A), twelve_royalties (all J, Q, K and A), "
        "three_straight_flushes, three_quads, all_low (8 or lower) and all_high (8 or higher, with aces high), "
        "full_colored (all black or all red), four_triples, six_and_a_half_pairs, three_straights, three_flushes. With "
        "naturals = extended there are also no_broadway (no J, Q or K), six_and_above (6 to A) and one_color_twelve "
        "(12 or 13 cards of one colour). A seat claims a natural before the rows are set; a natural that is not "
        "claimed is not paid. A seat with a natural settles with every opponent by it. The stronger natural wins its "
        "points, and all_low and all_high are equally strong. Two claims of three straights, three flushes or three "
        "straight flushes, each arranged in the strongest way, compare the back, then the middle, then the front. Two "
        "claims of six and a half pairs compare their pairs from the highest. Other equal naturals win nothing. In "
        "these comparisons straights rank by their top card, with A-2-3 and A-2-3-4-5 the lowest whatever the option "
        "wheel says, flushes rank by their cards, and a row that is also a straight flush has no advantage. Q-K-A may "
        "be the front of three straights only with natural_qka = true. "
        f"The points, unless natural_table gives others (0: the natural does not exist): {_NATURALS}.",
        f"{_SOURCE}: the naturals, their order and these points: dragon 36, three_straight_flushes 24, all_low and "
        "all_high 12, four_triples 8, six_and_a_half_pairs 6, no_broadway 3. Ties: the article for pairs, straights "
        "and flushes. The points of clean_dragon, twelve_royalties, three_quads, full_colored, three_straights and "
        f"three_flushes, natural_qka = true, and that all_low and all_high are equally strong: {COMMON}",
        ("naturals", "natural_table", "natural_qka"),
    ),
    Rule(
        "chinese_poker.best-row",
        "The best row of the table",
        "With scoring = best_row the best front, the best middle and the best back of the table each gain one point; "
        "if seats share the best row, none gains it. With four seats, a seat that takes all three rows gains a fourth "
        "point. Rows are compared as they are, even in a mis-set hand. There are no naturals, surrenders, royalties or "
        "stakes.",
        f"{_SOURCE}: 1 point a row, and the fourth point with four seats. A shared best row, and mis-set hands: "
        f"{COMMON}",
        ("scoring",),
    ),
    Rule(
        "chinese_poker.open-face",
        "Open-face and pineapple",
        "With dealing = open_face the seats place their cards face up, in turn from the seat after the dealer: five "
        "cards on the first turn, then one card on each of eight turns. With dealing = pineapple four turns of three "
        "cards each follow the first one, and on each of them a seat places two cards and discards one. A placed card "
        "does not move. A seat that has placed all its cards is skipped. There are no naturals, surrenders or "
        "announcements.",
        f"{_SOURCE}: five cards, then eight single ones. Pineapple and its numbers: {COMMON}",
        ("dealing",),
    ),
    Rule(
        "chinese_poker.fantasyland",
        "Fantasyland",
        "With fantasyland = none there is no fantasyland. With fantasyland = standard a seat that made a pair of "
        "queens or better in the front, without a foul, sets its next hand at once. It gets 13 cards in open-face; in "
        "pineapple it gets 14 and discards one. With fantasyland = progressive in pineapple it sets 14 cards after "
        "queens, 15 after kings, 16 after aces and 17 after three of a kind, and discards those beyond 13; in "
        "open-face progressive is the same as standard. It sets on its first turn or later, and its other turns are "
        "skipped. It stays in fantasyland, with as many cards as before (progressive: 14), if it then makes three of a "
        "kind in the front, or four of a kind or better in the back.",
        COMMON,
        ("fantasyland",),
    ),
    Rule(
        "chinese_poker.match",
        "Winning the match",
        "With a target above 0 the match ends after the hand in which a seat reaches that total. It also ends when the "
        "table stopped by the clock. The seat with the highest total wins; seats with equal highest totals all win. "
        "Hands after the end of the match are replayed, and do not count.",
        f"{_SOURCE}: the first to 11 points. Targets under other scorings, and equal highest totals: {COMMON}. The "
        f"clock: {_LOG}",
        ("target",),
    ),
    Rule(
        "chinese_poker.recorded",
        "A hand known by its result",
        "A log may have only the result of a hand, or stop before the hand ends. If units are recorded for every two "
        "seats, and none of them contradicts what the rows already settle, the scores are these units times the "
        "stakes. If the recorded units are not enough, the recorded scores are used, provided that there is one for "
        "every seat; with scoring = pairs they must sum to zero. Without scores either, scores and totals are unknown "
        "until the setup of a later hand gives the totals. After a hand without any action, no seat is in fantasyland "
        "unless the setup of the next hand says so.",
        "the report format and the rules of the game, A hand known by its result",
        ("scoring",),
    ),
    *OTHER_TABLES,
)


_HAND: Final = "chinese_poker-hand"
_OPEN: Final = "chinese_poker-open-face"


_STRENGTH: Final = Ladder(
    say("The strength of a row of five, from low to high; a row of three is a high card, a pair or three of a kind"),
    (
        picture_of(say_of("chinese_poker", "high card"), "As Jd 8c 5h 2s"),
        picture_of(say_of("chinese_poker", "pair"), "9s 9d Ac 6h 3s"),
        picture_of(say_of("chinese_poker", "two pairs"), "Ks Kd 4c 4h 7s"),
        picture_of(say_of("chinese_poker", "three of a kind"), "8s 8d 8c Qh 2s"),
        picture_of(say_of("chinese_poker", "straight"), "5s 6d 7c 8h 9s"),
        picture_of(say_of("chinese_poker", "flush"), "Kh Th 8h 4h 2h"),
        picture_of(say_of("chinese_poker", "full house"), "Js Jd Jc 6h 6s"),
        picture_of(say_of("chinese_poker", "four of a kind"), "7s 7d 7c 7h As"),
        picture_of(say_of("chinese_poker", "straight flush"), "8c 9c Tc Jc Qc"),
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
    shown = "10" if rank == "T" else rank
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
        "five_pairs_and_triple": (
            say("five pairs and three of a kind"),
            "2s 2d 5c 5h 6s 6d 9c 9h Js Jd Qc Qh Qs",
        ),
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
    if name in FUJIAN_ONLY:
        return say("{points} points, only with naturals = fujian", points=FUJIAN_POINTS[name])
    if name not in EXTENDED:
        return say("{points} points", points=points)
    if points:
        return say("{points} points, only with naturals = extended", points=points)
    return say("off unless natural_table gives it points, only with naturals = extended")


def _naturals() -> Ladder:
    return Ladder(
        say("The naturals, the strongest first, with their points"),
        tuple(picture_of(NATURALS[name][0], NATURALS[name][1], _points_of(name)) for name in NATURAL_POINTS),
    )


_OPEN_FACE: Final[tuple[Block, ...]] = (
    Exchange(say("Two seats place their first five cards, then one card each"), _OPEN, 1, 1, 6),
    ScoredHand(say("The same hand from the deal to the score"), _OPEN, 1),
)

BOOK: Final = Book(
    opening=OPENING,
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
                "chinese_poker.banker",
                "chinese_poker.top-card",
                "chinese_poker.loss-cap",
                "chinese_poker.surrender",
                "chinese_poker.best-row",
            ),
            (ScoredHand(say("One hand from the deal to the score"), _HAND, 1),),
        ),
        Chapter(say("Royalties"), ("chinese_poker.royalties",), _royalties()),
        Chapter(say("Naturals"), ("chinese_poker.naturals", "chinese_poker.fujian-naturals"), (_naturals(),)),
        Chapter(
            say("Open-face"),
            ("chinese_poker.open-face", "chinese_poker.fantasyland", "chinese_poker.fantasyland-stay"),
            _OPEN_FACE,
        ),
        Chapter(say("The match"), ("chinese_poker.match", "chinese_poker.recorded")),
    ),
    asked=("dealing", "scoring", "scoop_bonus", "scoop_multiplier", "hands_each", "naturals", "settle"),
)
