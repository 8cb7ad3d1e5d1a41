/* The hands of a search of endgames: see endgame_hands.h. */
#include "endgame_hands.h"

#include <stdlib.h>

#define NO_SETS UINT32_MAX

enum { FIRST_PLACES = 1 << 10 };

/* A hand as the game has it, and without suits where it has some. */
struct hand {
    uint64_t cards[HAND_WORDS], bare[HAND_WORDS];
    uint32_t given; /* the number of the sets among which are those that it has; NO_SETS: not known */
    bool suited;
};

/* The sets that a game gave of one hand: those with suits, then those without. */
struct some_sets {
    uint32_t first, suited, all;
};

bool grown(void **items, uint32_t *room, uint64_t wanted, size_t size) {
    uint64_t more = *room ? *room : 1024;
    while (more < wanted)
        more *= 2;
    if (more == *room)
        return true;
    void *moved = more < UINT32_MAX ? realloc(*items, (size_t)more * size) : NULL;
    if (moved == NULL)
        return false;
    *items = moved;
    *room = (uint32_t)more;
    return true;
}

uint32_t mixed(uint64_t bits) {
    bits ^= bits >> 31;
    bits *= 0x7fb5d329728ea185u;
    bits ^= bits >> 27;
    bits *= 0x81dadef4bc2dd44du;
    return (uint32_t)(bits >> 32);
}

bool begin_hands(struct hands *hands, const uint64_t *guards) {
    static const uint64_t none[HAND_WORDS];
    memcpy(hands->guards, guards, sizeof hands->guards);
    hands->places_room = FIRST_PLACES;
    hands->places = calloc(hands->places_room, sizeof *hands->places);
    return hands->places != NULL && grown((void **)&hands->hands, &hands->room, 1, sizeof *hands->hands)
           && number_of(hands, none) == 0;
}

void end_hands(struct hands *hands) {
    free(hands->hands);
    free(hands->places);
    free(hands->sets);
    free(hands->given);
    free(hands->keeping);
}

uint64_t bytes_of_hands(const struct hands *hands) {
    return (uint64_t)hands->room * sizeof *hands->hands + (uint64_t)hands->places_room * sizeof *hands->places
           + (uint64_t)hands->sets_room * sizeof *hands->sets + (uint64_t)hands->given_room * sizeof *hands->given;
}

const uint64_t *cards_of(const struct hands *hands, uint32_t hand) { return hands->hands[hand].cards; }

/* The place of a hand, or the free place where it belongs.  Places have the number after that of their hand. */
static uint32_t *place_of_hand(const struct hands *hands, const uint64_t *cards) {
    uint64_t bits = 0;
    for (int i = 0; i < HAND_WORDS; i++)
        bits = (bits + cards[i]) * 0x9e3779b97f4a7c15u;
    uint32_t place = mixed(bits) & (hands->places_room - 1);
    while (hands->places[place]
           && memcmp(hands->hands[hands->places[place] - 1].cards, cards, sizeof hands->hands->cards) != 0)
        place = (place + 1) & (hands->places_room - 1);
    return hands->places + place;
}

static bool more_places(struct hands *hands) {
    uint32_t room = hands->places_room * 2;
    uint32_t *places = room ? calloc(room, sizeof *places) : NULL;
    if (places == NULL)
        return false;
    free(hands->places);
    hands->places = places;
    hands->places_room = room;
    for (uint32_t i = 0; i < hands->used; i++)
        *place_of_hand(hands, hands->hands[i].cards) = i + 1;
    return true;
}

uint32_t number_of(struct hands *hands, const uint64_t *cards) {
    uint32_t *place = place_of_hand(hands, cards);
    if (*place)
        return *place - 1;
    if (!grown((void **)&hands->hands, &hands->room, (uint64_t)hands->used + 1, sizeof *hands->hands)
        || (2 * hands->used >= hands->places_room && !more_places(hands)))
        return NO_HAND;
    struct hand *hand = hands->hands + hands->used;
    memcpy(hand->cards, cards, sizeof hand->cards);
    hand->given = NO_SETS;
    *place_of_hand(hands, cards) = hands->used + 1;
    return hands->used++;
}

bool sets_known(const struct hands *hands, uint32_t hand) { return hands->hands[hand].given != NO_SETS; }

uint32_t most_plays(const struct hands *hands, uint32_t hand) {
    const struct hand *of = hands->hands + hand;
    const struct some_sets *given = hands->given + of->given;
    return of->suited ? given->suited : given->all - given->suited;
}

