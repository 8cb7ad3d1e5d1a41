/* Cards and ranks as logs write them, and ranks in a row, the same in every game. */
#ifndef FUPAN_CARDS_H
#define FUPAN_CARDS_H

#include "reader.h"

enum { RANKS = 13, SUITS = 4, HEARTS = 1, ACE = 12, BLACK_JOKER = 52, RED_JOKER = 53, CARDS = 54, NO_CARD = -1 };

/* Tests call those that are exported. */
int parse_rank(const unsigned char *at, size_t size);
EXPORTED int parse_card(const unsigned char *at, size_t size);

/* A bit for each rank of so many in a row, the highest of which is `top`; an ace may be below 2. */
static inline unsigned window_of(int top, int length) {
    return (((1u << length) - 1) << (top + 1) >> length) | (top == length - 2 ? 1u << ACE : 0);
}

#endif
