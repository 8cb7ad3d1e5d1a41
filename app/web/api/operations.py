"""An operation for programs: how it is declared, and how a request for it is decoded and answered.

The declaration is all that there is of an operation: its route and its part of the OpenAPI document follow from it.
"""

import base64
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final, ParamSpec, TypeVar

import msgspec
from flask import Response, request, send_file

from app.text.language import _
from app.web.http.errors import API, PROBLEM, Problem, Refusal
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.pages import May, Of, Only, Pages, Permission
from engine.games import GAMES
from engine.rulebook.sentences import enumerated
from engine.rulebook.suggestions import close_name

BLUEPRINT: Final = Pages("api", __name__, url_prefix=API.rstrip("/"))
BODY_BYTES: Final = 256 * 1024
"""Bytes of a body of JSON; those of files are bounded as on the pages."""
GAME: Final = next(iter(GAMES))
"""The game of examples."""
EXAMPLE: Final = json.dumps(
    {
        "format": "fupan/1",
        "game": GAME,
        "players": [{"seat": seat} for seat in "ENWS"],
        "hands": [{"actions": [], "result": {"finish": list("EWNS")}}],
    }
)
"""A log that can be sent."""
_CURSOR: Final = 200
"""Characters of a cursor."""
_UNKNOWN_FIELD: Final = re.compile(r"Object contains unknown field `(?P<name>.*?)`(?: - at `(?P<path>.*)`)?", re.DOTALL)
"""How the decoder says that an object has a field that its type does not have."""
_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with another status than 200, or with headers."""

    status: int
    content: object
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WrittenJson:
    """JSON that is already written, such as the report as the engine wrote it."""

    data: bytes


@dataclass(frozen=True, slots=True)
class File:
    """Bytes that are saved as a file."""

    data: bytes
    name: str


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


@dataclass(frozen=True)
class Operation:
    """What programs can ask for, as it is declared."""

    view: Callable[..., object]
    method: str
    path: str
    needed: Permission
    subject: str
    gives: Mapping[int, Any]
    """By status the type of the answer; `File` where it is bytes."""
    query: type[msgspec.Struct]
    body: type[msgspec.Struct] | None
    takes_files: bool
    rules: bool
    """Whether the address may name rules that are tried."""
    errors: tuple[int, ...]
    examples: Mapping[str, object]
    """By argument, or ``body``, a value with which it can be tried."""

    def __post_init__(self) -> None:
        """Has the name of its view, for those that ask a function of an application for it."""
        object.__setattr__(self, "__qualname__", self.view.__qualname__)

    @property
    def __name__(self) -> str:
        """The last part of the endpoint."""
        return self.view.__name__

    def __call__(self, **values: object) -> Response:
        """The answer to the current request.  Raises Refusal for arguments or a body that do not fit their types."""
        given = {name: text for name, text in request.args.items() if name != LANGUAGE}
        self._refuse_unknown(given)
        if self.query is not Nothing:
            values["query"] = _fit(lambda: msgspec.convert(given, self.query, strict=False), self.query)
        if self.body is not None:
            values["body"] = _fit(lambda: msgspec.json.decode(_sent(), type=self.body), self.body)
        return response_of(self.view(**values))

    def _refuse_unknown(self, given: Iterable[str]) -> None:
        """Raises Refusal for an argument that this does not take, with the nearest name and those that it takes."""
        known = [*(info.encode_name for info in msgspec.structs.fields(self.query)), LANGUAGE]
        options = set[str]()
        if self.rules:
            known.insert(0, "rules")
            options = {"game", *(option.name for game in GAMES.values() for option in game.rules.options)}
        unknown = next((name for name in given if name not in known and name not in options), None)
        if unknown is None:
            return
        close = close_name(unknown, [*known, *options])
        sentences = [
            _("This address has no argument {name}.", name=repr(unknown[:60])),
            *([] if close is None else [_("Did you mean {name}?", name=close)]),
            _("It has these: {names}.", names=enumerated([*known, *([_("options of rules")] if options else [])])),
        ]
        raise Refusal(400, " ".join(sentences))


def operation(
    method: str,
    path: str,
    *,
    may: May,
    of: Of = Of.CLUB,
    only: Only | None = None,
    subject: str,
    gives: Any,
    query: type[msgspec.Struct] = Nothing,
    body: type[msgspec.Struct] | None = None,
    takes_files: bool = False,
    rules: bool = False,
    errors: tuple[int, ...] = (),
    examples: Mapping[str, object] = _NOTHING,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declares the operation that a function does, and what it needs.

    ``gives`` is the type of its answer, or the types by status.  The values of the path, and the ``query`` and the
    ``body`` where there are such types, are its arguments.
    """
    types = gives if isinstance(gives, dict) else {200: gives}

    def declare(view: Callable[P, R]) -> Callable[P, R]:
        needed = Permission(may, of, only)
        declared = Operation(
            view, method, path, needed, subject, types, query, body, takes_files, rules, errors, examples
        )
        BLUEPRINT.add_url_rule(path, view.__name__, declared, methods=[method], may=may, of=of, only=only)
        return view

    return declare


