/* A match of Chinese poker that is plainly clean, from its bytes: each hand played to its end under the rules, and every
 * recorded result confirmed.  Anything else is left to the engine: see reader.h.  Sentences in quotes, here and in the
 * other files of the game, are those of the pages of the rules of Chinese poker, of the log and of the report. */
#include "poker.h"

enum { MOST_STAKE = 1000000, QUEEN = 10, IN_PINEAPPLE = BOARD_CARDS + 1 };

/* What is said before a hand. */
struct setup {
    struct points totals;
    bool has_totals, has_fantasyland;
    int dealer, fantasyland[SEATS];
};

/* The number of a pair of seats that is written `A-B`; NONE if it is none.  `sign` is -1 if the second comes first. */
static int read_pair(struct span text, const struct span *seats, int players, int *sign) {
    const unsigned char *mark = text.size == 0 ? NULL : memchr(text.at, '-', text.size);
    if (mark == NULL)
        return NONE;
    size_t size = (size_t)(mark - text.at);
    int one = seat_named(seats, players, (struct span){text.at, size});
    int other = seat_named(seats, players, (struct span){mark + 1, text.size - size - 1});
    if (one == NONE || other == NONE || one == other)
        return NONE;
    *sign = one < other ? 1 : -1;
    return one < other ? number_of_pair(one, other, players) : number_of_pair(other, one, players);
}

/* "`stakes` (`{"A-B": 100}`, either seat first: money a unit between two seats, a whole number from 1 to 1,000,000; default
 * 1)". */
static bool read_stakes(struct cursor *text, const struct span *seats, int players, int32_t stakes[PAIRS]) {
    bool begun = false;
    struct span key;
    enum step step;
    uint32_t seen = 0;
    if (!take(text, '{'))
        return false;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        int sign;
        int64_t stake;
        int pair = read_pair(key, seats, players, &sign);
        if (pair == NONE || !first_time(&seen, (unsigned)pair) || !read_whole(text, &stake) || stake < 1
            || stake > MOST_STAKE)
            return false;
        stakes[pair] = (int32_t)stake;
    }
    return step == END;
}

/* "`setup.fantasyland` ... names everyone who is in it (a number from 13 to 17 ...; any other, an unknown seat or a closed
 * hand is `malformed`)". */
static bool read_fantasyland(struct cursor *text, const struct span *seats, int players, const struct rules *rules,
                             int fantasyland[SEATS]) {
    struct points stated;
    if (!read_points(text, seats, players, &stated) || (rules->dealing == DEALING_CLOSED && stated.named != 0))
        return false;
    for (int seat = 0; seat < players; seat++) {
        bool named = stated.named >> seat & 1;
        if (named && (stated.of[seat] < BOARD_CARDS || stated.of[seat] > MOST_DEALT))
            return false;
        fantasyland[seat] = named ? (int)stated.of[seat] : 0;
    }
    return true;
}

