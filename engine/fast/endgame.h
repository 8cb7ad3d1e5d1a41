/* The search of endgames: which value a position has for two sides that see all cards.  It does the same as the solver
 * of the engine, position for position.  What a hand can play it is told by the caller, once for each hand and what
 * lies on the table; or, where it can find the rest by the cards and the forms, once for each hand that is left of no
 * other one. */
#pragma once

#include "made/endgame.h"
#include "reader.h"

/* The plays of a hand on what lies on the table (`struct endgame_play`), or, under rules with bombs, its sets (`struct
 * endgame_set`).  The first one is their number alone, in `rest` or in `laid`.  They need not be there any more after
 * the next call.  Null where they cannot be given. */
typedef const void *(*endgame_given)(const uint64_t *cards, uint32_t laid);

struct endgame_search;

/* Null if there is no memory.  `table` is the number of positions that are remembered. */
EXPORTED struct endgame_search *fupan_endgame(const struct endgame_rules *rules, uint32_t table, endgame_given give);
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
/* The number of a hand; NO_HAND if there is no memory. */
EXPORTED uint32_t fupan_endgame_hand(struct endgame_search *search, const uint64_t *cards);
/* The bytes of all hands and lists of plays. */
EXPORTED uint64_t fupan_endgame_bytes(const struct endgame_search *search);
