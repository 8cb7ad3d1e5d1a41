/* Cards of Guandan, what they form, and what beats what: see guandan_cards.h. */
#include "guandan_cards.h"

/* "Level order: the hand's level rank is lifted to between A and the black joker." */
static int rank_strength(int rank, int level) { return rank == level ? LEVEL_STRENGTH : rank; }

int level_order(int card, int level) {
    if (card >= BLACK_JOKER)
        return card == BLACK_JOKER ? BLACK_STRENGTH : RED_STRENGTH;
    return rank_strength(card / SUITS, level);
}

/* "The wild cards are the two heart cards of the level rank." */
int wild_card(int level) { return level * SUITS + HEARTS; }

static void count_rank(struct shape *shape, int rank) {
    if (++shape->counts[rank] > shape->most)
        shape->most = shape->counts[rank];
    if (shape->ranked >> rank & 1)
        return;
    shape->ranked |= (uint16_t)(1u << rank);
    if (shape->distinct < 2)
        shape->ranks[shape->distinct] = (uint8_t)rank;
    shape->distinct++;
}

void add_card(struct shape *shape, int card, int level) {
    shape->size++;
    if (card == BLACK_JOKER) {
        shape->black++;
    } else if (card == RED_JOKER) {
        shape->red++;
    } else if (card == wild_card(level)) {
        shape->wild++;
    } else {
        count_rank(shape, card / SUITS);
        shape->suits |= (uint8_t)(1 << card % SUITS);
    }
}

/* "if the log says what a wild card stands for, the readings are restricted to that; of a rank alone, to that rank in
 * any suit".  No suit is -1. */
void add_claim(struct shape *shape, int rank, int suit) {
    shape->size++;
    count_rank(shape, rank);
    if (suit < 0)
        shape->free_suit = true;
    else
        shape->suits |= (uint8_t)(1 << suit);
}

static void add(struct readings *readings, int kind, int strength) {
    if (readings->count < MOST_READINGS)
        readings->forms[readings->count++] = kind << 8 | strength;
    readings->kinds |= BIT(kind);
}

/* "single, pair, triple: 1 to 3 of a rank", "bomb: 4 to 10 of a rank".  0: so many cards of a rank are nothing. */
static int kind_of_equal(unsigned size) {
    static const uint8_t kinds[] = {0,         SINGLE,        PAIR,      TRIPLE,        BOMB_OF_4, BOMB_OF_5,
                                    BOMB_OF_6, BOMB_OF_7, BOMB_OF_8, BOMB_OF_9, BOMB_OF_10};
    return size < sizeof kinds ? kinds[size] : 0;
}

/* "consecutive ranks ... ranked by: nature order of the top"; "an ace may also stand below 2"; "nothing goes round the
 * corner".  Wild cards fill what is missing. */
static void add_runs(struct readings *readings, const struct shape *shape, int kind, int length, int each) {
    if (shape->most > each)
        return;
    for (int top = length - 2; top <= ACE; top++) {
        if ((shape->ranked & ~window_of(top, length)) == 0)
            add(readings, kind, top);
    }
}

/* "two jokers only of one colour", "joker_bomb: all four jokers", "full_house: triple + pair (option
 * `joker_pair_in_full_house`)"; "A wild card stands for any card but a joker". */
static void read_with_jokers(const struct shape *shape, int level, bool joker_pair, struct readings *readings) {
    unsigned jokers = (unsigned)shape->black + shape->red;
    bool one_colour = !shape->black || !shape->red;
    if (jokers == shape->size) {
        if (one_colour && jokers <= 2)
            add(readings, kind_of_equal(jokers), shape->red ? RED_STRENGTH : BLACK_STRENGTH);
        else if (shape->black == 2 && shape->red == 2)
            add(readings, JOKER_BOMB, 0);
    } else if (joker_pair && shape->size == 5 && jokers == 2 && one_colour && shape->distinct == 1) {
        add(readings, FULL_HOUSE, rank_strength(shape->ranks[0], level));
    }
}

/* "full_house: triple + pair, ranked by level order of the triple"; "A full house has two different ranks". */
static void add_full_houses(const struct shape *shape, int level, struct readings *readings) {
    const uint8_t *ranks = shape->ranks;
    if (shape->distinct == 2) {
        for (int triple = 0; triple < 2; triple++)
            if (shape->counts[ranks[triple]] <= 3 && shape->counts[ranks[1 - triple]] <= 2)
                add(readings, FULL_HOUSE, rank_strength(ranks[triple], level));
    } else if (shape->distinct == 1 && shape->wild == 2) {
        add(readings, FULL_HOUSE, rank_strength(ranks[0], level));
    }
}

