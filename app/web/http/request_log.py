"""What a server notes of each request: a line with the rule of its address, never its values, and what is counted.

Both have what its client was sent, whatever fails after a view has answered.  Every request has an id, which its
answer, its line and the page about a fault have.
"""

import json
import logging
import os
import secrets
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, request
from werkzeug.wrappers import Request

from app.text.language import DEFAULT, speaking
from app.text.language.saying import choose
from app.text.moments import moment
from app.web.http.errors import unexplained_answer
from app.web.http.language import asked_by

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_LOG: Final = logging.getLogger(__name__)
_ID: Final = "fupan.request"
_RULE: Final = "fupan.rule"
_METRICS: Final = "fupan-metrics"
_ID_BYTES: Final = 8
_FAILED: Final = 500
COUNTED_TOGETHER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of prometheus_client with the folder in which several processes count."""
HEADER: Final = "X-Request-Id"
_Fault = tuple[type, BaseException, TracebackType] | tuple[None, None, None]


class LoggedFlask(Flask):
    """An application that notes what it sends, and logs a fault with the id of the request and the rule of its address.

    What is wrapped around its ``wsgi_app`` is within what it notes.
    """

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answers a request, with 500 where something fails before the first byte of the answer is sent."""
        return _Sent(self, environ, start_response)

    def log_exception(self, exc_info: _Fault) -> None:
        """Logs what a request failed with."""
        self.log_fault(request.environ, exc_info)

    def log_fault(self, environ: "WSGIEnvironment", fault: _Fault | bool) -> None:
        """Logs what a request failed with, or ``True`` for the exception that is handled."""
        identity, method, rule = _id_of(environ), environ["REQUEST_METHOD"], _rule_of(environ)
        self.logger.error("request %s failed at %s %s", identity, method, rule, exc_info=fault)


