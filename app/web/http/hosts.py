"""The names that requests may give in `Host`: a page of another site cannot reach the server under a name of its own.

If the server answered to any name, another site could point its own name at this machine, and its page could then read
what is served here.
"""

import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

from app.text.language import _

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")


class HostsNeeded(Exception):
    """Other machines can reach the server, and the names that it answers to are not configured."""

    def __init__(self, host: str) -> None:
        super().__init__(
            _(
                "{host} can be reached from other machines: set FUPAN_TRUSTED_HOSTS to the names that the server "
                "answers to, with commas between them, such as fupan.example,192.168.1.5",
                host=host,
            )
        )


def trusted_at(host: str, configured: Sequence[str]) -> tuple[str, ...]:
    """The names that a server at an address answers to: those configured, or else those of this machine.

    Raises HostsNeeded if none are configured and other machines can reach the address.
    """
    if configured:
        return tuple(configured)
    if not is_loopback(host):
        raise HostsNeeded(host or _("an empty --host"))
    return tuple(dict.fromkeys((*LOOPBACK, _in_address(host))))


def is_local(host: str, configured: Sequence[str]) -> bool:
    """Whether a server at an address is for this machine alone: no others can reach it, no names are configured."""
    return not configured and is_loopback(host)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address, or every address of a name."""
    with suppress(ValueError):
        return ip_address(host.partition("%")[0]).is_loopback
    if not host:
        return False
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return bool(found) and all(ip_address(str(each[4][0]).partition("%")[0]).is_loopback for each in found)


def is_trusted(host: str, trusted: Sequence[str]) -> bool:
    """Whether a server may answer to a `Host`, with any port.  If ``trusted`` is empty, it may answer to all.

    A trusted name that begins with a dot covers all names that end with it.
    """
    if not trusted:
        return True
    name = _without_port(host).lower().removesuffix(".")
    return any(_fits(name, each.lower()) for each in trusted)


def _fits(name: str, trusted: str) -> bool:
    if trusted.startswith("."):
        return name == trusted[1:] or name.endswith(trusted)
    return name == _in_address(trusted)


def _without_port(host: str) -> str:
    if host.startswith("["):
        inside, end, _ = host.partition("]")
        return inside + end
    return host.partition(":")[0]


def _in_address(host: str) -> str:
    """A host as it is written in addresses: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host
