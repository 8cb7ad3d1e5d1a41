"""Texts of the rule pages with options, values and presets as people call them."""

from app.judging.rules_of_match.prose import with_option_titles
from app.text.language import Language, speaking
from tests.offenders import for_every

ENGLISH = (
    ("With double_tribute = by_rank the higher.", "With “Double tribute: by rank” the higher."),
    ("Under `lowest_last` a seat", "Under “Lowest cards last” a seat"),
    ("It has scoop_bonus.", "It has “Units for a scoop”."),
    ("under the preset two-four, by", "under the preset “Two-four”, by"),
    ("In open-face poker all of the cards", "In open-face poker all of the cards"),
    ("setup.totals of the next", "setup.totals of the next"),
    ("scoring = 2-1-0 counts", "“Scoring: 2-1-0” counts"),
    ("scoring = nonsense counts", "“Scoring: nonsense” counts"),
)


@for_every(("text", "shown"), ENGLISH)
def test_codes_are_called_by_their_names(text: str, shown: str) -> None:
    assert with_option_titles(text) == shown


def test_in_chinese_words_that_are_codes_are_called_by_their_names_too() -> None:
    with speaking(Language.SIMPLIFIED):
        assert with_option_titles("tribute = none时没有进贡", "guandan") == "“进贡：无”时没有进贡"
        assert with_option_titles("target大于0", "chinese_poker") == "“目标分”大于0"
        assert with_option_titles("standard表", "chinese_poker") == "“标准”表"
        assert with_option_titles("seat E", "guandan") == "seat E"
