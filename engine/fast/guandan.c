/* A match of Guandan that is plainly clean, from its bytes: each hand played to its end under the rules, and every
 * recorded result confirmed.  Anything else is left to the engine: see reader.h.  Sentences in quotes are those of the
 * pages of the rules of Guandan, of the log and of the report. */
#include "guandan.h"

enum { MOST_WORDS = 40, HAND_CARDS = 27, REPORT_AT = 10, COPIES = 2, NO_RANK = -1 };

/* The facts that pass from hand to hand. */
struct standing {
    int levels[2];
    int setter; /* the team that won the hand before, or NONE */
    int failures[2];
    bool has_previous;
    int previous[SEATS]; /* the order of finish of the hand before */
    bool previous_shared;
    int64_t totals[SEATS];
    int played;
    bool over;
    int winner;
};

struct table {
    const struct rules *rules;
    const unsigned char *bytes;
    struct notes *notes;
    struct seat_counts *counts; /* by seat; NULL where nothing is counted */
    int64_t before;             /* the seconds of the action before; NONE: it has none */
    struct seat_counts *bomb;   /* the seat whose bomb lies on the table, or NULL */
    struct note note; /* a note of the action that is done now, but for its kind and its seat */
    const struct span *seats;
    int level;
    uint8_t held[SEATS][CARDS];
    int left[SEATS];
    /* the round */
    int turn, owner, closer; /* turn is NONE before the first play */
    int following[SEATS], preceding[SEATS];
    bool out[SEATS];
    int finish[SEATS], places;
    bool ended;
    form top; /* 0: nothing on the table */
    form top_before; /* the play before */
    /* the exchange */
    int payers[2], receivers[2], debts, banker, last; /* debts: how many payers there are */
    int paid[2], returned[2], owed_to[2], strength[2];
    bool resisted;
    int first; /* the seat that leads where no tribute decides it, or NONE */
    /* reports and seconds */
    int seen_left[SEATS]; /* cards left, as reports count them: from the first play on */
    bool came_to_ten[SEATS], due[SEATS], reported;
    struct note missing[SEATS];
    int missed;
    int64_t clock;
};

static int seat_named(const struct span *seats, struct span name) {
    for (int seat = 0; seat < SEATS; seat++)
        if (same_spans(seats[seat], name))
            return seat;
    return NONE;
}

/* ---- words of an action ---- */

/* "SEAT VERB ARGUMENTS", between single spaces or more.  The number of words; 0 for a text to leave to the engine. */
static unsigned split(struct span text, struct span words[MOST_WORDS]) {
    const unsigned char *at = text.at, *end = text.at + text.size;
    unsigned count = 0;
    if (at == end || *at == ' ' || end[-1] == ' ')
        return 0;
    while (at < end) {
        const unsigned char *begin = at;
        while (at < end && *at != ' ') {
            if (*at == '#' || *at >= 0x80)
                return 0;
            at++;
        }
        if (count == MOST_WORDS)
            return 0;
        words[count++] = (struct span){begin, (size_t)(at - begin)};
        while (at < end && *at == ' ')
            at++;
    }
    return count;
}

/* "`[@SECONDS]` seconds since the hand began, a decimal number, never decreasing". */
static bool move_clock(struct table *table, struct span word) {
    int64_t whole = 0, millionths = 0;
    size_t i = 1, digits = 0;
    for (; i < word.size && word.at[i] >= '0' && word.at[i] <= '9'; i++, digits++)
        whole = whole * 10 + (word.at[i] - '0');
    if (digits == 0 || digits > 9)
        return false;
    if (i < word.size) {
        if (word.at[i++] != '.' || i == word.size || word.size - i > 6)
            return false;
        for (digits = 0; digits < 6; digits++) {
            millionths *= 10;
            if (i < word.size) {
                if (word.at[i] < '0' || word.at[i] > '9')
                    return false;
                millionths += word.at[i++] - '0';
            }
        }
    }
    int64_t now = whole * 1000000 + millionths;
    if (now < table->clock)
        return false;
    table->clock = now;
    return true;
}

/* ---- the deal ---- */

static void count_cards(const uint8_t held[CARDS], unsigned *cards) {
    *cards = 0;
    for (int card = 0; card < CARDS; card++)
        *cards += held[card];
}

