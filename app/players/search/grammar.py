r"""From a line of text to a query.

A line is a number of conditions with white space between them; all of them have to hold.

    line       = { field-condition | mark | played }
    field-condition = FIELD (":" | "=" | ">=" | "<=" | ">" | "<") value
    value      = plain | '"' { character | '\"' | '\\' } '"'
    mark       = "fault" | "inaccuracy" | "lucky"
    played     = KIND [ "*" NUMBER [ "+" | "-" ] ] [ RANK [ "+" | "-" ] ]

Names are read in upper and lower case.  What cannot be read is left out and said, with its place and what was expected.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from app.players.search.fields import (
    LEFT_OUT,
    THOUSANDTHS,
    SearchField,
    ValueShape,
    choices,
    fields,
    kinds,
    marks,
    ranks_of,
)
from app.players.search.query import (
    Condition,
    FlagCondition,
    HandQuery,
    NumberCondition,
    OfDay,
    Op,
    PlayCondition,
    Rank,
    Size,
    TextCondition,
    Way,
)
from app.players.search.wording import condition_text
from app.replay.notes.indexing import looked_up
from app.text.language import _
from engine.games import GAMES
from engine.rulebook.sentences import either
from engine.rulebook.suggestions import did_you_mean
from engine.statistics.person import normal

LONGEST: Final = 2_000
"""Characters of a line."""
MOST: Final = 30
"""Conditions of a line."""

WORDS: Final = 12
"""Words that are looked for in notes; of a run of Chinese characters each two that follow each other are one."""

_SPACE: Final = re.compile(r"\s*")
_FIELD: Final = re.compile(r"([^\W\d]\w*)\s*(>=|<=|[:=<>≥≤：＝＞＜])")
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(?=\s|$)', re.DOTALL)
_WORD: Final = re.compile(r"[^\s]+")
_KIND: Final = re.compile(r"([^\W\d]\w*)(?:\*(.*))?", re.DOTALL)
_SIZE: Final = re.compile(r"([0-9]{1,4})([+-]?)")
_RANK: Final = re.compile(r'("[^"]*"|[^\s"]+?)([+-]?)')
_RANK_ALONE: Final = re.compile(r"\s+(?:10|[2-9TJQKAtjqka])[+-]?(?=\s|$)")
_NUMBER: Final = re.compile(r"([-+−]?)([0-9]{1,15})(?:\.([0-9]{1,6}))?")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_OPS: Final = {
    **{str(operator): operator for operator in Op},
    "=": Op.IS,
    "：": Op.IS,
    "＝": Op.IS,
    "≥": Op.AT_LEAST,
    "≤": Op.AT_MOST,
    "＞": Op.ABOVE,
    "＜": Op.BELOW,
}.items()
_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Trouble:
    """What of a line cannot be read."""

    start: int
    """Where it begins, from 0."""
    end: int
    message: str
    """What was found and what was expected."""

    def __str__(self) -> str:
        """The message with the place, which counts characters from 1."""
        if self.message.endswith(("?", "？")):
            return _("Character {number}: {message}", number=self.start + 1, message=self.message)
        return _("Character {number}: {message}.", number=self.start + 1, message=self.message)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a line."""

    query: HandQuery
    """What could be read."""
    troubles: tuple[Trouble, ...] = ()


class _Misread(ValueError):
    """A part of the line cannot be read; the text of the exception says why."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A condition of the line, with its place."""

    condition: Condition
    start: int
    end: int


def read(text: str) -> Reading:
    """What a line means.  Raises nothing, whatever the text is."""
    if len(text) > LONGEST:
        message = _(
            "the line has {count} characters; expected at most {most}", count=f"{len(text):,}", most=f"{LONGEST:,}"
        )
        return Reading(HandQuery(), (Trouble(LONGEST, len(text), message),))
    parts, troubles = _parts(text)
    troubles += _between(parts)
    bad = {(trouble.start, trouble.end) for trouble in troubles}
    query = query_of(part.condition for part in parts if (part.start, part.end) not in bad)
    return Reading(query, tuple(sorted(troubles, key=lambda trouble: (trouble.start, trouble.end))))


def query_of(conditions: Iterable[Condition]) -> HandQuery:
    """A query of some conditions: each once, in the order of the fields, combinations last."""
    order = {name: number for number, name in enumerate(fields())}

    def place(condition: Condition) -> tuple[int, str]:
        return len(order) if isinstance(condition, PlayCondition) else order[condition.field], condition_text(condition)

    return HandQuery(tuple(sorted(set(conditions), key=place)))


def _parts(text: str) -> tuple[list[_Part], list[Trouble]]:
    parts: list[_Part] = []
    troubles: list[Trouble] = []
    at = _after_space(text, 0)
    while at < len(text):
        if len(parts) + len(troubles) == MOST:
            troubles.append(
                Trouble(at, len(text), _("the line has too many conditions; expected at most {most}", most=MOST))
            )
            break
        end = at
        try:
            condition, end = _field_condition(text, at) or _played(text, at)
            parts.append(_Part(condition, at, end))
        except _Misread as reason:
            end = max(end, _end_of_part(text, at))
            troubles.append(Trouble(at, end, str(reason)))
        at = _after_space(text, end)
    return parts, troubles


