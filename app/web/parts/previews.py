"""Link previews: the title, sentence and picture that other sites show, and the page's own address."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from flask import request, url_for

from app.matches.installation import this_installation
from app.matches.listing import title_of
from app.matches.store import MatchRow
from app.text.glossary import game_title
from app.text.language import Language, _, current, said
from app.text.seats import short_name
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.parts.open_hand import OpenHand
from app.web.parts.scene import Scene, sentence_of
from engine.games import GAMES
from engine.rulebook.sentences import enumerated

_LOCALES: Final[Mapping[Language, str]] = MappingProxyType(
    {Language.ENGLISH: "en_US", Language.SIMPLIFIED: "zh_CN", Language.TRADITIONAL: "zh_TW"}
)
_UNREADABLE: Final = "unreadable"
_LONGEST: Final = 200
"""Characters of a description."""
_BROKEN: Final = re.compile(r"[ ,–-]*[A-Za-z]+\Z")
"""The Latin word that a text ends with, which may be a part of one."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a link preview."""

    address: str
    width: int
    height: int
    words: str
    """What is to be seen on it."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What other sites show of a link."""

    title: str
    description: str
    address: str
    """The whole address of the page, without what does not change it."""
    picture: Picture
    locale: str
    """The language and the region, as Open Graph names them."""


def absolute(endpoint: str, **values: Any) -> str:
    """The whole address of an endpoint, at the host that the request names; untrusted hosts get no answer."""
    secure = request.is_secure or this_installation().config.secure_cookies
    return url_for(endpoint, _external=True, _scheme="https" if secure else "http", **values)


def preview_of_page(title: str, description: str) -> Preview:
    """The preview of the page that is asked for, with the picture of the site."""
    address = absolute(request.endpoint or "home.page", **(request.view_args or {}))
    return _preview(title, description, address, _of_the_site())


def preview_of_match(row: MatchRow) -> Preview:
    """The preview of a match: who plays, and the first deal.  It reveals no result."""
    names = said(enumerated([short_name(name) for name in row.players]))
    players = _("{game}: {players}.", game=game_title(row.game), players=names) if row.game in GAMES else names
    replayed = row.hands and row.verdict != _UNREADABLE and not row.rules_unknown
    picture = _of_hand(row.id, 1, 0, {}) if replayed else _of_the_site()
    return _preview(title_of(row), players, absolute("matches.match", identity=row.id), picture)


def preview_of_hand(opened: OpenHand, scene: Scene) -> Preview:
    """The preview of a hand at a step, as a view shows it.  It reveals nothing of later steps."""
    row = opened.stored.row
    sight = sight_arguments(opened)
    title = _(
        "{match}, hand {number}, step {step} of {steps}",
        match=title_of(row),
        number=opened.number,
        step=scene.step,
        steps=scene.steps,
    )
    address = absolute("replay.hand", identity=row.id, number=opened.number, step=scene.step, **sight)
    picture = _of_hand(row.id, opened.number, scene.step, sight)
    return _preview(title, sentence_of(scene, opened.names), address, picture)


def sight_arguments(opened: OpenHand) -> dict[str, str]:
    """The arguments that name how a hand is looked at: the view, the seat below, and rules that are tried."""
    rules = {} if opened.trial is None else dict(opened.trial.chosen.address)
    below = request.args.get("seat") if request.args.get("seat") in opened.match.seats else None
    named = {"view": opened.asked, "seat": below}
    return rules | {name: text for name, text in named.items() if text}


def picture_sight(sight: Mapping[str, str]) -> dict[str, str]:
    """The same for a picture, which has the seat at its bottom."""
    arguments = {name: text for name, text in sight.items() if name != "seat"}
    return arguments | ({"below": sight["seat"]} if "seat" in sight else {})


def _of_hand(identity: int, number: int, step: int, sight: Mapping[str, str]) -> Picture:
    here = picture_sight({LANGUAGE: current().value, **sight})
    address = absolute("pictures.beside_link", identity=identity, number=number, step=step, **here)
    words = _("The table of hand {number} at step {step}", number=number, step=step)
    return Picture(address, 1200, 630, words)


def _of_the_site() -> Picture:
    name = "replay" if current() is Language.ENGLISH else "replay-zh"
    address = absolute("static", filename=f"screenshots/{name}.png")
    return Picture(address, 1280, 800, _("The replay of a hand"))


def _preview(title: str, description: str, address: str, picture: Picture) -> Preview:
    text = " ".join(description.split())
    short = text if len(text) <= _LONGEST else _BROKEN.sub("", text[: _LONGEST - 1]) + "…"
    return Preview(title, short, address, picture, _LOCALES[current()])
