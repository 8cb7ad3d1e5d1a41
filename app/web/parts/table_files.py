"""Tables of pages as files."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Final

import msgspec
from flask import Response

from app.drawing.charts import Chart, Heat, table_of
from app.players.statistics.output import ROWS, ParquetMissing, Row, as_csv, as_parquet, lines_of_json
from app.text.language import _
from app.text.language.sentence import sentence
from app.web.http.addresses import Arguments, address_of
from app.web.http.errors import Refusal
from app.web.parts.html_tables import ShownTable
from engine.rulebook.sentences import enumerated

FORMS: Final[Mapping[str, str]] = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}
_WRITERS: Final[Mapping[str, Callable[[Sequence[Mapping[str, object]]], str | bytes]]] = {
    "csv": as_csv,
    "json": lines_of_json,
    "parquet": as_parquet,
}
_ENCODER: Final = msgspec.json.Encoder(decimal_format="number")


class Files:
    """The addresses of the files of a page's tables."""

    def __init__(self, endpoint: str, arguments: Arguments) -> None:
        """``endpoint`` takes ``what`` and ``form``, and the arguments of the page."""
        self._endpoint: Final = endpoint
        self._arguments: Final = dict(arguments)

    def file(self, what: str, form: str) -> str:
        """The file of a table or a chart."""
        return address_of(self._endpoint, {**self._arguments, "what": what, "form": form})


def file_of(records: Sequence[Mapping[str, object]], name: str, form: str) -> Response:
    """Records as a file to keep: CSV, JSON with an object a line, or Parquet.

    Raises Refusal for any other form, and for Parquet where its library is not installed.
    """
    _known(form, FORMS)
    with _parquet_or_refused():
        return _kept(_WRITERS[form](records), name, form)


def file_of_page(
    what: str, form: str, name: str, tables: Iterable[ShownTable], charts: Iterable[Chart | Heat] = ()
) -> Response:
    """The table or the chart of a page that has a key, as a file to keep.

    Raises Refusal where the page has none of that key, and as `file_of`.
    """
    records = next((table.records for table in tables if table.key == what), None)
    if records is None:
        records = next((_records(chart) for chart in charts if chart.key == what), None)
    if records is None:
        raise Refusal(404, _("This page has no table {name} under this filter.", name=what))
    return file_of(records, f"{name}-{what}", form)


def file_of_rows(types: Mapping[str, type], groups: Iterable[Iterable[Row]], name: str, form: str) -> Response:
    """Groups of rows under columns of stated types as a file to keep: CSV or Parquet.  Raises Refusal as `file_of`."""
    _known(form, ROWS)
    output = BytesIO()
    with _parquet_or_refused(), ROWS[form](output, types) as write:
        for rows in groups:
            write(rows)
    return _kept(output.getvalue(), name, form)


def whole_page(form: str, name: str, tables: Sequence[ShownTable]) -> Response:
    """The tables of a page as one JSON object, by their keys, or the first of them as CSV or Parquet.

    Raises Refusal for any other form.
    """
    _known(form, FORMS)
    if form != "json":
        return file_of(tables[0].records, f"{name}-{tables[0].key}", form)
    whole = {table.key: table.records for table in tables}
    return Response(_ENCODER.encode(whole) + b"\n", content_type="application/json")


@contextmanager
def _parquet_or_refused() -> Iterator[None]:
    try:
        yield
    except ParquetMissing as reason:
        raise Refusal(501, sentence(_(str(reason)))) from None


def _kept(data: str | bytes, name: str, form: str) -> Response:
    answer = Response(data, content_type=FORMS[form])
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return answer


def _known(form: str, forms: Collection[str]) -> None:
    if form not in forms:
        raise Refusal(
            404,
            _(
                "The table has no file of the type {form}; the types are {forms}.",
                form=form,
                forms=enumerated(list(forms)),
            ),
        )


def _records(chart: Chart | Heat) -> list[dict[str, object]]:
    """The table of a chart as files have it."""
    columns, rows = table_of(chart)
    return [dict(zip(columns, row, strict=True)) for row in rows]
