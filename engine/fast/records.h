/* Results that tables write down, read and compared: the same in every game with an order of finish or with points. */
#ifndef FUPAN_RECORDS_H
#define FUPAN_RECORDS_H

#include "actions.h"

/* An order of finish as it is recorded: the seats in their order, each with the number of the item that it stood in. */
struct recorded_finish {
    int seats[MOST_AT_TABLE], items[MOST_AT_TABLE], count;
};

struct points {
    int64_t of[MOST_AT_TABLE];
    uint32_t named; /* a bit for each seat that has some */
};

/* What is recorded of a whole match. */
struct recorded_match {
    bool timed;
    struct points totals;
    bool has_winner;
    unsigned winner; /* a bit for each seat */
};

bool read_finish(struct cursor *text, const struct span *seats, int players, struct recorded_finish *finish);
int place_of(const int *finish, int players, int sharing, int seat);
bool finish_agrees(const struct recorded_finish *recorded, const int *finish, int players, int sharing);
bool read_points(struct cursor *text, const struct span *seats, int players, struct points *points);
bool points_agree(const struct points *points, const int64_t *computed, int players);
bool read_roles(struct cursor *text, const struct span *seats, int players, const char *const names[2],
                const int roles[2], bool *agrees);
enum reason read_match_result(struct cursor text, const struct span *seats, int players, struct recorded_match *match);

/* The text from a place on. */
static inline struct cursor from(const unsigned char *bytes, size_t size, uint32_t place) {
    return (struct cursor){bytes + (place < size ? place : size), bytes + size};
}

enum reason conclude_points(struct cursor text, const struct span *seats, int players, const int64_t *totals, bool over,
                            int32_t *timed);
bool find_cards(struct cursor text, const struct span *seats, int players, struct span *cards);
bool find_seats(const unsigned char *bytes, size_t size, const struct match_text *match, struct span *seats, int players);

#endif
