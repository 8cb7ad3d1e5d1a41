/* A match of Chinese poker that is plainly clean, from its bytes: each hand played to its end under the rules, and every
 * recorded result confirmed. */
#include "poker_table.h"

/* What the sources of the game know: see known.h.  The engine counts its figures. */
static const struct known_option known_options[OPTIONS] = {
    [OPTION_SCORING] = ONE_OF(SCORING_PAIRS, SCORING_BEST_ROW),
    [OPTION_ROW_UNIT] = WITHIN(0, 1000000),
    [OPTION_OVERALL] = WITHIN(0, 1000000),
    [OPTION_SCOOP_BONUS] = WITHIN(0, 1000000),
    [OPTION_SURRENDER] = WITHIN(0, 1000000),
    [OPTION_TARGET] = WITHIN(0, 1000000),
    [OPTION_SCOOP_MULTIPLIER] = WITHIN(1, 1000000),
    [OPTION_HOME_RUN_MULTIPLIER] = WITHIN(1, 1000000),
    [OPTION_HOME_RUN_NEEDS] = ONE_OF(HOME_RUN_NEEDS_THREE, HOME_RUN_NEEDS_ALL),
    [OPTION_ROYALTY_RULE] = ONE_OF(ROYALTY_RULE_WINNER, ROYALTY_RULE_CANCEL, ROYALTY_RULE_NET),
    [OPTION_ROYALTY_LIMIT] = ONE_OF(ROYALTY_LIMIT_ALL, ROYALTY_LIMIT_ONE),
    [OPTION_MISSET] = ONE_OF(MISSET_SCOOPED, MISSET_PLAYED),
    [OPTION_WHEEL] = ONE_OF(WHEEL_LOWEST, WHEEL_SECOND),
    [OPTION_MIDDLE] = ONE_OF(MIDDLE_HIGH, MIDDLE_DEUCE_TO_SEVEN),
    [OPTION_DEALING] = ONE_OF(DEALING_CLOSED, DEALING_OPEN_FACE, DEALING_PINEAPPLE),
    [OPTION_FANTASYLAND] = ONE_OF(FANTASYLAND_NONE, FANTASYLAND_STANDARD, FANTASYLAND_PROGRESSIVE),
    [OPTION_HANDS_EACH] = WITHIN(1, 2),
    [OPTION_ROYALTY_ANNOUNCED] = FLAG,
    [OPTION_ROYALTY_BROKEN] = FLAG,
    [OPTION_ROYALTIES_AGAINST_FOUL] = FLAG,
    [OPTION_SCOOP_MULTIPLIES_ROYALTIES] = FLAG,
    [OPTION_NATURAL_QKA] = FLAG,
    [OPTION_ALL_HIGH_FIRST] = WITHIN(false, false),
    [OPTION_FLUSHES_FIRST] = WITHIN(false, false),
    [OPTION_NATURALS_MEET] = ONE_OF(NATURALS_MEET_STRONGER),
    [OPTION_SETTLE] = ONE_OF(SETTLE_ALL),
    [OPTION_BANKER_TIES] = ONE_OF(BANKER_TIES_NONE, BANKER_TIES_BANKER),
    [OPTION_ROW_COMPARE] = ONE_OF(ROW_COMPARE_FULL),
    [OPTION_LOSS_CAP] = WITHIN(0, 0),
    [OPTION_FANTASYLAND_STAY] = ONE_OF(FANTASYLAND_STAY_STANDARD),
    /* What these come to are cells and points. */
    [OPTION_ROYALTIES] = ANY,
    [OPTION_ROYALTY_TABLE] = ANY,
    [OPTION_ROYALTY_VALUE] = ANY,
    [OPTION_NATURALS] = ONE_OF(NATURALS_NONE, NATURALS_STANDARD, NATURALS_EXTENDED),
    [OPTION_NATURAL_TABLE] = ANY,
};
static const bool known_codes[CODES] = {
    KNOWN_IN_EVERY_GAME,
    KNOWN(CODE_BAD_SETTING), KNOWN(CODE_FOUL), KNOWN(CODE_NATURAL_NOT_HELD), KNOWN(CODE_SURRENDER_NOT_ALLOWED),
    KNOWN(CODE_ROYALTY_UNDECLARED), KNOWN(CODE_ROYALTY_NOT_HELD), KNOWN(CODE_UNIT_MISMATCH),
};
static const struct known known = {
    .options = OPTIONS, .codes = CODES, .option = known_options, .code = known_codes,
};

enum { MOST_STAKE = 1000000, IN_PINEAPPLE = BOARD_CARDS + 1 };

