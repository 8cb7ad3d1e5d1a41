"""The figures of people as lines of JSON, and tables as CSV and Parquet."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from decimal import Decimal
from importlib.util import find_spec
from io import BytesIO, StringIO
from types import MappingProxyType
from typing import IO, Any, Final

import msgspec

from app.text.language import _

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The first characters by which a spreadsheet takes a text for a formula."""
_ENCODER: Final = msgspec.json.Encoder(decimal_format="number")

Record = dict[str, object]
Row = tuple[object, ...]


class ParquetMissing(Exception):
    """Parquet cannot be written: its library is not installed."""


def as_csv(records: Iterable[Mapping[str, object]]) -> str:
    """Records as CSV with a header; what a record has of places, roles and accuracy in columns of its own.

    A text that a spreadsheet would take for a formula begins with an apostrophe.
    """
    columns, rows = as_columns(records)
    output = StringIO(newline="")
    writer = csv.writer(output)
    writer.writerow(columns)
    writer.writerows([cell(value) for value in row] for row in rows)
    return output.getvalue()


def as_parquet(records: Iterable[Mapping[str, object]]) -> bytes:
    """Records as Parquet, with the columns of the CSV.  Raises ParquetMissing if its library is not installed."""
    pyarrow, parquet = _parquet()
    columns, rows = as_columns(records)
    arrays = {
        name: [float(row[index]) if isinstance(row[index], Decimal) else row[index] for row in rows]
        for index, name in enumerate(columns)
    }
    output = BytesIO()
    parquet.write_table(pyarrow.table(arrays), output)
    return output.getvalue()


Write = Callable[[Iterable[Row]], None]


@contextmanager
def csv_rows(file: IO[bytes], types: Mapping[str, type]) -> Iterator[Write]:
    """What writes rows as CSV to a file, under columns with these names."""

    def write(rows: Iterable[Row]) -> None:
        output = StringIO(newline="")
        csv.writer(output).writerows(map(cell, row) for row in rows)
        file.write(output.getvalue().encode())
        file.flush()

    write([tuple(types)])
    yield write


@contextmanager
def parquet_rows(file: IO[bytes], types: Mapping[str, type]) -> Iterator[Write]:
    """What writes rows as Parquet to a file, a group of rows each time, under columns of these types.

    The types are str, int (64 bits), float and bool.  Raises ParquetMissing if the library is not installed.
    """
    pyarrow, parquet = _parquet()
    known = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    schema = pyarrow.schema([(name, known[kind]) for name, kind in types.items()])
    with parquet.ParquetWriter(file, schema) as writer:

        def write(rows: Iterable[Row]) -> None:
            if columns := list(zip(*rows, strict=True)):
                writer.write_table(pyarrow.table([*map(list, columns)], schema=schema))

        yield write


ROWS: Final[Mapping[str, Callable[[IO[bytes], Mapping[str, type]], AbstractContextManager[Write]]]] = MappingProxyType(
    {"csv": csv_rows, "parquet": parquet_rows}
)
"""By type of file, what writes rows of a table whose columns have stated types."""


def writes_parquet() -> bool:
    """Whether Parquet can be written: its library is installed."""
    return find_spec("pyarrow") is not None


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ParquetMissing(_("Parquet needs the library pyarrow: pip install 'fupan[parquet]'")) from None
    return pyarrow, parquet


def as_columns(records: Iterable[Mapping[str, object]]) -> tuple[list[str], list[list[Any]]]:
    """The names of the columns of records, and the rows; a value that a record does not have is None."""
    flat = [_flat(record) for record in records]
    columns = list(dict.fromkeys(name for record in flat for name in record))
    # Places in their order, whichever record has them first.
    places = sorted((name for name in columns if name.startswith(_PLACE)), key=lambda name: float(name[len(_PLACE) :]))
    if places:
        first = columns.index(next(name for name in columns if name in places))
        others = [name for name in columns if name not in places]
        columns = [*others[:first], *places, *others[first:]]
    return columns, [[record.get(name) for name in columns] for record in flat]


def cell(value: Any) -> Any:
    """A value as a cell of CSV; no text of it is taken for a formula."""
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


_PLACE: Final = "place_"


def _flat(record: Mapping[str, object]) -> Record:
    flat: Record = {}
    for name, value in record.items():
        if name == "places" and isinstance(value, Mapping):
            flat |= {f"{_PLACE}{place}": count for place, count in value.items()}
        elif name == "roles" and isinstance(value, Mapping):
            flat |= {f"{role}_{what}": number for role, numbers in value.items() for what, number in numbers.items()}
        elif name == "accuracy" and isinstance(value, Mapping):
            flat |= {f"{name}_{what}": number for what, number in value.items()}
        else:
            flat[name] = value
    return flat


def lines_of_json(records: Iterable[Mapping[str, object]]) -> bytes:
    """Records as JSON, a line each."""
    return b"".join(_ENCODER.encode(record) + b"\n" for record in records)
