"""The rule pages of what is played at other tables of Bao Huang than those of the three sources."""

from typing import Final

from engine.rulebook.findings import Rule

_P: Final = "the description of the app of Bianfeng"
_W: Final = "pages on the game of Weihai"

OTHER_TABLES: Final = (
    Rule(
        "bao_huang.other-deck",
        "A deck without three sixes",
        "With deck = 165 three of the sixteen sixes are left out, and every seat gets 33 cards. Which sixes they are "
        "is not known, so a deal has at most thirteen sixes, and at most four of a suit.",
        f"{_P}; {_W}",
        ("deck",),
    ),
    Rule(
        "bao_huang.open-roles",
        "Open roles",
        "With declarations = two_rebels the roles are open when the protector or an emperor who is alone declares, or "
        "two different farmers do. Then all scores are multiplied by open_factor, once. One farmer alone changes "
        "nothing.",
        f"{_P}; {_W}. No source names a factor: common rule",
        ("declarations", "open_factor"),
    ),
    Rule(
        "bao_huang.six-places",
        "Places worth 6, 3, 0, -3 and -6",
        "With scoring = 6-3-0 each member of a team gets the sum of the points of its places, and the emperor gets no "
        "more than the others. An emperor who is alone gets the points of its place, and each other seat the sum of "
        "the other four places.",
        _P,
        ("scoring",),
    ),
    Rule(
        "bao_huang.alone-win",
        "How an emperor who is alone wins",
        "With alone_win = by_rule an emperor who is alone wins as in any other hand. With alone_win = first it "
        "wins by going out first and loses otherwise. With alone_win = first_tie_second it ties as second, and with "
        "alone_win = by_declaration it ties as second only if it did not declare that it is alone. After a tie all "
        "score 0. After a loss the hand is scored as if the emperor had been fifth. Tribute follows the same winner.",
        f"{_P}; that a loss is scored as the fifth place: common rule",
        ("alone_win",),
    ),
    Rule(
        "bao_huang.both-cards",
        "A seat that is dealt both marked jokers",
        "With alone_may_decline = false a seat that is dealt both marked jokers must accept the emperor card. A seat "
        "to which the card is passed may decline. With protector = triplet the option changes nothing.",
        _P,
        ("alone_may_decline", "protector"),
    ),
    Rule(
        "bao_huang.solo-tribute",
        "Tribute of two cards after a hand of a lone emperor",
        "With solo_tribute = 4 an emperor who was alone owes or takes four cards. With solo_tribute = 2 one who lost "
        "puts down its two highest cards, and the two farmers who finished first take one each; if several share the "
        "second of these places, one of them takes. One who won takes two of the four cards that the farmers put down, "
        "in one take, and what is left goes back to those who gave it. Of equal cards the one put down first is taken.",
        "Cats at Cards; which of equal cards is taken, and what goes back: common rule",
        ("solo_tribute",),
    ),
)
"""A page for each rule that these tables have."""