def _after_space(text: str, at: int) -> int:
    text_match = _SPACE.match(text, at)
    assert text_match is not None
    return text_match.end()


def _end_of_part(text: str, at: int) -> int:
    """Where a part that cannot be read ends: behind its quotation, its rank, or at the next white space."""
    named = _FIELD.match(text, at)
    if named is not None:
        at = _after_space(text, named.end())
    quoted = _QUOTED.match(text, at)
    if quoted is not None:
        return quoted.end()
    if text[at : at + 1] == '"':
        return len(text)
    word = _WORD.match(text, at)
    if word is None:
        return len(text)
    rank = None if named is not None else _RANK_ALONE.match(text, word.end())
    return word.end() if rank is None else rank.end()


def _field_condition(text: str, at: int) -> tuple[Condition, int] | None:
    text_match = _FIELD.match(text, at)
    if text_match is None:
        return None
    name = text_match[1].lower()
    field = fields().get(name)
    if field is None:
        raise _Misread(_("{found} is not a field{hint}", found=_said(text_match[1]), hint=did_you_mean(name, fields())))
    op = dict(_OPS)[text_match[2]]
    start = _after_space(text, text_match.end())
    quoted = _QUOTED.match(text, start)
    word = _WORD.match(text, start)
    if quoted is not None:
        value, end = re.sub(r"\\(.)", r"\1", quoted[1], flags=re.DOTALL), quoted.end()
    elif text[start : start + 1] == '"':
        raise _Misread(_('{name}: the quotation has no end; expected " before the next condition', name=name))
    elif word is not None:
        value, end = word[0], word.end()
    else:
        raise _Misread(
            _("{name}: a value is missing; expected one such as {name}:{example}", name=name, example=example_of(field))
        )
    if op is not Op.IS and field.shape is not ValueShape.NUMBER:
        raise _Misread(
            _(
                "{name} cannot be compared with {op}; expected {name}:{example}",
                name=name,
                op=op,
                example=example_of(field),
            )
        )
    return _condition(field, op, value), end


def _condition(field: SearchField, op: Op, value: str) -> Condition:
    match field.shape:
        case ValueShape.NUMBER:
            return NumberCondition(field.name, op, _units(field, value))
        case ValueShape.DAY:
            return OfDay(field.name, _day(field, value))
        case ValueShape.FLAG:
            if value.lower() not in ("yes", "no"):
                raise _Misread(_("{name}: {found} is neither yes nor no", name=field.name, found=_said(value)))
            return FlagCondition(field.name, value.lower() == "yes")
        case ValueShape.CHOICE:
            known = choices(field.name, None)
            value = "T" if value == "10" and "T" in known else value
            value = next((spelling for spelling in known if spelling.lower() == value.lower()), value)
            if value not in known:
                few = _("; expected one of {names}", names=", ".join(known)) if len(known) < 12 else ""
                close = did_you_mean(value, known)
                raise _Misread(
                    _("{name}: {found} is not known{hint}", name=field.name, found=_said(value), hint=close or few)
                )
            return TextCondition(field.name, value)
        case ValueShape.WORDS:
            return _words(field, value)
        case _:
            whole = normal(value)
            if field.shape is ValueShape.PERSON and not whole:
                raise _Misread(
                    _(
                        "{name}: a name is missing; expected one such as {name}:{example}",
                        name=field.name,
                        example=field.example,
                    )
                )
            return TextCondition(field.name, whole)


def _words(field: SearchField, value: str) -> TextCondition:
    words = looked_up(value)
    if not words:
        raise _Misread(
            _("{name}: {found} has no letters and no digits; expected words", name=field.name, found=_said(value))
        )
    if len(words) > WORDS:
        raise _Misread(
            _(
                "{name}: these are {count} words; expected at most {most}",
                name=field.name,
                count=len(words),
                most=WORDS,
            )
        )
    return TextCondition(field.name, normal(value))


def _units(field: SearchField, value: str) -> int:
    text_match = _NUMBER.fullmatch(value)
    if text_match is not None:
        units = (Decimal(text_match[2]) + Decimal(f"0.{text_match[3] or 0}")) * field.scale
        if units == units.to_integral_value():
            return -int(units) if text_match[1] in ("-", "−") else int(units)
    such = {
        1: _("a whole number"),
        2: _("a place such as 1 or 3.5"),
        THOUSANDTHS: _("a number such as 1.5"),
    }.get(field.scale, _("a number of seconds such as 2.5"))
    raise _Misread(_("{name}: {found} was found; expected {such}", name=field.name, found=_said(value), such=such))


def _day(field: SearchField, value: str) -> date:
    try:
        if _DAY.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise _Misread(
        _("{name}: {found} is not a day; expected one such as 2024-05-01", name=field.name, found=_said(value))
    )


