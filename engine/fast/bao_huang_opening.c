/* The deal of a hand of Bao Huang, and what comes before its play: tribute, the emperor card and declarations. */
#include "bao_huang_table.h"

enum { COPIES = 4, PLAIN_JOKERS = 3, SHOWN = 3, MOST_DEALT = 44 };

/* "168 cards: four packs without 3, 4 and 5, and eight jokers ...; one red joker is the emperor card (`RJ*`), one black
 * the protector's (`BJ*`). Option `deck = 216` keeps 3, 4 and 5". */
static bool is_of_deck(const struct holding *all, const struct rules *rules) {
    for (int place = 0; place < RANKS; place++) {
        const struct of_rank *rank = &all->ranks[place];
        if (rank->left > (rules->deck == DECK_168 && place < LOWEST_OF_SMALL ? 0 : MOST_EQUAL))
            return false;
        for (int suit = 0; suit < SUITS; suit++)
            if (rank->suits[suit] > COPIES)
                return false;
    }
    for (int joker = 0; joker < JOKERS; joker++)
        if (all->jokers[joker] > (joker < PROTECTOR_JOKER - BLACK_JOKER ? PLAIN_JOKERS : 1))
            return false;
    return true;
}

/* "cards dealt, by seat": all of each seat; without `setup.first`, who took first follows from the hand sizes. */
bool bao_huang_deal(struct table *table, struct cursor text) {
    struct cursor cards[SEATS];
    struct span word;
    struct holding all = {.left = 0};
    int left[SEATS];
    if (!find_cards(text, table->hand.match, cards))
        return false;
    for (int seat = 0; seat < SEATS; seat++) {
        while (next_word(&cards[seat], &word)) {
            int card = bao_huang_card(word.at, word.size, table->rules->protector == PROTECTOR_MARKED_JOKER);
            if (card == NO_CARD || table->held[seat].left == MOST_DEALT)
                return false;
            bao_huang_give(&table->held[seat], card);
            bao_huang_give(&all, card);
        }
        if (table->held[seat].jokers[EMPEROR_JOKER - BLACK_JOKER])
            table->holder = seat;
    }
    if (!is_of_deck(&all, table->rules))
        return false;
    for (int seat = 0; seat < SEATS; seat++)
        left[seat] = table->held[seat].left;
    return find_first(&table->first, left, table->rules->deck);
}

/* The cards of an action; how many there are, 0 if one cannot be read. */
static unsigned read_cards(const struct table *table, const struct span *words, unsigned count, int *cards) {
    for (unsigned i = 0; i < count; i++) {
        cards[i] = bao_huang_card(words[i].at, words[i].size, table->rules->protector == PROTECTOR_MARKED_JOKER);
        if (cards[i] == NO_CARD)
            return 0;
    }
    return count;
}

/* "its highest card that is not a joker"; "`tribute_exclude = jokers_and_twos` leaves twos aside as well". "Of several
 * equal cards, any." */
static bool are_highest(const struct table *table, int seat, const int *cards, int count) {
    int given[RANKS] = {0}, left = count;
    for (int i = 0; i < count; i++) {
        if (is_joker(cards[i]))
            return false;
        given[place_of_card(cards[i])]++;
    }
    for (int place = TWO - (table->rules->tribute_exclude == TRIBUTE_EXCLUDE_JOKERS_AND_TWOS); place >= 0; place--) {
        int held = table->held[seat].ranks[place].left, owed = held < left ? held : left;
        if (given[place] != owed)
            return false;
        left -= owed;
    }
    return left == 0;
}

/* "each loser puts its highest card that is not a joker face down on the table". */
static enum reason pay(struct table *table, int seat, const int *cards, int count) {
    if (count != table->debts.gives[seat] || !are_highest(table, seat, cards, count))
        return TRIBUTE_FAULT;
    for (int i = 0; i < count; i++) {
        if (!bao_huang_take(&table->held[seat], cards[i]))
            return TRIBUTE_FAULT;
        bao_huang_give(&table->laid, cards[i]);
    }
    table->debts.gives[seat] = 0;
    return CLEAN;
}

/* "All give before any takes." */
static bool all_given(const struct table *table) {
    for (int seat = 0; seat < SEATS; seat++)
        if (table->debts.gives[seat])
            return false;
    return true;
}

/* A card of the table as it comes to a hand: of a rank that lies there in one suit alone, it has that suit. */
static int as_laid(const struct holding *laid, int card) {
    if (card < FIRST_BARE)
        return card;
    const struct of_rank *rank = &laid->ranks[place_of_card(card)];
    for (int suit = 0; suit < SUITS; suit++)
        if (rank->suits[suit] && rank->suits[suit] == rank->left)
            return (card - FIRST_BARE) * SUITS + suit;
    return card;
}