/* "cards dealt, by seat": all 27 of each seat, of "108 cards: two 52-card packs, two red and two black jokers". */
static bool read_deal(struct table *table, struct cursor text) {
    uint32_t seen = 0;
    uint8_t all[CARDS] = {0};
    bool begun = false;
    struct span key, cards;
    enum step step;
    if (!take(&text, '{'))
        return false;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        int seat = seat_named(table->seats, key);
        if (seat == NONE || !first_time(&seen, (unsigned)seat) || !read_string(&text, &cards))
            return false;
        const unsigned char *at = cards.at, *end = cards.at + cards.size;
        unsigned count = 0;
        while (at < end) {
            const unsigned char *begin = at;
            while (at < end && *at != ' ')
                at++;
            int card = parse_card(begin, (size_t)(at - begin));
            if (card == NO_CARD || all[card] == COPIES)
                return false;
            all[card]++;
            table->held[seat][card]++;
            count++;
            while (at < end && *at == ' ')
                at++;
        }
        if (count != HAND_CARDS)
            return false;
        table->left[seat] = HAND_CARDS;
    }
    return step == END && seen == 0xF;
}

/* ---- the exchange ---- */

/* "The dweller owes the banker one card (also when they are partners). After a double (both opponents dwellers) each of
 * the two owes one". */
static void owe(struct table *table, const struct standing *standing) {
    const int *places = standing->previous;
    bool double_loss = (places[0] - places[1]) % 2 == 0;
    table->banker = places[0];
    table->receivers[0] = places[0];
    table->receivers[1] = places[1];
    table->payers[0] = places[3];
    table->last = places[3];
    table->debts = 1;
    if (double_loss) {
        int low = places[2] < places[3] ? places[2] : places[3];
        table->payers[0] = low;
        table->payers[1] = table->last = low + 2;
        table->debts = 2;
    }
}

static int payer_of(const struct table *table, int seat) {
    for (int i = 0; i < table->debts; i++)
        if (table->payers[i] == seat)
            return i;
    return NONE;
}

