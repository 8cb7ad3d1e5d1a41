/* A hand of Big A as the lane plays it, and what its files give one another: see big_a.c. */
#pragma once

#include "big_a_cards.h"

#include "climbing.h"

enum { COPIES = 2, MOST_DEALT = 22, ALL_CARDS = 108 };

struct table {
    struct hand hand;
    const struct rules *rules;
    uint8_t held[SEATS][CARDS];
    int left[SEATS];
    /* the drawing */
    int first; /* the seat that draws first */
    int8_t order[SEATS][MOST_DEALT]; /* the cards drawn before the last */
    int8_t face_down[SEATS]; /* NO_CARD: the deal does not mark it */
    int drawn; /* the lowest number of cards that can have been drawn so far */
    int big; /* the card that is Big A, or NO_CARD */
    int declarer, partner; /* the seats that have shown the first and the second copy, then those with the roles */
    bool both_shown, final, revealed;
    /* the play */
    uint8_t lying[CARDS]; /* the cards of the play on the table */
    int captive[SEATS]; /* captured copies of Big A that a seat holds */
    int own_played[SEATS]; /* copies that a seat was dealt and has played */
};

/* big_a_drawing.c */
bool big_a_deal(struct table *table, struct cursor text);
enum reason big_a_draw(struct table *table, int seat, const struct span *words, unsigned count);
bool big_a_begin(struct table *table);

/* big_a_play.c */
enum reason big_a_play_hand(struct table *table, struct cursor text);
