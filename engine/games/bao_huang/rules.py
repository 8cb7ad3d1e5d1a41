"""The options and presets of Bao Huang."""

from collections.abc import Mapping
from typing import Final

from engine.rulebook.options import OptionValue, RuleBook, choice, flag, number, one_of


def _clash(options: Mapping[str, OptionValue]) -> tuple[str, str] | None:
    if options["scoring"] == "win_loss" and options["winner_rule"] != "first_vs_last":
        return "scoring win_loss needs winner_rule first_vs_last", "another scoring, or winner_rule first_vs_last"
    return None


RULES: Final = RuleBook(
    game="bao_huang",
    presets={
        "rizhao": "the game of Rizhao, in the account with the Rizhao game",
        "shanghai": "the scoring of Shanghai, in the same account",
        "catsatcards": "the rules as Cats at Cards gives them",
        "gamerules": "the rules as Game Rules gives them",
    },
    default="gamerules",
    clash=_clash,
    options=(
        one_of(
            "deck",
            (168, 216),
            "the number of cards in the deck: 168 without the ranks 3, 4 and 5, or 216 with them",
            default=168,
        ),
        choice(
            "emperor_pass",
            "with_play against_play",
            "the direction in which the emperor card passes when a seat declines it: in order of play, or against it",
            default="against_play",
            rizhao="with_play",
            shanghai="with_play",
        ),
        choice(
            "protector",
            "marked_joker triplet",
            "who is the protector: the holder of the marked black joker, or the holder of the fourth card when the "
            "emperor shows three cards of one rank and suit",
            default="marked_joker",
        ),
        choice(
            "declarations",
            "none partner_or_solo per_side first_only",
            "which declarations are allowed before the first play, and the factors that they give",
            default="first_only",
            rizhao="none",
            shanghai="partner_or_solo",
            catsatcards="per_side",
        ),
        flag("tribute", "whether the losers of a hand pay tribute in the next hand", default=True),
        choice(
            "tribute_exclude",
            "jokers jokers_and_twos",
            "which cards are never given as tribute",
            default="jokers",
        ),
        choice(
            "take_order",
            "finish free",
            "whether the winners take tribute in the order in which they finished, or in any order",
            default="free",
            shanghai="finish",
            catsatcards="finish",
        ),
        choice(
            "joker_rule",
            "every_card jokers_only",
            "which cards of a play must be higher than those on the table: every card, or only the jokers",
            default="every_card",
            shanghai="jokers_only",
        ),
        flag(
            "lowest_last",
            "whether cards of the lowest rank may be played only when a seat holds no others",
            default=False,
        ),
        choice(
            "winner_rule",
            "first_vs_last points team_out_first",
            "which team wins a hand: decided by the first and the last place, by the points, or by which team is out "
            "first",
            default="points",
            rizhao="first_vs_last",
            catsatcards="team_out_first",
        ),
        choice(
            "scoring",
            "win_loss 2-1-0 4-2-0",
            "how a hand is scored: 1 for winners and -1 for losers, or by places worth 2, 1, 0, -1, -2 or 4, 2, 0, -2, "
            "-4",
            default="2-1-0",
            rizhao="win_loss",
            shanghai="4-2-0",
        ),
        flag(
            "balanced",
            "whether the emperor's score is doubled once more with scoring 4-2-0, so that the scores sum to zero",
            default=False,
        ),
        choice(
            "solo_announced",
            "on_top instead",
            "whether the factor of an emperor who declares that it is alone applies to the doubled points of scoring "
            "4-2-0, or replaces the doubling",
            default="on_top",
        ),
        choice(
            "tribute_face",
            "down up",
            "whether tribute lies on the table face down, or face up for every seat to see",
            default="down",
        ),
        number("target", 0, 1_000_000, "the total at which a match is won; 0: no target", default=0),
        number("hands", 0, 2000, "the number of hands after which the match ends; 0: no limit", default=0),
    ),
)
