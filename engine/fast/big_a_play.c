/* The play of a hand of Big A, in which fours capture. */
#include "big_a.h"

/* The number of a form among all of them: KIND_FORMS for each kind, and behind these those of each length of a run. */
static int number_of(form form) {
    int kind = kind_of(form);
    if (kind != SEQUENCE && kind != DOUBLE_SEQUENCE)
        return kind * KIND_FORMS + strength_of(form);
    int width = kind == SEQUENCE ? 1 : 2;
    int before = KINDS * KIND_FORMS + (width - 1) * RUN_FORMS;
    return before + (size_of(form) / width - SHORTEST_RUN) * KIND_FORMS + strength_of(form);
}

/* "`captured`", "`fours_played` (cards of rank 4 played, in captures too)"; a bomb has won if the next play is a lead, or
 * there is none. */
static void count_play(struct table *table, int seat, form played, const struct big_a_shape *shape, bool captures) {
    if (table->counts == NULL)
        return;
    struct seat_counts *own = &table->counts[seat];
    bool leads = table->top == 0;
    int number = number_of(played);
    if (table->bomb != NULL)
        table->bomb[leads ? WON : BEATEN]++;
    table->bomb = kind_of(played) >= BOMBS ? own->fates[kind_of(played) - BOMBS] : NULL;
    own->plays++;
    own->leads += leads;
    own->lead_cards += leads ? shape->size : 0;
    own->captured += captures;
    own->fours_played += shape->counts[RANK_OF_FOUR];
    own->forms[number / 8] |= (uint8_t)(1 << number % 8);
    if (table->bomb == NULL)
        return;
    table->bomb[PLAYED]++;
    table->bomb[LAST] = (uint8_t)(table->bomb[LAST] + (table->left[seat] == shape->size && !captures));
}

static void count_time(struct table *table, int seat, bool timed) {
    int64_t spent = take_time(&table->clock, timed);
    if (table->counts == NULL || spent == NONE)
        return;
    table->counts[seat].seconds += spent;
    table->counts[seat].timed++;
}

/* "The roles are known once the second copy (the one that did not make the declarer declarer) has been exposed, revealed
 * or played." */
static bool roles_are_known(const struct table *table) {
    return table->both_shown
           || table->own_played[table->partner] >= (table->partner == table->declarer ? COPIES : 1);
}

static bool is_of_side(const struct table *table, int seat) {
    return seat == table->declarer || seat == table->partner;
}

/* "When the winner of the round is out, the lead goes to the next seat in order of play that holds cards and is not the
 * finisher's partner as far as the table knows ... `lead_after_out = skip_team`: the declarer and its partner are
 * partners, and so are the opponents among themselves; `skip_partner`: only the former. Roles unknown: the next seat
 * that holds cards." */
static int leader_after(const struct table *table, int winner) {
    bool of_side = is_of_side(table, winner);
    bool skips = roles_are_known(table) && (of_side || table->rules->lead_after_out == LEAD_AFTER_OUT_SKIP_TEAM);
    int next = NONE;
    for (int step = 1; step < SEATS; step++) {
        int seat = (winner + step) % SEATS;
        if (table->round.out[seat])
            continue;
        if (!skips || is_of_side(table, seat) != of_side)
            return seat;
        if (next == NONE)
            next = seat;
    }
    return next;
}

/* "In turn: play or pass"; "When all others who hold cards have passed, the player of the last play leads."  "a pass with
 * nothing on the table is none"; "`passes_able`: passes when some legal play of cards that the seat is known to hold
 * would have beaten what lay on the table". */
static enum reason pass(struct table *table, int seat) {
    if (table->top == 0 || table->round.turn != seat)
        return PLAY_FAULT;
    if (table->counts != NULL) {
        table->counts[seat].passes++;
        table->counts[seat].passes_able += big_a_can_beat(table->held[seat], table->big, table->top);
    }
    int winner = pass_turn(&table->round);
    if (winner == NONE)
        return CLEAN;
    table->round.turn = table->round.out[winner] ? leader_after(table, winner) : winner;
    table->top = 0;
    return CLEAN;
}