bool take_sets(struct hands *hands, uint32_t hand, const struct endgame_set *sets) {
    struct hand *of = hands->hands + hand;
    uint32_t all = sets->laid, suited = 0;
    if (!grown((void **)&hands->sets, &hands->sets_room, (uint64_t)hands->sets_used + all, sizeof *hands->sets)
        || !grown((void **)&hands->given, &hands->given_room, (uint64_t)hands->given_used + 1, sizeof *hands->given))
        return false;
    while (suited < all && sets[1 + suited].suits != NO_SUITS)
        suited++;
    memcpy(hands->sets + hands->sets_used, sets + 1, all * sizeof *sets);
    memcpy(of->bare, sets->bare, sizeof of->bare);
    of->suited = suited > 0;
    of->given = hands->given_used++;
    hands->given[of->given] = (struct some_sets){hands->sets_used, suited, all};
    hands->sets_used += all;
    return true;
}

static bool has(const struct hands *hands, const uint64_t *hand, const uint64_t *cards) {
    uint64_t lacking = 0;
    for (int i = 0; i < HAND_WORDS; i++)
        lacking |= ~((hand[i] | hands->guards[i]) - cards[i]) & hands->guards[i];
    return !lacking;
}

/* Counts of cards do not reach from one word into the next. */
static void take_out(uint64_t *left, const uint64_t *hand, const uint64_t *cards) {
    for (int i = 0; i < HAND_WORDS; i++)
        left[i] = hand[i] - cards[i];
}

/* Finds the sets of a hand that keep suits; their number, or NO_HAND if there is no memory. */
static uint32_t find_keeping(struct hands *hands, const struct hand *hand, const struct endgame_set *sets,
                             uint32_t most) {
    uint32_t count = 0;
    if (!grown((void **)&hands->keeping, &hands->keeping_room, most, sizeof *hands->keeping))
        return NO_HAND;
    for (uint32_t i = 0; i < most; i++)
        if (sets[i].suits == KEEPS_SUITS && has(hands, hand->cards, sets[i].cards))
            hands->keeping[count++] = i;
    return count;
}

static bool keeps_suits(const struct hands *hands, const uint64_t *left, const struct endgame_set *sets,
                        uint32_t keeping) {
    for (uint32_t i = 0; i < keeping; i++)
        if (has(hands, left, sets[hands->keeping[i]].cards))
            return true;
    return false;
}

/* Whether a hand comes after another one among plays that lie alike on the table, or is the same (0). */
static int compared(const uint64_t *one, const uint64_t *other) {
    for (int i = HAND_WORDS - 1; i >= 0; i--)
        if (one[i] != other[i])
            return one[i] > other[i] ? 1 : -1;
    return 0;
}

uint32_t list_plays(struct hands *hands, uint32_t hand, struct endgame_play *plays) {
    struct hand of = hands->hands[hand];
    const struct some_sets *given = hands->given + of.given;
    const struct endgame_set *sets = hands->sets + given->first + (of.suited ? 0 : given->suited);
    uint32_t most = most_plays(hands, hand), count = 0;
    uint32_t keeping = of.suited ? find_keeping(hands, &of, sets, most) : 0;
    if (keeping == NO_HAND)
        return NO_HAND;
    for (uint32_t i = 0; i < most; i++) {
        if (!has(hands, of.cards, sets[i].cards))
            continue;
        struct hand left = {.given = of.given, .suited = of.suited};
        take_out(left.cards, of.cards, sets[i].cards);
        if (of.suited) {
            take_out(left.bare, of.bare, sets[i].bare);
            left.suited = keeps_suits(hands, left.cards, sets, keeping);
            if (!left.suited)
                memcpy(left.cards, left.bare, sizeof left.cards);
        }
        uint32_t place = count;
        int order = -1;
        while (place && plays[place - 1].laid == sets[i].laid
               && (order = compared(hands->hands[plays[place - 1].rest].cards, left.cards)) > 0)
            place--;
        if (place && plays[place - 1].laid == sets[i].laid && order == 0)
            continue;
        uint32_t rest = number_of(hands, left.cards);
        if (rest == NO_HAND)
            return NO_HAND;
        if (hands->hands[rest].given == NO_SETS)
            hands->hands[rest] = left;
        memmove(plays + place + 1, plays + place, (count - place) * sizeof *plays);
        plays[place] = (struct endgame_play){.laid = sets[i].laid, .rest = rest};
        count++;
    }
    return count;
}
