"""The figures of persons, counted slowly from the page on statistics alone; no code of the engine is used.

What is read are logs in ``fupan/1`` and the JSON reports on them, nothing else.  ``matches`` reads them, ``count``
makes the objects that ``fupan stats --json`` prints.
"""

from tests.bruteforce.statistics.filters import Filters
from tests.bruteforce.statistics.matches import Match, matches
from tests.bruteforce.statistics.persons import count, printed

__all__ = ["Filters", "Match", "count", "matches", "printed"]
