"""The network that a request is from, as a hash that does not reveal the address."""

import hmac
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from flask import current_app, request

_CHARACTERS: Final = 32
_NETWORK: Final = 64
"""The bits of an IPv6 address that one customer of a provider has."""


def this_network() -> str:
    """The network of the current request, the same for all addresses of an IPv6 network."""
    return keyed_hash(f"visitor {_network()}")


def keyed_hash(of: str) -> str:
    """A hash that is made with the secret key of the installation."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(secret, of.encode(), sha256).hexdigest()[:_CHARACTERS]


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
