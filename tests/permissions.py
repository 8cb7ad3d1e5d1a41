"""What every address of the application needs, as views say it beside their addresses."""

from types import MappingProxyType

from app.web.create_app import blueprints
from app.web.http.pages import needs_of

NEEDS = needs_of(blueprints())
TABLE = MappingProxyType({key: (needed.may, needed.of) for key, needed in NEEDS.items()})
"""By endpoint and method, the permission and what it is needed for."""
ONLY = MappingProxyType({key: needed.only for key, needed in NEEDS.items() if needed.only is not None})
"""By endpoint and method, what the permission does not say."""
