/* Cards and ranks as logs write them, and ranks in a row, the same in every game. */
#pragma once

#include "reader.h"

/* Ranks from 0, which is 2; suits; and cards by rank and suit, with the jokers behind them. */
enum { TEN = 8, JACK, QUEEN, KING, ACE, RANKS };
enum { SPADES, HEARTS, DIAMONDS, CLUBS, SUITS };
enum { BLACK_JOKER = RANKS * SUITS, RED_JOKER, CARDS, NO_CARD = -1 };

/* Tests call those that are exported. */
int parse_rank(const unsigned char *at, size_t size);
EXPORTED int parse_card(const unsigned char *at, size_t size);

/* A bit for each rank of so many in a row, the highest of which is `top`; an ace may be below 2. */
static inline unsigned window_of(int top, int length) {
    return (((1u << length) - 1) << (top + 1) >> length) | (top == length - 2 ? 1u << ACE : 0);
}

/* Whether there are so many cards of so many ranks in a row, the highest of which is above one, with some that count as
 * any card. */
static inline bool has_run(const uint8_t counts[RANKS], int wild, int above, int length, int each) {
    for (int top = above + 1 > length - 2 ? above + 1 : length - 2; top <= ACE; top++) {
        int missing = 0;
        for (int below = 0; below < length && missing <= wild; below++) {
            int held = counts[top >= below ? top - below : ACE];
            missing += held < each ? each - held : 0;
        }
        if (missing <= wild)
            return true;
    }
    return false;
}
