"""The rule book of Big A, a page for each rule that a finding or a score line can name."""

from typing import Final

from engine.rulebook.findings import Rule

_SOURCE: Final = "Card games of northeastern China, CatsAtCards.com, section Big A"

PAGES: Final = (
    Rule(
        "big_a.table",
        "Table, cards and holdings",
        "Five seats in order of play. Two packs of 52 cards, two red and two black jokers: 108 cards, drawn one at a "
        "time from a first seat on, so that the first three seats get 22 and the others 21. The last card of each "
        "seat stays face down until the Big A is set. A seat plays only cards that it holds.",
        _SOURCE,
    ),
    Rule(
        "big_a.order",
        "The order of cards",
        "From high to low: the Big A (both copies), red joker, black joker, 3, 2, A, K, Q, J, 10, 9, 8, 7, 6, 5, 4. "
        "In sets of one rank a Big A is an ordinary ace. Sequences have an order of their own: A 2 3 and so on to K "
        "A, the ace at either end or at both.",
        _SOURCE,
    ),
    Rule(
        "big_a.drawing",
        "The drawing",
        "Cards are drawn in turn. A count said with an expose must fit that: no seat can have drawn more or fewer "
        "cards than its turn allows, from one expose to the next. Nothing is played while cards are drawn. If nobody "
        "exposes an ace and both aces of hearts lie face down, the deal is void, and the seat that drew first says "
        "so: redeal. A void deal scores nothing and does not count as a hand.",
        _SOURCE,
    ),
    Rule(
        "big_a.exposing",
        "Exposing and overcalling",
        "While drawing, a seat may expose one ace that it has drawn: that suit's aces are the Big A and the seat is "
        "declarer; both copies may be shown at once, or the second later. Another seat overcalls by exposing both "
        "aces of another suit and is declarer alone; the ace exposed before is an ordinary ace again. Nobody "
        "overcalls itself, a declarer who has shown both copies, or an overcaller. A second seat's single ace, the "
        "partner's copy, a card not yet drawn and the card face down may not be exposed.",
        _SOURCE,
    ),
    Rule(
        "big_a.roles",
        "Declarer and partner",
        "The declarer is the seat that exposed an ace and was not overcalled; if nobody exposed one, the first seat "
        "from the one that drew first on with an ace of hearts among its drawn cards. The partner is the holder of "
        "the other copy of the Big A. A declarer that has both is alone. Capturing a Big A changes no role. "
        "Where a log does not show who drew the ace of hearts, whoever leads first is taken to be declarer.",
        _SOURCE,
    ),
    Rule(
        "big_a.revealing",
        "Revealing the second Big A",
        "When all cards are up, the holder of the second copy, the partner or a declarer alone, may reveal it: then "
        "the exposed scores apply. Not if nobody exposed an ace in the drawing, and not if both are shown already.",
        _SOURCE,
    ),
    Rule(
        "big_a.combinations",
        "What can be played",
        "Single; pair, not of jokers nor both Big A; sequence, three or more consecutive ranks; double sequence, "
        "three or more consecutive pairs. The rest are bombs, from the lowest: triple, four, five, six of a rank, "
        "two jokers, triple sequence (three consecutive triples), fake eight (four each of two consecutive ranks), "
        "seven, true eight, three jokers, four jokers, and the Big Ace pair, both Big A and nothing else. No "
        "sequence has a joker, and none goes round the corner; one of all thirteen ranks counts with the ace high, "
        "one of fourteen has an ace at both ends.",
        _SOURCE,
    ),
    Rule(
        "big_a.beats",
        "What beats what",
        "Within a kind the higher rank; sequences only those of the same number of cards, by the top rank. A triple "
        "also beats singles below a joker, pairs and sequences, but no double sequence. A four beats every non-bomb "
        "but a single Big A, and triples. Every higher bomb beats every non-bomb and all lower bombs. Two red jokers "
        "beat two black; two pairs of one black and one red do not beat each other. With four jokers in the packs no "
        "other sets of jokers can meet.",
        _SOURCE,
    ),
    Rule(
        "big_a.fours",
        "Fours that capture",
        "When the play to beat is a triple, four, five or six, a seat in turn may capture it with fours, one card "
        "fewer. The captured cards go into its hand and the fours are the play to beat. A seat that has captured a "
        "Big A plays it before its own, and may play both as the Big Ace pair. Fours may be played in any other "
        "combination, too.",
        _SOURCE,
    ),
    Rule(
        "big_a.turn",
        "Whose turn it is",
        "In turn each seat plays or passes; passing does not bar a later play. A seat without cards is passed over.",
        _SOURCE,
    ),
    Rule(
        "big_a.lead",
        "Who leads",
        "The partner leads first if it revealed the second copy, else the declarer. When all others who hold cards "
        "have passed, the player of the last play leads, and must play. If it is out, the next seat in order of play "
        "leads that holds cards and is not its partner as far as the table knows: the roles are known once the "
        "second copy has been exposed, revealed or played. Under skip_team declarer and partner pass each other "
        "over, and so do the opponents; under skip_partner only the former.",
        _SOURCE,
        ("lead_after_out",),
    ),
    Rule(
        "big_a.end",
        "The end of a hand",
        "The hand ends when declarer and partner are both out, or all their opponents; of a declarer alone, when it "
        "is out or the four others are. Those who still hold cards share the places left.",
        _SOURCE,
    ),
    Rule(
        "big_a.score",
        "The score",
        "By the places of declarer and partner, for declarer, partner and each opponent: 1 and 2: 6, 3, −3. 1 and 3: "
        "4, 2, −2. 1 and 4: 2, 1, −1. 1 and 5, 2 and 3, 2 and 4, 3 and 4: nothing. Declarer 2 or 3, partner 5: −2, "
        "−1, 1. Declarer 5, partner 2 or 3: −4, −2, 2. 4 and 5: −6, −3, 3. If both Big A were shown before the play: "
        "9, 9, −6; 6, 6, −4; 3, 3, −2; nothing; −3, −3, 2; −6, −6, 4; −9, −9, 6. A declarer alone gets 32 as the "
        "first out and −32 as the last, each opponent −8 and 8; exposed, twice that. The row of 4 and 5 is printed "
        "wrongly in the source: 2 for each opponent where the declarer is fourth and the partner fifth, and 3 the "
        "other way round. Every other row adds up to nothing and the hand is over before the two can be told apart, "
        "so 3 is meant; four_five = printed takes 2. The text says that exposing doubles the hand, which the table "
        "does not do; exposed_scores = double does.",
        _SOURCE,
        ("four_five", "exposed_scores"),
    ),
    Rule(
        "big_a.match",
        "Winning the match",
        "After a set number of hands, or when the table stopped by the clock, the highest total wins, and equal ones "
        "all win. Hands after that count for nothing.",
        _SOURCE,
        ("hands",),
    ),
    Rule(
        "big_a.recorded",
        "A hand known by its result",
        "The log may show nothing of a hand but its result, or stop before its end. "
        "If declarer and partner are known, and "
        "the recorded order of finish has a beginning in which one side is out, and nothing played contradicts it, "
        "the hand is scored from it; where nothing was played, the record says whether both Big A were exposed. A "
        "declarer recorded without a partner was alone. Where that is not enough, recorded scores of every seat are "
        "taken as they are: they must sum to zero, except with the printed score of the last places. Without either, "
        "scores and totals are unknown until the setup of a later hand states the totals.",
        "the report format and the rules of the game, A hand known by its result",
        ("four_five",),
    ),
)
