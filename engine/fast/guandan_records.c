/* What is recorded of a match of Guandan, and stated before its hands. */
#include "guandan_table.h"

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
        int seat = seat_named(seats, SEATS, key);
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
            good = read_points(&text, seats, SEATS, &setup->totals);
            break;
        case 1:
            good = read_string(&text, &value) && (setup->first = seat_named(seats, SEATS, value)) != NONE;
            break;
        case 2:
            good = read_string(&text, &value) && (setup->level = parse_rank(value.at, value.size)) != NO_RANK;
            break;
        case 3:
            good = read_levels(&text, seats, setup->levels);
            break;
        case 4:
            good = read_finish(&text, seats, SEATS, &setup->previous) && setup->previous.count > 0;
            break;
        default:
            good = read_points(&text, seats, SEATS, &setup->failures);
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
    const int *flat = setup->previous.seats;
    if (setup->previous.count < 2)
        return false;
    bool partners = (flat[0] - flat[1]) % 2 == 0;
    if (!partners && setup->previous.count < 3)
        return false;
    int place = partners ? 2 : setup->previous.count;
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
        if (setup->totals.named >> seat & 1)
            standing->totals[seat] = setup->totals.of[seat];
    if (setup->has_previous) {
        if (!complete_finish(setup, standing))
            return TRIBUTE_UNKNOWN;
        standing->setter = setup->previous.seats[0] % 2;
    } else if (tribute && (setup->level > 0 || setup->levels[0] > 0 || setup->levels[1] > 0)) {
        return TRIBUTE_UNKNOWN;
    }
    if (setup->levels[0] != NO_RANK && setup->levels[1] != NO_RANK)
        memcpy(standing->levels, setup->levels, sizeof setup->levels);
    else if (setup->levels[0] != NO_RANK || setup->levels[1] != NO_RANK
             || (setup->level != NO_RANK ? setup->level != 0 : standing->setter != NONE))
        return LEVEL_UNKNOWN;
    for (int seat = 0; seat < SEATS; seat++) {
        if (!(setup->failures.named >> seat & 1))
            continue;
        int64_t failures = setup->failures.of[seat];
        int64_t partner = setup->failures.named >> (seat + 2) % SEATS & 1 ? setup->failures.of[(seat + 2) % SEATS] : failures;
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
        if (setup->failures.named >> seat & 1 && setup->failures.of[seat] != standing->failures[seat % 2])
            return false;
    return (!setup->has_totals
            || (setup->totals.named == 0xF && points_agree(&setup->totals, standing->totals, SEATS)))
           && levels_agree(setup->levels, standing->levels)
           && (!setup->has_previous
               || finish_agrees(&setup->previous, standing->previous, SEATS, standing->previous_shared ? 2 : 0))
           && (setup->level == NO_RANK || setup->level == level);
}
