"""The network that a request is from, as a hash that does not reveal the address."""

import hmac
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from flask import current_app, request

from app.matches.installation import this_installation

_CHARACTERS: Final = 32
_NETWORK: Final = 64
"""The bits of an IPv6 address that one customer of a provider has."""


def this_visitor() -> str | None:
    """The visitor of the current request, for `app.database.bounded_stores`; None if the server is for one person.

    The hash is made with the secret key of the installation, and is the same for all addresses of an IPv6 network.
    """
    if this_installation().config.alone:
        return None
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(secret, f"visitor {_network()}".encode(), sha256).hexdigest()[:_CHARACTERS]


def _network() -> str:
    sender = _parsed(request.remote_addr or "")
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
