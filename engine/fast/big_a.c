/* A match of Big A that is plainly clean, from its bytes: each hand played to its end under the rules, and every
 * recorded result confirmed. */
#include "big_a_table.h"

/* What the sources of the game know: see known.h. */
static const struct known_option known_options[OPTIONS] = {
    [OPTION_LEAD_AFTER_OUT] = ONE_OF(LEAD_AFTER_OUT_SKIP_TEAM, LEAD_AFTER_OUT_SKIP_PARTNER),
    [OPTION_HANDS] = WITHIN(0, 1000),
    [OPTION_FOUR_FIVE] = ANY,
    [OPTION_EXPOSED_SCORES] = ANY,
};
static const bool known_codes[CODES] = {
    KNOWN_IN_EVERY_GAME, KNOWN_IN_PLAY,
    KNOWN(CODE_ROLE_NOT_ALLOWED), KNOWN(CODE_ROLE_MISMATCH),
};
static const bool known_figures[FIGURES] = {
    COUNTED_IN_PLAY,
    KNOWN(FIGURE_EXPOSED), KNOWN(FIGURE_OVERCALLED), KNOWN(FIGURE_CAPTURED), KNOWN(FIGURE_FOURS_PLAYED),
};
static const bool known_features[FEATURES] = {
    KNOWN(FEATURE_RED_JOKERS), KNOWN(FEATURE_BLACK_JOKERS), KNOWN(FEATURE_JOKERS_TOGETHER), KNOWN(FEATURE_THREES),
    KNOWN(FEATURE_TWOS), KNOWN(FEATURE_ACES), KNOWN(FEATURE_KINGS), KNOWN(FEATURE_FOURS), KNOWN(FEATURE_EGGS),
    KNOWN(FEATURE_FOURS_OF_A_RANK), KNOWN(FEATURE_FIVES), KNOWN(FEATURE_PLAYS), KNOWN(FEATURE_LOOSE),
};
static const struct known known = ALL_KNOWN;

static const char *const role_names[] = {[CHIEF] = "declarer", [HELPER] = "partner"};

/* A hand from its deal to its recorded result, whose scores are added to the totals. */
static enum reason judge_hand(struct table *table, const struct hand_text *text, struct big_a_hand_facts *facts,
                              int64_t totals[SEATS]) {
    const struct match *match = table->hand.match;
    int64_t scores[SEATS] = {0};
    if (text->deal == 0 || !big_a_deal(table, from(match, text->deal)))
        return DEAL;
    for (int seat = 0; seat < SEATS && table->hand.counts != NULL; seat++)
        big_a_features(table->held[seat], table->hand.counts[seat].features);
    enum reason reason = big_a_play_hand(table, from(match, text->actions));
    if (reason != CLEAN)
        return reason;
    facts->sharing = order_of(&table->hand, facts->finish);
    facts->declarer = table->hand.void_deal ? NONE : table->declarer;
    facts->partner = table->hand.void_deal ? NONE : table->partner;
    facts->exposed = table->both_shown;
    /* "With a partner, by the two places (in order: declarer, partner); shared places are those left"; "Alone". */
    if (!table->hand.void_deal)
        score_places(table->rules->points[facts->exposed], facts->finish, facts->sharing, facts->declarer, facts->partner,
                     scores);
    for (int seat = 0; seat < SEATS; seat++)
        totals[seat] += scores[seat];
    const struct computed computed = {
        .fields = BIT(FINISH) | BIT(SCORES) | BIT(ROLES_TAKEN) | BIT(EXPOSED),
        .finish = facts->finish,
        .sharing = facts->sharing,
        .scores = scores,
        .role_names = role_names,
        .roles = {[CHIEF] = facts->declarer, [HELPER] = facts->partner},
        .exposed = table->both_shown,
    };
    return check_result(match, text->result, &computed);
}

EXPORTED enum reason fupan_big_a(const unsigned char *bytes, size_t size, struct match_text *text,
                                 const struct hand_text *hands, const struct rules *rules,
                                 struct big_a_hand_facts *facts, struct hand_counts *counts,
                                 struct big_a_match_facts *whole) {
    struct match match = {.bytes = bytes, .size = size, .text = text};
    struct setup setup;
    int64_t totals[SEATS] = {0};
    int32_t played = 0;
    enum reason reason = open_match(&match, SEATS, SEATS, &known, (const int32_t *)rules, counts != NULL);
    *whole = (struct big_a_match_facts){.timed = 0};
    for (uint32_t index = 0; index < text->hands && reason == CLEAN; index++) {
        if (played > 0 && played == rules->hands)
            return AFTER_MATCH;
        reason = read_setup(&match, hands[index].setup, BIT(TOTALS) | BIT(FIRST_SEAT), NULL, index == 0, totals, &setup);
        if (reason != CLEAN)
            return reason;
        if (index == 0)
            memcpy(whole->begun, totals, sizeof totals);
        struct table table = {
            .hand = open_hand(&match, index, NULL, counts),
            .rules = rules,
            .first = setup.first,
            .big = NO_CARD,
            .declarer = NONE,
            .partner = NONE,
        };
        reason = judge_hand(&table, &hands[index], &facts[index], totals);
        played += !table.hand.void_deal;
    }
    bool over = played > 0 && played == rules->hands;
    return reason == CLEAN ? conclude(&match, totals, highest(totals, SEATS), over, &whole->timed) : reason;
}
