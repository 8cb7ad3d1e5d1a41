"""The rule book of Guandan: its rules in the order in which they are read, with pictures, tables and examples."""

from typing import Final

from engine.games.guandan.scoring import STEPS
from engine.rulebook.book import Book, Chapter, Duel, Duels, Exchange, Grid, Ladder, Opening, ScoredHand, pictured
from engine.rulebook.sentences import say, say_of

_BEATS: Final = "guandan-beats"
_HAND: Final = "guandan-hand"
_FAILURES: Final = 3


_ORDER: Final = Ladder(
    say("Level order at level 9, from low to high: the 9s rank above the ace, and the 9 of hearts is wild"),
    (
        pictured(say("lowest"), "2s 3s 4s 5s 6s 7s 8s Ts Js Qs Ks As"),
        pictured(say("level cards"), "9s 9d 9c"),
        pictured(say("wild card"), "9h"),
        pictured(say("jokers"), "BJ RJ"),
    ),
)
_KINDS: Final = Ladder(
    say("The combinations"),
    (
        pictured(say_of("guandan", "single"), "Kd"),
        pictured(say_of("guandan", "pair"), "8s 8d"),
        pictured(say_of("guandan", "triple"), "5s 5d 5c"),
        pictured(say_of("guandan", "full house"), "Qs Qd Qc 4s 4h", say("a triple and a pair")),
        pictured(say_of("guandan", "straight"), "Ts Jd Qc Kh As", say("five consecutive ranks, not all of one suit")),
        pictured(say_of("guandan", "tube"), "6s 6d 7c 7s 8d 8c", say("three consecutive pairs")),
        pictured(say_of("guandan", "plate"), "Js Jd Jc Qs Qd Qh", say("two consecutive triples")),
    ),
)
_BOMBS: Final = Ladder(
    say("The bombs, from low to high: each beats every one above it in this list, and every play that is not a bomb"),
    (
        pictured(say_of("guandan", "bomb of four"), "As Ad Ac Ah"),
        pictured(say_of("guandan", "bomb of five"), "3s 3s 3d 3c 3h"),
        pictured(say_of("guandan", "straight flush"), "5h 6h 7h 8h 9h"),
        pictured(say_of("guandan", "bomb of six"), "4s 4s 4d 4d 4c 4h"),
        pictured(say("bomb of seven to ten"), "6s 6s 6d 6d 6c 6c 6h", say("more cards beat fewer")),
        pictured(say_of("guandan", "joker bomb"), "BJ BJ RJ RJ", say("all four jokers")),
    ),
)
_LEVEL_9: Final = say("level 9")
_DUELS: Final = Duels(
    say("What beats what: the second play against the first"),
    _BEATS,
    (
        Duel(1, beaten=True),
        Duel(2, beaten=True, under=_LEVEL_9),
        Duel(3, beaten=True, under=_LEVEL_9),
        Duel(4, beaten=True),
        Duel(5, beaten=False),
        Duel(6, beaten=True),
        Duel(7, beaten=True),
        Duel(8, beaten=True),
        Duel(9, beaten=True),
        Duel(10, beaten=True),
        Duel(11, beaten=True),
        Duel(12, beaten=True, under=_LEVEL_9),
        Duel(13, beaten=True, under=_LEVEL_9),
        Duel(14, beaten=False),
    ),
)
_PLACES: Final = Grid(
    say("How far the team of the banker goes up"),
    (say("The banker's partner is"), say("Places of the team"), say("Levels up")),
    tuple(
        (place, f"1, {number}", f"+{STEPS[number - 1]}")
        for number, place in (
            (2, say_of("guandan place", "second")),
            (3, say_of("guandan place", "third")),
            (4, say_of("guandan place", "last")),
        )
    ),
)

_OPENING: Final = Opening(
    (
        (
            say("The aim"),
            say(
                "Four players, two against two; partners sit opposite each other. Each pair climbs the levels from "
                "2 to A by winning hands. The first to win at A wins the match."
            ),
        ),
        (
            say("The cards"),
            say(
                "Two packs with their jokers, 108 cards, 27 for each player. Cards of the level being played rank "
                "above the ace, just below the jokers. The two of them that are hearts are wild: each stands for "
                "any card but a joker."
            ),
        ),
        (
            say("A turn"),
            say(
                "One player leads any combination of those shown. The others, in turn, play a higher one of the "
                "same kind, or pass; who passes may play again later. Once all others have passed, whoever played "
                "last leads next, or the partner if that player has no cards left. Come down to 10 cards or fewer, "
                "say how many you hold."
            ),
        ),
        (
            say("Bombs"),
            say(
                "Four or more cards of one rank are a bomb and beat every other kind. More cards beat fewer. A "
                "straight flush beats a bomb of five and loses to one of six. All four jokers beat everything."
            ),
        ),
        (
            say("The end of a hand"),
            say(
                "A hand ends when both partners of a pair are out. The pair of whoever was first out goes up: "
                "{second} levels if the partner was second, {third} if third, {last} if last. The next hand is "
                "played at its level.",
                second=STEPS[1],
                third=STEPS[2],
                last=STEPS[3],
            ),
        ),
        (
            say("Tribute"),
            say(
                "Before the next hand the player who was last gives the first their highest card that is not wild, "
                "and gets back one from 2 to 10. If both of a pair were last, both give: the first gets the higher "
                "card, the second the lower. Payers who hold both red jokers between them give nothing."
            ),
        ),
        (
            say("Winning"),
            say(
                "To win the match, a pair at level A must go out first in a hand that is played at its own A, with "
                "the partner not last. A pair that fails {a_failures} times falls back to 2.",
                a_failures=_FAILURES,
            ),
        ),
    ),
    _KINDS.pictures + _BOMBS.pictures[:1] + _BOMBS.pictures[2:3] + _BOMBS.pictures[-1:],
    preset="tournament",
    options={
        "tribute": "standard",
        "double_tribute": "by_rank",
        "return_limit": "ten",
        "return_level": True,
        "a_failures": _FAILURES,
        "a_failure_is": "any_miss",
        "win_at": "own_a",
        "hands": 0,
        "reporting": "warn",
    },
)

BOOK: Final = Book(
    opening=_OPENING,
    chapters=(
        Chapter(say("The deal"), ("guandan.table",)),
        Chapter(say("The ranks"), ("guandan.order",), (_ORDER,)),
        Chapter(say("The combinations"), ("guandan.combinations", "guandan.wild"), (_KINDS, _BOMBS)),
        Chapter(say("What beats what"), ("guandan.beats",), (_DUELS,)),
        Chapter(
            say("Tribute"),
            ("guandan.tribute", "guandan.resistance", "guandan.return", "guandan.tribute-lead"),
            (Exchange(say("After a double, both seats in last place pay, and two cards come back"), _HAND, 2, 1, 4),),
        ),
        Chapter(say("The play"), ("guandan.lead", "guandan.turn", "guandan.reporting", "guandan.end")),
        Chapter(
            say("The score"),
            ("guandan.promotion", "guandan.levels", "guandan.failures", "guandan.match", "guandan.recorded"),
            (_PLACES, ScoredHand(say("One hand from the deal to the score"), _HAND, 2)),
        ),
    ),
    asked=("tribute", "return_limit", "return_level", "double_tribute", "a_failures", "win_at", "reporting"),
)
