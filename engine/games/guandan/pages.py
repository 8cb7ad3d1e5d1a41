"""The rule book of Guandan, a page for each rule that a finding or a score line can name."""

from typing import Final

from engine.rulebook.findings import Rule

_SOURCE: Final = "Introduction to Guandan Card Game"
_COMMON: Final = "common rule: not in the introduction, played at nearly every table"

PAGES: Final = (
    Rule(
        "guandan.table",
        "Table, cards and holdings",
        "Four seats in order of play; the first and third are one team, the second and fourth the other. Two packs "
        "of 52 cards, "
        "two red and two black jokers: 108 cards, 27 to each seat. A seat plays only cards that it holds.",
        _SOURCE,
    ),
    Rule(
        "guandan.order",
        "The order of cards",
        "Nature order, low to high: 2 3 4 5 6 7 8 9 T J Q K A, black joker, red joker. In level order the rank of "
        "the hand's level "
        "is lifted to between A and the black joker. In straights, tubes, plates and straight flushes a level card "
        "counts as its "
        "own rank, and an ace may also stand below 2. The two heart cards of the level rank are wild.",
        _SOURCE,
    ),
    Rule(
        "guandan.combinations",
        "What can be played",
        "Single; pair (two jokers only of one colour); triple; full house, a triple with a pair of another rank; "
        "straight, five "
        "consecutive ranks not all of one suit; tube, three consecutive pairs; plate, two consecutive triples; bomb, "
        "four to ten "
        "of a rank; straight flush, five consecutive cards of one suit; joker bomb, all four jokers. A-2-3-4-5 is "
        "the lowest "
        "straight and T-J-Q-K-A the highest; nothing goes round the corner.",
        _SOURCE,
        ("joker_pair_in_full_house",),
    ),
    Rule(
        "guandan.wild",
        "What wild cards stand for",
        "A wild card stands for any card but a joker; alone it is an ordinary level card. Where the log says what it "
        "stands for, "
        "the readings are restricted to that. Of those left the highest that beats the play on the table counts, and "
        "on a lead the "
        "highest: a bomb above a regular kind, within a kind the higher rank, and of a tube and a plate the plate.",
        f"{_SOURCE}; claims are a {_COMMON}",
    ),
    Rule(
        "guandan.beats",
        "What beats what",
        "Within a regular kind the higher rank; kinds never mix. A bomb beats every regular kind. Among bombs: four, "
        "five, straight "
        "flush, six, seven, eight, nine, ten cards, joker bomb; of one size by level order, straight flushes by "
        "their top card.",
        _SOURCE,
    ),
    Rule(
        "guandan.turn",
        "Whose turn it is",
        "In turn each seat plays or passes; passing does not bar a later play. A seat without cards is passed over.",
        _SOURCE,
    ),
    Rule(
        "guandan.lead",
        "Who leads",
        "When all others who hold cards have passed after a play, its player leads, and must play. If that player "
        "has no cards left "
        "the partner leads (hitchhike). In a first hand, and without tribute, whoever leads in the log leads, unless "
        "the setup names "
        "another.",
        _SOURCE,
    ),
    Rule(
        "guandan.end",
        "The end of a hand",
        "The hand ends when both of a team are out. The places are banker, follower, third and dweller. When banker "
        "and follower are "
        "partners the other two are both dwellers and share the places; otherwise the one left is last.",
        _SOURCE,
    ),
    Rule(
        "guandan.reporting",
        "Saying how many cards are left",
        "A player left with 10 cards or fewer says the count, and it must be true. With reporting = warn, if the log "
        "holds any report "
        "in the hand, each seat must also have reported by its next turn after it first came to 10 or fewer.",
        _SOURCE,
        ("reporting",),
    ),
    Rule(
        "guandan.tribute",
        "Tribute",
        "From the second hand on the dweller owes the banker one card, also when they are partners. After a double "
        "each of the two "
        "dwellers owes one: under by_rank the higher goes to the banker and the lower to the follower, and of equal "
        "ones each pays "
        "the seat before it; under previous_seat each pays the seat before it, whatever the cards. The card is the "
        "payer's highest in "
        "level order, wild cards left aside; of several equal, any. All tribute comes before all returns.",
        _COMMON,
        ("tribute", "double_tribute"),
    ),
    Rule(
        "guandan.resistance",
        "Resisting tribute",
        "If the payers together hold both red jokers they may resist: any payer says it for both, and nothing is "
        "paid or returned. "
        "The banker then leads.",
        _COMMON,
        ("tribute",),
    ),
    Rule(
        "guandan.return",
        "The card given back",
        "Each receiver returns one card to its payer: of nature rank 2 to 10 (ten), 2 to 9 (nine), 2 to 10 to the "
        "own partner and any "
        "to an opponent (ten_to_partner), or any. Without return_level a level card may not be returned. A hand "
        "without an allowed card "
        "returns its lowest in level order. A card just received may be returned if it is allowed.",
        _COMMON,
        ("return_limit", "return_level"),
    ),
    Rule(
        "guandan.tribute-lead",
        "Who leads after tribute",
        "The payer of the higher card leads. Of two equal cards, under after_banker the seat after the banker, under "
        "dweller the one "
        "that finished last. After resistance the banker leads.",
        _COMMON,
        ("equal_tribute_lead", "double_tribute"),
    ),
    Rule(
        "guandan.promotion",
        "Promotion",
        "Only the banker's team moves up: 3 levels with the partner follower, 2 with the partner third, 1 with the "
        "partner dweller; "
        "never past A. A hand's score is the levels really gained, for both seats of the team.",
        _SOURCE,
    ),
    Rule(
        "guandan.levels",
        "The level of a hand",
        "Each team starts at 2, and the first hand is played at 2; each later hand at the level of the team that won "
        "the one before. "
        "What a log says before a later hand must follow from the hands before it.",
        _SOURCE,
    ),
    Rule(
        "guandan.failures",
        "Failures at A",
        "A failure is a hand played at the team's own A that does not win it the match (any_miss), or only such a "
        "one in which the "
        "team has the banker and the dweller (dweller_finish). The n-th failure sends the team back to 2, and its "
        "count to 0.",
        _COMMON,
        ("a_failures", "a_failure_is"),
    ),
    Rule(
        "guandan.match",
        "Winning the match",
        "A team wins when it wins a hand played at A with its own level at A and the banker's partner is not dweller "
        "(team_a); under "
        "own_a the level must be the one that this team set; under reach_a the match is won on reaching A. By hands, "
        "or when the table "
        "stopped by the clock, the team at the higher level wins, both where they are level. Hands after that count "
        "for nothing.",
        _SOURCE,
        ("win_at", "hands"),
    ),
    Rule(
        "guandan.recorded",
        "A hand known by its result",
        "The log may show nothing of a hand but its result, or stop before its end. "
        "If the recorded order of finish has a "
        "beginning that ends the hand, and nothing played contradicts it, the hand is scored from it: the promotion "
        "follows from the places and from the levels before. The next hand's tribute is due by that finish. Where "
        "that is not enough, or a level that is not known may be near A, recorded scores of every seat are taken as "
        "they are; the levels after are then the recorded ones of both teams, or else those before and what each team "
        "scored. Without either, scores, totals and levels are unknown until the setup of a later hand states them.",
        "the report format and the rules of the game, A hand known by its result",
    ),
)
