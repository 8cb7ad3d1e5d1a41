/* What the rows and the thirteen cards of a seat are worth in Chinese poker: see poker_rows.c. */
#pragma once

#include "cards.h"
#include "made/chinese_poker.h"

enum { FRONT_CARDS = 3, LONG_CARDS = 5, PACK = RANKS * SUITS };

/* A row of three or five cards.  Of two rows of the same place, that with the greater strength is the better one. */
struct poker_row {
    int32_t strength, kind, top; /* the rank that counts most; of a straight the top card, which is the 5 of a wheel */
};

/* Where each row begins among the cards of a board, front first, and the number of its cards. */
static const int row_begins[ROWS] = {[FRONT] = 0, [MIDDLE] = FRONT_CARDS, [BACK] = FRONT_CARDS + LONG_CARDS};
static const int row_sizes[ROWS] = {[FRONT] = FRONT_CARDS, [MIDDLE] = LONG_CARDS, [BACK] = LONG_CARDS};

/* Tests call all of these. */
EXPORTED void poker_read_row(const int8_t *cards, int size, bool second, bool low, struct poker_row *row);
EXPORTED bool poker_holds(int natural, const int8_t cards[BOARD_CARDS], bool qka, int8_t key[BOARD_CARDS]);
EXPORTED unsigned poker_broken(const int8_t cards[BOARD_CARDS]);
