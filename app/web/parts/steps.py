"""The actions of a hand as a list shows them: a line for each step, with the marks of its findings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.drawing.table.holding import MarkedCards
from app.text.frame_terms import verb_words
from app.text.frame_terms import word as term
from app.text.language import _, _c, marked
from app.text.readable import readable_message
from app.web.parts.faces import PLAIN, Face, face
from engine.record.actions import parse_action, without_comment, words_at
from engine.record.verbs import VERBS, Arguments, Verb
from engine.rulebook.findings import Finding, shown
from engine.verdict.stored_report import StoredFinding

SEVERITIES: Final = ("error", "warning", "notice")
"""From the gravest on."""
_LIMIT: Final = 40
"""Arguments of an action that a list shows."""
_OF_A_HAND: Final[Mapping[str, str]] = MappingProxyType({"1:": marked("hand 1"), "2:": marked("hand 2")})
"""How an action of a seat with two hands says which it is about."""
_ROWS: Final = (marked("front"), marked("middle"), marked("back"), marked("discard"))


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

    @property
    def does(self) -> str:
        """What the seat does, in words."""
        return verb_words(self.verb)

    @property
    def brief(self) -> str:
        """What the seat does, as short as a list says it."""
        return _("pass") if self.verb == "pass" else self.does


@dataclass(frozen=True, slots=True)
class PointedText:
    """The text of an action with the word that a finding points at; ``word`` is empty where it points at none."""

    before: str
    word: str
    after: str


def step_of(
    number: int, text: str, seats: Sequence[str], cards: MarkedCards = PLAIN, findings: Sequence[StoredFinding] = ()
) -> Step:
    """The line of an action, whatever it says."""
    action = parse_action(text)
    gravest = worst(findings)
    comment = shown((action.comment or "").strip())
    verb = VERBS.get(action.verb)
    if verb is None or action.seat not in seats:
        return Step(number, None, "", (shown(without_comment(text).strip()),), "", comment, gravest, len(findings))
    words = action.words if action.drawn is None else (*action.words, f"^{action.drawn}")
    drawn = _arguments(verb, words[:_LIMIT], cards)
    more = (_c("cards", "and {count} more", count=len(words) - _LIMIT),) if len(words) > _LIMIT else ()
    seconds = shown(action.seconds or "")
    return Step(number, action.seat, verb.name, (*drawn, *more), seconds, comment, gravest, len(findings))


def _arguments(verb: Verb, words: Sequence[str], cards: MarkedCards) -> tuple[Face | str, ...]:
    if verb.arguments is Arguments.PLACED:
        return tuple(_placed(words, cards))
    return tuple(_argument(verb, word, cards) for word in words)


def _argument(verb: Verb, word: str, cards: MarkedCards) -> Face | str:
    if word in _OF_A_HAND:
        return _(_OF_A_HAND[word])
    if verb.arguments is Arguments.NAME:
        return _(shown(word.replace("_", " ")))
    if verb.drawn and word.startswith("^"):
        return _("with {count} drawn", count=shown(word[1:]))
    drawn = None if verb.arguments is Arguments.NUMBER else face(word, cards)
    return drawn or term(shown(word))


def _placed(words: Sequence[str], cards: MarkedCards) -> Iterator[Face | str]:
    """The cards of a `place` by row, each after the row's name; whatever else is among them as it stands."""
    rows: dict[str, list[Face]] = {}
    for word in words:
        card, _colon, row = word.partition(":")
        drawn = face(card, cards)
        if drawn is None or not row:
            yield drawn or shown(word)
        else:
            rows.setdefault(row, []).append(drawn)
    for row, drawn_there in rows.items():
        yield _(row) if row in _ROWS else shown(row)
        yield from drawn_there


def found_by(finding: Finding, names: Mapping[str, str] | None = None) -> StoredFinding:
    """A finding that was made here and now, as those of a stored report; its sentences can be said in any language.

    ``names`` has the players by seat.
    """
    message, expected = readable_message(finding, names or {})
    return StoredFinding(
        code=finding.code.id,
        severity=finding.severity,
        rule=finding.rule,
        hand=finding.hand,
        action=finding.action,
        column=finding.column,
        seat=finding.seat,
        message=message,
        recorded=finding.recorded or None,
        expected=expected or None,
    )


def worst(findings: Sequence[StoredFinding]) -> str:
    """The gravest severity of some findings; empty where there are none."""
    severities = {finding.severity for finding in findings}
    return next((severity for severity in SEVERITIES if severity in severities), "")


def by_step(findings: Sequence[StoredFinding], hand: int) -> dict[int, list[StoredFinding]]:
    """The findings of a hand (from 0) by step; those about the whole hand stand at step 0, the deal."""
    said: dict[int, list[StoredFinding]] = {}
    for finding in findings:
        if finding.hand == hand:
            step = 0 if finding.action is None else finding.action + 1
            said.setdefault(step, []).append(finding)
    return said


def findings_at_end(said: Mapping[int, Sequence[StoredFinding]], steps: int) -> dict[int, Sequence[StoredFinding]]:
    """The findings of a hand by step, with those about the whole hand, which may tell how it ends, at its last step."""
    findings_by_step = dict(said)
    if 0 in findings_by_step and steps:
        of_hand = findings_by_step.pop(0)
        findings_by_step[steps] = [*findings_by_step.get(steps, ()), *of_hand]
    return findings_by_step


def pointed_text(text: str, column: int | None, recorded: str | None = None) -> PointedText:
    """The text of an action around what a finding points at: what was recorded, or else the word at a column."""
    if column is None or not 0 <= column < len(text):
        return PointedText(shown(text), "", "")
    word = words_at(text, column, recorded)
    before = text[:column]
    return PointedText(
        before if len(before) <= 80 else "…" + before[-79:], shown(word), shown(text[column + len(word) :])
    )
