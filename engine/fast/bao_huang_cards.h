/* Cards of Bao Huang, what a seat holds, what cards form, and what beats what (the page of the rules of Bao Huang). */
#pragma once

#include "cards.h"
#include "made/bao_huang.h"

/* Cards besides those of other games: marked jokers, and cards by their rank alone.  Ranks count from 0, which is 2. */
enum { PROTECTOR_JOKER = CARDS, EMPEROR_JOKER, FIRST_BARE, JOKERS = 4, NO_SUIT = -1 };

/* Places in the order of strength: that of a 3 is 0, that of a 2 is TWO; then the jokers of each colour. */
enum { LOWEST_OF_SMALL = 3, TWO = RANKS - 1 };

/* "cards fit if some choice of suits fits": the cards of one rank. */
struct of_rank {
    uint8_t suits[SUITS], bare; /* as they came to the hand */
    uint8_t gone;               /* how many have left it by their rank alone, so that it is open which */
    uint8_t left;
};

struct holding {
    struct of_rank ranks[RANKS]; /* by the place of the rank in the order of strength */
    uint8_t jokers[JOKERS];      /* black, red, the protector's, the emperor's */
    int left;
};

/* Red jokers, black jokers, equal cards and the place of their rank, each in eight bits; 0 is nothing. */
typedef int form;

static inline form form_of(int rank, int equal, int black, int red) {
    return red << 24 | black << 16 | equal << 8 | (equal ? rank : 0);
}
static inline int red_of(form form) { return form >> 24; }
static inline int black_of(form form) { return form >> 16 & 0xFF; }
static inline int equal_of(form form) { return form >> 8 & 0xFF; }
static inline int rank_in(form form) { return form & 0xFF; }
static inline int size_of(form form) { return red_of(form) + black_of(form) + equal_of(form); }

/* The place of the rank of a card that is not a joker. */
static inline int place_of_card(int card) {
    return ((card < FIRST_BARE ? card / SUITS : card - FIRST_BARE) + RANKS - 1) % RANKS;
}

static inline bool is_joker(int card) { return card >= BLACK_JOKER && card < FIRST_BARE; }

/* Tests call these. */
EXPORTED int bao_huang_card(const unsigned char *at, size_t size, bool bare);
EXPORTED void bao_huang_give(struct holding *holding, int card);
EXPORTED bool bao_huang_take(struct holding *holding, int card);
EXPORTED bool bao_huang_beats(form one, form other, bool jokers_only);
EXPORTED bool bao_huang_can_beat(const struct holding *holding, form top, bool jokers_only, int lowest);
EXPORTED void bao_huang_features(const struct holding *holding, uint8_t features[FEATURES]);
