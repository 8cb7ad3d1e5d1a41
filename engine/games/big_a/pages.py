"""The rule pages of Big A, one for each rule that a finding or a score line can name, and its rule book."""

from typing import Final

from engine.games.big_a.scoring import ALONE, FIRST_AND_SECOND, PRINTED_FOR_OPPONENTS, TABLE
from engine.rulebook.book import (
    Book,
    Chapter,
    Duel,
    Duels,
    Exchange,
    Grid,
    Ladder,
    Opening,
    ScoredHand,
    picture_of,
    points_cells,
)
from engine.rulebook.findings import Rule
from engine.rulebook.sentences import say

_SOURCE: Final = "Card games of northeastern China, CatsAtCards.com, section Big A"
_COMMON: Final = "common rule"
_LOG: Final = "the log format"

PAGES: Final = (
    Rule(
        "big_a.table",
        "Table, cards and holdings",
        "Big A has five seats. The deck is two packs of 52 cards with two red and two black jokers: 108 cards. The "
        "seats draw them one at a time, in order of play from the first seat on, so that the first three seats get 22 "
        "cards and the others 21. The last card of each seat stays face down until the Big A is set. A seat may play "
        "only cards that it holds.",
        f"{_SOURCE}; 22 and 21 cards follow from 108 cards and five seats",
    ),
    Rule(
        "big_a.order",
        "The order of cards",
        "From high to low: the Big A (both copies), red joker, black joker, 3, 2, A, K, Q, J, 10, 9, 8, 7, 6, 5, 4. In "
        "a set of one rank a Big A is an ordinary ace. Sequences have their own order: A 2 3 4 5 6 7 8 9 10 J Q K A. "
        "An ace may be the lowest card of a sequence, the highest, or both ends of a sequence of fourteen cards. A Big "
        "A in a sequence is an ordinary ace.",
        _SOURCE,
    ),
    Rule(
        "big_a.drawing",
        "The drawing",
        "Seats draw one card each, in order of play. A log may give with an expose how many cards the seat had drawn; "
        "the number must agree with the order of drawing, from one expose to the next. No card is played during the "
        "drawing. If no seat exposes an ace and both aces of hearts lie face down, the deal is void, and the seat that "
        "drew first ends it with redeal. A void deal scores 0 and does not count as a hand.",
        f"{_SOURCE}; how many cards an expose names, and redeal: {_LOG}. That a void deal does not count: {_COMMON}",
    ),
    Rule(
        "big_a.exposing",
        "Exposing and overcalling",
        "During the drawing a seat may expose one ace that it has drawn. The two aces of that suit become the Big A, "
        "and the seat becomes the declarer. It may show both copies at once, or the second one later. Another seat "
        "overcalls by exposing both aces of another suit: it becomes the declarer and is alone, and the ace exposed "
        "before is an ordinary ace again. A seat must not overcall itself, a declarer that has shown both copies, or a "
        "seat that has overcalled. A second seat must not expose a single ace or the other copy of the Big A. No seat "
        "may expose a card that it has not drawn yet, or its card that lies face down.",
        f"{_SOURCE}; that a seat does not overcall itself, nor a seat that has overcalled: {_COMMON}",
    ),
    Rule(
        "big_a.roles",
        "Declarer and partner",
        "The declarer is the seat that exposed an ace and was not overcalled. If no seat exposed an ace, hearts is the "
        "suit of the Big A, and the declarer is the first seat, in order of play from the one that drew first, with an "
        "ace of hearts among its drawn cards, not counting the card that lies face down. The partner is the holder of "
        "the other copy of the Big A. A declarer that holds both copies is alone. Capturing a Big A changes no role. "
        "If a log does not show which seat drew the ace of hearts, the seat that leads first is taken as the declarer.",
        f"{_SOURCE}; what a log shows of it: {_LOG}",
    ),
    Rule(
        "big_a.revealing",
        "Revealing the second Big A",
        "When all cards have been picked up, the holder of the second copy (the partner, or a declarer that is alone) "
        "may reveal it before the first play. Then the exposed scores apply. It must not reveal it if no seat exposed "
        "an ace during the drawing, or if both copies have been shown.",
        _SOURCE,
    ),
    Rule(
        "big_a.combinations",
        "What can be played",
        "The plays that are not bombs are: single; pair, but not of jokers or of both Big A; sequence, three or more "
        "consecutive ranks; double sequence, three or more consecutive pairs. The bombs are, from low to high: triple, "
        "four, five and six cards of one rank; two jokers; triple sequence, three consecutive triples; fake eight, "
        "four cards each of two consecutive ranks; seven of one rank; true eight, eight of one rank; three jokers; "
        "four jokers; and the Big Ace pair, both Big A and no other card. No sequence has a joker. An ace is the "
        "lowest or the highest card of a sequence, never a middle one; a sequence of all thirteen ranks has the ace as "
        "its highest card, and one of fourteen has an ace at both ends.",
        f"{_SOURCE}; an ace at both ends: {_COMMON}",
    ),
    Rule(
        "big_a.beats",
        "What beats what",
        "A play beats plays of its own kind and number of cards with a lower rank; sequences, double sequences, triple "
        "sequences and fake eights rank by their highest card. A triple also beats singles below the jokers, pairs and "
        "sequences, but not double sequences. A four beats triples, and every play that is not a bomb except a single "
        "Big A. Every bomb above a four beats all lower bombs and every play that is not a bomb. Two red jokers beat "
        "two black jokers, and two pairs of a red and a black joker do not beat each other.",
        _SOURCE,
    ),
    Rule(
        "big_a.fours",
        "Fours that capture",
        "If the play to beat is a triple, four, five or six, a seat may on its turn capture it with one card fewer, "
        "all of rank 4. It takes the captured cards into its hand, and the cards of rank 4 become the play to beat. A "
        "seat that has captured a Big A must play it before its own copy, and may play both as the Big Ace pair. Cards "
        "of rank 4 may be played in every other combination too.",
        f"{_SOURCE}; which copy of the Big A is played first after a capture: {_COMMON}",
    ),
    Rule(
        "big_a.turn",
        "Whose turn it is",
        "Seats act in order of play. On its turn a seat plays or passes, and a seat that has passed may play on a "
        "later turn. A seat without cards is skipped.",
        _SOURCE,
    ),
    Rule(
        "big_a.lead",
        "Who leads",
        "The partner leads the first round if it revealed the second copy of the Big A; otherwise the declarer leads. "
        "When all other seats that hold cards have passed after a play, the seat that made the play leads, and it must "
        "not pass. If it has no cards left, the lead goes to the next seat in order of play that holds cards and is "
        "not known to the table as its partner. The table knows the roles once the second copy has been exposed, "
        "revealed or played; before that no seat is left out. With lead_after_out = skip_team the declarer and its "
        "partner are partners, and so are the opponents; with lead_after_out = skip_partner only the declarer and its "
        "partner are.",
        f"{_SOURCE}; lead_after_out = skip_team: its words for every player, skip_partner: for the declarer's side "
        "alone",
        ("lead_after_out",),
    ),
    Rule(
        "big_a.end",
        "The end of a hand",
        "The hand ends when the declarer and the partner are both out, or when all their opponents are out. If the "
        "declarer is alone, the hand ends when it is out, or when the other four are out. The seats that still hold "
        "cards share the places left.",
        f"{_SOURCE}; shared places, and the end of a hand of a declarer that is alone: {_COMMON}",
    ),
    Rule(
        "big_a.score",
        "The score",
        "The score depends on the places of declarer and partner. The points of the declarer, the partner and each "
        "opponent are: places 1 and 2: 6, 3, −3; places 1 and 3: 4, 2, −2; places 1 and 4: 2, 1, −1; places 1 and 5, 2 "
        "and 3, 2 and 4, or 3 and 4: 0; declarer 2 or 3 and partner 5: −2, −1, 1; declarer 5 and partner 2 or 3: −4, "
        "−2, 2; places 4 and 5: −6, −3, 3. If both Big A were shown before the play, the same rows give 9, 9, −6; 6, "
        "6, −4; 3, 3, −2; 0; −3, −3, 2; −6, −6, 4; −9, −9, 6. These are the points with exposed_scores = table. With "
        "exposed_scores = double the rows give twice the first points instead, because the text of the source says "
        "that exposing doubles the hand. A declarer that is alone gets 32 and each opponent −8 if it is out first, −32 "
        "and 8 if it is last, and 0 otherwise; if both Big A were shown, twice that. The source prints 2 points for "
        "each opponent if the declarer is fourth and the partner fifth, and 3 if it is the other way round. All other "
        "rows sum to zero. A hand ends before it shows which of the two is fourth, so one value must hold for both: 3 "
        "with four_five = zero_sum, 2 with four_five = printed.",
        f"{_SOURCE}: every number of the table, the twofold of exposed_scores = double, and the 2 of four_five = "
        "printed. The 3 of four_five = zero_sum: the sum of the other rows",
        ("four_five", "exposed_scores"),
    ),
    Rule(
        "big_a.match",
        "Winning the match",
        "The match ends after the number of hands in the option hands (0: no limit), or when the table stopped by the "
        "clock. The seat with the highest total wins; seats with equal highest totals all win. Hands after the end of "
        "the match are replayed, and do not count.",
        f"{_SOURCE}: a number of hands or an amount of time, and the highest total. Equal highest totals all win: "
        f"{_COMMON}",
        ("hands",),
    ),
    Rule(
        "big_a.recorded",
        "A hand known by its result",
        "A log may have only the result of a hand, or stop before the hand ends. The hand is then scored from the "
        "recorded finish if declarer and partner are known, the finish names every member of one side, and nothing "
        "that was played contradicts it. The seats after the last member of that side share the places left. A "
        "declarer recorded without a partner is alone. If nothing was played, the recorded result says whether both "
        "Big A were exposed; if it does not say so, they were not. If the recorded finish is not enough, the recorded "
        "scores are used, provided that there is one for every seat; they must sum to zero, except with four_five = "
        "printed. Without scores either, scores and totals are unknown until the setup of a later hand gives the "
        "totals.",
        "the report format and the rules of the game, A hand known by its result",
        ("four_five",),
    ),
)


