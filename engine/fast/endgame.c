/* The search of endgames: see endgame.h. */
#include "endgame.h"

#include "endgame_hands.h"

#include <stdlib.h>

enum { FIRST_LISTS = 1 << 12, FIRST_KNOWN = 1 << 8, LISTED = 1000 };

#define SIZE(field) sizeof(((struct endgame_position *)0)->field)
_Static_assert(sizeof(struct endgame_position)
                   == SIZE(hands) + SIZE(laid) + SIZE(course) + SIZE(turn) + SIZE(owner) + SIZE(unused),
               "positions are compared byte by byte, so nothing is between their fields, and hash_of knows each of them");
_Static_assert(NOT_REACHED == 0, "a search goes on while it has not stopped");

/* The plays of a hand on what lies on the table: places among all plays. */
struct list {
    uint32_t hand, laid, first, count;
};

/* What is known of a position. */
struct known {
    struct endgame_position position;
    int8_t low, high;
    bool used;
};

/* A position with its hash. */
struct hashed {
    struct endgame_position position;
    uint32_t hash;
};

/* A half of what is known: hashed, at most half full. */
struct half {
    struct known *known;
    uint32_t room, used;
};

struct endgame_search {
    struct endgame_rules rules;
    endgame_given give;
    struct hands hands;
    uint64_t nodes, most;
    uint64_t listed;             /* actions of positions since the nodes were allowed; every thousandth is a node more */
    enum endgame_answer stopped; /* NOT_REACHED while the search goes on */

    struct list *lists; /* hashed, at most half full; no list is of hand 0 */
    uint32_t lists_room, lists_used;
    struct endgame_play *plays;
    uint32_t plays_room, plays_used;

    struct half newer, older;
    uint32_t most_known; /* in each of them */

    struct hashed *after; /* the positions after the actions of those that are searched now */
    uint32_t after_room, after_used;
};

struct endgame_search *fupan_endgame(const struct endgame_rules *rules, uint32_t table, endgame_given give) {
    struct endgame_search *search = calloc(1, sizeof *search);
    if (search == NULL)
        return NULL;
    search->rules = *rules;
    search->give = give;
    search->most_known = table > 1 ? table / 2 : 1;
    search->lists_room = FIRST_LISTS;
    search->lists = calloc(search->lists_room, sizeof *search->lists);
    if (search->lists == NULL || !begin_hands(&search->hands, rules->guards) || !fupan_endgame_forget(search)) {
        fupan_endgame_end(search);
        return NULL;
    }
    return search;
}

void fupan_endgame_end(struct endgame_search *search) {
    end_hands(&search->hands);
    free(search->lists);
    free(search->plays);
    free(search->newer.known);
    free(search->older.known);
    free(search->after);
    free(search);
}

uint64_t fupan_endgame_nodes(const struct endgame_search *search) { return search->nodes; }

uint64_t fupan_endgame_bytes(const struct endgame_search *search) {
    return (uint64_t)search->lists_room * sizeof *search->lists + (uint64_t)search->plays_room * sizeof *search->plays
           + bytes_of_hands(&search->hands);
}

uint32_t fupan_endgame_hand(struct endgame_search *search, const uint64_t *cards) {
    return number_of(&search->hands, cards);
}

/* The place of a list, or the free place where it belongs. */
static struct list *place_of_list(struct list *lists, uint32_t room, uint32_t hand, uint32_t laid) {
    uint32_t place = mixed((uint64_t)hand << 32 | laid) & (room - 1);
    while (lists[place].hand && (lists[place].hand != hand || lists[place].laid != laid))
        place = (place + 1) & (room - 1);
    return lists + place;
}

static bool more_lists(struct endgame_search *search) {
    uint32_t room = search->lists_room * 2;
    struct list *lists = room ? calloc(room, sizeof *lists) : NULL;
    if (lists == NULL)
        return false;
    for (uint32_t i = 0; i < search->lists_room; i++)
        if (search->lists[i].hand)
            *place_of_list(lists, room, search->lists[i].hand, search->lists[i].laid) = search->lists[i];
    free(search->lists);
    search->lists = lists;
    search->lists_room = room;
    return true;
}