def _played(text: str, at: int) -> tuple[Condition, int]:
    word = _WORD.match(text, at)
    assert word is not None
    text_match = _KIND.fullmatch(word[0])
    if text_match is None:
        raise _Misread(
            _("{found} was found; expected a condition such as place:1, or a combination", found=_said(word[0]))
        )
    kind = text_match[1].lower()
    if kind in marks() and text_match[2] is None:
        return NumberCondition(kind, Op.AT_LEAST, 1), word.end()
    if kind == LEFT_OUT:
        raise _Misread(_("searches do not index single cards; expected another combination"))
    if kind not in kinds():
        close = did_you_mean(kind, [*(f"{field}:" for field in fields()), *kinds()])
        raise _Misread(
            _("{found} is neither a combination nor a field with a value{hint}", found=_said(text_match[1]), hint=close)
        )
    size = None if text_match[2] is None else _size(kind, text_match[2])
    start = _after_space(text, word.end())
    rank = _RANK.match(text, start) if start > word.end() else None
    whole = re.compile(r'(?:"[^"]*"|[^\s"])+').match(text, start)
    if rank is None or whole is None:
        return PlayCondition(kind, size), word.end()
    rank = _RANK.fullmatch(whole[0])
    named = None if rank is None else _rank(kind, rank[1].strip('"'))
    if rank is None or named is None:
        return PlayCondition(kind, size), word.end()
    return PlayCondition(kind, size, Rank(named, Way(rank[2]))), whole.end()


def _size(kind: str, text: str) -> Size:
    text_match = _SIZE.fullmatch(text)
    if text_match is None:
        raise _Misread(
            _(
                "{kind}*: {found} was found; expected a number of cards such as {kind}*6 or {kind}*6+",
                kind=kind,
                found=_said(text),
            )
        )
    return Size(int(text_match[1]), Way(text_match[2]))


def _rank(kind: str, text: str) -> str | None:
    """The rank of a kind, in any of its games, that a text names."""
    written = "T" if text == "10" else text
    known = {rank.lower(): rank for game in kinds()[kind] for rank in ranks_of(kind, game)}
    return known.get(written.lower())


def _between(parts: list[_Part]) -> list[Trouble]:
    """What does not fit together."""
    troubles: list[Trouble] = []
    seen: dict[str, _Part] = {}
    game: str | None = None
    for part in parts:
        condition = part.condition
        if isinstance(condition, PlayCondition):
            continue
        before = seen.setdefault(condition.field, part)
        if before is not part and not fields()[condition.field].several and before.condition != condition:
            message = _(
                "{field} was asked for before, at character {number}; expected one of them",
                field=condition.field,
                number=before.start + 1,
            )
            troubles.append(Trouble(part.start, part.end, message))
        elif isinstance(condition, TextCondition) and condition.field == "game":
            game = condition.text
    troubles += (
        Trouble(part.start, part.end, message)
        for part in parts
        if (message := _misfit(part.condition, game))
        and (part.start, part.end) not in {(t.start, t.end) for t in troubles}
    )
    return troubles


def _misfit(condition: Condition, game: str | None) -> str:
    """Why a condition does not fit the game that is asked for; empty where it does."""
    title = "" if game is None else _(GAMES[game].title)
    if isinstance(condition, PlayCondition):
        games = kinds()[condition.kind]
        if game is not None and game not in games:
            own = [name for name, of in kinds().items() if game in of]
            return _(
                "{game} has no {name}{hint}", game=title, name=condition.kind, hint=did_you_mean(condition.kind, own)
            )
        if condition.rank is not None:
            of_games = {ranks_of(condition.kind, game_name) for game_name in ([game] if game else games)}
            if len(of_games) > 1:
                which = either([f"game:{game_name}" for game_name in games])
                return _(
                    "the ranks of {kind} differ between games; expected {which} too", kind=condition.kind, which=which
                )
            ranks = next(iter(of_games))
            if condition.rank.rank not in ranks:
                return _(
                    "{kind} has no rank {rank} in {game}", kind=condition.kind, rank=condition.rank.rank, game=title
                )
        return ""
    if game is not None and isinstance(condition, TextCondition) and condition.field in ("preset", "role", "level"):
        known = choices(condition.field, game)
        if condition.text not in known:
            return _(
                "{game} has no {field} {name}{hint}",
                game=title,
                field=condition.field,
                name=condition.text,
                hint=_("; expected one of {names}", names=", ".join(known)) if known else "",
            )
    if game is not None and isinstance(condition, NumberCondition) and fields()[condition.field].figure:
        own = [figure.name for figure in _figures(game)]
        if condition.field not in own:
            return _(
                "{game} has no {name}{hint}", game=title, name=condition.field, hint=did_you_mean(condition.field, own)
            )
    return ""


def _figures(game: str) -> Iterable[SearchField]:
    return (fields()[figure.name] for figure in GAMES[game].statistics.figures if figure.name in fields())


def example_of(field: SearchField) -> str:
    """A value of a field."""
    if "{" in field.example:
        return choices(field.name, None)[0]
    return field.example


def _said(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
