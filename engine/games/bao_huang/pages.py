"""The rule pages of Bao Huang, one for each rule that a finding or a score line can name, and its rule book."""

from typing import Final

from engine.games.bao_huang.other_tables import OTHER_TABLES
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
    picture_of,
    points_cells,
)
from engine.rulebook.findings import Rule
from engine.rulebook.sentences import say

_R: Final = "the account with the Rizhao game"
_C: Final = "Cats at Cards"
_G: Final = "Game Rules"
_ALL: Final = f"{_R}; {_C}; {_G}"
_SHANGHAI: Final = "the Shanghai variations in the account with the Rizhao game"
_LOG: Final = "the log format"

PAGES: Final = (
    Rule(
        "bao_huang.table",
        "Table, cards and holdings",
        "Bao Huang has five seats. With deck = 168 the deck is four packs without the ranks 3, 4 and 5, and eight "
        "jokers, four red and four black. With deck = 216 it has the ranks 3, 4 and 5 too. One red joker is the "
        "emperor card (RJ*) and one black joker is the protector's card (BJ*); each ranks as its colour. The seats "
        "take the cards one at a time, in order of play from the first seat on: of 168 cards the first three seats get "
        "34 and the others 33, and of 216 cards the first seat gets 44 and the others 43. A seat may play only cards "
        "that it holds. If a log gives the suit of a card, the seat must hold that card; a bare rank may be any suit. "
        "RJ is read as RJ* if the seat holds only RJ*, and BJ likewise as BJ*.",
        f"{_ALL}; deck = 216: {_C}. {_R} and {_C} say 34 or 35 cards, but five times 34 is already more than 168. "
        f"Bare ranks and RJ for RJ*: {_LOG}",
        ("deck",),
    ),
    Rule(
        "bao_huang.order",
        "The order of cards",
        "From high to low: red joker, black joker, 2, A, K, Q, J, 10, 9, 8, 7, 6, and with deck = 216 also 5, 4, 3. "
        "Suits do not rank.",
        f"{_ALL}; 5, 4 and 3: {_C}",
        ("deck",),
    ),
    Rule(
        "bao_huang.emperor",
        "The emperor",
        "The holder of RJ* accepts the emperor card and is the emperor, or declines and passes the card to the next "
        "seat: in order of play with emperor_pass = with_play, against it with emperor_pass = against_play. No card is "
        "given in exchange. When the card comes back to the first holder, that seat must accept it. If a log has "
        "neither accept nor decline, the first holder has accepted; if it has only declines, the seat that holds the "
        "card and leads has accepted. The emperor's points are doubled with scoring = 2-1-0 if it has a protector, and "
        "with scoring = 4-2-0 if it is alone.",
        f"passing in order of play: {_R}; to the left, against it: {_C} and {_G}. The first holder must take it back: "
        f"{_C} and {_G}. Doubled with a protector: {_C} and {_G}; doubled alone: {_SHANGHAI}. What a log without "
        f"accept or decline means: {_LOG}",
        ("emperor_pass", "scoring"),
    ),
    Rule(
        "bao_huang.protector",
        "The protector",
        "With protector = marked_joker the holder of BJ* protects the emperor, and keeps this secret until it plays or "
        "declares the card. An emperor that holds BJ* is alone against four. With protector = triplet BJ* has no role: "
        "to accept, a seat shows three cards of one rank and suit, and the holder of the fourth such card is the "
        "protector. A seat that holds all four is alone, and may show all four, which declares it. A seat that cannot "
        "show three such cards must decline. If every seat has declined, the first seat in order of play, starting "
        "with the first holder, that has three such cards must accept. If no seat has them, the deal is void: the seat "
        "that took the first card ends it with redeal, and the next hand has the same first seat and the same tribute.",
        f"{_ALL}; triplet: {_C}. That the next hand after a void deal has the same tribute: common rule",
        ("protector",),
    ),
    Rule(
        "bao_huang.declarations",
        "Declarations and their factors",
        "A seat declares after the emperor card is accepted and before the first play. A declaration before any answer "
        "means that the first holder has accepted; after a decline the next holder answers first. With declarations = "
        "none there are no declarations. With declarations = partner_or_solo the protector's declaration counts times "
        "2, and that of an emperor who is alone times 3. With declarations = per_side the declaration of one or more "
        "farmers counts times 2, that of the protector or of an emperor who is alone also times 2, and both together "
        "times 4. With declarations = first_only the first declaration counts times 2, and later ones have no effect. "
        "The factor multiplies every score. With scoring = 4-2-0 the score of an emperor who is alone is doubled; with "
        "solo_announced = on_top its factor of 3 applies to these doubled points, and with solo_announced = instead the"
        " emperor gets its own place points times 3, and the other scores are not multiplied.",
        f"none: {_R}. partner_or_solo, times 2 and times 3: {_SHANGHAI}, where the text leaves open whether "
        f"solo_announced is on_top or instead. per_side, times 2 each: {_C}. first_only, times 2: {_G}",
        ("declarations", "solo_announced", "scoring"),
    ),
    Rule(
        "bao_huang.tribute",
        "Tribute",
        "With tribute = true, tribute is due from the second hand on, and in a first hand whose setup gives the hand "
        "before. Each loser of the hand before puts its highest card on the table, an emperor who lost with a "
        "protector two cards, and an emperor who lost alone four. With tribute_exclude = jokers a joker is never "
        "tribute, and with tribute_exclude = jokers_and_twos neither is a two. Of several equal cards a seat may give "
        "any. Then each winner takes one card, an emperor with a protector two, and an emperor alone four: in the "
        "order in which they finished with take_order = finish, in any order with take_order = free. The option "
        "winner_rule says who won; after a tie there is no tribute. All cards are given before any is taken, and "
        "tribute comes before the emperor card is accepted. With tribute_face = up every seat sees the cards on the "
        "table, and with tribute_face = down only the seat that gives or takes a card sees it.",
        f"{_ALL}: one card, and an emperor's two. The lone emperor's four: {_R} and {_G}. take_order = finish: {_C} "
        f"and {_SHANGHAI}; free: {_R} and {_G}. tribute_face = up: {_SHANGHAI}. tribute_exclude = jokers: all three; "
        f"jokers_and_twos: another sentence of {_R}. In {_C} winners may take; here they must",
        ("tribute", "tribute_exclude", "take_order", "tribute_face", "winner_rule"),
    ),
    Rule(
        "bao_huang.combinations",
        "What can be played",
        "A play is any number of cards of one rank, alone or with any number of jokers, or any number of jokers.",
        _ALL,
    ),
    Rule(
        "bao_huang.beats",
        "What beats what",
        "A play beats only plays of the same number of cards. Sort the cards of both plays and pair them. With "
        "joker_rule = every_card each card must be higher than the card it is paired with, so a play with a red joker "
        "cannot be beaten. With joker_rule = jokers_only each joker of the new play must be higher than the card it is "
        "paired with, each joker on the table must be paired with a higher card, and every other card must be equal or "
        "higher; a new play without jokers must be of higher rank.",
        f'every_card: {_ALL}. jokers_only: {_R}, "Order of playable combinations"',
        ("joker_rule",),
    ),
    Rule(
        "bao_huang.lowest",
        "The lowest cards last",
        "With lowest_last = true a seat may play cards of the lowest rank (6, or 3 with deck = 216) only if it holds "
        "no other cards. So it can never play them with a joker.",
        f"{_R}; {_C}, which has the rule on jokers and on deck = 216",
        ("lowest_last", "deck"),
    ),
    Rule(
        "bao_huang.lead",
        "Who leads",
        "The emperor leads the first round. When all other seats that hold cards have passed after a play, the seat "
        "that made the play leads. If it has no cards left, the next seat in order of play that holds cards leads. The "
        "leader must play.",
        _ALL,
    ),
    Rule(
        "bao_huang.turn",
        "Turns and passes",
        "Seats act in order of play. On its turn a seat plays or passes, and a seat that has passed may play on a "
        "later turn. A seat without cards is skipped. The seat that made the play to beat may say ask right after it; "
        "this has no effect.",
        f"{_ALL}; asking: {_R} and {_G}",
    ),
    Rule(
        "bao_huang.end",
        "The end of a hand",
        "The hand ends as soon as every member of one team is out. The emperor and the protector are one team, the "
        "farmers the other; an emperor who is alone is a team. The seats that still hold cards share the last places.",
        f"{_ALL}; shared last places: {_C}",
    ),
    Rule(
        "bao_huang.places",
        "What the places are worth",
        "With scoring = 2-1-0 the places from first to last are worth 2, 1, 0, -1 and -2; with scoring = 4-2-0 they "
        "are worth 4, 2, 0, -2 and -4. Seats that share places have the places that are left, in either order.",
        f"2-1-0: {_C} and {_G}. 4-2-0: {_SHANGHAI}. Shared places: {_C}",
        ("scoring",),
    ),
    Rule(
        "bao_huang.teams",
        "What a team scores",
        "Each member of a team gets the sum of the points of the team's places. An emperor who is alone scores "
        "differently. With scoring = 2-1-0 it gets 12 and the others -3 each if it is first, all get 0 if it is "
        "second, and otherwise it gets -12 and the others 3 each. With scoring = 4-2-0 it gets the points of its own "
        "place, doubled, and each of the others gets the sum of the other four places.",
        f"the sum of a team: {_C}, {_G} and {_SHANGHAI}. 12, 3 and 0 for an emperor alone: {_C} and {_G}. Its own "
        f"place doubled: {_SHANGHAI}",
        ("scoring",),
    ),
    Rule(
        "bao_huang.balanced",
        "Balanced scores",
        "With balanced = true and scoring = 4-2-0 the emperor's score is doubled once more, so that the five scores "
        "sum to zero.",
        f"{_SHANGHAI}, which say how the scores would balance",
        ("balanced", "scoring"),
    ),
    Rule(
        "bao_huang.winner",
        "Which team wins a hand",
        "With winner_rule = first_vs_last the team of the first place wins if the last place belongs to the other "
        "team, and the hand is a tie if both places belong to one team; an emperor who is alone wins if it goes out "
        "first, and loses otherwise. With winner_rule = points the team with more than zero points wins, and zero is a "
        "tie. With winner_rule = team_out_first the team whose members are all out first wins, and zero points are "
        "still a tie. This team may have fewer points than the other: then the team that has more than zero points "
        "owes tribute. With scoring = win_loss, which requires winner_rule = first_vs_last, each winner scores 1 and "
        "each loser -1, or all score 0 after a tie. With the other values of scoring, winner_rule only decides who "
        "pays tribute.",
        f"first_vs_last and win_loss: {_R}. points: {_G} and {_SHANGHAI}. team_out_first: {_C}; that zero points are a "
        f"tie: {_C}, which has no tribute then. The 1 and -1 of win_loss: common rule, {_R} has no numbers",
        ("winner_rule", "scoring"),
    ),
    Rule(
        "bao_huang.match",
        "The match",
        "With a target above 0 the match ends after the hand in which a seat reaches that total. With hands above 0 it "
        "ends after that number of hands, not counting void deals. It also ends when the table stopped by the clock. "
        "The seat with the highest total wins; seats with equal highest totals all win.",
        f"a target, and the highest total among several that reach it: {_G}. A number of hands: {_C}. The clock: "
        f"{_LOG}. Equal highest totals all win: common rule",
        ("target", "hands"),
    ),
    Rule(
        "bao_huang.recorded",
        "A hand known by its result",
        "A log may have only the result of a hand, or stop before the hand ends. The hand is then scored from the "
        "recorded finish if emperor and protector are known, the finish names every member of one team, and nothing "
        "that was played contradicts it. The seats after the last member of that team share the places left. An "
        "emperor recorded without a protector is alone, unless the play shows a protector. If nothing was played, the "
        "scores are multiplied by the recorded factor; with solo_announced = instead a factor of 3 multiplies only the "
        "points of an emperor who is alone. If the recorded finish is not enough, the recorded scores are used, "
        "provided that there is one for every seat; with scoring = 2-1-0 they must sum to zero. The tribute of the "
        "next hand is then not checked. Without scores either, scores and totals are unknown until the setup of a "
        "later hand gives the totals.",
        "the report format and the rules of the game, A hand known by its result",
        ("scoring", "solo_announced"),
    ),
    *OTHER_TABLES,
)