static bool beats(uint32_t form, uint32_t other, uint32_t bombs) {
    return form > other && (form >> RANK_BITS >= bombs || form >> RANK_BITS == other >> RANK_BITS);
}

static bool more_plays(struct endgame_search *search, uint32_t most) {
    return grown((void **)&search->plays, &search->plays_room, (uint64_t)search->plays_used + most,
                 sizeof *search->plays);
}

static struct list plays_of(struct endgame_search *search, uint32_t hand, uint32_t laid);

/* Writes the plays of a hand behind those in use; their number, or NO_HAND where they cannot be had. */
static uint32_t write_plays(struct endgame_search *search, uint32_t hand, uint32_t laid) {
    uint32_t bombs = search->rules.bombs, count = 0;
    if (bombs && laid != EMPTY) {
        struct list lead = plays_of(search, hand, EMPTY);
        if (search->stopped || !more_plays(search, lead.count))
            return NO_HAND;
        for (const struct endgame_play *play = search->plays + lead.first; lead.count--; play++)
            if (beats(play->laid, laid, bombs))
                search->plays[search->plays_used + count++] = *play;
        return count;
    }
    if (bombs) {
        if (!sets_known(&search->hands, hand)) {
            const struct endgame_set *sets = search->give(cards_of(&search->hands, hand), laid);
            if (sets == NULL || !take_sets(&search->hands, hand, sets))
                return NO_HAND;
        }
        if (!more_plays(search, most_plays(&search->hands, hand)))
            return NO_HAND;
        return list_plays(&search->hands, hand, search->plays + search->plays_used);
    }
    const struct endgame_play *given = search->give(cards_of(&search->hands, hand), laid);
    if (given == NULL || !more_plays(search, given->rest))
        return NO_HAND;
    memcpy(search->plays + search->plays_used, given + 1, given->rest * sizeof *given);
    return given->rest;
}

/* The plays of a hand; none, with the search stopped, where they cannot be had. */
static struct list plays_of(struct endgame_search *search, uint32_t hand, uint32_t laid) {
    struct list *place = place_of_list(search->lists, search->lists_room, hand, laid);
    if (place->hand)
        return *place;
    uint32_t count = search->stopped ? NO_HAND : write_plays(search, hand, laid);
    struct list list = {hand, laid, search->plays_used, count};
    if (count == NO_HAND || (2 * search->lists_used >= search->lists_room && !more_lists(search))) {
        search->stopped = FAILED;
        list.count = 0;
        return list;
    }
    search->plays_used += count;
    search->lists_used++;
    *place_of_list(search->lists, search->lists_room, hand, laid) = list;
    return list;
}

static uint8_t seat_after(const struct endgame_search *search, uint8_t seat) {
    return (uint8_t)(seat + 1 == search->rules.seats ? 0 : seat + 1);
}

/* The seat that leads after a round that a seat has won. */
static uint8_t leader(const struct endgame_search *search, const struct endgame_position *position, uint8_t seat) {
    unsigned holding = 0;
    if (position->hands[seat])
        return seat;
    for (int other = 0; other < search->rules.seats; other++)
        holding |= (unsigned)(position->hands[other] != 0) << other;
    return search->rules.heirs[position->course >> NOTE_SHIFT == KNOWN_ROLES][seat][holding];
}

/* Goes on from the seat after the one in turn, after the passes of all seats that have no other action. */
static void go_on(struct endgame_search *search, struct endgame_position *position) {
    uint8_t seat = seat_after(search, position->turn);
    while (seat != position->owner
           && (!position->hands[seat] || !plays_of(search, position->hands[seat], position->laid).count))
        seat = seat_after(search, seat);
    position->turn = seat;
    if (seat == position->owner) {
        position->turn = leader(search, position, seat);
        position->owner = NO_SEAT;
        position->laid = EMPTY;
    }
}