/* "each winner takes one (an emperor: two; alone: four)"; "`take_order`: `finish` (winners take in the order they finished
 * last hand; those who share a place, in any order among themselves) or `free`". */
static enum reason pick_up(struct table *table, int seat, const int *cards, int count) {
    const struct debts *debts = &table->debts;
    if (count > debts->takes[seat] || !all_given(table))
        return TRIBUTE_FAULT;
    for (int other = 0; other < SEATS && table->rules->take_order == TAKE_ORDER_FINISH; other++)
        if (debts->takes[other] && debts->place[other] < debts->place[seat])
            return TRIBUTE_FAULT;
    for (int i = 0; i < count; i++) {
        int card = as_laid(&table->laid, cards[i]);
        if (!bao_huang_take(&table->laid, card))
            return TRIBUTE_FAULT;
        bao_huang_give(&table->held[seat], card);
    }
    table->debts.takes[seat] -= count;
    return CLEAN;
}

/* "It comes before the emperor card is accepted." */
static bool end_exchange(struct table *table) {
    table->exchanged = true;
    return all_given(table) && table->laid.left == 0;
}

/* "shows three cards of one rank and suit". */
static bool may_show(const struct table *table, int seat) {
    for (int place = 0; place < RANKS; place++)
        for (int suit = 0; suit < SUITS; suit++)
            if (table->held[seat].ranks[place].suits[suit] >= SHOWN)
                return true;
    return false;
}

/* "Come round to the first holder, it must be accepted."  `triplet`: "the first seat in order of play from the first holder
 * on that has such three must accept".  NONE: "if none has, the deal is void". */
static int forced(const struct table *table) {
    if (table->rules->protector == PROTECTOR_MARKED_JOKER)
        return table->first_holder;
    for (int step = 0; step < SEATS; step++)
        if (may_show(table, (table->first_holder + step) % SEATS))
            return (table->first_holder + step) % SEATS;
    return NONE;
}

static void pass_card(struct table *table, int to) {
    bao_huang_take(&table->held[table->holder], EMPEROR_JOKER);
    bao_huang_give(&table->held[to], EMPEROR_JOKER);
    table->holder = to;
}

/* "The holder of `BJ*` is the protector ... Emperor and protector in one: the emperor is alone". */
static void accept(struct table *table, int seat) {
    pass_card(table, seat);
    table->emperor = seat;
    for (int other = 0; other < SEATS && table->rules->protector == PROTECTOR_MARKED_JOKER; other++)
        if (table->held[other].jokers[PROTECTOR_JOKER - BLACK_JOKER])
            table->protector = other;
}

/* Whether a seat may answer for the emperor card now. */
static bool may_answer(const struct table *table, int seat) {
    if (table->emperor != NONE)
        return false;
    return seat == (table->declines < SEATS ? table->holder : forced(table));
}

/* "The holder of `RJ*` is emperor, or declines: the card passes to the next seat (`emperor_pass = with_play`: in order of
 * play; `against_play`: the other way)."  "A sixth `decline`, or an answer by a seat without the card, is
 * `role-not-allowed`."  "Who cannot show three must decline." */
static enum reason answer(struct table *table, int seat, bool accepts) {
    if (accepts && seat == table->emperor && !table->accepted) {
        table->accepted = true;
        return CLEAN;
    }
    if (!may_answer(table, seat) || (accepts && table->rules->protector == PROTECTOR_TRIPLET && !may_show(table, seat))
        || (!accepts && table->declines == SEATS))
        return ACTION_FAULT;
    if (accepts) {
        accept(table, seat);
        table->accepted = true;
        return CLEAN;
    }
    if (table->declines++ == 0)
        table->first_holder = seat;
    pass_card(table, (seat + (table->rules->emperor_pass == EMPEROR_PASS_WITH_PLAY ? 1 : SEATS - 1)) % SEATS);
    return CLEAN;
}

static void add_declaration(struct table *table, int seat, int what) {
    if (table->hand.counts != NULL)
        table->hand.counts[seat].declared = 1;
    for (int i = 0; i < table->count_declared; i++)
        if (table->declared[i] == what)
            return;
    table->declared[table->count_declared++] = what;
}

/* "a holder of `RJ*` shows three cards of one rank and suit (`show`); the holder of the fourth is protector; who holds all
 * four is alone, and may show all four, which declares it." */
