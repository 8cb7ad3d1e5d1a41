"""The names that requests may give in `Host`: a page of another site cannot reach the server under a name of its own.

If the server answered to any name, another site could point its own name at this machine, and its page could then read
what is served here.
"""

import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

from app.database.config import Config, Mode
from app.text.language import _

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")


class HostRefused(Exception):
    """The server does not start, because of the address, the names or the proxies that it is to answer: the reason."""


def trusted_at(host: str, config: Config) -> tuple[str, ...]:
    """The names that a server at an address answers to: those configured, or else those of this machine.

    Raises HostRefused if none are configured and other machines can reach the address, if others could reach a
    server that is for the person at its machine, and if a club's members would log in without HTTPS.
    """
    if (
        config.mode is Mode.CLUB
        and not (config.secure_cookies or config.insecure)
        and (opened := _opening(host, config))
    ):
        raise HostRefused(
            _(
                "{what} opens the server to others, who would send their passwords and cookies without HTTPS: put a "
                "proxy with TLS before it and set FUPAN_SECURE_COOKIES=1, or start it with --insecure",
                what=opened,
            )
        )
    if config.alone and (open_by := _opening(host, config)):
        raise HostRefused(
            _(
                "{what} opens the server to others, who could then rule, delete and rename, because nobody logs in: "
                "set FUPAN_MODE=club, or start it with --read-only, or with --trust-visitors, which lets every "
                "visitor do everything",
                what=open_by,
            )
        )
    if config.trusted_hosts:
        return config.trusted_hosts
    if not is_loopback(host):
        raise HostRefused(
            _(
                "{host} can be reached from other machines: set FUPAN_TRUSTED_HOSTS to the names that the server "
                "answers to, with commas between them, such as fupan.example,192.168.1.5",
                host=_named(host),
            )
        )
    return tuple(dict.fromkeys((*LOOPBACK, _in_address(host))))


def _opening(host: str, config: Config) -> str:
    """The first setting by which others could reach a server at an address; empty if there is none."""
    if not is_loopback(host):
        return f"--host {_named(host)}"
    foreign = [name for name in config.trusted_hosts if not names_loopback(name)]
    if foreign:
        return f"FUPAN_TRUSTED_HOSTS={','.join(foreign)}"
    return f"FUPAN_TRUSTED_PROXIES={config.trusted_proxies}" if config.trusted_proxies else ""


def _named(host: str) -> str:
    return host or _("an empty --host")


def names_loopback(name: str) -> bool:
    """Whether a name is one of this machine's own, whatever a name server says."""
    if name.lower() == "localhost":
        return True
    with suppress(ValueError):
        return ip_address(name.removeprefix("[").removesuffix("]")).is_loopback
    return False


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address, or every address of a name."""
    with suppress(ValueError):
        return ip_address(host.partition("%")[0]).is_loopback
    if not host:
        return False
    try:
        addresses = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return bool(addresses) and all(
        ip_address(str(address[4][0]).partition("%")[0]).is_loopback for address in addresses
    )


def is_trusted(host: str, trusted: Sequence[str]) -> bool:
    """Whether a server may answer to a `Host`, with any port.  If ``trusted`` is empty, it may answer to all.

    A trusted name that begins with a dot covers all names that end with it.
    """
    if not trusted:
        return True
    name = _without_port(host).lower().removesuffix(".")
    return any(_fits(name, pattern.lower()) for pattern in trusted)


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
