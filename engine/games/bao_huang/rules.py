"""The options and presets of Bao Huang."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.rulebook.options import GameRules, RuleBook, RuleSet, choice, flag, number, options_of
from engine.rulebook.sentences import say

JokerRule = Literal["every_card", "jokers_only"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BaoHuangRules(GameRules):
    """The rules of a match of Bao Huang."""

    deck: Literal[168, 216] = choice(
        "the number of cards in the deck: 168 without the ranks 3, 4 and 5, or 216 with them", default=168
    )
    emperor_pass: Literal["with_play", "against_play"] = choice(
        "the direction in which the emperor card passes when a seat declines it: in order of play, or against it",
        default="against_play",
        presets={"rizhao": "with_play", "shanghai": "with_play"},
    )
    protector: Literal["marked_joker", "triplet"] = choice(
        "who is the protector: the holder of the marked black joker, or the holder of the fourth card when"
        " the emperor shows three cards of one rank and suit",
        default="marked_joker",
    )
    declarations: Literal["none", "partner_or_solo", "per_side", "first_only"] = choice(
        "which declarations are allowed before the first play, and the factors that they give",
        default="first_only",
        presets={"rizhao": "none", "shanghai": "partner_or_solo", "catsatcards": "per_side"},
    )
    tribute: bool = flag("whether the losers of a hand pay tribute in the next hand", default=True)
    tribute_exclude: Literal["jokers", "jokers_and_twos"] = choice(
        "which cards are never given as tribute", default="jokers"
    )
    take_order: Literal["finish", "free"] = choice(
        "whether the winners take tribute in the order in which they finished, or in any order",
        default="free",
        presets={"shanghai": "finish", "catsatcards": "finish"},
    )
    joker_rule: JokerRule = choice(
        "which cards of a play must be higher than those on the table: every card, or only the jokers",
        default="every_card",
        presets={"shanghai": "jokers_only"},
    )
    lowest_last: bool = flag(
        "whether cards of the lowest rank may be played only when a seat holds no others", default=False
    )
    winner_rule: Literal["first_vs_last", "points", "team_out_first"] = choice(
        "which team wins a hand: decided by the first and the last place, by the points, or by which team is out first",
        default="points",
        presets={"rizhao": "first_vs_last", "catsatcards": "team_out_first"},
    )
    scoring: Literal["win_loss", "2-1-0", "4-2-0"] = choice(
        "how a hand is scored: 1 for winners and -1 for losers, or by places worth 2, 1, 0, -1, -2 or 4, 2, 0, -2, -4",
        default="2-1-0",
        presets={"rizhao": "win_loss", "shanghai": "4-2-0"},
    )
    balanced: bool = flag(
        "whether the emperor's score is doubled once more with scoring 4-2-0, so that the scores sum to zero",
        default=False,
    )
    solo_announced: Literal["on_top", "instead"] = choice(
        "whether the factor of an emperor who declares that it is alone applies to the doubled points of "
        "scoring 4-2-0, or replaces the doubling",
        default="on_top",
    )
    tribute_face: Literal["down", "up"] = choice(
        "whether tribute lies on the table face down, or face up for every seat to see", default="down"
    )
    target: int = number(0, 1_000_000, "the total at which a match is won; 0: no target", default=0)
    hands: int = number(0, 2000, "the number of hands after which the match ends; 0: no limit", default=0)


def _clash(rules: RuleSet) -> tuple[str, str] | None:
    chosen = BaoHuangRules.of(rules)
    if chosen.scoring == "win_loss" and chosen.winner_rule != "first_vs_last":
        return (
            say("scoring win_loss needs winner_rule first_vs_last"),
            say("another scoring, or winner_rule first_vs_last"),
        )
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
    options=options_of(BaoHuangRules),
)

SCALE: Final = ("scoring", "balanced")
"""The options that decide what a point of score is worth."""
