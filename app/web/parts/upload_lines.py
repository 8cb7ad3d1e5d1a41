"""Files that are sent: the rules that are asked for, and what was found in each."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from app.database.bounded_stores import StoreFull
from app.judging.rules_of_match.asked import NOTHING_ASKED, AskedRules, games_of, known_option, known_preset
from app.judging.rules_of_match.form import asked_in
from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation, this_installation
from app.matches.uploading import Budget, QueuedUpload, queue_if_large
from app.text.language import _
from app.text.verdict_names import VERDICT_NAMES
from app.web.http.errors import Refusal
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.this_login import this_visitor
from engine.games import GAMES
from engine.verdict.report import Verdict

SHOWN: Final = 50
"""Matches of a file that are listed one by one."""
RULES_UNKNOWN: Final = "rules-unknown"
UNREAD: Final = "unread"
QUEUED: Final = "queued"
KNOWN: Final = "known"
COUNTED: Final = (
    *reversed([name for name in VERDICT_NAMES if name != Verdict.UNREADABLE]),
    RULES_UNKNOWN,
    UNREAD,
    QUEUED,
    KNOWN,
)
"""What the table counts and can be filtered by, in the order in which the page shows it."""
_NUMBER: Final = re.compile(r"[:#]\d+$")


@dataclass(slots=True)
class UploadLine:
    """What a file held, or a file in a zip: a line of the table."""

    name: str
    within: str = ""
    """The zip that it is in; empty for a file that was sent as it is."""
    verdicts: Counter[str] = field(default_factory=Counter)
    """The count of matches of each verdict or mark."""
    rules_unknown: int = 0
    """The count of matches whose rules alone are unknown; these have no verdict."""
    unread: int = 0
    """The count of records that could not be read as a match; 1 if that is the whole file."""
    known: int = 0
    """The count of matches and records that were there before."""
    matches: list[IngestResult] = field(default_factory=list)
    """The first matches."""
    refused: list[IngestResult] = field(default_factory=list)
    """The first of what could not be read."""
    queued: QueuedUpload | None = None

    @property
    def total(self) -> int:
        """The count of matches."""
        return self.verdicts.total() + self.rules_unknown

    @property
    def counts(self) -> dict[str, int]:
        """What the line counts, by the names of `COUNTED`, without what it has none of."""
        numbers = {
            **{verdict: self.verdicts[verdict] for verdict in VERDICT_NAMES},
            RULES_UNKNOWN: self.rules_unknown,
            UNREAD: self.unread,
            QUEUED: int(self.queued is not None),
            KNOWN: self.known,
        }
        return {name: count for name, count in numbers.items() if count}

    def add(self, result: IngestResult) -> None:
        """Counts a match or a refusal."""
        self.known += not result.new and not result.restored
        if result.unread:
            self.unread += 1
        elif result.rules_unknown:
            self.rules_unknown += 1
        else:
            self.verdicts[result.shown] += 1
        shown = self.refused if result.unread else self.matches
        if len(shown) < SHOWN:
            shown.append(result)


def asked_for_upload(fupan: Installation, arguments: Mapping[str, str], others: tuple[str, ...] = ()) -> AskedRules:
    """The rules that an upload asks for.  ``game`` among the arguments is the only game that they are meant for.

    Raises Refusal for rules that no game, or not this game, has.
    """
    game = arguments.get("game") or None
    try:
        with fupan.sessions() as session:
            asked = asked_in(session, arguments, ("game", LANGUAGE, *others), game)
        if asked.house is not None:
            game = asked.house.game
        if game is not None and game not in GAMES:
            raise RulesRefused(
                _("there is no game {game}; the games are {names}", game=repr(game[:60]), names=", ".join(GAMES))
            )
        if game is not None:
            asked.of_game(game)
        if asked.preset is not None:
            known_preset(asked.preset)
        for name, value in asked.options.items():
            known_option(name, value, [GAMES[game]] if game else games_of(asked.preset))
    except RulesRefused as refused:
        raise Refusal(
            400, _("The rules to judge under cannot be had: {reason}", reason=refusal_sentence(refused))
        ) from None
    return asked


def lines_or_queued(
    stream: BinaryIO, name: str, budget: Budget | None = None, asked: AskedRules = NOTHING_ASKED
) -> list[UploadLine]:
    """Keeps the matches of a file, or queues it where it is over the budget of its request.  Raises Refusal."""
    try:
        queued = queue_if_large(this_installation(), stream, name, budget or Budget(), asked, this_visitor())
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
    return lines_of(stream, name, asked) if queued is None else [UploadLine(name, queued=queued)]


def lines_of(stream: BinaryIO, name: str, asked: AskedRules = NOTHING_ASKED) -> list[UploadLine]:
    """Keeps the matches of a file, judged under rules that are asked for."""
    fupan = this_installation()
    lines: dict[str, UploadLine] = {}
    for result in ingest(fupan.sessions, fupan.checker, stream, name, asked=asked):
        source = result.source if result.source == name else _NUMBER.sub("", result.source)
        if source not in lines:
            member = source.removeprefix(f"{name}/")
            lines[source] = UploadLine(member, name if member != source else "")
        lines[source].add(result)
    return list(lines.values()) or [UploadLine(name)]


def table(lines: Sequence[UploadLine] = ()) -> dict[str, object]:
    """What the template of the table is given."""
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(line.counts)
    return {"lines": lines, "counted": [(name, counts[name]) for name in COUNTED]}