/* `setup`: "every game: `totals`"; "chinese_poker: `dealer`, `fantasyland`, `stakes`". */
static enum reason read_setup(struct cursor text, const struct table *table, struct setup *setup) {
    static const char *const fields[] = {"totals", "dealer", "fantasyland", "stakes"};
    uint32_t seen = 0;
    bool begun = false;
    struct span key, value;
    enum step step;
    if (!take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        unsigned field = 0;
        while (field < 4 && !same(key, fields[field]))
            field++;
        if (field == 4 || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        bool good;
        switch (field) {
        case 0:
            good = read_points(&text, table->seats, table->players, &setup->totals);
            break;
        case 1:
            good = read_string(&text, &value);
            setup->dealer = good ? seat_named(table->seats, table->players, value) : NONE;
            good = setup->dealer != NONE;
            break;
        case 2:
            good = read_fantasyland(&text, table->seats, table->players, table->rules, setup->fantasyland);
            break;
        default:
            good = read_stakes(&text, table->seats, table->players, table->facts->stakes);
        }
        if (!good)
            return SETUP_FIELD;
    }
    setup->has_totals = seen & 1u;
    setup->has_fantasyland = seen >> 2 & 1u;
    return step == END ? CLEAN : NOT_PLAIN;
}

/* "In open face `progressive` is read as `standard`." */
static int fantasyland_of(const struct rules *rules) {
    bool as_standard = rules->fantasyland == FANTASYLAND_PROGRESSIVE && rules->dealing == DEALING_OPEN_FACE;
    return as_standard ? FANTASYLAND_STANDARD : rules->fantasyland;
}

static int usual_fantasyland(const struct rules *rules) {
    return rules->dealing == DEALING_PINEAPPLE ? IN_PINEAPPLE : BOARD_CARDS;
}

/* "`setup.fantasyland` says it for a log's first hand": whether it agrees with the hands before, or with the rules. */
static bool fantasyland_agrees(const struct rules *rules, const struct setup *setup, const int expected[SEATS],
                               int players, bool after_play) {
    int kind = fantasyland_of(rules), least = usual_fantasyland(rules);
    for (int seat = 0; seat < players; seat++) {
        int stated = setup->fantasyland[seat];
        bool fits = kind == FANTASYLAND_NONE || after_play ? stated == expected[seat]
                    : kind == FANTASYLAND_PROGRESSIVE      ? stated == 0 || stated >= IN_PINEAPPLE
                                                           : stated == 0 || stated == least;
        if (!fits)
            return false;
    }
    return true;
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
static bool read_cards(struct table *table, int first, int each, struct span cards) {
    const unsigned char *at = cards.at, *end = cards.at + cards.size;
    bool barred = false;
    int board = first;
    while (at < end) {
        const unsigned char *begin = at;
        while (at < end && *at != ' ')
            at++;
        if (at - begin == 1 && *begin == '|') {
            if (barred || each == 1 || board != first || table->dealt[board] != BOARD_CARDS)
                return false;
            barred = true;
        } else {
            int card = parse_card(begin, (size_t)(at - begin));
            if (each > 1 && board == first && table->dealt[board] == BOARD_CARDS)
                board++;
            if (card == NO_CARD || card >= PACK || table->owner[card] != NONE)
                return false;
            table->owner[card] = (int8_t)board;
            table->place[card] = (int8_t)table->dealt[board]++;
        }
        while (at < end && *at == ' ')
            at++;
    }
    return true;
}

/* "cards dealt, by seat": all of each seat, each once; "13 cards each of one 52-card pack". */
static bool read_deal(struct table *table, struct cursor text) {
    int each = table->boards / table->players;
    uint32_t seen = 0;
    bool begun = false;
    struct span key, cards;
    enum step step;
    if (!take(&text, '{'))
        return false;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        int seat = seat_named(table->seats, table->players, key);
        if (seat == NONE || !first_time(&seen, (unsigned)seat) || !read_string(&text, &cards)
            || !read_cards(table, seat * each, each, cards))
            return false;
    }
    for (int board = 0; board < table->boards; board++) {
        int size = table->rules->dealing != DEALING_PINEAPPLE ? BOARD_CARDS : MOST_DEALT;
        if (table->rules->dealing != DEALING_CLOSED && table->fantasyland[board] != 0)
            size = table->fantasyland[board];
        if (table->dealt[board] != size)
            return false;
    }
    return step == END;
}

/* "chinese_poker `units` (`{"A-B": 2}`: what A wins of B)"; under `best_row` "recorded ones are not compared". */
static bool read_units(struct cursor *text, const struct table *table, const int64_t units[PAIRS], bool *agrees) {
    bool begun = false;
    struct span key;
    enum step step;
    *agrees = true;
    uint32_t seen = 0;
    if (!take(text, '{'))
        return false;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        int sign;
        int64_t won;
        int pair = read_pair(key, table->seats, table->players, &sign);
        if (pair == NONE || !first_time(&seen, (unsigned)pair) || !read_whole(text, &won))
            return false;
        /* "units and units times stakes are whole and within ±10⁹, else `malformed`". */
        int64_t points = won * table->facts->stakes[pair];
        if (points > MOST_POINTS || points < -MOST_POINTS)
            return false;
        *agrees = *agrees && (table->rules->scoring == SCORING_BEST_ROW || won * sign == units[pair]);
    }
    return step == END;
}

/* "every part is optional and every part present is checked". */
static enum reason check_result(struct cursor text, const struct table *table, const int64_t units[PAIRS],
                                const int64_t scores[SEATS]) {
    uint32_t seen = 0;
    bool begun = false;
    struct span key;
    enum step step;
    struct points points;
    if (!take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        bool of_units = same(key, "units"), good, agrees;
        if ((!of_units && !same(key, "scores")) || !first_time(&seen, of_units))
            return UNKNOWN_FIELD;
        if (of_units) {
            good = read_units(&text, table, units, &agrees);
        } else {
            good = read_points(&text, table->seats, table->players, &points);
            agrees = good && points_agree(&points, scores, table->players);
        }
        if (!good)
            return RESULT_FIELD;
        if (!agrees)
            return RESULT_DIFFERS;
    }
    return step == END ? CLEAN : NOT_PLAIN;
}

static bool has_reached(const struct rules *rules, const int64_t totals[SEATS], int players) {
    bool reached = false;
    for (int seat = 0; seat < players; seat++)
        reached = reached || totals[seat] >= rules->target;
    return rules->target > 0 && reached;
}

/* "the match is won by the highest total once a seat reaches it, or when the table stopped by the clock". */
static enum reason conclude(struct cursor text, const struct table *table, const int64_t totals[SEATS], bool over,
                            int32_t *timed) {
    struct recorded_match match;
    enum reason reason = read_match_result(text, table->seats, table->players, &match);
    if (reason != CLEAN)
        return reason;
    *timed = match.timed;
    unsigned expected = 0;
    for (int seat = 0; seat < table->players && (over || match.timed); seat++) {
        bool highest = true;
        for (int other = 0; other < table->players; other++)
            highest = highest && totals[other] <= totals[seat];
        expected |= (unsigned)highest << seat;
    }
    return points_agree(&match.totals, totals, table->players) && (!match.has_winner || match.winner == expected)
               ? CLEAN
               : RESULT_DIFFERS;
}

