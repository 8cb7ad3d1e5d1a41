/* What the sources of a game know.  The first file of each game lists all that they know, by the names that
 * made/<game>.h has from Python.  A match of a game that has anything else is left to the engine: an option, or a value of
 * one, that C does not judge by; a finding that it would not look for; a figure that it does not count. */
#pragma once

#include "reader.h"

/* The values of an option that are known: some, or all that are within bounds. */
struct known_option {
    bool known;
    int32_t least, most;
    const int32_t *values; /* NULL: all within bounds */
    size_t count;
};

#define WITHIN(lowest, highest) {.known = true, .least = (lowest), .most = (highest)}
#define FLAG WITHIN(0, 1)
/* The engine works out what these come to. */
#define ANY WITHIN(INT32_MIN, INT32_MAX)
#define ONE_OF(...) \
    {.known = true, .values = (const int32_t[]){__VA_ARGS__}, .count = sizeof(int32_t[]){__VA_ARGS__} / sizeof(int32_t)}

/* Lists by number, as long as Python's, of what is known. */
struct known {
    int options, codes, figures, features;
    const struct known_option *option;
    const bool *code, *figure, *feature; /* features are those of the strength of a dealt hand */
};

#define KNOWN(name) [name] = true

/* What the lists of a file come to. */
#define ALL_KNOWN \
    {.options = OPTIONS, .codes = CODES, .figures = FIGURES, .features = FEATURES, .option = known_options, \
     .code = known_codes, .figure = known_figures, .feature = known_features}

/* The codes of every game, those of games in which seats play in turn, and those of games with tribute. */
#define KNOWN_IN_EVERY_GAME \
    KNOWN(CODE_MALFORMED), KNOWN(CODE_UNKNOWN_FIELD), KNOWN(CODE_READ_AS), KNOWN(CODE_NOT_RECORDED), \
    KNOWN(CODE_UNKNOWN_OPTION), KNOWN(CODE_DECK_MISMATCH), KNOWN(CODE_HAND_SIZE), KNOWN(CODE_OUT_OF_TURN), \
    KNOWN(CODE_CARD_NOT_HELD), KNOWN(CODE_ALREADY_OUT), KNOWN(CODE_AFTER_END), KNOWN(CODE_UNEXPECTED_ACTION), \
    KNOWN(CODE_SETUP_MISMATCH), KNOWN(CODE_AFTER_MATCH), KNOWN(CODE_INCOMPLETE_HAND), KNOWN(CODE_RESULT_ONLY), \
    KNOWN(CODE_SCORE_MISMATCH), KNOWN(CODE_TOTAL_MISMATCH), KNOWN(CODE_WINNER_MISMATCH)
#define KNOWN_IN_PLAY \
    KNOWN(CODE_MUST_LEAD), KNOWN(CODE_FINISH_MISMATCH), KNOWN(CODE_WRONG_LEADER), KNOWN(CODE_NOT_A_COMBINATION), \
    KNOWN(CODE_DOES_NOT_BEAT), KNOWN(CODE_OTHERS_NOT_RECORDED)
#define KNOWN_IN_TRIBUTE \
    KNOWN(CODE_TRIBUTE_MISSING), KNOWN(CODE_TRIBUTE_NOT_DUE), KNOWN(CODE_TRIBUTE_WRONG_CARD), \
    KNOWN(CODE_TRIBUTE_WRONG_SEAT)
/* The figures of play.  C leaves seconds with more than six digits to the engine, so that SECONDS_FINE is 0. */
#define COUNTED_IN_PLAY \
    KNOWN(FIGURE_PLAYS), KNOWN(FIGURE_LEADS), KNOWN(FIGURE_LEAD_CARDS), KNOWN(FIGURE_PASSES), KNOWN(FIGURE_SECONDS), \
    KNOWN(FIGURE_SECONDS_FINE), KNOWN(FIGURE_TIMED)

static inline bool knows(const struct known_option *option, int32_t value) {
    bool found = option->known && option->values == NULL && option->least <= value && value <= option->most;
    for (size_t i = 0; option->values != NULL && i < option->count; i++)
        found = found || option->values[i] == value;
    return found;
}

static inline bool all_known(const bool *known, int count) {
    bool all = true;
    for (int i = 0; i < count; i++)
        all = all && known[i];
    return all;
}

/* Opens a match of so many seats.  Why it is left to the engine whatever happens in it; CLEAN: it need not be.  `values`
 * are those of the options, in their order. */
static inline enum reason open_match(struct match *match, int least, int most, const struct known *known,
                                     const int32_t *values, bool counting) {
    for (int option = 0; option < known->options; option++)
        if (!knows(&known->option[option], values[option]))
            return OPTION_UNKNOWN;
    if (!all_known(known->code, known->codes))
        return CODE_UNKNOWN;
    if (counting && !(all_known(known->figure, known->figures) && all_known(known->feature, known->features)))
        return FIGURE_UNKNOWN;
    return find_seats(match, least, most) ? CLEAN : PLAYERS_FIELD;
}
