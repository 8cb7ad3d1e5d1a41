/* The settlement of a hand of Chinese poker. */
#include "poker_table.h"

/* What one board wins of another. */
struct settled {
    int64_t units;
    int64_t whole; /* the units of a scoop that a home run multiplies */
    int scoop;     /* 1: the first scooped the second by its rows; -1: the second the first */
};

static int sign_of(int64_t difference) { return (difference > 0) - (difference < 0); }

/* "`royalty_limit = one`: of the royalties that a seat holds and that may be paid only the dearest counts, whoever wins its
 * row (of several equally dear, one in a row that it wins from it, if there is one; of several such, the one farthest
 * back)". */
static void count_royalties(const struct rules *rules, const struct board *board, const int won[ROWS], int sign,
                            int64_t counting[ROWS]) {
    int dearest = FRONT;
    for (int row = 0; row < ROWS; row++) {
        counting[row] = board->royalties[row];
        if (counting[row] > counting[dearest]
            || (counting[row] == counting[dearest] && (won[row] == sign || won[dearest] != sign)))
            dearest = row;
    }
    for (int row = 0; row < ROWS && rules->royalty_limit == ROYALTY_LIMIT_ONE; row++)
        if (row != dearest)
            counting[row] = 0;
}

/* "`royalty_rule`: `winner` (a row's winner alone is paid its royalty), `cancel` (as `winner`, but when both hold a royalty
 * in the row neither is paid), `net` (each is paid its own, won or lost)." */
static int64_t royalties_between(const struct rules *rules, const struct board *one, const struct board *other,
                                 const int won[ROWS]) {
    int64_t mine[ROWS], theirs[ROWS], units = 0;
    count_royalties(rules, one, won, 1, mine);
    count_royalties(rules, other, won, -1, theirs);
    for (int row = 0; row < ROWS; row++) {
        if (rules->royalty_rule == ROYALTY_RULE_NET)
            units += mine[row] - theirs[row];
        else if (rules->royalty_rule != ROYALTY_RULE_CANCEL || mine[row] == 0 || theirs[row] == 0)
            units += won[row] > 0 ? mine[row] : won[row] < 0 ? -theirs[row] : 0;
    }
    return units;
}

/* "1. Either has claimed a natural that it holds: the stronger wins its points"; "`all_low` and `all_high` tie". */
static int64_t by_naturals(const struct rules *rules, const struct board *one, const struct board *other) {
    int mine = one->facts->natural, theirs = other->facts->natural;
    int rank = mine == ALL_HIGH ? ALL_LOW : mine, against = theirs == ALL_HIGH ? ALL_LOW : theirs;
    int won = mine == NONE      ? -1
              : theirs == NONE  ? 1
              : rank != against ? sign_of(against - rank)
                                : sign_of(memcmp(one->key, other->key, sizeof one->key));
    return won > 0 ? rules->points[mine] : won < 0 ? -(int64_t)rules->points[theirs] : 0;
}

/* "3. With `misset = scooped`: both mis-set: nothing; one did: it pays what a scoop costs without royalties (rows,
 * `overall`, `scoop_bonus`, times `scoop_multiplier`), and with `royalties_against_foul` also the other's royalties." */
static int64_t by_foul(const struct rules *rules, const struct board *one, const struct board *other) {
    static const int all_won[ROWS] = {1, 1, 1};
    int64_t paid[ROWS], cost = (int64_t)rules->row_unit * ROWS + rules->overall + rules->scoop_bonus;
    cost *= rules->scoop_multiplier;
    count_royalties(rules, one->misset ? other : one, all_won, 1, paid);
    for (int row = 0; row < ROWS && rules->royalties_against_foul; row++)
        cost += paid[row];
    return cost * (other->misset - one->misset);
}

/* "4. Otherwise row by row: the better row wins `row_unit`, equal rows nothing. Who wins two or three rows gets `overall`;
 * who wins all three `scoop_bonus` more, and the whole (without royalties) is multiplied by `scoop_multiplier`.  Royalties
 * come on top; with `scoop_multiplies_royalties` they are multiplied like the rest". */
static void by_rows(const struct rules *rules, const struct board *one, const struct board *other,
                    struct settled *pair) {
    int won[ROWS], rows[2] = {0};
    for (int row = 0; row < ROWS; row++) {
        won[row] = sign_of((int64_t)one->rows[row].strength - other->rows[row].strength);
        rows[0] += won[row] > 0;
        rows[1] += won[row] < 0;
    }
    int64_t base = (int64_t)rules->row_unit * (rows[0] - rows[1]);
    base += (int64_t)rules->overall * ((rows[0] >= 2) - (rows[1] >= 2));
    base += (int64_t)rules->scoop_bonus * ((rows[0] == ROWS) - (rows[1] == ROWS));
    int64_t royalties = royalties_between(rules, one, other, won);
    pair->scoop = (rows[0] == ROWS) - (rows[1] == ROWS);
    if (pair->scoop != 0 && rules->scoop_multiplies_royalties) {
        base += royalties;
        royalties = 0;
    }
    if (pair->scoop != 0)
        pair->whole = base *= rules->scoop_multiplier;
    pair->units = base + royalties;
}

