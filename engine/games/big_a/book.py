"""The rule book of Big A: its rules in the order in which they are read, with pictures, tables and examples."""

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
    pictured,
    points_cells,
)
from engine.rulebook.sentences import say

_BEATS: Final = "big_a-beats"
_HAND: Final = "big_a-hand"
_TWICE: Final = 2


_ORDER: Final = Ladder(
    say("The order of single cards, from low to high, if hearts is the suit of the Big A"),
    (
        pictured(say("lowest"), "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s 3s"),
        pictured(say("jokers"), "BJ RJ"),
        pictured(say("Big A"), "Ah"),
    ),
)
_KINDS: Final = Ladder(
    say("The plays that are not bombs"),
    (
        pictured(say("single"), "Kd"),
        pictured(say("pair"), "8s 8d"),
        pictured(say("sequence"), "9s Td Jc Qh", say("three or more consecutive ranks")),
        pictured(say("double sequence"), "6s 6d 7c 7s 8d 8c", say("three or more consecutive pairs")),
    ),
)
_BOMBS: Final = Ladder(
    say("The bombs, from low to high"),
    (
        pictured(say("triple"), "9s 9d 9c"),
        pictured(say("four of one rank"), "9s 9d 9c 9h"),
        pictured(say("five of one rank"), "5s 5s 5d 5c 5h"),
        pictured(say("six of one rank"), "3s 3s 3d 3d 3c 3c"),
        pictured(say("two jokers"), "BJ BJ"),
        pictured(say("triple sequence"), "5s 5d 5c 6s 6d 6c 7s 7d 7c"),
        pictured(say("fake eight"), "6s 6d 6c 6h 7s 7d 7c 7h", say("four cards each of two consecutive ranks")),
        pictured(say("seven of one rank"), "Js Js Jd Jd Jc Jc Jh"),
        pictured(say("true eight"), "2s 2s 2d 2d 2c 2c 2h 2h", say("all eight cards of one rank")),
        pictured(say("three jokers"), "BJ BJ RJ"),
        pictured(say("four jokers"), "BJ BJ RJ RJ"),
        pictured(say("Big Ace pair"), "Ah Ah", say("both Big A and no other card")),
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
        (str(place), *points_cells(own, each), *points_cells(own * _TWICE, each * _TWICE))
        for place in range(1, 6)
        for own, each in (ALONE.get(place, (0, 0)),)
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
                "against four; until both lie on the table, whoever shows both aces of another suit takes over, "
                "alone too. If nobody shows an ace, the suit is hearts, and the first in order of play who has "
                "drawn an ace of hearts is declarer. After the drawing the holder of the second copy may show it "
                "too, for higher stakes."
            ),
        ),
        (
            say("A turn"),
            say(
                "The declarer leads, or the partner who showed the second copy after the drawing. The others in "
                "turn play a higher one of the same kind and length, or a bomb, or pass; who passes may play again "
                "later. Once all others have passed, whoever played last leads next."
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
