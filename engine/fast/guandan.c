/* A match of Guandan that is plainly clean, from its bytes: each hand played to its end under the rules, and every
 * recorded result confirmed.  Anything else is left to the engine: see reader.h.  Sentences in quotes, here and in the
 * other files of the game, are those of the pages of the rules of Guandan, of the log and of the report. */
#include "guandan_table.h"

/* "A team wins the match when it wins a hand that is played at A, with its own level at A, and the banker's partner is
 * not dweller. With option `win_at = own_a` the hand's level must also be the one that this team set."  `won` says that
 * of this hand.  "the n-th failure at A sends a team back to 2, and its count to 0; 0: no limit. A failure is a hand
 * played at the team's own A that does not win it the match (`any_miss`), or only such a one in which the team has the
 * banker and the dweller (`dweller_finish`)." */
static void count_failure(struct standing *standing, const struct rules *rules, int level, const int before[2],
                          int team, int steps, bool won) {
    int setter = standing->setter;
    if (won || level != ACE || rules->a_failures == 0 || setter == NONE || before[setter] != ACE)
        return;
    if (rules->a_failure_is == A_FAILURE_IS_DWELLER_FINISH && !(setter == team && steps == 1))
        return;
    if (++standing->failures[setter] < rules->a_failures)
        return;
    standing->failures[setter] = 0;
    standing->levels[setter] = 0;
}

static int higher_team(const struct standing *standing) {
    int one = standing->levels[0], other = standing->levels[1];
    return one == other ? 3 : one > other ? 1 : 2;
}

/* "Only the banker's team moves up: 3 with the partner follower, 2 with the partner third, 1 with the partner dweller;
 * never past A."  `win_at = reach_a`: "the match is won on reaching A".  "With `hands = n` the match is over after n
 * hands ...: the team at the higher level wins (equal: both)." */
static void settle(struct standing *standing, const struct rules *rules, const struct table *table,
                   struct guandan_hand_facts *facts) {
    static const int steps_by_place[] = {0, 3, 2, 1};
    int team = table->round.finish[0] % 2, place = 1;
    while (table->round.finish[place] % 2 != team)
        place++;
    int steps = steps_by_place[place], before[2] = {standing->levels[0], standing->levels[1]};
    int gained = steps < ACE - before[team] ? steps : ACE - before[team];
    bool won = table->level == ACE && steps != 1 && rules->win_at != WIN_AT_REACH_A && before[team] == ACE
               && (rules->win_at != WIN_AT_OWN_A || standing->setter == team);
    standing->levels[team] += gained;
    won = won || (rules->win_at == WIN_AT_REACH_A && standing->levels[team] == ACE);
    facts->level = table->level;
    facts->setter = standing->setter;
    count_failure(standing, rules, table->level, before, team, steps, won);
    standing->setter = team;
    memcpy(standing->previous, table->round.finish, sizeof standing->previous);
    standing->previous_shared = place == 1;
    standing->has_previous = true;
    standing->totals[team] += gained;
    standing->totals[team + 2] += gained;
    standing->played++;
    if (won) {
        standing->over = true;
        standing->winner = 1 << team;
    } else if (standing->played == rules->hands) {
        standing->over = true;
        standing->winner = higher_team(standing);
    }
    for (int i = 0; i < SEATS; i++)
        facts->finish[i] = table->round.finish[i];
    facts->shared = standing->previous_shared;
    facts->team = team;
    facts->gained = gained;
    facts->won = won;
    facts->levels[0] = standing->levels[0];
    facts->levels[1] = standing->levels[1];
}