/* "`stakes` (`{"A-B": 100}`, either seat first: money a unit between two seats, a whole number from 1 to 1,000,000; default
 * 1)". */
static bool take_stakes(const struct points *stated, int32_t stakes[MOST_PAIRS]) {
    for (int pair = 0; pair < MOST_PAIRS; pair++) {
        int64_t stake = stated->named & BIT(pair) ? stated->of[pair] : 1;
        if (stake < 1 || stake > MOST_STAKE)
            return false;
        stakes[pair] = (int32_t)stake;
    }
    return true;
}

/* "In open face `progressive` is read as `standard`." */
static int fantasyland_of(const struct rules *rules) {
    bool as_standard = rules->fantasyland == FANTASYLAND_PROGRESSIVE && rules->dealing == DEALING_OPEN_FACE;
    return as_standard ? FANTASYLAND_STANDARD : rules->fantasyland;
}

static int usual_fantasyland(const struct rules *rules) {
    return rules->dealing == DEALING_PINEAPPLE ? IN_PINEAPPLE : BOARD_CARDS;
}

/* "`setup.fantasyland` ... names everyone who is in it (a number from 13 to 17 ...; any other, an unknown seat or a closed
 * hand is `malformed`)"; it "says it for a log's first hand": it must agree with the hands before, or with the rules. */
static enum reason take_fantasyland(struct table *table, const struct points *stated, bool first_hand) {
    int kind = fantasyland_of(table->rules), least = usual_fantasyland(table->rules);
    if (table->rules->dealing == DEALING_CLOSED && stated->named != 0)
        return SETUP_FIELD;
    for (int seat = 0; seat < table->players; seat++) {
        int64_t cards = stated->named & BIT(seat) ? stated->of[seat] : 0;
        if (stated->named & BIT(seat) && (cards < BOARD_CARDS || cards > MOST_DEALT))
            return SETUP_FIELD;
        bool fits = kind == FANTASYLAND_NONE || !first_hand ? cards == table->fantasyland[seat]
                    : kind == FANTASYLAND_PROGRESSIVE      ? cards == 0 || cards >= IN_PINEAPPLE
                                                           : cards == 0 || cards == least;
        if (!fits)
            return SETUP_DIFFERS;
        table->fantasyland[seat] = (int)cards;
    }
    return CLEAN;
}

/* "lets a seat that made QQ or better in front without a foul set its next hand at once (13 cards in open face; 14 in
 * pineapple, progressive: 14 for QQ, 15 for KK, 16 for AA, 17 for three of a kind); it stays (with the same number of
 * cards; progressive: 14) with three of a kind in front or four or better in back". */
static int next_fantasyland(const struct rules *rules, const struct board *board, int now) {
    const struct poker_row *front = &board->rows[FRONT];
    int kind = fantasyland_of(rules);
    if (kind == FANTASYLAND_NONE || board->misset)
        return 0;
    if (now != 0)
        return front->kind != THREE && board->rows[BACK].kind < FOUR ? 0
               : kind == FANTASYLAND_PROGRESSIVE                       ? IN_PINEAPPLE
                                                                       : now;
    if (front->kind != THREE && (front->kind != PAIR || front->top < QUEEN))
        return 0;
    if (kind == FANTASYLAND_STANDARD)
        return usual_fantasyland(rules);
    return front->kind == THREE ? MOST_DEALT : IN_PINEAPPLE + front->top - QUEEN;
}

/* "A seat's `deal` is then 26 cards: 13 of hand 1, an optional `|`, 13 of hand 2." */
static bool read_cards(struct table *table, int first, int each, struct cursor cards) {
    struct span word;
    bool barred = false;
    int board = first;
    while (next_word(&cards, &word)) {
        bool full = board == first && table->dealt[board] == BOARD_CARDS;
        if (word.size == 1 && *word.at == '|') {
            if (barred || each == 1 || !full)
                return false;
            barred = true;
            continue;
        }
        int card = parse_card(word.at, word.size);
        board += full && each > 1;
        if (card == NO_CARD || card >= PACK || table->owner[card] != NONE)
            return false;
        table->owner[card] = (int8_t)board;
        table->place[card] = (int8_t)table->dealt[board]++;
    }
    return true;
}

