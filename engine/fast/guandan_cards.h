/* Cards of Guandan, what they form, and what beats what (the page of the rules of Guandan). */
#pragma once

#include "cards.h"
#include "made/guandan.h"

/* Kinds from BOMBS on are bombs, in the order in which they beat one another.  LEVEL_STRENGTH and those above it are
 * places in level order above those of the ranks. */

/* A kind in the upper bits, the rank within it in the lower eight; 0 is nothing. */
typedef int form;

/* The cards of a play without their order. */
struct shape {
    uint8_t counts[RANKS]; /* cards that count as themselves, or as a claim says, by rank */
    uint8_t most;          /* of one rank */
    uint16_t ranked;       /* a bit for each rank that they have */
    uint8_t distinct;      /* how many ranks they have, the first two of which follow */
    uint8_t ranks[2];
    uint8_t size, black, red, wild;
    uint8_t suits; /* a bit for each suit of those cards */
    bool free_suit; /* whether a claim names a rank alone */
};

enum { MOST_READINGS = 32 };

struct readings {
    form forms[MOST_READINGS];
    unsigned count;
    unsigned kinds; /* a bit for each kind that they have */
};

/* Tests call those that are exported. */
EXPORTED int level_order(int card, int level);
EXPORTED int wild_card(int level);
EXPORTED void add_card(struct shape *shape, int card, int level);
EXPORTED void add_claim(struct shape *shape, int rank, int suit);
EXPORTED void read_shape(const struct shape *shape, int level, bool joker_pair_in_full_house, struct readings *readings);
EXPORTED bool beats(form one, form other);
EXPORTED form highest_that_beats(const struct readings *readings, form other);
EXPORTED bool can_beat(const uint8_t cards[CARDS], int level, bool joker_pair_in_full_house, form top);
EXPORTED void count_features(const uint8_t cards[CARDS], int level, uint8_t features[FEATURES]);
