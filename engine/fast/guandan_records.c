/* What is recorded of a match of Guandan, and stated before its hands. */
#include "guandan_table.h"

/* "`finish` (seats in order; a list inside it means shared places)": the seats in their order; `group[i]` is the number
 * of the item that seat i of `flat` stood in. */
bool read_places(struct cursor *text, const struct span *seats, int flat[SEATS], int group[SEATS], int *count) {
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
bool finish_agrees(const int flat[SEATS], const int group[SEATS], int count, const int finish[SEATS],
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
bool read_points(struct cursor *text, const struct span *seats, int64_t points[SEATS], uint32_t *seen) {
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

bool points_agree(const int64_t points[SEATS], uint32_t seen, const int64_t computed[SEATS]) {
    for (int seat = 0; seat < SEATS; seat++)
        if (seen >> seat & 1 && points[seat] != computed[seat])
            return false;
    return true;
}

/* "each team's level, keyed by any seat of the team": of teams that have none, NO_RANK. */
bool read_levels(struct cursor *text, const struct span *seats, int levels[2]) {
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

bool levels_agree(const int levels[2], const int computed[2]) {
    for (int team = 0; team < 2; team++)
        if (levels[team] != NO_RANK && levels[team] != computed[team])
            return false;
    return true;
}



enum reason read_setup(struct cursor text, const struct span *seats, struct setup *setup) {
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
enum reason begin(struct standing *standing, const struct setup *setup, bool tribute) {
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
bool setup_agrees(const struct standing *standing, const struct setup *setup, int level) {
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