_BEATS: Final = "big_a-beats"
_HAND: Final = "big_a-hand"
_TWICE: Final = 2


_ORDER: Final = Ladder(
    say("The order of single cards, from low to high, if hearts is the suit of the Big A"),
    (
        picture_of(say("lowest"), "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s 3s"),
        picture_of(say("jokers"), "BJ RJ"),
        picture_of(say("Big A"), "Ah"),
    ),
)
_KINDS: Final = Ladder(
    say("The plays that are not bombs"),
    (
        picture_of(say("single"), "Kd"),
        picture_of(say("pair"), "8s 8d"),
        picture_of(say("sequence"), "9s Td Jc Qh", say("three or more consecutive ranks")),
        picture_of(say("double sequence"), "6s 6d 7c 7s 8d 8c", say("three or more consecutive pairs")),
    ),
)
_BOMBS: Final = Ladder(
    say("The bombs, from low to high"),
    (
        picture_of(say("triple"), "9s 9d 9c"),
        picture_of(say("four of one rank"), "9s 9d 9c 9h"),
        picture_of(say("five of one rank"), "5s 5s 5d 5c 5h"),
        picture_of(say("six of one rank"), "3s 3s 3d 3d 3c 3c"),
        picture_of(say("two jokers"), "BJ BJ"),
        picture_of(say("triple sequence"), "5s 5d 5c 6s 6d 6c 7s 7d 7c"),
        picture_of(say("fake eight"), "6s 6d 6c 6h 7s 7d 7c 7h", say("four cards each of two consecutive ranks")),
        picture_of(say("seven of one rank"), "Js Js Jd Jd Jc Jc Jh"),
        picture_of(say("true eight"), "2s 2s 2d 2d 2c 2c 2h 2h", say("all eight cards of one rank")),
        picture_of(say("three jokers"), "BJ BJ RJ"),
        picture_of(say("four jokers"), "BJ BJ RJ RJ"),
        picture_of(say("Big Ace pair"), "Ah Ah", say("both Big A and no other card")),
    ),
)
_DUELS: Final = Duels(
    say("What beats what: the second play against the first. Hearts is the suit of the Big A"),
    _BEATS,
    tuple(Duel(hand, beaten=hand not in (5, 7, 9, 13)) for hand in range(1, 17)),
)
_CAPTURES: Final = Duels(
    say("Fours that capture: one card fewer, all of rank 4"),
    _BEATS,
    (Duel(17, beaten=True), Duel(18, beaten=True), Duel(19, beaten=False)),
)
_SCORES: Final = Grid(
    say("The points of a hand, by the places of declarer and partner"),
    (
        say("Declarer"),
        say("Partner"),
        say("Declarer gets"),
        say("Partner gets"),
        say("Each opponent gets"),
        say("Both Big A shown: declarer"),
        say("Both Big A shown: partner"),
        say("Both Big A shown: each opponent"),
    ),
    tuple(
        (str(declarer), str(partner), *points_cells(*row.plain), *points_cells(*row.exposed))
        for (declarer, partner), row in sorted(TABLE.items())
    ),
)
_PRINTED: Final = Grid(
    say("With four_five = printed, if declarer and partner have the last two places"),
    (say("Places"), say("Each opponent gets")),
    ((say("{first} and {last}", first="4", last="5"), *points_cells(PRINTED_FOR_OPPONENTS)),),
)
_LONE: Final = Grid(
    say("The points of a hand with a declarer who is alone"),
    (
        say("Place of the declarer"),
        say("Declarer gets"),
        say("Each opponent gets"),
        say("Both Big A shown: declarer"),
        say("Both Big A shown: each opponent"),
    ),
    tuple(
        (str(place), *points_cells(own, others), *points_cells(own * _TWICE, others * _TWICE))
        for place in range(1, 6)
        for own, others in (ALONE.get(place, (0, 0)),)
    ),
)

