/* What the sources of Bao Huang know: see known.h. */
#include "bao_huang.h"
#include "known.h"

static bool knows_option(int option, int32_t value) {
    switch (option) {
    case OPTION_DECK:
        return value == DECK_168 || value == DECK_216;
    case OPTION_EMPEROR_PASS:
        return value == EMPEROR_PASS_WITH_PLAY || value == EMPEROR_PASS_AGAINST_PLAY;
    case OPTION_PROTECTOR:
        return value == PROTECTOR_MARKED_JOKER || value == PROTECTOR_TRIPLET;
    case OPTION_DECLARATIONS:
        return value == DECLARATIONS_NONE || value == DECLARATIONS_PARTNER_OR_SOLO || value == DECLARATIONS_PER_SIDE
               || value == DECLARATIONS_FIRST_ONLY;
    case OPTION_TRIBUTE_EXCLUDE:
        return value == TRIBUTE_EXCLUDE_JOKERS || value == TRIBUTE_EXCLUDE_JOKERS_AND_TWOS;
    case OPTION_TAKE_ORDER:
        return value == TAKE_ORDER_FINISH || value == TAKE_ORDER_FREE;
    case OPTION_JOKER_RULE:
        return value == JOKER_RULE_EVERY_CARD || value == JOKER_RULE_JOKERS_ONLY;
    case OPTION_WINNER_RULE:
        return value == WINNER_RULE_FIRST_VS_LAST || value == WINNER_RULE_POINTS || value == WINNER_RULE_TEAM_OUT_FIRST;
    case OPTION_SCORING:
        return value == SCORING_WIN_LOSS || value == SCORING_2_1_0 || value == SCORING_4_2_0;
    case OPTION_SOLO_ANNOUNCED:
        return value == SOLO_ANNOUNCED_ON_TOP || value == SOLO_ANNOUNCED_INSTEAD;
    /* It decides what seats see, which is nothing to a verdict. */
    case OPTION_TRIBUTE_FACE:
        return value == TRIBUTE_FACE_DOWN || value == TRIBUTE_FACE_UP;
    case OPTION_TARGET:
        return is_within(value, 0, 1000000);
    case OPTION_HANDS:
        return is_within(value, 0, 2000);
    case OPTION_TRIBUTE: case OPTION_LOWEST_LAST: case OPTION_BALANCED:
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
    case CODE_LOWEST_TOO_EARLY: case CODE_ROLE_NOT_ALLOWED: case CODE_ROLE_MISMATCH:
        return true;
    default:
        return false;
    }
}

static bool knows_figure(int figure) {
    switch (figure) {
    CASES_OF_FIGURES
    case FIGURE_ALONE: case FIGURE_DECLARED: case FIGURE_PROTECTED:
        return true;
    default:
        return false;
    }
}

static bool knows_feature(int feature) {
    switch (feature) {
    case FEATURE_RED_JOKERS: case FEATURE_BLACK_JOKERS: case FEATURE_TWOS: case FEATURE_ACES: case FEATURE_KINGS:
    case FEATURE_QUEENS: case FEATURE_RANKS: case FEATURE_SMALL_SETS: case FEATURE_LARGE_SETS:
        return true;
    default:
        return false;
    }
}

/* Why a match is left to the engine whatever happens in it; CLEAN: it need not be. */
enum reason bao_huang_unknown(const struct rules *rules, bool counting) {
    static const struct known known = {knows_option, knows_code, knows_figure, knows_feature};
    enum reason reason = find_unknown(&known, (const int32_t *)rules, OPTIONS, CODES);
    return reason == CLEAN && counting ? find_uncounted(&known, FIGURES, FEATURES) : reason;
}
