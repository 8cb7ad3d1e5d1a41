"""Charts: what one shows, apart from how it is drawn; each has its table and its description in words."""

from app.drawing.charts.model import Chart, Heat, Kind, Point, Series
from app.drawing.charts.shown import described, table_of

__all__ = ["Chart", "Heat", "Kind", "Point", "Series", "described", "table_of"]
