/* The course of a hand of Chinese poker, dealt closed or placed face up. */
#include "poker_table.h"

/* The parts of a closed hand, in order. */
enum { CLAIMING, STAYING, ANNOUNCING, SETTING, PARTS };
/* The word after the rows to which a card is placed. */
enum { DISCARD = ROWS };

static const char *const row_names[] = {ROW_NAMES, "discard"};

/* "Back must rank at least as high as middle, and middle at least as high as front"; with `middle = deuce_to_seven` "only
 * back against front is held to order". */
static void lay(struct table *table, struct board *board) {
    const struct rules *rules = table->rules;
    bool low = rules->middle == MIDDLE_DEUCE_TO_SEVEN;
    for (int row = 0; row < ROWS; row++)
        poker_read_row(board->facts->cards + row_begins[row], row_sizes[row], rules->wheel == WHEEL_SECOND,
                       low && row == MIDDLE, &board->rows[row]);
    const struct poker_row *rows = board->rows;
    board->misset = low ? rows[BACK].strength < rows[FRONT].strength
                        : rows[MIDDLE].strength < rows[FRONT].strength || rows[BACK].strength < rows[MIDDLE].strength;
    board->facts->laid = 1;
    board->facts->at = table->done;
    if (board->misset)
        table->facts->noted = 1;
}

static bool is_pending(const struct board *board) {
    return !board->facts->laid && !board->facts->surrendered && board->facts->natural == NONE;
}

/* "The hand ends when every other seat has set; where only one is left, at once: its `set` may follow". */
static bool has_ended(const struct table *table) {
    unsigned left = 0;
    bool pending = false;
    for (int board = 0; board < table->boards; board++) {
        const struct board *each = &table->of[board];
        pending = pending || is_pending(each);
        if (each->facts->natural == NONE && !each->facts->surrendered)
            left |= 1u << each->seat;
    }
    return !pending || (table->rules->dealing == DEALING_CLOSED && (left & (left - 1)) == 0);
}

/* The number of a word among some; NONE if it is none of them. */
static int number_of(struct span word, const char *const *words, int count) {
    for (int number = 0; number < count; number++)
        if (same(word, words[number]))
            return number;
    return NONE;
}

/* "`set`: `FRONT / MIDDLE / BACK`, cards": all of a board, each once; of a seat in fantasyland, some of them. */
static bool read_setting(const struct table *table, struct board *board, const struct span *words, unsigned count) {
    int number = (int)(board - table->of), laid = 0;
    bool seen[PACK] = {false};
    if (count != BOARD_CARDS + ROWS - 1)
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (i == FRONT_CARDS || i == FRONT_CARDS + 1 + LONG_CARDS) {
            if (!same(words[i], "/"))
                return false;
            continue;
        }
        int card = parse_card(words[i].at, words[i].size);
        if (card == NO_CARD || card >= PACK || seen[card] || table->owner[card] != number)
            return false;
        seen[card] = true;
        board->facts->cards[laid++] = (int8_t)card;
    }
    return true;
}

/* "A natural is claimed before the rows are set": one that is held. */
static enum reason claim(struct table *table, struct board *board, const struct span *words, unsigned count) {
    static const char *const names[NATURALS] = {NATURAL_NAMES};
    int natural = count == 1 ? number_of(words[0], names, NATURALS) : NONE, number = (int)(board - table->of), found = 0;
    if (natural == NONE || table->rules->points[natural] == 0)
        return ACTION_FAULT;
    for (int card = 0; card < PACK; card++)
        if (table->owner[card] == number)
            board->facts->cards[found++] = (int8_t)card;
    if (!poker_holds(natural, board->facts->cards, table->rules->natural_qka, board->key))
        return ACTION_FAULT;
    board->facts->natural = (int8_t)natural;
    board->facts->at = table->done;
    return CLEAN;
}

/* "`royalty`: `front`, `middle` or `back` (one or more): royalties announced". */
static enum reason announce(struct table *table, struct board *board, const unsigned char *text,
                            const struct span *words, unsigned count) {
    if (count == 0)
        return ACTION_TEXT;
    for (unsigned i = 0; i < count; i++) {
        int row = number_of(words[i], row_names, ROWS);
        if (row == NONE || board->facts->columns[row] != NONE)
            return ACTION_TEXT;
        board->facts->columns[row] = (int32_t)(words[i].at - text);
    }
    board->facts->announced_at = table->done;
    table->facts->noted = 1;
    return CLEAN;
}

/* Whether a seat, at a place in the order of play, may act for some boards in a part of the hand.  "From the seat after
 * `setup.dealer` on: a natural may be claimed; then each says `in` or `surrender`; then each announces royalties; then all
 * `set` (the order of `set` is free) ... but the order never goes back.  A verb of an earlier part after a later one, or
 * the same seat twice in one part, is `unexpected-action`." */
static bool take_part(struct table *table, int place, int part, unsigned boards) {
    if (part < table->part || (part == table->part && table->acted & boards)
        || (part == table->part && part < SETTING && place < table->reached))
        return false;
    table->acted = boards | (part == table->part ? table->acted : 0);
    table->part = part;
    table->reached = place;
    return true;
}

