/* What tables write down of a match: what they state before a hand, and results.  It is read, and compared with what the
 * hands come to, in the same way in every game. */
#pragma once

#include "reader.h"

enum { MOST_SEATS = 5, MOST_PAIRS = 6, TEAMS = 2, NO_RANK = -1 };

/* An order of finish: the seats in their order, each with the number of the item that it stood in. */
struct recorded_finish {
    int seats[MOST_SEATS], items[MOST_SEATS], count;
};

/* Whole numbers by seat, or by two seats. */
struct points {
    int64_t of[MOST_PAIRS];
    unsigned named; /* a bit for each that has one */
};

/* Two seats by their role, such as emperor and protector; NONE: it is not said who. */
enum { CHIEF, HELPER, ROLES };

/* What is stated before a hand.  PREVIOUS is the order of finish of the hand before, PREVIOUS_HAND that with its roles. */
enum { TOTALS, FIRST_SEAT, DEALER, LEVEL, LEVELS, FAILURES, PREVIOUS, PREVIOUS_HAND, FANTASYLAND, STAKES };
struct setup {
    unsigned stated; /* a bit for each of these */
    struct points totals, failures, fantasyland, stakes;
    int first, level, levels[TEAMS];
    bool has_finish; /* in what is said of the hand before */
    struct recorded_finish finish;
    int roles[ROLES];
};

/* What may be recorded of a hand, and what it comes to. */
enum { FINISH, SCORES, TEAM_LEVELS, ROLES_TAKEN, EXPOSED, FACTOR, UNITS };
struct computed {
    unsigned fields;   /* a bit for each that the game has */
    const int *finish; /* the last so many of them share their places */
    int sharing;
    const int64_t *scores, *units; /* no units: recorded ones are not compared */
    const int32_t *stakes;
    int levels[TEAMS], roles[ROLES], factor;
    const char *const *role_names;
    bool exposed;
};

/* The number of two seats, the lower first, among all of them: 0-1, 0-2 and so on. */
static inline int number_of_pair(int one, int other, int players) {
    return one * (2 * players - one - 1) / 2 + other - one - 1;
}

int place_of(const int *finish, int players, int sharing, int seat);
bool finish_agrees(const struct recorded_finish *recorded, const int *finish, int players, int sharing);
bool levels_agree(const int levels[TEAMS], const int computed[TEAMS]);
unsigned highest(const int64_t *totals, int players);
/* Whether some seat has so many points; 0: no number is enough. */
bool any_reaches(const int64_t *totals, int players, int target);
bool find_cards(struct cursor text, const struct match *match, struct cursor *cards);

/* Reads those fields of a setup that a game has, and takes over the totals.  `role_names` are those of the hand before. */
enum reason read_setup(const struct match *match, uint32_t place, unsigned fields, const char *const *role_names,
                       bool first_hand, int64_t *totals, struct setup *setup);
enum reason check_result(const struct match *match, uint32_t place, const struct computed *computed);

/* Compares the result of a match, if it has one, and says whether the table stopped by the clock.  `winners` are those
 * of a match that ends here, a bit for each seat; `over` says whether it has ended by its hands or its target. */
enum reason conclude(const struct match *match, const int64_t *totals, unsigned winners, bool over, int32_t *timed);
