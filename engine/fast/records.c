/* Results that tables write down: see records.h. */
#include "records.h"

/* "`finish` (seats in order; a list inside it means shared places)". */
bool read_finish(struct cursor *text, const struct span *seats, int players, struct recorded_finish *finish) {
    uint32_t seen = 0;
    bool begun = false;
    int items = 0;
    enum step step;
    finish->count = 0;
    if (!take(text, '['))
        return false;
    while ((step = next_item(text, &begun)) == MORE) {
        bool nested = take(text, '['), inner = false;
        int inside = 0;
        while (nested ? (step = next_item(text, &inner)) == MORE : inside == 0) {
            struct span name;
            if (!read_string(text, &name))
                return false;
            int seat = seat_named(seats, players, name);
            if (seat == NONE || !first_time(&seen, (unsigned)seat))
                return false;
            finish->seats[finish->count] = seat;
            finish->items[finish->count++] = items;
            inside++;
        }
        if (inside == 0 || (nested && step != END))
            return false;
        items++;
    }
    return step == END;
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
bool read_points(struct cursor *text, const struct span *seats, int players, struct points *points) {
    bool begun = false;
    struct span key;
    enum step step;
    points->named = 0;
    if (!take(text, '{'))
        return false;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        int seat = seat_named(seats, players, key);
        if (seat == NONE || !first_time(&points->named, (unsigned)seat) || !read_whole(text, &points->of[seat]))
            return false;
    }
    return step == END;
}

bool points_agree(const struct points *points, const int64_t *computed, int players) {
    for (int seat = 0; seat < players; seat++)
        if (points->named >> seat & 1 && points->of[seat] != computed[seat])
            return false;
    return true;
}

/* "`roles`", which a void deal has not: whether they can be read; and whether they are those of the hand. */
bool read_roles(struct cursor *text, const struct span *seats, int players, const char *const names[2],
                const int roles[2], bool *agrees) {
    uint32_t seen = 0;
    bool begun = false;
    struct span key, value;
    enum step step;
    *agrees = true;
    if (!take(text, '{'))
        return false;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        unsigned role = same(key, names[0]) ? 0 : 1;
        if (!same(key, names[role]) || !first_time(&seen, role) || !read_string(text, &value))
            return false;
        int seat = seat_named(seats, players, value);
        if (seat == NONE)
            return false;
        *agrees = *agrees && seat == roles[role];
    }
    return step == END;
}

/* "`result` of the match: `ended` (`"time"`: the table stopped by the clock ...), `totals`, `winner` (list of seats)." */
enum reason read_match_result(struct cursor text, const struct span *seats, int players, struct recorded_match *match) {
    static const char *const fields[] = {"ended", "totals", "winner"};
    uint32_t seen = 0;
    bool begun = false, inner = false;
    struct span key, value;
    enum step step;
    *match = (struct recorded_match){.timed = false};
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
            match->timed = true;
        } else if (field == 1) {
            if (!read_points(&text, seats, players, &match->totals))
                return RESULT_FIELD;
        } else {
            if (!take(&text, '['))
                return RESULT_FIELD;
            match->has_winner = true;
            while ((step = next_item(&text, &inner)) == MORE) {
                int seat = read_string(&text, &value) ? seat_named(seats, players, value) : NONE;
                if (seat == NONE)
                    return RESULT_FIELD;
                match->winner |= 1u << seat;
            }
            if (step != END)
                return NOT_PLAIN;
        }
    }
    return step == END ? CLEAN : NOT_PLAIN;
}

/* "Match: after `hands` hands (0: none), or when the table stopped by the clock (`result.ended`), the highest total wins;
 * equal ones all win."  `over` says whether the match has ended by its hands or its target. */
enum reason conclude_points(struct cursor text, const struct span *seats, int players, const int64_t *totals, bool over,
                            int32_t *timed) {
    struct recorded_match match;
    enum reason reason = read_match_result(text, seats, players, &match);
    if (reason != CLEAN)
        return reason;
    *timed = match.timed;
    unsigned expected = 0;
    for (int seat = 0; seat < players && (over || match.timed); seat++) {
        bool highest = true;
        for (int other = 0; other < players; other++)
            highest = highest && totals[other] <= totals[seat];
        expected |= (unsigned)highest << seat;
    }
    return points_agree(&match.totals, totals, players) && (!match.has_winner || match.winner == expected)
               ? CLEAN
               : RESULT_DIFFERS;
}

/* "cards dealt, by seat": those of all seats; false where some seat has none. */
bool find_cards(struct cursor text, const struct span *seats, int players, struct span *cards) {
    uint32_t seen = 0;
    bool begun = false;
    struct span key;
    enum step step;
    if (!take(&text, '{'))
        return false;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        int seat = seat_named(seats, players, key);
        if (seat == NONE || !first_time(&seen, (unsigned)seat) || !read_string(&text, &cards[seat]))
            return false;
    }
    return step == END && seen == (1u << players) - 1;
}

/* The names of the seats; false where there are not so many players. */
bool find_seats(const unsigned char *bytes, size_t size, const struct match_text *match, struct span *seats, int players) {
    if (match->players != (uint32_t)players)
        return false;
    for (int seat = 0; seat < players; seat++) {
        struct cursor name = from(bytes, size, match->seat[seat]);
        if ((size_t)(name.end - name.at) < match->seat_size[seat])
            return false;
        seats[seat] = (struct span){name.at, match->seat_size[seat]};
    }
    return true;
}