/* A hand before its first action. */
static void open_hand(struct table *table, struct chinese_poker_hand_facts *facts) {
    int each = table->rules->hands_each;
    table->facts = facts;
    table->clock = (struct clock){0, NONE};
    table->boards = table->players * each;
    table->done = table->first = table->part = table->reached = 0;
    table->acted = 0;
    table->last = NONE;
    memset(table->of, 0, sizeof table->of);
    memset(table->owner, NONE, sizeof table->owner);
    memset(table->dealt, 0, sizeof table->dealt);
    memset(table->taken, 0, sizeof table->taken);
    memset(table->filled, 0, sizeof table->filled);
    *facts = (struct chinese_poker_hand_facts){.noted = table->rules->royalty_announced};
    for (int board = 0; board < BOARDS; board++) {
        struct board_facts *own = &facts->boards[board];
        *own = (struct board_facts){.at = NONE, .announced_at = NONE, .columns = {NONE, NONE, NONE}, .natural = NONE};
        table->of[board].facts = own;
        table->of[board].seat = board / each;
    }
    for (int pair = 0; pair < PAIRS; pair++)
        facts->stakes[pair] = 1;
}

/* A hand from its setup to its recorded result. */
static enum reason judge_hand(struct table *table, const unsigned char *bytes, size_t size, const struct hand_text *hand,
                              struct chinese_poker_match_facts *whole, int64_t totals[SEATS], bool first) {
    struct setup setup = {.dealer = NONE};
    int64_t units[PAIRS], scores[SEATS];
    enum reason reason = hand->setup == 0 ? CLEAN : read_setup(from(bytes, size, hand->setup), table, &setup);
    if (reason != CLEAN)
        return reason;
    /* "a log that begins in mid-match": what is stated before the first hand is believed. */
    for (int seat = 0; seat < table->players && first; seat++)
        if (setup.totals.named >> seat & 1)
            whole->begun[seat] = totals[seat] = setup.totals.of[seat];
    if (!first && setup.has_totals
        && (setup.totals.named != (1u << table->players) - 1 || !points_agree(&setup.totals, totals, table->players)))
        return SETUP_DIFFERS;
    if (has_reached(table->rules, totals, table->players))
        return AFTER_MATCH;
    if (setup.has_fantasyland) {
        if (!fantasyland_agrees(table->rules, &setup, table->fantasyland, table->players, !first))
            return SETUP_DIFFERS;
        memcpy(table->fantasyland, setup.fantasyland, sizeof setup.fantasyland);
    }
    table->first = setup.dealer == NONE ? 0 : (setup.dealer + 1) % table->players;
    if (hand->deal == 0 || !read_deal(table, from(bytes, size, hand->deal)))
        return DEAL;
    reason = poker_play_hand(table, from(bytes, size, hand->actions));
    if (reason != CLEAN)
        return reason;
    if (!poker_settle(table, units, scores))
        return POINTS;
    for (int seat = 0; seat < table->players; seat++) {
        totals[seat] += scores[seat];
        if (table->rules->dealing != DEALING_CLOSED)
            table->fantasyland[seat] = next_fantasyland(table->rules, &table->of[seat], table->fantasyland[seat]);
    }
    return hand->result == 0 ? CLEAN : check_result(from(bytes, size, hand->result), table, units, scores);
}

enum reason fupan_chinese_poker(const unsigned char *bytes, size_t size, const struct match_text *match,
                                const struct hand_text *hands, const struct rules *rules, struct chinese_poker_hand_facts *facts,
                                struct chinese_poker_match_facts *whole) {
    struct span seats[SEATS];
    struct table table = {.rules = rules, .seats = seats, .players = (int)match->players};
    int64_t totals[SEATS] = {0};
    int most = rules->hands_each > 1 ? LEAST_SEATS : rules->dealing == DEALING_PINEAPPLE ? SEATS - 1 : SEATS;
    enum reason unknown = poker_unknown(rules);
    *whole = (struct chinese_poker_match_facts){.timed = 0};
    if (unknown != CLEAN)
        return unknown;
    if (table.players < LEAST_SEATS || table.players > most || !find_seats(bytes, size, match, seats, table.players))
        return PLAYERS_FIELD;
    for (uint32_t index = 0; index < match->hands; index++) {
        open_hand(&table, &facts[index]);
        enum reason reason = judge_hand(&table, bytes, size, &hands[index], whole, totals, index == 0);
        if (reason != CLEAN)
            return reason;
    }
    /* A match without hands says nothing that could be proved. */
    if (match->hands == 0)
        return NOT_FINISHED;
    bool over = has_reached(rules, totals, table.players);
    return match->result == 0 ? CLEAN
                              : conclude(from(bytes, size, match->result), &table, totals, over, &whole->timed);
}