static void play_on(struct endgame_search *search, struct endgame_position *position, struct endgame_play play) {
    const struct endgame_rules *rules = &search->rules;
    uint8_t seat = position->turn;
    if (seat == rules->noting) {
        uint32_t note = rules->notes[position->course >> NOTE_SHIFT & (MOST_NOTES - 1)]
                                    [play.laid >> NOTED_SHIFT & (MOST_NOTED - 1)]
                                    [position->laid >> NOTED_SHIFT & (MOST_BEFORE - 1)];
        position->course = (position->course & ((1u << NOTE_SHIFT) - 1)) | note << NOTE_SHIFT;
    }
    if (!play.rest) {
        uint32_t finish = position->course & ((1u << NOTE_SHIFT) - 1);
        position->course += (finish << KIND_BITS | (rules->kinds[seat] + 1u)) - finish;
    }
    position->hands[seat] = play.rest;
    position->laid = play.laid;
    position->owner = seat;
    go_on(search, position);
}

static uint32_t hash_of(const struct endgame_position *position) {
    uint64_t bits = 0;
    for (int seat = 0; seat < MOST_SEATS; seat++)
        bits = (bits + position->hands[seat] + 1) * 0x9e3779b97f4a7c15u;
    bits += ((uint64_t)position->laid << 32 | position->course) * 0xd6e8feb86659fd93u;
    bits += (uint64_t)(position->turn << 8 | position->owner) << 20;
    return mixed(bits);
}

/* What is known of a position with its hash, or the free place where it belongs. */
static struct known *place_of(const struct half *half, const struct endgame_position *position, uint32_t hash) {
    uint32_t place = hash & (half->room - 1);
    while (half->known[place].used && memcmp(&half->known[place].position, position, sizeof *position) != 0)
        place = (place + 1) & (half->room - 1);
    return half->known + place;
}

/* Small at first, because most searches are: what is used little is near. */
static bool empty(struct half *half) {
    struct known *known = calloc(FIRST_KNOWN, sizeof *known);
    if (known == NULL)
        return false;
    free(half->known);
    *half = (struct half){known, FIRST_KNOWN, 0};
    return true;
}

bool fupan_endgame_forget(struct endgame_search *search) { return empty(&search->newer) && empty(&search->older); }

static bool more_known(struct half *half) {
    struct half larger = {calloc((size_t)half->room * 2, sizeof *half->known), half->room * 2, half->used};
    if (larger.known == NULL)
        return false;
    for (uint32_t i = 0; i < half->room; i++)
        if (half->known[i].used)
            *place_of(&larger, &half->known[i].position, hash_of(&half->known[i].position)) = half->known[i];
    free(half->known);
    *half = larger;
    return true;
}

static void bounds(const struct endgame_search *search, const struct hashed *hashed, int *low, int *high) {
    const struct endgame_position *position = &hashed->position;
    uint32_t finish = position->course & (COURSES - 1);
    *low = search->rules.low[finish];
    *high = search->rules.high[finish];
    if (*low == *high)
        return;
    const struct known *known = place_of(&search->newer, position, hashed->hash);
    if (!known->used && search->older.used)
        known = place_of(&search->older, position, hashed->hash);
    if (known->used) {
        *low = known->low;
        *high = known->high;
    }
}

/* Remembers a bound.  When the newer half of the table is full, the older one is emptied and becomes the newer. */
static void remember(struct endgame_search *search, const struct hashed *position, int wanted, bool reached) {
    int low, high;
    bounds(search, position, &low, &high);
    struct half *newer = &search->newer;
    if (newer->used >= search->most_known) {
        struct half emptied = search->older;
        search->older = *newer;
        *newer = emptied;
        search->stopped = empty(newer) ? NOT_REACHED : FAILED;
    } else if (2 * newer->used >= newer->room && !more_known(newer))
        search->stopped = FAILED;
    if (search->stopped)
        return;
    if (reached && wanted > low)
        low = wanted;
    if (!reached && wanted - 1 < high)
        high = wanted - 1;
    struct known *known = place_of(newer, &position->position, position->hash);
    newer->used += !known->used;
    *known = (struct known){position->position, (int8_t)low, (int8_t)high, true};
}