class _Sent:
    """An answer that its server sends part by part; it is noted after the last one, or when the server gives it up.

    The server gets status and headers with the first part, so that nothing was sent where what makes that part fails.
    """

    def __init__(self, app: LoggedFlask, environ: "WSGIEnvironment", start_response: "StartResponse") -> None:
        self._app: Final = app
        self._environ: Final = environ
        self._start_response: Final = start_response
        self._status, self._headers = "", list[tuple[str, str]]()
        self._written = list[bytes]()
        self._started = self._noted = False
        self._body: Iterable[bytes] = ()
        begun = time.perf_counter()
        try:
            self._body = app.wsgi_app(environ, self._answered)
            self._parts = chain(self._written, self._body)
        except Exception:
            self._parts = chain(self._explained())
        self._seconds: Final = time.perf_counter() - begun

    def __iter__(self) -> Iterator[bytes]:
        """Itself."""
        return self

    def __next__(self) -> bytes:
        """The next part.  Raises what it fails with where a part was sent before."""
        try:
            part = next(self._parts, None)
        except Exception:
            if self._started:
                raise
            self._parts = chain(self._explained())
            part = next(self._parts)
        if not self._started:
            self._started = True
            try:
                self._start_response(self._status, self._headers)
            except Exception:
                self._status = f"{_FAILED}"
                raise
        if part is None:
            self._note(cut=False)
            raise StopIteration
        return part

    def close(self) -> None:
        """Is called by the server when it sends no further part."""
        self._note(cut=True)
        getattr(self._body, "close", lambda: None)()

    def _answered(
        self, status: str, headers: list[tuple[str, str]], _fault: _Fault | None = None
    ) -> Callable[[bytes], object]:
        self._status, self._headers = status, [*headers, (HEADER, _id_of(self._environ))]
        return self._written.append

    def _explained(self) -> list[bytes]:
        """The answer in place of one that failed, which is logged."""
        self._app.log_fault(self._environ, fault=True)
        with speaking(asked_by(Request(self._environ, populate_request=False))):
            kind, body = unexplained_answer(self._environ["PATH_INFO"], _FAILED)
        # What failed may have kept the end of the request from forgetting its reader's language.
        choose(DEFAULT)
        headers = {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
        self._answered(f"{_FAILED} Internal Server Error", [*headers.items()])
        return [body]

    def _note(self, *, cut: bool) -> None:
        if self._noted:
            return
        self._noted = True
        environ, status = self._environ, int(self._status.partition(" ")[0])
        method, rule = environ["REQUEST_METHOD"], _rule_of(environ)
        _note(self._app, _id_of(environ), method, rule, status, self._seconds, cut=cut)


def note_refusal(app: Flask, method: str, status: int) -> None:
    """Notes a request that the server refused itself, so that the application has not seen it."""
    _note(app, secrets.token_hex(_ID_BYTES), method, "", status, 0.0, cut=False)


def _note(app: Flask, identity: str, asked: str, rule: str, status: int, seconds: float, *, cut: bool) -> None:
    method = asked if asked in _METHODS else "other"
    if (metrics := metrics_of(app)) is not None:
        metrics.note(method, rule, status, seconds, cut=cut)
    if _LOG.isEnabledFor(logging.INFO):
        line = {"at": moment(), "id": identity, "method": method, "rule": rule, "status": status}
        line |= {"ms": round(seconds * 1000, 1)} | ({"cut": True} if cut else {})
        _LOG.info("%s", json.dumps(line))


def note_requests(app: Flask, *, counted: bool) -> None:
    """Notes the rule of each request to an application, and has requests counted where that is asked."""
    app.extensions[_METRICS] = _metrics() if counted else None
    app.jinja_env.globals["request_id"] = this_id

    @app.before_request
    def begin() -> None:
        request.environ[_RULE] = "" if request.url_rule is None else request.url_rule.rule


def this_id() -> str:
    """The id of the current request."""
    return _id_of(request.environ)


def metrics_of(app: Flask) -> "Metrics | None":
    """What is counted of the requests to an application; None where nothing is, or the library is not there."""
    metrics: Metrics | None = app.extensions.get(_METRICS)
    return metrics


class Metrics:
    """What a process counts of its requests, for Prometheus."""

    def __init__(self, library: Any) -> None:
        """``library`` is prometheus_client."""
        self.registry: Final = library.CollectorRegistry()
        self._library: Final = library
        self._seconds: Final = library.Histogram(
            "fupan_request_seconds", "Time that requests took.", ("rule",), registry=self.registry
        )
        self._requests: Final = library.Counter(
            "fupan_requests", "Requests that were answered.", ("method", "rule", "status"), registry=self.registry
        )
        self._cut: Final = library.Counter(
            "fupan_answers_cut", "Answers that their clients did not take whole.", ("rule",), registry=self.registry
        )

    def note(self, method: str, rule: str, status: int, seconds: float, *, cut: bool) -> None:
        """Counts a request; ``cut`` says that its client did not take the whole answer."""
        self._requests.labels(method, rule, str(status)).inc()
        self._seconds.labels(rule).observe(seconds)
        if cut:
            self._cut.labels(rule).inc()

    def text(self) -> bytes:
        """All that is counted, in the text format of Prometheus."""
        content: bytes = self._library.generate_latest(self._counted())
        return content

    def answer_at(self, port: int) -> None:
        """Answers with what is counted at a port that this machine alone can reach.

        Raises OSError if it is not available.
        """
        self._library.start_http_server(port, addr="127.0.0.1", registry=self._counted())

    def _counted(self) -> Any:
        """What has all that was counted: by this process, or by all processes of the server if there are several."""
        if COUNTED_TOGETHER not in os.environ:
            return self.registry
        from prometheus_client.multiprocess import MultiProcessCollector

        whole = self._library.CollectorRegistry()
        MultiProcessCollector(whole)  # type: ignore[no-untyped-call]
        return whole


_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})


def _metrics() -> Metrics | None:
    try:
        import prometheus_client
    except ImportError:
        return None
    return Metrics(prometheus_client)


def _id_of(environ: "WSGIEnvironment") -> str:
    identity: str = environ.setdefault(_ID, secrets.token_hex(_ID_BYTES))
    return identity


def _rule_of(environ: "WSGIEnvironment") -> str:
    """The rule of the address of a request, without its values; empty where there is none."""
    rule: str = environ.get(_RULE, "")
    return rule


def write_lines() -> None:
    """Has this process write the lines to its standard error."""
    _LOG.addHandler(logging.StreamHandler(sys.stderr))
    _LOG.setLevel(logging.INFO)
    _LOG.propagate = False
