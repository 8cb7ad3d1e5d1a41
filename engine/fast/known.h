/* What the sources of a game know.  Each game has a file that names all that its sources know, by the names that
 * made/<game>.h has from Python.  A match of a game that has anything else is left to the engine: an option, or a value of
 * one, that C does not judge by; a finding that it would not look for; a figure that it does not count. */
#ifndef FUPAN_KNOWN_H
#define FUPAN_KNOWN_H

#include "reader.h"

struct known {
    bool (*option)(int option, int32_t value);
    bool (*code)(int code);
    bool (*figure)(int figure);
    bool (*feature)(int feature); /* of the strength of a dealt hand */
};

/* The codes of every game, those of games in which seats play in turn, and those of games with tribute. */
#define CASES_OF_EVERY_GAME \
    case CODE_MALFORMED: case CODE_UNKNOWN_FIELD: case CODE_READ_AS: case CODE_NOT_RECORDED: \
    case CODE_UNKNOWN_OPTION: case CODE_DECK_MISMATCH: case CODE_HAND_SIZE: case CODE_OUT_OF_TURN: \
    case CODE_CARD_NOT_HELD: case CODE_ALREADY_OUT: case CODE_AFTER_END: case CODE_UNEXPECTED_ACTION: \
    case CODE_SETUP_MISMATCH: case CODE_AFTER_MATCH: case CODE_INCOMPLETE_HAND: case CODE_RESULT_ONLY: \
    case CODE_SCORE_MISMATCH: case CODE_TOTAL_MISMATCH: case CODE_WINNER_MISMATCH:
#define CASES_OF_PLAY \
    case CODE_MUST_LEAD: case CODE_FINISH_MISMATCH: case CODE_WRONG_LEADER: case CODE_NOT_A_COMBINATION: \
    case CODE_DOES_NOT_BEAT:
#define CASES_OF_TRIBUTE \
    case CODE_TRIBUTE_MISSING: case CODE_TRIBUTE_NOT_DUE: case CODE_TRIBUTE_WRONG_CARD: \
    case CODE_TRIBUTE_WRONG_SEAT:
/* The figures of play.  C leaves seconds with more than six digits to the engine, so that SECONDS_FINE is 0. */
#define CASES_OF_FIGURES \
    case FIGURE_PLAYS: case FIGURE_LEADS: case FIGURE_LEAD_CARDS: case FIGURE_PASSES: case FIGURE_SECONDS: \
    case FIGURE_SECONDS_FINE: case FIGURE_TIMED:

static inline bool is_within(int32_t value, int32_t least, int32_t most) { return least <= value && value <= most; }

static inline bool is_flag(int32_t value) { return is_within(value, 0, 1); }

/* Why a match is left to the engine if something is unknown.  `values` are those of the options, in their order. */
static inline enum reason find_unknown(const struct known *known, const int32_t *values, int options, int codes) {
    for (int option = 0; option < options; option++)
        if (!known->option(option, values[option]))
            return OPTION_UNKNOWN;
    for (int code = 0; code < codes; code++)
        if (!known->code(code))
            return CODE_UNKNOWN;
    return CLEAN;
}

/* The same of what is counted. */
static inline enum reason find_uncounted(const struct known *known, int figures, int features) {
    for (int figure = 0; figure < figures; figure++)
        if (!known->figure(figure))
            return FIGURE_UNKNOWN;
    for (int feature = 0; feature < features; feature++)
        if (!known->feature(feature))
            return FIGURE_UNKNOWN;
    return CLEAN;
}

#endif
