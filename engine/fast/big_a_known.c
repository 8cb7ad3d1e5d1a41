/* What the sources of Big A know: see known.h. */
#include "big_a.h"
#include "known.h"

static bool knows_option(int option, int32_t value) {
    switch (option) {
    case OPTION_LEAD_AFTER_OUT:
        return value == LEAD_AFTER_OUT_SKIP_TEAM || value == LEAD_AFTER_OUT_SKIP_PARTNER;
    case OPTION_HANDS:
        return is_within(value, 0, 1000);
    /* The engine works out the points that these come to. */
    case OPTION_FOUR_FIVE: case OPTION_EXPOSED_SCORES:
        return true;
    default:
        return false;
    }
}

static bool knows_code(int code) {
    switch (code) {
    CASES_OF_EVERY_GAME
    CASES_OF_PLAY
    case CODE_ROLE_NOT_ALLOWED: case CODE_ROLE_MISMATCH:
        return true;
    default:
        return false;
    }
}

static bool knows_figure(int figure) {
    switch (figure) {
    CASES_OF_FIGURES
    case FIGURE_EXPOSED: case FIGURE_OVERCALLED: case FIGURE_CAPTURED: case FIGURE_FOURS_PLAYED:
        return true;
    default:
        return false;
    }
}

static bool knows_feature(int feature) {
    switch (feature) {
    case FEATURE_RED_JOKERS: case FEATURE_BLACK_JOKERS: case FEATURE_JOKERS_TOGETHER: case FEATURE_THREES:
    case FEATURE_TWOS: case FEATURE_ACES: case FEATURE_KINGS: case FEATURE_FOURS: case FEATURE_EGGS:
    case FEATURE_FOURS_OF_A_RANK: case FEATURE_FIVES: case FEATURE_PLAYS: case FEATURE_LOOSE:
        return true;
    default:
        return false;
    }
}

/* Why a match is left to the engine whatever happens in it; CLEAN: it need not be. */
enum reason big_a_unknown(const struct rules *rules, bool counting) {
    static const struct known known = {knows_option, knows_code, knows_figure, knows_feature};
    enum reason reason = find_unknown(&known, (const int32_t *)rules, OPTIONS, CODES);
    return reason == CLEAN && counting ? find_uncounted(&known, FIGURES, FEATURES) : reason;
}
