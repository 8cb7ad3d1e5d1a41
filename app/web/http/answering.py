"""A server that stops well: what it has accepted is answered first, and what comes later is refused at once."""

import ctypes
import selectors
import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.server import BaseWSGIServer  # type: ignore[import-untyped]

from app.web.http.waitress_server import FairChannel, Stop, make_server

_TURN_SECONDS: Final = 1.0
"""How long it waits for something to happen."""
_STOPPING_TURN_SECONDS: Final = 0.05
_IDLE_SECONDS: Final = 1.0
"""How long a connection on which nothing is asked stays open while the server stops: a request may be on its way."""
_SLOW_SECONDS: Final = 5.0
"""How long the rest of a request is waited for while the server stops, from its last byte."""
_SHARE: Final = 0.6
"""The part of the time to stop after which requests that nobody works on yet are refused."""
_ATTACH_FILTER: Final = 26
"""`SO_ATTACH_FILTER` of Linux."""
_NO_OPENING: Final = ((0x30, 0, 0, 13), (0x54, 0, 0, 0x12), (0x15, 0, 1, 0x02), (0x06, 0, 0, 0), (0x06, 0, 0, 0xFFFF))
"""A program for the filter of a socket: it drops segments of TCP that open a connection (SYN without ACK)."""


class Answering:
    """A server at an address, until it is stopped."""

    def __init__(self, app: Any, seconds: float, *, ends: Callable[[], bool] = lambda: True, **settings: Any) -> None:
        """``seconds`` are what it has to stop, and ``ends`` says then whether no other process goes on at its socket.
        ``settings`` are those of waitress, with ``host`` and ``port`` or ``sockets``.

        Raises OSError for an address that is not available.
        """
        self._seconds: Final = seconds
        self._ends: Final = ends
        self._stop: Final = Stop()
        self._map: Final[dict[int, Any]] = {}
        self._dispatcher: Final = make_server(app, map=self._map, stop=self._stop, **settings).task_dispatcher
        self._listening: Final = tuple(server for server in self._map.values() if isinstance(server, BaseWSGIServer))
        for listener in self._listening:
            # Another process that has the socket has ended it.
            listener.handle_close = self.stop
        self._asked = False

    def stop(self, *_: object) -> None:
        """Has it stop.  Handlers of signals and other threads may call it."""
        if not self._asked:
            self._asked = True
            for listener in self._listening:
                listener.pull_trigger()

    def run(self, beat: Callable[[], object] = lambda: None) -> None:
        """Answers until it is stopped, and returns when what was accepted before is answered.

        ``beat`` is called at least every second.
        """
        while not self._asked:
            beat()
            self._turn(_TURN_SECONDS)
            now = time.time()
            for channel in self._channels():
                channel.close_if_head_is_late(now)
        began = time.monotonic()
        self._stop.refusing = began + _SHARE * self._seconds
        self._stop.asked = True
        for listener in self._listening:
            _close(listener, ends=self._ends())
        idle_from = time.time()
        while (channels := self._channels()) and time.monotonic() < began + self._seconds:
            now = time.time()
            for channel in channels:
                _end(channel, now, idle_from, late=time.monotonic() > self._stop.refusing)
            beat()
            self._turn(_STOPPING_TURN_SECONDS)
        self._dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self._map, ignore_all=True)

    def _channels(self) -> list[FairChannel]:
        return [channel for listening in self._listening for channel in listening.active_channels.values()]

    def _turn(self, seconds: float) -> None:
        """Reads and sends what can be, and waits some seconds for it."""
        wasyncore.loop(seconds, use_poll=True, map=self._map, count=1)


def _end(channel: FairChannel, now: float, idle_from: float, *, late: bool) -> None:
    """Closes a connection on which nothing is asked, and refuses a request whose rest does not come."""
    if channel.request is None:
        if now - idle_from > _IDLE_SECONDS and channel.is_silent_since(now - _IDLE_SECONDS):
            channel.will_close = True
    elif late or channel.is_silent_since(now - _SLOW_SECONDS):
        channel.refuse()


def _close(listening: Any, *, ends: bool) -> None:
    """Accepts the connections that wait, and closes the socket.  If it ``ends``, further ones are refused at once."""
    listening.adj.log_socket_errors = False
    _accept(listening)
    if ends and sys.platform == "linux":
        # Between the last look and its end no connection may be made that nobody accepts.
        _drop_openings(listening.socket)
        _accept(listening)
        with suppress(OSError):
            listening.socket.shutdown(socket.SHUT_RDWR)
    # Not what waitress closes: connections still need its trigger.
    wasyncore.dispatcher.close(listening)


def _accept(listening: Any) -> None:
    with selectors.DefaultSelector() as waiting:
        waiting.register(listening.socket, selectors.EVENT_READ)
        while waiting.select(0) and listening.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            listening.handle_accept()


def _drop_openings(listening: socket.socket) -> None:
    """Has the system drop what would open a connection; its sender sends it again within a second."""
    program = b"".join(struct.pack("HBBI", *instruction) for instruction in _NO_OPENING)
    held = ctypes.create_string_buffer(program)
    listening.setsockopt(socket.SOL_SOCKET, _ATTACH_FILTER, struct.pack("HP", len(_NO_OPENING), ctypes.addressof(held)))