/* Every form that the cards can be read as, in no order.  "A wild card ... Alone it is an ordinary level card; a pair
 * or more of level cards may include it as itself." */
void read_shape(const struct shape *shape, int level, bool joker_pair_in_full_house, struct readings *readings) {
    readings->count = readings->kinds = 0;
    if (shape->black || shape->red) {
        read_with_jokers(shape, level, joker_pair_in_full_house, readings);
        return;
    }
    int equal = kind_of_equal(shape->size);
    if (shape->size == 1 && shape->wild) {
        add(readings, SINGLE, LEVEL_STRENGTH);
    } else if (equal && shape->distinct == 1) {
        add(readings, equal, rank_strength(shape->ranks[0], level));
    } else if (shape->distinct == 0 && shape->size == 2) {
        for (int rank = 0; rank < RANKS; rank++)
            add(readings, PAIR, rank_strength(rank, level));
    }
    if (shape->size == 5) {
        bool flush = (shape->suits & (shape->suits - 1)) == 0;
        add_full_houses(shape, level, readings);
        /* "Five consecutive cards of one suit are a straight flush, never a straight." */
        if (!flush || shape->wild || shape->free_suit)
            add_runs(readings, shape, STRAIGHT, 5, 1);
        if (flush)
            add_runs(readings, shape, STRAIGHT_FLUSH, 5, 1);
    } else if (shape->size == 6) {
        add_runs(readings, shape, TUBE, 3, 2);
        add_runs(readings, shape, PLATE, 2, 3);
    }
}

/* "Within a regular type, the higher rank (types never mix). A bomb beats every regular type. Among bombs: 4 < 5 <
 * straight flush < 6 < ... < 10 < joker bomb; of one size, level order; straight flushes by their top." */
bool beats(form one, form other) { return one > other && (one >> 8 >= BOMBS || one >> 8 == other >> 8); }

/* "leading: the highest: a bomb type above a regular type, within a type the higher rank; between a tube and a plate
 * the plate"; "of the readings left, following a play: the highest that beats it".  With 0, nothing has to be beaten. */
form highest_that_beats(const struct readings *readings, form other) {
    form best = 0;
    for (unsigned i = 0; i < readings->count; i++)
        if (readings->forms[i] > best && (other == 0 || beats(readings->forms[i], other)))
            best = readings->forms[i];
    return best;
}

/* The cards of a hand as the question is asked what they can beat. */
struct held {
    uint8_t counts[RANKS]; /* without wild cards */
    uint16_t suits[SUITS]; /* by suit, a bit for each rank */
    int black, red, wild;
};

static bool has_full_house(const struct held *held, int triple, bool joker_pair) {
    int wild = held->wild - (held->counts[triple] < 3 ? 3 - held->counts[triple] : 0);
    if (wild < 0 || held->counts[triple] == 0)
        return false;
    if (wild >= 2 || (joker_pair && (held->black >= 2 || held->red >= 2)))
        return true;
    for (int rank = 0; rank < RANKS; rank++)
        if (rank != triple && held->counts[rank] && held->counts[rank] + wild >= 2)
            return true;
    return false;
}

/* "Within a regular type, the higher rank". */
static bool beats_in_kind(const struct held *held, int level, bool joker_pair, int kind, int strength) {
    switch (kind) {
    case STRAIGHT: return has_run(held->counts, held->wild, strength, 5, 1);
    case TUBE: return has_run(held->counts, held->wild, strength, 3, 2);
    case PLATE: return has_run(held->counts, held->wild, strength, 2, 3);
    case FULL_HOUSE:
        for (int rank = 0; rank < RANKS; rank++)
            if (rank_strength(rank, level) > strength && has_full_house(held, rank, joker_pair))
                return true;
        return false;
    default: break;
    }
    int size = kind == SINGLE ? 1 : kind == PAIR ? 2 : 3;
    if (size <= 2 && ((strength < BLACK_STRENGTH && held->black >= size) || (strength < RED_STRENGTH && held->red >= size)
                      || (strength < LEVEL_STRENGTH && held->wild >= size)))
        return true;
    for (int rank = 0; rank < RANKS; rank++)
        if (rank_strength(rank, level) > strength && held->counts[rank] && held->counts[rank] >= size - held->wild)
            return true;
    return false;
}

