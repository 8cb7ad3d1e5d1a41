"""Results set against the dealt cards as tables for a terminal."""

from collections.abc import Container, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from app.cli.players.stats_text import person_name
from app.cli.tables import blocks
from app.cli.words import word_said
from app.players.statistics.luck import LEAST, LEAST_MATCHES, Luck, ValueSum, average, more_than_chance
from app.text.decimals import fixed
from app.text.glossary import game_title
from app.text.language import _, said
from app.text.terminal import Style
from engine.games import GAMES
from engine.replay.strength import UNIT
from engine.rulebook.sentences import say_of


def luck_tables(lucks: Sequence[Luck], style: Style) -> Iterator[str]:
    """The lines of a table for each game; without numbers for those of whom too few hands are known."""
    marked = False
    for number, (game, grouped) in enumerate(groupby(lucks, key=lambda luck: luck.game)):
        of_game = list(grouped)
        sure = more_than_chance(of_game)
        marked |= bool(sure)
        if number:
            yield ""
        strength = GAMES[game].strength
        assert strength is not None
        yield style.paint(game_title(game), "strong")
        yield _("One of the result is a {unit}.", unit=word_said(strength.unit))
        heads, columns = _columns(of_game, sure, average(strength.fitted), style)
        for index, block in enumerate(blocks(heads, columns, style)):
            if index:
                yield ""
            yield from block
    if lucks:
        yield ""
        yield _(
            "means a hand with half their 95 % interval, with the match as the sample; beyond: result less expected"
        )
        yield _("needed: how many hands it takes until chance alone would rarely make a difference of that size")
    if any(not luck.enough for luck in lucks):
        yield "-  " + _(
            "the cards are known in fewer than {count} hands, or in those of fewer than {matches} matches, which is "
            "too few",
            count=LEAST,
            matches=LEAST_MATCHES,
        )
    if marked:
        yield "*  " + _("more than chance; of the players so marked, one in 20 is expected to be marked by chance")
    if any(luck.enough for luck in lucks):
        yield _("without a *, chance alone may have made what is beyond the cards")


def _columns(
    lucks: Sequence[Luck], sure: Container[int], middle: int, style: Style
) -> tuple[list[str], list[list[str]]]:
    return [_("player"), *(person_name(luck.name, luck.key, style) for luck in lucks)], [
        [said(say_of("column", "hands")), *(f"{luck.hands:,}" for luck in lucks)],
        [_("known"), *(f"{luck.known:,}" for luck in lucks)],
        [_("strength"), *(_mean(luck, luck.strength, middle) for luck in lucks)],
        [said(say_of("luck", "expected")), *(_mean(luck, luck.expected) for luck in lucks)],
        [_("result"), *(_mean(luck, luck.result) for luck in lucks)],
        [_("beyond"), *(_mean(luck, luck.beyond) + (" *" if luck.person in sure else "") for luck in lucks)],
        [_("needed"), *("-" if luck.needed is None else f"{luck.needed:,}" for luck in lucks)],
    ]


def _mean(luck: Luck, summed: ValueSum, middle: int = 0) -> str:
    if not luck.enough:
        return "-"
    return f"{_decimal(summed.mean - middle)} +-{_decimal(summed.half or Fraction(0))}"


def _decimal(thousandths: Fraction) -> str:
    return fixed(thousandths.numerator, thousandths.denominator * UNIT, 2)
