/* A match of Bao Huang that is plainly clean, from its bytes: each hand played to its end under the rules, and every
 * recorded result confirmed. */
#include "bao_huang_table.h"

/* What the sources of the game know: see known.h. */
static const struct known_option known_options[OPTIONS] = {
    [OPTION_DECK] = ONE_OF(DECK_168, DECK_216),
    [OPTION_EMPEROR_PASS] = ONE_OF(EMPEROR_PASS_WITH_PLAY, EMPEROR_PASS_AGAINST_PLAY),
    [OPTION_PROTECTOR] = ONE_OF(PROTECTOR_MARKED_JOKER, PROTECTOR_TRIPLET),
    [OPTION_DECLARATIONS] = ONE_OF(DECLARATIONS_NONE, DECLARATIONS_PARTNER_OR_SOLO, DECLARATIONS_PER_SIDE,
                                   DECLARATIONS_FIRST_ONLY),
    [OPTION_TRIBUTE_EXCLUDE] = ONE_OF(TRIBUTE_EXCLUDE_JOKERS, TRIBUTE_EXCLUDE_JOKERS_AND_TWOS),
    [OPTION_TAKE_ORDER] = ONE_OF(TAKE_ORDER_FINISH, TAKE_ORDER_FREE),
    [OPTION_JOKER_RULE] = ONE_OF(JOKER_RULE_EVERY_CARD, JOKER_RULE_JOKERS_ONLY),
    [OPTION_WINNER_RULE] = ANY,
    [OPTION_SCORING] = ANY,
    [OPTION_SOLO_ANNOUNCED] = ANY,
    [OPTION_BALANCED] = ANY,
    /* It decides what seats see, which is nothing to a verdict. */
    [OPTION_TRIBUTE_FACE] = ONE_OF(TRIBUTE_FACE_DOWN, TRIBUTE_FACE_UP),
    [OPTION_TARGET] = WITHIN(0, 1000000),
    [OPTION_HANDS] = WITHIN(0, 2000),
    [OPTION_TRIBUTE] = FLAG,
    [OPTION_LOWEST_LAST] = FLAG,
    [OPTION_OPEN_FACTOR] = WITHIN(1, 1),
    [OPTION_ALONE_WIN] = ONE_OF(ALONE_WIN_BY_RULE),
    [OPTION_ALONE_MAY_DECLINE] = WITHIN(true, true),
    [OPTION_SOLO_TRIBUTE] = ONE_OF(SOLO_TRIBUTE_4),
};
static const bool known_codes[CODES] = {
    KNOWN_IN_EVERY_GAME, KNOWN_IN_PLAY, KNOWN_IN_TRIBUTE,
    KNOWN(CODE_LOWEST_TOO_EARLY), KNOWN(CODE_ROLE_NOT_ALLOWED), KNOWN(CODE_ROLE_MISMATCH),
};
static const bool known_figures[FIGURES] = {
    COUNTED_IN_PLAY,
    KNOWN(FIGURE_ALONE), KNOWN(FIGURE_DECLARED), KNOWN(FIGURE_PROTECTED),
};
static const bool known_features[FEATURES] = {
    KNOWN(FEATURE_RED_JOKERS), KNOWN(FEATURE_BLACK_JOKERS), KNOWN(FEATURE_TWOS), KNOWN(FEATURE_ACES),
    KNOWN(FEATURE_KINGS), KNOWN(FEATURE_QUEENS), KNOWN(FEATURE_RANKS), KNOWN(FEATURE_SMALL_SETS),
    KNOWN(FEATURE_LARGE_SETS),
};
static const struct known known = ALL_KNOWN;

/* The facts that pass from hand to hand. */
struct standing {
    /* of the hand before */
    bool known; /* whether there was one, or something is said of one */
    bool sure;  /* whether it was played here, so that nothing else may be said of it */
    struct recorded_finish finish;
    int roles[ROLES]; /* or NONE */
    int first; /* the seat that took the first card of a void deal, or NONE */
    int64_t totals[SEATS];
    int32_t played;
};

