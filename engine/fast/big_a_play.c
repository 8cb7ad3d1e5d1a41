/* The play of a hand of Big A, in which fours capture. */
#include "big_a_table.h"

/* The number of a form among all of them: KIND_FORMS for each kind, and behind these those of each length of a run. */
static int number_of(form form) {
    int kind = kind_of(form);
    if (kind != SEQUENCE && kind != DOUBLE_SEQUENCE)
        return kind * KIND_FORMS + strength_of(form);
    int width = kind == SEQUENCE ? 1 : 2;
    int before = KINDS * KIND_FORMS + (width - 1) * RUN_FORMS;
    return before + (size_of(form) / width - SHORTEST_RUN) * KIND_FORMS + strength_of(form);
}

/* "`captured`", "`fours_played` (cards of rank 4 played, in captures too)". */
static void count_form(struct table *table, int seat, form played, const struct big_a_shape *shape, bool captures) {
    struct seat_counts *own = &table->hand.counts[seat];
    int kind = kind_of(played);
    count_play(&table->hand, seat, number_of(played), shape->size);
    own->captured += captures;
    own->fours_played += shape->counts[RANK_OF_FOUR];
    if (kind >= BOMBS)
        lay_bomb(&table->hand, own->fates[kind - BOMBS], table->left[seat] == shape->size && !captures);
}

/* The declarer and its partner, a bit for each. */
static unsigned side_of(const struct table *table) { return BIT(table->declarer) | BIT(table->partner); }

/* "The roles are known once the second copy (the one that did not make the declarer declarer) has been exposed, revealed
 * or played." */
static bool roles_are_known(const struct table *table) {
    return table->both_shown
           || table->own_played[table->partner] >= (table->partner == table->declarer ? COPIES : 1);
}

/* "When the winner of the round is out, the lead goes to the next seat in order of play that holds cards and is not the
 * finisher's partner as far as the table knows ... `lead_after_out = skip_team`: the declarer and its partner are
 * partners, and so are the opponents among themselves; `skip_partner`: only the former. Roles unknown: the next seat
 * that holds cards." */
static int leader_after(const struct table *table, int winner) {
    unsigned side = side_of(table), out = table->hand.out;
    bool of_side = side & BIT(winner);
    bool skips = roles_are_known(table) && (of_side || table->rules->lead_after_out == LEAD_AFTER_OUT_SKIP_TEAM);
    unsigned partners = !skips ? 0 : of_side ? side : ~side;
    for (int step = 0; step < 2 * SEATS; step++) {
        unsigned passed_over = out | (step < SEATS ? partners : 0);
        if (!(passed_over & BIT((winner + step) % SEATS)))
            return (winner + step) % SEATS;
    }
    return NONE;
}

/* "In turn: play or pass"; "When all others who hold cards have passed, the player of the last play leads." */
static enum reason pass(struct table *table, int seat) {
    struct hand *hand = &table->hand;
    if (hand->top == 0 || hand->turn != seat)
        return PLAY_FAULT;
    if (hand->counts != NULL)
        count_pass(hand, seat, big_a_can_beat(table->held[seat], table->big, hand->top));
    int winner = pass_turn(hand);
    if (winner != NONE)
        hand->turn = hand->out & BIT(winner) ? leader_after(table, winner) : winner;
    return CLEAN;
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
    struct hand *hand = &table->hand;
    struct big_a_shape shape = {.size = 0};
    uint8_t cards[CARDS] = {0};
    if (hand->turn == NONE && !big_a_begin(table))
        return PLAY_FAULT;
    if (hand->turn != seat || count == 0 || (int)count > table->left[seat])
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
    bool done = captures ? hand->top != 0 && shape.counts[RANK_OF_FOUR] == shape.size
                               && big_a_captures(shape.size, hand->top)
                         : formed != 0 && (hand->top == 0 || big_a_beats(formed, hand->top));
    if (!done)
        return PLAY_FAULT;
    if (hand->counts != NULL)
        count_form(table, seat, formed, &shape, captures);
    play_big(table, seat, shape.big);
    table->left[seat] -= shape.size;
    if (captures)
        take_from_table(table, seat);
    memcpy(table->lying, cards, sizeof cards);
    put_on_table(hand, seat, formed, table->left[seat], side_of(table));
    return CLEAN;
}

static enum reason act(void *acted_on, const struct action *action) {
    struct table *table = acted_on;
    const struct span *words = action->words;
    if (!begin_action(&table->hand, action))
        return ACTION_FAULT;
    if (action->passes)
        return pass(table, action->seat);
    if (same(words[1], "play") || same(words[1], "capture"))
        return play(table, action->seat, words + 2, action->count - 2, words[1].at[0] == 'c');
    if (same(words[1], "expose") || same(words[1], "reveal") || same(words[1], "redeal"))
        return big_a_draw(table, action->seat, words, action->count);
    return ACTION_TEXT;
}

enum reason big_a_play_hand(struct table *table, struct cursor text) {
    enum reason reason = run_actions(text, table->hand.match, &table->hand.clock, act, table);
    end_bomb(&table->hand, WON);
    return reason == CLEAN && !table->hand.ended ? NOT_FINISHED : reason;
}
