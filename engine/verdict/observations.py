"""Observations: for each recorded action what its seat could see before it, the action, and how the hand ended."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, Final

import msgspec
from msgspec import Struct

from engine.games import GAMES
from engine.record.actions import parse_action
from engine.record.match import Match
from engine.replay.fold import HandStarts, frames
from engine.replay.frames import Frame
from engine.replay.game import Judge
from engine.replay.views import View, seen_action, seen_frame
from engine.rulebook.findings import Severity
from engine.rulebook.options import OptionValue
from engine.verdict.report import Report, hand_facts

FORMAT: Final = "fupan-observations/1"
_UNREAD: Final = "??"
_SET: Final = "set"
_OF_ROWS: Final = ("rows", "royalties", "fouls", "public_fouls")
"""What a frame says of the rows of a seat."""
_JUDGED: Final = ("hand", "step", "steps", "action", "illegal", "why_legal")
"""The fields of a frame that do not describe the table: its place in the log, and the verdict on the last play."""


class Observation(Struct, frozen=True, kw_only=True):
    """A recorded action, with what its seat could see before it.

    It has cards only as that seat saw them, and neither a player's name nor a comment.  Hands and steps count from 1.
    """

    format: str = FORMAT
    license: str | None
    """The terms under which the record may be used, as the person who exports it states them; null if not stated."""
    source: str | None
    """Where the record comes from, as the person who exports it states it; null if not stated."""
    log: str
    """The hash of the bytes of the match, in hexadecimal."""
    game: str
    preset: str
    changes: Mapping[str, OptionValue]
    """The options that differ from the preset."""
    hand: int
    step: int
    """The number of the action in its hand."""
    seat: str
    sees: Mapping[str, Any]
    """The table as the seat saw it: the fields of a step of a replay, without those that are empty."""
    history: Sequence[str]
    """The actions of the hand so far as the seat saw them, with ``??`` for each card that it did not see."""
    action: str
    errors: Sequence[str]
    """The codes of the errors at this action; empty if the rules allow it."""
    outcome: Mapping[str, Any]
    """How the hand ended: the facts of the hand in a report, without the lines of its score."""


def observations(
    match: Match,
    report: Report,
    judge: Judge,
    log: str,
    *,
    license_of: str | None = None,
    source_of: str | None = None,
) -> Iterator[Observation]:
    """The observations of a match, in the order of its actions.

    ``report`` is the report of the match and ``judge`` a judge under its rules.  An action that cannot be read is no
    decision of a seat and has no observation.  Yields nothing for a match without a replay.
    """
    rules, replay = report.rules, report.replay
    if rules is None or replay is None:
        return
    usual = GAMES[rules.game].rules.resolve(rules.preset).options
    changes = {name: value for name, value in rules.options.items() if usual[name] != value}
    errors: dict[tuple[int, int], list[str]] = {}
    for finding in report.findings:
        if finding.severity is Severity.ERROR and finding.hand is not None and finding.action is not None:
            errors.setdefault((finding.hand, finding.action), []).append(finding.code.id)
    starts = HandStarts(judge, match)
    for index, hand in enumerate(match.hands):
        outcome = hand_facts(replay.hands[index])
        shown = frames(judge, match, index, before=starts.before(index))
        for step, (seat, sees, history) in enumerate(_decisions(match.seats, shown, hand.actions)):
            action = seen_action(hand.actions[step], View(seat, seat), match.seats, laid_open=True)
            if action != _UNREAD:
                yield Observation(
                    license=license_of,
                    source=source_of,
                    log=log,
                    game=rules.game,
                    preset=rules.preset,
                    changes=changes,
                    hand=index + 1,
                    step=step + 1,
                    seat=seat,
                    sees=sees,
                    history=history,
                    action=action,
                    errors=errors.get((index, step), ()),
                    outcome=outcome,
                )


def _decisions(
    seats: Sequence[str], shown: Iterator[Frame], actions: Sequence[str]
) -> Iterator[tuple[str, Mapping[str, Any], tuple[str, ...]]]:
    """By action its seat, what the seat saw of the table, and of the actions before."""
    histories: dict[str, list[str]] = {seat: [] for seat in seats}
    face_down = set[str]()
    for table, text in zip(shown, actions, strict=False):
        if table.action is not None:
            done = parse_action(table.action)
            if done.verb == _SET:
                face_down.add(done.seat)
            for seat, history in histories.items():
                history.append(_seen(table, seat, seats))
        seat = parse_action(text).seat
        if seat in histories:
            yield seat, _sees(seen_frame(table, View(seat, seat)), face_down - {seat}), tuple(histories[seat])
        else:
            yield seat, {}, ()


def _seen(table: Frame, seat: str, seats: Sequence[str]) -> str:
    """The last action as a seat saw it: all seats set their cards face down before any of them is turned up."""
    assert table.action is not None
    action = parse_action(table.action)
    if action.verb == _SET and action.seat != seat:
        return f"{action.seat} {_SET} {_UNREAD}"
    return seen_action(table.action, View(seat, seat), seats, table.laid_open)


def _sees(table: Frame, face_down: Set[str]) -> dict[str, Any]:
    """The table as a seat saw it.  ``face_down`` are the other seats that have set their cards."""
    facts: dict[str, Any] = msgspec.to_builtins(table, enc_hook=str)
    for seat in facts["seats"]:
        if seat["seat"] in face_down:
            for name in _OF_ROWS:
                del seat[name]
    return {
        name: _without_empty(value) for name, value in facts.items() if name not in _JUDGED and not _is_empty(value)
    }


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_empty(part) for name, part in value.items() if not _is_empty(part)}
    if isinstance(value, list | tuple):
        return [_without_empty(part) for part in value]
    return value


def _is_empty(value: object) -> bool:
    return value is None or value is False or value in ("", [], ())
