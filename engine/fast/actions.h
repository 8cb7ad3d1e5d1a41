/* The words of actions and their seconds, the same in every game. */
#pragma once

#include "cards.h"

enum { MOST_WORDS = 40 };

struct clock {
    int64_t now;    /* in millionths of a second */
    int64_t before; /* the seconds of the action before; NONE: it has none */
};

/* An action as it is read, before the game does it. */
struct action {
    int number; /* from 0 */
    struct span text; /* without its comment */
    int seat;
    bool passes, timed;
    unsigned count; /* of the words, without the seconds; those of a pass are not given */
    struct span words[MOST_WORDS];
};

/* Does one action of a hand. */
typedef enum reason (*act_of_hand)(void *hand, const struct action *action);

/* Reads the actions of a hand; `act` does each. */
enum reason run_actions(struct cursor text, const struct match *match, struct clock *clock, act_of_hand act, void *hand);

/* A number of one or two digits behind so many characters of a word; NONE if it is none. */
int read_small(struct span word, size_t from);

/* Goes to the next word of a text, and beyond the spaces after it; false at the end. */
static inline bool next_word(struct cursor *text, struct span *word) {
    word->at = text->at;
    if (text->at == text->end)
        return false;
    while (text->at < text->end && *text->at != ' ')
        text->at++;
    word->size = (size_t)(text->at - word->at);
    skip_spaces(text);
    return true;
}