/* Puts the positions after all actions behind those in use; how many there are. */
static uint32_t list_after(struct endgame_search *search, const struct endgame_position *position) {
    const uint8_t *sides = search->rules.sides;
    struct list list = plays_of(search, position->hands[position->turn], position->laid);
    bool passes = position->laid != EMPTY, helps = passes && sides[position->owner] == sides[position->turn];
    uint32_t first = search->after_used, count = list.count + passes;
    if (!grown((void **)&search->after, &search->after_room, (uint64_t)first + count, sizeof *search->after)) {
        search->stopped = FAILED;
        return 0;
    }
    struct hashed *after = search->after + first;
    for (uint32_t i = 0; i < count; i++)
        after[i].position = *position;
    for (uint32_t i = 0; i < list.count; i++)
        play_on(search, &after[helps + i].position, search->plays[list.first + i]);
    if (passes)
        go_on(search, &after[helps ? 0 : list.count].position);
    for (uint32_t i = 0; i < count; i++)
        after[i].hash = hash_of(&after[i].position);
    search->after_used += count;
    return count;
}

static bool reaches(struct endgame_search *search, const struct hashed *position, int wanted) {
    int low, high;
    bounds(search, position, &low, &high);
    if (low >= wanted || high < wanted)
        return low >= wanted;
    if (search->nodes >= search->most) {
        search->stopped = OUT_OF_NODES;
        return false;
    }
    bool tries = search->rules.sides[position->position.turn] == 0, decided = false;
    uint32_t first = search->after_used, count = list_after(search, &position->position);
    search->listed += count;
    search->nodes += 1 + search->listed / LISTED;
    search->listed %= LISTED;
    for (uint32_t i = 0; i < count && !decided; i++) {
        bounds(search, search->after + first + i, &low, &high);
        decided = tries ? low >= wanted : high < wanted;
    }
    for (uint32_t i = 0; i < count && !decided && !search->stopped; i++) {
        struct hashed next = search->after[first + i];
        decided = reaches(search, &next, wanted) == tries;
    }
    search->after_used = first;
    if (!search->stopped)
        remember(search, position, wanted, decided == tries);
    return decided == tries;
}

void fupan_endgame_allow(struct endgame_search *search, uint64_t nodes) {
    search->most = search->nodes + nodes;
    search->listed = 0;
}

enum endgame_answer fupan_endgame_reaches(struct endgame_search *search, const struct endgame_position *position,
                                          int wanted) {
    search->stopped = NOT_REACHED;
    search->after_used = 0;
    struct hashed hashed = {*position, hash_of(position)};
    bool reached = reaches(search, &hashed, wanted);
    return search->stopped ? search->stopped : reached ? REACHED : NOT_REACHED;
}

/* A reduced position after the passes of all seats next in turn that have no other action. */
static void settle(struct endgame_search *search, struct endgame_position *position) {
    uint32_t hand = position->hands[position->turn];
    if (position->laid != EMPTY && !(hand && plays_of(search, hand, position->laid).count))
        go_on(search, position);
}

enum endgame_answer fupan_endgame_value(struct endgame_search *search, const struct endgame_position *position,
                                        int *value) {
    struct hashed settled = {*position, 0};
    uint32_t finish = position->course & (COURSES - 1);
    int low = search->rules.low[finish], high = search->rules.high[finish];
    search->stopped = NOT_REACHED;
    search->after_used = 0;
    if (low < high)
        settle(search, &settled.position);
    settled.hash = hash_of(&settled.position);
    while (low < high && !search->stopped) {
        int middle = (low + high + 1) / 2;
        if (reaches(search, &settled, middle))
            low = middle;
        else
            high = middle - 1;
    }
    *value = low;
    return search->stopped;
}
