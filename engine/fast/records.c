/* What tables write down of a match: see records.h. */
#include "records.h"

#include "cards.h"

/* "`finish` (seats in order; a list inside it means shared places)". */
static bool read_finish(struct cursor *text, const struct match *match, struct recorded_finish *finish) {
    struct entries items = {.begun = false};
    int seat;
    finish->count = 0;
    for (int item = 0; next_entry(text, &items, NULL); item++) {
        struct entries inside = {.begun = false};
        bool nested = next_is(text, '[');
        int before = finish->count;
        while (nested ? next_entry(text, &inside, NULL) : finish->count == before) {
            if (!read_seat(text, match, &seat) || !first_time(&items.seen, (unsigned)seat))
                return false;
            finish->seats[finish->count] = seat;
            finish->items[finish->count++] = item;
        }
        if (finish->count == before || inside.reason != CLEAN)
            return false;
    }
    return items.reason == CLEAN;
}

/* The place of a seat where the last `sharing` seats of an order share theirs. */
int place_of(const int *finish, int players, int sharing, int seat) {
    for (int i = 0; i < players; i++)
        if (finish[i] == seat)
            return i < players - sharing ? i : players - sharing;
    return NONE;
}

/* "A recorded `finish` may stop early: what is there is compared, and seats that share places may stand flat, in any
 * order." */
bool finish_agrees(const struct recorded_finish *recorded, const int *finish, int players, int sharing) {
    for (int i = 0; i < recorded->count; i++) {
        int place = place_of(finish, players, sharing, recorded->seats[i]);
        if (place != (i < players - sharing ? i : players - sharing))
            return false;
        if (i > 0 && recorded->items[i] == recorded->items[i - 1]
            && place != place_of(finish, players, sharing, recorded->seats[i - 1]))
            return false;
    }
    return true;
}

/* An object whose keys are seats and whose values are whole numbers. */
static bool read_points(struct cursor *text, const struct match *match, struct points *points) {
    struct entries object = {.reason = CLEAN};
    while (next_seat(text, match, &object))
        if (!read_whole(text, &points->of[object.field]))
            return false;
    points->named = object.seen;
    return object.reason == CLEAN;
}

static bool points_agree(const struct points *points, const int64_t *computed, int players) {
    for (int seat = 0; seat < players; seat++)
        if (points->named & BIT(seat) && points->of[seat] != computed[seat])
            return false;
    return true;
}

/* An object whose keys are two seats, `A-B`, and whose values are whole numbers.  Of units, for which there are stakes,
 * those of `B-A` are turned round: "units and units times stakes are whole and within ±10⁹, else `malformed`". */
static bool read_pairs(struct cursor *text, const struct match *match, const int32_t *stakes, struct points *pairs) {
    struct entries object = {.begun = false};
    struct span key;
    while (next_entry(text, &object, &key)) {
        const unsigned char *mark = key.size == 0 ? NULL : memchr(key.at, '-', key.size);
        size_t size = mark == NULL ? 0 : (size_t)(mark - key.at);
        int one = mark == NULL ? NONE : seat_named(match, (struct span){key.at, size});
        int other = mark == NULL ? NONE : seat_named(match, (struct span){mark + 1, key.size - size - 1});
        if (one == NONE || other == NONE || one == other)
            return false;
        int pair = one < other ? number_of_pair(one, other, match->players) : number_of_pair(other, one, match->players);
        int64_t *number = &pairs->of[pair], stake = stakes == NULL ? 1 : stakes[pair];
        if (!first_time(&pairs->named, (unsigned)pair) || !read_whole(text, number) || *number * stake > MOST_POINTS
            || *number * stake < -MOST_POINTS)
            return false;
        *number = stakes != NULL && one > other ? -*number : *number;
    }
    return object.reason == CLEAN;
}

/* "each team's level, keyed by any seat of the team": of teams that have none, NO_RANK. */
static bool read_levels(struct cursor *text, const struct match *match, int levels[TEAMS]) {
    struct entries object = {.reason = CLEAN};
    struct span value;
    levels[0] = levels[1] = NO_RANK;
    while (next_seat(text, match, &object)) {
        int *level = &levels[object.field % TEAMS], stated = *level;
        *level = read_string(text, &value) ? parse_rank(value.at, value.size) : NO_RANK;
        if (*level == NO_RANK || (stated != NO_RANK && stated != *level))
            return false;
    }
    return object.reason == CLEAN;
}

