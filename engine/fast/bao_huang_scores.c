/* The scores of a hand of Bao Huang, and the tribute that is due after it. */
#include "bao_huang.h"

static unsigned side_of(const struct bao_huang_hand_facts *facts) { return 1u << facts->emperor | 1u << facts->protector; }

static bool is_of(unsigned side, int seat) { return side >> seat & 1; }

static bool is_alone(const struct bao_huang_hand_facts *facts) { return facts->emperor == facts->protector; }

static int winner_of(const struct rules *rules, const struct bao_huang_hand_facts *facts);

/* "places 1–5", "alone"; "a team's places are added (shared places are the places left, whoever holds them)": the points
 * of the emperor's team. */
static int points_of_team(const struct rules *rules, const struct bao_huang_hand_facts *facts) {
    static const int of_place[][SEATS] = {[SCORING_2_1_0] = {2, 1, 0, -1, -2}, [SCORING_4_2_0] = {4, 2, 0, -2, -4}};
    static const int alone[SEATS] = {12, 0, -12, -12, -12};
    int points = 0;
    if (rules->scoring == SCORING_WIN_LOSS)
        return winner_of(rules, facts);
    for (int place = 0; place < SEATS; place++) {
        if (!is_of(side_of(facts), facts->finish[place]))
            continue;
        points += rules->scoring == SCORING_2_1_0 && is_alone(facts) ? alone[place] : of_place[rules->scoring][place];
    }
    return points;
}

/* `winner_rule`: 1 for the emperor's team, -1 for the farmers, 0 for a tie.  "first out and the last place are of opposing
 * teams: the first's team wins; of one team: tie. Alone: the emperor wins by going out first, and loses otherwise."
 * "`points`: the team with points above zero wins; zero is a tie."  "`team_out_first`: the team all of whose members are
 * out first wins ... none after zero points." */
static int winner_of(const struct rules *rules, const struct bao_huang_hand_facts *facts) {
    unsigned side = side_of(facts), out = 0;
    if (rules->winner_rule == WINNER_RULE_FIRST_VS_LAST) {
        bool first = is_of(side, facts->finish[0]), last = is_of(side, facts->finish[SEATS - 1]);
        return !is_alone(facts) && first == last ? 0 : first ? 1 : -1;
    }
    int points = points_of_team(rules, facts);
    if (points == 0 || rules->winner_rule == WINNER_RULE_POINTS)
        return points > 0 ? 1 : points < 0 ? -1 : 0;
    for (int place = 0; place < SEATS - facts->sharing; place++)
        out |= 1u << facts->finish[place];
    return (out & side) == side ? 1 : -1;
}

/* "with a winner, each loser puts its highest card ... on the table (an emperor who lost with a protector: two; one who
 * lost alone: four), and each winner takes one (an emperor: two; alone: four). No tribute after a tie." */
void bao_huang_owe(const struct rules *rules, const struct bao_huang_hand_facts *facts, struct debts *debts) {
    int winner = winner_of(rules, facts);
    for (int seat = 0; seat < SEATS; seat++) {
        int cards = seat != facts->emperor ? 1 : is_alone(facts) ? 4 : 2;
        bool wins = is_of(side_of(facts), seat) == (winner > 0);
        debts->gives[seat] = winner != 0 && !wins ? cards : 0;
        debts->takes[seat] = winner != 0 && wins ? cards : 0;
        debts->place[seat] = place_of(facts->finish, SEATS, facts->sharing, seat);
    }
}

static bool has_declared(const struct bao_huang_hand_facts *facts, int what) {
    for (int i = 0; i < DECLARATIONS; i++)
        if (facts->declared[i] == what)
            return true;
    return false;
}

/* "`solo_announced = instead`": "the lone emperor's own place points × 3, the others' as they are". */
static bool triples_own(const struct rules *rules, const struct bao_huang_hand_facts *facts) {
    return rules->scoring == SCORING_4_2_0 && rules->solo_announced == SOLO_ANNOUNCED_INSTEAD
           && rules->declarations == DECLARATIONS_PARTNER_OR_SOLO && has_declared(facts, SOLO);
}

/* "`partner_or_solo`: the protector announces: × 2; an emperor alone announces: × 3"; "`per_side`: one or more farmers: × 2;
 * protector, or emperor alone: × 2; both: × 4"; "`first_only`: any declaration: × 2, further ones change nothing". */
int bao_huang_factor(const struct rules *rules, const struct bao_huang_hand_facts *facts) {
    bool uprising = has_declared(facts, UPRISING), solo = has_declared(facts, SOLO);
    bool of_side = solo || has_declared(facts, PROTECTOR);
    switch (rules->declarations) {
    case DECLARATIONS_PARTNER_OR_SOLO:
        return solo ? 3 : of_side ? 2 : 1;
    case DECLARATIONS_PER_SIDE:
        return (uprising ? 2 : 1) * (of_side ? 2 : 1);
    case DECLARATIONS_FIRST_ONLY:
        return uprising || of_side ? 2 : 1;
    default:
        return 1;
    }
}

/* "every member gets the sum"; "× 2 with a protector", "× 1, alone × 2"; "`balanced = true`: in `4-2-0` the emperor's score
 * is doubled once more"; "The declarations' factor multiplies everything." */
void bao_huang_score(const struct rules *rules, const struct bao_huang_hand_facts *facts, int64_t scores[SEATS]) {
    int points = points_of_team(rules, facts), factor = bao_huang_factor(rules, facts), of_emperor = 1;
    bool alone = is_alone(facts), own = triples_own(rules, facts);
    int of_others = alone && rules->scoring == SCORING_2_1_0 ? -points / 4 : -points;
    if (own)
        of_emperor = 3;
    else if ((rules->scoring == SCORING_2_1_0 && !alone) || (rules->scoring == SCORING_4_2_0 && alone))
        of_emperor = 2;
    if (rules->scoring == SCORING_4_2_0 && rules->balanced)
        of_emperor *= 2;
    for (int seat = 0; seat < SEATS; seat++)
        scores[seat] = (own ? 1 : factor) * (is_of(side_of(facts), seat) ? points : of_others)
                       * (seat == facts->emperor ? of_emperor : 1);
}
