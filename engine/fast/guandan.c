/* A match of Guandan that is plainly clean, from its bytes: each hand played to its end under the rules, and every
 * recorded result confirmed. */
#include "guandan_table.h"

/* What the sources of the game know: see known.h. */
static const struct known_option known_options[OPTIONS] = {
    [OPTION_TRIBUTE] = ONE_OF(TRIBUTE_NONE, TRIBUTE_STANDARD),
    [OPTION_DOUBLE_TRIBUTE] = ONE_OF(DOUBLE_TRIBUTE_BY_RANK, DOUBLE_TRIBUTE_PREVIOUS_SEAT),
    [OPTION_RETURN_LIMIT] = ONE_OF(RETURN_LIMIT_TEN, RETURN_LIMIT_NINE, RETURN_LIMIT_TEN_TO_PARTNER, RETURN_LIMIT_ANY),
    [OPTION_EQUAL_TRIBUTE_LEAD] = ONE_OF(EQUAL_TRIBUTE_LEAD_AFTER_BANKER, EQUAL_TRIBUTE_LEAD_DWELLER),
    [OPTION_A_FAILURES] = WITHIN(0, 9),
    [OPTION_A_FAILURE_IS] = ONE_OF(A_FAILURE_IS_ANY_MISS, A_FAILURE_IS_DWELLER_FINISH),
    [OPTION_WIN_AT] = ONE_OF(WIN_AT_TEAM_A, WIN_AT_OWN_A, WIN_AT_REACH_A),
    [OPTION_A_PARTNER] = ONE_OF(A_PARTNER_NOT_DWELLER),
    [OPTION_HANDS] = WITHIN(0, 1000),
    [OPTION_REPORTING] = ONE_OF(REPORTING_OFF, REPORTING_WARN),
    [OPTION_RETURN_LEVEL] = FLAG,
    [OPTION_JOKER_PAIR_IN_FULL_HOUSE] = FLAG,
    [OPTION_EQUAL_TRIBUTE] = ONE_OF(EQUAL_TRIBUTE_SEAT_BEFORE),
    [OPTION_LEVEL_TIE] = ONE_OF(LEVEL_TIE_SHARED),
    [OPTION_EXTRA_HAND_LEVEL] = ONE_OF(EXTRA_HAND_LEVEL_STANDS, EXTRA_HAND_LEVEL_TWO),
    [OPTION_RESIST] = ONE_OF(RESIST_MAY),
    [OPTION_REPORT_AT] = WITHIN(10, 10),
    [OPTION_REPORT_ONCE] = WITHIN(false, false),
    [OPTION_FULL_HOUSE_WILD] = ONE_OF(FULL_HOUSE_WILD_HIGH),
};
static const bool known_codes[CODES] = {
    KNOWN_IN_EVERY_GAME, KNOWN_IN_PLAY, KNOWN_IN_TRIBUTE,
    KNOWN(CODE_RETURN_WRONG_CARD), KNOWN(CODE_RETURN_MISSING), KNOWN(CODE_REPORT_MISSING), KNOWN(CODE_REPORT_AGAIN), KNOWN(CODE_EXTRA_HAND_MISSING), KNOWN(CODE_REPORT_WRONG),
    KNOWN(CODE_AMBIGUOUS_WILD), KNOWN(CODE_LEVEL_MISMATCH), KNOWN(CODE_ROLE_NOT_ALLOWED),
};
static const bool known_figures[FIGURES] = {
    COUNTED_IN_PLAY,
    KNOWN(FIGURE_BANKER), KNOWN(FIGURE_DOUBLES_MADE), KNOWN(FIGURE_DOUBLES_SUFFERED), KNOWN(FIGURE_TRIBUTES_PAID),
    KNOWN(FIGURE_TRIBUTES_RECEIVED), KNOWN(FIGURE_RESISTED), KNOWN(FIGURE_AT_A), KNOWN(FIGURE_AT_A_WON),
    KNOWN(FIGURE_BOMBS), KNOWN(FIGURE_STRAIGHT_FLUSHES), KNOWN(FIGURE_JOKER_BOMBS), KNOWN(FIGURE_WILD_CARDS),
    KNOWN(FIGURE_WILD_IN_BOMBS),
};
static const bool known_features[FEATURES] = {
    KNOWN(FEATURE_RED_JOKERS), KNOWN(FEATURE_BLACK_JOKERS), KNOWN(FEATURE_FOUR_JOKERS), KNOWN(FEATURE_WILD_CARDS),
    KNOWN(FEATURE_LEVEL_CARDS), KNOWN(FEATURE_ACES), KNOWN(FEATURE_KINGS), KNOWN(FEATURE_BOMBS_OF_4),
    KNOWN(FEATURE_BOMBS_OF_5), KNOWN(FEATURE_BOMBS_OF_6), KNOWN(FEATURE_STRAIGHT_FLUSHES), KNOWN(FEATURE_BOOSTS),
    KNOWN(FEATURE_PLAYS), KNOWN(FEATURE_LOOSE),
};
static const struct known known = ALL_KNOWN;

