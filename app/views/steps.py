"""The actions of a hand as a list shows them: a line for each step, with the marks of its findings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from app.views.faces import Face, face, written
from engine.actions import VERBS
from engine.findings import shown

Facts = Mapping[str, Any]
"""A finding as the report format has it."""

SEVERITIES: Final = ("error", "warning", "notice")
"""From the gravest on."""
_LIMIT: Final = 40
"""Arguments of an action that a list shows."""


_DOES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play": "plays",
        "pass": "passes",
        "tribute": "pays tribute",
        "return": "returns",
        "resist": "resists tribute",
        "report": "reports",
        "accept": "accepts",
        "decline": "declines",
        "declare": "declares",
        "show": "shows",
        "take": "takes",
        "ask": "asks not to be beaten",
        "redeal": "calls for a new deal",
    }
)
"""What a seat does, by verb; other verbs stand as they are."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action, as far as it can be taken to pieces; ``seat`` is None where it cannot."""

    number: int
    seat: str | None
    verb: str
    arguments: tuple[Face | str, ...]
    seconds: str
    comment: str
    severity: str
    """The gravest finding at the action; empty where there is none."""
    count: int
    """Findings at the action."""
    said: bool = True
    """Whether it is told what was done."""

    @property
    def does(self) -> str:
        """What the seat does, in words."""
        return _DOES.get(self.verb, self.verb)


@dataclass(frozen=True, slots=True)
class Pointed:
    """The text of an action with the word that a finding points at; ``word`` is empty where it points at none."""

    before: str
    word: str
    after: str


def step_of(
    number: int, text: str, seats: Sequence[str], wild: frozenset[str] = frozenset(), findings: Sequence[Facts] = ()
) -> Step:
    """The line of an action, whatever it says."""
    body, _, comment = text.partition("#")
    words = [word for word in body.split(" ") if word]
    gravest = worst(findings)
    if len(words) < 2 or words[0] not in seats or words[1] not in VERBS:
        return Step(number, None, "", (shown(body.strip()),), "", shown(comment.strip()), gravest, len(findings))
    seconds = ""
    arguments = words[2:]
    if arguments and arguments[-1].startswith("@"):
        seconds = shown(arguments.pop()[1:])
    drawn: tuple[Face | str, ...] = tuple(_argument(words[1], word, wild) for word in arguments[:_LIMIT])
    more = (f"and {len(arguments) - _LIMIT} more",) if len(arguments) > _LIMIT else ()
    return Step(number, words[0], words[1], (*drawn, *more), seconds, shown(comment.strip()), gravest, len(findings))


def unsaid(number: int, findings: Sequence[Facts] = ()) -> Step:
    """The line of an action of which nothing is told."""
    return Step(number, None, "", (), "", "", worst(findings), len(findings), said=False)


def _argument(verb: str, word: str, wild: frozenset[str]) -> Face | str:
    drawn = None if verb == "report" else face(word, written(word) in wild)
    return drawn or shown(word)


def worst(findings: Sequence[Facts]) -> str:
    """The gravest severity of some findings; empty where there are none."""
    severities = {finding["severity"] for finding in findings}
    return next((each for each in SEVERITIES if each in severities), "")


def by_step(findings: Sequence[Facts], hand: int) -> dict[int, list[Facts]]:
    """The findings of a hand (from 0) by step; those about the whole hand stand at step 0, the deal."""
    said: dict[int, list[Facts]] = {}
    for finding in findings:
        if finding["hand"] == hand:
            step = 0 if finding["action"] is None else finding["action"] + 1
            said.setdefault(step, []).append(finding)
    return said


def pointed(text: str, column: int | None) -> Pointed:
    """The text of an action around the word that begins at a column."""
    if column is None or not 0 <= column < len(text):
        return Pointed(shown(text), "", "")
    end = text.find(" ", column)
    end = len(text) if end < 0 else end
    before = text[:column]
    return Pointed(before if len(before) <= 80 else "…" + before[-79:], shown(text[column:end]), shown(text[end:]))
