/* The deal of a hand of Big A, the aces exposed while it is drawn, and the roles that follow. */
#include "big_a_table.h"

enum { HEARTS_ACE = ACE * SUITS + HEARTS, IMPOSSIBLE = -2 };

/* "In `deal`, the card after `|` is the one left face down": the order of the others, and that card. */
static bool read_hand(struct table *table, int seat, struct cursor cards, uint8_t all[CARDS]) {
    struct span word;
    int count = 0, bar = NONE, last = NO_CARD;
    while (next_word(&cards, &word)) {
        if (word.size == 1 && word.at[0] == '|') {
            if (bar != NONE || count == 0)
                return false;
            bar = count;
        } else {
            int card = parse_card(word.at, word.size);
            if (card == NO_CARD || all[card] == COPIES || count == MOST_DEALT)
                return false;
            all[card]++;
            table->held[seat][card]++;
            table->order[seat][count++] = (int8_t)card;
            last = card;
        }
    }
    if (bar != NONE && bar != count - 1)
        return false;
    table->left[seat] = count;
    table->face_down[seat] = (int8_t)(bar == NONE ? NO_CARD : last);
    return true;
}

/* "cards dealt, by seat": all of each seat, of "108 cards: two 52-card packs, two red and two black jokers"; "without
 * `setup.first`, who drew first follows from the hand sizes". */
bool big_a_deal(struct table *table, struct cursor text) {
    uint8_t all[CARDS] = {0};
    struct cursor cards[SEATS];
    if (!find_cards(text, table->hand.match, cards))
        return false;
    for (int seat = 0; seat < SEATS; seat++)
        if (!read_hand(table, seat, cards[seat], all))
            return false;
    return find_first(&table->first, table->left, ALL_CARDS);
}

/* "taken one at a time from `setup.first` on": how many cards all seats have drawn when a seat draws its n-th. */
static int all_drawn(const struct table *table, int seat, int n) {
    return n == 0 ? 0 : SEATS * (n - 1) + (seat - table->first + SEATS) % SEATS + 1;
}

/* After how many cards a seat has drawn so many copies of an ace, "not its last card"; NONE if it never has. */
static int place_of_ace(const struct table *table, int seat, int ace, int copies) {
    for (int place = 0; place < table->left[seat] - 1; place++)
        if (table->order[seat][place] == ace && --copies == 0)
            return place + 1;
    return NONE;
}

/* "`^DRAWN`": how many cards the seat had drawn; NONE if it is not given, IMPOSSIBLE if it cannot be, or cannot be read. */
static int read_drawn(struct table *table, int seat, struct span word) {
    int number = read_small(word, 1);
    if (number == NONE)
        return IMPOSSIBLE;
    int latest = number == table->left[seat] ? ALL_CARDS : all_drawn(table, seat, number + 1) - 1;
    if (number > table->left[seat] || latest < table->drawn)
        return IMPOSSIBLE;
    int earliest = all_drawn(table, seat, number);
    if (earliest > table->drawn)
        table->drawn = earliest;
    return number;
}

/* "A seat may `expose` one ace it has drawn (not its last card): that suit's aces are the Big A, the seat is declarer
 * ... A seat may overcall by exposing both aces of another suit: it becomes declarer, alone. Nobody overcalls a declarer
 * who has shown both copies (who may show the second any time while drawing, with a further `expose` of the same ace),
 * nor an overcaller." */
