/* What the rows and the thirteen cards of a seat are worth in Chinese poker. */
#include "poker_rows.h"

enum { LOWEST_STRAIGHT = 3, SIX = 4, EIGHT = 6, DIGIT = 16 };

/* The top card of five ranks in a row, a wheel among them if there are any; -1 for other ranks. */
static int top_of(unsigned ranked, bool wheels) {
    for (int top = ACE; top > LOWEST_STRAIGHT; top--)
        if (ranked == window_of(top, LONG_CARDS))
            return top;
    return wheels && ranked == window_of(LOWEST_STRAIGHT, LONG_CARDS) ? LOWEST_STRAIGHT : -1;
}

/* "In the front only high card, pair and three of a kind count; against a longer row, missing cards are the lowest";
 * "`wheel = lowest`: A-2-3-4-5 is the lowest straight; `second`: it ranks between T-J-Q-K-A and 9-T-J-Q-K"; "played for the
 * lowest hand (aces high, so A-2-3-4-5 is no straight; straights and flushes count against it)". */
void poker_read_row(const int8_t *cards, int size, bool second, bool low, struct poker_row *row) {
    int held[LONG_CARDS] = {0}, distinct = 0; /* each rank, and above it the number of its cards */
    unsigned ranked = 0, suits = 0;
    for (int i = 0; i < size; i++) {
        int rank = cards[i] / SUITS, at = 0;
        while (at < distinct && held[at] % DIGIT != rank)
            at++;
        distinct += at == distinct;
        held[at] = held[at] / DIGIT * DIGIT + DIGIT + rank;
        ranked |= 1u << rank;
        suits |= 1u << cards[i] % SUITS;
    }
    for (int i = 1; i < distinct; i++)
        for (int at = i; at > 0 && held[at] > held[at - 1]; at--) {
            int lower = held[at - 1];
            held[at - 1] = held[at];
            held[at] = lower;
        }
    int most = held[0] / DIGIT, next = held[1] / DIGIT, first = held[0] % DIGIT;
    row->top = first;
    row->kind = most == 4                ? FOUR
                : most == 3 && next == 2 ? FULL_HOUSE
                : most == 3              ? THREE
                : most == 2 && next == 2 ? TWO_PAIR
                : most == 2              ? PAIR
                                         : HIGH_CARD;
    if (distinct == LONG_CARDS) {
        int top = top_of(ranked, !low);
        bool flush = (suits & (suits - 1)) == 0;
        row->kind = top >= 0 ? (flush ? STRAIGHT_FLUSH : STRAIGHT) : flush ? FLUSH : HIGH_CARD;
        if (top >= 0) {
            row->top = top;
            distinct = 1;
            held[0] = !second || (top != LOWEST_STRAIGHT && top != ACE) ? top : top == ACE ? ACE + 1 : ACE;
        }
    }
    row->strength = row->kind;
    for (int i = 0; i < LONG_CARDS; i++)
        row->strength = row->strength * DIGIT + (i < distinct ? held[i] % DIGIT + 1 : 0);
    if (low)
        row->strength = -row->strength;
}

/* The cards of a seat by suit and rank, by suit, and by rank. */
struct counted {
    int cards[SUITS][RANKS], suits[SUITS], ranks[RANKS];
};

static struct counted count_cards(const int8_t cards[BOARD_CARDS]) {
    struct counted counted = {.suits = {0}};
    for (int i = 0; i < BOARD_CARDS; i++) {
        counted.cards[cards[i] % SUITS][cards[i] / SUITS]++;
        counted.suits[cards[i] % SUITS]++;
        counted.ranks[cards[i] / SUITS]++;
    }
    return counted;
}

/* Adds something to the number of cards of each rank in a window; false, without doing so, where some rank would have
 * less than none. */
static bool add_window(int ranks[RANKS], unsigned window, int more) {
    for (int rank = 0; rank < RANKS; rank++)
        if (window >> rank & 1 && ranks[rank] + more < 0)
            return false;
    for (int rank = 0; rank < RANKS; rank++)
        ranks[rank] += window >> rank & 1 ? more : 0;
    return true;
}

/* "can be set as three (front 3 in a row)", the back first, each from one of some groups of cards: the tops of "the
 * strongest arrangement", from a row on.  "`natural_qka = true` (default false) allows Q-K-A in front". */
static bool sets_runs(int left[][RANKS], int groups, int row, bool qka, int8_t tops[ROWS]) {
    bool front = row == ROWS - 1;
    int length = front ? FRONT_CARDS : LONG_CARDS;
    if (row == ROWS)
        return true;
    for (int top = front && !qka ? KING : ACE; top >= length - 2; top--)
        for (int group = 0; group < groups; group++) {
            unsigned window = window_of(top, length);
            if (!add_window(left[group], window, -1))
                continue;
            tops[row] = (int8_t)top;
            if (sets_runs(left, groups, row + 1, qka, tops))
                return true;
            add_window(left[group], window, 1);
        }
    return false;
}

/* Moves the highest ranks of a suit, so many, to a key. */
static void move_highest(int ranks[RANKS], int count, int8_t *key) {
    for (int rank = ACE; rank >= 0 && count > 0; rank--)
        if (ranks[rank] > 0) {
            ranks[rank] = 0;
            *key++ = (int8_t)rank;
            count--;
        }
}

/* "can be set as three (a suit of eight counts as two)": the ranks of back, middle and front of "the strongest
 * arrangement". */