static bool all_paid(const struct table *table) {
    for (int i = 0; i < table->debts; i++)
        if (table->paid[i] == NO_CARD)
            return false;
    return true;
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
static void assign(struct table *table, int owed_to[2]) {
    const int *strength = table->strength;
    if (table->debts == 1) {
        owed_to[0] = table->receivers[0];
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (table->rules->double_tribute == PREVIOUS_SEAT || strength[0] == strength[1])
            owed_to[i] = (table->payers[i] + 3) % SEATS;
        else
            owed_to[i] = table->receivers[strength[i] > strength[1 - i] ? 0 : 1];
    }
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
    int owed_to[2] = {NONE, NONE};
    assign(table, owed_to);
    for (int i = 0; i < table->debts; i++) {
        if (table->owed_to[i] != NONE && table->owed_to[i] != owed_to[i])
            return false;
        table->owed_to[i] = owed_to[i];
        table->held[table->payers[i]][table->paid[i]]--;
        table->held[owed_to[i]][table->paid[i]]++;
    }
    return true;
}

/* "`return_limit = ten`: nature rank 2 to 10; `nine`: 2 to 9; `ten_to_partner`: 2 to 10 to the receiver's own partner,
 * any to an opponent; `any`. With `return_level = false` a level card may not be returned either." */
static bool may_return(const struct table *table, int card, bool to_partner) {
    const struct rules *rules = table->rules;
    if (card < BLACK_JOKER && card / SUITS == table->level && !rules->return_level)
        return false;
    if (rules->return_limit == ANY || (rules->return_limit == TEN_TO_PARTNER && !to_partner))
        return true;
    return card < BLACK_JOKER && card / SUITS <= (rules->return_limit == NINE ? 7 : 8);
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
static int leader(const struct table *table) {
    if (table->debts == 0)
        return table->first;
    if (table->resisted)
        return table->banker;
    if (table->debts == 1)
        return table->payers[0];
    if (table->strength[0] == table->strength[1])
        return table->rules->equal_tribute_lead == AFTER_BANKER ? (table->banker + 1) % SEATS : table->last;
    return table->payers[table->strength[0] > table->strength[1] ? 0 : 1];
}

/* Whether the tribute and the returns that are due have been given. */
static bool is_settled(const struct table *table) {
    for (int i = 0; i < table->debts; i++)
        if (!table->resisted && (table->paid[i] == NO_CARD || !table->returned[i]))
            return false;
    return true;
}

static enum reason exchange(struct table *table, int seat, const struct span *words, unsigned count) {
    if (table->turn != NONE)
        return TRIBUTE_FAULT;
    if (same(words[1], "resist"))
        return count == 2 && resist(table, seat) ? CLEAN : TRIBUTE_FAULT;
    int to = NONE;
    if (count == 5 && same(words[3], ">"))
        to = seat_named(table->seats, words[4]);
    if (count != 3 && to == NONE)
        return ACTION_TEXT;
    int card = parse_card(words[2].at, words[2].size);
    if (card == NO_CARD)
        return ACTION_TEXT;
    bool done = same(words[1], "tribute") ? pay(table, seat, card, to) : give_back(table, seat, card, to);
    return done ? CLEAN : TRIBUTE_FAULT;
}

/* ---- what statistics count ---- */

/* "`bombs` (of kind `bomb`), `straight_flushes`, `joker_bombs`, `wild_cards` (wild cards in plays that are combinations),
 * `wild_in_bombs` (those in bombs and straight flushes)"; a bomb has won if the next play is a lead, or there is none. */
static void count_play(struct table *table, int seat, form played, int cards, int wild) {
    if (table->counts == NULL)
        return;
    struct seat_counts *own = &table->counts[seat];
    bool leads = table->top == 0;
    int kind = played >> 8, bit = kind * 16 + (played & 0xFF);
    if (table->bomb != NULL)
        table->bomb->fates[(table->top_before >> 8) - BOMBS][leads ? 1 : 2]++;
    table->bomb = kind >= BOMBS ? own : NULL;
    table->top_before = played;
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
    own->fates[kind - BOMBS][0]++;
    if (table->left[seat] == cards)
        own->fates[kind - BOMBS][3]++;
}

/* "a pass with nothing on the table is none"; "`passes_able`: passes when some legal play of cards that the seat is known
 * to hold would have beaten what lay on the table". */
static void count_pass(struct table *table, int seat) {
    if (table->counts == NULL)
        return;
    table->counts[seat].passes++;
    table->counts[seat].passes_able
        += can_beat(table->held[seat], table->level, table->rules->joker_pair_in_full_house != 0, table->top);
}

/* "the time of an action is its own less that of the action right before it in the log, if both have one and it is not
 * less; it is the acting seat's, whatever the verb". */
static void count_time(struct table *table, int seat, bool timed) {
    if (table->counts != NULL && timed && table->before != NONE) {
        table->counts[seat].seconds += table->clock - table->before;
        table->counts[seat].timed++;
    }
    table->before = timed ? table->clock : NONE;
}

/* "`tributes_paid`, `tributes_received`", "`resisted` (by both seats of the side)", and bombs that nobody has beaten. */
static void count_rest(struct table *table) {
    if (table->counts == NULL)
        return;
    if (table->bomb != NULL)
        table->bomb->fates[(table->top_before >> 8) - BOMBS][1]++;
    for (int i = 0; i < table->debts; i++) {
        int payer = table->payers[i];
        if (table->resisted) {
            table->counts[payer].resisted = table->counts[(payer + 2) % SEATS].resisted = 1;
        } else {
            table->counts[payer].paid++;
            table->counts[table->owed_to[i]].received++;
        }
    }
}

/* ---- the play ---- */

/* "In turn: play, or pass."  The first to act opens the play: who that may be is said above. */
static bool is_turn(struct table *table, int seat) {
    if (table->turn == NONE) {
        int first = leader(table);
        if (!is_settled(table))
            return false;
        table->turn = first == NONE ? seat : first;
        for (int i = 0; i < SEATS; i++)
            table->seen_left[i] = table->left[i];
    }
    return table->turn == seat;
}

/* "When all others who hold cards have passed after a play, its player leads. If that player has no cards left, the
 * partner leads (hitchhike). A player without cards is passed over." */
static void pass(struct table *table) {
    if (table->turn != table->closer) {
        table->turn = table->following[table->turn];
        return;
    }
    table->turn = table->out[table->owner] ? (table->owner + 2) % SEATS : table->owner;
    table->owner = table->closer = NONE;
    table->top = 0;
}

/* "The hand ends when both of a team are out ... when banker and follower are partners the other two are both dwellers
 * and share the places. Otherwise the one left is last." */
static void go_out(struct table *table, int seat) {
    int before = table->preceding[seat], after = table->following[seat];
    table->following[before] = after;
    table->preceding[after] = before;
    table->out[seat] = true;
    table->finish[table->places++] = seat;
    if (!table->out[(seat + 2) % SEATS])
        return;
    table->ended = true;
    for (int other = 0, place = table->places; other < SEATS; other++)
        if (!table->out[other])
            table->finish[place++] = other;
}

/* Reads the cards of a play, with what wild cards stand for, and takes them from the hand. */
static enum reason take_cards(struct table *table, int seat, const struct span *words, unsigned count,
                              struct shape *shape, bool *claimed) {
    for (unsigned i = 0; i < count; i++) {
        const unsigned char *mark = memchr(words[i].at, '=', words[i].size);
        size_t size = mark == NULL ? words[i].size : (size_t)(mark - words[i].at);
        int card = parse_card(words[i].at, size);
        if (card == NO_CARD)
            return ACTION_TEXT;
        if (table->held[seat][card] == 0)
            return PLAY_FAULT;
        table->held[seat][card]--;
        if (mark == NULL) {
            add_card(shape, card, table->level);
            continue;
        }
        /* "A claim on another card, or of a joker, is `malformed`." */
        size_t rest = words[i].size - size - 1;
        int rank = parse_rank(mark + 1, rest), meant = parse_card(mark + 1, rest);
        if (card != wild_card(table->level) || (rank == NO_RANK && (meant == NO_CARD || meant >= BLACK_JOKER)))
            return ACTION_TEXT;
        add_claim(shape, rank == NO_RANK ? meant / SUITS : rank, rank == NO_RANK ? meant % SUITS : -1);
        *claimed = true;
    }
    return CLEAN;
}

static struct note note_of(const struct table *table, int kind, int seat) {
    struct note note = table->note;
    note.kind = kind;
    note.seat = seat;
    return note;
}

static bool add_note(struct notes *notes, struct note note) {
    if (notes->count == notes->room)
        return false;
    notes->list[notes->count++] = note;
    return true;
}

static enum reason play(struct table *table, int seat, const struct span *words, unsigned count) {
    struct shape shape = {.size = 0};
    struct readings readings;
    bool claimed = false;
    if (!is_turn(table, seat) || count == 0 || (int)count > table->left[seat])
        return PLAY_FAULT;
    int held = table->held[seat][wild_card(table->level)];
    enum reason reason = take_cards(table, seat, words, count, &shape, &claimed);
    if (reason != CLEAN)
        return reason;
    read_shape(&shape, table->level, table->rules->joker_pair_in_full_house != 0, &readings);
    if (table->top == 0 && !claimed && is_tube_and_plate(&readings)
        && !add_note(table->notes, note_of(table, AMBIGUOUS_WILD, seat)))
        return NOTES;
    form best = table->top == 0 ? highest(&readings) : highest_that_beats(&readings, table->top);
    /* "a lone wild card claimed as anything but a level card is `not-a-combination`". */
    if (best == 0 || (claimed && count == 1 && best != (SINGLE << 8 | LEVEL_STRENGTH)))
        return PLAY_FAULT;
    count_play(table, seat, best, (int)count, held - table->held[seat][wild_card(table->level)]);
    table->top = best;
    table->owner = seat;
    table->closer = table->preceding[seat];
    table->turn = table->following[seat];
    table->left[seat] -= (int)count;
    if (table->left[seat] == 0)
        go_out(table, seat);
    return CLEAN;
}

/* "A player left with 10 cards or fewer reports the count ... each seat must also have reported by its next turn after
 * coming to 10 or fewer for the first time (a seat that went out before that need not)."  Only a hand with some report
 * has missing ones, so that they count at its end. */
static void watch_reports(struct table *table, int seat, int cards) {
    if (table->due[seat]) {
        table->due[seat] = false;
        table->note.count = table->seen_left[seat];
        table->missing[table->missed++] = note_of(table, REPORT_MISSING, seat);
    }
    table->seen_left[seat] -= cards;
    if (table->seen_left[seat] <= REPORT_AT && !table->came_to_ten[seat])
        table->came_to_ten[seat] = table->due[seat] = true;
    table->due[seat] = table->due[seat] && table->seen_left[seat] > 0;
}

/* "A `report` may stand anywhere in the play, by any seat, and must be true." */
static enum reason report(struct table *table, int seat, const struct span *words, unsigned count) {
    if (count != 3 || words[2].size < 1 || words[2].size > 2)
        return ACTION_TEXT;
    int number = 0;
    for (size_t i = 0; i < words[2].size; i++) {
        if (words[2].at[i] < '0' || words[2].at[i] > '9')
            return ACTION_TEXT;
        number = number * 10 + (words[2].at[i] - '0');
    }
    unsigned held;
    count_cards(table->held[seat], &held);
    if (number != (int)held)
        return REPORT_FAULT;
    table->reported = true;
    table->due[seat] = false;
    return CLEAN;
}

/* The word of an action that is nothing but a seat and `pass`; empty for all other actions. */
static struct span passer(struct span text) {
    static const char pass[] = {' ', 'p', 'a', 's', 's'};
    bool passes = text.size > sizeof pass && memcmp(text.at + text.size - sizeof pass, pass, sizeof pass) == 0;
    return (struct span){text.at, passes ? text.size - sizeof pass : 0};
}

static enum reason do_pass(struct table *table, int seat) {
    if (table->ended)
        return ACTION_FAULT;
    if (!is_turn(table, seat) || table->top == 0)
        return PLAY_FAULT;
    if (table->due[seat])
        watch_reports(table, seat, 0);
    count_pass(table, seat);
    pass(table);
    return CLEAN;
}

static enum reason act(struct table *table, struct span text) {
    struct span words[MOST_WORDS];
    int passing = seat_named(table->seats, passer(text));
    if (passing != NONE) {
        count_time(table, passing, false);
        return do_pass(table, passing);
    }
    bool timed = false;
    unsigned count = split(text, words);
    if (count > 2 && words[count - 1].at[0] == '@') {
        timed = move_clock(table, words[--count]);
        if (!timed)
            return CLOCK;
    }
    if (count < 2)
        return ACTION_TEXT;
    int seat = seat_named(table->seats, words[0]);
    if (seat == NONE)
        return ACTION_TEXT;
    if (table->ended)
        return ACTION_FAULT;
    count_time(table, seat, timed);
    if (same(words[1], "pass"))
        return count == 2 ? do_pass(table, seat) : ACTION_TEXT;
    if (same(words[1], "play")) {
        enum reason reason = play(table, seat, words + 2, count - 2);
        if (reason == CLEAN)
            watch_reports(table, seat, (int)count - 2);
        return reason;
    }
    if (same(words[1], "report"))
        return report(table, seat, words, count);
    if (same(words[1], "tribute") || same(words[1], "return") || same(words[1], "resist"))
        return exchange(table, seat, words, count);
    return ACTION_TEXT;
}

/* ---- what is recorded ---- */

/* "`finish` (seats in order; a list inside it means shared places)": the seats in their order; `group[i]` is the number
 * of the item that seat i of `flat` stood in. */
static bool read_places(struct cursor *text, const struct span *seats, int flat[SEATS], int group[SEATS], int *count) {
    uint32_t seen = 0;
    bool begun = false;
    int groups = 0;
    enum step step;
    *count = 0;
    if (!take(text, '['))
        return false;
    while ((step = next_item(text, &begun)) == MORE) {
        bool nested = take(text, '['), inner = false;
        int items = 0;
        while (nested ? (step = next_item(text, &inner)) == MORE : items == 0) {
            struct span name;
            if (!read_string(text, &name))
                return false;
            int seat = seat_named(seats, name);
            if (seat == NONE || !first_time(&seen, (unsigned)seat))
                return false;
            flat[*count] = seat;
            group[(*count)++] = groups;
            items++;
        }
        if (items == 0 || (nested && step != END))
            return false;
        groups++;
    }
    return step == END;
}

static int place_of(const int finish[SEATS], bool shared, int seat) {
    for (int i = 0; i < SEATS; i++)
        if (finish[i] == seat)
            return shared && i == 3 ? 2 : i;
    return NONE;
}

/* "A recorded `finish` may stop early: what is there is compared, and seats that share places may stand flat, in any
 * order." */
static bool finish_agrees(const int flat[SEATS], const int group[SEATS], int count, const int finish[SEATS],
                          bool shared) {
    for (int i = 0; i < count; i++) {
        int place = place_of(finish, shared, flat[i]);
        if (place != (shared && i == 3 ? 2 : i))
            return false;
        if (i > 0 && group[i] == group[i - 1] && place != place_of(finish, shared, flat[i - 1]))
            return false;
    }
    return true;
}

/* An object whose keys are seats and whose values are whole numbers; which seats it has is in `seen`. */
static bool read_points(struct cursor *text, const struct span *seats, int64_t points[SEATS], uint32_t *seen) {
    bool begun = false;
    struct span key;
    enum step step;
    *seen = 0;
    if (!take(text, '{'))
        return false;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        int seat = seat_named(seats, key);
        if (seat == NONE || !first_time(seen, (unsigned)seat) || !read_whole(text, &points[seat]))
            return false;
    }
    return step == END;
}

static bool points_agree(const int64_t points[SEATS], uint32_t seen, const int64_t computed[SEATS]) {
    for (int seat = 0; seat < SEATS; seat++)
        if (seen >> seat & 1 && points[seat] != computed[seat])
            return false;
    return true;
}

/* "each team's level, keyed by any seat of the team": of teams that have none, NO_RANK. */
static bool read_levels(struct cursor *text, const struct span *seats, int levels[2]) {
    uint32_t seen = 0;
    bool begun = false;
    struct span key, value;
    enum step step;
    levels[0] = levels[1] = NO_RANK;
    if (!take(text, '{'))
        return false;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        int seat = seat_named(seats, key);
        if (seat == NONE || !first_time(&seen, (unsigned)seat) || !read_string(text, &value))
            return false;
        int level = parse_rank(value.at, value.size);
        if (level == NO_RANK || (levels[seat % 2] != NO_RANK && levels[seat % 2] != level))
            return false;
        levels[seat % 2] = level;
    }
    return step == END;
}

