/* The deal and the play of a hand of Guandan. */
#include "guandan_table.h"

enum { HAND_CARDS = 27, REPORT_AT = 10, COPIES = 2 };

void lay(struct table *table, const struct rules *rules, const struct span *seats, int level, int first) {
    memset(table, 0, sizeof *table);
    table->rules = rules;
    table->seats = seats;
    table->level = level;
    open_round(&table->round, SEATS);
    table->clock.before = NONE;
    table->first = first;
    table->paid[0] = table->paid[1] = NO_CARD;
    table->owed_to[0] = table->owed_to[1] = NONE;
}

static void count_cards(const uint8_t held[CARDS], unsigned *cards) {
    *cards = 0;
    for (int card = 0; card < CARDS; card++)
        *cards += held[card];
}

/* "cards dealt, by seat": all 27 of each seat, of "108 cards: two 52-card packs, two red and two black jokers". */
bool read_deal(struct table *table, struct cursor text) {
    uint8_t all[CARDS] = {0};
    struct span cards[SEATS], word;
    if (!find_cards(text, table->seats, SEATS, cards))
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        struct cursor left = {cards[seat].at, cards[seat].at + cards[seat].size};
        unsigned count = 0;
        while (next_word(&left, &word)) {
            int card = parse_card(word.at, word.size);
            if (card == NO_CARD || all[card] == COPIES)
                return false;
            all[card]++;
            table->held[seat][card]++;
            count++;
        }
        if (count != HAND_CARDS)
            return false;
        table->left[seat] = HAND_CARDS;
    }
    return true;
}

/* "In turn: play, or pass."  The first to act opens the play: who that may be is said above. */
static bool is_turn(struct table *table, int seat) {
    if (table->round.turn == NONE) {
        int first = leader(table);
        if (!is_settled(table))
            return false;
        table->round.turn = first == NONE ? seat : first;
        for (int i = 0; i < SEATS; i++)
            table->seen_left[i] = table->left[i];
    }
    return table->round.turn == seat;
}

/* "When all others who hold cards have passed after a play, its player leads. If that player has no cards left, the
 * partner leads (hitchhike). A player without cards is passed over." */
static void pass(struct table *table) {
    int winner = pass_turn(&table->round);
    if (winner == NONE)
        return;
    table->round.turn = table->round.out[winner] ? (winner + 2) % SEATS : winner;
    table->top = 0;
}

/* "The hand ends when both of a team are out ... when banker and follower are partners the other two are both dwellers
 * and share the places. Otherwise the one left is last." */
static void go_out(struct table *table, int seat) {
    leave_round(&table->round, seat);
    if (!table->round.out[(seat + 2) % SEATS])
        return;
    table->ended = true;
    share_rest(&table->round, SEATS);
}

/* Reads the cards of a play, with what wild cards stand for, and takes them from the hand. */
static enum reason take_cards(struct table *table, int seat, const struct span *words, unsigned count,
                              struct shape *shape, bool *claimed) {
    for (unsigned i = 0; i < count; i++) {
        const unsigned char *mark = memchr(words[i].at, '=', words[i].size);
        size_t size = mark == NULL ? words[i].size : (size_t)(mark - words[i].at);
        int card = parse_card(words[i].at, size);
        if (card == NO_CARD)
            return ACTION_TEXT;
        if (table->held[seat][card] == 0)
            return PLAY_FAULT;
        table->held[seat][card]--;
        if (mark == NULL) {
            add_card(shape, card, table->level);
            continue;
        }
        /* "A claim on another card, or of a joker, is `malformed`." */
        size_t rest = words[i].size - size - 1;
        int rank = parse_rank(mark + 1, rest), meant = parse_card(mark + 1, rest);
        if (card != wild_card(table->level) || (rank == NO_RANK && (meant == NO_CARD || meant >= BLACK_JOKER)))
            return ACTION_TEXT;
        add_claim(shape, rank == NO_RANK ? meant / SUITS : rank, rank == NO_RANK ? meant % SUITS : -1);
        *claimed = true;
    }
    return CLEAN;
}

static struct note note_of(const struct table *table, int kind, int seat) {
    struct note note = table->note;
    note.kind = kind;
    note.seat = seat;
    return note;
}

