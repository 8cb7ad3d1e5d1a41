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
        "rizhao": "the game of Rizhao, as the first account has it",
        "shanghai": "the scoring of Shanghai, from the same account",
        "catsatcards": "the account of Cats at Cards",
        "gamerules": "the account of Game Rules",
    },
    default="gamerules",
    clash=_clash,
    options=(
        one_of("deck", (168, 216), "how many cards: 168 are without 3, 4 and 5", default=168),
        choice(
            "emperor_pass",
            "with_play against_play",
            "which way the emperor card goes from one who declines it",
            default="against_play",
            rizhao="with_play",
            shanghai="with_play",
        ),
        choice(
            "protector",
            "marked_joker triplet",
            "who protects the emperor: the holder of the marked black joker, or of the fourth card to three shown",
            default="marked_joker",
        ),
        choice(
            "declarations",
            "none partner_or_solo per_side first_only",
            "what may be declared before the play, and what that is worth",
            default="first_only",
            rizhao="none",
            shanghai="partner_or_solo",
            catsatcards="per_side",
        ),
        flag("tribute", "whether the losers of a hand owe tribute in the next", default=True),
        choice(
            "tribute_exclude",
            "jokers jokers_and_twos",
            "which cards are never tribute",
            default="jokers",
        ),
        choice(
            "take_order",
            "finish free",
            "whether the winners take in the order they finished, or in any",
            default="free",
            shanghai="finish",
            catsatcards="finish",
        ),
        choice(
            "joker_rule",
            "every_card jokers_only",
            "what must be higher for a play to beat another: every card, or the jokers",
            default="every_card",
            shanghai="jokers_only",
        ),
        flag("lowest_last", "whether cards of the lowest rank are kept to the end", default=False),
        choice(
            "winner_rule",
            "first_vs_last points team_out_first",
            "which team wins a hand: by the first and last place, by points, or the one that is out first",
            default="points",
            rizhao="first_vs_last",
            catsatcards="team_out_first",
        ),
        choice(
            "scoring",
            "win_loss 2-1-0 4-2-0",
            "what the places are worth",
            default="2-1-0",
            rizhao="win_loss",
            shanghai="4-2-0",
        ),
        flag("balanced", "whether 4-2-0 doubles the emperor's points once more", default=False),
        choice(
            "solo_announced",
            "on_top instead",
            "whether an announced lone emperor's factor comes on top of the doubling of 4-2-0, or in its place",
            default="on_top",
        ),
        choice("tribute_face", "down up", "whether the table sees the cards of tribute", default="down"),
        number("target", 0, 1_000_000, "points that win the match; 0: none", default=0),
        number("hands", 0, 2000, "hands after which the match is over; 0: no limit", default=0),
    ),
)
