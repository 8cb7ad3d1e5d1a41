"""The card of the model that forecasts which team wins a hand: what it was fitted on, and how well it does."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from flask import render_template

from app.drawing.charts import Chart, Point, Series, SeriesKind
from app.text.decimals import fixed
from app.text.language import _, marked
from app.text.language.sentence import capital
from app.web.http.compression import without_secrets
from app.web.http.pages import May, Pages
from engine.insight.fitted_chance import CARD
from engine.insight.model_card import MOST_CALIBRATION_ERROR, PARTS, Bin, EstimatedFigure, ModelCard, Quarter

BLUEPRINT: Final = Pages("chance", __name__)
FEATURES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bombs_of_plays": marked("bombs, divided by the number of plays and one more"),
        "jokers_of_plays": marked("jokers, divided by the number of plays and one more"),
        "level_cards_of_plays": marked("cards of the level, divided by the number of plays and one more"),
        "plays": marked("logarithm of the number of plays"),
        "cards": marked("logarithm of the number of cards"),
        "loose_of_plays": marked("single cards below ten, divided by the number of plays and one more"),
        "loose": marked("single cards below ten"),
        "owns": marked("the play on the table is its own"),
        "leads": marked("it leads"),
        "follows": marked("it is its turn to beat a play"),
        "partner_owns": marked("the play on the table is its partner’s"),
    }
)
"""What the features of a seat are, in words."""
_PLACES: Final = 4


@dataclass(frozen=True, slots=True)
class ShownQuarter:
    """A quarter of a hand as a row of a table."""

    number: int
    model: str
    high_cards: str
    base_rate: str
    better: str


@dataclass(frozen=True, slots=True)
class ShownBin:
    """A tenth of the chances as a row of a table."""

    between: str
    share: str
    forecast: str
    won: str


@BLUEPRINT.get("/chance", may=May.READ)
@without_secrets
def page() -> str:
    """The card of the model, and why replays show no curve of it."""
    return render_template(
        "replay/chance.html",
        card=CARD,
        reasons=list(_reasons(CARD)),
        bound=_percent(MOST_CALIBRATION_ERROR),
        features=[(capital(_(FEATURES[name])), weight) for name, weight in CARD.weights.items()],
        tables=[
            (_("On the matches that were held out"), _quarters(CARD.quarters)),
            (_("On matches of programs that choose at random"), _quarters(CARD.others)),
        ],
        error=_within(CARD.calibration_error, _percent),
        bins=[_bin(number, band) for number, band in enumerate(CARD.bins)],
        chart=_calibration(CARD.bins),
    )


def _reasons(card: ModelCard) -> Iterator[str]:
    """What keeps the model from being shown along a hand and what does not, a sentence each."""
    for number, quarter in enumerate(card.quarters, 1):
        lower = _within(quarter.better, _score)
        if quarter.is_better:
            yield _("Quarter {number}: better. Its score is lower by {lower}.", number=number, lower=lower)
        else:
            yield _(
                "Quarter {number}: not shown to be better. Its score is lower by {lower}.", number=number, lower=lower
            )
    error = _within(card.calibration_error, _percent)
    if card.is_calibrated:
        yield _("The mean calibration error is small enough: {error}.", error=error)
    else:
        yield _("The mean calibration error is too large: {error}.", error=error)


def _quarters(quarters: Sequence[Quarter]) -> list[ShownQuarter]:
    return [
        ShownQuarter(
            number,
            model=_within(quarter.model, _score),
            high_cards=_within(quarter.high_cards, _score),
            base_rate=_score(quarter.base_rate.value),
            better=_within(quarter.better, _score),
        )
        for number, quarter in enumerate(quarters, 1)
    ]


def _bin(number: int, band: Bin) -> ShownBin:
    return ShownBin(_between(number), _percent(band.share), _percent(band.forecast), _percent(band.won))


def _between(number: int) -> str:
    return f"{10 * number}–{10 * number + 10} %"


def _calibration(bins: Sequence[Bin]) -> Chart:
    """The share of positions at which the team won, beside the chance that it was given."""
    names = [_between(number) for number in range(len(bins))]
    won = [Point(name, Fraction(band.won, PARTS)) for name, band in zip(names, bins, strict=True)]
    forecast = [Point(name, Fraction(band.forecast, PARTS)) for name, band in zip(names, bins, strict=True)]
    return Chart(
        key="calibration",
        title=_("Calibration"),
        x_title=_("Chance forecast"),
        y_title=_("Share won"),
        series=(
            Series(_("Share won"), tuple(won), SeriesKind.BARS),
            Series(_("Forecast"), tuple(forecast), SeriesKind.MARKS),
        ),
        share=True,
    )


def _within(figure: EstimatedFigure, write: Callable[[int], str]) -> str:
    value, low, high = map(write, (figure.value, figure.low, figure.high))
    return _("{value} ({low} to {high})", value=value, low=low, high=high)


def _score(parts: int) -> str:
    return fixed(parts, PARTS, _PLACES).replace("-", "−")


def _percent(parts: int) -> str:
    return f"{fixed(parts, PARTS // 100, 1)} %"