bool levels_agree(const int levels[TEAMS], const int computed[TEAMS]) {
    for (int team = 0; team < TEAMS; team++)
        if (levels[team] != NO_RANK && levels[team] != computed[team])
            return false;
    return true;
}

/* Seats by their roles, and where a finish may be among them, that too. */
static bool read_roles(struct cursor *text, const struct match *match, const char *const *names, int roles[ROLES],
                       struct setup *previous) {
    const char *const fields[] = {[CHIEF] = names[CHIEF], [HELPER] = names[HELPER], [ROLES] = "finish"};
    struct entries object = {.names = fields, .fields = FIRST(previous == NULL ? ROLES : ROLES + 1)};
    while (next_field(text, match->bytes, &object))
        if (object.field == ROLES ? !read_finish(text, match, &previous->finish)
                                  : !read_seat(text, match, &roles[object.field]))
            return false;
    if (previous != NULL)
        previous->has_finish = object.seen & BIT(ROLES);
    return object.reason == CLEAN;
}

/* "a log that begins in mid-match": what is stated before the first hand is believed.  After it, all totals must be
 * stated, and be those that follow from the hands before. */
static enum reason take_totals(const struct match *match, const struct setup *setup, bool first_hand, int64_t *totals) {
    const struct points *stated = &setup->totals;
    for (int seat = 0; seat < match->players && first_hand; seat++)
        if (stated->named & BIT(seat))
            totals[seat] = stated->of[seat];
    bool whole = stated->named == FIRST(match->players) || first_hand || !(setup->stated & BIT(TOTALS));
    return whole && points_agree(stated, totals, match->players) ? CLEAN : SETUP_DIFFERS;
}

enum reason read_setup(const struct match *match, uint32_t place, unsigned fields, const char *const *role_names,
                       bool first_hand, int64_t *totals, struct setup *setup) {
    static const char *const names[] = {
        [TOTALS] = "totals",   [FIRST_SEAT] = "first",       [DEALER] = "dealer",
        [LEVEL] = "level",     [LEVELS] = "levels",          [FAILURES] = "failures",
        [PREVIOUS] = "previous", [PREVIOUS_HAND] = "previous", [FANTASYLAND] = "fantasyland",
        [STAKES] = "stakes",
    };
    struct entries object = {.names = names, .fields = fields, .match = match->text, .place = IN_SETUP};
    struct cursor text = from(match, place);
    struct span rank = {.size = 0};
    *setup = (struct setup){.first = NONE, .level = NO_RANK, .levels = {NO_RANK, NO_RANK}, .roles = {NONE, NONE}};
    while (place != 0 && next_field(&text, match->bytes, &object)) {
        unsigned field = object.field;
        bool good = field == TOTALS          ? read_points(&text, match, &setup->totals)
                    : field == FAILURES      ? read_points(&text, match, &setup->failures)
                    : field == FANTASYLAND   ? read_points(&text, match, &setup->fantasyland)
                    : field == STAKES        ? read_pairs(&text, match, NULL, &setup->stakes)
                    : field == LEVEL         ? read_string(&text, &rank)
                    : field == LEVELS        ? read_levels(&text, match, setup->levels)
                    : field == PREVIOUS      ? read_finish(&text, match, &setup->finish)
                    : field == PREVIOUS_HAND ? read_roles(&text, match, role_names, setup->roles, setup)
                                             : read_seat(&text, match, &setup->first);
        if (field == LEVEL)
            good = good && (setup->level = parse_rank(rank.at, rank.size)) != NO_RANK;
        if (field == PREVIOUS)
            setup->has_finish = good = good && setup->finish.count > 0;
        if (!good)
            return SETUP_FIELD;
    }
    setup->stated = object.seen;
    return object.reason == CLEAN ? take_totals(match, setup, first_hand, totals) : object.reason;
}