static enum reason act_closed(struct table *table, int seat, const unsigned char *text, const struct span *words,
                              unsigned count) {
    static const char *const verbs[] = {
        [CLAIMING] = "natural", [STAYING] = "in", [ANNOUNCING] = "royalty", [SETTING] = "set",
    };
    int each = table->boards / table->players, number = seat * each;
    int place = (seat - table->first + table->players) % table->players;
    bool surrenders = same(words[0], "surrender"), pending = false;
    int part = surrenders ? STAYING : number_of(words[0], verbs, PARTS);
    if (part == NONE)
        return ACTION_TEXT;
    if (table->rules->scoring == SCORING_BEST_ROW && (part == CLAIMING || part == ANNOUNCING || surrenders))
        return ACTION_FAULT;
    /* "With two hands each, these verbs take `1:` or `2:` first; `surrender` without it gives up both." */
    bool one = each > 1 && count > 1 && (same(words[1], "1:") || same(words[1], "2:")), both = each > 1 && !one;
    if (both && part != STAYING)
        return ACTION_TEXT;
    for (int board = number; board < number + each; board++)
        pending = pending || is_pending(&table->of[board]);
    number += one && words[1].at[0] == '2';
    words += one ? 2 : 1;
    count -= one ? 2 : 1;
    struct board *board = &table->of[number];
    if ((!pending && has_ended(table)) || (part == SETTING && !is_pending(board))
        || !take_part(table, place, part, FIRST(both ? 2 : 1) << number))
        return ACTION_FAULT;
    if (part == CLAIMING)
        return claim(table, board, words, count);
    if (part == ANNOUNCING)
        return announce(table, board, text, words, count);
    if (part == SETTING) {
        if (!read_setting(table, board, words, count))
            return ACTION_FAULT;
        lay(table, board);
        return CLEAN;
    }
    if (count > 0)
        return ACTION_TEXT;
    if (surrenders && table->rules->surrender == 0)
        return ACTION_FAULT;
    for (int i = 0; i < (both ? 2 : 1) && surrenders; i++)
        if (board[i].facts->natural == NONE)
            board[i].facts->surrendered = 1;
    return CLEAN;
}

static int turns_of(const struct table *table) {
    return 1 + (BOARD_CARDS - FIRST_CARDS) / (table->rules->dealing == DEALING_PINEAPPLE ? 2 : 1);
}

/* "in turn from the seat after the dealer"; of seats in fantasyland "the others' turns pass it over". */
static int seat_in_turn(const struct table *table) {
    int found = NONE, from = table->last == NONE ? table->first : table->last + 1;
    for (int i = 0; i < table->players; i++) {
        int seat = (from + i) % table->players;
        if (table->fantasyland[seat] == 0 && table->taken[seat] < turns_of(table)
            && (found == NONE || table->taken[seat] < table->taken[found]))
            found = seat;
    }
    return found;
}

/* "Five cards are placed first, then eight one at a time"; in pineapple "five, then four times three dealt, two placed, one
 * discarded"; "a card once placed stays". */
static enum reason place(struct table *table, int seat, const struct span *words, unsigned count) {
    bool pineapple = table->rules->dealing == DEALING_PINEAPPLE, seen[PACK] = {false};
    int turn = table->taken[seat], drawn = turn == 0 ? FIRST_CARDS : pineapple ? 3 : 1, away = 0;
    int begin = turn == 0 ? 0 : FIRST_CARDS + (turn - 1) * drawn;
    struct board *board = &table->of[seat];
    if (seat_in_turn(table) != seat || count != (unsigned)drawn)
        return ACTION_FAULT;
    for (unsigned i = 0; i < count; i++) {
        const unsigned char *mark = memchr(words[i].at, ':', words[i].size);
        if (mark == NULL)
            return ACTION_TEXT;
        size_t size = (size_t)(mark - words[i].at);
        int card = parse_card(words[i].at, size);
        struct span target = {mark + 1, words[i].size - size - 1};
        int row = number_of(target, row_names, pineapple ? DISCARD + 1 : ROWS);
        if (card == NO_CARD || card >= PACK || row == NONE)
            return ACTION_TEXT;
        if (seen[card] || table->owner[card] != seat || table->place[card] < begin
            || table->place[card] >= begin + drawn)
            return ACTION_FAULT;
        seen[card] = true;
        if (row == DISCARD)
            away++;
        else if (table->filled[seat][row] == row_sizes[row])
            return ACTION_FAULT;
        else
            board->facts->cards[row_begins[row] + table->filled[seat][row]++] = (int8_t)card;
    }
    if (away != (pineapple && turn > 0))
        return ACTION_FAULT;
    table->last = seat;
    if (++table->taken[seat] == turns_of(table))
        lay(table, board);
    return CLEAN;
}

/* "its only action is `set F / M / B`, at its first turn or later in the hand". */
static enum reason set_at_once(struct table *table, int seat, const struct span *words, unsigned count) {
    if (table->fantasyland[seat] == 0 || table->of[seat].facts->laid)
        return ACTION_FAULT;
    for (int before = table->first; before != seat; before = (before + 1) % table->players)
        if (table->fantasyland[before] == 0 && table->taken[before] == 0)
            return ACTION_FAULT;
    if (!read_setting(table, &table->of[seat], words, count))
        return ACTION_FAULT;
    lay(table, &table->of[seat]);
    return CLEAN;
}

/* Does one action of a hand. */
static enum reason act(void *hand, const struct action *action) {
    struct table *table = hand;
    if (action->passes)
        return ACTION_TEXT;
    table->done = action->number;
    const struct span *words = action->words + 1;
    unsigned count = action->count - 1;
    if (table->rules->dealing == DEALING_CLOSED)
        return act_closed(table, action->seat, action->text.at, words, count);
    /* "No naturals, no surrender, nothing announced". */
    return same(words[0], "place") ? place(table, action->seat, words + 1, count - 1)
           : same(words[0], "set") ? set_at_once(table, action->seat, words + 1, count - 1)
                                   : ACTION_TEXT;
}

enum reason poker_play_hand(struct table *table, struct cursor text) {
    enum reason reason = run_actions(text, table->match, &table->clock, act, table);
    return reason != CLEAN || has_ended(table) ? reason : NOT_FINISHED;
}
