/* A match of Big A that is plainly clean, from its bytes: each hand played to its end under the rules, and every recorded
 * result confirmed.  Anything else is left to the engine: see reader.h.  Sentences in quotes, here and in the other
 * files of the game, are those of the pages of the rules of Big A, of the log and of the report. */
#include "big_a.h"

/* "With a partner, by the two places (in order: declarer, partner); shared places are those left"; "Alone". */
static void score(const struct rules *rules, const struct big_a_hand_facts *facts, int64_t points[SEATS]) {
    int one = place_of(facts->finish, SEATS, facts->sharing, facts->declarer);
    int other = place_of(facts->finish, SEATS, facts->sharing, facts->partner);
    /* The two share the last places. */
    if (facts->declarer != facts->partner && one == other)
        other++;
    const int32_t *each = rules->points[facts->exposed][one][other];
    for (int seat = 0; seat < SEATS; seat++)
        points[seat] = each[seat == facts->declarer ? 0 : seat == facts->partner ? 1 : 2];
}

/* `setup`: "`totals`" and "`first` (who drew the first card)". */
static enum reason read_setup(struct cursor text, const struct span *seats, struct points *totals, bool *has_totals,
                              int *first) {
    static const char *const fields[] = {"totals", "first"};
    uint32_t seen = 0;
    bool begun = false;
    struct span key, value;
    enum step step;
    if (!take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        unsigned field = same(key, fields[0]) ? 0 : 1;
        if (!same(key, fields[field]) || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        bool good = field == 0 ? read_points(&text, seats, SEATS, totals)
                               : read_string(&text, &value) && (*first = seat_named(seats, SEATS, value)) != NONE;
        if (!good)
            return SETUP_FIELD;
    }
    *has_totals = seen & 1u;
    return step == END ? CLEAN : NOT_PLAIN;
}

/* "`exposed` (true or false: whether both Big A were shown before the play)". */
static bool read_truth(struct cursor *text, bool *truth) {
    *truth = next_is(text, 't');
    const char *word = *truth ? "true" : "false";
    size_t size = strlen(word);
    if ((size_t)(text->end - text->at) < size || memcmp(text->at, word, size) != 0)
        return false;
    text->at += size;
    return true;
}

/* "every part is optional and every part present is checked". */
static enum reason check_result(struct cursor text, const struct span *seats, const struct big_a_hand_facts *facts,
                                const int64_t scores[SEATS]) {
    static const char *const fields[] = {"finish", "scores", "roles", "exposed"};
    static const char *const names[] = {"declarer", "partner"};
    const int roles[] = {facts->declarer, facts->partner};
    uint32_t seen = 0;
    bool begun = false;
    struct span key;
    enum step step;
    struct recorded_finish finish;
    struct points points;
    if (!take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        unsigned field = 0;
        while (field < 4 && !same(key, fields[field]))
            field++;
        if (field == 4 || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        bool good, agrees, truth;
        switch (field) {
        case 0:
            good = read_finish(&text, seats, SEATS, &finish);
            agrees = good && (facts->declarer == NONE ? finish.count == 0
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
            good = read_truth(&text, &truth);
            agrees = good && truth == (facts->exposed != 0);
        }
        if (!good)
            return RESULT_FIELD;
        if (!agrees)
            return RESULT_DIFFERS;
    }
    return step == END ? CLEAN : NOT_PLAIN;
}

static void conclude_hand(const struct table *table, struct big_a_hand_facts *facts) {
    facts->declarer = table->void_deal ? NONE : table->declarer;
    facts->partner = table->void_deal ? NONE : table->partner;
    facts->exposed = table->both_shown;
    facts->sharing = table->void_deal ? 0 : SEATS - table->round.places;
    for (int i = 0; i < SEATS; i++)
        facts->finish[i] = table->void_deal ? NONE : table->round.finish[i];
}

enum reason fupan_big_a(const unsigned char *bytes, size_t size, const struct match_text *match,
                        const struct hand_text *hands, const struct rules *rules, struct big_a_hand_facts *facts,
                        struct hand_counts *counts, struct big_a_match_facts *whole) {
    struct span seats[SEATS];
    int64_t totals[SEATS] = {0};
    int32_t played = 0;
    bool over = false;
    enum reason unknown = big_a_unknown(rules, counts != NULL);
    *whole = (struct big_a_match_facts){.timed = 0};
    if (unknown != CLEAN)
        return unknown;
    if (!find_seats(bytes, size, match, seats, SEATS))
        return PLAYERS_FIELD;
    for (uint32_t index = 0; index < match->hands; index++) {
        const struct hand_text *hand = &hands[index];
        struct points stated = {.named = 0};
        struct table table;
        int64_t scores[SEATS] = {0};
        bool has_totals = false;
        int first = NONE;
        enum reason reason = CLEAN;
        if (over)
            return AFTER_MATCH;
        if (hand->setup != 0)
            reason = read_setup(from(bytes, size, hand->setup), seats, &stated, &has_totals, &first);
        if (reason != CLEAN)
            return reason;
        /* "a log that begins in mid-match": what is stated before the first hand is believed. */
        for (int seat = 0; seat < SEATS && index == 0; seat++)
            if (stated.named >> seat & 1)
                whole->begun[seat] = totals[seat] = stated.of[seat];
        if (index > 0 && has_totals && (stated.named != 0x1F || !points_agree(&stated, totals, SEATS)))
            return SETUP_DIFFERS;
        big_a_lay(&table, rules, seats, first);
        table.counts = counts == NULL ? NULL : counts[index].seats;
        if (hand->deal == 0 || !big_a_deal(&table, from(bytes, size, hand->deal)))
            return DEAL;
        for (int seat = 0; seat < SEATS && table.counts != NULL; seat++)
            big_a_features(table.held[seat], table.counts[seat].features);
        reason = big_a_play_hand(&table, from(bytes, size, hand->actions));
        if (reason != CLEAN)
            return reason;
        conclude_hand(&table, &facts[index]);
        if (!table.void_deal) {
            score(rules, &facts[index], scores);
            for (int seat = 0; seat < SEATS; seat++)
                totals[seat] += scores[seat];
            over = ++played == rules->hands;
        }
        if (hand->result != 0)
            reason = check_result(from(bytes, size, hand->result), seats, &facts[index], scores);
        if (reason != CLEAN)
            return reason;
    }
    /* A match without hands says nothing that could be proved. */
    if (match->hands == 0)
        return NOT_FINISHED;
    return match->result == 0
               ? CLEAN
               : conclude_points(from(bytes, size, match->result), seats, SEATS, totals, over, &whole->timed);
}
