"""What a server notes of each request: a line with the rule of its address, never its values, and what is counted.

Every request has an id, which its answer, its line and the page about a fault have.
"""

import json
import logging
import os
import secrets
import sys
import time
from types import TracebackType
from typing import Any, Final

from flask import Flask, Response, g, request

from app.text.moments import moment

_LOG: Final = logging.getLogger(__name__)
_ID: Final = "fupan_request"
_BEGUN: Final = "fupan_request_begun"
_METRICS: Final = "fupan-metrics"
_ID_BYTES: Final = 8
COUNTED_TOGETHER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of prometheus_client with the folder in which several processes count."""
HEADER: Final = "X-Request-Id"


class LoggedFlask(Flask):
    """An application that logs a fault with the id of the request and the rule of its address, which has no values."""

    def log_exception(self, exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None]) -> None:
        """Logs what a request failed with."""
        self.logger.error("request %s failed at %s %s", this_id(), request.method, _rule(), exc_info=exc_info)


def note_requests(app: Flask, *, counted: bool) -> None:
    """Gives each request to an application an id, logs a line of JSON about it, and counts it where that is asked."""
    metrics = _metrics() if counted else None
    app.extensions[_METRICS] = metrics
    app.jinja_env.globals["request_id"] = this_id

    @app.before_request
    def begin() -> None:
        setattr(g, _BEGUN, time.perf_counter())

    @app.after_request
    def note(response: Response) -> Response:
        response.headers[HEADER] = this_id()
        seconds = time.perf_counter() - g.get(_BEGUN, time.perf_counter())
        if metrics is not None:
            metrics.note(request.method, _rule(), response.status_code, seconds)
        if _LOG.isEnabledFor(logging.INFO):
            _LOG.info("%s", _line(response.status_code, seconds))
        return response


def this_id() -> str:
    """The id of the current request."""
    if _ID not in g:
        setattr(g, _ID, secrets.token_hex(_ID_BYTES))
    found: str = g.get(_ID)
    return found


def metrics_of(app: Flask) -> "Metrics | None":
    """What is counted of the requests to an application; None where nothing is, or the library is not there."""
    found: Metrics | None = app.extensions[_METRICS]
    return found


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

    def note(self, method: str, rule: str, status: int, seconds: float) -> None:
        """Counts a request."""
        self._requests.labels(method if method in _METHODS else "other", rule, str(status)).inc()
        self._seconds.labels(rule).observe(seconds)

    def text(self) -> bytes:
        """All that is counted, in the text format of Prometheus."""
        found: bytes = self._library.generate_latest(self._counted())
        return found

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


def _rule() -> str:
    """The rule of the address of the current request, without its values; empty where there is none."""
    return "" if request.url_rule is None else request.url_rule.rule


def _line(status: int, seconds: float) -> str:
    return json.dumps(
        {
            "at": moment(),
            "id": this_id(),
            "method": request.method if request.method in _METHODS else "other",
            "rule": _rule(),
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
    )


def write_lines() -> None:
    """Has this process write the lines to its standard error."""
    _LOG.addHandler(logging.StreamHandler(sys.stderr))
    _LOG.setLevel(logging.INFO)
    _LOG.propagate = False
