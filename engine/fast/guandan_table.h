/* A hand of Guandan as the lane plays it, and what its files give one another: see guandan.c. */
#pragma once

#include "guandan_cards.h"

#include "climbing.h"

struct table {
    struct hand hand;
    const struct rules *rules;
    int level;
    uint8_t held[SEATS][CARDS];
    int left[SEATS];
    /* the exchange */
    int payers[2], receivers[2], debts; /* how many payers there are; the banker is the first receiver */
    int paid[2], returned[2], owed_to[2], strength[2];
    bool resisted;
    int first; /* the seat that leads where no tribute decides it, or NONE */
    /* reports */
    int seen_left[SEATS]; /* cards left, as reports count them: from the first play on */
    bool came_to_ten[SEATS], due[SEATS], reported;
    struct note missing[SEATS];
    int missed;
};

/* Partners sit across: a bit for each seat of a team. */
static inline unsigned team_of(int seat) { return BIT(seat % TEAMS) | BIT(seat % TEAMS + TEAMS); }

static inline int partner_of(int seat) { return (seat + TEAMS) % SEATS; }

/* guandan_exchange.c */
void owe(struct table *table, const int *places);
int leader(const struct table *table);
bool is_settled(const struct table *table);
enum reason exchange(struct table *table, int seat, const struct span *words, unsigned count);

/* guandan_play.c */
bool read_deal(struct table *table, struct cursor text);
enum reason play_hand(struct table *table, struct cursor text);
