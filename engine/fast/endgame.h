/* The search of endgames: which value a position has for two sides that see all cards.  It does the same as the solver
 * of the engine, position for position.  What a hand can play it is told by the caller, once for each hand and what
 * lies on the table. */
#ifndef FUPAN_ENDGAME_H
#define FUPAN_ENDGAME_H

#include "reader.h"

enum { MOST_SEATS = 5, COURSES = 1 << 2 * MOST_SEATS, MOST_NOTES = 32, MOST_NOTED = 32, EMPTY = 0, NO_SEAT = 255 };

/* A play: what lies on the table then, and the number of the hand that is left.  A hand without cards is 0. */
struct endgame_play {
    uint32_t laid, rest;
};

/* The plays of a hand on what lies on the table.  The first one is the number of them alone, in `rest`.  They need not
 * be there any more after the next call.  Null where they cannot be given. */
typedef const struct endgame_play *(*endgame_plays)(uint32_t hand, uint32_t laid);

/* The rest of a hand under the rules of its table, as far as it is not in the plays. */
struct endgame_rules {
    uint8_t seats;
    uint8_t kinds[MOST_SEATS], sides[MOST_SEATS];
    uint8_t noting;                                    /* the seat whose plays are noted, or NO_SEAT */
    int8_t low[COURSES], high[COURSES];                /* by order of finish, the values that can still come */
    uint8_t heirs[2][MOST_SEATS][1 << MOST_SEATS];     /* by whether roles are known to the table, winner, seats that hold cards */
    uint8_t notes[MOST_NOTES][MOST_NOTED][4];                    /* what is noted, by what was, the play, and the play before */
};

struct endgame_position {
    uint32_t hands[MOST_SEATS];
    uint32_t laid, course;
    uint8_t turn, owner;
    uint8_t unused[2]; /* 0 */
};

enum endgame_answer { NOT_REACHED, REACHED, OUT_OF_NODES, FAILED };

struct endgame_search;

/* Null if there is no memory.  `table` is the number of positions that are remembered. */
EXPORTED struct endgame_search *fupan_endgame(const struct endgame_rules *rules, uint32_t table, endgame_plays plays);
EXPORTED void fupan_endgame_end(struct endgame_search *search);

/* Forgets what is known of positions, as if the search had just begun; the plays stay.  False if there is no memory. */
EXPORTED bool fupan_endgame_forget(struct endgame_search *search);

/* Sets the number of nodes that may be added from now on, and counts the actions listed from 0. */
EXPORTED void fupan_endgame_allow(struct endgame_search *search, uint64_t nodes);

/* Whether the value of a reduced position is so high or higher, found with the nodes that are allowed. */
EXPORTED enum endgame_answer fupan_endgame_reaches(struct endgame_search *search, const struct endgame_position *position,
                                                   int wanted);
/* The same of the value itself, which is put into `value`; NOT_REACHED where it was found. */
EXPORTED enum endgame_answer fupan_endgame_value(struct endgame_search *search, const struct endgame_position *position,
                                                 int *value);
EXPORTED uint64_t fupan_endgame_nodes(const struct endgame_search *search);

#endif
