/* Cards of Big A, what they form, and what beats what: see big_a_cards.h. */
#include "big_a_cards.h"

enum { LOWEST_PLACE = 1, HIGHEST_PLACE = 14, LONGEST = 14, SHORTEST = 3 };

/* "Rank, high to low: Big A (both copies), red joker, black joker, 3, 2, A, K, Q, J, T, 9, 8, 7, 6, 5, 4." */
static int rank_strength(int rank) { return (rank - RANK_OF_FOUR + RANKS) % RANKS; }

static int rank_of_strength(int strength) { return (strength + RANK_OF_FOUR) % RANKS; }

/* `big` is the card that is Big A, or NO_CARD. */
void big_a_add(struct big_a_shape *shape, int card, int count, int big) {
    shape->size = (uint8_t)(shape->size + count);
    if (card == BLACK_JOKER) {
        shape->black = (uint8_t)(shape->black + count);
    } else if (card == RED_JOKER) {
        shape->red = (uint8_t)(shape->red + count);
    } else {
        shape->counts[card / SUITS] = (uint8_t)(shape->counts[card / SUITS] + count);
        if (card == big)
            shape->big = (uint8_t)(shape->big + count);
    }
}

static form form_of(int kind, int size, int strength) { return kind << 16 | size << 8 | strength; }

/* "`sequence`: 3+ consecutive", "`double_sequence`: 3+ consecutive pairs", "`triple_sequence`: 3 consecutive triples",
 * "`fake_eight`: 2 consecutive ranks, 4 of each".  0: so many ranks with so many cards each are nothing. */
static int kind_of_run(int width, int length) {
    if (width <= 2)
        return length < SHORTEST || length > LONGEST ? 0 : width == 1 ? SEQUENCE : DOUBLE_SEQUENCE;
    return width == 3 && length == 3 ? TRIPLE_SEQUENCE : width == 4 && length == 2 ? FAKE_EIGHT : 0;
}

/* "Sequences ... use the order A 2 3 … Q K A, ace at either end (both ends in one sequence of 14 is allowed, round the
 * corner is not; thirteen ranks count with the ace high), without jokers". */
static form read_run(const struct big_a_shape *shape) {
    int width = 0;
    unsigned ranks = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (shape->counts[rank]) {
            ranks |= 1u << rank;
            if (width == 0 || shape->counts[rank] < width)
                width = shape->counts[rank];
        }
    int length = width == 0 ? 0 : shape->size / width, kind = kind_of_run(width, length);
    if (kind == 0 || length * width != shape->size)
        return 0;
    for (int rank = 0; rank < RANKS; rank++)
        if (shape->counts[rank] && shape->counts[rank] != (length == LONGEST && rank == ACE ? 2 * width : width))
            return 0;
    for (int top = HIGHEST_PLACE; top >= length; top--)
        if (window_of(top - 2, length) == ranks)
            return form_of(kind, shape->size, top);
    return 0;
}

/* "Equal-rank sets use the rank order above, and in them a Big A is an ordinary ace; two Big A together, and nothing
 * else, are the Big Ace pair." */
form big_a_form(const struct big_a_shape *shape) {
    static const uint8_t kinds_of_rank[] = {0, SINGLE, PAIR, TRIPLE, FOUR, FIVE, SIX, SEVEN, TRUE_EIGHT};
    static const uint8_t kinds_of_jokers[] = {0, SINGLE, TWO_JOKERS, THREE_JOKERS, FOUR_JOKERS};
    int jokers = shape->black + shape->red;
    if (jokers) {
        if (jokers != shape->size || shape->black > 2 || shape->red > 2)
            return 0;
        int strength = jokers > 1 ? shape->red : shape->red ? RED_STRENGTH : BLACK_STRENGTH;
        return form_of(kinds_of_jokers[jokers], jokers, strength);
    }
    if (shape->big == shape->size && (shape->size == 1 || shape->size == 2))
        return shape->size == 1 ? form_of(SINGLE, 1, BIG_STRENGTH) : form_of(BIG_ACE_PAIR, 2, 0);
    for (int rank = 0; rank < RANKS; rank++)
        if (shape->counts[rank] && shape->counts[rank] == shape->size)
            return shape->size < sizeof kinds_of_rank
                       ? form_of(kinds_of_rank[shape->size], shape->size, rank_strength(rank))
                       : 0;
    return read_run(shape);
}

/* "Two red beat two black; two mixed pairs do not beat each other; no other two can meet"; "A non-bomb beats only its own
 * kind, of the same number of cards"; "the higher top wins, sizes must be equal". */
static bool is_higher(form one, form other) {
    if (kind_of(one) == TWO_JOKERS)
        return strength_of(one) == 2 && strength_of(other) < 2;
    return kind_of(one) != THREE_JOKERS && size_of(one) == size_of(other) && one > other;
}

/* "`triple`: singles below a joker, pairs, sequences", "`four`: singles but a Big A, pairs, sequences, double sequences,
 * triples", "`five`: every non-bomb"; bombs are "listed from the lowest to the highest".  Of two different kinds. */
static bool beats_kind(int kind, form other) {
    int against = kind_of(other);
    if (against >= BOMBS)
        return kind > against;
    if (kind == TRIPLE)
        return against == PAIR || against == SEQUENCE || (against == SINGLE && strength_of(other) < BLACK_STRENGTH);
    if (kind == FOUR)
        return against != SINGLE || strength_of(other) < BIG_STRENGTH;
    return kind > FOUR;
}

bool big_a_beats(form one, form other) {
    return kind_of(one) == kind_of(other) ? is_higher(one, other) : beats_kind(kind_of(one), other);
}