static enum reason play(struct table *table, int seat, const struct span *words, unsigned count) {
    struct shape shape = {.size = 0};
    struct readings readings;
    bool claimed = false;
    if (!is_turn(table, seat) || count == 0 || (int)count > table->left[seat])
        return PLAY_FAULT;
    int held = table->held[seat][wild_card(table->level)];
    enum reason reason = take_cards(table, seat, words, count, &shape, &claimed);
    if (reason != CLEAN)
        return reason;
    read_shape(&shape, table->level, table->rules->joker_pair_in_full_house != 0, &readings);
    if (table->top == 0 && !claimed && is_tube_and_plate(&readings)
        && !add_note(table->notes, note_of(table, AMBIGUOUS_WILD, seat)))
        return NOTES;
    form best = table->top == 0 ? highest(&readings) : highest_that_beats(&readings, table->top);
    /* "a lone wild card claimed as anything but a level card is `not-a-combination`". */
    if (best == 0 || (claimed && count == 1 && best != (SINGLE << 8 | LEVEL_STRENGTH)))
        return PLAY_FAULT;
    count_play(table, seat, best, (int)count, held - table->held[seat][wild_card(table->level)]);
    table->top = best;
    put_on_table(&table->round, seat);
    table->left[seat] -= (int)count;
    if (table->left[seat] == 0)
        go_out(table, seat);
    return CLEAN;
}

/* "A player left with 10 cards or fewer reports the count ... each seat must also have reported by its next turn after
 * coming to 10 or fewer for the first time (a seat that went out before that need not)."  Only a hand with some report
 * has missing ones, so that they count at its end. */
static void watch_reports(struct table *table, int seat, int cards) {
    if (table->due[seat]) {
        table->due[seat] = false;
        table->note.count = table->seen_left[seat];
        table->missing[table->missed++] = note_of(table, REPORT_MISSING, seat);
    }
    table->seen_left[seat] -= cards;
    if (table->seen_left[seat] <= REPORT_AT && !table->came_to_ten[seat])
        table->came_to_ten[seat] = table->due[seat] = true;
    table->due[seat] = table->due[seat] && table->seen_left[seat] > 0;
}

/* "A `report` may stand anywhere in the play, by any seat, and must be true." */
static enum reason report(struct table *table, int seat, const struct span *words, unsigned count) {
    if (count != 3 || words[2].size < 1 || words[2].size > 2)
        return ACTION_TEXT;
    int number = 0;
    for (size_t i = 0; i < words[2].size; i++) {
        if (words[2].at[i] < '0' || words[2].at[i] > '9')
            return ACTION_TEXT;
        number = number * 10 + (words[2].at[i] - '0');
    }
    unsigned held;
    count_cards(table->held[seat], &held);
    if (number != (int)held)
        return REPORT_FAULT;
    table->reported = true;
    table->due[seat] = false;
    return CLEAN;
}

static enum reason do_pass(struct table *table, int seat) {
    if (!is_turn(table, seat) || table->top == 0)
        return PLAY_FAULT;
    if (table->due[seat])
        watch_reports(table, seat, 0);
    count_pass(table, seat);
    pass(table);
    return CLEAN;
}

static enum reason act(void *hand, const struct action *action) {
    struct table *table = hand;
    const struct span *words = action->words;
    unsigned count = action->count;
    int seat = action->seat;
    if (table->ended)
        return ACTION_FAULT;
    table->note.action = action->number;
    table->note.at = (uint32_t)(action->text.at - table->bytes);
    table->note.size = (uint32_t)action->text.size;
    count_time(table, seat, action->timed);
    if (action->passes)
        return do_pass(table, seat);
    if (same(words[1], "play")) {
        enum reason reason = play(table, seat, words + 2, count - 2);
        if (reason == CLEAN)
            watch_reports(table, seat, (int)count - 2);
        return reason;
    }
    if (same(words[1], "report"))
        return report(table, seat, words, count);
    if (same(words[1], "tribute") || same(words[1], "return") || same(words[1], "resist"))
        return exchange(table, seat, words, count);
    return ACTION_TEXT;
}

enum reason play_hand(struct table *table, struct cursor text) {
    enum reason reason = run_actions(text, table->seats, SEATS, &table->clock, act, table);
    if (reason != CLEAN)
        return reason;
    if (!table->ended)
        return NOT_FINISHED;
    if (table->reported && table->rules->reporting == REPORTING_WARN)
        for (int i = 0; i < table->missed; i++)
            if (!add_note(table->notes, table->missing[i]))
                return NOTES;
    return CLEAN;
}