static const char *const role_names[] = {[CHIEF] = "emperor", [HELPER] = "protector"};

/* "the recorded `finish` has a beginning that ends the hand as the play would (every member of one team is out); those not
 * in the shortest such beginning share the places left, however they are listed". */
static bool complete(const struct standing *previous, struct bao_huang_hand_facts *facts) {
    struct hand hand = open_hand(NULL, 0, NULL, NULL);
    facts->emperor = previous->roles[CHIEF];
    facts->protector = previous->roles[HELPER];
    if (facts->emperor == NONE || facts->protector == NONE)
        return false;
    while (!hand.ended && hand.places < previous->finish.count)
        go_out(&hand, previous->finish.seats[hand.places], BIT(facts->emperor) | BIT(facts->protector));
    facts->sharing = order_of(&hand, facts->finish);
    return hand.ended && finish_agrees(&previous->finish, facts->finish, SEATS, facts->sharing);
}

/* "`setup-mismatch`: a `setup` fact contradicts the hands before". */
static bool previous_agrees(const struct setup *stated, const struct standing *known) {
    struct bao_huang_hand_facts facts;
    for (int role = CHIEF; role < ROLES; role++)
        if (stated->roles[role] != NONE && stated->roles[role] != known->roles[role])
            return false;
    return !stated->has_finish
           || (complete(known, &facts) && finish_agrees(&stated->finish, facts.finish, SEATS, facts.sharing));
}

/* What is said of the hand before: believed before the first hand, and of a hand before it; else it must be what follows
 * from the hands before. */
static enum reason take_over(struct standing *known, const struct setup *setup, bool first_hand) {
    if (!(setup->stated & BIT(PREVIOUS_HAND))) {
        known->known = known->known || (first_hand && setup->totals.named);
        return CLEAN;
    }
    if (!first_hand && (!known->known || (known->sure && !previous_agrees(setup, known))))
        return SETUP_DIFFERS;
    if (setup->has_finish && (first_hand || !known->sure))
        known->finish = setup->finish;
    for (int role = CHIEF; role < ROLES; role++)
        if (setup->roles[role] != NONE)
            known->roles[role] = setup->roles[role];
    known->known = true;
    known->sure = false;
    return CLEAN;
}

/* "with a winner, each loser puts its highest card ... on the table (an emperor who lost with a protector: two; one who
 * lost alone: four), and each winner takes one (an emperor: two; alone: four). No tribute after a tie." */
static void owe(const struct rules *rules, const struct bao_huang_hand_facts *facts, struct debts *debts) {
    int place = place_of(facts->finish, SEATS, facts->sharing, facts->emperor);
    int other = place_beside(facts->finish, facts->sharing, facts->emperor, facts->protector);
    int winner = rules->winners[place][other];
    for (int seat = 0; seat < SEATS; seat++) {
        bool of_side = seat == facts->emperor || seat == facts->protector, wins = of_side == (winner > 0);
        int cards = seat != facts->emperor ? 1 : facts->emperor == facts->protector ? 4 : 2;
        debts->gives[seat] = winner != 0 && !wins ? cards : 0;
        debts->takes[seat] = winner != 0 && wins ? cards : 0;
        debts->place[seat] = place_of(facts->finish, SEATS, facts->sharing, seat);
    }
}

/* "Match: `target` points (0: none): the match is won when a seat reaches it". */
static bool is_over(const struct standing *standing, const struct rules *rules) {
    return (standing->played > 0 && standing->played == rules->hands)
           || any_reaches(standing->totals, SEATS, rules->target);
}

