/* A match of Chinese poker that is plainly clean: see poker.c. */
#ifndef FUPAN_POKER_H
#define FUPAN_POKER_H

#include "actions.h"
#include "poker_rows.h"
#include "records.h"

enum { BOARDS = 4, PAIRS = SEATS * (SEATS - 1) / 2, LEAST_SEATS = 2, FIRST_CARDS = 5 };
/* The most cards that a seat is dealt for one hand, in fantasyland. */
enum { MOST_DEALT = 17 };
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

/* poker_known.c */
enum reason poker_unknown(const struct rules *rules);

EXPORTED enum reason fupan_chinese_poker(const unsigned char *bytes, size_t size, const struct match_text *match,
                                         const struct hand_text *hands, const struct rules *rules,
                                         struct chinese_poker_hand_facts *facts, struct chinese_poker_match_facts *whole);

#endif