/* "A bomb beats every regular type." */
static bool beats_with_bomb(const struct held *held, int level, form top) {
    if (held->black == 2 && held->red == 2 && beats(JOKER_BOMB << 8, top))
        return true;
    for (int rank = 0; rank < RANKS; rank++) {
        int size = held->counts[rank] + held->wild;
        if (held->counts[rank] && size >= 4
            && beats(kind_of_equal((unsigned)size) << 8 | rank_strength(rank, level), top))
            return true;
    }
    for (int high = 3; high <= ACE; high++) {
        if (!beats(STRAIGHT_FLUSH << 8 | high, top))
            continue;
        for (int suit = 0; suit < SUITS; suit++) {
            int missing = 0;
            for (unsigned left = window_of(high, 5) & ~(unsigned)held->suits[suit]; left; left &= left - 1)
                missing++;
            if (missing <= held->wild)
                return true;
        }
    }
    return false;
}

static struct held hold(const uint8_t cards[CARDS], int level) {
    struct held held = {.black = cards[BLACK_JOKER], .red = cards[RED_JOKER], .wild = cards[wild_card(level)]};
    for (int card = 0; card < BLACK_JOKER; card++)
        if (cards[card] && card != wild_card(level)) {
            held.counts[card / SUITS] = (uint8_t)(held.counts[card / SUITS] + cards[card]);
            held.suits[card % SUITS] |= (uint16_t)(1u << card / SUITS);
        }
    return held;
}

/* Whether some cards of a hand, with wild cards in any reading, form something that beats a form. */
bool can_beat(const uint8_t cards[CARDS], int level, bool joker_pair_in_full_house, form top) {
    struct held held = hold(cards, level);
    int kind = top >> 8;
    return (kind < BOMBS && beats_in_kind(&held, level, joker_pair_in_full_house, kind, top & 0xFF))
           || beats_with_bomb(&held, level, top);
}

/* Takes straights that use three single cards or more out of counts of ranks, from the lowest up; how many there are. */
static int take_straights(uint8_t left[RANKS]) {
    int taken = 0;
    for (int top = 3; top <= ACE; top++) {
        unsigned window = window_of(top, 5);
        for (;;) {
            int ranks = 0, single = 0;
            for (int rank = 0; rank < RANKS; rank++)
                if (window >> rank & 1) {
                    ranks += left[rank] > 0;
                    single += left[rank] == 1;
                }
            if (ranks < 5 || single < 3)
                break;
            for (int rank = 0; rank < RANKS; rank++)
                left[rank] = (uint8_t)(left[rank] - (window >> rank & 1));
            taken++;
        }
    }
    return taken;
}

/* The features in the cards dealt to a seat: "What a dealt hand lets one expect". */
void count_features(const uint8_t cards[CARDS], int level, uint8_t features[FEATURES]) {
    struct held held = hold(cards, level);
    uint8_t left[RANKS];
    int of[FEATURES] = {0}, pairs = 0, triples = 0, singles = 0;
    of[FEATURE_RED_JOKERS] = held.red;
    of[FEATURE_BLACK_JOKERS] = held.black;
    of[FEATURE_FOUR_JOKERS] = held.red + held.black == 4;
    of[FEATURE_WILD_CARDS] = held.wild;
    of[FEATURE_LEVEL_CARDS] = held.counts[level];
    of[FEATURE_ACES] = level == ACE ? 0 : held.counts[ACE];
    of[FEATURE_KINGS] = level == KING ? 0 : held.counts[KING];
    for (int rank = 0; rank < RANKS; rank++) {
        of[FEATURE_BOMBS_OF_4] += held.counts[rank] == 4;
        of[FEATURE_BOMBS_OF_5] += held.counts[rank] == 5;
        of[FEATURE_BOMBS_OF_6] += held.counts[rank] > 5;
        left[rank] = held.counts[rank] < 4 ? held.counts[rank] : 0;
    }
    for (int suit = 0; suit < SUITS; suit++)
        for (int top = 3; top <= ACE; top++)
            if ((window_of(top, 5) & ~(unsigned)held.suits[suit]) == 0) {
                of[FEATURE_STRAIGHT_FLUSHES]++;
                break;
            }
    of[FEATURE_PLAYS] = take_straights(left);
    for (int rank = 0; rank < RANKS; rank++) {
        singles += left[rank] == 1;
        pairs += left[rank] == 2;
        triples += left[rank] == 3;
        of[FEATURE_LOOSE] += left[rank] == 1 && rank < TEN && rank != level;
    }
    of[FEATURE_BOOSTS] = held.wild < triples ? held.wild : triples;
    triples -= of[FEATURE_BOOSTS];
    of[FEATURE_PLAYS] += singles + (pairs > triples ? pairs : triples);
    for (int i = 0; i < FEATURES; i++)
        features[i] = (uint8_t)of[i];
}
