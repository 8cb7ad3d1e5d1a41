/* A hand of Chinese poker as the lane plays it, and what its files give one another: see poker.c. */
#pragma once

#include "actions.h"
#include "known.h"
#include "poker_rows.h"
#include "records.h"

enum { BOARDS = 4, LEAST_SEATS = 2, FIRST_CARDS = 5, MOST_DEALT = 17 };

/* What follows from the cards of a board. */
struct board {
    struct board_facts *facts;
    int seat;
    struct poker_row rows[ROWS];
    bool misset;
    int32_t royalties[ROWS]; /* those that can be paid, whichever board wins the row */
    int8_t key[BOARD_CARDS]; /* of a natural, what compares with an equal one */
};

struct table {
    const struct match *match;
    const struct rules *rules;
    struct chinese_poker_hand_facts *facts;
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
    int *fantasyland; /* the cards with which a seat begins in fantasyland, or 0 */
    int taken[SEATS], filled[SEATS][ROWS];
    int last; /* the last seat that placed, or NONE */
};

/* poker_play.c */
enum reason poker_play_hand(struct table *table, struct cursor text);

/* poker_settle.c */
bool poker_settle(struct table *table, int64_t units[MOST_PAIRS], int64_t scores[SEATS]);