static bool levels_agree(const int levels[2], const int computed[2]) {
    for (int team = 0; team < 2; team++)
        if (levels[team] != NO_RANK && levels[team] != computed[team])
            return false;
    return true;
}

/* ---- the setup ---- */

struct setup {
    bool has_totals, has_previous;
    int first, level;
    int levels[2];
    int flat[SEATS], group[SEATS], count;
    int64_t totals[SEATS], failures[SEATS];
    uint32_t total_seats, failure_seats;
};

static enum reason read_setup(struct cursor text, const struct span *seats, struct setup *setup) {
    static const char *const fields[] = {"totals", "first", "level", "levels", "previous", "failures"};
    uint32_t seen = 0;
    bool begun = false;
    struct span key, value;
    enum step step;
    if (!take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        unsigned field = 0;
        bool good = false;
        while (field < 6 && !same(key, fields[field]))
            field++;
        if (field == 6 || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        switch (field) {
        case 0:
            good = read_points(&text, seats, setup->totals, &setup->total_seats);
            break;
        case 1:
            good = read_string(&text, &value) && (setup->first = seat_named(seats, value)) != NONE;
            break;
        case 2:
            good = read_string(&text, &value) && (setup->level = parse_rank(value.at, value.size)) != NO_RANK;
            break;
        case 3:
            good = read_levels(&text, seats, setup->levels);
            break;
        case 4:
            good = read_places(&text, seats, setup->flat, setup->group, &setup->count) && setup->count > 0;
            break;
        default:
            good = read_points(&text, seats, setup->failures, &setup->failure_seats);
        }
        if (!good)
            return SETUP_FIELD;
    }
    setup->has_totals = seen & 1u << 0;
    setup->has_previous = seen & 1u << 4;
    return step == END ? CLEAN : NOT_PLAIN;
}

/* "`previous`: the order of finish of the hand before": the whole order that follows from its beginning. */
static bool complete_finish(const struct setup *setup, struct standing *standing) {
    const int *flat = setup->flat;
    if (setup->count < 2)
        return false;
    bool partners = (flat[0] - flat[1]) % 2 == 0;
    if (!partners && setup->count < 3)
        return false;
    int place = partners ? 2 : setup->count;
    memcpy(standing->previous, flat, (size_t)place * sizeof *flat);
    for (int seat = 0; seat < SEATS; seat++) {
        bool placed = false;
        for (int i = 0; i < place; i++)
            placed = placed || standing->previous[i] == seat;
        if (!placed)
            standing->previous[place++] = seat;
    }
    standing->previous_shared = partners;
    standing->has_previous = true;
    return true;
}

/* "a log that begins in mid-match": what is stated before the first hand is believed.  Levels that are not stated, where
 * they hang on what is, are unknown. */
static enum reason begin(struct standing *standing, const struct setup *setup, bool tribute) {
    for (int seat = 0; seat < SEATS; seat++)
        if (setup->total_seats >> seat & 1)
            standing->totals[seat] = setup->totals[seat];
    if (setup->has_previous) {
        if (!complete_finish(setup, standing))
            return TRIBUTE_UNKNOWN;
        standing->setter = setup->flat[0] % 2;
    } else if (tribute && (setup->level > 0 || setup->levels[0] > 0 || setup->levels[1] > 0)) {
        return TRIBUTE_UNKNOWN;
    }
    if (setup->levels[0] != NO_RANK && setup->levels[1] != NO_RANK)
        memcpy(standing->levels, setup->levels, sizeof setup->levels);
    else if (setup->levels[0] != NO_RANK || setup->levels[1] != NO_RANK
             || (setup->level != NO_RANK ? setup->level != 0 : standing->setter != NONE))
        return LEVEL_UNKNOWN;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!(setup->failure_seats >> seat & 1))
            continue;
        int64_t failures = setup->failures[seat];
        int64_t partner = setup->failure_seats >> (seat + 2) % SEATS & 1 ? setup->failures[(seat + 2) % SEATS] : failures;
        if (failures < 0 || failures > 9 || partner != failures)
            return SETUP_FIELD;
        standing->failures[seat % 2] = (int)failures;
    }
    return CLEAN;
}

