"""The engine of Fupan: match logs in, judgements out.

The engine is pure: it opens no file, network connection or clock and draws no random number.  The same bytes, rules and
version give the same report, byte for byte.

A program that uses Fupan as a library imports from here.  It reads the records of an input, and checks each of them:

>>> from io import BytesIO
>>> from engine import Checker, frame, read_logs
>>> log = b'''{"format": "fupan/1", "game": "guandan",
...   "players": [{"seat": "E"}, {"seat": "N"}, {"seat": "W"}, {"seat": "S"}],
...   "hands": [{"actions": ["E play 9s 9h", "N play 5c 5d"]}]}'''
>>> checker = Checker(preset="tournament")
>>> [record] = read_logs(BytesIO(log), "table7.json")
>>> report = checker.check(record)
>>> report.verdict.value
'illegal'
>>> [(finding.code.id, finding.hand, finding.action) for finding in report.findings]
[('does-not-beat', 0, 1), ('incomplete-hand', 0, None)]

The table after the first action of the first hand:

>>> judge = checker.judge(report.rules)
>>> frame(judge, record.match, 0, 1).table.reading
'pair of 9s'

Reading:
    ``read_logs`` yields a ``LogRecord`` for each match of an input.  Its ``match`` is a ``Match``, or None if the text
    could not be read; then ``findings`` says why.  ``FORMATS`` are the formats that it reads, by name, and ``detect``
    recognises one by the beginning of a text.  ``Limits`` bound an input; ``UPLOAD`` are those of the web pages.
    ``write_match`` and ``write_record`` write a match as ``fupan/1``.

Rules:
    ``GAMES`` are the games by name.  ``Game.rules`` is the ``RuleBook`` with the options and presets of a game, and
    ``RuleBook.resolve`` gives a ``RuleSet``.  It raises ``RulesUnknown`` for a preset, option or value that the game
    does not have.  ``Game.pages`` are the pages of its rules (``Rule``), ``Game.codes`` its finding codes (``Code``).

Judging:
    ``Checker.check`` gives the ``Report`` of a record.  ``Report.as_dict`` and ``Report.as_json`` give it in the format
    ``fupan-report/1``; ``verdict`` (``Verdict``) and ``findings`` (``Finding``) are its parts, and ``replay.hands`` has
    a ``HandOutcome`` for each hand.  ``compare`` checks a match under every preset of its game, and gives a
    ``Comparison``, or None if the report is unreadable.

Looking at the table:
    ``frames`` yields the ``Frame`` of each step of a hand, and ``frame`` gives one of them; both take a judge, from
    ``Checker.judge``.  Hands and actions count from 0, and step 0 is the deal.  A frame shows every card that the log
    has; ``seen_frame`` gives the frame as a ``View`` shows it, and ``views`` lists the views of a match.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.imported import ImportedValues
from engine.version import __version__

if TYPE_CHECKING:
    from engine.games import GAMES
    from engine.logs import (
        FORMATS,
        UPLOAD,
        Limits,
        LogFormat,
        LogRecord,
        detect,
        read_logs,
        write_match,
        write_record,
    )
    from engine.record.match import Match
    from engine.replay.fold import frame, frames
    from engine.replay.frames import Frame
    from engine.replay.game import Game
    from engine.replay.outcome import HandOutcome, ScoreLine
    from engine.replay.views import View, seen_frame, view_named, views
    from engine.rulebook.findings import Code, Finding, Rule, Severity
    from engine.rulebook.options import Option, RuleBook, RuleSet, RulesUnknown
    from engine.verdict.check import Checker
    from engine.verdict.comparison import Comparison, compare
    from engine.verdict.report import Report, Verdict

__all__ = [
    "FORMATS",
    "GAMES",
    "UPLOAD",
    "Checker",
    "Code",
    "Comparison",
    "Finding",
    "Frame",
    "Game",
    "HandOutcome",
    "Limits",
    "LogFormat",
    "LogRecord",
    "Match",
    "Option",
    "Report",
    "Rule",
    "RuleBook",
    "RuleSet",
    "RulesUnknown",
    "ScoreLine",
    "Severity",
    "Verdict",
    "View",
    "__version__",
    "compare",
    "detect",
    "frame",
    "frames",
    "read_logs",
    "seen_frame",
    "view_named",
    "views",
    "write_match",
    "write_record",
]

_FACE: Final[Mapping[str, Any]] = ImportedValues(
    {
        "FORMATS": "engine.logs:FORMATS",
        "GAMES": "engine.games:GAMES",
        "UPLOAD": "engine.logs:UPLOAD",
        "Checker": "engine.verdict.check:Checker",
        "Code": "engine.rulebook.findings:Code",
        "Comparison": "engine.verdict.comparison:Comparison",
        "Finding": "engine.rulebook.findings:Finding",
        "Frame": "engine.replay.frames:Frame",
        "Game": "engine.replay.game:Game",
        "HandOutcome": "engine.replay.outcome:HandOutcome",
        "Limits": "engine.logs:Limits",
        "LogFormat": "engine.logs:LogFormat",
        "LogRecord": "engine.logs:LogRecord",
        "Match": "engine.record.match:Match",
        "Option": "engine.rulebook.options:Option",
        "Report": "engine.verdict.report:Report",
        "Rule": "engine.rulebook.findings:Rule",
        "RuleBook": "engine.rulebook.options:RuleBook",
        "RuleSet": "engine.rulebook.options:RuleSet",
        "RulesUnknown": "engine.rulebook.options:RulesUnknown",
        "ScoreLine": "engine.replay.outcome:ScoreLine",
        "Severity": "engine.rulebook.findings:Severity",
        "Verdict": "engine.verdict.report:Verdict",
        "View": "engine.replay.views:View",
        "compare": "engine.verdict.comparison:compare",
        "detect": "engine.logs:detect",
        "frame": "engine.replay.fold:frame",
        "frames": "engine.replay.fold:frames",
        "read_logs": "engine.logs:read_logs",
        "seen_frame": "engine.replay.views:seen_frame",
        "view_named": "engine.replay.views:view_named",
        "views": "engine.replay.views:views",
        "write_match": "engine.logs:write_match",
        "write_record": "engine.logs:write_record",
    }
)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """What the engine offers under a name, imported when it is first asked for."""
        if name in _FACE:
            return _FACE[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
