"""The options and presets of Bao Huang, its finding codes and messages, and what its recorded scores name."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.climbing.codes import role_not_allowed
from engine.recorded.fields import RecordedField
from engine.rulebook.codes import SCORE_MISMATCH
from engine.rulebook.findings import Message, code
from engine.rulebook.options import GameRules, RuleBook, RuleSet, choice, flag, number, options_of
from engine.rulebook.sentences import marked, say

LOWEST_TOO_EARLY: Final = code(
    "lowest-too-early",
    "a card of the lowest rank is played too early",
    "Under `lowest_last` a seat plays its cards of the lowest rank last, after all others, and never with a joker. "
    "The play becomes the play to beat.",
    Message("{seat} plays {cards} before its other cards", "cards above the lowest rank, or a pass"),
)

ROLE_NOT_ALLOWED: Final = role_not_allowed(
    {
        "no-emperor-card": Message("{seat} does not hold the emperor card", "an answer by {holder}"),
        "answered": Message("the emperor card is already accepted", "a declaration or the lead"),
        "sixth": Message("every seat has declined, so {seat} must accept the emperor card", "accept"),
        "no-triplet": Message("{seat} does not hold three cards of the same rank and suit", "decline"),
        "both-cards": Message("{seat} was dealt both marked jokers, so it may not decline the emperor card", "accept"),
        "triplet": Message(
            "{seat} does not show three or four cards of the same rank and suit", "such cards, or decline"
        ),
        "declare-none": Message("these rules have no declarations", "the lead of the emperor"),
        "declare-kind": Message(
            "these rules have no declaration '{what}'", "protector, solo or the lead of the emperor"
        ),
        "declare-role": Message(
            "{seat} may not declare {what} in its role", "a declaration that fits the role of {seat}"
        ),
    }
)

CODES: Final = (LOWEST_TOO_EARLY, ROLE_NOT_ALLOWED)
"""The codes that only this game reports, or for which it has its own messages."""


JokerRule = Literal["every_card", "jokers_only"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BaoHuangRules(GameRules):
    """The rules of a match of Bao Huang."""

    deck: Literal[168, 216, 165] = choice(
        "the number of cards in the deck",
        meanings={
            168: "168 cards, without the ranks 3, 4 and 5",
            216: "216 cards, with the ranks 3, 4 and 5",
            165: "165 cards, as 168 without three sixes",
        },
        default=168,
        presets={"bianfeng": 165},
    )
    emperor_pass: Literal["with_play", "against_play"] = choice(
        "the direction in which the emperor card passes when a seat declines it",
        meanings={
            "with_play": "in order of play",
            "against_play": "against the order of play",
        },
        default="against_play",
        presets={"rizhao": "with_play", "shanghai": "with_play", "bianfeng": "with_play"},
    )
    protector: Literal["marked_joker", "triplet"] = choice(
        "who is the protector",
        meanings={
            "marked_joker": "the holder of the marked black joker",
            "triplet": "the holder of the fourth card when the emperor shows three cards of one rank and suit",
        },
        default="marked_joker",
    )
    declarations: Literal["none", "partner_or_solo", "per_side", "first_only", "two_rebels"] = choice(
        "which declarations are allowed before the first play",
        meanings={
            "none": "none",
            "partner_or_solo": "the protector doubles by announcing itself, an emperor alone triples",
            "per_side": "each side doubles by a declaration of its own",
            "first_only": "any declaration doubles, and further ones change nothing",
            "two_rebels": "the protector, an emperor alone or two farmers open the roles",
        },
        default="first_only",
        presets={
            "rizhao": "none",
            "shanghai": "partner_or_solo",
            "catsatcards": "per_side",
            "bianfeng": "two_rebels",
        },
    )
    tribute: bool = flag(
        "whether the losers of a hand pay tribute in the next hand", default=True, presets={"bianfeng": False}
    )
    tribute_exclude: Literal["jokers", "jokers_and_twos"] = choice(
        "which cards are never given as tribute",
        meanings={
            "jokers": "jokers",
            "jokers_and_twos": "jokers and twos",
        },
        default="jokers",
    )
    take_order: Literal["finish", "free"] = choice(
        "in which order the winners take tribute",
        meanings={
            "finish": "in the order in which they finished",
            "free": "in any order",
        },
        default="free",
        presets={"shanghai": "finish", "catsatcards": "finish"},
    )
    joker_rule: JokerRule = choice(
        "which cards of a play must be higher than those on the table",
        meanings={
            "every_card": "every card",
            "jokers_only": "only the jokers",
        },
        default="every_card",
        presets={"shanghai": "jokers_only"},
    )
    lowest_last: bool = flag(
        "whether cards of the lowest rank may be played only when a seat holds no others", default=False
    )
    winner_rule: Literal["first_vs_last", "points", "team_out_first"] = choice(
        "which team wins a hand",
        meanings={
            "first_vs_last": "the first and the last place decide",
            "points": "the side with more points wins",
            "team_out_first": "the side that is out first wins",
        },
        default="points",
        presets={"rizhao": "first_vs_last", "catsatcards": "team_out_first"},
    )
    scoring: Literal["win_loss", "2-1-0", "4-2-0", "6-3-0"] = choice(
        "how a hand is scored",
        meanings={
            "win_loss": "1 for winners and -1 for losers",
            "2-1-0": "by places worth 2, 1, 0, -1 and -2",
            "4-2-0": "by places worth 4, 2, 0, -2 and -4",
            "6-3-0": "by places worth 6, 3, 0, -3 and -6",
        },
        default="2-1-0",
        presets={"rizhao": "win_loss", "shanghai": "4-2-0", "bianfeng": "6-3-0"},
    )
    balanced: bool = flag(
        "whether the emperor's score is doubled once more with scoring 4-2-0, so that the scores sum to zero",
        default=False,
    )
    solo_announced: Literal["on_top", "instead"] = choice(
        "what the factor of an emperor who declares that it is alone does with scoring 4-2-0",
        meanings={
            "on_top": "it applies to the doubled points",
            "instead": "it replaces the doubling",
        },
        default="on_top",
    )
    tribute_face: Literal["down", "up"] = choice(
        "how tribute lies on the table",
        meanings={
            "down": "face down",
            "up": "face up, for every seat to see",
        },
        default="down",
    )
    target: int = number(0, 1_000_000, "the total at which a match is won; 0: no target", default=0)
    hands: int = number(0, 2000, "the number of hands after which the match ends; 0: no limit", default=0)
    open_factor: int = number(1, 4, "the factor of the scores of a hand whose roles are open", default=1)
    alone_win: Literal["by_rule", "first", "first_tie_second", "by_declaration"] = choice(
        "how an emperor who is alone wins",
        meanings={
            "by_rule": "as in any other hand",
            "first": "by going out first; it loses otherwise",
            "first_tie_second": "by going out first; second is a tie",
            "by_declaration": "by going out first; second is a tie if it did not declare",
        },
        default="by_rule",
        presets={"bianfeng": "by_declaration"},
    )
    alone_may_decline: bool = flag(
        "whether a seat that is dealt both marked jokers may decline the emperor card",
        default=True,
        presets={"bianfeng": False},
    )
    solo_tribute: Literal[4, 2] = choice(
        "how many cards an emperor who was alone gives or takes as tribute",
        meanings={4: "four", 2: "two"},
        default=4,
    )


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
        "bianfeng": "the rules of the app of Bianfeng",
    },
    default="gamerules",
    clash=_clash,
    options=options_of(BaoHuangRules),
)

SCALE: Final = ("scoring", "balanced", "open_factor", "alone_win")
"""The options that decide what a point of score is worth."""


FACTOR_RULE: Final = "bao_huang.declarations"
"""The rule that findings about a recorded factor name."""


def _has_declarations(rules: RuleSet) -> bool:
    return BaoHuangRules.of(rules).declarations != "none"


FACTOR: Final = RecordedField(
    "factor",
    SCORE_MISMATCH,
    FACTOR_RULE,
    is_written=_has_declarations,
    label=marked("Points times"),
    verbs=("declare",),
)
"""The factor of the declarations.  It is recorded only under rules that have declarations."""
