"""The HTTP server: waitress, in which connections that send slowly are closed in favour of others."""

import time
from typing import Any, Final

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import BaseWSGIServer, create_server  # type: ignore[import-untyped]
from waitress.task import ErrorTask  # type: ignore[import-untyped]
from werkzeug.wrappers import Request

from app.text.language import speaking
from app.web.http.errors import API, PROBLEM, problem_at
from app.web.http.language import asked_by
from app.web.http.request_log import note_refusal

_FAILED: Final = 500
"""What waitress answers where the application failed, which notes that."""
CONNECTIONS: Final = 400
"""The most connections that may be open at the same time."""
SILENT_SECONDS: Final = 30
"""A connection that sends nothing for this long is closed."""
_CLEANUP_SECONDS: Final = 5
_KEPT_FREE: Final = 8
"""The number of connections below the limit at which others are closed; waitress counts its own sockets too."""
_ANSWER_BYTES: Final = 64 * 1024 * 1024
"""The most bytes of answers that a connection may buffer, so that a slow reader does not hold a thread."""


class Explained(ErrorTask):  # type: ignore[misc]
    """The answer to a request that the server refuses itself, such as one that is far too large."""

    def execute(self) -> None:
        """Sends the answer: at an address for programs a problem, else a line of text.  It is noted."""
        asked, error = self.request, self.request.error
        if error.code != _FAILED:
            note_refusal(self.channel.server.application, getattr(asked, "command", ""), error.code)
        # Of a request without a whole head nothing is known.
        if not (getattr(asked, "path", "") or "").startswith(API):
            super().execute()
            return
        sent = {"QUERY_STRING": asked.query, "HTTP_ACCEPT_LANGUAGE": asked.headers.get("ACCEPT_LANGUAGE", "")}
        with speaking(asked_by(Request(sent))):
            body = problem_at(error.code)
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", PROBLEM))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class FairChannel(HTTPChannel):  # type: ignore[misc]
    """A connection.  If too many are open, a new one replaces the slowest that is still sending."""

    error_task_class = Explained

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.bytes_received = 0
        if len(map) >= adj.connection_limit - _KEPT_FREE:
            _close_slowest(list(server.active_channels.values()))
        super().__init__(server, sock, addr, adj, map=map)

    def received(self, data: bytes) -> Any:
        """Handles bytes that a connection has sent."""
        self.bytes_received += len(data)
        return super().received(data)


def make_server(app: Any, host: str, port: int, **settings: Any) -> Any:
    """A server that listens on an address; ``run`` answers until it is stopped.  ``settings`` are those of waitress.

    Raises OSError for an address that is not available.
    """
    sockets: dict[int, Any] = {}
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
    server = create_server(app, host=host, port=port, map=sockets, **chosen)
    for each in sockets.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class = FairChannel
    return server


def _close_slowest(channels: list[Any]) -> None:
    """Closes the connection that has sent least for its age, among those that are not being answered."""
    waiting = [each for each in channels if not each.requests and not each.total_outbufs_len and not each.will_close]
    if waiting:
        now = time.time()
        slowest = min(waiting, key=lambda each: each.bytes_received / max(now - each.creation_time, 0.001))
        slowest.handle_close()
