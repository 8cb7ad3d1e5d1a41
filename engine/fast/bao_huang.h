/* A match of Bao Huang that is plainly clean: see bao_huang.c. */
#ifndef FUPAN_BAO_HUANG_H
#define FUPAN_BAO_HUANG_H

#include "actions.h"
#include "bao_huang_cards.h"
#include "records.h"

enum { SEATS = 5, SMALL_DECK = 168, MOST_DECLARED = 3 };

/* The options of the page of the rules, in the order in which the caller gives them. */
enum { WITH_PLAY, AGAINST_PLAY };
enum { MARKED_JOKER, TRIPLET };
enum { NO_DECLARATIONS, PARTNER_OR_SOLO, PER_SIDE, FIRST_ONLY };
enum { WITHOUT_JOKERS, WITHOUT_TWOS };
enum { BY_FINISH, FREE };
enum { EVERY_CARD, JOKERS_ONLY };
enum { FIRST_VS_LAST, BY_POINTS, TEAM_OUT_FIRST };
enum { WIN_LOSS, TWO_ONE_ZERO, FOUR_TWO_ZERO };
enum { ON_TOP, INSTEAD };

struct rules {
    int32_t deck, emperor_pass, protector, declarations, tribute, tribute_exclude, take_order, joker_rule, lowest_last,
        winner_rule, scoring, balanced, solo_announced, tribute_face, target, hands;
};

/* The declarations. */
enum { UPRISING, PROTECTOR, SOLO };

/* A hand played to its end, or a void deal. */
struct hand_facts {
    int32_t finish[SEATS]; /* the seats in the order in which they went out, then those left */
    int32_t sharing;       /* how many of the last share their places */
    int32_t emperor, protector; /* the same of an emperor who is alone; NONE: the deal is void */
    int32_t declared[MOST_DECLARED]; /* each declaration once, in order; NONE: no more */
};

/* What statistics count of a seat in a hand (the page of statistics): a bit for each kind of more than one card that it
 * has played: equal cards, such with jokers, and jokers, each by size and rank. */
enum { FORM_BYTES = 2 * (17 + 25 + 9) };

struct seat_counts {
    struct play_counts play;
    int32_t declared;
    uint8_t forms[FORM_BYTES];
    uint8_t features[FEATURES]; /* of the dealt cards */
};

struct hand_counts {
    struct seat_counts seats[SEATS];
};

/* The kinds of notes: a red or a black joker that is read as the marked one.  They count the cards before it. */
enum { READ_AS_EMPEROR, READ_AS_PROTECTOR };

/* What a match began with, and what it comes to. */
struct match_facts {
    int64_t begun[SEATS];
    int32_t timed; /* whether the table stopped by the clock */
};

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
    int declared[MOST_DECLARED], count_declared;
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
void bao_huang_owe(const struct rules *rules, const struct hand_facts *facts, struct debts *debts);
int bao_huang_factor(const struct rules *rules, const struct hand_facts *facts);
void bao_huang_score(const struct rules *rules, const struct hand_facts *facts, int64_t scores[SEATS]);

EXPORTED enum reason fupan_bao_huang(const unsigned char *bytes, size_t size, const struct match_text *match,
                                     const struct hand_text *hands, const struct rules *rules, struct hand_facts *facts,
                                     struct notes *notes, struct hand_counts *counts, struct match_facts *whole);

#endif