_EVERY_CARD: Final = "bao_huang-every-card"
_JOKERS_ONLY: Final = "bao_huang-jokers-only"
_HAND: Final = "bao_huang-hand"


def _duel(hand: int, *, beaten: bool) -> Duel:
    return Duel(hand, beaten, lower=2, higher=3)


_ORDER: Final = Ladder(
    say("The order of cards, from low to high"),
    (
        picture_of(say("with deck = 216 only"), "3 4 5"),
        picture_of(say("with both decks"), "6 7 8 9 T J Q K A 2"),
        picture_of(say("black jokers"), "BJ BJ*", say("the last one is the protector's card")),
        picture_of(say("red jokers"), "RJ RJ*", say("the last one is the emperor card")),
    ),
)
_KINDS: Final = Ladder(
    say("What can be played"),
    (
        picture_of(say("cards of one rank"), "8 8 8", say("any number, also a single card")),
        picture_of(say("cards of one rank with jokers"), "8 8 BJ RJ"),
        picture_of(say("jokers alone"), "BJ RJ RJ"),
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
                "cannot be beaten. Or pass; a player who passes may play again later. When all others have passed, "
                "the player of the last play leads, or the next player with cards if that one has none."
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
        picture_of(say("the emperor's card"), "RJ*"),
        picture_of(say("the protector's card"), "BJ*"),
        picture_of(say("a pair, and what beats it"), "9s 9d"),
        picture_of(say("a higher pair"), "Ks Kd"),
        picture_of(say("a nine with a joker"), "9s BJ"),
        picture_of(say("a queen with a red joker beats it"), "Qs RJ"),
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
        Chapter(say("Other tables"), tuple(page.id for page in OTHER_TABLES)),
    ),
    asked=("scoring", "winner_rule", "declarations", "joker_rule", "emperor_pass", "take_order"),
)
