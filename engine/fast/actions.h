/* The words of actions and their seconds, whose turn it is, and what statistics count of any play: the same in every
 * game in which seats play cards in turn.  Sentences in quotes are those of the pages of the log and of statistics. */
#ifndef FUPAN_ACTIONS_H
#define FUPAN_ACTIONS_H

#include "made/climbing.h"
#include "reader.h"

enum { NONE = -1, MOST_WORDS = 40, MOST_AT_TABLE = 5 };

struct clock {
    int64_t now;    /* in millionths of a second */
    int64_t before; /* the seconds of the action before; NONE: it has none */
};

/* The turn in one hand. */
struct round {
    int turn, owner, closer; /* turn is NONE before the first play */
    int following[MOST_AT_TABLE], preceding[MOST_AT_TABLE];
    bool out[MOST_AT_TABLE];
    int finish[MOST_AT_TABLE], places; /* the seats that are out, in order */
};

/* An action as it is read, before the game does it. */
struct action {
    int number; /* from 0 */
    struct span text;
    int seat;
    bool passes, timed;
    unsigned count; /* of the words, without the seconds; those of a pass are not given */
    struct span words[MOST_WORDS];
};

/* Does one action of a hand. */
typedef enum reason (*act_of_hand)(void *hand, const struct action *action);

enum reason run_actions(struct cursor text, const struct span *seats, int players, struct clock *clock,
                        act_of_hand act, void *hand);

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

/* Gives the seats that are left the places that are left, which they share. */
static inline void share_rest(struct round *round, int players) {
    for (int seat = 0, place = round->places; seat < players; seat++)
        if (!round->out[seat])
            round->finish[place++] = seat;
}

/* Whether all seats of a side, given as a bit for each, or all other seats are among those that are out. */
static inline bool one_side_is_out(unsigned out, unsigned side, int players) {
    unsigned others = ((1u << players) - 1) & ~side;
    return (out & side) == side || (out & others) == others;
}

static inline unsigned seats_out(const struct round *round, int players) {
    unsigned out = 0;
    for (int seat = 0; seat < players; seat++)
        out |= (unsigned)round->out[seat] << seat;
    return out;
}

static inline bool add_note(struct notes *notes, struct note note) {
    if (notes->count == notes->room)
        return false;
    notes->list[notes->count++] = note;
    return true;
}

/* Goes to the next word of a text, and beyond the spaces after it; false at the end. */
static inline bool next_word(struct cursor *text, struct span *word) {
    word->at = text->at;
    if (text->at == text->end)
        return false;
    while (text->at < text->end && *text->at != ' ')
        text->at++;
    word->size = (size_t)(text->at - word->at);
    while (text->at < text->end && *text->at == ' ')
        text->at++;
    return true;
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
 * less; it is the acting seat's, whatever the verb".  NONE: it has none. */
static inline int64_t take_time(struct clock *clock, bool timed) {
    int64_t spent = timed && clock->before != NONE ? clock->now - clock->before : NONE;
    clock->before = timed ? clock->now : NONE;
    return spent;
}

#endif
