"""How strong dealt cards are: what is counted, what each adds, and how well that predicts."""

from typing import Final

from flask import render_template, request

from app.text.decimals import fixed, root
from app.text.glossary import game_title
from app.text.language import _
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from engine.games import GAMES
from engine.replay.strength import UNIT, Fit

BLUEPRINT: Final = Pages("strength", __name__)

HANDS: Final = (20, 50, 200, 1000, 5000)
_PLACES: Final = 2
_Z_TENTHS: Final = 196
"""The bounds of 95 % of a normal distribution, in hundredths of its standard deviation."""
_SHARES: Final = (2, 5, 10)


@BLUEPRINT.get("/strength", may=May.READ)
@without_secrets
def page() -> str:
    """The measure of ``?game=``, without it of the first game that has one."""
    games = [game for game in GAMES.values() if game.strength is not None]
    name = request.args.get("game", games[0].name)
    chosen = next((game for game in games if game.name == name), None)
    if chosen is None or chosen.strength is None:
        raise Refusal(404, _("There is no game {name}.", name=name[:40]))
    fitted = chosen.strength.fitted
    return render_template(
        "players/strength.html",
        game=chosen.name,
        games={game.name: game_title(game.name) for game in games},
        strength=chosen.strength,
        fitted=fitted,
        weights=zip(chosen.strength.features.values(), fitted.weights, strict=True),
        has_places=any(decile.place for decile in fitted.deciles),
        precision=[(hands, *_precision(fitted, hands)) for hands in HANDS],
        needed=[_needed(fitted, share) for share in reversed(_SHARES)],
    )


def _precision(fitted: Fit, hands: int) -> tuple[str, str]:
    """How near the mean of so many hands is to the truth, with 95 %: of the result, and of what is beyond the cards.

    The half width of the intervals: 1.96 standard deviations, over the root of the number of hands.
    """
    square = (_Z_TENTHS * fitted.deviation) ** 2
    below = (100 * UNIT) ** 2 * hands
    left = UNIT - fitted.explained
    return root(square, below, _PLACES), root(square * left, below * UNIT, _PLACES)


def _needed(fitted: Fit, share: int) -> tuple[str, int]:
    """A difference of means, and how many hands each of two players needs until it is more than chance.

    For a difference of one ``share``-th of the standard deviation: twice the square of 1.96 times the rest of it.
    """
    difference = fitted.deviation // share
    left = UNIT - fitted.explained
    above = 2 * (_Z_TENTHS * fitted.deviation) ** 2 * left
    below = (100 * difference) ** 2 * UNIT
    return fixed(difference, UNIT, _PLACES), -(-above // below)
