"""The HTTP server: waitress, where connections that are slow to send give way to others."""

import time
from typing import Any, Final

from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import BaseWSGIServer, create_server  # type: ignore[import-untyped]

CONNECTIONS: Final = 400
"""Connections that are open at the same time, at the most."""
SILENT_SECONDS: Final = 30
"""A connection on which nothing comes for so long is closed."""
_CLEANUP_SECONDS: Final = 5
_KEPT_FREE: Final = 8
"""Connections below the limit at which others are closed; waitress counts its own sockets too."""
_ANSWER_BYTES: Final = 64 * 1024 * 1024
"""Bytes of answers that a connection may hold back, so that a slow reader does not hold a thread."""


class FairChannel(HTTPChannel):  # type: ignore[misc]
    """A connection; where too many are open, a new one takes the place of the slowest that is still sending."""

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.bytes_received = 0
        if len(map) >= adj.connection_limit - _KEPT_FREE:
            _close_slowest(list(server.active_channels.values()))
        super().__init__(server, sock, addr, adj, map=map)

    def received(self, data: bytes) -> Any:
        """Takes bytes that came."""
        self.bytes_received += len(data)
        return super().received(data)


def make_server(app: Any, host: str, port: int, **settings: Any) -> Any:
    """A server that listens at an address; ``run`` answers until it is stopped.  ``settings`` are those of waitress.

    Raises OSError for an address that cannot be had.
    """
    sockets: dict[int, Any] = {}
    chosen = {
        "connection_limit": CONNECTIONS,
        "channel_timeout": SILENT_SECONDS,
        "cleanup_interval": _CLEANUP_SECONDS,
        "asyncore_use_poll": True,
        "outbuf_high_watermark": _ANSWER_BYTES,
        "ident": None,
    } | settings
    server = create_server(app, host=host, port=port, map=sockets, **chosen)
    for each in sockets.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class = FairChannel
    return server


def _close_slowest(channels: list[Any]) -> None:
    """Closes the connection that has sent least for its age, of those that are not being answered."""
    waiting = [each for each in channels if not each.requests and not each.total_outbufs_len and not each.will_close]
    if waiting:
        now = time.time()
        slowest = min(waiting, key=lambda each: each.bytes_received / max(now - each.creation_time, 0.001))
        slowest.handle_close()
