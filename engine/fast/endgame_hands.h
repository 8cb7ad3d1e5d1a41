/* The hands of a search of endgames, by number, and what is left of them after each set of cards that they can play. */
#pragma once

#include "made/endgame.h"
#include "reader.h"

#define NO_HAND UINT32_MAX

struct hand;
struct some_sets;

struct hands {
    uint64_t guards[HAND_WORDS]; /* the bits above the counts of cards */
    struct hand *hands;
    uint32_t room, used;
    uint32_t *places; /* numbers of hands, hashed, at most half full */
    uint32_t places_room;
    struct endgame_set *sets;
    uint32_t sets_room, sets_used;
    struct some_sets *given;
    uint32_t given_room, given_used;
    uint32_t *keeping; /* the places of the sets that keep the suits of the hand that is listed */
    uint32_t keeping_room;
};

/* Begins with the hand of no cards, which is number 0.  False if there is no memory. */
bool begin_hands(struct hands *hands, const uint64_t *guards);
void end_hands(struct hands *hands);
uint64_t bytes_of_hands(const struct hands *hands);

/* The number of a hand; NO_HAND if there is no memory. */
uint32_t number_of(struct hands *hands, const uint64_t *cards);
const uint64_t *cards_of(const struct hands *hands, uint32_t hand);

bool sets_known(const struct hands *hands, uint32_t hand);
/* The most plays on a lead of a hand whose sets are known. */
uint32_t most_plays(const struct hands *hands, uint32_t hand);
/* Takes the sets of a hand.  The first one is their number alone, in `laid`, with the hand without suits in `bare`.
 * False if there is no memory. */
bool take_sets(struct hands *hands, uint32_t hand, const struct endgame_set *sets);
/* Writes the plays on a lead of a hand whose sets are known; their number, or NO_HAND if there is no memory. */
uint32_t list_plays(struct hands *hands, uint32_t hand, struct endgame_play *plays);

/* Makes room for so many items; false if there is no memory. */
bool grown(void **items, uint32_t *room, uint64_t wanted, size_t size);
uint32_t mixed(uint64_t bits);
