"""The HTTP server: waitress, in which connections that send slowly are closed in favour of others."""

import logging
import math
import time
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import BaseWSGIServer, create_server  # type: ignore[import-untyped]
from waitress.task import ErrorTask  # type: ignore[import-untyped]
from waitress.utilities import Error  # type: ignore[import-untyped]
from werkzeug.wrappers import Request

from app.text.language import _, marked, speaking
from app.web.http.errors import API, PROBLEM, problem_at, problem_of
from app.web.http.language import asked_by
from app.web.http.request_log import note_refusal

_FAILED: Final = 500
"""What waitress answers where the application failed, which notes that."""
CONNECTIONS: Final = 400
"""The most connections that may be open at the same time."""
SILENT_SECONDS: Final = 30
"""A connection that sends nothing for this long is closed."""
HEAD_SECONDS: Final = 30
"""A connection whose request has no whole head this long after its first byte is closed."""
_CLEANUP_SECONDS: Final = 5
_KEPT_FREE: Final = 8
"""The number of connections below the limit at which others are closed; waitress counts its own sockets too."""
_ANSWER_BYTES: Final = 64 * 1024 * 1024
"""The most bytes of answers that a connection may buffer, so that a slow reader does not hold a thread."""
_RETRY_SECONDS: Final = 5
"""When a request that was refused because the server stops may be sent again; a service that restarts is back then."""
_STOPS: Final = marked("The server is stopping. Send this once more in a few seconds.")


@dataclass
class Stop:
    """Whether a server has been asked to stop."""

    asked: bool = False
    refusing: float = math.inf
    """The moment (`time.monotonic`) from which requests that nobody works on yet are refused."""


class Stops(Error):  # type: ignore[misc]
    """Why a request is not answered by a server that stops."""

    code = 503
    reason = "Service Unavailable"


class RefusedRequest(ErrorTask):  # type: ignore[misc]
    """The answer to a request that the server refuses itself, such as one that is far too large."""

    def execute(self) -> None:
        """Sends the answer: at an address for programs a problem, else a line of text.  It is noted."""
        asked, error = self.request, self.request.error
        if error.code != _FAILED:
            note_refusal(self.channel.server.application, getattr(asked, "command", ""), error.code)
        stops = isinstance(error, Stops)
        if stops:
            self.response_headers.append(("Retry-After", str(_RETRY_SECONDS)))
        # Of a request without a whole head nothing is known.
        if not (getattr(asked, "path", "") or "").startswith(API):
            super().execute()
            return
        sent = {"QUERY_STRING": asked.query, "HTTP_ACCEPT_LANGUAGE": asked.headers.get("ACCEPT_LANGUAGE", "")}
        with speaking(asked_by(Request(sent))):
            body = msgspec.json.encode(problem_of(error.code, _(_STOPS))) if stops else problem_at(error.code)
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", PROBLEM))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class FairChannel(HTTPChannel):  # type: ignore[misc]
    """A connection.  If too many are open, a new one replaces the slowest that is still sending."""

    error_task_class = RefusedRequest
    request: Any
    will_close: bool

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None, *, stop: Stop) -> None:
        self.bytes_received = 0
        self._stop: Final = stop
        self._asked_at = 0.0
        if len(map) >= adj.connection_limit - _KEPT_FREE and not stop.asked:
            _close_slowest(list(server.active_channels.values()))
        super().__init__(server, sock, addr, adj, map=map)

    def received(self, data: bytes) -> Any:
        """Handles bytes that a connection has sent."""
        self.bytes_received += len(data)
        if self.request is None:
            self._asked_at = time.time()
        return super().received(data)

    def service(self) -> None:
        """Answers a request; where the server stops, as the last of its connection, or with 503 when it is late."""
        if self._stop.asked:
            request = self.requests[0]
            request.headers["CONNECTION"] = "close"
            if request.error is None and time.monotonic() > self._stop.refusing:
                request.error = Stops(_STOPS)
        super().service()

    def refuse(self) -> None:
        """Answers a request that is not whole with 503, because the server stops."""
        with self.requests_lock:
            if self.request is not None and not self.requests:
                self.request.error = Stops(_STOPS)
                self.requests.append(self.request)
                self.request = None
                self.server.add_task(self)

    def close_if_head_is_late(self, now: float) -> None:
        """Closes the connection if the head of its request has been sent for too long."""
        request = self.request
        if request is not None and not request.headers_finished and now - self._asked_at > HEAD_SECONDS:
            self.will_close = True

    def is_silent_since(self, moment: float) -> bool:
        """Whether no answer is made or sent, and nothing has come since a moment (`time.time`)."""
        return not (self.requests or self.total_outbufs_len or self.will_close) and self.last_activity < moment


def make_server(
    app: Any,
    host: str = "",
    port: int = 0,
    *,
    map: dict[int, Any] | None = None,
    stop: Stop | None = None,
    **settings: Any,
) -> Any:
    """A server that listens on an address; ``run`` answers until it is stopped.

    ``settings`` are those of waitress; with ``sockets`` there is no address.  What it listens to and its connections
    are put into ``map``, and ``stop`` says whether it has been asked to stop.

    Raises OSError for an address that is not available.
    """
    sockets: dict[int, Any] = {} if map is None else map
    if "sockets" not in settings:
        settings |= {"host": host, "port": port}
    chosen = {
        "connection_limit": CONNECTIONS,
        "channel_timeout": SILENT_SECONDS,
        "cleanup_interval": _CLEANUP_SECONDS,
        "asyncore_use_poll": True,
        "outbuf_high_watermark": _ANSWER_BYTES,
        "ident": None,
        # The application looks at the headers that a proxy adds, and believes nothing that they say.
        "clear_untrusted_proxy_headers": False,
    } | settings
    server = create_server(app, map=sockets, **chosen)
    # That requests wait is nothing that an operator has to act on.
    server.task_dispatcher.queue_logger.setLevel(logging.ERROR)
    for socket in sockets.values():
        if isinstance(socket, BaseWSGIServer):
            socket.channel_class = partial(FairChannel, stop=stop or Stop())
    return server


def _close_slowest(channels: list[Any]) -> None:
    """Closes the connection that has sent least for its age, among those that are not being answered."""
    waiting = [
        channel
        for channel in channels
        if not channel.requests and not channel.total_outbufs_len and not channel.will_close
    ]
    if waiting:
        now = time.time()
        slowest = min(waiting, key=lambda channel: channel.bytes_received / max(now - channel.creation_time, 0.001))
        slowest.handle_close()
