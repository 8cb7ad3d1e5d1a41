/* Cards and ranks as logs write them: see cards.h. */
#include "cards.h"

/* By the character that stands for it, the number of a rank and of a suit, from 1; 0 for all other characters. */
static const int8_t rank_numbers[256] = {
    ['2'] = 1,  ['3'] = 2,  ['4'] = 3,  ['5'] = 4,  ['6'] = 5,  ['7'] = 6,  ['8'] = 7,  ['9'] = 8,  ['T'] = 9,
    ['t'] = 9,  ['J'] = 10, ['j'] = 10, ['Q'] = 11, ['q'] = 11, ['K'] = 12, ['k'] = 12, ['A'] = 13, ['a'] = 13,
};
static const int8_t suit_numbers[256] = {
    ['s'] = 1, ['S'] = 1, ['h'] = 2, ['H'] = 2, ['d'] = 3, ['D'] = 3, ['c'] = 4, ['C'] = 4,
};

/* "ranks 2 3 4 5 6 7 8 9 T J Q K A (10 is read as T) ... Upper and lower case are both read". */
int parse_rank(const unsigned char *at, size_t size) {
    if (size == 2 && at[0] == '1' && at[1] == '0')
        return rank_numbers['T'] - 1;
    return size == 1 ? rank_numbers[at[0]] - 1 : -1;
}

/* "rank then suit ... suits s h d c. Red (big) joker RJ, black (small) joker BJ". */
int parse_card(const unsigned char *at, size_t size) {
    if (size != 2 && size != 3)
        return NO_CARD;
    int suit = suit_numbers[at[size - 1]] - 1, rank = parse_rank(at, size - 1);
    if (suit >= 0 && rank >= 0)
        return rank * SUITS + suit;
    if (size != 2 || (at[1] != 'J' && at[1] != 'j'))
        return NO_CARD;
    if (at[0] == 'B' || at[0] == 'b')
        return BLACK_JOKER;
    return at[0] == 'R' || at[0] == 'r' ? RED_JOKER : NO_CARD;
}