/* "The hand ends when declarer and partner are both out, or all their opponents are. Alone: when the declarer, or all
 * four opponents, are out."; "shared places are those left". */
static void go_out(struct table *table, int seat) {
    leave_round(&table->round, seat);
    table->ended = one_side_is_out(seats_out(&table->round, SEATS), 1u << table->declarer | 1u << table->partner, SEATS);
    if (table->ended)
        share_rest(&table->round, SEATS);
}

/* "a seat that has captured a copy is held to play that one before its own". */
static void play_big(struct table *table, int seat, int copies) {
    int captive = table->captive[seat] < copies ? table->captive[seat] : copies;
    table->captive[seat] -= captive;
    table->own_played[seat] += copies - captive;
}

/* "the captured cards go into its hand"; "Capturing a Big A changes no role". */
static void take_from_table(struct table *table, int seat) {
    table->captive[seat] += table->lying[table->big];
    for (int card = 0; card < CARDS; card++) {
        table->held[seat][card] = (uint8_t)(table->held[seat][card] + table->lying[card]);
        table->left[seat] += table->lying[card];
    }
}

/* A play, or a capture of the play on the table. */
static enum reason play(struct table *table, int seat, const struct span *words, unsigned count, bool captures) {
    struct big_a_shape shape = {.size = 0};
    uint8_t cards[CARDS] = {0};
    if (table->round.turn == NONE && !big_a_begin(table))
        return PLAY_FAULT;
    if (table->round.turn != seat || count == 0 || (int)count > table->left[seat])
        return PLAY_FAULT;
    for (unsigned i = 0; i < count; i++) {
        int card = parse_card(words[i].at, words[i].size);
        if (card == NO_CARD)
            return ACTION_TEXT;
        if (table->held[seat][card] == 0)
            return PLAY_FAULT;
        table->held[seat][card]--;
        cards[card]++;
        big_a_add(&shape, card, 1, table->big);
    }
    form formed = big_a_form(&shape);
    bool done = captures ? table->top != 0 && shape.counts[RANK_OF_FOUR] == shape.size
                               && big_a_captures(shape.size, table->top)
                         : formed != 0 && (table->top == 0 || big_a_beats(formed, table->top));
    if (!done)
        return PLAY_FAULT;
    count_play(table, seat, formed, &shape, captures);
    play_big(table, seat, shape.big);
    table->left[seat] -= (int)count;
    if (captures)
        take_from_table(table, seat);
    memcpy(table->lying, cards, sizeof cards);
    table->top = formed;
    put_on_table(&table->round, seat);
    if (table->left[seat] == 0)
        go_out(table, seat);
    return CLEAN;
}

static enum reason act(void *hand, const struct action *action) {
    struct table *table = hand;
    const struct span *words = action->words;
    int seat = action->seat;
    if (table->ended)
        return ACTION_FAULT;
    count_time(table, seat, action->timed);
    if (action->passes)
        return pass(table, seat);
    if (same(words[1], "play") || same(words[1], "capture"))
        return play(table, seat, words + 2, action->count - 2, words[1].at[0] == 'c');
    if (same(words[1], "expose") || same(words[1], "reveal") || same(words[1], "redeal"))
        return big_a_draw(table, seat, words, action->count);
    return ACTION_TEXT;
}

enum reason big_a_play_hand(struct table *table, struct cursor text) {
    enum reason reason = run_actions(text, table->seats, SEATS, &table->clock, act, table);
    if (reason != CLEAN)
        return reason;
    if (!table->ended)
        return NOT_FINISHED;
    if (table->bomb != NULL)
        table->bomb[WON]++;
    return CLEAN;
}
