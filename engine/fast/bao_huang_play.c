/* The play of a hand of Bao Huang. */
#include "bao_huang_table.h"

/* The number of the kind of a play among all of them: KIND_FORMS for each size; NONE for a single card. */
static int number_of(form played) {
    int jokers = black_of(played) + red_of(played), equal = equal_of(played);
    if (size_of(played) == 1)
        return NONE;
    if (equal == 0)
        return KIND_FORMS * (OF_JOKERS + jokers) + (black_of(played) == 0);
    return KIND_FORMS * (jokers ? WITH_JOKERS + equal + jokers : equal) + rank_in(played);
}

/* "`alone` (hands as an emperor without a protector)", "`protected` (as protector of another seat)". */
static void count_roles(struct table *table) {
    bool alone = table->emperor == table->protector;
    if (table->hand.counts == NULL || table->hand.void_deal)
        return;
    table->hand.counts[table->emperor].alone = alone;
    table->hand.counts[table->protector].protected = !alone;
}

/* "In turn: play or pass; passing bars nothing. When all others who hold cards have passed, the player of the last play
 * leads"; "if out of cards, the next seat in order of play that has some". */
static enum reason pass(struct table *table, int seat) {
    struct hand *hand = &table->hand;
    bool jokers_only = table->rules->joker_rule == JOKER_RULE_JOKERS_ONLY;
    if (hand->top == 0 || hand->turn != seat)
        return PLAY_FAULT;
    if (hand->counts != NULL)
        count_pass(hand, seat, bao_huang_can_beat(&table->held[seat], hand->top, jokers_only, table->lowest));
    table->asker = NONE;
    int leader = pass_turn(hand);
    while (leader != NONE && hand->out & BIT(leader))
        leader = (leader + 1) % SEATS;
    if (leader != NONE)
        hand->turn = leader;
    return CLEAN;
}

/* "`RJ` written where only `RJ*` is held is read as that, with a notice (`BJ` likewise; of two `RJ` played by one who holds
 * `RJ` and `RJ*`, both)."  False where there are too many notices. */
static bool read_marked(struct table *table, int seat, int *cards, int count) {
    static const int plain[] = {RED_JOKER, BLACK_JOKER}, marked[] = {EMPEROR_JOKER, PROTECTOR_JOKER};
    for (int kind = READ_AS_EMPEROR; kind <= READ_AS_PROTECTOR; kind++) {
        int missing = -table->held[seat].jokers[plain[kind] - BLACK_JOKER], last = 0;
        int spare = table->held[seat].jokers[marked[kind] - BLACK_JOKER];
        for (int i = 0; i < count; i++) {
            spare -= cards[i] == marked[kind];
            if (cards[i] == plain[kind]) {
                missing++;
                last = i;
            }
        }
        if (missing <= 0 || spare <= 0)
            continue;
        cards[last] = marked[kind];
        if (!add_note(table->hand.notes, note_of(&table->hand, kind, seat, last)))
            return false;
    }
    return true;
}

/* "Playable: any number of equal cards; any number of equal cards with any number of jokers; any number of jokers."  "the
 * lowest rank of the deck may be played only when the hand holds nothing else". */
static enum reason play(struct table *table, int seat, const struct span *words, unsigned count) {
    bool bare = table->rules->protector == PROTECTOR_MARKED_JOKER;
    int cards[MOST_WORDS], rank = NONE, black = 0, red = 0, size = (int)count;
    struct holding *held = &table->held[seat];
    struct hand *hand = &table->hand;
    if (hand->turn == NONE && !bao_huang_begin(table))
        return PLAY_FAULT;
    if (hand->turn != seat || count == 0 || size > held->left)
        return PLAY_FAULT;
    for (int i = 0; i < size; i++) {
        int card = cards[i] = bao_huang_card(words[i].at, words[i].size, bare);
        if (card == NO_CARD)
            return ACTION_TEXT;
        if (is_joker(card)) {
            bool is_red = card == RED_JOKER || card == EMPEROR_JOKER;
            red += is_red;
            black += !is_red;
        } else if (rank != NONE && rank != place_of_card(card)) {
            return PLAY_FAULT;
        } else {
            rank = place_of_card(card);
        }
    }
    form formed = form_of(rank, size - black - red, black, red);
    if (hand->top != 0 && !bao_huang_beats(formed, hand->top, table->rules->joker_rule == JOKER_RULE_JOKERS_ONLY))
        return PLAY_FAULT;
    if (rank != NONE && rank == table->lowest && held->ranks[rank].left != held->left)
        return PLAY_FAULT;
    if (black + red && !read_marked(table, seat, cards, size))
        return NOTES;
    for (int i = 0; i < size; i++)
        if (!bao_huang_take(held, cards[i]))
            return PLAY_FAULT;
    if (hand->counts != NULL)
        count_play(hand, seat, number_of(formed), size);
    table->asker = seat;
    put_on_table(hand, seat, formed, held->left, BIT(table->emperor) | BIT(table->protector));
    return CLEAN;
}

/* "`ask` is said by the owner of the play to beat, right after it, and has no effect." */
static enum reason ask(struct table *table, int seat, unsigned count) {
    if (count != 2)
        return ACTION_TEXT;
    if (table->asker != seat)
        return ACTION_FAULT;
    table->asker = NONE;
    return CLEAN;
}

static enum reason act(void *acted_on, const struct action *action) {
    struct table *table = acted_on;
    if (!begin_action(&table->hand, action))
        return ACTION_FAULT;
    if (action->passes)
        return pass(table, action->seat);
    if (same(action->words[1], "play"))
        return play(table, action->seat, action->words + 2, action->count - 2);
    if (same(action->words[1], "ask"))
        return ask(table, action->seat, action->count);
    return bao_huang_open(table, action->seat, action->words, action->count);
}

enum reason bao_huang_play_hand(struct table *table, struct cursor text) {
    enum reason reason = run_actions(text, table->hand.match, &table->hand.clock, act, table);
    if (reason == CLEAN && table->hand.ended)
        count_roles(table);
    return reason == CLEAN && !table->hand.ended ? NOT_FINISHED : reason;
}
