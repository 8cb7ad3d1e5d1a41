"""What a log claims of its rules, in words, and the rules that a claim of unknown ones most likely means."""

import json
from collections.abc import Mapping
from typing import Final

from app.judging.rules_of_match.asked import AskedRules, MatchRules
from app.judging.rules_of_match.refusal import RulesRefused
from app.text.glossary import preset_title
from app.text.language import _
from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match, RulesClaim, given_value
from engine.rulebook.codes import UNKNOWN_OPTION
from engine.rulebook.options import Option, RulesUnknown, value_text
from engine.rulebook.suggestions import close_name
from engine.verdict.report import Report
from engine.verdict.stored_report import StoredReport

_SHOWN: Final = 8
_LONGEST: Final = 60


def claim_words(match: Match) -> str:
    """What a log claims: ``preset njupt with a_failures = 3``, or that it names no rules."""
    preset, options = _claim(match)
    if preset is None and not options:
        return _(
            "no rules, so that the preset {preset} applies",
            preset=preset_title(match.game, GAMES[match.game].rules.default),
        )
    values = [f"{_cut(name)} = {_cut(_text(value))}" for name, value in options.items()]
    shown = values[0] if values else ""
    for value in values[1:_SHOWN]:
        shown = _("{first} and {last}", first=shown, last=value)
    if len(values) > _SHOWN:
        shown = _("{first} and {count} more", first=shown, count=len(values) - _SHOWN)
    begins = (
        _("the default preset")
        if preset is None
        else _("preset {preset}", preset=_cut(preset_title(match.game, preset)))
    )
    return _("{rules} with {options}", rules=begins, options=shown) if values else begins


def rules_unknown(record: LogRecord, report: Report) -> str:
    """What is wrong with the rules that a log claims, if the log was read and only they are unknown; else empty."""
    messages = (finding.message for finding in report.findings if finding.code is UNKNOWN_OPTION)
    return next(messages, "") if record.match is not None and report.rules is None else ""


def rules_are_unknown(report: StoredReport) -> bool:
    """Whether the report of a log that was read has no other fault than that its rules are unknown."""
    return report.rules is None and any(finding.code == UNKNOWN_OPTION.id for finding in report.findings)


def claim_is_known(match: Match) -> bool:
    """Whether a match can be judged under the rules that its log claims."""
    try:
        AskedRules().for_match(match)
    except RulesRefused:
        return False
    return True


def nearest(match: Match) -> MatchRules | None:
    """The rules that are nearest to a claim of unknown ones: each unknown name replaced by the known one like it.

    None where some name or value is like none.
    """
    book = GAMES[match.game].rules
    preset, options = _claim(match)
    near = preset if preset is None or preset in book.presets else close_name(preset, book.presets)
    if preset is not None and near is None:
        return None
    meant: dict[str, str] = {}
    for name, value in options.items():
        option = _option(match.game, name)
        text = None if option is None else _value(option, value)
        if option is None or text is None:
            return None
        meant[option.name] = text
    try:
        return AskedRules(near or book.default, None, meant).for_match(match)
    except RulesRefused:
        return None


def _claim(match: Match) -> tuple[str | None, Mapping[str, object]]:
    claim = match.rules if isinstance(match.rules, RulesClaim) else RulesClaim()
    return given_value(claim.preset), given_value(claim.options) or {}


def _option(game: str, name: str) -> Option | None:
    book = GAMES[game].rules
    try:
        return book.option(name)
    except RulesUnknown:
        close = close_name(name, [option.name for option in book.options])
        return None if close is None else book.option(close)


def _value(option: Option, value: object) -> str | None:
    """The text of a value that an option takes: of this one, or of the one that it is like."""
    if option.accepts(value):
        return value_text(value)  # type: ignore[arg-type]
    text = _text(value)
    if option.accepts(option.parse(text)):
        return text
    return close_name(text, option.choices)


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
