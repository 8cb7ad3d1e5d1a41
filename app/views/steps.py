"""The actions of a hand as a list shows them: a line for each step, with the marks of its findings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from app.views.faces import PLAIN, Face, Special, face
from engine.record.actions import VERBS
from engine.rulebook.findings import shown

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
        "expose": "exposes",
        "reveal": "reveals",
        "capture": "captures with",
        "natural": "claims a natural:",
        "in": "is in",
        "surrender": "surrenders",
        "royalty": "announces royalties:",
        "set": "sets",
        "place": "places",
    }
)
"""What a seat does, by verb; other verbs stand as they are."""
_OF_A_HAND: Final[Mapping[str, str]] = MappingProxyType({"1:": "hand 1", "2:": "hand 2"})
"""How an action of a seat with two hands says which it is about."""


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
    number: int, text: str, seats: Sequence[str], cards: Special = PLAIN, findings: Sequence[Facts] = ()
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
    drawn = _arguments(words[1], arguments[:_LIMIT], cards)
    more = (f"and {len(arguments) - _LIMIT} more",) if len(arguments) > _LIMIT else ()
    return Step(number, words[0], words[1], (*drawn, *more), seconds, shown(comment.strip()), gravest, len(findings))


def unsaid(number: int, findings: Sequence[Facts] = ()) -> Step:
    """The line of an action of which nothing is told."""
    return Step(number, None, "", (), "", "", worst(findings), len(findings), said=False)


def _arguments(verb: str, words: Sequence[str], cards: Special) -> tuple[Face | str, ...]:
    if verb == "place":
        return tuple(_placed(words, cards))
    return tuple(_argument(verb, word, cards) for word in words)


def _argument(verb: str, word: str, cards: Special) -> Face | str:
    if word in _OF_A_HAND:
        return _OF_A_HAND[word]
    if verb == "natural":
        return shown(word.replace("_", " "))
    if verb == "expose" and word.startswith("^"):
        return f"with {shown(word[1:])} drawn"
    drawn = None if verb == "report" else face(word, cards)
    return drawn or shown(word)


def _placed(words: Sequence[str], cards: Special) -> Iterator[Face | str]:
    """The cards of a `place` by row, each after the row's name; whatever else is among them as it stands."""
    rows: dict[str, list[Face]] = {}
    for word in words:
        card, _, row = word.partition(":")
        drawn = face(card, cards)
        if drawn is None or not row:
            yield drawn or shown(word)
        else:
            rows.setdefault(row, []).append(drawn)
    for row, drawn_there in rows.items():
        yield shown(row)
        yield from drawn_there


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
