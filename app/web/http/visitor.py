"""The network that a request is from, as a hash that does not reveal the address."""

import hmac
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from flask import current_app, request

from app.web.http.reserved import is_here

_CHARACTERS: Final = 32
_NETWORK: Final = 64
"""The bits of an IPv6 address that one customer of a provider has."""
_FORWARDED: Final = "X-Forwarded-For"


def this_visitor() -> str | None:
    """The visitor of the current request, for `app.database.bounded_stores`; None at the machine that serves.

    The hash is made with the secret key of the installation, and is the same for all addresses of an IPv6 network.
    """
    if is_here():
        return None
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(secret, f"visitor {_network()}".encode(), sha256).hexdigest()[:_CHARACTERS]


def _network() -> str:
    """The network of the sender; behind a proxy on this machine the last address that the proxy names."""
    sender = _parsed(request.remote_addr or "")
    if sender is not None and sender.is_loopback:
        sender = _parsed(request.headers.get(_FORWARDED, "").rpartition(",")[2].strip()) or sender
    if sender is None:
        return ""
    if isinstance(sender, IPv6Address):
        mapped = sender.ipv4_mapped
        return str(mapped or ip_network((int(sender), _NETWORK), strict=False))
    return str(sender)


def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address.partition("%")[0])
    except ValueError:
        return None
