/* The words of actions and their seconds: see actions.h. */
#include "actions.h"

/* "SEAT VERB ARGUMENTS [# COMMENT]", between single spaces or more; the comment is cut off.  The number of words; 0 for a
 * text to leave to the engine. */
static unsigned split_words(struct span *text, struct span words[MOST_WORDS]) {
    struct cursor rest = {text->at, text->at + text->size};
    unsigned count = 0;
    skip_spaces(&rest);
    while (rest.at < rest.end && *rest.at != '#') {
        const unsigned char *begin = rest.at;
        while (rest.at < rest.end && *rest.at != ' ' && *rest.at != '#') {
            if (*rest.at >= 0x80 || *rest.at == '\\')
                return 0;
            rest.at++;
        }
        if (count == MOST_WORDS)
            return 0;
        words[count++] = (struct span){begin, (size_t)(rest.at - begin)};
        skip_spaces(&rest);
    }
    text->size = (size_t)(rest.at - text->at);
    return count;
}

/* "`[@SECONDS]` seconds since the hand began, a decimal number, never decreasing". */
static bool move_clock(struct clock *clock, struct span word) {
    enum { MOST_DIGITS = 9, DECIMALS = 6 };
    int digits = 0, decimals = NONE;
    int64_t now = 0;
    for (size_t i = 1; i < word.size; i++) {
        unsigned char c = word.at[i];
        if (c == '.' && decimals == NONE) {
            decimals = 0;
            continue;
        }
        if (c < '0' || c > '9' || (decimals == NONE ? digits++ == MOST_DIGITS : decimals++ == DECIMALS))
            return false;
        now = now * 10 + (c - '0');
    }
    if (digits == 0 || decimals == 0)
        return false;
    for (int i = decimals == NONE ? 0 : decimals; i < DECIMALS; i++)
        now *= 10;
    if (now < clock->now)
        return false;
    clock->now = now;
    return true;
}

/* The word of an action that is nothing but a seat and `pass`; empty for all other actions. */
static struct span passer(struct span text) {
    static const char pass[] = {' ', 'p', 'a', 's', 's'};
    bool passes = text.size > sizeof pass && memcmp(text.at + text.size - sizeof pass, pass, sizeof pass) == 0;
    return (struct span){text.at, passes ? text.size - sizeof pass : 0};
}

/* "SEAT VERB ARGUMENTS [@SECONDS] [# COMMENT]". */
static enum reason read_action(const struct match *match, struct clock *clock, struct action *action) {
    action->timed = false;
    action->seat = seat_named(match, passer(action->text));
    action->passes = action->seat != NONE;
    if (action->passes)
        return CLEAN;
    action->count = split_words(&action->text, action->words);
    if (action->count > 2 && action->words[action->count - 1].at[0] == '@') {
        action->timed = move_clock(clock, action->words[--action->count]);
        if (!action->timed)
            return CLOCK;
    }
    if (action->count < 2)
        return ACTION_TEXT;
    action->seat = seat_named(match, action->words[0]);
    action->passes = same(action->words[1], "pass");
    return action->seat == NONE || (action->passes && action->count != 2) ? ACTION_TEXT : CLEAN;
}

enum reason run_actions(struct cursor text, const struct match *match, struct clock *clock, act_of_hand act, void *hand) {
    struct action action = {.number = 0};
    struct entries actions = {.begun = false};
    for (; next_entry(&text, &actions, NULL); action.number++) {
        if (action.number == MOST_ACTIONS || !read_text(&text, &action.text, true))
            return NOT_PLAIN;
        enum reason reason = read_action(match, clock, &action);
        if (reason == CLEAN)
            reason = act(hand, &action);
        if (reason != CLEAN)
            return reason;
    }
    return actions.reason;
}

int read_small(struct span word, size_t from) {
    int number = 0;
    if (word.size < from + 1 || word.size > from + 2)
        return NONE;
    for (size_t i = from; i < word.size; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return NONE;
        number = number * 10 + (word.at[i] - '0');
    }
    return number;
}
