/* A match of Chinese poker that is plainly clean: see poker.c. */
#ifndef FUPAN_POKER_H
#define FUPAN_POKER_H

#include "actions.h"
#include "poker_rows.h"
#include "records.h"

enum { SEATS = 4, BOARDS = 4, PAIRS = SEATS * (SEATS - 1) / 2, LEAST_SEATS = 2, FIRST_CARDS = 5 };
/* The most cards that a seat is dealt for one hand, in fantasyland. */
enum { MOST_DEALT = 17 };
/* Where a front has a royalty: the pairs by rank, then the threes by rank.  Longer rows have it at their kind. */
enum { CELLS = 2 * RANKS };

/* The options of the page of the rules, in the order in which the caller gives them. */
enum { BY_PAIRS, BEST_ROW };
enum { NEEDS_THREE, NEEDS_ALL };
enum { WINNER, CANCEL, NET };
enum { ALL_ROYALTIES, ONE_ROYALTY };
enum { SCOOPED, AS_PLAYED };
enum { WHEEL_LOWEST, WHEEL_SECOND };
enum { HIGH, DEUCE_TO_SEVEN };
enum { CLOSED, OPEN_FACE, PINEAPPLE };
enum { NO_FANTASYLAND, STANDARD, PROGRESSIVE };

struct rules {
    int32_t scoring, row_unit, overall, scoop_bonus, scoop_multiplier, home_run_multiplier, home_run_needs, royalties,
        royalty_rule, royalty_value, royalty_announced, royalty_limit, royalty_broken, royalties_against_foul,
        scoop_multiplies_royalties, naturals, natural_qka, surrender, misset, wheel, middle, target, dealing, fantasyland,
        hands_each;
    /* What the options and tables of royalties and naturals come to; 0: there is no such royalty or natural. */
    int32_t cells[ROWS][CELLS];
    int32_t points[NATURALS];
};

/* A hand of a seat at the end: set, surrendered, or claimed as a natural. */
struct board_facts {
    int32_t at;            /* the action that set its last card, or claimed the natural; NONE: it was not set */
    int32_t announced_at;  /* the action that announced royalties; NONE: none did */
    int32_t columns[ROWS]; /* of each announced row in the text of that action; NONE: it was not announced */
    int8_t natural;        /* NONE: none was claimed */
    int8_t surrendered, laid;
    int8_t cards[BOARD_CARDS]; /* the rows, front first; of a natural, the cards */
};

struct hand_facts {
    struct board_facts boards[BOARDS];
    int32_t stakes[PAIRS];
    int32_t noted; /* whether the engine may have a notice about it */
};

/* What a match began with, and what it comes to. */
struct match_facts {
    int64_t begun[SEATS];
    int32_t timed; /* whether the table stopped by the clock */
};

/* What follows from the cards of a board. */
struct board {
    struct board_facts *facts;
    int seat;
    struct poker_row rows[ROWS];
    bool misset;
    int32_t royalties[ROWS]; /* those that can be paid, whichever board wins the row */
    int8_t key[BOARD_CARDS]; /* of a natural, what compares with an equal one */
};

/* A hand as the lane plays it. */
struct table {
    const struct rules *rules;
    const struct span *seats;
    struct hand_facts *facts;
    struct clock clock;
    int players, boards, first; /* the seat that acts first */
    int done;                   /* the actions before this one */
    struct board of[BOARDS];
    /* the deal: by card, the board that has it or NONE, and where it stands among its cards; then how many there are */
    int8_t owner[PACK], place[PACK];
    int dealt[BOARDS];
    /* dealt closed */
    int part, reached; /* the place in the order of play of the seat that acted last in this part */
    unsigned acted;    /* a bit for each board that has acted in this part */
    /* placed face up */
    int fantasyland[SEATS]; /* the cards with which a seat begins in fantasyland, or 0 */
    int taken[SEATS], filled[SEATS][ROWS];
    int last; /* the last seat that placed, or NONE */
};

/* The number of two seats, the lower first, among all of them: 0-1, 0-2 and so on. */
static inline int number_of_pair(int one, int other, int players) {
    return one * (2 * players - one - 1) / 2 + other - one - 1;
}

/* poker_play.c */
void poker_lay(struct table *table, struct board *board);
enum reason poker_play_hand(struct table *table, struct cursor text);

/* poker_settle.c */
bool poker_settle(struct table *table, int64_t units[PAIRS], int64_t scores[SEATS]);

EXPORTED enum reason fupan_chinese_poker(const unsigned char *bytes, size_t size, const struct match_text *match,
                                         const struct hand_text *hands, const struct rules *rules,
                                         struct hand_facts *facts, struct match_facts *whole);

#endif
