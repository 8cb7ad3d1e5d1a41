"""The rule book of Guandan: its rules in the order in which they are read, with pictures, tables and examples."""

from typing import Final

from engine.games.guandan.scoring import STEPS
from engine.rulebook.book import Book, Chapter, Duel, Duels, Exchange, Grid, Ladder, ScoredHand, pictured
from engine.rulebook.sentences import say, say_of

_BEATS: Final = "guandan-beats"
_HAND: Final = "guandan-hand"


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
            (2, say_of("guandan", "follower")),
            (3, say_of("guandan", "third")),
            (4, say_of("guandan", "dweller")),
        )
    ),
)

BOOK: Final = Book(
    chapters=(
        Chapter(say("The deal"), ("guandan.table",)),
        Chapter(say("The ranks"), ("guandan.order",), (_ORDER,)),
        Chapter(say("The combinations"), ("guandan.combinations", "guandan.wild"), (_KINDS, _BOMBS)),
        Chapter(say("What beats what"), ("guandan.beats",), (_DUELS,)),
        Chapter(
            say("Tribute"),
            ("guandan.tribute", "guandan.resistance", "guandan.return", "guandan.tribute-lead"),
            (Exchange(say("After a double, both dwellers pay, and two cards come back"), _HAND, 2, 1, 4),),
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