static enum reason show(struct table *table, int seat, const int *cards, int count) {
    if (table->rules->protector != PROTECTOR_TRIPLET || count < SHOWN || count > COPIES)
        return ACTION_FAULT;
    bool more = table->shown == cards[0] && count > SHOWN;
    bool own = seat == table->emperor && (table->shown == NO_CARD || more);
    if ((!own && !may_answer(table, seat)) || is_joker(cards[0]))
        return ACTION_FAULT;
    for (int i = 1; i < count; i++)
        if (cards[i] != cards[0])
            return ACTION_FAULT;
    int place = place_of_card(cards[0]), suit = cards[0] % SUITS;
    if (table->held[seat].ranks[place].suits[suit] < count)
        return ACTION_FAULT;
    if (table->emperor == NONE)
        accept(table, seat);
    table->shown = cards[0];
    table->protector = seat;
    for (int other = 0; other < SEATS; other++)
        if (other != seat && table->held[other].ranks[place].suits[suit])
            table->protector = other;
    if (count > SHOWN && table->rules->declarations != DECLARATIONS_NONE)
        add_declaration(table, seat, SOLO);
    return CLEAN;
}

/* "a declaration before any `accept` or `decline` means that the first holder has; one after a `decline` and before the
 * next holder's answer is `unexpected-action`"; "Declaring what one is not, a lone emperor as `protector`, or at all under
 * `none`, is `role-not-allowed`".  Who is protector must have been shown. */
static enum reason declare(struct table *table, int seat, struct span what) {
    int32_t kind = table->rules->declarations;
    if (kind == DECLARATIONS_NONE || (table->rules->protector == PROTECTOR_TRIPLET && table->shown == NO_CARD)
        || (table->emperor == NONE && table->declines > 0 && table->declines < SEATS))
        return ACTION_FAULT;
    if (table->emperor == NONE)
        accept(table, table->holder);
    static const char *const names[] = {DECLARATION_NAMES};
    bool emperor = seat == table->emperor, protector = seat == table->protector;
    if (same(what, names[UPRISING]) && kind != DECLARATIONS_PARTNER_OR_SOLO && !emperor && !protector)
        add_declaration(table, seat, UPRISING);
    else if (same(what, names[PROTECTOR]) && protector && !emperor)
        add_declaration(table, seat, PROTECTOR);
    else if (same(what, names[SOLO]) && protector && emperor)
        add_declaration(table, seat, SOLO);
    else
        return ACTION_FAULT;
    return CLEAN;
}

/* "if none has, the deal is void: a hand of its own in the log that ends with `redeal` by the seat that took first". */
static enum reason redeal(struct table *table, int seat) {
    if (table->rules->protector != PROTECTOR_TRIPLET || table->declines < SEATS || table->emperor != NONE
        || forced(table) != NONE || seat != table->first)
        return ACTION_FAULT;
    table->hand.void_deal = table->hand.ended = true;
    return CLEAN;
}

/* Any action but a play, a pass and an ask: all come before the first play. */
enum reason bao_huang_open(struct table *table, int seat, const struct span *words, unsigned count) {
    int cards[MOST_WORDS];
    struct span verb = words[1];
    if (table->hand.turn != NONE)
        return ACTION_FAULT;
    if (same(verb, "tribute") || same(verb, "take")) {
        int read = (int)read_cards(table, words + 2, count - 2, cards);
        if (read == 0)
            return ACTION_TEXT;
        if (table->exchanged)
            return TRIBUTE_FAULT;
        return verb.size == strlen("take") ? pick_up(table, seat, cards, read) : pay(table, seat, cards, read);
    }
    if (!table->exchanged && !end_exchange(table))
        return TRIBUTE_FAULT;
    if (same(verb, "show"))
        return show(table, seat, cards, (int)read_cards(table, words + 2, count - 2, cards));
    if (same(verb, "declare"))
        return count == 3 ? declare(table, seat, words[2]) : ACTION_TEXT;
    if (count != 2)
        return ACTION_TEXT;
    if (same(verb, "redeal"))
        return redeal(table, seat);
    if (same(verb, "accept") || same(verb, "decline"))
        return answer(table, seat, verb.at[0] == 'a');
    return ACTION_TEXT;
}

/* "A log that has neither `accept` nor `decline` means that the first holder accepted; after declines, the seat that holds
 * the card and leads has accepted."  "The emperor leads."  "an `accept` alone leaves the protector unknown". */
bool bao_huang_begin(struct table *table) {
    if (!table->exchanged && !end_exchange(table))
        return false;
    if (table->emperor == NONE && table->rules->protector == PROTECTOR_MARKED_JOKER)
        accept(table, table->holder);
    table->hand.turn = table->emperor;
    return table->protector != NONE;
}