/* "When the play to beat is a triple, four, five or six ..., a seat in turn may `capture` it with one card fewer, all of
 * rank 4". */
bool big_a_captures(int fours, form other) {
    return kind_of(other) >= TRIPLE && kind_of(other) <= SIX && size_of(other) == fours + 1;
}

/* Places count from an ace below 2, which is 1. */
static bool has_sequence(const struct big_a_shape *held, int width, int length, int above) {
    return has_run(held->counts, 0, above - 2, length, width) && (length < LONGEST || held->counts[ACE] >= 2 * width);
}

/* A single card or a pair of aces has one that is no Big A: two of these are the Big Ace pair. */
static bool has_equal(const struct big_a_shape *held, int size, int above) {
    for (int strength = above + 1; strength < BLACK_STRENGTH; strength++) {
        int rank = rank_of_strength(strength);
        if (held->counts[rank] >= size && (rank != ACE || size > 2 || held->counts[ACE] > held->big))
            return true;
    }
    return size == 1
           && ((held->black && above < BLACK_STRENGTH) || (held->red && above < RED_STRENGTH)
               || (held->big && above < BIG_STRENGTH));
}

/* Whether some of the cards are of a kind and a size, and of a rank above one (-1: of any). */
static bool has_kind(const struct big_a_shape *held, int kind, int size, int above) {
    switch (kind) {
    case SEQUENCE: return has_sequence(held, 1, size, above);
    case DOUBLE_SEQUENCE: return has_sequence(held, 2, size / 2, above);
    case TRIPLE_SEQUENCE: return has_sequence(held, 3, 3, above);
    case FAKE_EIGHT: return has_sequence(held, 4, 2, above);
    case TWO_JOKERS: return above < 0 ? held->black + held->red >= 2 : above < 2 && held->red == 2;
    case THREE_JOKERS: return above < 0 && held->black + held->red >= 3;
    case FOUR_JOKERS: return above < 0 && held->black + held->red == 4;
    case BIG_ACE_PAIR: return above < 0 && held->big == 2;
    default: return has_equal(held, size, above);
    }
}

/* Whether some cards of a hand beat a form, or are fours that capture it. */
bool big_a_can_beat(const uint8_t cards[CARDS], int big, form top) {
    static const uint8_t sizes[KINDS] = {[TRIPLE] = 3, [FOUR] = 4, [FIVE] = 5, [SIX] = 6, [SEVEN] = 7, [TRUE_EIGHT] = 8};
    struct big_a_shape held = {.size = 0};
    for (int card = 0; card < CARDS; card++)
        if (cards[card])
            big_a_add(&held, card, cards[card], big);
    for (int fours = 2; fours <= held.counts[RANK_OF_FOUR]; fours++)
        if (big_a_captures(fours, top))
            return true;
    if (has_kind(&held, kind_of(top), size_of(top), strength_of(top)))
        return true;
    for (int kind = BOMBS; kind < KINDS; kind++)
        if (kind != kind_of(top) && beats_kind(kind, top) && has_kind(&held, kind, sizes[kind], -1))
            return true;
    return false;
}

/* What is left of single cards once sequences of three and more are taken out, "from the lowest up"; their number. */
static int take_sequences(uint8_t left[RANKS]) {
    int taken = 0, length = 0;
    for (int place = LOWEST_PLACE; place <= HIGHEST_PLACE; place++) {
        int rank = (place + RANKS - 2) % RANKS;
        if (place < HIGHEST_PLACE && left[rank] == 1) {
            length++;
            continue;
        }
        if (length >= SHORTEST) {
            taken++;
            for (int below = 1; below <= length; below++)
                left[(place - below + RANKS - 2) % RANKS] = 0;
        }
        length = 0;
    }
    return taken;
}

/* The features in the cards dealt to a seat: "What a dealt hand lets one expect". */
void big_a_features(const uint8_t cards[CARDS], uint8_t features[FEATURES]) {
    struct big_a_shape held = {.size = 0};
    uint8_t left[RANKS];
    int of[FEATURES] = {0};
    for (int card = 0; card < CARDS; card++)
        big_a_add(&held, card, cards[card], NO_CARD);
    of[FEATURE_RED_JOKERS] = held.red;
    of[FEATURE_BLACK_JOKERS] = held.black;
    of[FEATURE_JOKERS_TOGETHER] = held.red + held.black > 1 ? held.red + held.black - 1 : 0;
    of[FEATURE_THREES] = held.counts[RANK_OF_FOUR - 1];
    of[FEATURE_TWOS] = held.counts[RANK_OF_FOUR - 2];
    of[FEATURE_ACES] = held.counts[ACE];
    of[FEATURE_KINGS] = held.counts[KING];
    of[FEATURE_FOURS] = held.counts[RANK_OF_FOUR];
    for (int rank = 0; rank < RANKS; rank++) {
        of[FEATURE_EGGS] += held.counts[rank] == 3;
        of[FEATURE_FOURS_OF_A_RANK] += held.counts[rank] == 4;
        of[FEATURE_FIVES] += held.counts[rank] > 4;
        left[rank] = held.counts[rank] < 3 ? held.counts[rank] : 0;
    }
    of[FEATURE_PLAYS] = take_sequences(left);
    for (int rank = 0; rank < RANKS; rank++) {
        of[FEATURE_PLAYS] += left[rank] > 0;
        of[FEATURE_LOOSE] += left[rank] == 1 && rank >= RANK_OF_FOUR && rank < TEN;
    }
    for (int i = 0; i < FEATURES; i++)
        features[i] = (uint8_t)of[i];
}
