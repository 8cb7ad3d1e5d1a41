"""The OpenAPI document of all operations, made from their declarations and the types that they decode and encode."""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final

import msgspec
from flask import Flask, Response, current_app

from app.accounts.roles import Role
from app.accounts.tokens import Scope
from app.text.language import LANGUAGES
from app.web.api.operations import BLUEPRINT, File, Nothing, Operation, response_of
from app.web.http.errors import API, PROBLEM, Problem
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.pages import LEAST, SCOPES, May
from app.web.http.paging import LARGEST

_REFERENCE: Final = "#/components/schemas/{name}"
_PLACE: Final = re.compile(r"<(?:(\w+):)?(\w+)>")
_TEXT: Final[Mapping[str, str]] = MappingProxyType({"type": "string"})
_BYTES: Final[Mapping[str, str]] = MappingProxyType({"type": "string", "format": "binary"})
_WORDS: Final[Mapping[int, str]] = MappingProxyType(
    {
        200: "The answer",
        201: "It was made",
        202: "It was queued; `Location` has the address that says how far it is",
        304: "The answer is the one whose `ETag` the request named",
        400: "The request does not fit this description",
        401: "The token is not valid",
        403: "Others may do this, or the token does not have the scope: the sentence says which",
        404: "There is nothing, or nothing that the sender may see",
        409: "Something else was changed meanwhile, or depends on it",
        410: "It was erased",
        413: "It is larger than this server takes",
        422: "It cannot be used: the sentence says why",
        429: "Too many requests were sent; `Retry-After` has the seconds until the next one is taken",
        503: "The server has no room or time for it at the moment",
    }
)
_ALWAYS: Final = (401, 403, 429)
"""The problems that every operation may answer with."""
_TOKEN: Final = "token"  # noqa: S105 (the name of a scheme)
Json = dict[str, object]


def operations(app: Flask) -> Iterator[tuple[str, Operation]]:
    """The operations of an application with their endpoints, in the order of their addresses."""
    named_views = ((name, view) for name, view in app.view_functions.items() if isinstance(view, Operation))
    yield from sorted(named_views, key=lambda pair: (pair[1].path, pair[1].method))


@BLUEPRINT.get("/openapi.json", may=May.READ)
def document() -> Response:
    """This description, in the format OpenAPI 3.1."""
    return response_of(openapi(current_app))


@cache
def openapi(app: Flask) -> Json:
    """The description of all operations of an application."""
    named_operations = list(operations(app))
    types = dict.fromkeys(shape for _name, one in named_operations for shape in _types(one))
    shapes, schemas = _schemas([Problem, *types])
    of = dict(zip([Problem, *types], shapes, strict=True))
    for struct in _structs(types):
        _describe(schemas.get(struct.__name__, {}), struct)
    paths: dict[str, Json] = {}
    for _name, one in named_operations:
        path = API.rstrip("/") + _PLACE.sub(r"{\2}", one.path)
        paths.setdefault(path, {})[one.method.lower()] = _described(one, of, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fupan",
            "version": "1",
            "description": "Recorded matches of Chinese card games: judged under the rules that the table chose.",
        },
        "paths": paths,
        "components": {
            "schemas": {name: schema for name, schema in schemas.items() if name not in _queries(named_operations)},
            "responses": {str(status): _problem(status, of) for status in _ALWAYS},
            "securitySchemes": {_TOKEN: _scheme()},
        },
    }


def _schemas(types: list[Any]) -> tuple[tuple[Json, ...], dict[str, Any]]:
    """The shapes of some types, and the schemas that these refer to, by the names of classes."""
    shapes, schemas = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    for name, schema in schemas.items():
        schema["title"] = name
        if "description" in schema:
            schema["description"] = _plain(schema["description"])
    return shapes, schemas


def _scheme() -> Json:
    scopes = ", ".join(f"`{scope}`" for scope in Scope)
    return {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of a member of the club, made at `/account/tokens` and sent in the header "
        f"`Authorization`. Each operation names the scope that it needs: {scopes}. A token may never do more than its "
        "maker. A server on which nobody logs in asks for none.",
    }


def _security(needed: May) -> list[Json]:
    """What may be shown: a token with a scope, and nothing where guests may."""
    return [*([{}] if LEAST[needed] is Role.GUEST else []), {_TOKEN: [str(SCOPES[needed])]}]


def _types(one: Operation) -> Iterator[Any]:
    yield from (answer for answer in one.gives.values() if answer is not File)
    if one.body is not None:
        yield one.body
    if one.query is not Nothing:
        yield one.query


def _queries(named_operations: list[tuple[str, Operation]]) -> set[str]:
    """The names of what is in arguments alone, and in no body."""
    bodies = [one.body for _name, one in named_operations]
    return {one.query.__name__ for _name, one in named_operations if one.query not in bodies}


