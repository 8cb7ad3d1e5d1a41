/* The play of a hand of Bao Huang. */
#include "bao_huang.h"

/* The number of the kind of a play among all of them: KIND_FORMS for each size. */
static int number_of(form played) {
    int jokers = black_of(played) + red_of(played), equal = equal_of(played);
    if (equal == 0)
        return KIND_FORMS * (OF_JOKERS + jokers) + (black_of(played) == 0);
    return KIND_FORMS * (jokers ? WITH_JOKERS + equal + jokers : equal) + rank_in(played);
}

static void count_play(struct table *table, int seat, form played) {
    if (table->counts == NULL)
        return;
    struct seat_counts *own = &table->counts[seat];
    bool leads = table->top == 0;
    int number = number_of(played), size = size_of(played);
    own->plays++;
    own->leads += leads;
    own->lead_cards += leads ? size : 0;
    if (size > 1)
        own->forms[number / 8] |= (uint8_t)(1 << number % 8);
}

static void count_time(struct table *table, int seat, bool timed) {
    int64_t spent = take_time(&table->clock, timed);
    if (table->counts == NULL || spent == NONE)
        return;
    table->counts[seat].seconds += spent;
    table->counts[seat].timed++;
}

/* "`alone` (hands as an emperor without a protector)", "`protected` (as protector of another seat)". */
static void count_roles(struct table *table) {
    bool alone = table->emperor == table->protector;
    if (table->counts == NULL || table->void_deal)
        return;
    table->counts[table->emperor].alone = alone;
    table->counts[table->protector].protected = !alone;
}

/* "if out of cards, the next seat in order of play that has some". */
static int leader_after(const struct round *round, int winner) {
    while (round->out[winner])
        winner = (winner + 1) % SEATS;
    return winner;
}

/* "In turn: play or pass; passing bars nothing. When all others who hold cards have passed, the player of the last play
 * leads."  "a pass with nothing on the table is none"; "`passes_able`: passes when some legal play of cards that the seat
 * is known to hold would have beaten what lay on the table". */
static enum reason pass(struct table *table, int seat) {
    if (table->top == 0 || table->round.turn != seat)
        return PLAY_FAULT;
    if (table->counts != NULL) {
        struct seat_counts *own = &table->counts[seat];
        bool jokers_only = table->rules->joker_rule == JOKER_RULE_JOKERS_ONLY;
        own->passes++;
        own->passes_able += bao_huang_can_beat(&table->held[seat], table->top, jokers_only, table->lowest);
    }
    table->asker = NONE;
    int winner = pass_turn(&table->round);
    if (winner == NONE)
        return CLEAN;
    table->round.turn = leader_after(&table->round, winner);
    table->top = 0;
    return CLEAN;
}

/* "The hand ends as soon as every member of one team is out (alone, the emperor is a team). Those left share the last
 * places." */
static void go_out(struct table *table, int seat) {
    unsigned side = 1u << table->emperor | 1u << table->protector;
    leave_round(&table->round, seat);
    table->ended = one_side_is_out(seats_out(&table->round, SEATS), side, SEATS);
    if (table->ended)
        share_rest(&table->round, SEATS);
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
        table->note.kind = kind;
        table->note.seat = seat;
        table->note.count = last;
        if (!add_note(table->notes, table->note))
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
    if (table->round.turn == NONE && !bao_huang_begin(table))
        return PLAY_FAULT;
    if (table->round.turn != seat || count == 0 || size > held->left)
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
    if (table->top != 0 && !bao_huang_beats(formed, table->top, table->rules->joker_rule == JOKER_RULE_JOKERS_ONLY))
        return PLAY_FAULT;
    if (rank != NONE && rank == table->lowest && held->ranks[rank].left != held->left)
        return PLAY_FAULT;
    if (black + red && !read_marked(table, seat, cards, size))
        return NOTES;
    for (int i = 0; i < size; i++)
        if (!bao_huang_take(held, cards[i]))
            return PLAY_FAULT;
    count_play(table, seat, formed);
    table->top = formed;
    table->asker = seat;
    put_on_table(&table->round, seat);
    if (held->left == 0)
        go_out(table, seat);
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

static enum reason act(void *hand, const struct action *action) {
    struct table *table = hand;
    int seat = action->seat;
    if (table->ended)
        return ACTION_FAULT;
    table->note.action = action->number;
    table->note.at = (uint32_t)(action->text.at - table->bytes);
    table->note.size = (uint32_t)action->text.size;
    count_time(table, seat, action->timed);
    if (action->passes)
        return pass(table, seat);
    if (same(action->words[1], "play"))
        return play(table, seat, action->words + 2, action->count - 2);
    if (same(action->words[1], "ask"))
        return ask(table, seat, action->count);
    return bao_huang_open(table, seat, action->words, action->count);
}

enum reason bao_huang_play_hand(struct table *table, struct cursor text) {
    enum reason reason = run_actions(text, table->seats, SEATS, &table->clock, act, table);
    if (reason == CLEAN && table->ended)
        count_roles(table);
    return reason == CLEAN && !table->ended ? NOT_FINISHED : reason;
}
