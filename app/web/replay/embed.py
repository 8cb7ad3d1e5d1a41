"""The replay of a hand for a frame of another site."""

from typing import Any, Final

from flask import request, url_for

from app.text.language import current, language_named
from app.web.http.compression import without_secrets
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.http.security import FRAMED
from app.web.parts.embedded_assets import AWAY, embedded_page
from app.web.parts.open_hand import open_hand
from app.web.parts.open_match import keep_rules
from app.web.parts.previews import preview_of_hand
from app.web.replay.replay import keep_places
from app.web.replay.visible_scenes import choice_of, scenes_asked, values_of

BLUEPRINT: Final = Pages(FRAMED, __name__, url_prefix="/embed/matches/<int:identity>/hands/<int:number>")
BLUEPRINT.url_defaults(keep_rules)
BLUEPRINT.url_defaults(keep_places)
_HAND: Final = "embed.hand"
_KEPT: Final = ("results", "colours")
"""What the address of the page chooses; its links keep it, because a framed page keeps nothing in cookies."""


@BLUEPRINT.url_defaults
def keep_choices(_endpoint: str, values: dict[str, object]) -> None:
    """Keeps the language and the choices of a framed page in its links."""
    if request.blueprint != FRAMED:
        return
    if language_named(request.args.get(LANGUAGE, "")) is not None:
        values.setdefault(LANGUAGE, current())
    for name in _KEPT:
        if request.args.get(name) == choice_of(name):
            values.setdefault(name, choice_of(name))


@BLUEPRINT.get("", may=May.READ, of=Of.MATCH, strict_slashes=False)
@without_secrets
def hand(identity: int, number: int) -> str:
    """The hand at ``?step=`` as the page of the replay shows it: table, steps and findings, without the site around.

    It reads neither the session nor cookies, sets none, and has no forms.  Its arguments are those of the replay.
    """
    opened = open_hand(identity, number)
    shown = scenes_asked(opened, _HAND)
    return embedded_page(
        "replay/embed/hand.html",
        _kept_inside,
        **values_of(opened, shown),
        ending=shown.ending,
        scene=shown.scenes[0],
        title=opened.stored.row,
        tables=url_for("embed.table", identity=identity, number=number, view=opened.asked),
        whole=url_for("replay.hand", identity=identity, number=number, step=shown.scenes[0].step, view=opened.asked),
        style=url_for("assets.sheet"),
        script=url_for("static", filename="js/replay/embedded.js"),
        icon=url_for("static", filename="favicon.svg"),
        preview=preview_of_hand(opened, shown.scenes[0]),
        four_colours=choice_of("colours") == "four",
        paced=opened.paced,
    )


@BLUEPRINT.get("/table", may=May.READ, of=Of.MATCH)
@without_secrets
def table(identity: int, number: int) -> str:
    """The table alone from ``?step=`` on, ``?count=`` scenes (1) at the most, as the script of the page wants it."""
    opened = open_hand(identity, number)
    shown = scenes_asked(opened, _HAND, max(whole(request.args.get("count")) or 1, 1))
    return embedded_page(
        "replay/embed/scenes.html",
        _kept_inside,
        **values_of(opened, shown),
        ending=shown.ending,
        scenes=shown.scenes,
        ahead=shown.ahead,
    )


def _kept_inside(endpoint: str, **values: Any) -> str:
    """The addresses of links: those of hands lead to their framed pages, others nowhere."""
    return url_for(_HAND, **values) if endpoint == "replay.hand" else AWAY
