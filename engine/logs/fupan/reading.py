"""Reading of the match log `fupan/1`.

A text is decoded straight into the structs of a match.  Decoding ignores unknown fields, and takes the last of
duplicate fields, so the fields in the text are counted and compared with those that were decoded (see ``keys``).  The
text is read exactly only if the counts differ or if decoding fails.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec import ValidationError

from engine.games import GAMES
from engine.logs.fupan.info import plain_texts
from engine.logs.fupan.keys import PREVIOUS_FIELDS, key_count
from engine.logs.input.encodings import in_utf_8, read_encoded
from engine.logs.input.text import MARK
from engine.logs.json.misfits import refuse_misfit
from engine.logs.json.strict import (
    MatchRefused,
    Path,
    Shape,
    check,
    is_good_text,
    parse,
    path_text,
    refuse,
    refuse_size,
    size_text,
    without_unknown,
)
from engine.logs.json.times import is_moment, no_moment
from engine.logs.listed_seats import unknown_seats, with_lone_seat
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import FORMAT, Hand, Match, MatchInfo, MatchResult, Player, RulesClaim, Text
from engine.replay.game import Game
from engine.rulebook.codes import MALFORMED, READ_AS, UNKNOWN_FIELD
from engine.rulebook.findings import Finding, finding, shown
from engine.rulebook.sentences import say
from engine.rulebook.suggestions import did_you_mean

NAME: Final = "fupan"

Games = Mapping[str, Game]

UNKNOWN_PATHS: Final = 1_000
"""The most paths of unknown fields that are named one by one; one more notice gives the number of the others."""

_SEAT: Final = re.compile(r"[A-Za-z0-9_]{1,8}")
_SNIFFED: Final = re.compile(rb'"format"[ \t\r\n]*:[ \t\r\n]*"fupan/')


class _Written(Match, frozen=True, kw_only=True):
    """A match in which the field ``format`` is required."""

    format: Text


_DECODER: Final = msgspec.json.Decoder(_Written)
_FIELDS: Final = Match.__struct_fields__


def is_fupan(beginning: bytes) -> bool:
    """Whether a text with this beginning has logs of this format, of any version."""
    return _SNIFFED.search(beginning) is not None


def read_match(raw: bytes, source: str, games: Games = GAMES) -> LogRecord:
    """The record of one match, from its bytes: one JSON object.  It raises nothing, whatever the bytes are."""
    if len(raw) > bounds.MATCH_BYTES:
        what, bound = say("a match of {size} bytes", size=f"{len(raw):,}"), size_text(bounds.MATCH_BYTES)
        too_long = finding(MALFORMED, "log.bounds", variant="bound", what=what, bound=bound)
        return _refusal(raw, source, too_long)
    (record,) = read_encoded(raw, source, lambda text, source: [_read_text(text, source, games)])
    return record


def _read_text(raw: bytes, source: str, games: Games) -> LogRecord:
    text = raw.removeprefix(MARK)
    findings: list[Finding] = []
    if len(text) != len(raw):
        findings.append(finding(READ_AS, "log.format", variant="mark"))
    document: Any = None
    try:
        match = quick_match(text, games)
        if match is None:
            document = parse(text, skipped=len(raw) - len(text))
            match, remarks = read_document(document, games)
        else:
            _check_players(match, games[match.game])
            match, remarks = _remarked(match, games[match.game])
    except MatchRefused as refused:
        return _refusal(raw, source, refused.refusal, *_as_far_as_known(document, games))
    info = match.match
    identity = info.id if isinstance(info, MatchInfo) and isinstance(info.id, str) else None
    findings += remarks
    return LogRecord(
        source=source,
        raw=raw,
        format=NAME,
        match=match,
        game=match.game,
        match_id=identity,
        findings=tuple(findings),
    )


def _refusal(
    raw: bytes, source: str, refusal: Finding, game: str | None = None, identity: str | None = None
) -> LogRecord:
    return LogRecord(
        source=source,
        raw=raw,
        format=NAME,
        match=None,
        game=game,
        match_id=identity,
        findings=(refusal,),
    )


def unknown_fields(raw: bytes, games: Games = GAMES) -> dict[Path, Any]:
    """The fields of a match that the format does not define for its game, with their values, in their order.

    Raises Refused if the bytes cannot be read as a match.
    """
    document = parse(in_utf_8(raw).removeprefix(MARK))
    check(document)
    return exact_match(plain_texts(document)[0], games)[1]


def quick_match(text: bytes, games: Games = GAMES) -> Match | None:
    """The match of a text; None if the text may have anything that needs a finding."""
    try:
        written = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    game = games.get(written.game)
    if game is None or written.format != FORMAT or len(written.players) > bounds.PLAYERS:
        return None
    keys = key_count(game.info_fields, game.setup_fields, game.result_fields)(written)
    if keys != text.count(b":") and keys != text.translate(None, b" \t\r\n").count(b'":'):
        return None
    return Match(**{name: getattr(written, name) for name in _FIELDS})


def read_document(document: Any, games: Games = GAMES) -> tuple[Match, list[Finding]]:
    """The match of a document, and the findings about it.  Raises Refused if the document is not a match."""
    check(document)
    document, notices = plain_texts(document)
    match, unknown = exact_match(document, games)
    _check_players(match, games[match.game])
    match, remarks = _remarked(match, games[match.game])
    return match, unknown_field_notices(unknown) + notices + remarks


def exact_match(document: Any, games: Games = GAMES) -> tuple[Match, dict[Path, Any]]:
    """The match of a document, and its unknown fields.  Raises Refused if the document is not a match."""
    stated: dict[str, Any] = document if isinstance(document, dict) else {}
    version = stated.get("format")
    if isinstance(version, str) and version != FORMAT:
        refuse(
            "log.format", "format", recorded=version, reason=say("the field format is '{text}'", text=shown(version))
        )
    name = stated.get("game")
    if isinstance(name, str) and name not in games:
        refuse("log.format", "game", recorded=name, games=", ".join(games), hint=did_you_mean(name, games))
    _check_counts(stated)
    unknown: dict[Path, Any] = {}
    if isinstance(name, str):
        document = without_unknown(document, shape_of(games[name]), unknown)
    try:
        if not isinstance(document, dict):
            written = msgspec.convert(document, _Written)
        else:
            written = _DECODER.decode(msgspec.json.encode(document))
    except ValidationError as error:
        refuse_misfit(error, document)
    return Match(**{field: getattr(written, field) for field in _FIELDS}), unknown


def _check_counts(stated: Mapping[str, Any]) -> None:
    players, hands = stated.get("players"), stated.get("hands")
    if isinstance(players, list) and len(players) > bounds.PLAYERS:
        refuse_size(say("{count} players", count=f"{len(players):,}"), say("{count} players", count=bounds.PLAYERS))
    if not isinstance(hands, list):
        return
    if len(hands) > bounds.HANDS:
        refuse_size(
            say("{count} hands", count=f"{len(hands):,}"), say("{count} hands a match", count=f"{bounds.HANDS:,}")
        )
    for index, hand in enumerate(hands):
        actions = hand.get("actions") if isinstance(hand, dict) else None
        if isinstance(actions, list) and len(actions) > bounds.ACTIONS:
            refuse_size(
                say("{count} actions", count=f"{len(actions):,}"),
                say("{count} actions a hand", count=f"{bounds.ACTIONS:,}"),
                ("hands", index),
            )


def _check_players(match: Match, game: Game) -> None:
    """Raises Refused for a number of players that the game does not allow, and for invalid or duplicate seat names."""
    count = len(match.players)
    if count not in game.players:
        fewest, most = game.players[0], game.players[-1]
        wanted = str(fewest) if fewest == most else say("{first} to {last}", first=fewest, last=most)
        refuse("log.players", "players", count=count, game=say(game.title), wanted=wanted)
    seats: set[str] = set()
    for player in match.players:
        if not _SEAT.fullmatch(player.seat):
            refuse("log.players", "seat-name", recorded=player.seat)
        if player.seat in seats:
            refuse("log.players", "seat-twice", recorded=player.seat)
        seats.add(player.seat)


def _remarked(match: Match, game: Game) -> tuple[Match, list[Finding]]:
    """The match as it is read, and the findings about fields of the whole match."""
    match, remarks = with_lone_seat(match, game)
    remarks += unknown_seats(match)
    if isinstance(match.match, MatchInfo):
        played_at = match.match.played_at
        if isinstance(played_at, str) and not is_moment(played_at):
            remarks.append(no_moment(played_at))
    if isinstance(match.result, MatchResult):
        ended = match.result.ended
        if isinstance(ended, str) and ended != "time":
            reason = say("'{text}' is not a valid value", text=shown(ended))
            remarks.append(
                finding(
                    MALFORMED,
                    "log.result",
                    variant="result",
                    recorded=shown(ended),
                    field="ended",
                    reason=reason,
                    wanted=say("time, or no such field"),
                )
            )
    return match, remarks


def unknown_field_notices(unknown: Iterable[Path]) -> list[Finding]:
    """The notices about unknown fields with some paths, in their order: one for all fields whose paths differ only in
    indices.
    """
    paths = list(dict.fromkeys(path_text(path, with_indices=False) for path in unknown))
    named = paths[:UNKNOWN_PATHS]
    if len(paths) > len(named):
        named.append(say("… ({count} more)", count=f"{len(paths) - len(named):,}"))
    return [finding(UNKNOWN_FIELD, "log.fields", recorded=path) for path in named]


def _as_far_as_known(document: Any, games: Games) -> tuple[str | None, str | None]:
    """The game and the id of a match that could not be read; None if they are not known."""
    stated: Mapping[str, Any] = document if isinstance(document, dict) else {}
    name = stated.get("game")
    info = stated.get("match")
    identity = info.get("id") if isinstance(info, dict) else None
    return (
        name if isinstance(name, str) and name in games else None,
        identity if isinstance(identity, str) and is_good_text(identity) else None,
    )


def shape_of(game: Game) -> Shape:
    """The fields that the format defines for a game."""

    def fields(struct: type[msgspec.Struct]) -> dict[str, Any]:
        return dict.fromkeys(struct.__struct_fields__)

    setup: dict[str, Any] = dict.fromkeys(game.setup_fields)
    if "previous" in setup:
        setup["previous"] = dict.fromkeys(PREVIOUS_FIELDS)
    hand = fields(Hand) | {"setup": setup, "result": dict.fromkeys(game.result_fields)}
    return fields(Match) | {
        "rules": fields(RulesClaim),
        "match": dict.fromkeys(game.info_fields),
        "players": (fields(Player),),
        "hands": (hand,),
        "result": fields(MatchResult),
    }