/* "cards dealt, by seat": all of each seat, each once; "13 cards each of one 52-card pack". */
static bool read_deal(struct table *table, uint32_t place) {
    const struct rules *rules = table->rules;
    int each = table->boards / table->players, most = rules->dealing == DEALING_PINEAPPLE ? MOST_DEALT : BOARD_CARDS;
    struct cursor cards[SEATS];
    if (place == 0 || !find_cards(from(table->match, place), table->match, cards))
        return false;
    for (int seat = 0; seat < table->players; seat++)
        if (!read_cards(table, seat * each, each, cards[seat]))
            return false;
    for (int board = 0; board < table->boards; board++) {
        bool at_once = rules->dealing != DEALING_CLOSED && table->fantasyland[board] != 0;
        if (table->dealt[board] != (at_once ? table->fantasyland[board] : most))
            return false;
    }
    return true;
}

/* A hand before its first action. */
static void open_hand(struct table *table, struct chinese_poker_hand_facts *facts) {
    int each = table->rules->hands_each;
    table->facts = facts;
    table->boards = table->players * each;
    table->last = NONE;
    memset(table->owner, NONE, sizeof table->owner);
    *facts = (struct chinese_poker_hand_facts){.noted = table->rules->royalty_announced};
    for (int board = 0; board < BOARDS; board++) {
        struct board_facts *own = &facts->boards[board];
        *own = (struct board_facts){.at = NONE, .announced_at = NONE, .natural = NONE};
        memset(own->columns, NONE, sizeof own->columns);
        table->of[board].facts = own;
        table->of[board].seat = board / each;
    }
}

/* A hand from its setup to its recorded result. */
static enum reason judge_hand(struct table *table, const struct hand_text *text, int64_t *begun, int64_t totals[SEATS]) {
    const unsigned fields = BIT(TOTALS) | BIT(DEALER) | BIT(FANTASYLAND) | BIT(STAKES);
    const struct match *match = table->match;
    const struct rules *rules = table->rules;
    int64_t units[MOST_PAIRS], scores[SEATS];
    struct setup setup;
    enum reason reason = read_setup(match, text->setup, fields, NULL, begun != NULL, totals, &setup);
    if (reason != CLEAN)
        return reason;
    if (begun != NULL)
        memcpy(begun, totals, SEATS * sizeof *totals);
    if (!take_stakes(&setup.stakes, table->facts->stakes))
        return SETUP_FIELD;
    if (any_reaches(totals, table->players, rules->target))
        return AFTER_MATCH;
    if (setup.stated & BIT(FANTASYLAND))
        reason = take_fantasyland(table, &setup.fantasyland, begun != NULL);
    if (reason != CLEAN)
        return reason;
    table->first = setup.first == NONE ? 0 : (setup.first + 1) % table->players;
    if (!read_deal(table, text->deal))
        return DEAL;
    reason = poker_play_hand(table, from(match, text->actions));
    if (reason != CLEAN)
        return reason;
    if (!poker_settle(table, units, scores))
        return POINTS;
    for (int seat = 0; seat < table->players; seat++) {
        totals[seat] += scores[seat];
        if (rules->dealing != DEALING_CLOSED)
            table->fantasyland[seat] = next_fantasyland(rules, &table->of[seat], table->fantasyland[seat]);
    }
    /* Units: under `best_row` "recorded ones are not compared". */
    const struct computed computed = {
        .fields = BIT(SCORES) | BIT(UNITS),
        .scores = scores,
        .units = rules->scoring == SCORING_BEST_ROW ? NULL : units,
        .stakes = table->facts->stakes,
    };
    return check_result(match, text->result, &computed);
}

EXPORTED enum reason fupan_chinese_poker(const unsigned char *bytes, size_t size, struct match_text *text,
                                         const struct hand_text *hands, const struct rules *rules,
                                         struct chinese_poker_hand_facts *facts,
                                         struct chinese_poker_match_facts *whole) {
    struct match match = {.bytes = bytes, .size = size, .text = text};
    int64_t totals[SEATS] = {0};
    int most = rules->hands_each > 1 ? LEAST_SEATS : rules->dealing == DEALING_PINEAPPLE ? SEATS - 1 : SEATS;
    enum reason reason = open_match(&match, LEAST_SEATS, most, &known, (const int32_t *)rules, false);
    int fantasyland[SEATS] = {0}, players = match.players;
    *whole = (struct chinese_poker_match_facts){.timed = 0};
    for (uint32_t index = 0; index < text->hands && reason == CLEAN; index++) {
        struct table table = {.match = &match, .rules = rules, .players = players, .fantasyland = fantasyland};
        open_hand(&table, &facts[index]);
        reason = judge_hand(&table, &hands[index], index == 0 ? whole->begun : NULL, totals);
    }
    if (reason != CLEAN)
        return reason;
    return conclude(&match, totals, highest(totals, players), any_reaches(totals, players, rules->target), &whole->timed);
}
