/* Cards of Big A, what they form, and what beats what (the page of the rules of Big A). */
#pragma once

#include "cards.h"
#include "made/big_a.h"

/* The rank of the fours.  Kinds from BOMBS on are bombs, from the lowest to the highest. */
enum { RANK_OF_FOUR = 2 };

/* The kind, the number of cards, the rank within the kind, each in eight bits; 0 is nothing. */
typedef int form;

static inline int kind_of(form form) { return form >> 16; }
static inline int size_of(form form) { return form >> 8 & 0xFF; }
static inline int strength_of(form form) { return form & 0xFF; }

/* Cards without their order and their suits. */
struct big_a_shape {
    uint8_t counts[RANKS]; /* by rank, Big A among the aces */
    uint8_t size, black, red, big;
};

/* Tests call these. */
EXPORTED void big_a_add(struct big_a_shape *shape, int card, int count, int big);
EXPORTED form big_a_form(const struct big_a_shape *shape);
EXPORTED bool big_a_beats(form one, form other);
EXPORTED bool big_a_captures(int fours, form other);
EXPORTED bool big_a_can_beat(const uint8_t cards[CARDS], int big, form top);
EXPORTED void big_a_features(const uint8_t cards[CARDS], uint8_t features[FEATURES]);