/* "Settlement is between every two seats, in units". */
static struct settled settle_pair(const struct rules *rules, const struct board *one, const struct board *other) {
    struct settled pair = {.units = 0};
    if (one->facts->natural != NONE || other->facts->natural != NONE)
        pair.units = by_naturals(rules, one, other);
    else if (one->facts->surrendered || other->facts->surrendered)
        /* "2. Both surrendered: nothing. One did: it pays `surrender` units." */
        pair.units = (int64_t)rules->surrender * (other->facts->surrendered - one->facts->surrendered);
    else if ((one->misset || other->misset) && rules->misset == MISSET_SCOOPED)
        pair.units = by_foul(rules, one, other);
    else
        by_rows(rules, one, other, &pair);
    return pair;
}

/* "A royalty is due only when the row's owner is not mis-set"; "`royalty_announced = true`: one not announced before the
 * rows are shown is not paid"; "`royalty_broken = false`: a royalty in a row that holds part of a four of a kind which the
 * seat split ... is not paid". */
static void earn(const struct rules *rules, struct board *board) {
    memset(board->royalties, 0, sizeof board->royalties);
    if (!board->facts->laid || board->misset)
        return;
    unsigned lost = rules->royalty_broken ? 0 : poker_broken(board->facts->cards);
    for (int row = 0; row < ROWS; row++) {
        const struct poker_row *own = &board->rows[row];
        bool announced = rules->dealing != DEALING_CLOSED || !rules->royalty_announced
                         || board->facts->columns[row] != NONE;
        /* "A royal flush counts as a straight flush where the table has no cell for it": the caller's cells do. */
        int long_cell = own->kind == STRAIGHT_FLUSH && own->top == ACE ? ROYAL_FLUSH : own->kind;
        int cell = row != FRONT ? long_cell : own->kind == THREE ? FIRST_THREE + own->top : own->top;
        if (announced && !(lost >> row & 1) && (row != FRONT || own->kind != HIGH_CARD))
            board->royalties[row] = rules->cells[row][cell];
    }
}

/* "of each row, the single best hand of the table gains one point (shared: none), and with four seats who takes all three
 * rows gains a fourth". */
static void settle_best_rows(const struct table *table, int64_t scores[SEATS]) {
    int taken[BOARDS] = {0};
    for (int row = 0; row < ROWS; row++) {
        int best = 0;
        bool shared = false;
        for (int board = 1; board < table->boards; board++) {
            int32_t strength = table->of[board].rows[row].strength, most = table->of[best].rows[row].strength;
            shared = strength == most || (shared && strength < most);
            best = strength > most ? board : best;
        }
        taken[best] += !shared;
    }
    for (int board = 0; board < table->boards; board++)
        scores[table->of[board].seat] += taken[board] + (table->players == SEATS && taken[board] == ROWS);
}

/* "A seat that scoops every opponent that it is settled with by this item, and these are all its opponents and three
 * (`home_run_needs = three`; `all`: at least two), multiplies these once more by `home_run_multiplier`; so an opponent
 * settled by a natural, surrender or foul prevents it." */
static bool runs_home(const struct table *table, const struct settled won[BOARDS]) {
    int opponents = table->players - 1, scooped = 0;
    for (int other = 0; other < table->boards; other++)
        scooped += won[other].scoop > 0;
    return scooped == table->boards - 1
           && (table->rules->home_run_needs == HOME_RUN_NEEDS_THREE ? opponents == 3 : opponents >= 2);
}

/* The units between every two seats, "times their stake", and the points of each seat; false where they are too many to
 * count with. */
bool poker_settle(struct table *table, int64_t units[MOST_PAIRS], int64_t scores[SEATS]) {
    struct settled won[BOARDS][BOARDS] = {{{.units = 0}}};
    memset(units, 0, MOST_PAIRS * sizeof units[0]);
    memset(scores, 0, SEATS * sizeof scores[0]);
    if (table->rules->scoring == SCORING_BEST_ROW) {
        settle_best_rows(table, scores);
        return true;
    }
    for (int board = 0; board < table->boards; board++)
        earn(table->rules, &table->of[board]);
    for (int one = 0; one < table->boards; one++)
        for (int other = one + 1; other < table->boards; other++) {
            won[one][other] = settle_pair(table->rules, &table->of[one], &table->of[other]);
            won[other][one].scoop = -won[one][other].scoop;
        }
    for (int one = 0; one < table->boards; one++)
        for (int other = one + 1; other < table->boards; other++) {
            int seat = table->of[one].seat, against = table->of[other].seat;
            int64_t more = won[one][other].whole * (table->rules->home_run_multiplier - 1);
            bool home = more != 0 && (runs_home(table, won[one]) || runs_home(table, won[other]));
            int64_t points = won[one][other].units + (home ? more : 0);
            if (seat == against)
                continue;
            if (points > MOST_POINTS || points < -MOST_POINTS)
                return false;
            int number = number_of_pair(seat, against, table->players);
            units[number] += points;
            scores[seat] += points * table->facts->stakes[number];
            scores[against] -= points * table->facts->stakes[number];
        }
    return true;
}
