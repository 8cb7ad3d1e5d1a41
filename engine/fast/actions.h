/* The words of actions and their seconds, whose turn it is, and what statistics count of any play: the same in every
 * game in which seats play cards in turn.  Sentences in quotes are those of the pages of the log and of statistics. */
#ifndef FUPAN_ACTIONS_H
#define FUPAN_ACTIONS_H

#include "reader.h"

enum { NONE = -1, MOST_WORDS = 40, MOST_AT_TABLE = 5 };

/* The fates of bombs, in the order in which they are counted. */
enum { PLAYED, WON, BEATEN, LAST, FATES };

struct clock {
    int64_t now;    /* in millionths of a second */
    int64_t before; /* the seconds of the action before; NONE: it has none */
};

/* What statistics count of a seat in a hand of any of these games. */
struct play_counts {
    int64_t seconds; /* in millionths */
    int32_t plays, leads, lead_cards, passes, passes_able, timed;
};

/* The turn in one hand. */
struct round {
    int turn, owner, closer; /* turn is NONE before the first play */
    int following[MOST_AT_TABLE], preceding[MOST_AT_TABLE];
    bool out[MOST_AT_TABLE];
    int finish[MOST_AT_TABLE], places; /* the seats that are out, in order */
};

unsigned split_words(struct span text, struct span words[MOST_WORDS]);
bool move_clock(struct clock *clock, struct span word);
struct span passer(struct span text);

static inline int seat_named(const struct span *seats, int players, struct span name) {
    for (int seat = 0; seat < players; seat++)
        if (same_spans(seats[seat], name))
            return seat;
    return NONE;
}

static inline void open_round(struct round *round, int players) {
    round->turn = round->owner = round->closer = NONE;
    for (int seat = 0; seat < players; seat++) {
        round->following[seat] = (seat + 1) % players;
        round->preceding[seat] = (seat + players - 1) % players;
    }
}

static inline void put_on_table(struct round *round, int seat) {
    round->owner = seat;
    round->closer = round->preceding[seat];
    round->turn = round->following[seat];
}

/* "A player without cards is passed over." */
static inline void leave_round(struct round *round, int seat) {
    int before = round->preceding[seat], after = round->following[seat];
    round->following[before] = after;
    round->preceding[after] = before;
    round->out[seat] = true;
    round->finish[round->places++] = seat;
}

/* Passes for the seat in turn.  The seat that has won the round; NONE while it goes on. */
static inline int pass_turn(struct round *round) {
    if (round->turn != round->closer) {
        round->turn = round->following[round->turn];
        return NONE;
    }
    int owner = round->owner;
    round->owner = round->closer = NONE;
    return owner;
}

/* "the time of an action is its own less that of the action right before it in the log, if both have one and it is not
 * less; it is the acting seat's, whatever the verb".  Without counts nothing is counted. */
static inline void count_time(struct clock *clock, struct play_counts *own, bool timed) {
    if (own != NULL && timed && clock->before != NONE) {
        own->seconds += clock->now - clock->before;
        own->timed++;
    }
    clock->before = timed ? clock->now : NONE;
}

#endif