/* "every part is optional and every part present is checked". */
static enum reason check_result(struct cursor text, const struct table *table, const struct guandan_hand_facts *facts) {
    static const char *const fields[] = {"finish", "scores", "levels"};
    uint32_t seen = 0;
    bool begun = false;
    struct span key;
    enum step step;
    int levels[2];
    struct recorded_finish finish;
    struct points points;
    int64_t computed[SEATS];
    for (int seat = 0; seat < SEATS; seat++)
        computed[seat] = seat % 2 == facts->team ? facts->gained : 0;
    if (!take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        unsigned field = 0;
        while (field < 3 && !same(key, fields[field]))
            field++;
        if (field == 3 || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        bool good, agrees;
        if (field == 0) {
            good = read_finish(&text, table->seats, SEATS, &finish);
            agrees = good && finish_agrees(&finish, table->round.finish, SEATS, facts->shared ? 2 : 0);
        } else if (field == 1) {
            good = read_points(&text, table->seats, SEATS, &points);
            agrees = good && points_agree(&points, computed, SEATS);
        } else {
            int after[2] = {facts->levels[0], facts->levels[1]};
            good = read_levels(&text, table->seats, levels);
            agrees = good && levels_agree(levels, after);
        }
        if (!good)
            return RESULT_FIELD;
        if (!agrees)
            return RESULT_DIFFERS;
    }
    return step == END ? CLEAN : NOT_PLAIN;
}

/* "then ... in guandan the higher level wins". */
static enum reason conclude(struct cursor text, const struct span *seats, struct standing *standing, int32_t *timed) {
    struct recorded_match match;
    enum reason reason = read_match_result(text, seats, SEATS, &match);
    if (reason != CLEAN)
        return reason;
    *timed = match.timed;
    if (match.timed && !standing->over)
        standing->winner = higher_team(standing);
    unsigned expected = (standing->winner & 1 ? 5u : 0) | (standing->winner & 2 ? 10u : 0);
    return points_agree(&match.totals, standing->totals, SEATS) && (!match.has_winner || match.winner == expected)
               ? CLEAN
               : RESULT_DIFFERS;
}

enum reason fupan_guandan(const unsigned char *bytes, size_t size, const struct match_text *match,
                          const struct hand_text *hands, const struct rules *rules, struct guandan_hand_facts *facts,
                          struct notes *notes, struct hand_counts *counts, struct guandan_match_facts *whole) {
    struct standing standing = {.setter = NONE};
    struct span seats[SEATS];
    enum reason unknown = guandan_unknown(rules, counts != NULL);
    *whole = (struct guandan_match_facts){.setter = NONE};
    if (unknown != CLEAN)
        return unknown;
    if (!find_seats(bytes, size, match, seats, SEATS))
        return PLAYERS_FIELD;
    for (uint32_t index = 0; index < match->hands; index++) {
        const struct hand_text *hand = &hands[index];
        struct setup setup = {.first = NONE, .level = NO_RANK, .levels = {NO_RANK, NO_RANK}};
        struct table table;
        enum reason reason = CLEAN;
        if (standing.over)
            return AFTER_MATCH;
        if (hand->setup != 0)
            reason = read_setup(from(bytes, size, hand->setup), seats, &setup);
        if (reason == CLEAN && index == 0) {
            reason = begin(&standing, &setup, rules->tribute == TRIBUTE_STANDARD);
            for (int team = 0; team < 2; team++) {
                whole->levels[team] = standing.levels[team];
                whole->failures[team] = standing.failures[team];
            }
            whole->setter = standing.setter;
            for (int seat = 0; seat < SEATS; seat++)
                whole->begun[seat] = (int32_t)standing.totals[seat];
        }
        if (reason != CLEAN)
            return reason;
        /* "The first hand is played at 2; each later hand at the level of the team that won the one before." */
        int level = standing.setter != NONE                       ? standing.levels[standing.setter]
                    : standing.levels[0] == standing.levels[1] ? standing.levels[0]
                                                                  : NO_RANK;
        if (index > 0 && !setup_agrees(&standing, &setup, level))
            return SETUP_DIFFERS;
        if (index == 0 && setup.level != NO_RANK)
            level = setup.level;
        if (level == NO_RANK)
            return LEVEL_UNKNOWN;
        lay(&table, rules, seats, level, setup.first);
        table.bytes = bytes;
        table.notes = notes;
        table.counts = counts == NULL ? NULL : counts[index].seats;
        table.note.hand = (int32_t)index;
        if (standing.has_previous && rules->tribute == TRIBUTE_STANDARD)
            owe(&table, &standing);
        if (hand->deal == 0 || !read_deal(&table, from(bytes, size, hand->deal)))
            return DEAL;
        for (int seat = 0; seat < SEATS && table.counts != NULL; seat++)
            count_features(table.held[seat], level, table.counts[seat].features);
        reason = play_hand(&table, from(bytes, size, hand->actions));
        if (reason != CLEAN)
            return reason;
        settle(&standing, rules, &table, &facts[index]);
        count_hand(&table, &facts[index]);
        if (hand->result != 0)
            reason = check_result(from(bytes, size, hand->result), &table, &facts[index]);
        if (reason != CLEAN)
            return reason;
    }
    /* A match without hands says nothing that could be proved. */
    if (match->hands == 0)
        return NOT_FINISHED;
    if (match->result != 0) {
        enum reason reason = conclude(from(bytes, size, match->result), seats, &standing, &whole->timed);
        if (reason != CLEAN)
            return reason;
    }
    memcpy(whole->totals, standing.totals, sizeof standing.totals);
    whole->winner = standing.winner;
    return CLEAN;
}
