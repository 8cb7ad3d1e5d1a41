"""The rule book of Chinese poker, a page for each rule that a finding or a score line can name."""

from typing import Final

from engine.games.chinese_poker.royalties import TABLES
from engine.games.chinese_poker.rules import NATURAL_POINTS
from engine.rulebook.findings import Rule

_SOURCE: Final = "the article Chinese poker"
_COMMON: Final = "not in the article, played at many tables"


def _cells(table: str, *rows: str) -> str:
    """A table of royalties in words."""
    cells = TABLES[table]
    return "; ".join(
        f"{row} " + ", ".join(f"{kind.replace('_', ' ')} {points}" for kind, points in cells[row].items())
        for row in rows or cells
    )


_NATURALS: Final = ", ".join(f"{name} {points or 'none'}" for name, points in NATURAL_POINTS.items())

PAGES: Final = (
    Rule(
        "chinese_poker.table",
        "Table and cards",
        "Two to four seats in order of play, one pack of 52 cards, 13 to each seat. In criss-cross two seats have "
        "two hands of 13 each, and no card passes between them. In pineapple two or three seats are dealt 17 cards "
        "each. A seat uses only cards that it holds.",
        _SOURCE,
        ("hands_each", "dealing"),
    ),
    Rule(
        "chinese_poker.setting",
        "Three rows",
        "A hand is set into a front of three cards, a middle of five and a back of five, each card once. A set of "
        "other sizes is settled as a mis-set hand. Of a placement into a full row, or of the wrong number of cards,"
        " what fits is placed.",
        _SOURCE,
    ),
    Rule(
        "chinese_poker.ranks",
        "What beats what",
        "Straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, high card; "
        "suits do not rank. In front only high card, pair and three of a kind count, and against a longer row its "
        "missing cards are the lowest. A-2-3-4-5 is the lowest straight, or with wheel = second the one below T-J-"
        "Q-K-A. With middle = deuce_to_seven the lowest middle wins: aces are high, A-2-3-4-5 is no straight, "
        "straights and flushes count against it.",
        _SOURCE,
        ("wheel", "middle"),
    ),
    Rule(
        "chinese_poker.misset",
        "Mis-set hands",
        "The back must rank at least as high as the middle, the middle at least as high as the front; with the middle "
        "played for low only back against front. A hand out of order is mis-set. Scooped, it pays each opponent what "
        "a scoop costs without royalties (rows, overall and scoop bonus, times the scoop multiplier), with "
        "royalties_against_foul also the other's royalties, and two mis-set hands pay each other nothing. Played, its "
        "rows are compared as they lie and settled like any others; a row of the wrong number of cards loses to any "
        "other. It never earns a royalty.",
        _SOURCE,
        ("misset", "royalties_against_foul"),
    ),
    Rule(
        "chinese_poker.course",
        "The course of a hand",
        "From the seat after the dealer on: a natural may be claimed; then each says in or surrender; then each "
        "announces royalties; then all set, in any order. What a seat does not want to say may be left out, but the"
        " order never goes back, and no seat acts twice in one part. A seat that surrendered or holds a claimed "
        "natural sets nothing.",
        _SOURCE,
    ),
    Rule(
        "chinese_poker.end",
        "The end of a hand",
        "The hand ends when every seat has set that neither surrendered nor holds a natural. Where only one such "
        "seat is left it ends at once; what that seat does may follow and is checked. An open-face hand ends when "
        "all cards are placed.",
        _SOURCE,
    ),
    Rule(
        "chinese_poker.settlement",
        "Settlement between every two seats",
        "Every two seats settle in units, times the stake between them: by naturals, else by surrender, else by "
        "mis-setting, else row by row. In criss-cross each hand of a seat is settled with each of the other, and "
        "the units are added. A seat's score is what it wins of all others.",
        _SOURCE,
        ("scoring",),
    ),
    Rule(
        "chinese_poker.rows",
        "Row against row",
        "The better row wins row_unit; equal rows win nothing.",
        _SOURCE,
        ("row_unit",),
    ),
    Rule(
        "chinese_poker.overall",
        "The overall unit",
        "Who wins two or three rows of another seat wins the overall units besides.",
        _SOURCE,
        ("overall",),
    ),
    Rule(
        "chinese_poker.scoop",
        "Scoops",
        "Who wins all three rows of another seat wins scoop_bonus more, and the whole, royalties apart, is "
        "multiplied by scoop_multiplier. With scoop_multiplies_royalties the royalties are multiplied like the "
        "rest.",
        _SOURCE,
        ("scoop_bonus", "scoop_multiplier", "scoop_multiplies_royalties"),
    ),
    Rule(
        "chinese_poker.home-run",
        "Home runs",
        "A seat that scoops every opponent by its rows multiplies these once more by home_run_multiplier, if they "
        "are all its opponents and three (home_run_needs = three) or at least two (all). An opponent settled by a "
        "natural, a surrender or a mis-set hand prevents it.",
        _SOURCE,
        ("home_run_multiplier", "home_run_needs"),
    ),
    Rule(
        "chinese_poker.surrender",
        "Surrender",
        "A seat that surrenders pays surrender units to each opponent that did not, and sets nothing. Where "
        "surrender is 0 there is none: who does all the same is settled as if it had surrendered for nothing.",
        _SOURCE,
        ("surrender",),
    ),
    Rule(
        "chinese_poker.royalties",
        "Royalties",
        "Strong rows earn royalties by a table: standard, regional (Taiwan and Fujian) or open_face, with single "
        "cells changed by royalty_table. The most special cell that is given decides, also when it is 0: three_A "
        "before three, royal_flush before straight_flush. Under winner a row's winner alone is paid its royalty; "
        "under cancel neither is where both hold one; under net each is paid its own, won or lost. A royalty may have "
        "to be announced before the rows are shown. With royalty_limit = one only a seat's dearest counts, even if "
        "its row is lost; of several equally dear, against each opponent one in a row won from it, if there is one, "
        "and of several such the one farthest back. With royalty_broken = false none is paid in a row that holds part "
        "of a four of a kind that was split, or a card of a run of one suit (five or more ranks in sequence, as long "
        "as the hand has it) of which no straight flush lies whole in a row. One that is not payable cancels "
        "nobody's, and a mis-set hand is due none. The standard table: "
        f"{_cells('standard')}. Regional: {_cells('regional')}. Open-face: front pair of sixes 1, and 1 more for "
        "each rank up to aces 9; three twos 10, and 1 more for each rank up to aces 22; "
        f"{_cells('open_face', 'middle', 'back')}.",
        _SOURCE,
        (
            "royalties",
            "royalty_table",
            "royalty_rule",
            "royalty_value",
            "royalty_announced",
            "royalty_limit",
            "royalty_broken",
            "scoop_multiplies_royalties",
        ),
    ),
    Rule(
        "chinese_poker.naturals",
        "Naturals",
        "Strongest first: clean_dragon (2 to A of one suit), dragon (2 to A), twelve_royalties (all J Q K A), "
        "three_straight_flushes, three_quads, all_low (8 or lower) and all_high (8 or higher), full_colored (all "
        "black or all red), four_triples, six_and_a_half_pairs, three_straights, three_flushes; extended "
        "no_broadway (no J Q K), six_and_above, one_color_twelve. The stronger wins its points of every opponent; of "
        "equal ones three straights, flushes and straight flushes, each arranged in the strongest way, compare back, "
        "then middle, then front, six and a half pairs their pairs from the highest, and any others win nothing. "
        "Straights compare by their top card, A-2-3 and A-2-3-4-5 the lowest whatever wheel says, flushes by their "
        "cards; that a row is also a straight flush counts for nothing. A natural is claimed before the rows are set, "
        "and not otherwise paid. Q-K-A in front is a straight of a natural only with natural_qka. "
        f"Their points, unless natural_table says otherwise: {_NATURALS}.",
        _SOURCE,
        ("naturals", "natural_table", "natural_qka"),
    ),
    Rule(
        "chinese_poker.best-row",
        "The best row of the table",
        "Of each row the single best hand of the table gains one point; shared, nobody does. With four seats who "
        "takes all three rows gains a fourth. Rows play as they lie; there are no naturals, surrenders, royalties "
        "or stakes.",
        _SOURCE,
        ("scoring",),
    ),
    Rule(
        "chinese_poker.open-face",
        "Open-face and pineapple",
        "Five cards are placed first, in turn from the seat after the dealer, face up; then eight more, one a turn."
        " In pineapple four turns follow, of three cards each: two are placed and one is discarded. A card once "
        "placed stays, and a seat that has placed all its cards has no more to do.",
        f"{_SOURCE}; pineapple is {_COMMON}",
        ("dealing",),
    ),
    Rule(
        "chinese_poker.fantasyland",
        "Fantasyland",
        "A seat that made queens or better in front without a foul sets its next hand at once: 13 cards in open-"
        "face, 14 in pineapple with one discarded; progressive 14 for queens, 15 for kings, 16 for aces, 17 for "
        "three of a kind. It sets at its first turn or later, and stays there with three of a kind in front or four"
        " or better in back (progressive: with 14 cards).",
        _COMMON,
        ("fantasyland",),
    ),
    Rule(
        "chinese_poker.match",
        "Winning the match",
        "With a target the match is won by the highest total once a seat reaches it; also by the highest total when"
        " the table stopped by the clock. Equal highest totals win together. Hands after that count for nothing.",
        _SOURCE,
        ("target",),
    ),
    Rule(
        "chinese_poker.recorded",
        "A hand known by its result",
        "The log may show nothing of a hand but its result, or stop before its end. "
        "If units are recorded for every two "
        "seats, and none contradicts what the rows already settle, the scores are these units times the stakes. Where "
        "that is not enough, recorded scores of every seat are taken as they are: settled by pairs, they must sum to "
        "zero. Without either, scores and totals are unknown until the setup of a later hand states the totals. After "
        "a hand of which nothing was played, nobody is in fantasyland unless the setup says so.",
        "the report format and the rules of the game, A hand known by its result",
        ("scoring",),
    ),
)
