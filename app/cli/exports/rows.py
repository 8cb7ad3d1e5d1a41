"""Rows of tables as values of JSON, with the columns by name, and back, held against what a column takes."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec
from sqlalchemy import Boolean, Date, DateTime, Integer, LargeBinary, String, TypeDecorator, select
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from app.accounts.roles import Role
from app.database.bounded_stores import table_of
from app.database.tables.traces import trace_of
from app.disputes.cases.states import DisputeState

_WORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "accounts.role": tuple(role.name.lower() for role in Role if role is not Role.GUEST),
        "disputes.state": tuple(map(str, DisputeState)),
    }
)
"""The words that columns take."""
_NUMBER: Final = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]
_STORABLE: Final = r"^[^\x00]*$"


def rows_of(session: Session, model: type[SQLModel]) -> Iterator[dict[str, object]]:
    """The rows of a table in the order of its key."""
    table = table_of(model)
    result = session.execute(select(table).order_by(*table.primary_key.columns).execution_options(yield_per=500))
    yield from map(dict, result.mappings())


def not_exported(model: type[SQLModel]) -> frozenset[str]:
    """The columns whose mark keeps them out of exports: secrets, and what another installation makes for itself."""
    traces = {column.name: trace_of(column) for column in table_of(model).columns}
    return frozenset(name for name, trace in traces.items() if trace is not None and not trace.exported)


def exported(row: SQLModel, **beside: object) -> msgspec.Raw:
    """A row as it is exported, with other values beside its columns."""
    left_out = not_exported(type(row))
    names = (column.name for column in table_of(type(row)).columns if column.name not in left_out)
    return msgspec.Raw(msgspec.json.encode({name: getattr(row, name) for name in names} | beside))


def row_type(model: type[SQLModel], beside: Mapping[str, object] = MappingProxyType({})) -> type[msgspec.Struct]:
    """What reads an exported row of a table with other values beside its columns."""
    table, left_out = table_of(model), not_exported(model)
    fields: list[tuple[str, object]] = []
    for column in table.columns:
        if column.name in left_out:
            continue
        kind = _kind(f"{table.name}.{column.name}", column.type)
        fields.append((column.name, kind | None if column.nullable else kind))
    fields += beside.items()
    return msgspec.defstruct(table.name, fields, frozen=True, forbid_unknown_fields=True)


def columns_of(row: msgspec.Struct) -> dict[str, Any]:
    """The values of a row, by column."""
    return msgspec.structs.asdict(row)


def _kind(name: str, of: object) -> Any:
    """What a column takes."""
    if isinstance(of, TypeDecorator):
        of = of.impl_instance
    if name in _WORDS:
        return Literal[_WORDS[name]]
    if isinstance(of, Boolean):
        return bool
    if isinstance(of, Integer):
        return _NUMBER
    if isinstance(of, Date):
        return date
    if isinstance(of, DateTime):
        return Annotated[datetime, msgspec.Meta(tz=True)]
    if isinstance(of, LargeBinary):
        return bytes
    if isinstance(of, String):
        return Annotated[str, msgspec.Meta(max_length=of.length, pattern=_STORABLE)]
    raise TypeError(f"{name}: a column of {of!r}")
