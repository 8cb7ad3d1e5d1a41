"""What the actions of a hand state: tribute and cards given back, counts of cards, naturals, royalties, wild cards,
seconds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.record.actions import Action, is_seconds, parse_action
from engine.record.verbs import VERBS, Arguments, Verb, verb_words
from engine.replay.frames import Frame, SeatFrame
from engine.rulebook.sentences import say, say_of
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.recorded_sheet.expected import expected_of
from engine.verdict.stored_report import StoredFinding

NOT_SAID: Final = say_of("recorded", "nothing")
"""Stands for a claim that was due and that the log does not have."""
_MISSING: Final = frozenset({"tribute-missing", "return-missing", "report-missing", "royalty-undeclared"})
"""The codes for a claim that was due and not made."""
_TURN: Final = frozenset({"out-of-turn", "already-out", "after-end", "wrong-leader", "after-match"})
"""The codes that say nothing about what an action states."""
_SECONDS: Final = "seconds"
_YES: Final = say("yes")


def claims_of(
    number: int, actions: Sequence[str], findings: Sequence[StoredFinding], frames: Iterable[Frame]
) -> list[RecordedEntry]:
    """The entries of what the actions of a hand (``number`` from 1) state, in their order, then its seconds.

    ``frames`` are those before each action, as far as there are any.  A claim without a finding follows if the cards of
    its seat are known; otherwise it cannot be checked.
    """
    by_action: dict[int, list[StoredFinding]] = {}
    for finding in findings:
        if finding.action is not None and finding.code not in _TURN:
            by_action.setdefault(finding.action, []).append(finding)
    entries: list[RecordedEntry] = []
    before = iter(frames)
    for index, text in enumerate(actions):
        entries += _of_action(number, index, text, by_action.get(index, []), next(before, None))
    return [*entries, *_seconds(number, actions, by_action)]


def claims_wrong(findings: Iterable[StoredFinding], actions: Sequence[str]) -> int:
    """How many actions of a hand state something that is wrong, or leave out what they had to state."""
    numbers = set()
    for finding in findings:
        action = finding.action
        if action is None or (finding.severity == "notice" and finding.code not in _MISSING):
            continue
        if finding.code in _MISSING or (_is_claim(parse_action(actions[action])) and finding.code not in _TURN):
            numbers.add(action)
    return len(numbers)


def _of_action(
    number: int, index: int, text: str, said: Sequence[StoredFinding], before: Frame | None
) -> Iterator[RecordedEntry]:
    for finding in said:
        if finding.code in _MISSING:
            yield _entry(
                number,
                index,
                verb_words(finding.code.split("-")[0]),
                finding.seat,
                NOT_SAID,
                expected_of(finding),
                Standing.DIFFERS,
                finding,
            )
    action = parse_action(text)
    if not _is_claim(action):
        return
    seat, verb = action.seat, VERBS[action.verb]
    stated = " ".join(word for word in action.words if verb.claims or "=" in word)
    if action.drawn is not None and verb.drawn:
        stated += f" ^{action.drawn}"
    wrong = next((fault for fault in said if fault.code not in _MISSING and not _is_of_seconds(fault)), None)
    what = verb_words(verb.name) if verb.claims else say("wild card")
    if wrong is not None:
        standing = Standing.UNKNOWN if wrong.severity == "notice" else Standing.DIFFERS
        derived = expected_of(wrong) or say_of("recorded", "not allowed")
        yield _entry(number, index, what, seat, stated or _YES, derived, standing, wrong)
        return
    held = None if before is None else next((frame for frame in before.seats if frame.seat == seat), None)
    known = held is not None and _decides(held, verb, action)
    shown = stated or _YES
    yield _entry(number, index, what, seat, shown, shown, Standing.FOLLOWS if known else Standing.UNKNOWN, None)


def _is_claim(action: Action) -> bool:
    verb = VERBS.get(action.verb)
    return verb is not None and (
        verb.claims or (verb.arguments.are_cards and any("=" in word for word in action.words))
    )


def _decides(held: SeatFrame, verb: Verb, action: Action) -> bool:
    """Whether it is known that what a seat states is right, if nothing was found against it."""
    if verb.arguments is Arguments.NUMBER:
        return (str(held.count),) == action.words
    return held.hidden == 0


def _seconds(
    number: int, actions: Sequence[str], by_action: Mapping[int, Sequence[StoredFinding]]
) -> Iterator[RecordedEntry]:
    """One entry for all seconds if none decrease, else one for each that does."""
    timed = [index for index, text in enumerate(actions) if _has_seconds(text)]
    wrong = [(index, finding) for index, said in by_action.items() for finding in said if _is_of_seconds(finding)]
    for index, fault in wrong:
        seat = parse_action(actions[index]).seat
        what, derived = say("seconds"), expected_of(fault)
        yield _entry(number, index, what, seat, fault.recorded or "", derived, Standing.DIFFERS, fault)
    if timed and not wrong:
        count = say("{count} of {all} actions", count=len(timed), all=len(actions))
        derived = say("never decreasing")
        yield RecordedEntry(
            number, say("seconds"), "", count, derived, Standing.FOLLOWS, field=_SECONDS, rule="log.actions"
        )


def _has_seconds(text: str) -> bool:
    seconds = parse_action(text).seconds
    return seconds is not None and is_seconds(seconds)


def _is_of_seconds(finding: StoredFinding) -> bool:
    """Whether a finding says that the seconds of an action are earlier than those before."""
    return (finding.code, finding.severity, finding.rule) == ("malformed", "warning", "log.actions")


def _entry(
    number: int,
    index: int,
    what: str,
    seat: str | None,
    recorded: str,
    derived: str | None,
    standing: Standing,
    wrong: StoredFinding | None,
) -> RecordedEntry:
    return RecordedEntry(
        number,
        what,
        seat or "",
        recorded,
        derived or "",
        standing,
        field="action",
        rule="" if wrong is None else wrong.rule,
        step=index + 1,
    )
