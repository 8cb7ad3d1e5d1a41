"""Prints the figures of a game: LOGS in fupan/1 and their REPORTS, a line each, then filters as NAME=VALUE."""

import sys
from pathlib import Path

from tests.bruteforce.statistics import Filters, count, matches, printed

if __name__ == "__main__":
    logs, reports, game, *filters = sys.argv[1:]
    read = matches(Path(logs).read_bytes().splitlines(), Path(reports).read_bytes().splitlines())
    asked = Filters(**dict(each.split("=", 1) for each in filters))
    sys.stdout.write(printed(count(read, game, asked)))
