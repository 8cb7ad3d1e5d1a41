/* The exchange before the play of Guandan: tribute, resistance and returns. */
#include "guandan_table.h"

/* "The dweller owes the banker one card (also when they are partners). After a double (both opponents dwellers) each of
 * the two owes one". */
void owe(struct table *table, const int *places) {
    bool double_loss = (places[0] - places[1]) % TEAMS == 0;
    int low = places[2] < places[3] ? places[2] : places[3];
    table->debts = double_loss ? 2 : 1;
    table->receivers[0] = places[0];
    table->receivers[1] = places[1];
    table->payers[0] = double_loss ? low : places[3];
    table->payers[1] = partner_of(table->payers[0]);
}

static int payer_of(const struct table *table, int seat) {
    for (int i = 0; i < table->debts; i++)
        if (table->payers[i] == seat)
            return i;
    return NONE;
}

static bool all_paid(const struct table *table) {
    return table->paid[0] != NO_CARD && (table->debts < 2 || table->paid[1] != NO_CARD);
}

/* "If the payers together hold both red jokers they may `resist` (any payer's action says it for both): nothing is paid
 * or returned." */
static bool resist(struct table *table, int seat) {
    int red = 0;
    if (payer_of(table, seat) == NONE)
        return false;
    for (int i = 0; i < table->debts; i++) {
        red += table->held[table->payers[i]][RED_JOKER];
        if (table->paid[i] != NO_CARD)
            return false;
    }
    table->resisted = red == 2;
    return table->resisted;
}

/* "`double_tribute = by_rank`: the higher to the banker and the lower to the follower, and of equal rank in level order
 * each pays the seat before it in order of play; `previous_seat`: each pays the seat before it, whatever the cards." */
static int receiver_of(const struct table *table, int payer) {
    const int *strength = table->strength;
    if (table->debts == 1)
        return table->receivers[0];
    if (table->rules->double_tribute == DOUBLE_TRIBUTE_PREVIOUS_SEAT || strength[0] == strength[1])
        return (table->payers[payer] + SEATS - 1) % SEATS;
    return table->receivers[strength[payer] > strength[1 - payer] ? 0 : 1];
}

/* "The card is the payer's highest in level order, wild cards left aside; of several equal, any."  "the cards move ...
 * after both are named". */
static bool pay(struct table *table, int seat, int card, int to) {
    int payer = payer_of(table, seat);
    if (payer == NONE || table->resisted || table->paid[payer] != NO_CARD || !table->held[seat][card]
        || card == wild_card(table->level))
        return false;
    int strength = level_order(card, table->level);
    for (int other = 0; other < CARDS; other++)
        if (table->held[seat][other] && other != wild_card(table->level)
            && level_order(other, table->level) > strength)
            return false;
    table->paid[payer] = card;
    table->strength[payer] = strength;
    table->owed_to[payer] = to;
    if (!all_paid(table))
        return true;
    for (int i = 0; i < table->debts; i++) {
        int receiver = receiver_of(table, i);
        if (table->owed_to[i] != NONE && table->owed_to[i] != receiver)
            return false;
        table->owed_to[i] = receiver;
        table->held[table->payers[i]][table->paid[i]]--;
        table->held[receiver][table->paid[i]]++;
    }
    return true;
}

/* "`return_limit = ten`: nature rank 2 to 10; `nine`: 2 to 9; `ten_to_partner`: 2 to 10 to the receiver's own partner,
 * any to an opponent; `any`. With `return_level = false` a level card may not be returned either." */
static bool may_return(const struct table *table, int card, bool to_partner) {
    const struct rules *rules = table->rules;
    if (card < BLACK_JOKER && card / SUITS == table->level && !rules->return_level)
        return false;
    if (rules->return_limit == RETURN_LIMIT_ANY || (rules->return_limit == RETURN_LIMIT_TEN_TO_PARTNER && !to_partner))
        return true;
    return card < BLACK_JOKER && card / SUITS <= (rules->return_limit == RETURN_LIMIT_NINE ? 7 : 8);
}

/* "Each receiver returns one card to its payer ... A hand without an allowed card returns its lowest in level order. A
 * card just received may be returned if allowed." */
static bool give_back(struct table *table, int seat, int card, int to) {
    int payer = NONE;
    if (table->resisted || !all_paid(table) || !table->held[seat][card])
        return false;
    for (int i = 0; i < table->debts; i++)
        if (table->owed_to[i] == seat)
            payer = i;
    if (payer == NONE || table->returned[payer] || (to != NONE && to != table->payers[payer]))
        return false;
    int receiver = table->payers[payer];
    bool to_partner = (seat - receiver) % 2 == 0;
    if (!may_return(table, card, to_partner))
        for (int other = 0; other < CARDS; other++)
            if (table->held[seat][other]
                && (may_return(table, other, to_partner)
                    || level_order(other, table->level) < level_order(card, table->level)))
                return false;
    table->returned[payer] = 1;
    table->held[seat][card]--;
    table->held[receiver][card]++;
    return true;
}

/* "The payer of the higher card leads; of two equal cards, with `equal_tribute_lead = after_banker` the seat after the
 * banker, with `dweller` the one that finished last ... After resistance, the banker leads."  "Without tribute, and in
 * a first hand, whoever leads in the log leads, unless `setup.first` names another." */
int leader(const struct table *table) {
    if (table->debts == 0)
        return table->first;
    if (table->resisted)
        return table->receivers[0];
    if (table->debts == 1)
        return table->payers[0];
    if (table->strength[0] == table->strength[1]) {
        bool after = table->rules->equal_tribute_lead == EQUAL_TRIBUTE_LEAD_AFTER_BANKER;
        return after ? (table->receivers[0] + 1) % SEATS : table->payers[1];
    }
    return table->payers[table->strength[0] > table->strength[1] ? 0 : 1];
}

/* Whether the tribute and the returns that are due have been given. */
bool is_settled(const struct table *table) {
    bool returned = (table->debts < 1 || table->returned[0]) && (table->debts < 2 || table->returned[1]);
    return table->resisted || returned;
}

enum reason exchange(struct table *table, int seat, const struct span *words, unsigned count) {
    if (table->hand.turn != NONE)
        return TRIBUTE_FAULT;
    if (same(words[1], "resist"))
        return count == 2 && resist(table, seat) ? CLEAN : TRIBUTE_FAULT;
    int to = NONE;
    if (count == 5 && same(words[3], ">"))
        to = seat_named(table->hand.match, words[4]);
    if (count != 3 && to == NONE)
        return ACTION_TEXT;
    int card = parse_card(words[2].at, words[2].size);
    if (card == NO_CARD)
        return ACTION_TEXT;
    bool done = same(words[1], "tribute") ? pay(table, seat, card, to) : give_back(table, seat, card, to);
    return done ? CLEAN : TRIBUTE_FAULT;
}