/* "`setup-mismatch`: a `setup` fact contradicts the hands before": after the first hand, all that is stated must be what
 * follows from these. */
static bool setup_agrees(const struct standing *standing, const struct setup *setup, int level) {
    for (int seat = 0; seat < SEATS; seat++)
        if (setup->failure_seats >> seat & 1 && setup->failures[seat] != standing->failures[seat % 2])
            return false;
    return (!setup->has_totals
            || (setup->total_seats == 0xF && points_agree(setup->totals, setup->total_seats, standing->totals)))
           && levels_agree(setup->levels, standing->levels)
           && (!setup->has_previous
               || finish_agrees(setup->flat, setup->group, setup->count, standing->previous,
                                standing->previous_shared))
           && (setup->level == NO_RANK || setup->level == level);
}

/* ---- the score ---- */

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
    if (rules->a_failure_is == DWELLER_FINISH && !(setter == team && steps == 1))
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
                   struct hand_facts *facts) {
    static const int steps_by_place[] = {0, 3, 2, 1};
    int team = table->finish[0] % 2, place = 1;
    while (table->finish[place] % 2 != team)
        place++;
    int steps = steps_by_place[place], before[2] = {standing->levels[0], standing->levels[1]};
    int gained = steps < ACE - before[team] ? steps : ACE - before[team];
    bool won = table->level == ACE && steps != 1 && rules->win_at != REACH_A && before[team] == ACE
               && (rules->win_at != OWN_A || standing->setter == team);
    standing->levels[team] += gained;
    won = won || (rules->win_at == REACH_A && standing->levels[team] == ACE);
    facts->level = table->level;
    facts->setter = standing->setter;
    count_failure(standing, rules, table->level, before, team, steps, won);
    standing->setter = team;
    memcpy(standing->previous, table->finish, sizeof table->finish);
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
        facts->finish[i] = table->finish[i];
    facts->shared = standing->previous_shared;
    facts->team = team;
    facts->gained = gained;
    facts->won = won;
    facts->levels[0] = standing->levels[0];
    facts->levels[1] = standing->levels[1];
}

