/* What the sources of Guandan know: see known.h. */
#include "guandan.h"
#include "known.h"

static bool knows_option(int option, int32_t value) {
    switch (option) {
    case OPTION_TRIBUTE:
        return value == TRIBUTE_NONE || value == TRIBUTE_STANDARD;
    case OPTION_DOUBLE_TRIBUTE:
        return value == DOUBLE_TRIBUTE_BY_RANK || value == DOUBLE_TRIBUTE_PREVIOUS_SEAT;
    case OPTION_RETURN_LIMIT:
        return value == RETURN_LIMIT_TEN || value == RETURN_LIMIT_NINE || value == RETURN_LIMIT_TEN_TO_PARTNER
               || value == RETURN_LIMIT_ANY;
    case OPTION_EQUAL_TRIBUTE_LEAD:
        return value == EQUAL_TRIBUTE_LEAD_AFTER_BANKER || value == EQUAL_TRIBUTE_LEAD_DWELLER;
    case OPTION_A_FAILURES:
        return is_within(value, 0, 9);
    case OPTION_A_FAILURE_IS:
        return value == A_FAILURE_IS_ANY_MISS || value == A_FAILURE_IS_DWELLER_FINISH;
    case OPTION_WIN_AT:
        return value == WIN_AT_TEAM_A || value == WIN_AT_OWN_A || value == WIN_AT_REACH_A;
    case OPTION_HANDS:
        return is_within(value, 0, 1000);
    case OPTION_REPORTING:
        return value == REPORTING_OFF || value == REPORTING_WARN;
    case OPTION_RETURN_LEVEL: case OPTION_JOKER_PAIR_IN_FULL_HOUSE:
        return is_flag(value);
    default:
        return false;
    }
}

static bool knows_code(int code) {
    switch (code) {
    CASES_OF_EVERY_GAME
    CASES_OF_PLAY
    CASES_OF_TRIBUTE
    case CODE_RETURN_WRONG_CARD: case CODE_RETURN_MISSING: case CODE_REPORT_MISSING: case CODE_REPORT_WRONG:
    case CODE_AMBIGUOUS_WILD: case CODE_LEVEL_MISMATCH: case CODE_ROLE_NOT_ALLOWED:
        return true;
    default:
        return false;
    }
}

static bool knows_figure(int figure) {
    switch (figure) {
    CASES_OF_FIGURES
    case FIGURE_BANKER: case FIGURE_DOUBLES_MADE: case FIGURE_DOUBLES_SUFFERED: case FIGURE_TRIBUTES_PAID:
    case FIGURE_TRIBUTES_RECEIVED: case FIGURE_RESISTED: case FIGURE_AT_A: case FIGURE_AT_A_WON: case FIGURE_BOMBS:
    case FIGURE_STRAIGHT_FLUSHES: case FIGURE_JOKER_BOMBS: case FIGURE_WILD_CARDS: case FIGURE_WILD_IN_BOMBS:
        return true;
    default:
        return false;
    }
}

static bool knows_feature(int feature) {
    switch (feature) {
    case FEATURE_RED_JOKERS: case FEATURE_BLACK_JOKERS: case FEATURE_FOUR_JOKERS: case FEATURE_WILD_CARDS:
    case FEATURE_LEVEL_CARDS: case FEATURE_ACES: case FEATURE_KINGS: case FEATURE_BOMBS_OF_4: case FEATURE_BOMBS_OF_5:
    case FEATURE_BOMBS_OF_6: case FEATURE_STRAIGHT_FLUSHES: case FEATURE_BOOSTS: case FEATURE_PLAYS:
    case FEATURE_LOOSE:
        return true;
    default:
        return false;
    }
}

/* Why a match is left to the engine whatever happens in it; CLEAN: it need not be. */
enum reason guandan_unknown(const struct rules *rules, bool counting) {
    static const struct known known = {knows_option, knows_code, knows_figure, knows_feature};
    enum reason reason = find_unknown(&known, (const int32_t *)rules, OPTIONS, CODES);
    return reason == CLEAN && counting ? find_uncounted(&known, FIGURES, FEATURES) : reason;
}
