"""Who fills the stores of this installation: somebody with an account, or a network of guests."""

from app.matches.installation import this_installation
from app.web.http.network import keyed_hash, this_network
from app.web.http.this_login import this_login


def this_visitor() -> str | None:
    """The visitor of the current request, for `app.database.bounded_stores`; None if the server is for one person.

    A hash that reveals neither account nor address.
    """
    if this_installation().config.alone:
        return None
    login = this_login()
    return this_network() if login is None else keyed_hash(f"account {login.account}")
