/* A match of Guandan that is plainly clean: see guandan.c. */
#ifndef FUPAN_GUANDAN_H
#define FUPAN_GUANDAN_H

#include "actions.h"
#include "guandan_cards.h"

enum { SEATS = 4 };

/* The options of the page of the rules, in the order in which the caller gives them. */
enum { TRIBUTE_NONE, TRIBUTE_STANDARD };
enum { BY_RANK, PREVIOUS_SEAT };
enum { TEN, NINE, TEN_TO_PARTNER, ANY };
enum { AFTER_BANKER, DWELLER };
enum { ANY_MISS, DWELLER_FINISH };
enum { TEAM_A, OWN_A, REACH_A };
enum { REPORTING_OFF, REPORTING_WARN };

struct rules {
    int32_t tribute, double_tribute, return_limit, return_level, equal_tribute_lead, a_failures, a_failure_is, win_at,
        hands, reporting, joker_pair_in_full_house;
};

/* A hand played to its end.  Teams are 0 (seats 0 and 2) and 1; levels count from 0, which is 2. */
struct hand_facts {
    int32_t finish[SEATS]; /* the seats in the order in which they went out, then those left */
    int32_t shared;        /* whether the last two share their places */
    int32_t level;
    int32_t setter; /* the team that set it by winning the hand before, or NONE */
    int32_t team;   /* the team that moves up */
    int32_t gained;
    int32_t won; /* whether the team wins the match by this hand */
    int32_t levels[2];
};

/* What statistics count of a seat in a hand (the page of statistics). */
enum { BOMB_KINDS = 9, FORM_BYTES = 50 };

struct seat_counts {
    struct play_counts play;
    int32_t paid, received, resisted;
    int32_t bombs, straight_flushes, joker_bombs, wild_cards, wild_in_bombs;
    uint8_t fates[BOMB_KINDS][FATES]; /* of the bombs of each kind */
    uint8_t forms[FORM_BYTES];    /* a bit for each form played: 16 for each kind */
    uint8_t features[FEATURES];   /* of the dealt cards */
};

struct hand_counts {
    struct seat_counts seats[SEATS];
};

/* The kinds of notes; a missing report counts the cards left. */
enum { AMBIGUOUS_WILD, REPORT_MISSING };

/* What a match began with, and what it comes to. */
struct match_facts {
    int32_t levels[2], setter, failures[2];
    int32_t begun[SEATS];
    int64_t totals[SEATS];
    int32_t winner; /* a bit for each team that wins; 0: nobody yet */
    int32_t timed;  /* whether the table stopped by the clock */
};

EXPORTED enum reason fupan_guandan(const unsigned char *bytes, size_t size, const struct match_text *match,
                          const struct hand_text *hands, const struct rules *rules, struct hand_facts *facts,
                          struct notes *notes, struct hand_counts *counts, struct match_facts *whole);

#endif
