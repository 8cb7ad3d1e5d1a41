/* Cards of Bao Huang, what a seat holds, what cards form, and what beats what: see bao_huang_cards.h. */
#include "bao_huang_cards.h"

enum { SMALL = 2, LARGE = 5, FIRST_SMALL = 3, LAST_SMALL = 7 };

/* A card of other games; "one red joker is the emperor card (`RJ*`), one black the protector's (`BJ*`)"; "A bare rank may
 * be any suit", where suits do not matter. */
int bao_huang_card(const unsigned char *at, size_t size, bool bare) {
    if (size == 3 && at[2] == '*') {
        int joker = parse_card(at, 2);
        return joker == RED_JOKER ? EMPEROR_JOKER : joker == BLACK_JOKER ? PROTECTOR_JOKER : NO_CARD;
    }
    int card = parse_card(at, size), rank = bare && card == NO_CARD ? parse_rank(at, size) : -1;
    return rank < 0 ? card : FIRST_BARE + rank;
}

void bao_huang_give(struct holding *holding, int card) {
    holding->left++;
    if (is_joker(card)) {
        holding->jokers[card - BLACK_JOKER]++;
        return;
    }
    struct of_rank *rank = &holding->ranks[place_of_card(card)];
    rank->left++;
    if (card >= FIRST_BARE)
        rank->bare++;
    else
        rank->suits[card % SUITS]++;
}

/* Where all cards left of a rank are alike, it is known which have gone. */
static void follow(struct of_rank *rank) {
    int held = 0, only = 0;
    for (int suit = 0; suit < SUITS; suit++)
        if (rank->suits[suit]) {
            held++;
            only = suit;
        }
    if (rank->left == 0) {
        *rank = (struct of_rank){.left = 0};
    } else if (held == 0 || (held == 1 && rank->bare == 0)) {
        uint8_t *alike = held == 0 ? &rank->bare : &rank->suits[only];
        *alike = (uint8_t)(*alike - rank->gone);
        rank->gone = 0;
    }
}

/* "Suits, where a log has them, are the cards' own: who holds 7h and no 7s cannot play 7s.  A bare rank may be any suit:
 * cards fit if some choice of suits fits." */
bool bao_huang_take(struct holding *holding, int card) {
    if (is_joker(card)) {
        if (holding->jokers[card - BLACK_JOKER] == 0)
            return false;
        holding->jokers[card - BLACK_JOKER]--;
    } else {
        struct of_rank *rank = &holding->ranks[place_of_card(card)];
        uint8_t *suited = card < FIRST_BARE ? &rank->suits[card % SUITS] : NULL;
        if (rank->left == 0)
            return false;
        if (suited == NULL)
            rank->gone++;
        else if (*suited)
            (*suited)--;
        else if (rank->bare)
            rank->bare--;
        else
            return false;
        rank->left--;
        if (rank->gone)
            follow(rank);
    }
    holding->left--;
    return true;
}

/* "A play beats another of the same number of cards if, both sorted, each card is higher than its counterpart
 * (`joker_rule = every_card`)."  `jokers_only`: "each joker of the play and each joker on the table must be strictly
 * beaten on its pair ... while ordinary cards need only be equal or higher; with no joker in the new play it must be of
 * higher rank."  Sorted, jokers are at the upper end of both plays: each black joker on the table meets a red one if
 * there are as many of these, and all cards below them meet cards of the rank of the play. */
bool bao_huang_beats(form one, form other, bool jokers_only) {
    if (size_of(one) != size_of(other) || red_of(other) || red_of(one) < black_of(other))
        return false;
    if (equal_of(one) == 0)
        return true;
    bool equal_is_enough = jokers_only && black_of(one) + red_of(one);
    return rank_in(one) > rank_in(other) || (equal_is_enough && rank_in(one) == rank_in(other));
}

/* Whether some cards of a hand would have beaten a play.  No card of the rank that is played last does. */
bool bao_huang_can_beat(const struct holding *holding, form top, bool jokers_only, int lowest) {
    int blacks = holding->jokers[0] + holding->jokers[2], reds = holding->jokers[1] + holding->jokers[3];
    int size = size_of(top);
    if (red_of(top))
        return false;
    for (int red = 0; red <= reds && red <= size; red++)
        for (int black = 0; black <= blacks && red + black <= size; black++) {
            int equal = size - red - black, rank = equal ? TWO : 0;
            while (rank >= 0 && equal && (holding->ranks[rank].left < equal || rank == lowest))
                rank--;
            if (rank >= 0 && bao_huang_beats(form_of(rank, equal, black, red), top, jokers_only))
                return true;
        }
    return false;
}

/* "the strength of a dealt hand": the counts of its features. */
void bao_huang_features(const struct holding *holding, uint8_t features[FEATURES]) {
    int ranks = 0, small = 0, large = 0;
    features[FEATURE_RED_JOKERS] = (uint8_t)(holding->jokers[1] + holding->jokers[3]);
    features[FEATURE_BLACK_JOKERS] = (uint8_t)(holding->jokers[0] + holding->jokers[2]);
    features[FEATURE_TWOS] = holding->ranks[TWO].left;
    features[FEATURE_ACES] = holding->ranks[TWO - 1].left;
    features[FEATURE_KINGS] = holding->ranks[TWO - 2].left;
    features[FEATURE_QUEENS] = holding->ranks[TWO - 3].left;
    for (int rank = 0; rank < RANKS; rank++) {
        int left = holding->ranks[rank].left;
        ranks += left > 0;
        small += rank >= FIRST_SMALL && rank <= LAST_SMALL && left > 0 && left <= SMALL;
        large += left >= LARGE;
    }
    features[FEATURE_RANKS] = (uint8_t)ranks;
    features[FEATURE_SMALL_SETS] = (uint8_t)small;
    features[FEATURE_LARGE_SETS] = (uint8_t)large;
}
