/* What statistics count of a hand of Guandan: sentences in quotes are those of their page. */
#include "guandan_table.h"

/* "`bombs` (of kind `bomb`), `straight_flushes`, `joker_bombs`, `wild_cards` (wild cards in plays that are combinations),
 * `wild_in_bombs` (those in bombs and straight flushes)"; a bomb has won if the next play is a lead, or there is none. */
void count_play(struct table *table, int seat, form played, int cards, int wild) {
    if (table->counts == NULL)
        return;
    struct seat_counts *own = &table->counts[seat];
    bool leads = table->top == 0;
    int kind = played >> 8, bit = kind * KIND_FORMS + (played & 0xFF);
    if (table->bomb != NULL)
        table->bomb[leads ? WON : BEATEN]++;
    table->bomb = kind >= BOMBS ? own->fates[kind - BOMBS] : NULL;
    own->plays++;
    own->leads += leads;
    own->lead_cards += leads ? cards : 0;
    own->wild_cards += wild;
    own->forms[bit / 8] |= (uint8_t)(1 << bit % 8);
    if (kind < BOMBS)
        return;
    own->bombs += kind != STRAIGHT_FLUSH && kind != JOKER_BOMB;
    own->straight_flushes += kind == STRAIGHT_FLUSH;
    own->joker_bombs += kind == JOKER_BOMB;
    own->wild_in_bombs += wild;
    table->bomb[PLAYED]++;
    table->bomb[LAST] = (uint8_t)(table->bomb[LAST] + (table->left[seat] == cards));
}

/* "a pass with nothing on the table is none"; "`passes_able`: passes when some legal play of cards that the seat is known
 * to hold would have beaten what lay on the table". */
void count_pass(struct table *table, int seat) {
    if (table->counts == NULL)
        return;
    table->counts[seat].passes++;
    table->counts[seat].passes_able
        += can_beat(table->held[seat], table->level, table->rules->joker_pair_in_full_house != 0, table->top);
}

void count_time(struct table *table, int seat, bool timed) {
    int64_t spent = take_time(&table->clock, timed);
    if (table->counts == NULL || spent == NONE)
        return;
    table->counts[seat].seconds += spent;
    table->counts[seat].timed++;
}

/* "`tributes_paid`, `tributes_received`", "`resisted` (by both seats of the side)". */
static void count_tribute(struct table *table) {
    for (int i = 0; i < table->debts; i++) {
        int payer = table->payers[i];
        if (table->resisted) {
            table->counts[payer].resisted = table->counts[(payer + 2) % SEATS].resisted = 1;
        } else {
            table->counts[payer].tributes_paid++;
            table->counts[table->owed_to[i]].tributes_received++;
        }
    }
}

/* "`banker` (out first)", "`doubles_made`, `doubles_suffered`", "`at_a`, `at_a_won`: hands at level A that this side set
 * by winning the hand before"; and the bomb that nobody has beaten. */
void count_hand(struct table *table, const struct guandan_hand_facts *facts) {
    if (table->counts == NULL)
        return;
    if (table->bomb != NULL)
        table->bomb[WON]++;
    count_tribute(table);
    table->counts[facts->finish[0]].banker = 1;
    for (int seat = 0; seat < SEATS; seat++) {
        struct seat_counts *own = &table->counts[seat];
        bool of_team = seat % 2 == facts->team, at_a = facts->level == ACE && facts->setter == seat % 2;
        own->doubles_made = facts->shared && of_team;
        own->doubles_suffered = facts->shared && !of_team;
        own->at_a = at_a;
        own->at_a_won = at_a && of_team && facts->won;
    }
}
