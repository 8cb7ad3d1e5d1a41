"""What the help says of playouts: how the policy places cards, how often it fouls, and what its figures do not say."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from app.text.language import marked
from engine.games import GAMES
from engine.insight.review import Settings

PLAYOUTS: Final = (
    marked(
        "Open-face and pineapple: between two seats, the review counts all cards that can still come for the "
        "twelfth card, and for the last turn of pineapple. Before that, and with more seats, there are too many. "
        "It then deals the cards that the seat had not seen {deals} times, has the policy `{policy}` make every "
        "later placement of every seat, and takes the mean of the points. All placements of a decision are tried "
        "in the same deals."
    ),
    marked(
        "The policy `{policy}` looks at its own board alone. A whole row is worth its royalty, and two units times "
        "the chance that it beats typical rows, as for `fupan arrange`. A row that is not whole is worth what it "
        "becomes if each free place takes the better of two cards of the pack, or any card if no other row is "
        "open. A board is worth its three rows, weighed by the chance that they come into order, less a third of "
        "what a scoop costs, weighed by the chance of a foul. The policy makes the placement after which its "
        "board is worth most. Who places last of all in pineapple sees every other board whole, and makes the "
        "placement that scores most."
    ),
    marked(
        "How often it fouls: of {boards} boards, each dealt from a whole pack, it fouled {fouls_open_face} under "
        "the preset `open-face` and {fouls_pineapple} under `pineapple`. Under other rules it may foul more often "
        "or less."
    ),
    marked(
        "An example: “Cost 1.9 ± 0.5 points (one standard error) if the policy plays on”. In the same "
        "deals, the placement with the best mean scored 1.9 points more on average than the one that was made."
    ),
    marked(
        "The figure and its error hold for this policy alone. Until that last turn it does not look at the boards"
        " of the others, and better play can be worth more, or make another placement the best. So no decision is"
        " called a fault by it, and it is in no sum. Of the 232 ways to place the first five cards, the one with "
        "the best mean also had luck in these deals: the cost of a first placement looks greater than it is."
    ),
)


@cache
def playout_figures() -> Mapping[str, str]:
    """The figures that these paragraphs name, as they are written."""
    figures = {"deals": f"{Settings(left=None).deals}"}
    for game in GAMES.values():
        if game.placements is not None:
            figures["policy"] = game.placements.policy
            for preset, (fouls, boards) in game.placements.fouls.items():
                figures |= {f"fouls_{preset.replace('-', '_')}": f"{fouls:,}", "boards": f"{boards:,}"}
    return MappingProxyType(figures)
