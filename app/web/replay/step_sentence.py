"""What happened at a step, as a sentence of plain text."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.text.language import _, said
from app.text.language.sentence import sentence
from app.web.replay.faces import Face
from app.web.replay.scene import Scene
from app.web.replay.steps import Step

_SIGNS: Final[Mapping[str, str]] = MappingProxyType({"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"})
_LONGEST: Final = 280
"""Characters of a sentence."""


def sentence_of(scene: Scene, names: Mapping[str, str]) -> str:
    """The action of a scene and its findings as a sentence; nothing of later steps.

    ``names`` are by seat.  Where a view hides findings, none is said.
    """
    done = scene.done
    if done is None:
        text = _("The cards are dealt.") if scene.steps else _("The play was not recorded.")
    elif done.seat is None:
        text = str(done.arguments[0]) if done.arguments else "…"
    else:
        name = names.get(done.seat, done.seat)
        text = _("{name} {does}.", name=name, does=_deed(done))
    errors = [finding.message for finding, _pointed in scene.findings if finding.severity == "error"]
    if errors:
        text = _("{first} {second}", first=text, second=sentence(said(errors[0])))
    elif scene.legal is not None and scene.legal.on is not None:
        text = _(
            "{text} {play} beats {other} by {name}.",
            text=text,
            play=scene.legal.reading,
            other=scene.legal.on.reading,
            name=scene.legal.on.name,
        )
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _deed(step: Step) -> str:
    """What a seat does, with its cards as signs."""
    return " ".join((step.does, *(_sign(each) for each in step.arguments)))


def _sign(part: Face | str) -> str:
    if isinstance(part, str):
        return part
    if part.kind in _SIGNS:
        return part.rank + _SIGNS[part.kind]
    return part.rank or part.name
