/* A match of Bao Huang that is plainly clean, from its bytes: each hand played to its end under the rules, and every
 * recorded result confirmed.  Anything else is left to the engine: see reader.h.  Sentences in quotes, here and in the
 * other files of the game, are those of the pages of the rules of Bao Huang, of the log and of the report. */
#include "bao_huang.h"

enum { EVERY_SEAT = (1 << SEATS) - 1 };

/* What a hand leaves for the next one, or is said of it. */
struct previous {
    bool known; /* whether there was a hand, or something is said of one */
    bool has_finish;
    struct recorded_finish finish;
    int emperor, protector; /* or NONE */
};

struct setup {
    bool has_totals;
    struct points totals;
    int first;
    struct previous previous;
};

/* The facts that pass from hand to hand. */
struct standing {
    struct previous previous;
    bool sure; /* whether it was played here, so that nothing else may be said of it */
    int first; /* the seat that took the first card of a void deal, or NONE */
    int64_t totals[SEATS];
    int32_t played;
    bool over;
};

/* "`previous`: finish, emperor and protector of the hand before". */
static bool read_previous(struct cursor *text, const struct span *seats, struct previous *previous) {
    uint32_t seen = 0;
    bool begun = false;
    struct span key, value;
    enum step step;
    if (!take(text, '{'))
        return false;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        unsigned field = same(key, "finish") ? 0 : same(key, "emperor") ? 1 : 2;
        if ((field == 2 && !same(key, "protector")) || !first_time(&seen, field))
            return false;
        if (field == 0) {
            if (!read_finish(text, seats, SEATS, &previous->finish))
                return false;
            continue;
        }
        int *seat = field == 1 ? &previous->emperor : &previous->protector;
        if (!read_string(text, &value) || (*seat = seat_named(seats, SEATS, value)) == NONE)
            return false;
    }
    previous->has_finish = seen & 1u;
    return step == END;
}

