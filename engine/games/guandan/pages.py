"""The rule pages of Guandan: one page for each rule that a finding or a score line can name."""

from typing import Final

from engine.games.guandan.scoring import STEPS
from engine.rulebook.book import Book, Chapter, Duel, Duels, Exchange, Grid, Ladder, Opening, ScoredHand, picture_of
from engine.rulebook.findings import Rule
from engine.rulebook.sentences import say, say_of

_SOURCE: Final = "Introduction to Guandan Card Game"
_COMMON: Final = "common rule: most tables play it, the introduction does not have it"
_LOG: Final = "the log format"
_REGULATIONS: Final = "printed regulations of tournaments"

PAGES: Final = (
    Rule(
        "guandan.table",
        "Table, cards and holdings",
        "Guandan has four seats. In order of play, the first and third seats form one team, and the second and fourth "
        "seats form the other. The deck is two packs of 52 cards with two red and two black jokers: 108 cards, 27 for "
        "each seat. A seat may play only cards that it holds.",
        _SOURCE,
    ),
    Rule(
        "guandan.order",
        "The order of cards",
        "Nature order, from low to high, is 2 3 4 5 6 7 8 9 10 J Q K A, black joker, red joker. Level order is the "
        "same, except that the rank of the hand's level ranks between the ace and the black joker. In a straight, "
        "tube, plate or straight flush a level card has its nature rank, and an ace may rank below the 2 instead. The "
        "two heart cards of the level rank are wild.",
        _SOURCE,
    ),
    Rule(
        "guandan.combinations",
        "What can be played",
        "The combinations are: single; pair (two jokers form a pair only if they have the same colour); triple; full "
        "house, a triple and a pair of another rank; straight, five consecutive ranks that are not all of one suit; "
        "tube, three consecutive pairs; plate, two consecutive triples; bomb, four to ten cards of one rank; "
        "straight flush, five consecutive cards of one suit; joker bomb, all four jokers. A-2-3-4-5 is the lowest "
        "straight and 10-J-Q-K-A the highest; A-A-2-2-3-3 is the lowest tube, and A-A-A-2-2-2 the lowest plate. An "
        "ace is either the lowest or the highest card of a sequence, never a middle one. With "
        "joker_pair_in_full_house = true the pair of a full house may be two jokers of one colour.",
        f"{_SOURCE}; joker_pair_in_full_house, and that an ace is never a middle card: {_COMMON}",
        ("joker_pair_in_full_house",),
    ),
    Rule(
        "guandan.wild",
        "What wild cards stand for",
        "A wild card may stand for any card except a joker. Alone it is an ordinary level card. If the log says what a "
        "wild card stands for (2h=9s, or 2h=9 for a 9 of any suit), only the readings that agree with the log are "
        "possible, and a lone wild card that the log reads as another card is not a combination. Of several possible "
        "readings, the highest one that beats the play on the table applies. On a lead the highest reading applies: a "
        "bomb before any other kind, the higher rank within a kind, and a plate before a tube.",
        f"{_SOURCE}: any card but a joker, a lone wild card, the highest reading. Readings given by the log, the "
        f"reading that beats the table, and the order of kinds on a lead: {_COMMON}",
    ),
    Rule(
        "guandan.beats",
        "What beats what",
        "A play that is not a bomb beats only plays of the same kind with a lower rank. Singles, pairs, triples and "
        "full houses (by their triple) rank in level order; straights, tubes and plates rank by their top card in "
        "nature order. A bomb beats every play that is not a bomb. From low to high, the bombs are four cards, five "
        "cards, straight flush, six, seven, eight, nine and ten cards, and joker bomb. Bombs of the same size rank in "
        "level order, and straight flushes rank by their top card in nature order.",
        _SOURCE,
    ),
    Rule(
        "guandan.two-pairs",
        "Two pairs and a wild card",
        "Two pairs of different ranks and one wild card, for which the log has no claim, can be two full "
        "houses. With full_house_wild = high the triple is of the higher pair in level order, unless only the other "
        "one beats the table. With full_house_wild = low it is of the lower pair, unless only the other one beats the "
        "table. With full_house_wild = high_only it is of the higher pair; if the log claims the lower pair, the cards "
        "are not a combination. With two wild cards, or with a pair of jokers, these values do not differ.",
        _REGULATIONS,
        ("full_house_wild",),
    ),
    Rule(
        "guandan.turn",
        "Whose turn it is",
        "Seats act in order of play. On its turn a seat plays or passes, and a seat that has passed may play on a "
        "later turn. A seat without cards is skipped.",
        _SOURCE,
    ),
    Rule(
        "guandan.lead",
        "Who leads",
        "When all other seats that hold cards have passed after a play, the seat that made the play leads, and it must "
        "not pass. If it has no cards left, its partner leads (hitchhike). In a first hand, and in a hand without "
        "tribute, any seat may lead, unless the setup names the first seat.",
        f"{_SOURCE}; who may lead in a first hand and without tribute: {_COMMON}",
    ),
    Rule(
        "guandan.end",
        "The end of a hand",
        "The hand ends when both seats of a team are out. The seat that is out first is the banker; the "
        "others have second, third and last place. If the banker and the seat in second place are partners, the other "
        "two share the last two places, and both are last. Otherwise the seat that still holds cards is last.",
        _SOURCE,
    ),
    Rule(
        "guandan.reporting",
        "Reporting the cards left",
        "A player with 10 cards or fewer reports how many cards are left. Any seat may report at any point of the "
        "play, and the number must be correct under every option. With reporting = warn, if the log has at least one "
        "report in a hand, each seat must also report by its next turn after it first holds 10 cards or fewer. A seat "
        "that goes out before that turn need not report. With reporting = off a missing report is allowed.",
        f"{_SOURCE}: 10 cards or fewer, and the exact number. By when a seat must report: {_COMMON}",
        ("reporting",),
    ),
    Rule(
        "guandan.report-once",
        "From how many cards on, and how often",
        "The option report_at is the number of cards left from which on a player reports them: 10, or another number; "
        "with report_at = 0 nobody need report. With reporting = warn and report_once = true a seat reports a true "
        "number once in a hand, and a second true report is a warning.",
        _REGULATIONS,
        ("report_at", "report_once", "reporting"),
    ),
    Rule(
        "guandan.tribute",
        "Tribute",
        "With tribute = standard, tribute is due from the second hand on, and in a first hand whose setup gives the "
        "finish of the hand before. With tribute = none there is none. The seat in last place pays the "
        "banker one card, even if they are partners. If two seats are in last place, each pays one card. With "
        "double_tribute = by_rank the higher card goes to the banker and the lower card to the seat in second place; "
        "if both have the same rank in level order, each pays the seat before it in order of play. With "
        "double_tribute = previous_seat each always pays the seat before it. A seat pays its highest card in level "
        "order, not counting wild cards; of several such cards it may choose any. All tribute "
        "is paid before any card is returned.",
        _COMMON,
        ("tribute", "double_tribute"),
    ),
    Rule(
        "guandan.equal-tribute",
        "Two equal tributes",
        "With double_tribute = by_rank, two tributes may have the same rank in level order. With equal_tribute = "
        "seat_before each then goes to the seat before its payer. With equal_tribute = free the payers decide: the "
        "first payment that names one of the two winners goes to that winner, and the other card to the other winner. "
        "If no payment names a winner, each goes to the seat before its payer.",
        _REGULATIONS,
        ("double_tribute", "equal_tribute"),
    ),
    Rule(
        "guandan.resistance",
        "Resisting tribute",
        "With tribute = standard, the seats that owe tribute may resist if they hold both red jokers between them. One "
        "of them resists for both, before any of them has paid. Then no card is paid or returned, and the banker "
        "leads.",
        _COMMON,
        ("tribute",),
    ),
    Rule(
        "guandan.must-resist",
        "Whether payers have to resist",
        "With resist = may, payers who hold both red jokers between them may pay tribute all the same. With resist = "
        "must they may not: the first payment of payers who are known to hold both red jokers is an error. The cards "
        "then move as if tribute had been due.",
        _REGULATIONS,
        ("resist",),
    ),
    Rule(
        "guandan.return",
        "The card given back",
        "Each seat that receives tribute returns one card to the seat that paid it. With return_limit = ten the card "
        "has nature rank 2 to 10; with return_limit = nine, 2 to 9; with return_limit = ten_to_partner, 2 to 10 if it "
        "goes to the partner, and any rank if it goes to an opponent; with return_limit = any, any rank. With "
        "return_level = false it must not be a level card. A seat that holds no card of this kind returns its lowest "
        "card in level order. A seat may return the card that it has just received if these conditions allow it.",
        _COMMON,
        ("return_limit", "return_level"),
    ),
    Rule(
        "guandan.tribute-lead",
        "Who leads after tribute",
        "The seat that paid tribute leads; of two such seats, the one that paid the higher card. If both cards have "
        "the same rank in level order, the seat after the banker leads with equal_tribute_lead = after_banker, and the "
        "seat that finished last leads with equal_tribute_lead = dweller. Of two seats that share the last places, the "
        "one listed later among the players counts as last. After resistance the banker leads.",
        _COMMON,
        ("equal_tribute_lead",),
    ),
    Rule(
        "guandan.promotion",
        "Promotion",
        "Only the banker's team is promoted: by 3 levels if the partner is second, by 2 if the partner is third, "
        "and by 1 if the partner is last, but never beyond A. Each seat of the team scores the number of levels "
        "that the team gains, which is at most 1 from K and 0 at A. The other seats score 0. A fall from A does not "
        "change the score of the hand.",
        f"{_SOURCE}: 3, 2 and 1 levels, up to A. That a fall from A is not scored: {_COMMON}",
    ),
    Rule(
        "guandan.levels",
        "The level of a hand",
        "The levels are 2 to A. Each team starts at 2, and the first hand is played at level 2 unless the setup gives "
        "another level. Each later hand is played at the level of the team that won the hand before. If the setup of a "
        "later hand gives levels, they must follow from the hands before; if they do not, the replay reports this and "
        "continues with the levels in the setup.",
        f"{_SOURCE}; levels in a setup: {_LOG}",
    ),
    Rule(
        "guandan.failures",
        "Failures at A",
        "With a_failure_is = any_miss, a team fails at A when a hand is played at its own A (the level that this team "
        "set) and the team does not win the match with that hand. With a_failure_is = dweller_finish, only such a hand "
        "in which the team has both the banker and the last place is a failure. The failure whose number is a_failures "
        "sends the team back to level 2 and sets its count of failures to 0. With a_failures = 0 there is no limit. A "
        "team that wins the hand and is sent back plays the next hand at level 2.",
        _COMMON,
        ("a_failures", "a_failure_is"),
    ),
    Rule(
        "guandan.match",
        "Winning the match",
        "With win_at = team_a, a team wins the match when it wins a hand that is played at A, its own level is A, and "
        "the banker's partner is not last. With win_at = own_a the level of the hand must also be the one that "
        "this team set. With win_at = reach_a a team wins the match when its level reaches A. The match also ends "
        "after the number of hands in the option hands (0: no limit), or when the table stopped by the clock; then the "
        "team at the higher level wins, or both teams if their levels are equal. Hands after the end of the match are "
        "replayed, and do not count.",
        f"win_at = team_a: {_SOURCE}. own_a, reach_a, a number of hands, and the higher level at the end: {_COMMON}. "
        f"The clock: {_LOG}",
        ("win_at", "hands"),
    ),
    Rule(
        "guandan.partner-at-a",
        "What the partner must be to win",
        "A team wins the match at A if the banker's partner has the place that a_partner names: second or third with "
        "a_partner = not_dweller, any place with a_partner = any, second with a_partner = follower. With win_at = "
        "any_hand the hand may be played at any level, and the team's own level must be A before the hand. With "
        "win_at = reach_a the place of the partner does not matter.",
        _REGULATIONS,
        ("a_partner", "win_at"),
    ),
    Rule(
        "guandan.equal-levels",
        "Equal levels at the end",
        "When hands or time end the match and the teams are at equal levels, both win with level_tie = shared, and the "
        "team that won the last hand with level_tie = last_hand. With level_tie = extra_hand one hand more is played, "
        "and the team that wins it wins the match whatever the levels; after a number of hands it is the next one, and "
        "after the clock the one that the setup marks as extra. With extra_hand_level = stands it has the level that "
        "it has anyway, with extra_hand_level = two level 2, which no team set.",
        _REGULATIONS,
        ("level_tie", "extra_hand_level", "hands"),
    ),
    Rule(
        "guandan.recorded",
        "A hand known by its result",
        "A log may have only the result of a hand, or stop before the hand ends. The hand is then scored from the "
        "recorded finish if that finish names both seats of a team and nothing that was played contradicts it. The "
        "other seats share or take the places left. The promotion follows from the places and from the levels before "
        "the hand, and the tribute of the next hand follows from this finish. If the recorded finish is not enough, or "
        "if an unknown level may be near A, the recorded scores are used, provided that there is one for every seat. "
        "The levels after the hand are then the recorded levels of both teams, or, without these, the levels before "
        "plus the recorded scores, and the tribute of the next hand is not checked. Without scores either, the scores, "
        "totals and levels are unknown until the setup of a later hand gives them.",
        "the report format and the rules of the game, A hand known by its result",
    ),
)