/* "every part is optional and every part present is checked". */
static enum reason check_result(struct cursor text, const struct table *table, const struct hand_facts *facts) {
    static const char *const fields[] = {"finish", "scores", "levels"};
    uint32_t seen = 0, named;
    bool begun = false;
    struct span key;
    enum step step;
    int flat[SEATS], group[SEATS], count, levels[2];
    int64_t points[SEATS] = {0}, computed[SEATS];
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
            good = read_places(&text, table->seats, flat, group, &count);
            agrees = good && finish_agrees(flat, group, count, table->finish, facts->shared != 0);
        } else if (field == 1) {
            good = read_points(&text, table->seats, points, &named);
            agrees = good && points_agree(points, named, computed);
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

/* "`result` of the match: `ended` (`"time"`: the table stopped by the clock; then ... in guandan the higher level wins),
 * `totals`, `winner` (list of seats)." */
static enum reason conclude(struct cursor text, const struct span *seats, struct standing *standing, int32_t *timed) {
    static const char *const fields[] = {"ended", "totals", "winner"};
    uint32_t seen = 0, named = 0;
    bool begun = false, has_winner = false;
    struct span key, value;
    enum step step;
    int64_t points[SEATS] = {0};
    int winners = 0;
    if (!take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        unsigned field = 0;
        while (field < 3 && !same(key, fields[field]))
            field++;
        if (field == 3 || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        if (field == 0) {
            if (!read_string(&text, &value) || !same(value, "time"))
                return RESULT_FIELD;
            *timed = 1;
            if (!standing->over)
                standing->winner = higher_team(standing);
        } else if (field == 1) {
            if (!read_points(&text, seats, points, &named))
                return RESULT_FIELD;
        } else {
            bool inner = false;
            if (!take(&text, '['))
                return RESULT_FIELD;
            has_winner = true;
            while ((step = next_item(&text, &inner)) == MORE) {
                int seat = read_string(&text, &value) ? seat_named(seats, value) : NONE;
                if (seat == NONE)
                    return RESULT_FIELD;
                winners |= 1 << seat;
            }
            if (step != END)
                return NOT_PLAIN;
        }
    }
    if (step != END)
        return NOT_PLAIN;
    int expected = (standing->winner & 1 ? 5 : 0) | (standing->winner & 2 ? 10 : 0);
    return points_agree(points, named, standing->totals) && (!has_winner || winners == expected) ? CLEAN
                                                                                                : RESULT_DIFFERS;
}

/* ---- the match ---- */

static struct cursor from(const unsigned char *bytes, size_t size, uint32_t place) {
    return (struct cursor){bytes + (place < size ? place : size), bytes + size};
}

static void lay(struct table *table, const struct rules *rules, const struct span *seats, int level, int first) {
    memset(table, 0, sizeof *table);
    table->rules = rules;
    table->seats = seats;
    table->level = level;
    table->turn = table->owner = table->closer = NONE;
    table->before = NONE;
    table->first = first;
    table->paid[0] = table->paid[1] = NO_CARD;
    table->owed_to[0] = table->owed_to[1] = NONE;
    for (int seat = 0; seat < SEATS; seat++) {
        table->following[seat] = (seat + 1) % SEATS;
        table->preceding[seat] = (seat + 3) % SEATS;
    }
}

static enum reason play_hand(struct table *table, struct cursor text) {
    bool begun = false;
    struct span action;
    enum step step;
    unsigned count = 0;
    if (!take(&text, '['))
        return NOT_PLAIN;
    while ((step = next_item(&text, &begun)) == MORE) {
        if (count++ == MOST_ACTIONS || !read_string(&text, &action))
            return NOT_PLAIN;
        table->note.at = (uint32_t)(action.at - table->bytes);
        table->note.size = (uint32_t)action.size;
        enum reason reason = act(table, action);
        table->note.action++;
        if (reason != CLEAN)
            return reason;
    }
    if (step != END)
        return NOT_PLAIN;
    if (!table->ended)
        return NOT_FINISHED;
    count_rest(table);
    if (table->reported && table->rules->reporting == REPORTING_WARN)
        for (int i = 0; i < table->missed; i++)
            if (!add_note(table->notes, table->missing[i]))
                return NOTES;
    return CLEAN;
}

enum reason fupan_guandan(const unsigned char *bytes, size_t size, const struct match_text *match,
                          const struct hand_text *hands, const struct rules *rules, struct hand_facts *facts,
                          struct notes *notes, struct hand_counts *counts, struct match_facts *whole) {
    struct standing standing = {.setter = NONE};
    struct span seats[SEATS];
    *whole = (struct match_facts){.setter = NONE};
    if (match->players != SEATS)
        return PLAYERS_FIELD;
    for (int seat = 0; seat < SEATS; seat++) {
        struct cursor name = from(bytes, size, match->seat[seat]);
        if ((size_t)(name.end - name.at) < match->seat_size[seat])
            return PLAYERS_FIELD;
        seats[seat] = (struct span){name.at, match->seat_size[seat]};
    }
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