/* `setup`: "`totals`", "`first` (who took the first card)" and "`previous`". */
static enum reason read_setup(struct cursor text, const struct span *seats, struct setup *setup) {
    static const char *const fields[] = {"totals", "first", "previous"};
    uint32_t seen = 0;
    bool begun = false, good;
    struct span key, value;
    enum step step;
    if (!take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        unsigned field = 0;
        while (field < 3 && !same(key, fields[field]))
            field++;
        if (field == 3 || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        if (field == 0)
            good = read_points(&text, seats, SEATS, &setup->totals);
        else if (field == 1)
            good = read_string(&text, &value) && (setup->first = seat_named(seats, SEATS, value)) != NONE;
        else
            good = read_previous(&text, seats, &setup->previous);
        if (!good)
            return SETUP_FIELD;
    }
    setup->has_totals = seen & 1u << 0;
    setup->previous.known = seen & 1u << 2;
    return step == END ? CLEAN : NOT_PLAIN;
}

/* "the recorded `finish` has a beginning that ends the hand as the play would (every member of one team is out); those not
 * in the shortest such beginning share the places left, however they are listed". */
static bool complete(const struct previous *previous, struct bao_huang_hand_facts *facts) {
    if (previous->emperor == NONE || previous->protector == NONE)
        return false;
    unsigned out = 0, side = 1u << previous->emperor | 1u << previous->protector;
    int place = 0;
    for (; !one_side_is_out(out, side, SEATS); place++) {
        if (place == previous->finish.count)
            return false;
        facts->finish[place] = previous->finish.seats[place];
        out |= 1u << facts->finish[place];
    }
    facts->sharing = SEATS - place;
    for (int seat = 0; seat < SEATS; seat++)
        if (!(out >> seat & 1))
            facts->finish[place++] = seat;
    facts->emperor = previous->emperor;
    facts->protector = previous->protector;
    return finish_agrees(&previous->finish, facts->finish, SEATS, facts->sharing);
}

/* "`setup-mismatch`: a `setup` fact contradicts the hands before". */
static bool previous_agrees(const struct previous *stated, const struct previous *known) {
    struct bao_huang_hand_facts facts;
    if ((stated->emperor != NONE && stated->emperor != known->emperor)
        || (stated->protector != NONE && stated->protector != known->protector))
        return false;
    return !stated->has_finish
           || (complete(known, &facts) && finish_agrees(&stated->finish, facts.finish, SEATS, facts.sharing));
}

/* What is said before a hand: believed before the first hand, and of a hand before it; else it must be what follows from
 * the hands before. */
static enum reason take_over(struct standing *standing, const struct setup *setup, bool first_hand) {
    const struct previous *stated = &setup->previous;
    struct previous *known = &standing->previous;
    if (setup->has_totals && !first_hand
        && (setup->totals.named != EVERY_SEAT || !points_agree(&setup->totals, standing->totals, SEATS)))
        return SETUP_DIFFERS;
    for (int seat = 0; seat < SEATS && first_hand; seat++)
        if (setup->totals.named >> seat & 1)
            standing->totals[seat] = setup->totals.of[seat];
    if (!stated->known) {
        known->known = known->known || (first_hand && setup->totals.named);
        return CLEAN;
    }
    if (!first_hand && (!known->known || (standing->sure && !previous_agrees(stated, known))))
        return SETUP_DIFFERS;
    if (stated->has_finish && (first_hand || !standing->sure))
        known->finish = stated->finish;
    if (stated->emperor != NONE)
        known->emperor = stated->emperor;
    if (stated->protector != NONE)
        known->protector = stated->protector;
    known->known = true;
    standing->sure = false;
    return CLEAN;
}

/* "every part is optional and every part present is checked". */
static enum reason check_result(struct cursor text, const struct span *seats, const struct rules *rules,
                                const struct bao_huang_hand_facts *facts, const int64_t scores[SEATS]) {
    static const char *const fields[] = {"finish", "scores", "roles", "factor"};
    static const char *const names[] = {"emperor", "protector"};
    const int roles[] = {facts->emperor, facts->protector};
    uint32_t seen = 0;
    bool begun = false;
    struct span key;
    enum step step;
    struct recorded_finish finish;
    struct points points;
    int64_t factor;
    if (!take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        unsigned field = 0;
        while (field < 4 && !same(key, fields[field]))
            field++;
        if (field == 4 || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        bool good, agrees;
        switch (field) {
        case 0:
            good = read_finish(&text, seats, SEATS, &finish);
            agrees = good && (facts->emperor == NONE ? finish.count == 0
                                                     : finish_agrees(&finish, facts->finish, SEATS, facts->sharing));
            break;
        case 1:
            good = read_points(&text, seats, SEATS, &points);
            agrees = good && points_agree(&points, scores, SEATS);
            break;
        case 2:
            good = read_roles(&text, seats, SEATS, names, roles, &agrees);
            break;
        default:
            good = read_whole(&text, &factor);
            agrees = good && factor == bao_huang_factor(rules, facts);
        }
        if (!good)
            return RESULT_FIELD;
        if (!agrees)
            return RESULT_DIFFERS;
    }
    return step == END ? CLEAN : NOT_PLAIN;
}

static void lay(struct table *table, const struct rules *rules, int first) {
    memset(table, 0, sizeof *table);
    table->rules = rules;
    table->clock.before = NONE;
    table->lowest = !rules->lowest_last ? NONE : rules->deck == DECK_168 ? LOWEST_OF_SMALL : 0;
    table->first = first;
    table->emperor = table->protector = table->asker = NONE;
    table->shown = NO_CARD;
    open_round(&table->round, SEATS);
}

static void conclude_hand(const struct table *table, struct bao_huang_hand_facts *facts) {
    facts->emperor = table->void_deal ? NONE : table->emperor;
    facts->protector = table->void_deal ? NONE : table->protector;
    facts->sharing = table->void_deal ? 0 : SEATS - table->round.places;
    for (int i = 0; i < SEATS; i++)
        facts->finish[i] = table->void_deal ? NONE : table->round.finish[i];
    for (int i = 0; i < DECLARATIONS; i++)
        facts->declared[i] = i < table->count_declared ? table->declared[i] : NONE;
}

/* "Match: `target` points (0: none): the match is won when a seat reaches it". */
static bool is_reached(const struct standing *standing, const struct rules *rules) {
    for (int seat = 0; seat < SEATS && rules->target > 0; seat++)
        if (standing->totals[seat] >= rules->target)
            return true;
    return false;
}

/* Adds a hand to what passes on. */
static void settle(struct standing *standing, const struct rules *rules, const struct bao_huang_hand_facts *facts,
                   const int64_t scores[SEATS]) {
    struct previous *previous = &standing->previous;
    for (int seat = 0; seat < SEATS; seat++)
        standing->totals[seat] += scores[seat];
    *previous = (struct previous){true, true, {.count = SEATS}, facts->emperor, facts->protector};
    for (int i = 0; i < SEATS; i++) {
        previous->finish.seats[i] = facts->finish[i];
        previous->finish.items[i] = i;
    }
    standing->sure = true;
    standing->over = ++standing->played == rules->hands || is_reached(standing, rules);
}

enum reason fupan_bao_huang(const unsigned char *bytes, size_t size, const struct match_text *match,
                            const struct hand_text *hands, const struct rules *rules, struct bao_huang_hand_facts *facts,
                            struct notes *notes, struct hand_counts *counts, struct bao_huang_match_facts *whole) {
    struct standing standing = {.previous = {.emperor = NONE, .protector = NONE}, .sure = true, .first = NONE};
    struct span seats[SEATS];
    enum reason unknown = bao_huang_unknown(rules, counts != NULL);
    *whole = (struct bao_huang_match_facts){.timed = 0};
    if (unknown != CLEAN)
        return unknown;
    if (!find_seats(bytes, size, match, seats, SEATS))
        return PLAYERS_FIELD;
    for (uint32_t index = 0; index < match->hands; index++) {
        const struct hand_text *hand = &hands[index];
        struct setup setup = {.first = standing.first, .previous = {.emperor = NONE, .protector = NONE}};
        struct bao_huang_hand_facts before;
        struct table table;
        int64_t scores[SEATS] = {0};
        enum reason reason = CLEAN;
        if (hand->setup != 0)
            reason = read_setup(from(bytes, size, hand->setup), seats, &setup);
        if (reason == CLEAN)
            reason = take_over(&standing, &setup, index == 0);
        if (reason != CLEAN)
            return reason;
        if (standing.over || (index == 0 && is_reached(&standing, rules)))
            return AFTER_MATCH;
        if (index == 0)
            memcpy(whole->begun, standing.totals, sizeof standing.totals);
        lay(&table, rules, setup.first);
        table.bytes = bytes;
        table.seats = seats;
        table.notes = notes;
        table.note.hand = (int32_t)index;
        table.counts = counts == NULL ? NULL : counts[index].seats;
        if (rules->tribute && standing.previous.known) {
            if (!complete(&standing.previous, &before))
                return TRIBUTE_UNKNOWN;
            bao_huang_owe(rules, &before, &table.debts);
        }
        if (hand->deal == 0 || !bao_huang_deal(&table, from(bytes, size, hand->deal)))
            return DEAL;
        for (int seat = 0; seat < SEATS && table.counts != NULL; seat++)
            bao_huang_features(&table.held[seat], table.counts[seat].features);
        reason = bao_huang_play_hand(&table, from(bytes, size, hand->actions));
        if (reason != CLEAN)
            return reason;
        conclude_hand(&table, &facts[index]);
        standing.first = table.void_deal ? table.first : NONE;
        if (!table.void_deal) {
            bao_huang_score(rules, &facts[index], scores);
            settle(&standing, rules, &facts[index], scores);
        }
        if (hand->result != 0)
            reason = check_result(from(bytes, size, hand->result), seats, rules, &facts[index], scores);
        if (reason != CLEAN)
            return reason;
    }
    /* A match without hands says nothing that could be proved. */
    if (match->hands == 0)
        return NOT_FINISHED;
    return match->result == 0 ? CLEAN
                              : conclude_points(from(bytes, size, match->result), seats, SEATS, standing.totals,
                                                standing.over, &whole->timed);
}
