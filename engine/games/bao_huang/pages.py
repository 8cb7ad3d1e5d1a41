"""The rule book of Bao Huang, a page for each rule that a finding or a score line can name."""

from typing import Final

from engine.rulebook.findings import Rule

_R: Final = "the account with the Rizhao game"
_C: Final = "Cats at Cards"
_G: Final = "Game Rules"
_ALL: Final = f"{_R}; {_C}; {_G}"

PAGES: Final = (
    Rule(
        "bao_huang.table",
        "Table, cards and holdings",
        "Five seats in order of play. Four packs without 3, 4 and 5, and eight jokers, four red and four black: 168 "
        "cards; with 3, 4 and 5, 216. One red joker is the emperor card (RJ*), one black joker the protector's (BJ*); "
        "they rank as their colour. Cards are taken one at a time: of 168 the first three seats to take get 34 and "
        "the others 33, of 216 the first gets 44 and the others 43. A seat plays only cards that it holds; suits, "
        "where a log has them, are the cards' own, and a bare rank may be any suit. RJ written where only RJ* is held "
        "is read as that, and BJ likewise.",
        f"{_ALL}. Two of them say 34 or 35 cards, which five times 34 already exceeds",
        ("deck",),
    ),
    Rule(
        "bao_huang.order",
        "The order of cards",
        "High to low: red joker, black joker, 2, A, K, Q, J, T, 9, 8, 7, 6, and in the larger deck 5, 4, 3.",
        _ALL,
        ("deck",),
    ),
    Rule(
        "bao_huang.emperor",
        "The emperor",
        "The holder of RJ* is emperor, or declines: then the card passes to the next seat, and no card comes back for "
        "it. Come round to the first holder it must be accepted. A log with neither word means that the first holder "
        "accepted; after declines, whoever holds the card and leads has. In the scoring 2-1-0 the emperor's points "
        "count twice when it has a protector, in 4-2-0 when it is alone.",
        f"{_R}: the card goes in order of play. {_C} and {_G}: against it",
        ("emperor_pass", "scoring"),
    ),
    Rule(
        "bao_huang.protector",
        "The protector",
        "The holder of BJ* protects the emperor, in secret until the card is played or declared; emperor and "
        "protector in one is alone against four. Under `triplet` the emperor shows three cards of one rank and suit, "
        "and the holder of the fourth is the protector; who holds all four is alone, and may show all four, which "
        "declares it. Who cannot show three must decline. When all have declined, the first seat from the first "
        "holder on that has such three must accept and gets the card; if none has, the deal is void: `redeal` by the "
        "seat that took first ends it, and the next hand has the same first seat and owes the same tribute.",
        f"{_ALL}; three cards shown: {_C}",
        ("protector",),
    ),
    Rule(
        "bao_huang.declarations",
        "Declarations and their factors",
        "After the emperor card is accepted and before the first play. `partner_or_solo`: the protector announces, "
        "times 2; a lone emperor announces, times 3. `per_side`: one or more farmers, times 2; the protector or the "
        "lone emperor, times 2; both, times 4. `first_only`: any declaration, times 2, and further ones change "
        "nothing. The factor multiplies everything. Announcing a lone emperor comes on top of the doubling of 4-2-0, "
        "or, with `instead`, gives the emperor its own place points times 3 and leaves the others' as they are.",
        f"none, and partner or solo (Shanghai): {_R}. Per side: {_C}. The first only: {_G}",
        ("declarations", "solo_announced"),
    ),
    Rule(
        "bao_huang.tribute",
        "Tribute",
        "From the second hand on, each loser of the hand before puts its highest card that is no joker on the table, "
        "an emperor who lost with a protector two, alone four; then each winner takes one, an emperor two, alone "
        "four. Of equal cards any will do. After a tie nothing is owed. All give before any takes, and both come "
        "before the emperor card is accepted.",
        f"{_ALL}; the lone emperor's four: {_R}. {_C} says that winners may take; here they must",
        ("tribute", "tribute_exclude", "take_order", "tribute_face", "winner_rule"),
    ),
    Rule(
        "bao_huang.combinations",
        "What can be played",
        "Any number of equal cards, alone or with any number of jokers, or jokers alone.",
        _ALL,
    ),
    Rule(
        "bao_huang.beats",
        "What beats what",
        "A play beats another of the same number of cards if, both sorted, each card is higher than its counterpart; "
        "so nothing with a red joker can be beaten. Under `jokers_only` each joker of the new play must be higher "
        "than its counterpart and each joker on the table must meet a higher one, while other cards need only be "
        "equal or higher; without a joker in the new play it must be of higher rank.",
        f'{_ALL}; `jokers_only`: {_R}, "Order of playable combinations"',
        ("joker_rule",),
    ),
    Rule(
        "bao_huang.lowest",
        "The lowest cards last",
        "Cards of the lowest rank, 6 or in the larger deck 3, are played only when the hand holds nothing else; so "
        "never with a joker.",
        f"{_R}; {_C}",
        ("lowest_last",),
    ),
    Rule(
        "bao_huang.lead",
        "Who leads",
        "The emperor leads first. Who leads must play. When all others who hold cards have passed, the player of the "
        "last play leads; if that one is out of cards, the next seat in order of play that has some.",
        _ALL,
    ),
    Rule(
        "bao_huang.turn",
        "Turns and passes",
        "In order of play, a play or a pass; passing bars nothing. `ask` is said by the owner of the play to beat, "
        "right after it, and has no effect.",
        _ALL,
    ),
    Rule(
        "bao_huang.end",
        "The end of a hand",
        "As soon as every member of one team is out; alone, the emperor is a team. Those left share the last places.",
        _ALL,
    ),
    Rule(
        "bao_huang.places",
        "What the places are worth",
        "2-1-0: the places from first to last are worth 2, 1, 0, -1, -2. 4-2-0: 4, 2, 0, -2, -4. Shared places are "
        "the places left, whoever holds them.",
        f"2-1-0: {_C}, {_G}. 4-2-0: {_R}, Shanghai",
        ("scoring",),
    ),
    Rule(
        "bao_huang.teams",
        "What a team scores",
        "The places of a team are added and every member gets the sum. Alone, under 2-1-0: emperor first 12, the "
        "others -3 each; second, all 0; else -12, the others 3. Alone, under 4-2-0: the emperor gets its own place "
        "points, doubled, and each other the sum of the other four places.",
        _ALL,
        ("scoring",),
    ),
    Rule(
        "bao_huang.balanced",
        "Balanced scores",
        "In 4-2-0 the emperor's score is doubled once more, so that all five sum to zero.",
        _R,
        ("balanced", "scoring"),
    ),
    Rule(
        "bao_huang.winner",
        "Which team wins a hand",
        "`first_vs_last`: if first and last place are of opposing teams, the first's team; of one team, a tie; alone, "
        "the emperor by going out first. `points`: the team with points above zero. `team_out_first`: the team whose "
        "members are all out first, but none after zero points. In the scoring win_loss winners get 1 and losers -1.",
        f"the first and the last: {_R}. Points: {_G}, Shanghai. The team out first: {_C}",
        ("winner_rule", "scoring"),
    ),
    Rule(
        "bao_huang.match",
        "The match",
        "With a target, the match is won when a seat reaches it, by the highest total; with a number of hands, by the "
        "highest total after so many, void deals not counted; stopped by the clock, likewise. Equal highest totals "
        "all win.",
        f"a target: {_G}. A number of hands: {_C}",
        ("target", "hands"),
    ),
    Rule(
        "bao_huang.recorded",
        "A hand known by its result",
        "The log may show nothing of a hand but its result, or stop before its end. "
        "If emperor and protector are known, and "
        "the recorded order of finish has a beginning in which every member of one team is out, and nothing played "
        "contradicts it, the hand is scored from it, times the recorded factor where nothing was played; an emperor "
        "recorded without a protector was alone. Where that is not enough, recorded scores of every seat are taken as "
        "they are: under the scoring 2-1-0 they must sum to zero, and the next hand's tribute is not checked. Without "
        "either, scores and totals are unknown until the setup of a later hand states the totals.",
        "the report format and the rules of the game, A hand known by its result",
        ("scoring", "solo_announced"),
    ),
)