static enum reason expose(struct table *table, int seat, int ace, int copies, const struct span *word) {
    int drawn = NONE;
    if (table->revealed)
        return ACTION_FAULT;
    if (word != NULL && (drawn = read_drawn(table, seat, *word)) == IMPOSSIBLE)
        return ACTION_TEXT;
    bool again = seat == table->declarer && ace == table->big, overcalls = table->declarer != NONE && !again;
    if (again)
        copies = COPIES;
    if (table->final || (overcalls && (seat == table->declarer || ace == table->big || copies < COPIES))
        || table->held[seat][ace] < copies)
        return ACTION_FAULT;
    if (table->face_down[seat] != NO_CARD) {
        int place = place_of_ace(table, seat, ace, copies);
        if (place == NONE || (drawn != NONE && place > drawn))
            return ACTION_FAULT;
        int earliest = all_drawn(table, seat, place);
        if (earliest > table->drawn)
            table->drawn = earliest;
    } else if (drawn != NONE && drawn < copies) {
        return ACTION_FAULT;
    }
    table->big = ace;
    table->declarer = seat;
    table->both_shown = copies == COPIES;
    table->partner = table->both_shown ? seat : NONE;
    table->final = overcalls || table->both_shown;
    if (table->hand.counts != NULL) {
        table->hand.counts[seat].exposed = 1;
        table->hand.counts[seat].overcalled |= overcalls;
    }
    return CLEAN;
}

/* "Then the last cards are picked up, and the holder of the second copy (the partner, or a declarer alone) may `reveal`
 * it ... Not allowed when nobody had exposed an ace in the drawing, nor when both are shown already". */
static enum reason reveal(struct table *table, int seat, int ace) {
    if (table->declarer == NONE || table->both_shown || ace != table->big
        || table->held[seat][ace] < (seat == table->declarer ? COPIES : 1))
        return ACTION_FAULT;
    table->partner = seat;
    table->both_shown = table->revealed = true;
    return CLEAN;
}

/* "Nobody exposed: the last cards stay down, and the first seat, from `setup.first` on in order of play, with the ace of
 * hearts among its drawn cards is declarer ... Both aces of hearts face down: the deal is void".  That seat; NONE if the
 * deal is void; SEATS if it does not say which cards lay face down. */
static int declarer_by_default(const struct table *table) {
    for (int step = 0; step < SEATS; step++) {
        int seat = (table->first + step) % SEATS, copies = table->held[seat][HEARTS_ACE];
        if (copies == 1 && table->face_down[seat] == NO_CARD)
            return SEATS;
        if (copies == COPIES || (copies == 1 && table->face_down[seat] != HEARTS_ACE))
            return seat;
    }
    return NONE;
}

/* "`redeal` by the seat that drew first ends it". */
static enum reason redeal(struct table *table, int seat) {
    if (table->declarer != NONE || seat != table->first || declarer_by_default(table) != NONE)
        return ACTION_FAULT;
    table->hand.void_deal = table->hand.ended = true;
    return CLEAN;
}

/* Sets the roles and the turn before the first play.  "The partner leads if the second copy was revealed by a partner;
 * else the declarer."  False if they are not known, or the deal is void. */
bool big_a_begin(struct table *table) {
    table->hand.turn = table->revealed ? table->partner : NONE;
    if (table->declarer == NONE) {
        int declarer = declarer_by_default(table);
        if (declarer == NONE || declarer == SEATS)
            return false;
        table->declarer = declarer;
        table->big = HEARTS_ACE;
    }
    if (table->partner == NONE) {
        table->partner = table->declarer;
        for (int seat = 0; seat < SEATS; seat++)
            if (seat != table->declarer && table->held[seat][table->big])
                table->partner = seat;
    }
    if (table->hand.turn == NONE)
        table->hand.turn = table->declarer;
    return true;
}

/* An expose, a reveal or a redeal, all of which come before the first play. */
enum reason big_a_draw(struct table *table, int seat, const struct span *words, unsigned count) {
    if (table->hand.turn != NONE)
        return ACTION_FAULT;
    if (same(words[1], "redeal"))
        return count == 2 ? redeal(table, seat) : ACTION_TEXT;
    bool exposes = same(words[1], "expose");
    const struct span *drawn = exposes && count > 3 && words[count - 1].at[0] == '^' ? &words[--count] : NULL;
    if (count != 3 && !(exposes && count == 4))
        return ACTION_TEXT;
    int ace = parse_card(words[2].at, words[2].size);
    if (ace == NO_CARD || ace >= BLACK_JOKER || ace / SUITS != ACE
        || parse_card(words[count - 1].at, words[count - 1].size) != ace)
        return ACTION_TEXT;
    return exposes ? expose(table, seat, ace, (int)count - 2, drawn) : reveal(table, seat, ace);
}
