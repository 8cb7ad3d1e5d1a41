"""What the readers of foreign records share: refusals, notices, and the making of records."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from engine.games import GAMES
from engine.games.guandan import GUANDAN
from engine.logs.input.encodings import Read, read_encoded
from engine.logs.input.text import MARK
from engine.logs.json.misfits import misfit_words
from engine.logs.json.quick import document
from engine.logs.json.strict import MatchRefused, check, parse, refuse
from engine.logs.json.times import moment_in, no_moment
from engine.logs.listed_seats import with_lone_seat
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import Match, MatchInfo, Player, RulesClaim
from engine.rulebook.codes import MALFORMED, NOT_RECORDED, READ_AS, UNKNOWN_FIELD
from engine.rulebook.findings import Code, Finding, finding, shown
from engine.rulebook.sentences import marked, say

GAME: Final = GUANDAN.name
RULE: Final = "log.foreign"
SEATS: Final = ("P0", "P1", "P2", "P3")
"""The names of the seats 0 to 3 of these platforms in a match.  In Guandan the turn goes up, and partners are two
apart.
"""

MOST_NOTICES: Final = 100
"""The most notices about one match; further notices are replaced by one that says that there are more."""

_BYTES: Final = marked("{count} bytes of a match")
_HANDS: Final = marked("{count} hands of a match")
_ACTIONS: Final = marked("{count} actions of a hand")
_CHARACTERS: Final = marked("{count} characters of a text")
_LINE: Final = re.compile(r"line ([0-9]+)(\S*)")

T = TypeVar("T")


def place_text(where: str) -> str:
    """A place in a record as a text: a path, or a line and a path in it."""
    line = _LINE.fullmatch(where)
    return where if line is None else say("line {line}{path}", line=line[1], path=line[2])


def misfit(where: str, reason: str, wanted: str) -> MatchRefused:
    """The refusal for something that does not match a format: its place in the record, what was found, what was
    expected.
    """
    return MatchRefused(
        finding(
            MALFORMED,
            RULE,
            variant="field",
            reason=shown(say("{where}: {reason}", where=place_text(where), reason=reason)),
            wanted=shown(wanted),
        )
    )


@dataclass(frozen=True, slots=True)
class Platform:
    """The platform of a format, and the rules that its records claim."""

    format: str
    title: str
    preset: str
    options: Mapping[str, object] = field(default_factory=dict)
    game: str = GAME

    @property
    def claim(self) -> RulesClaim:
        """The claim as a match has it."""
        return RulesClaim(preset=self.preset, options=dict(self.options) or UNSET)

    @property
    def rules(self) -> str:
        """The claim in words."""
        rules = self.preset
        for name, value in self.options.items():
            rules = say("{rules} with {option}", rules=rules, option=f"{name} = {value}")
        return rules


class Translation:
    """A match that is being translated from another format, with its notices."""

    def __init__(self, platform: Platform) -> None:
        self.platform: Final = platform
        self.match_id: str | None = None
        self.findings: Final[list[Finding]] = []
        self._given: Final[set[tuple[object, ...]]] = set()

    def notice(
        self, code: Code, variant: str = "", *, hand: int | None = None, action: int | None = None, **details: Any
    ) -> None:
        """Adds a notice, but not the same notice twice."""
        details = {name: shown(value) if isinstance(value, str) else value for name, value in details.items()}
        key = (code.id, variant, hand, action, *sorted(details.items()))
        if key in self._given or len(self._given) > MOST_NOTICES:
            return
        self._given.add(key)
        if len(self._given) > MOST_NOTICES:
            code, variant, hand, action, details = READ_AS, "more", None, None, {"count": MOST_NOTICES}
        self.findings.append(finding(code, RULE, variant=variant, hand=hand, action=action, **details))

    def lacks(self, what: str, *, hand: int | None = None) -> None:
        """Adds a notice that the format does not have something."""
        self.notice(NOT_RECORDED, hand=hand, platform=self.platform.title, what=what)

    def reads(self, recorded: str, reading: str, *, hand: int | None = None, action: int | None = None) -> None:
        """Adds a notice that something is read as something else."""
        self.notice(READ_AS, hand=hand, action=action, recorded=recorded, reading=reading)

    def keeps(self, recorded: str, against: str, *, hand: int | None = None, action: int | None = None) -> None:
        """Adds a notice that something is kept as in the record, and what contradicts it."""
        self.notice(READ_AS, "kept", hand=hand, action=action, recorded=recorded, against=against)

    def ignores(self, recorded: str, *, hand: int | None = None) -> None:
        """Adds a notice that the record has something that the reader does not know and ignores."""
        self.notice(UNKNOWN_FIELD, "foreign", hand=hand, recorded=recorded, platform=self.platform.title)

    def fit(self, value: object, shape: type[T], where: str) -> T:
        """The value as a struct; unknown fields get a notice.  Raises Refused, with its place, if it is invalid."""
        try:
            fitted = msgspec.convert(value, type=shape)
        except msgspec.ValidationError as error:
            text, _, path = str(error).partition(" - at `$")
            at = f"{where}{path.rstrip('`')}".lstrip(".")
            reason, wanted = misfit_words(text)
            raise misfit(at or say("the record"), reason, wanted) from None
        self.note_fields(value, shape, where)
        return fitted

    def note_fields(self, value: object, shape: type, where: str) -> None:
        """Adds a notice for each field of an object that its struct does not define."""
        if isinstance(value, dict) and issubclass(shape, Struct):
            known = _fields(shape)
            for name in value:
                if name not in known:
                    self.ignores(f"{where.partition('[')[0]}.{shown(name)}".lstrip("."))

    def claimed(self) -> RulesClaim:
        """The rules claimed for the platform.  Adds a notice of them."""
        self.notice(READ_AS, "preset", platform=self.platform.title, reading=self.platform.rules)
        return self.platform.claim

    def moment(self, text: str) -> str | UnsetType:
        """The date of a text, alone or with a time; unset, with a warning, if it is none."""
        moment = moment_in(text)
        if moment is None:
            self.findings.append(no_moment(text))
        return moment or UNSET

    def info(self, identity: str | None, **fields: Any) -> MatchInfo:
        """The information that identifies the match.  Sets the id of the record too."""
        self.match_id = identity
        return MatchInfo(id=UNSET if identity is None else identity, **fields)


@cache
def _fields(shape: type[Struct]) -> frozenset[str]:
    return frozenset(shape.__struct_encode_fields__)


def players(names: Mapping[int, str] | None = None, identities: Mapping[int, str] | None = None) -> list[Player]:
    """The four players in order of play, with the names and ids that are known by seat number."""
    names, identities = names or {}, identities or {}
    return [Player(seat=seat, name=names.get(n, UNSET), id=identities.get(n, UNSET)) for n, seat in enumerate(SEATS)]


def read_match(platform: Platform, raw: bytes, source: str, read: Callable[[Translation, bytes], Match]) -> LogRecord:
    """The record of one match, or its refusal.  It raises nothing, whatever the bytes are."""
    translation = Translation(platform)
    match = None
    try:
        within(_BYTES, len(raw), bounds.MATCH_BYTES)
        match, notices = with_lone_seat(read(translation, raw), GAMES[platform.game])
        translation.findings.extend(notices)
        _check_bounds(match)
    except MatchRefused as refused:
        match = None
        translation.findings[:] = [refused.refusal]
    except RecursionError:
        refusal = finding(
            MALFORMED, RULE, variant="bound", what=say("the nesting"), bound=say("{depth} levels", depth=bounds.DEPTH)
        )
        translation.findings[:] = [refusal]
    return _record(platform, raw, source, match, translation.match_id, translation.findings)


def _record(
    platform: Platform, raw: bytes, source: str, match: Match | None, identity: str | None, findings: list[Finding]
) -> LogRecord:
    return LogRecord(
        source=source,
        raw=raw,
        format=platform.format,
        match=match,
        game=platform.game,
        match_id=None if identity is None else shown(identity),
        findings=tuple(findings),
    )


def read_parts(
    platform: Platform, raw: bytes, source: str, parts: Sequence[bytes], read: Callable[[Translation, bytes], Match]
) -> list[LogRecord]:
    """The records of the matches in one text, numbered from 1; one refusal if they exceed the limit of an upload."""
    if len(parts) > bounds.UPLOAD_MATCHES:
        refusal = finding(
            MALFORMED,
            RULE,
            variant="bound",
            what=say("{count} matches", count=f"{len(parts):,}"),
            bound=f"{bounds.UPLOAD_MATCHES:,}",
        )
        return [_record(platform, raw, source, None, None, [refusal])]
    return [read_match(platform, part, f"{source}#{number}", read) for number, part in enumerate(parts, 1)]


def in_any_encoding(read: Read) -> Read:
    """The reader of texts in any of the encodings that reads their text in UTF-8 with ``read``."""
    return lambda raw, source: read_encoded(raw, source, read)


def within(what: str, count: int, bound: int) -> None:
    """Raises Refused if a count is over its bound.  ``what`` is a template with the count."""
    if count > bound:
        refuse(RULE, "bound", what=say(what, count=f"{count:,}"), bound=f"{bound:,}")


def _check_bounds(match: Match) -> None:
    within(_HANDS, len(match.hands), bounds.HANDS)
    _check_texts(msgspec.structs.asdict(match.match).values() if isinstance(match.match, MatchInfo) else ())
    for player in match.players:
        _check_texts(msgspec.structs.asdict(player).values())
    for hand in match.hands:
        within(_ACTIONS, len(hand.actions), bounds.ACTIONS)
        _check_texts(hand.actions)
        _check_texts(hand.deal.values() if isinstance(hand.deal, dict) else ())


def _check_texts(texts: Iterable[object]) -> None:
    for text in texts:
        if isinstance(text, str):
            within(_CHARACTERS, len(text), bounds.TEXT)


def decode_text(translation: Translation, raw: bytes) -> str:
    """The text of some bytes, without a byte order mark, which gets a notice.  Raises Refused if it is not UTF-8."""
    text = _unmarked(translation, raw)
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        byte = len(raw) - len(text) + error.start + 1
        refuse(RULE, "text", recorded=f"0x{text[error.start]:02X}", byte=byte)


def decode_json(translation: Translation, raw: bytes) -> Any:
    """The document of a JSON text.  Raises Refused if it is not valid JSON or is over a bound."""
    text = _unmarked(translation, raw)
    value = document(text)
    if value is None:
        value = parse(text, skipped=len(raw) - len(text))
        check(value)
    return value


def decode_unbounded(translation: Translation, raw: bytes) -> Any:
    """The document of a JSON text whose bounds are not checked yet.  Raises Refused if it is not valid JSON."""
    text = _unmarked(translation, raw)
    return parse(text, skipped=len(raw) - len(text))


def decode_lines(translation: Translation, raw: bytes) -> list[tuple[int, Any]]:
    """The documents of a text that has one on each line, with the number of each line.  Raises Refused for invalid
    JSON.
    """
    documents = []
    for number, line in enumerate(_unmarked(translation, raw).split(b"\n"), 1):
        if line.strip():
            value = document(line)
            if value is None:
                try:
                    value = parse(line)
                except MatchRefused:
                    value = parse(b"\n" * (number - 1) + line)
                check(value)
            documents.append((number, value))
    return documents


def _unmarked(translation: Translation, raw: bytes) -> bytes:
    if raw.startswith(MARK):
        translation.notice(READ_AS, "mark")
    return raw.removeprefix(MARK)
