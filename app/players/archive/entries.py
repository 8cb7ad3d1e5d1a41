"""What an archive keeps of a match, or of a refusal, as the process that judges it hands it over."""

import logging
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec

from app.database.packing import packed
from app.database.tables.erasures import hash_of, key_of_player
from app.judging.counted import NOWHERE, PackedCount
from app.judging.counting import count_of, with_later
from app.judging.fault_barrier import TRACEBACK, guarded_check
from app.judging.judged import rules_sha256_of
from app.matches.shown_names import without_names
from engine.logs import LogRecord
from engine.record.content import content_key
from engine.record.match import Player, given_value
from engine.rulebook.findings import Severity
from engine.rulebook.options import RuleSet
from engine.statistics.person import person_key
from engine.verdict.check import Checker
from engine.verdict.report import Report

_LOG: Final = logging.getLogger(__name__)


class ArchivedRules(msgspec.Struct, frozen=True, array_like=True):
    """The rules of a match."""

    sha256: str
    preset: str
    options: bytes
    """A report with these rules and nothing else, packed."""
    size: int


class ArchivedMatch(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a match, or of what could not be read as one."""

    source: str
    sha256: str
    """The hash of its bytes."""
    position: int
    """Its position among the matches of these bytes."""
    content: str | None
    """The key of its content; None for what is not a match."""
    format: str
    game: str | None
    match_id: str | None
    event: str | None
    played_at: str | None
    hands: int
    players: list[tuple[str | None, str]]
    """By seat the key, None for nobody, and the name in the log."""
    verdict: str
    errors: int
    warnings: int
    notices: int
    digest: str
    """That of its report."""
    rules: ArchivedRules | None
    counts: bytes | None
    """What is counted of it, packed; None if it counts nowhere."""
    counts_size: int


def archived_match(checker: Checker, record: LogRecord, position: int) -> ArchivedMatch:
    """What is kept of a record, judged under the rules that it claims and counted whole."""
    report = guarded_check(checker, record, written=True)
    count = _counted(checker, record, report)
    match = record.match
    info = None if match is None else given_value(match.match)
    weights = [finding.severity for finding in report.findings]
    return ArchivedMatch(
        source=record.source,
        sha256=record.sha256,
        position=position,
        content=None if match is None else content_key(match),
        format=record.format,
        game=record.game,
        match_id=record.match_id,
        event=None if info is None else given_value(info.event),
        played_at=None if info is None else given_value(info.played_at),
        hands=0 if match is None else len(match.hands),
        players=[] if match is None else [_player(player) for player in match.players],
        verdict=str(report.verdict),
        errors=weights.count(Severity.ERROR),
        warnings=weights.count(Severity.WARNING),
        notices=weights.count(Severity.NOTICE),
        digest=report.digest,
        rules=None if report.rules is None else _rules(report.rules, rules_sha256_of(report)),
        counts=count.data,
        counts_size=count.size,
    )


class ErasedPeople:
    """Those who were erased, by the hashes that ``archive.json`` has."""

    def __init__(self, erased: Mapping[str, Sequence[str]]) -> None:
        """``erased`` has by salt the hashes of keys."""
        self._hashes: Final = {bytes.fromhex(salt): frozenset(hashes) for salt, hashes in erased.items()}

    def have(self, key_sha256: str) -> bool:
        """Whether a player with this hash was erased."""
        return any(hash_of(salt, key_of_player(key_sha256)) in hashes for salt, hashes in self._hashes.items())

    def left_out(self, match: ArchivedMatch) -> ArchivedMatch:
        """A match in which they are nobody, and whose source does not have their names."""
        keys = {key for key, _ in match.players if key and self.have(_sha256(key))} if self._hashes else set()
        if not keys:
            return match
        return msgspec.structs.replace(
            match,
            players=[(None, "") if key in keys else (key, name) for key, name in match.players],
            source=without_names(match.source, {name or key for key, name in match.players if key in keys}),
        )


def _sha256(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _counted(checker: Checker, record: LogRecord, report: Report) -> PackedCount:
    """What is counted of a report, also what takes long; where that fails, what there is without it."""
    count = count_of(report)
    if record.match is None or report.rules is None:
        return NOWHERE
    try:
        return with_later(count, checker.judge(report.rules), record.match)
    except Exception:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("counting failed on %s", record.source)
        return count


def _player(player: Player) -> tuple[str | None, str]:
    return person_key(player), given_value(player.name) or ""


def _rules(rules: RuleSet, sha256: str) -> ArchivedRules:
    text = msgspec.json.encode({"rules": {"options": dict(rules.options)}}, order="sorted")
    return ArchivedRules(sha256, rules.preset or "", _packed(text), len(text))


@lru_cache(maxsize=100)
def _packed(text: bytes) -> bytes:
    return packed(text)
