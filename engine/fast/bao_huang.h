/* A match of Bao Huang that is plainly clean: see bao_huang.c. */
#ifndef FUPAN_BAO_HUANG_H
#define FUPAN_BAO_HUANG_H

#include "actions.h"
#include "bao_huang_cards.h"
#include "records.h"

/* bao_huang_known.c */
enum reason bao_huang_unknown(const struct rules *rules, bool counting);

/* The tribute that is due before a hand. */
struct debts {
    int gives[SEATS], takes[SEATS]; /* how many cards each seat still gives, and takes */
    int place[SEATS];               /* the place of each seat in the hand before */
};

/* A hand as the lane plays it. */
struct table {
    const struct rules *rules;
    const unsigned char *bytes;
    const struct span *seats;
    struct notes *notes;
    struct seat_counts *counts; /* by seat; NULL where nothing is counted */
    struct note note; /* a note of the action that is done now, but for its kind, seat and count */
    struct clock clock;
    struct holding held[SEATS];
    int lowest; /* the place of the rank that is played last, or NONE */
    /* before the play */
    int first; /* the seat that took the first card */
    struct debts debts;
    struct holding laid; /* tribute on the table */
    bool exchanged;      /* whether an action came after the tribute */
    int holder, first_holder, declines; /* of the emperor card */
    int emperor, protector;
    bool accepted; /* whether an action accepts the emperor card */
    int shown;     /* the card that the emperor has shown three or four times, or NO_CARD */
    int declared[DECLARATIONS], count_declared;
    bool void_deal;
    /* the play */
    struct round round;
    bool ended;
    form top; /* 0: nothing on the table */
    int asker; /* the seat that has just played, or NONE */
};

/* bao_huang_opening.c */
bool bao_huang_deal(struct table *table, struct cursor text);
enum reason bao_huang_open(struct table *table, int seat, const struct span *words, unsigned count);
bool bao_huang_begin(struct table *table);

/* bao_huang_play.c */
enum reason bao_huang_play_hand(struct table *table, struct cursor text);

/* bao_huang_scores.c */
void bao_huang_owe(const struct rules *rules, const struct bao_huang_hand_facts *facts, struct debts *debts);
int bao_huang_factor(const struct rules *rules, const struct bao_huang_hand_facts *facts);
void bao_huang_score(const struct rules *rules, const struct bao_huang_hand_facts *facts, int64_t scores[SEATS]);

EXPORTED enum reason fupan_bao_huang(const unsigned char *bytes, size_t size, const struct match_text *match,
                                     const struct hand_text *hands, const struct rules *rules, struct bao_huang_hand_facts *facts,
                                     struct notes *notes, struct hand_counts *counts, struct bao_huang_match_facts *whole);

#endif
