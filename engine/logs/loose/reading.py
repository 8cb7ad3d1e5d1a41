"""Reading of loose text: its lines make the document of a match of `fupan/1`, which is checked as that is."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from engine.games import GAMES
from engine.logs.formats import LogFormat
from engine.logs.fupan.reading import read_document
from engine.logs.input.encodings import GB18030, UTF_8, read_encoded
from engine.logs.input.text import MARK
from engine.logs.json.strict import MatchRefused, Path, path_text
from engine.logs.loose.lines import (
    ActionLine,
    FactLine,
    HandBegins,
    NobodySeated,
    Saying,
    TableSoFar,
    UnknownLine,
    game_of,
    is_game_line,
    names_recorded_seats,
    read_line,
    table_of,
)
from engine.logs.loose.words import TextLine, Unreadable, lines_of
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import FORMAT as FUPAN
from engine.record.match import MatchInfo
from engine.replay.game import Game
from engine.rulebook.codes import MALFORMED, READ_AS, UNKNOWN_FIELD
from engine.rulebook.findings import Detail, Finding, finding, shown
from engine.rulebook.sentences import say

NAME: Final = "text"
RULE: Final = "log.text"
MOST_FAULTS: Final = 20
"""The most faults of one text that are named."""
MOST_NOTICES: Final = 100
"""The most guesses of one text that are named one by one."""
HEAD: Final = 30
"""The number of lines at the beginning of a text; one of them must name its game."""
_SNIFFED: Final = 8 * 1024
_OTHER_BEGINNINGS: Final = ("{", "[", "<")


def is_loose_text(beginning: bytes) -> bool:
    """Whether one of the first lines of a text names a known game, as ``game: …`` or ``游戏：…``."""
    begun = beginning[:_SNIFFED].removeprefix(MARK)
    for encoding in (UTF_8, GB18030):
        text = begun.decode(encoding.codec, "replace")
        if text.lstrip().startswith(_OTHER_BEGINNINGS):
            return False
        if any(game_of(line) is not None for line in lines_of(text)[:HEAD]):
            return True
    return False


def read(raw: bytes, source: str) -> list[LogRecord]:
    """The matches of a text in any encoding, each from a line that names its game.  It raises nothing."""
    return read_encoded(raw, source, _read_utf_8)


def _read_utf_8(raw: bytes, source: str) -> list[LogRecord]:
    text = raw.removeprefix(MARK)
    notices = [finding(READ_AS, "log.format", variant="mark")] if len(text) < len(raw) else []
    try:
        lines = lines_of(text.decode())
    except UnicodeDecodeError as error:
        byte = len(raw) - len(text) + error.start
        fault = finding(MALFORMED, "log.format", variant="text", recorded=f"0x{raw[byte]:02X}", byte=byte + 1)
        return [_refusal(raw, source, [fault])]
    if len(lines) > bounds.UPLOAD_LINES:
        lines_found, most = f"{len(lines):,}", f"{bounds.UPLOAD_LINES:,}"
        too_many = _bound(say("{count} lines", count=lines_found), say("{count} lines", count=most))
        return [_refusal(raw, source, [too_many])]
    starts = [index for index, line in enumerate(lines) if is_game_line(line)]
    if not starts:
        wanted = say("a line with the game, such as game: {game}", game=next(iter(GAMES)))
        return [_refusal(raw, source, [_fault(lines[0], 0, say("a text without a game"), wanted)])]
    if len(starts) > bounds.UPLOAD_MATCHES:
        too_many = _bound(say("{count} matches", count=f"{len(starts):,}"), f"{bounds.UPLOAD_MATCHES:,}")
        return [_refusal(raw, source, [too_many])]
    parts = [lines[start:end] for start, end in pairwise([0, *starts[1:], len(lines)])]
    if len(parts) == 1:
        return [_read_part(parts[0], raw, source, notices)]
    return [
        _read_part(part, raw, f"{source}#{number}", notices if number == 1 else [])
        for number, part in enumerate(parts, 1)
    ]


def _read_part(lines: Sequence[TextLine], raw: bytes, source: str, notices: Sequence[Finding]) -> LogRecord:
    (head,) = [line for line in lines if is_game_line(line)]
    game = game_of(head)
    if game is None:
        at = head.plain.index(":") + 1
        text = say("the game '{name}'", name=shown(head.text[at:].strip()))
        known = ", ".join(GAMES)
        return _refusal(raw, source, [_fault(head, at, text, say("one of {known}, or a name of theirs", known=known))])
    draft = Draft(game)
    for line in sorted(lines, key=names_recorded_seats):
        draft.add(line)
        if len(draft.faults) >= MOST_FAULTS:
            break
    if draft.faults:
        return _refusal(raw, source, draft.faults, game)
    try:
        match, findings = read_document(draft.document)
    except MatchRefused as refused:
        return _refusal(raw, source, draft.refused(refused.refusal, head), game)
    identity = match.match.id if isinstance(match.match, MatchInfo) else None
    return LogRecord(
        source=source,
        raw=raw,
        format=NAME,
        match=match,
        game=match.game,
        match_id=identity if isinstance(identity, str) else None,
        findings=(*notices, *draft.notices, *findings),
        action_lines=draft.action_lines(),
    )


def _refusal(raw: bytes, source: str, faults: Sequence[Finding], game: Game | None = None) -> LogRecord:
    return LogRecord(
        source=source,
        raw=raw,
        format=NAME,
        match=None,
        game=None if game is None else game.name,
        match_id=None,
        findings=tuple(faults),
    )


def _bound(what: str, bound: str) -> Finding:
    return finding(MALFORMED, "log.bounds", variant="bound", what=what, bound=bound)


def _fault(line: TextLine, at: int, text: str, wanted: str) -> Finding:
    place: dict[str, Detail] = {"line": line.number, "column": at + 1, "found": text, "wanted": wanted}
    return finding(MALFORMED, RULE, variant="line", recorded=shown(line.text.strip()), details=place)


class Draft:
    """The document of a match, made line by line, with the faults and notices so far."""

    def __init__(self, game: Game) -> None:
        self.document: Final[dict[str, Any]] = {"format": FUPAN, "game": game.name, "players": [], "hands": []}
        self.notices: Final[list[Finding]] = []
        self._faults: Final[list[Finding]] = []
        self._unknown: Final[list[Finding]] = []
        self._unseated: Finding | None = None
        self._game: Final = game
        self._places: Final[dict[Path, TextLine]] = {}
        self._table: TableSoFar = table_of(game, [], in_hand=False)

    @property
    def table(self) -> TableSoFar:
        """What the lines so far have said that the next one depends on."""
        return self._table

    def line_of(self, *path: str | int) -> int | None:
        """The number of the line that says what is at a place of the document; None if no line says it alone."""
        line = self._places.get(path)
        return None if line is None else line.number

    def action_lines(self) -> tuple[tuple[int, ...], ...]:
        """By hand, the number of the line of each action."""
        return tuple(
            tuple(self._places["hands", hand, "actions", action].number for action in range(len(content["actions"])))
            for hand, content in enumerate(self.document["hands"])
        )

    def add(self, line: TextLine) -> None:
        """Adds what a line says, or the fault of it.

        After the beginning of a hand nothing is read where the number of players is wrong: that is the fault.
        """
        players = self.document["players"]
        if self._table.in_hand and self._table.known and len(players) not in self._game.players:
            return
        try:
            saying = read_line(line, self._table)
            if saying is not None:
                self._take(line, saying)
        except Unreadable as unreadable:
            fault = _fault(line, unreadable.at, unreadable.found, unreadable.wanted)
            if isinstance(unreadable, UnknownLine) and not self._table.in_hand:
                self._unknown.append(fault)
                self.notices.append(
                    finding(UNKNOWN_FIELD, RULE, variant="line", line=line.number, recorded=unreadable.found)
                )
            elif isinstance(unreadable, NobodySeated):
                self._unseated = self._unseated or fault
            else:
                self._faults.append(fault)

    @property
    def faults(self) -> list[Finding]:
        """The lines that cannot be read.  That nobody is seated is a fault only where no line before is the cause."""
        if self._unseated is None:
            return self._faults
        causes = self._unknown if not self.document["players"] else []
        return [*causes, *self._faults] or [self._unseated]

    def refused(self, refusal: Finding, head: TextLine) -> list[Finding]:
        """The faults of a document that cannot be read as a match: unknown lines where it lacks the players."""
        return self._unknown if self._unknown and not self.document["players"] else [self.placed(refusal, head)]

    def placed(self, refusal: Finding, head: TextLine) -> Finding:
        """The refusal of the document as a fault of the line that it comes from, by the path that it names."""
        message = refusal.message
        known = [(path_text(path), line) for path, line in self._places.items()]
        named = max(
            ((text, line) for text, line in known if text in message), key=lambda pair: len(pair[0]), default=None
        )
        line = head if named is None else named[1]
        return _fault(line, 0, message, refusal.expected or say("a match that can be read"))

    def _take(self, line: TextLine, saying: Saying) -> None:
        said = saying.said
        if isinstance(said, HandBegins):
            self._begin_hand(line, said.number)
            return
        if isinstance(said, FactLine) and not said.of_hand:
            self._set(line, (), said)
        else:
            if not self.document["hands"]:
                self._begin_hand(line, None)
                self._guess(line, say("the beginning of hand 1"))
            hand = len(self.document["hands"]) - 1
            if isinstance(said, ActionLine):
                actions = self.document["hands"][hand]["actions"]
                self._places["hands", hand, "actions", len(actions)] = line
                actions.append(said.text)
            else:
                self._set(line, ("hands", hand), said)
        if saying.guess:
            self._guess(line, saying.guess)

    def _begin_hand(self, line: TextLine, number: int | None) -> None:
        hands = self.document["hands"]
        if len(hands) >= bounds.HANDS:
            raise Unreadable(
                0,
                say("hand {number}", number=f"{len(hands) + 1:,}"),
                say("at most {count} hands in a match", count=f"{bounds.HANDS:,}"),
            )
        self._places["hands", len(hands)] = line
        hands.append({"actions": []})
        if number is not None and number != len(hands):
            self._guess(line, say("hand {number}", number=len(hands)))
        self._table = replace(self._table, in_hand=True)

    def _set(self, line: TextLine, before: Path, fact: FactLine) -> None:
        if not fact.path:
            return
        *way, last = fact.path
        place: Any = self.document
        for key in before:
            place = place[key]
        for key in way:
            place = place.setdefault(key, {})
            if not isinstance(place, dict):
                raise Unreadable(
                    0, say("{path} inside of a value", path=path_text(fact.path)), say("one of the two lines")
                )
        path = (*before, *fact.path)
        known = path in self._places
        if fact.adds:
            self._add(place, last, fact)
        elif known:
            raise Unreadable(
                0,
                say("a second line for the same thing"),
                say("one line; the other is line {number}", number=self._places[path].number),
            )
        elif isinstance(fact.value, dict) and isinstance(place.get(last), dict):
            place[last] = place[last] | fact.value
        else:
            place[last] = fact.value
        self._places[path] = line
        if path == ("players",):
            self._seat()

    def _add(self, place: dict[Any, Any], last: str | int, fact: FactLine) -> None:
        there = place.setdefault(last, type(fact.value)())
        if isinstance(there, list) and isinstance(fact.value, list):
            there += fact.value
        elif isinstance(there, dict) and isinstance(fact.value, dict) and there.keys().isdisjoint(fact.value):
            there |= fact.value
        else:
            raise Unreadable(0, say("something that an earlier line has said"), say("each of them once"))

    def _seat(self) -> None:
        players = self.document["players"]
        sound = isinstance(players, list) and all(isinstance(player, dict) for player in players)
        self._table = table_of(
            self._game, players[: bounds.PLAYERS] if sound else [], in_hand=bool(self.document["hands"])
        )

    def _guess(self, line: TextLine, reading: str) -> None:
        if len(self.notices) > MOST_NOTICES:
            return
        if len(self.notices) == MOST_NOTICES:
            self.notices.append(finding(READ_AS, RULE, variant="more", count=MOST_NOTICES))
            return
        hand = len(self.document["hands"]) - 1
        actions = self.document["hands"][hand]["actions"] if hand >= 0 else []
        is_action = bool(actions) and self._places.get(("hands", hand, "actions", len(actions) - 1)) is line
        self.notices.append(
            finding(
                READ_AS,
                RULE,
                variant="line",
                hand=hand if is_action else None,
                action=len(actions) - 1 if is_action else None,
                line=line.number,
                recorded=shown(line.text.strip()),
                details={"reading": shown(reading)},
            )
        )


FORMAT: Final = LogFormat(
    name=NAME,
    title=say("loose text: typed by hand, one action a line, in English or Chinese"),
    sniff=is_loose_text,
    unit="file",
    read=read,
)
