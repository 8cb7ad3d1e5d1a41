/* A match of Big A that is plainly clean: see big_a.c. */
#ifndef FUPAN_BIG_A_H
#define FUPAN_BIG_A_H

#include "actions.h"
#include "big_a_cards.h"
#include "records.h"

enum { COPIES = 2, MOST_DEALT = 22 };

/* big_a_known.c */
enum reason big_a_unknown(const struct rules *rules, bool counting);

/* A hand as the lane plays it. */
struct table {
    const struct rules *rules;
    const struct span *seats;
    struct seat_counts *counts; /* by seat; NULL where nothing is counted */
    struct clock clock;
    uint8_t *bomb; /* the fates of the kind of the bomb that lies on the table, or NULL */
    uint8_t held[SEATS][CARDS];
    int left[SEATS];
    /* the drawing */
    int first; /* the seat that draws first */
    int8_t order[SEATS][MOST_DEALT]; /* the cards drawn before the last */
    int8_t face_down[SEATS]; /* NO_CARD: the deal does not mark it */
    int drawn; /* the lowest number of cards that can have been drawn so far */
    int big; /* the card that is Big A, or NO_CARD */
    int declarer, partner; /* the seats that have shown the first and the second copy, then those with the roles */
    bool both_shown, final, revealed, void_deal;
    /* the play */
    struct round round;
    bool ended;
    form top; /* 0: nothing on the table */
    uint8_t lying[CARDS]; /* the cards of the play on the table */
    int captive[SEATS]; /* captured copies of Big A that a seat holds */
    int own_played[SEATS]; /* copies that a seat was dealt and has played */
};

/* big_a_drawing.c */
void big_a_lay(struct table *table, const struct rules *rules, const struct span *seats, int first);
bool big_a_deal(struct table *table, struct cursor text);
enum reason big_a_draw(struct table *table, int seat, const struct span *words, unsigned count);
bool big_a_begin(struct table *table);

/* big_a_play.c */
enum reason big_a_play_hand(struct table *table, struct cursor text);

EXPORTED enum reason fupan_big_a(const unsigned char *bytes, size_t size, const struct match_text *match,
                                 const struct hand_text *hands, const struct rules *rules,
                                 struct big_a_hand_facts *facts, struct hand_counts *counts,
                                 struct big_a_match_facts *whole);

#endif