/* A hand after its last action, whose scores are added to what passes on, and its recorded result. */
static enum reason settle(struct standing *standing, const struct table *table, struct bao_huang_hand_facts *facts,
                          uint32_t result) {
    bool void_deal = table->hand.void_deal;
    int64_t scores[SEATS] = {0};
    unsigned declared = 0;
    facts->sharing = order_of(&table->hand, facts->finish);
    facts->emperor = void_deal ? NONE : table->emperor;
    facts->protector = void_deal ? NONE : table->protector;
    for (int i = 0; i < DECLARATIONS; i++) {
        facts->declared[i] = i < table->count_declared ? table->declared[i] : NONE;
        declared |= i < table->count_declared ? BIT(table->declared[i]) : 0;
    }
    standing->first = void_deal ? table->first : NONE;
    if (!void_deal) {
        score_places(table->rules->points[declared], facts->finish, facts->sharing, facts->emperor, facts->protector,
                     scores);
        standing->known = standing->sure = true;
        standing->roles[CHIEF] = facts->emperor;
        standing->roles[HELPER] = facts->protector;
        standing->finish.count = SEATS;
        for (int seat = 0; seat < SEATS; seat++) {
            standing->totals[seat] += scores[seat];
            standing->finish.seats[seat] = facts->finish[seat];
            standing->finish.items[seat] = seat;
        }
        standing->played++;
    }
    const struct computed computed = {
        .fields = BIT(FINISH) | BIT(SCORES) | BIT(ROLES_TAKEN) | BIT(FACTOR),
        .finish = facts->finish,
        .sharing = facts->sharing,
        .scores = scores,
        .role_names = role_names,
        .roles = {[CHIEF] = facts->emperor, [HELPER] = facts->protector},
        .factor = table->rules->factors[declared],
    };
    return check_result(table->hand.match, result, &computed);
}

/* A hand from its deal to its last action. */
static enum reason play_hand(struct table *table, const struct hand_text *text) {
    const struct match *match = table->hand.match;
    if (text->deal == 0 || !bao_huang_deal(table, from(match, text->deal)))
        return DEAL;
    for (int seat = 0; seat < SEATS && table->hand.counts != NULL; seat++)
        bao_huang_features(&table->held[seat], table->hand.counts[seat].features);
    return bao_huang_play_hand(table, from(match, text->actions));
}

EXPORTED enum reason fupan_bao_huang(const unsigned char *bytes, size_t size, struct match_text *text,
                                     const struct hand_text *hands, const struct rules *rules,
                                     struct bao_huang_hand_facts *facts, struct notes *notes,
                                     struct hand_counts *counts, struct bao_huang_match_facts *whole) {
    const unsigned fields = BIT(TOTALS) | BIT(FIRST_SEAT) | BIT(PREVIOUS_HAND);
    struct match match = {.bytes = bytes, .size = size, .text = text};
    struct standing standing = {.sure = true, .roles = {NONE, NONE}, .first = NONE};
    struct bao_huang_hand_facts before;
    struct setup setup;
    enum reason reason = open_match(&match, SEATS, SEATS, &known, (const int32_t *)rules, counts != NULL);
    *whole = (struct bao_huang_match_facts){.timed = 0};
    for (uint32_t index = 0; index < text->hands && reason == CLEAN; index++) {
        reason = read_setup(&match, hands[index].setup, fields, role_names, index == 0, standing.totals, &setup);
        if (reason == CLEAN)
            reason = take_over(&standing, &setup, index == 0);
        if (reason != CLEAN || is_over(&standing, rules))
            return reason != CLEAN ? reason : AFTER_MATCH;
        if (index == 0)
            memcpy(whole->begun, standing.totals, sizeof standing.totals);
        struct table table = {
            .hand = open_hand(&match, index, notes, counts),
            .rules = rules,
            .first = setup.first == NONE ? standing.first : setup.first,
            .lowest = !rules->lowest_last ? NONE : rules->deck == DECK_168 ? LOWEST_OF_SMALL : 0,
            .emperor = NONE,
            .protector = NONE,
            .asker = NONE,
            .shown = NO_CARD,
        };
        if (rules->tribute && standing.known) {
            if (!complete(&standing, &before))
                return TRIBUTE_UNKNOWN;
            owe(rules, &before, &table.debts);
        }
        reason = play_hand(&table, &hands[index]);
        if (reason == CLEAN)
            reason = settle(&standing, &table, &facts[index], hands[index].result);
    }
    bool over = is_over(&standing, rules);
    return reason == CLEAN ? conclude(&match, standing.totals, highest(standing.totals, SEATS), over, &whole->timed)
                           : reason;
}
