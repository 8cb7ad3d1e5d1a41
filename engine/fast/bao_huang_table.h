/* A hand of Bao Huang as the lane plays it, and what its files give one another: see bao_huang.c. */
#pragma once

#include "bao_huang_cards.h"

#include "climbing.h"

/* The tribute that is due before a hand. */
struct debts {
    int gives[SEATS], takes[SEATS]; /* how many cards each seat still gives, and takes */
    int place[SEATS];               /* the place of each seat in the hand before */
};

struct table {
    struct hand hand;
    const struct rules *rules;
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
    /* the play */
    int asker; /* the seat that has just played, or NONE */
};

/* bao_huang_opening.c */
bool bao_huang_deal(struct table *table, struct cursor text);
enum reason bao_huang_open(struct table *table, int seat, const struct span *words, unsigned count);
bool bao_huang_begin(struct table *table);

/* bao_huang_play.c */
enum reason bao_huang_play_hand(struct table *table, struct cursor text);
