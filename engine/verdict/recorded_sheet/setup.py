"""The facts that a table recorded before a hand, besides totals and levels."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.cards.packed import parse_rank
from engine.record.match import Hand, given_value, setup_of
from engine.replay.game import Game
from engine.rulebook.codes import SETUP_MISMATCH
from engine.rulebook.sentences import Text, enumerated, say, say_of
from engine.verdict.recorded_sheet.entry import Key, RecordedEntry, Standing
from engine.verdict.recorded_sheet.expected import expected_of
from engine.verdict.recorded_sheet.levels import LevelChains
from engine.verdict.recorded_sheet.words import places_text
from engine.verdict.stored_report import StoredFinding, StoredHand

_NAMES: Final = (
    ("previous", say("order of finish of the hand before")),
    ("failures", say_of("recorded", "failures")),
    ("level", say("level of the hand")),
    ("first", say("first to act")),
    ("dealer", say_of("recorded", "dealer")),
    ("fantasyland", say_of("recorded", "fantasyland")),
    ("stakes", say_of("recorded", "stakes")),
)
_COMPARED: Final = ("previous", "level")
"""Compared if the hand before is known; of the others only a finding says that one is wrong."""


def setup_entries(
    index: int,
    hand: Hand,
    before: StoredHand | None,
    findings: Sequence[StoredFinding],
    match_rule: str,
    chains: LevelChains,
    finish_before: RecordedEntry | None,
    game: Game,
) -> list[RecordedEntry]:
    """The entries of the setup of a hand (``index`` from 0), in the order in which it is read.

    ``before`` is the hand before in a report, ``finish_before`` the recorded order of finish of that hand.
    """
    setup = setup_of(hand)
    said = [finding for finding in findings if finding.code == SETUP_MISMATCH.id and finding.rule != match_rule]
    entries = []
    for field, name in _NAMES:
        value = given_value(getattr(setup, field))
        if value is None:
            continue
        text = _text(value, game)
        wrong = next((finding for finding in said if _is_about(field, text, finding)), None)
        known = before is not None and before.basis is not None and _known(field, before)
        if wrong is not None:
            entry = RecordedEntry(
                index + 1, name, "", text, expected_of(wrong), Standing.DIFFERS, field=field, rule=wrong.rule
            )
            entries.append(_settled(entry, chains, finish_before))
        elif field in _COMPARED and known:
            entries.append(RecordedEntry(index + 1, name, "", text, text, Standing.FOLLOWS, field=field))
        else:
            entries.append(RecordedEntry(index + 1, name, "", text, text, Standing.TAKEN, field=field))
    return entries


def _settled(entry: RecordedEntry, chains: LevelChains, finish_before: RecordedEntry | None) -> RecordedEntry:
    causes: tuple[Key, ...] = ()
    if entry.field == "level":
        causes = chains.level_causes(entry.recorded)
    elif entry.field == "previous" and finish_before is not None and finish_before.recorded == entry.recorded:
        causes = (finish_before.key,) if finish_before.standing is Standing.DIFFERS else finish_before.causes
    return entry.carried(causes) if causes else entry


def _known(field: str, before: StoredHand) -> bool:
    return (
        bool(before.finish) if field == "previous" else None not in (given_value(before.levels) or {"": None}).values()
    )


def _is_about(field: str, text: str, finding: StoredFinding) -> bool:
    recorded = finding.recorded or ""
    if field == "level":
        return parse_rank(recorded) is not None and parse_rank(recorded) == parse_rank(text)
    if field == "failures":
        return recorded in text.split(", ")
    words = recorded.split(", ")[0].split(" ")
    is_level = parse_rank(recorded) is not None or (len(words) == 2 and parse_rank(words[1]) is not None)
    return field in ("previous", "fantasyland") and (not is_level or field == "fantasyland")


def _text(value: Any, game: Game) -> str:
    """A fact as findings show it."""
    if isinstance(value, list):
        return places_text(value)
    if not isinstance(value, Mapping):
        return str(value)
    words: dict[str, Text] = {"finish": say("finish")} | {role: say_of(game.name, role) for role in game.roles}
    return enumerated(
        [
            say(
                "{name} {value}",
                name=words.get(str(name)) or str(name),
                value=places_text(part) if isinstance(part, list) else str(part),
            )
            for name, part in value.items()
        ]
    )