def _described(one: Operation, of: Mapping[Any, Json], schemas: Mapping[str, Any]) -> Json:
    summary, _end, rest = inspect.cleandoc(one.view.__doc__ or "").partition("\n")
    description: Json = {
        "operationId": one.view.__name__,
        "tags": [one.subject],
        "summary": _plain(summary),
        "description": _plain(rest),
        "x-permission": str(one.needed.may),
        **({"x-only": str(only)} if (only := one.needed.only) else {}),
        "security": _security(one.needed.may),
        "parameters": [*_places(one), *_arguments(one, schemas)],
        "responses": dict(_responses(one, of)),
    }
    if one.body is not None:
        description["requestBody"] = {
            "required": True,
            "content": {"application/json": _content(of[one.body], one, "body")},
        }
    elif one.takes_files:
        files = {"type": "object", "properties": {"file": {"type": "array", "items": _BYTES}}}
        content = {"application/octet-stream": _content(_BYTES, one, "body"), "multipart/form-data": {"schema": files}}
        description["requestBody"] = {"required": True, "content": content}
    return description


def _content(schema: Mapping[str, object], one: Operation, name: str) -> Json:
    return {"schema": schema} | ({"example": one.examples[name]} if name in one.examples else {})


def _places(one: Operation) -> Iterator[Json]:
    for kind, name in _PLACE.findall(one.path):
        schema = {"type": "integer", "minimum": 0, "maximum": LARGEST} if kind == "int" else _TEXT
        example = one.examples.get(name, 1 if kind == "int" else "")
        yield {"name": name, "in": "path", "required": True, "schema": schema, "example": example}


def _arguments(one: Operation, schemas: Mapping[str, Any]) -> Iterator[Json]:
    if one.query is not Nothing:
        shape = schemas[one.query.__name__]
        for name, schema in shape["properties"].items():
            words = {"description": schema["description"]} if "description" in schema else {}
            example = {"example": one.examples[name]} if name in one.examples else {}
            required = name in shape.get("required", ())
            bare = {key: value for key, value in schema.items() if key != "description"}
            yield {"name": name, "in": "query", "required": required, "schema": bare, **words, **example}
    if one.rules:
        text = "Rules to judge under: `claim`, a preset, or `house:` and a name."
        yield {"name": "rules", "in": "query", "schema": _TEXT, "description": text}
        options = {"type": "object", "additionalProperties": _TEXT}
        text = "Options of these rules by name, such as `a_failures=3`."
        yield {
            "name": "options",
            "in": "query",
            "style": "form",
            "explode": True,
            "schema": options,
            "description": text,
        }
    text = "The language of sentences; without it that of `Accept-Language`, or English."
    yield {"name": LANGUAGE, "in": "query", "schema": {"enum": list(LANGUAGES)}, "description": text}


def _responses(one: Operation, of: Mapping[Any, Json]) -> Iterator[tuple[str, Json]]:
    for status, given in one.gives.items():
        kind = "application/json" if status < 400 else PROBLEM
        content = {"application/octet-stream": {"schema": _BYTES}} if given is File else {kind: {"schema": of[given]}}
        headers = {"ETag": {"schema": _TEXT}} if status == 200 and one.method == "GET" and given is not File else {}
        headers |= {"Location": {"schema": _TEXT}} if status == 202 else {}
        yield str(status), {"description": _WORDS[status], "headers": headers, "content": content}
        if "ETag" in headers:
            yield "304", {"description": _WORDS[304]}
    for status in sorted({400, *one.errors} - {*one.gives, *_ALWAYS}):
        yield str(status), _problem(status, of)
    for status in _ALWAYS:
        yield str(status), {"$ref": f"#/components/responses/{status}"}
    yield "default", _problem(None, of)


def _problem(status: int | None, of: Mapping[Any, Json]) -> Json:
    headers: Json = {"headers": {"Retry-After": {"schema": {"type": "integer"}}}} if status == 429 else {}
    words = "Any other problem" if status is None else _WORDS[status]
    return {"description": words, **headers, "content": {PROBLEM: {"schema": of[Problem]}}}


def _structs(types: Mapping[Any, None]) -> Iterator[type]:
    """All structures that some types have in them."""
    waiting = list(msgspec.inspect.multi_type_info(types))
    seen: set[type] = set()
    while waiting:
        info = waiting.pop()
        if isinstance(info, msgspec.inspect.StructType | msgspec.inspect.DataclassType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info.cls
            waiting += [field.type for field in info.fields]
        for name in ("item_type", "value_type", "item_types", "types"):
            inner = getattr(info, name, ())
            waiting += inner if isinstance(inner, tuple) else (inner,)


def _describe(schema: dict[str, Any], of: type) -> None:
    """Puts what the source of a structure says of its fields into its schema."""
    for base in reversed(of.__mro__):
        for name, words in _words_of(base.__module__).get(base.__name__, {}).items():
            if name in schema.get("properties", {}):
                schema["properties"][name]["description"] = words


@cache
def _words_of(module: str) -> Mapping[str, Mapping[str, str]]:
    """By class and field what the source of a module says below the field."""
    if module in ("builtins", "msgspec", "msgspec._core"):
        return {}
    words: dict[str, dict[str, str]] = {}
    for statement in ast.parse(inspect.getsource(import_module(module))).body:
        if not isinstance(statement, ast.ClassDef):
            continue
        for field, below in zip(statement.body, statement.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                words.setdefault(statement.name, {})[ast.unparse(field.target)] = _plain(str(below.value.value))
    return words


def _plain(words: str) -> str:
    """A docstring on one line, as Markdown."""
    return " ".join(words.split()).replace("``", "`")