_BEATS: Final = "guandan-beats"
_HAND: Final = "guandan-hand"
_FAILURES: Final = 3


_ORDER: Final = Ladder(
    say("Level order at level 9, from low to high: the 9s rank above the ace, and the 9 of hearts is wild"),
    (
        picture_of(say("lowest"), "2s 3s 4s 5s 6s 7s 8s Ts Js Qs Ks As"),
        picture_of(say("level cards"), "9s 9d 9c"),
        picture_of(say("wild card"), "9h"),
        picture_of(say("jokers"), "BJ RJ"),
    ),
)
_KINDS: Final = Ladder(
    say("The combinations"),
    (
        picture_of(say_of("guandan", "single"), "Kd"),
        picture_of(say_of("guandan", "pair"), "8s 8d"),
        picture_of(say_of("guandan", "triple"), "5s 5d 5c"),
        picture_of(say_of("guandan", "full house"), "Qs Qd Qc 4s 4h", say("a triple and a pair")),
        picture_of(say_of("guandan", "straight"), "Ts Jd Qc Kh As", say("five consecutive ranks, not all of one suit")),
        picture_of(say_of("guandan", "tube"), "6s 6d 7c 7s 8d 8c", say("three consecutive pairs")),
        picture_of(say_of("guandan", "plate"), "Js Jd Jc Qs Qd Qh", say("two consecutive triples")),
    ),
)
_BOMBS: Final = Ladder(
    say("The bombs, from low to high: each beats every one above it in this list, and every play that is not a bomb"),
    (
        picture_of(say_of("guandan", "bomb of four"), "As Ad Ac Ah"),
        picture_of(say_of("guandan", "bomb of five"), "3s 3s 3d 3c 3h"),
        picture_of(say_of("guandan", "straight flush"), "5h 6h 7h 8h 9h"),
        picture_of(say_of("guandan", "bomb of six"), "4s 4s 4d 4d 4c 4h"),
        picture_of(say("bomb of seven to ten"), "6s 6s 6d 6d 6c 6c 6h", say("more cards beat fewer")),
        picture_of(say_of("guandan", "joker bomb"), "BJ BJ RJ RJ", say("all four jokers")),
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
                "above the ace, just below the jokers. The two hearts of that level are wild: each stands for any "
                "card except a joker."
            ),
        ),
        (
            say("A turn"),
            say(
                "One player leads any combination of those shown. The others, in turn, play a higher one of the same "
                "kind, or pass; a player who passes may play again later. When all others have passed, the player of "
                "the last play leads, or the partner if that player has no cards left. Come down to 10 cards or "
                "fewer, say how many you hold."
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
                "A hand ends when both partners of a pair are out. The pair of the player who was first out goes up: "
                "{second} levels if the partner was second, {third} if third, {last} if last. The next hand is played "
                "at its level.",
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
        Chapter(
            say("The combinations"), ("guandan.combinations", "guandan.wild", "guandan.two-pairs"), (_KINDS, _BOMBS)
        ),
        Chapter(say("What beats what"), ("guandan.beats",), (_DUELS,)),
        Chapter(
            say("Tribute"),
            (
                "guandan.tribute",
                "guandan.equal-tribute",
                "guandan.resistance",
                "guandan.must-resist",
                "guandan.return",
                "guandan.tribute-lead",
            ),
            (Exchange(say("After a double, both seats in last place pay, and two cards come back"), _HAND, 2, 1, 4),),
        ),
        Chapter(
            say("The play"), ("guandan.lead", "guandan.turn", "guandan.reporting", "guandan.report-once", "guandan.end")
        ),
        Chapter(
            say("The score"),
            (
                "guandan.promotion",
                "guandan.levels",
                "guandan.failures",
                "guandan.match",
                "guandan.partner-at-a",
                "guandan.equal-levels",
                "guandan.recorded",
            ),
            (_PLACES, ScoredHand(say("One hand from the deal to the score"), _HAND, 2)),
        ),
    ),
    asked=(
        "tribute",
        "return_limit",
        "return_level",
        "double_tribute",
        "a_failures",
        "win_at",
        "reporting",
        "level_tie",
    ),
)
