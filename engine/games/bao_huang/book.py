"""The rule book of Bao Huang: its rules in the order in which they are read, with pictures, tables and examples."""

from typing import Final

from engine.games.bao_huang.scoring import ALONE, PLACES
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

_EVERY_CARD: Final = "bao_huang-every-card"
_JOKERS_ONLY: Final = "bao_huang-jokers-only"
_HAND: Final = "bao_huang-hand"


def _duel(hand: int, *, beaten: bool) -> Duel:
    return Duel(hand, beaten, lower=2, higher=3)


_ORDER: Final = Ladder(
    say("The order of cards, from low to high"),
    (
        pictured(say("with deck = 216 only"), "3 4 5"),
        pictured(say("with both decks"), "6 7 8 9 T J Q K A 2"),
        pictured(say("black jokers"), "BJ BJ*", say("the last one is the protector's card")),
        pictured(say("red jokers"), "RJ RJ*", say("the last one is the emperor card")),
    ),
)
_KINDS: Final = Ladder(
    say("What can be played"),
    (
        pictured(say("cards of one rank"), "8 8 8", say("any number, also a single card")),
        pictured(say("cards of one rank with jokers"), "8 8 BJ RJ"),
        pictured(say("jokers alone"), "BJ RJ RJ"),
    ),
)
_EVERY: Final = Duels(
    say("What beats what with joker_rule = every_card: the second play against the first"),
    _EVERY_CARD,
    tuple(_duel(hand, beaten=hand not in (2, 5, 8, 9)) for hand in range(1, 10)),
)
_JOKERS: Final = Duels(
    say("What beats what with joker_rule = jokers_only: the second play against the first"),
    _JOKERS_ONLY,
    tuple(_duel(hand, beaten=hand not in (3, 4, 6)) for hand in range(1, 7)),
)
_PLACES: Final = Grid(
    say("What each place is worth"),
    (say("Option scoring"), say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th")),
    tuple((name, *points_cells(*worth)) for name, worth in PLACES.items()),
)
_ALONE: Final = Grid(
    say("The points of an emperor who is alone, by its place"),
    (say("Option scoring"), say("1st"), say("2nd"), say("3rd"), say("4th"), say("5th")),
    (
        ("2-1-0", *points_cells(*ALONE)),
        ("4-2-0", *points_cells(*(2 * worth for worth in PLACES["4-2-0"]))),
    ),
)
_TEAMS: Final = Grid(
    say("What each member of a team gets with scoring = 2-1-0, by the places of emperor and protector"),
    (say("Places"), say("Protector"), say("Emperor, doubled"), say("Each farmer")),
    tuple(
        (say("{first} and {last}", first=str(one + 1), last=str(other + 1)), *points_cells(both, 2 * both, -both))
        for one in range(5)
        for other in range(one + 1, 5)
        for both in (PLACES["2-1-0"][one] + PLACES["2-1-0"][other],)
    ),
)

_OPENING: Final = Opening(
    (
        (
            say("The aim"),
            say(
                "Five players. One is the emperor, one secretly protects the emperor, and the other three, the "
                "farmers, play against both. The sooner you are out of cards, the more your side scores."
            ),
        ),
        (
            say("The cards"),
            say(
                "Four packs without 3, 4 and 5, and with all eight jokers: 168 cards, 33 or 34 for each player. "
                "Red jokers are highest, then black jokers, 2, A, K and so on down to 6. Suits do not matter. One "
                "red and one black joker are marked."
            ),
        ),
        (
            say("The roles"),
            say(
                "Whoever holds the marked red joker is emperor, or passes that card to the next seat against the "
                "order of play; the first holder must keep it if it comes back. Whoever holds the marked black "
                "joker is the protector and keeps it secret. An emperor who holds both is alone against four. "
                "Before the first play anybody may declare their side; the first to do so doubles the scores of "
                "the hand."
            ),
        ),
        (
            say("A turn"),
            say(
                "The emperor leads. Play any number of equal cards, with or without jokers. To beat them, play as "
                "many cards, each higher than its counterpart when both plays are sorted: a play with a red joker "
                "cannot be beaten. Or pass; who passes may play again later. Once all others have passed, whoever "
                "played last leads next, or the next player with cards if that one has none."
            ),
        ),
        (
            say("The score"),
            say(
                "A hand ends when a whole side is out. Places from first to last are worth {points}. Each side "
                "adds its places, and everybody on it gets the sum; the emperor gets it twice. An emperor who is "
                "alone wins {won} by going out first, scores nothing as second, and else loses {won}; each of the "
                "others gets a quarter of it with the other sign.",
                points=", ".join(points_cells(*PLACES["2-1-0"])),
                won=ALONE[0],
            ),
        ),
        (
            say("Tribute"),
            say(
                "Before each further hand every loser of the last one lays down their highest card that is not a "
                "joker; an emperor lays down two, and one who was alone four. Each winner takes one of them, an "
                "emperor two, and one who was alone four. After a hand without a winner nobody pays."
            ),
        ),
    ),
    (
        pictured(say("the emperor's card"), "RJ*"),
        pictured(say("the protector's card"), "BJ*"),
        pictured(say("a pair, and what beats it"), "9s 9d"),
        pictured(say("a higher pair"), "Ks Kd"),
        pictured(say("a nine with a joker"), "9s BJ"),
        pictured(say("a queen with a red joker beats it"), "Qs RJ"),
    ),
    preset="gamerules",
    options={
        "deck": 168,
        "emperor_pass": "against_play",
        "protector": "marked_joker",
        "declarations": "first_only",
        "tribute": True,
        "tribute_exclude": "jokers",
        "joker_rule": "every_card",
        "lowest_last": False,
        "winner_rule": "points",
        "scoring": "2-1-0",
        "target": 0,
        "hands": 0,
    },
)

BOOK: Final = Book(
    opening=_OPENING,
    chapters=(
        Chapter(say("The deal"), ("bao_huang.table",)),
        Chapter(say("Emperor and protector"), ("bao_huang.emperor", "bao_huang.protector", "bao_huang.declarations")),
        Chapter(
            say("Tribute"),
            ("bao_huang.tribute",),
            (Exchange(say("The losers of the hand before pay, and the winners take"), _HAND, 2, 1, 5),),
        ),
        Chapter(say("The ranks"), ("bao_huang.order",), (_ORDER,)),
        Chapter(say("The combinations"), ("bao_huang.combinations",), (_KINDS,)),
        Chapter(say("What beats what"), ("bao_huang.beats", "bao_huang.lowest"), (_EVERY, _JOKERS)),
        Chapter(say("The play"), ("bao_huang.lead", "bao_huang.turn", "bao_huang.end")),
        Chapter(
            say("The score"),
            (
                "bao_huang.places",
                "bao_huang.teams",
                "bao_huang.balanced",
                "bao_huang.winner",
                "bao_huang.match",
                "bao_huang.recorded",
            ),
            (_PLACES, _TEAMS, _ALONE, ScoredHand(say("One hand from the deal to the score"), _HAND, 2)),
        ),
    ),
    asked=("scoring", "winner_rule", "declarations", "joker_rule", "emperor_pass", "take_order"),
)