enum { SHARED = 2, MOST_FAILURES = 9 };

/* The facts that pass from hand to hand. */
struct standing {
    int levels[TEAMS];
    int setter; /* the team that won the hand before, or NONE: nothing is known of it */
    int failures[TEAMS];
    int previous[SEATS]; /* the order of finish of the hand before */
    int sharing;         /* how many of its last seats share their places */
    int64_t totals[SEATS];
    int played;
    bool over;
    unsigned winners; /* a bit for each team */
};

/* "`previous`: the order of finish of the hand before": the whole order that follows from its beginning. */
static bool complete_finish(const struct recorded_finish *stated, struct standing *standing) {
    bool partners = stated->count > 1 && (stated->seats[0] - stated->seats[1]) % TEAMS == 0;
    int place = partners ? 2 : stated->count;
    unsigned placed = 0;
    if (stated->count < (partners ? 2 : 3))
        return false;
    for (int i = 0; i < place; i++) {
        standing->previous[i] = stated->seats[i];
        placed |= BIT(stated->seats[i]);
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (!(placed & BIT(seat)))
            standing->previous[place++] = seat;
    standing->sharing = partners ? SHARED : 0;
    standing->setter = stated->seats[0] % TEAMS;
    return true;
}

/* "a log that begins in mid-match": what is stated before the first hand is believed.  Levels that are not stated, where
 * they hang on what is, are unknown. */
static enum reason begin(struct standing *standing, const struct setup *setup, bool tribute) {
    const int *levels = setup->levels;
    if (setup->has_finish) {
        if (!complete_finish(&setup->finish, standing))
            return TRIBUTE_UNKNOWN;
    } else if (tribute && (setup->level > 0 || levels[0] > 0 || levels[1] > 0)) {
        return TRIBUTE_UNKNOWN;
    }
    if (levels[0] != NO_RANK && levels[1] != NO_RANK)
        memcpy(standing->levels, levels, sizeof setup->levels);
    else if (levels[0] != NO_RANK || levels[1] != NO_RANK
             || (setup->level != NO_RANK ? setup->level != 0 : standing->setter != NONE))
        return LEVEL_UNKNOWN;
    for (int seat = 0; seat < SEATS; seat++) {
        const struct points *failures = &setup->failures;
        if (!(failures->named & BIT(seat)))
            continue;
        bool partner = failures->named & BIT(partner_of(seat));
        if (failures->of[seat] < 0 || failures->of[seat] > MOST_FAILURES
            || (partner && failures->of[partner_of(seat)] != failures->of[seat]))
            return SETUP_FIELD;
        standing->failures[seat % TEAMS] = (int)failures->of[seat];
    }
    return CLEAN;
}

/* "`setup-mismatch`: a `setup` fact contradicts the hands before": after the first hand, all that is stated must be what
 * follows from these. */
static bool setup_agrees(const struct standing *standing, const struct setup *setup, int level) {
    for (int seat = 0; seat < SEATS; seat++)
        if (setup->failures.named & BIT(seat) && setup->failures.of[seat] != standing->failures[seat % TEAMS])
            return false;
    return levels_agree(setup->levels, standing->levels) && (setup->level == NO_RANK || setup->level == level)
           && (!setup->has_finish || finish_agrees(&setup->finish, standing->previous, SEATS, standing->sharing));
}

/* "A team wins the match when it wins a hand that is played at A, with its own level at A, and the banker's partner is
 * not dweller. With option `win_at = own_a` the hand's level must also be the one that this team set."  `won` says that
 * of this hand.  "the n-th failure at A sends a team back to 2, and its count to 0; 0: no limit. A failure is a hand
 * played at the team's own A that does not win it the match (`any_miss`), or only such a one in which the team has the
 * banker and the dweller (`dweller_finish`)." */
static void count_failure(struct standing *standing, const struct rules *rules, int level, const int before[TEAMS],
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

/* The team at the higher level; both where they are equal. */
static unsigned higher_teams(const struct standing *standing) {
    int one = standing->levels[0], other = standing->levels[1];
    return (one >= other ? BIT(0) : 0) | (other >= one ? BIT(1) : 0);
}

/* "Only the banker's team moves up: 3 with the partner follower, 2 with the partner third, 1 with the partner dweller;
 * never past A."  `win_at = reach_a`: "the match is won on reaching A".  "With `hands = n` the match is over after n
 * hands ...: the team at the higher level wins (equal: both)." */
static void settle(struct standing *standing, const struct table *table, struct guandan_hand_facts *facts) {
    const struct rules *rules = table->rules;
    order_of(&table->hand, facts->finish);
    int team = facts->finish[0] % TEAMS, steps = SEATS - 1;
    for (int place = 1; facts->finish[place] % TEAMS != team; place++)
        steps--;
    int before[TEAMS] = {standing->levels[0], standing->levels[1]};
    int gained = steps < ACE - before[team] ? steps : ACE - before[team];
    bool won = table->level == ACE && steps != 1 && rules->win_at != WIN_AT_REACH_A && before[team] == ACE
               && (rules->win_at != WIN_AT_OWN_A || standing->setter == team);
    standing->levels[team] += gained;
    won = won || (rules->win_at == WIN_AT_REACH_A && standing->levels[team] == ACE);
    facts->level = table->level;
    facts->setter = standing->setter;
    facts->shared = steps == SEATS - 1;
    facts->team = team;
    facts->gained = gained;
    facts->won = won;
    count_failure(standing, rules, table->level, before, team, steps, won);
    memcpy(facts->levels, standing->levels, sizeof facts->levels);
    memcpy(standing->previous, facts->finish, sizeof standing->previous);
    standing->setter = team;
    standing->sharing = facts->shared ? SHARED : 0;
    standing->totals[team] += gained;
    standing->totals[partner_of(team)] += gained;
    standing->over = ++standing->played == rules->hands || won;
    standing->winners = won ? BIT(team) : standing->over ? higher_teams(standing) : 0;
}

/* "`tributes_paid`, `tributes_received`", "`resisted` (by both seats of the side)"; "`banker` (out first)", "`doubles_made`,
 * `doubles_suffered`", "`at_a`, `at_a_won`: hands at level A that this side set by winning the hand before". */
static void count_hand(struct table *table, const struct guandan_hand_facts *facts) {
    struct seat_counts *counts = table->hand.counts;
    if (counts == NULL)
        return;
    for (int i = 0; i < table->debts; i++) {
        int payer = table->payers[i];
        if (table->resisted) {
            counts[payer].resisted = counts[partner_of(payer)].resisted = 1;
        } else {
            counts[payer].tributes_paid++;
            counts[table->owed_to[i]].tributes_received++;
        }
    }
    counts[facts->finish[0]].banker = 1;
    for (int seat = 0; seat < SEATS; seat++) {
        bool of_team = seat % TEAMS == facts->team, at_a = facts->level == ACE && facts->setter == seat % TEAMS;
        counts[seat].doubles_made = facts->shared && of_team;
        counts[seat].doubles_suffered = facts->shared && !of_team;
        counts[seat].at_a = at_a;
        counts[seat].at_a_won = at_a && of_team && facts->won;
    }
}

/* A hand from its deal to its recorded result. */
static enum reason judge_hand(struct table *table, const struct hand_text *text, struct standing *standing,
                              struct guandan_hand_facts *facts) {
    const struct match *match = table->hand.match;
    if (text->deal == 0 || !read_deal(table, from(match, text->deal)))
        return DEAL;
    for (int seat = 0; seat < SEATS && table->hand.counts != NULL; seat++)
        count_features(table->held[seat], table->level, table->hand.counts[seat].features);
    enum reason reason = play_hand(table, from(match, text->actions));
    if (reason != CLEAN)
        return reason;
    settle(standing, table, facts);
    count_hand(table, facts);
    int64_t scores[SEATS];
    for (int seat = 0; seat < SEATS; seat++)
        scores[seat] = seat % TEAMS == facts->team ? facts->gained : 0;
    const struct computed computed = {
        .fields = BIT(FINISH) | BIT(SCORES) | BIT(TEAM_LEVELS),
        .finish = facts->finish,
        .sharing = standing->sharing,
        .scores = scores,
        .levels = {facts->levels[0], facts->levels[1]},
    };
    return check_result(match, text->result, &computed);
}

EXPORTED enum reason fupan_guandan(const unsigned char *bytes, size_t size, struct match_text *text,
                                   const struct hand_text *hands, const struct rules *rules,
                                   struct guandan_hand_facts *facts, struct notes *notes, struct hand_counts *counts,
                                   struct guandan_match_facts *whole) {
    const unsigned fields = BIT(TOTALS) | BIT(FIRST_SEAT) | BIT(LEVEL) | BIT(LEVELS) | BIT(PREVIOUS) | BIT(FAILURES);
    struct match match = {.bytes = bytes, .size = size, .text = text};
    struct standing standing = {.setter = NONE};
    struct setup setup;
    enum reason reason = open_match(&match, SEATS, SEATS, &known, (const int32_t *)rules, counts != NULL);
    *whole = (struct guandan_match_facts){.setter = NONE};
    for (uint32_t index = 0; index < text->hands && reason == CLEAN; index++) {
        if (standing.over)
            return AFTER_MATCH;
        reason = read_setup(&match, hands[index].setup, fields, NULL, index == 0, standing.totals, &setup);
        if (reason == CLEAN && index == 0) {
            reason = begin(&standing, &setup, rules->tribute == TRIBUTE_STANDARD);
            memcpy(whole->levels, standing.levels, sizeof whole->levels);
            memcpy(whole->failures, standing.failures, sizeof whole->failures);
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
        struct table table = {
            .hand = open_hand(&match, index, notes, counts),
            .rules = rules,
            .level = level,
            .first = setup.first,
            .paid = {NO_CARD, NO_CARD},
            .owed_to = {NONE, NONE},
        };
        if (standing.setter != NONE && rules->tribute == TRIBUTE_STANDARD)
            owe(&table, standing.previous);
        reason = judge_hand(&table, &hands[index], &standing, &facts[index]);
    }
    /* "then ... in guandan the higher level wins". */
    unsigned teams = standing.over ? standing.winners : higher_teams(&standing);
    unsigned winners = (teams & BIT(0) ? team_of(0) : 0) | (teams & BIT(1) ? team_of(1) : 0);
    if (reason == CLEAN)
        reason = conclude(&match, standing.totals, winners, standing.over, &whole->timed);
    memcpy(whole->totals, standing.totals, sizeof standing.totals);
    whole->winner = (int32_t)(standing.over || whole->timed ? teams : 0);
    return reason;
}