/* "every part is optional and every part present is checked". */
enum reason check_result(const struct match *match, uint32_t place, const struct computed *computed) {
    static const char *const names[] = {
        [FINISH] = "finish",   [SCORES] = "scores", [TEAM_LEVELS] = "levels", [ROLES_TAKEN] = "roles",
        [EXPOSED] = "exposed", [FACTOR] = "factor", [UNITS] = "units",
    };
    struct entries object = {
        .names = names, .fields = computed->fields, .match = match->text, .place = IN_RESULT_OF_HAND,
    };
    struct cursor text = from(match, place);
    struct recorded_finish finish = {.count = 0};
    struct points scores = {.named = 0}, units = {.named = 0};
    int levels[TEAMS] = {NO_RANK, NO_RANK}, roles[ROLES] = {computed->roles[CHIEF], computed->roles[HELPER]};
    bool exposed = computed->exposed;
    int64_t factor = computed->factor;
    while (place != 0 && next_field(&text, match->bytes, &object)) {
        unsigned field = object.field;
        bool good = field == FINISH        ? read_finish(&text, match, &finish)
                    : field == SCORES      ? read_points(&text, match, &scores)
                    : field == TEAM_LEVELS ? read_levels(&text, match, levels)
                    : field == ROLES_TAKEN ? read_roles(&text, match, computed->role_names, roles, NULL)
                    : field == EXPOSED     ? read_truth(&text, &exposed)
                    : field == FACTOR      ? read_whole(&text, &factor)
                                           : read_pairs(&text, match, computed->stakes, &units);
        if (!good)
            return RESULT_FIELD;
    }
    bool agrees = finish_agrees(&finish, computed->finish, match->players, computed->sharing)
                  && points_agree(&scores, computed->scores, match->players) && levels_agree(levels, computed->levels)
                  && memcmp(roles, computed->roles, sizeof roles) == 0 && exposed == computed->exposed
                  && factor == computed->factor
                  && (computed->units == NULL || points_agree(&units, computed->units, MOST_PAIRS));
    return object.reason == CLEAN && !agrees ? RESULT_DIFFERS : object.reason;
}

/* "the highest total wins; equal ones all win": a bit for each seat. */
unsigned highest(const int64_t *totals, int players) {
    unsigned found = 0;
    for (int seat = 0; seat < players; seat++) {
        bool is_highest = true;
        for (int other = 0; other < players; other++)
            is_highest = is_highest && totals[other] <= totals[seat];
        found |= is_highest ? BIT(seat) : 0;
    }
    return found;
}

bool any_reaches(const int64_t *totals, int players, int target) {
    bool reached = false;
    for (int seat = 0; seat < players && target > 0; seat++)
        reached = reached || totals[seat] >= target;
    return reached;
}

static bool read_seats(struct cursor *text, const struct match *match, unsigned *seats) {
    struct entries list = {.begun = false};
    int seat;
    while (next_entry(text, &list, NULL)) {
        if (!read_seat(text, match, &seat))
            return false;
        *seats |= BIT(seat);
    }
    return list.reason == CLEAN;
}

/* "`result` of the match: `ended` (`"time"`: the table stopped by the clock ...), `totals`, `winner` (list of seats)." */
enum reason conclude(const struct match *match, const int64_t *totals, unsigned winners, bool over, int32_t *timed) {
    enum { ENDED, ALL_TOTALS, WINNER, FIELDS };
    static const char *const names[] = {[ENDED] = "ended", [ALL_TOTALS] = "totals", [WINNER] = "winner"};
    struct entries object = {.names = names, .fields = FIRST(FIELDS), .match = match->text, .place = IN_RESULT};
    struct cursor text = from(match, match->text->result);
    struct points points = {.named = 0};
    struct span value;
    unsigned stated = 0;
    /* A match without hands says nothing that could be proved. */
    if (match->text->hands == 0)
        return NOT_FINISHED;
    while (match->text->result != 0 && next_field(&text, match->bytes, &object)) {
        bool good = object.field == ENDED        ? read_string(&text, &value) && same(value, "time")
                    : object.field == ALL_TOTALS ? read_points(&text, match, &points)
                                                 : read_seats(&text, match, &stated);
        if (!good)
            return RESULT_FIELD;
    }
    *timed = (object.seen & BIT(ENDED)) != 0;
    if (object.reason != CLEAN)
        return object.reason;
    bool right = !(object.seen & BIT(WINNER)) || stated == (over || *timed ? winners : 0);
    return right && points_agree(&points, totals, match->players) ? CLEAN : RESULT_DIFFERS;
}

/* "cards dealt, by seat": those of all seats; false where some seat has none. */
bool find_cards(struct cursor text, const struct match *match, struct cursor *cards) {
    struct entries object = {.reason = CLEAN};
    struct span found;
    while (next_seat(&text, match, &object)) {
        if (!read_string(&text, &found))
            return false;
        cards[object.field] = (struct cursor){found.at, found.at + found.size};
        skip_spaces(&cards[object.field]);
    }
    return object.reason == CLEAN && object.seen == FIRST(match->players);
}
