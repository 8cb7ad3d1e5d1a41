/* The words of actions and their seconds: see actions.h. */
#include "actions.h"

/* "SEAT VERB ARGUMENTS", between single spaces or more.  The number of words; 0 for a text to leave to the engine. */
unsigned split_words(struct span text, struct span words[MOST_WORDS]) {
    const unsigned char *at = text.at, *end = text.at + text.size;
    unsigned count = 0;
    if (at == end || *at == ' ' || end[-1] == ' ')
        return 0;
    while (at < end) {
        const unsigned char *begin = at;
        while (at < end && *at != ' ') {
            if (*at == '#' || *at >= 0x80)
                return 0;
            at++;
        }
        if (count == MOST_WORDS)
            return 0;
        words[count++] = (struct span){begin, (size_t)(at - begin)};
        while (at < end && *at == ' ')
            at++;
    }
    return count;
}

/* "`[@SECONDS]` seconds since the hand began, a decimal number, never decreasing". */
bool move_clock(struct clock *clock, struct span word) {
    int64_t whole = 0, millionths = 0;
    size_t i = 1, digits = 0;
    for (; i < word.size && word.at[i] >= '0' && word.at[i] <= '9'; i++, digits++)
        whole = whole * 10 + (word.at[i] - '0');
    if (digits == 0 || digits > 9)
        return false;
    if (i < word.size) {
        if (word.at[i++] != '.' || i == word.size || word.size - i > 6)
            return false;
        for (digits = 0; digits < 6; digits++) {
            millionths *= 10;
            if (i < word.size) {
                if (word.at[i] < '0' || word.at[i] > '9')
                    return false;
                millionths += word.at[i++] - '0';
            }
        }
    }
    int64_t now = whole * 1000000 + millionths;
    if (now < clock->now)
        return false;
    clock->now = now;
    return true;
}

/* The word of an action that is nothing but a seat and `pass`; empty for all other actions. */
struct span passer(struct span text) {
    static const char pass[] = {' ', 'p', 'a', 's', 's'};
    bool passes = text.size > sizeof pass && memcmp(text.at + text.size - sizeof pass, pass, sizeof pass) == 0;
    return (struct span){text.at, passes ? text.size - sizeof pass : 0};
}
