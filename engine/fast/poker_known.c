/* What the sources of Chinese poker know: see known.h. */
#include "poker.h"
#include "known.h"

static bool knows_option(int option, int32_t value) {
    switch (option) {
    case OPTION_SCORING:
        return value == SCORING_PAIRS || value == SCORING_BEST_ROW;
    case OPTION_ROW_UNIT: case OPTION_OVERALL: case OPTION_SCOOP_BONUS: case OPTION_SURRENDER: case OPTION_TARGET:
        return is_within(value, 0, 1000000);
    case OPTION_SCOOP_MULTIPLIER: case OPTION_HOME_RUN_MULTIPLIER:
        return is_within(value, 1, 1000000);
    case OPTION_HOME_RUN_NEEDS:
        return value == HOME_RUN_NEEDS_THREE || value == HOME_RUN_NEEDS_ALL;
    case OPTION_ROYALTY_RULE:
        return value == ROYALTY_RULE_WINNER || value == ROYALTY_RULE_CANCEL || value == ROYALTY_RULE_NET;
    case OPTION_ROYALTY_LIMIT:
        return value == ROYALTY_LIMIT_ALL || value == ROYALTY_LIMIT_ONE;
    case OPTION_MISSET:
        return value == MISSET_SCOOPED || value == MISSET_PLAYED;
    case OPTION_WHEEL:
        return value == WHEEL_LOWEST || value == WHEEL_SECOND;
    case OPTION_MIDDLE:
        return value == MIDDLE_HIGH || value == MIDDLE_DEUCE_TO_SEVEN;
    case OPTION_DEALING:
        return value == DEALING_CLOSED || value == DEALING_OPEN_FACE || value == DEALING_PINEAPPLE;
    case OPTION_FANTASYLAND:
        return value == FANTASYLAND_NONE || value == FANTASYLAND_STANDARD || value == FANTASYLAND_PROGRESSIVE;
    case OPTION_HANDS_EACH:
        return is_within(value, 1, 2);
    case OPTION_ROYALTY_ANNOUNCED: case OPTION_ROYALTY_BROKEN: case OPTION_ROYALTIES_AGAINST_FOUL:
    case OPTION_SCOOP_MULTIPLIES_ROYALTIES: case OPTION_NATURAL_QKA:
        return is_flag(value);
    /* The engine works out the royalties and the naturals that these come to. */
    case OPTION_ROYALTIES: case OPTION_ROYALTY_TABLE: case OPTION_ROYALTY_VALUE: case OPTION_NATURALS:
    case OPTION_NATURAL_TABLE:
        return true;
    default:
        return false;
    }
}

static bool knows_code(int code) {
    switch (code) {
    CASES_OF_EVERY_GAME
    case CODE_BAD_SETTING: case CODE_FOUL: case CODE_NATURAL_NOT_HELD: case CODE_SURRENDER_NOT_ALLOWED:
    case CODE_ROYALTY_UNDECLARED: case CODE_ROYALTY_NOT_HELD: case CODE_UNIT_MISMATCH:
        return true;
    default:
        return false;
    }
}

/* Why a match is left to the engine whatever happens in it; CLEAN: it need not be.  The engine counts its figures. */
enum reason poker_unknown(const struct rules *rules) {
    static const struct known known = {.option = knows_option, .code = knows_code};
    return find_unknown(&known, (const int32_t *)rules, OPTIONS, CODES);
}
