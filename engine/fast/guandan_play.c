/* The deal and the play of a hand of Guandan. */
#include "guandan_table.h"

enum { HAND_CARDS = 27, REPORT_AT = 10, COPIES = 2 };

/* "cards dealt, by seat": all 27 of each seat, of "108 cards: two 52-card packs, two red and two black jokers". */
bool read_deal(struct table *table, struct cursor text) {
    uint8_t all[CARDS] = {0};
    struct cursor cards[SEATS];
    struct span word;
    if (!find_cards(text, table->hand.match, cards))
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        unsigned count = 0;
        while (next_word(&cards[seat], &word)) {
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
    if (table->hand.turn == NONE) {
        int first = leader(table);
        if (!is_settled(table))
            return false;
        table->hand.turn = first == NONE ? seat : first;
        for (int i = 0; i < SEATS; i++)
            table->seen_left[i] = table->left[i];
    }
    return table->hand.turn == seat;
}

/* "`bombs` (of kind `bomb`), `straight_flushes`, `joker_bombs`, `wild_cards` (wild cards in plays that are combinations),
 * `wild_in_bombs` (those in bombs and straight flushes)". */
static void count_form(struct table *table, int seat, form played, int cards, int wild) {
    struct seat_counts *own = &table->hand.counts[seat];
    int kind = played >> 8;
    count_play(&table->hand, seat, kind * KIND_FORMS + (played & 0xFF), cards);
    own->wild_cards += wild;
    if (kind < BOMBS)
        return;
    own->bombs += kind != STRAIGHT_FLUSH && kind != JOKER_BOMB;
    own->straight_flushes += kind == STRAIGHT_FLUSH;
    own->joker_bombs += kind == JOKER_BOMB;
    own->wild_in_bombs += wild;
    lay_bomb(&table->hand, own->fates[kind - BOMBS], table->left[seat] == cards);
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

static enum reason play(struct table *table, int seat, const struct span *words, unsigned count) {
    struct hand *hand = &table->hand;
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
    /* "between a tube and a plate (possible with two wild cards) the plate, with a notice `ambiguous-wild`". */
    bool ambiguous = readings.kinds & BIT(TUBE) && readings.kinds & BIT(PLATE);
    if (hand->top == 0 && !claimed && ambiguous && !add_note(hand->notes, note_of(hand, AMBIGUOUS_WILD, seat, 0)))
        return NOTES;
    form best = highest_that_beats(&readings, hand->top);
    /* "a lone wild card claimed as anything but a level card is `not-a-combination`". */
    if (best == 0 || (claimed && count == 1 && best != (SINGLE << 8 | LEVEL_STRENGTH)))
        return PLAY_FAULT;
    if (hand->counts != NULL)
        count_form(table, seat, best, (int)count, held - table->held[seat][wild_card(table->level)]);
    table->left[seat] -= (int)count;
    put_on_table(hand, seat, best, table->left[seat], team_of(seat));
    return CLEAN;
}

/* "A player left with 10 cards or fewer reports the count ... each seat must also have reported by its next turn after
 * coming to 10 or fewer for the first time (a seat that went out before that need not)."  Only a hand with some report
 * has missing ones, so that they count at its end. */
static void watch_reports(struct table *table, int seat, int cards) {
    if (table->due[seat]) {
        table->due[seat] = false;
        table->missing[table->missed++] = note_of(&table->hand, REPORT_MISSING, seat, table->seen_left[seat]);
    }
    table->seen_left[seat] -= cards;
    if (table->seen_left[seat] <= REPORT_AT && !table->came_to_ten[seat])
        table->came_to_ten[seat] = table->due[seat] = true;
    table->due[seat] = table->due[seat] && table->seen_left[seat] > 0;
}

/* "A `report` may stand anywhere in the play, by any seat, and must be true." */
static enum reason report(struct table *table, int seat, const struct span *words, unsigned count) {
    int number = count == 3 ? read_small(words[2], 0) : NONE, held = 0;
    if (number == NONE)
        return ACTION_TEXT;
    for (int card = 0; card < CARDS; card++)
        held += table->held[seat][card];
    if (number != held)
        return REPORT_FAULT;
    table->reported = true;
    table->due[seat] = false;
    return CLEAN;
}

/* "When all others who hold cards have passed after a play, its player leads. If that player has no cards left, the
 * partner leads (hitchhike)." */
static enum reason pass(struct table *table, int seat) {
    struct hand *hand = &table->hand;
    bool joker_pair = table->rules->joker_pair_in_full_house != 0;
    if (!is_turn(table, seat) || hand->top == 0)
        return PLAY_FAULT;
    if (table->due[seat])
        watch_reports(table, seat, 0);
    if (hand->counts != NULL)
        count_pass(hand, seat, can_beat(table->held[seat], table->level, joker_pair, hand->top));
    int winner = pass_turn(hand);
    if (winner != NONE)
        hand->turn = hand->out & BIT(winner) ? partner_of(winner) : winner;
    return CLEAN;
}

static enum reason act(void *acted_on, const struct action *action) {
    struct table *table = acted_on;
    const struct span *words = action->words;
    if (!begin_action(&table->hand, action))
        return ACTION_FAULT;
    if (action->passes)
        return pass(table, action->seat);
    if (same(words[1], "play")) {
        enum reason reason = play(table, action->seat, words + 2, action->count - 2);
        if (reason == CLEAN)
            watch_reports(table, action->seat, (int)action->count - 2);
        return reason;
    }
    if (same(words[1], "report"))
        return report(table, action->seat, words, action->count);
    if (same(words[1], "tribute") || same(words[1], "return") || same(words[1], "resist"))
        return exchange(table, action->seat, words, action->count);
    return ACTION_TEXT;
}

enum reason play_hand(struct table *table, struct cursor text) {
    enum reason reason = run_actions(text, table->hand.match, &table->hand.clock, act, table);
    end_bomb(&table->hand, WON);
    if (reason != CLEAN || !table->hand.ended)
        return reason == CLEAN ? NOT_FINISHED : reason;
    for (int i = 0; i < table->missed && table->reported && table->rules->reporting == REPORTING_WARN; i++)
        if (!add_note(table->hand.notes, table->missing[i]))
            return NOTES;
    return CLEAN;
}
