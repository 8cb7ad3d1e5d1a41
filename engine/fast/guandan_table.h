/* A hand of Guandan as the lane plays it, and what its files share: see guandan.c. */
#ifndef FUPAN_GUANDAN_TABLE_H
#define FUPAN_GUANDAN_TABLE_H

#include "guandan.h"
#include "records.h"

enum { NO_RANK = -1 };

/* The facts that pass from hand to hand. */
struct standing {
    int levels[2];
    int setter; /* the team that won the hand before, or NONE */
    int failures[2];
    bool has_previous;
    int previous[SEATS]; /* the order of finish of the hand before */
    bool previous_shared;
    int64_t totals[SEATS];
    int played;
    bool over;
    int winner;
};

struct table {
    const struct rules *rules;
    const unsigned char *bytes;
    struct notes *notes;
    struct seat_counts *counts; /* by seat; NULL where nothing is counted */
    uint8_t *bomb;              /* the fates of the kind of the bomb that lies on the table, or NULL */
    struct note note; /* a note of the action that is done now, but for its kind and its seat */
    const struct span *seats;
    int level;
    uint8_t held[SEATS][CARDS];
    int left[SEATS];
    struct clock clock;
    struct round round;
    bool ended;
    form top; /* 0: nothing on the table */
    /* the exchange */
    int payers[2], receivers[2], debts, banker, last; /* debts: how many payers there are */
    int paid[2], returned[2], owed_to[2], strength[2];
    bool resisted;
    int first; /* the seat that leads where no tribute decides it, or NONE */
    /* reports and seconds */
    int seen_left[SEATS]; /* cards left, as reports count them: from the first play on */
    bool came_to_ten[SEATS], due[SEATS], reported;
    struct note missing[SEATS];
    int missed;
};

struct setup {
    bool has_totals, has_previous;
    int first, level;
    int levels[2];
    struct recorded_finish previous;
    struct points totals, failures;
};

/* guandan_exchange.c */
void owe(struct table *table, const struct standing *standing);
int leader(const struct table *table);
bool is_settled(const struct table *table);
enum reason exchange(struct table *table, int seat, const struct span *words, unsigned count);

/* guandan_counts.c */
void count_play(struct table *table, int seat, form played, int cards, int wild);
void count_pass(struct table *table, int seat);
void count_time(struct table *table, int seat, bool timed);
void count_hand(struct table *table, const struct guandan_hand_facts *facts);

/* guandan_play.c */
void lay(struct table *table, const struct rules *rules, const struct span *seats, int level, int first);
bool read_deal(struct table *table, struct cursor text);
enum reason play_hand(struct table *table, struct cursor text);

/* guandan_records.c */
bool read_levels(struct cursor *text, const struct span *seats, int levels[2]);
bool levels_agree(const int levels[2], const int computed[2]);
enum reason read_setup(struct cursor text, const struct span *seats, struct setup *setup);
enum reason begin(struct standing *standing, const struct setup *setup, bool tribute);
bool setup_agrees(const struct standing *standing, const struct setup *setup, int level);

#endif