def json_bytes(value: object) -> bytes:
    """A value as JSON, with decimal numbers as numbers."""
    return msgspec.json.Encoder(enc_hook=_plain, decimal_format="number").encode(value)


def cursor_of(place: object) -> str | None:
    """The cursor of a place of a list; None for no place."""
    return None if place is None else base64.urlsafe_b64encode(str(place).encode()).decode().rstrip("=")


def place_of(cursor: str) -> str:
    """The place that a cursor stands for; empty for none.  Raises Refusal for a text that is no cursor."""
    if not cursor:
        return ""
    try:
        if len(cursor) > _CURSOR:
            raise ValueError
        return base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode("ascii")
    except ValueError:
        raise Refusal(400, _("The cursor is not from an answer of this server.")) from None


def number_of(cursor: str) -> int | None:
    """The number that a cursor stands for; None for no cursor.  Raises Refusal for a text that is no cursor."""
    place = place_of(cursor)
    if place and not (place.isdecimal() and len(place) < len(str(2**31))):
        raise Refusal(400, _("The cursor is not from an answer of this server."))
    return int(place) if place else None


def _sent() -> bytes:
    if (request.content_length or 0) > BODY_BYTES:
        raise Refusal(413, _("The body has more than {most} KiB.", most=BODY_BYTES // 1024))
    return request.get_data()


def _fit(work: Callable[[], T], shape: type[msgspec.Struct]) -> T:
    """What a request has, decoded as a type.  Raises Refusal, with the nearest name for a field that is not known."""
    try:
        return work()
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        sentences = [_("The request does not fit the description of this address: {error}.", error=error)]
        unknown = _UNKNOWN_FIELD.fullmatch(str(error))
        if unknown is not None:
            known = _fields_at(msgspec.inspect.type_info(shape), unknown["path"] or "$")
            close = close_name(unknown["name"], known)
            if close is not None:
                sentences.append(_("Did you mean {name}?", name=close))
        raise Refusal(400, " ".join(sentences)) from None


def _fields_at(shape: msgspec.inspect.Type, path: str) -> set[str]:
    """The fields of the objects that a type allows at a path of the decoder, such as ``$.votes[0]``."""
    types = [shape]
    for step in re.findall(r"\.([^.\[]+)|\[", path):
        types = [part for kind in types for part in _parts(kind, step)]
    return {
        field.encode_name
        for kind in types
        for one in _alternatives(kind)
        if isinstance(one, msgspec.inspect.StructType)
        for field in one.fields
    }


def _alternatives(shape: msgspec.inspect.Type) -> tuple[msgspec.inspect.Type, ...]:
    return shape.types if isinstance(shape, msgspec.inspect.UnionType) else (shape,)


def _parts(shape: msgspec.inspect.Type, step: str) -> Iterable[msgspec.inspect.Type]:
    """The types of a field of objects; for no name, those of the items of lists and of mappings."""
    for one in _alternatives(shape):
        if step and isinstance(one, msgspec.inspect.StructType):
            yield from (field.type for field in one.fields if field.encode_name == step)
        elif not step and isinstance(one, msgspec.inspect.CollectionType):
            yield one.item_type
        elif not step and isinstance(one, msgspec.inspect.DictType):
            yield one.value_type


def response_of(result: object) -> Response:
    """The answer that what a view gives is: JSON with an ``ETag``, or a file."""
    answer = result if isinstance(result, Answer) else Answer(200, result)
    content = answer.content
    if isinstance(content, File):
        return send_file(
            BytesIO(content.data),
            mimetype="application/octet-stream",
            as_attachment=True,
            download_name=content.name,
            conditional=False,
            etag=False,
        )
    data = content.data if isinstance(content, WrittenJson) else json_bytes(content)
    kind = PROBLEM if isinstance(content, Problem) else "application/json"
    response = Response(data, answer.status, dict(answer.headers), mimetype=kind)
    if request.method in ("GET", "HEAD") and answer.status == 200:
        response.add_etag()
        response.make_conditional(request)
    return response


def _plain(value: object) -> object:
    """A text or a mapping of another class as what JSON has of it."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"{type(value)} in an answer")
