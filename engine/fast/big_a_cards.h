/* Cards of Big A, what they form, and what beats what (the page of the rules of Big A). */
#ifndef FUPAN_BIG_A_CARDS_H
#define FUPAN_BIG_A_CARDS_H

#include "cards.h"

/* Kinds; those from TRIPLE on are bombs, from the lowest to the highest. */
enum {
    SINGLE = 1,
    PAIR,
    SEQUENCE,
    DOUBLE_SEQUENCE,
    TRIPLE,
    FOUR,
    FIVE,
    SIX,
    TWO_JOKERS,
    TRIPLE_SEQUENCE,
    FAKE_EIGHT,
    SEVEN,
    TRUE_EIGHT,
    THREE_JOKERS,
    FOUR_JOKERS,
    BIG_ACE_PAIR,
    KINDS,
    BOMBS = TRIPLE
};

/* The rank of the fours, and places in the order of ranks above that of a 3. */
enum { RANK_OF_FOUR = 2, BLACK_STRENGTH = 13, RED_STRENGTH, BIG_STRENGTH };

/* What the strength of a dealt hand is made of (the page of statistics) but for roles, in the order of the engine's
 * features. */
enum {
    RED_JOKERS,
    BLACK_JOKERS,
    JOKERS_TOGETHER,
    THREES,
    TWOS,
    ACES,
    KINGS,
    FOURS,
    EGGS,
    OF_FOUR,
    OF_FIVE,
    PLAYS,
    LOOSE,
    FEATURES
};

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

#endif