_OPENING: Final = Opening(
    (
        (
            say("The aim"),
            say(
                "Five players. In each hand the two aces of one suit become the Big A, the highest cards. Whoever "
                "shows one of them first is the declarer, the holder of the other is the partner, and these two "
                "play against the other three."
            ),
        ),
        (
            say("The cards"),
            say(
                "Two packs with their jokers, 108 cards, drawn one at a time: 21 or 22 for each player. From high "
                "to low: Big A, red joker, black joker, 3, 2, A, K and so on down to 4. The last card of each "
                "player stays face down until the Big A is set."
            ),
        ),
        (
            say("Setting the Big A"),
            say(
                "While drawing, you may show an ace: its suit is set. If you hold both of them, you play alone "
                "against four; until both lie on the table, a player who shows both aces of another suit takes over "
                "and plays alone too. If nobody shows an ace, the suit is hearts, and the first in order of play who "
                "has drawn an ace of hearts is declarer. After the drawing the holder of the second copy may show it "
                "too, for higher stakes."
            ),
        ),
        (
            say("A turn"),
            say(
                "The declarer leads, or the partner who showed the second copy after the drawing. The others in turn "
                "play a higher one of the same kind and length, or a bomb, or pass; a player who passes may play "
                "again later. When all others have passed, the player of the last play leads."
            ),
        ),
        (
            say("Bombs and fours"),
            say(
                "Three equal cards beat singles below a joker, pairs and sequences; four equal cards beat more, "
                "and from five on a bomb beats every play that is no bomb. Both Big A together beat everything. "
                "The fours can capture: with one four fewer than the three to six equal cards on the table you "
                "take these cards into your hand."
            ),
        ),
        (
            say("The score"),
            say(
                "A hand ends when declarer and partner are both out, or all of their opponents. As first and "
                "second they get {declarer} and {partner}, and each opponent {opponent}; with worse places less, "
                "and as the last two the same with the other sign. A declarer alone wins {won} as first and loses "
                "as much as last. If both Big A were shown before the play, the scores are higher.",
                declarer=points_cells(*FIRST_AND_SECOND.plain)[0],
                partner=points_cells(*FIRST_AND_SECOND.plain)[1],
                opponent=points_cells(*FIRST_AND_SECOND.plain)[2],
                won=ALONE[1][0],
            ),
        ),
    ),
    (_ORDER.pictures[-1], *_KINDS.pictures, _BOMBS.pictures[0], _BOMBS.pictures[2], _BOMBS.pictures[-1]),
    preset="catsatcards",
    options={"four_five": "zero_sum", "exposed_scores": "table", "lead_after_out": "skip_team", "hands": 0},
)

BOOK: Final = Book(
    opening=_OPENING,
    chapters=(
        Chapter(say("The deal"), ("big_a.table", "big_a.drawing")),
        Chapter(
            say("The Big A"),
            ("big_a.exposing", "big_a.roles", "big_a.revealing"),
            (Exchange(say("An ace is exposed, and the second copy is revealed before the play"), _HAND, 1, 1, 2),),
        ),
        Chapter(say("The ranks"), ("big_a.order",), (_ORDER,)),
        Chapter(say("The combinations"), ("big_a.combinations",), (_KINDS, _BOMBS)),
        Chapter(say("What beats what"), ("big_a.beats", "big_a.fours"), (_DUELS, _CAPTURES)),
        Chapter(say("The play"), ("big_a.lead", "big_a.turn", "big_a.end")),
        Chapter(
            say("The score"),
            ("big_a.score", "big_a.match", "big_a.recorded"),
            (_SCORES, _PRINTED, _LONE, ScoredHand(say("One hand from the deal to the score"), _HAND, 1)),
        ),
    ),
    asked=("four_five",),
)