static bool sets_flushes(const struct counted *counted, int8_t best[BOARD_CARDS]) {
    bool found = false;
    for (int way = 0; way < SUITS * SUITS * SUITS; way++) {
        int suits[] = {way / SUITS / SUITS, way / SUITS % SUITS, way % SUITS};
        struct counted left = *counted;
        int8_t key[BOARD_CARDS] = {0};
        left.suits[suits[0]] -= LONG_CARDS;
        left.suits[suits[1]] -= LONG_CARDS;
        left.suits[suits[2]] -= FRONT_CARDS;
        if (left.suits[SPADES] || left.suits[HEARTS] || left.suits[DIAMONDS] || left.suits[CLUBS])
            continue;
        move_highest(left.cards[suits[0]], LONG_CARDS, key);
        move_highest(left.cards[suits[1]], LONG_CARDS, key + LONG_CARDS);
        move_highest(left.cards[suits[2]], FRONT_CARDS, key + LONG_CARDS + LONG_CARDS);
        if (!found || memcmp(key, best, sizeof key) > 0)
            memcpy(best, key, sizeof key);
        found = true;
    }
    return found;
}

/* The number of ranks of which there are at least so many cards. */
static int ranks_with(const struct counted *counted, int least) {
    int found = 0;
    for (int rank = 0; rank < RANKS; rank++)
        found += counted->ranks[rank] >= least;
    return found;
}

/* Whether all cards are of some ranks. */
static bool all_between(const struct counted *counted, int low, int high) {
    for (int rank = 0; rank < RANKS; rank++)
        if (counted->ranks[rank] > 0 && (rank < low || rank > high))
            return false;
    return true;
}

/* "all black or all red": how many are of one colour at most. */
static int of_one_color(const struct counted *counted) {
    int black = counted->suits[SPADES] + counted->suits[CLUBS];
    return black > BOARD_CARDS - black ? black : BOARD_CARDS - black;
}

/* The pairs of a seat that has six, from the highest; of four of a kind, two. */
static bool six_pairs(const struct counted *counted, int8_t *key) {
    int found = 0;
    for (int rank = ACE; rank >= 0; rank--)
        for (int pairs = counted->ranks[rank] / 2; pairs > 0; pairs--)
            key[found++] = (int8_t)rank;
    return found == BOARD_CARDS / 2;
}

/* "Naturals": what thirteen cards must be for each of them.  "equal: three straights, three flushes, three straight
 * flushes compare back, then middle, then front; six and a half pairs compare the pairs from the highest; still equal, or
 * any other kind: nothing": what compares, byte by byte, is put into `key`. */
bool poker_holds(int natural, const int8_t cards[BOARD_CARDS], bool qka, int8_t key[BOARD_CARDS]) {
    struct counted counted = count_cards(cards);
    memset(key, 0, BOARD_CARDS);
    switch (natural) {
    case CLEAN_DRAGON: return counted.suits[cards[0] % SUITS] == BOARD_CARDS;
    case DRAGON: return ranks_with(&counted, 1) == RANKS;
    case TWELVE_ROYALTIES: return all_between(&counted, JACK, ACE);
    case THREE_STRAIGHT_FLUSHES: return sets_runs(counted.cards, SUITS, 0, qka, key);
    case THREE_QUADS: return ranks_with(&counted, 4) == 3;
    case ALL_LOW: return all_between(&counted, 0, EIGHT);
    case ALL_HIGH: return all_between(&counted, EIGHT, ACE);
    case FULL_COLORED: return of_one_color(&counted) == BOARD_CARDS;
    case FOUR_TRIPLES: return ranks_with(&counted, 3) == 4;
    case FIVE_PAIRS_AND_TRIPLE: return ranks_with(&counted, 3) == 1 && ranks_with(&counted, 2) == 6;
    case SIX_AND_A_HALF_PAIRS: return six_pairs(&counted, key);
    case THREE_STRAIGHTS: return sets_runs(&counted.ranks, 1, 0, qka, key);
    case THREE_FLUSHES: return sets_flushes(&counted, key);
    case NO_BROADWAY: return counted.ranks[JACK] + counted.ranks[QUEEN] + counted.ranks[KING] == 0;
    case SIX_AND_ABOVE: return all_between(&counted, SIX, ACE);
    case ONE_COLOR_TWELVE: return of_one_color(&counted) >= BOARD_CARDS - 1;
    default: return false;
    }
}

/* "a row that holds part of a four of a kind which the seat split, or a card of a run of one suit (five or more ranks in
 * sequence, as long as the seat's cards make it) no straight flush of which the seat laid whole in a row": a bit for each
 * such row. */
unsigned poker_broken(const int8_t cards[BOARD_CARDS]) {
    int8_t row_of[PACK];
    unsigned broken = 0;
    memset(row_of, ROWS, sizeof row_of);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < row_sizes[row]; i++)
            row_of[cards[row_begins[row] + i]] = (int8_t)row;
    for (int rank = 0; rank < RANKS; rank++) {
        unsigned rows = 0;
        for (int suit = 0; suit < SUITS; suit++)
            rows |= 1u << row_of[rank * SUITS + suit];
        if (!(rows >> ROWS) && (rows & (rows - 1)))
            broken |= rows;
    }
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned rows = 0;
        int length = 0, same_row = 0, last = ROWS;
        bool whole = false;
        /* The ace is below the 2 and above the king; what follows it ends each run. */
        for (int place = 0; place <= RANKS + 1; place++) {
            int row = place <= RANKS ? row_of[(place + RANKS - 1) % RANKS * SUITS + suit] : ROWS;
            if (row == ROWS) {
                if (length >= LONG_CARDS && !whole)
                    broken |= rows;
                rows = 0;
                length = 0;
            } else {
                rows |= 1u << row;
                length++;
            }
            same_row = row == last ? same_row + 1 : 1;
            last = row;
            whole = row != ROWS && (whole || same_row >= LONG_CARDS);
        }
    }
    return broken;
}
