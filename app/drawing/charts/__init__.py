"""Charts: what one shows, apart from how it is drawn; each has its table and its description in words."""

from app.drawing.charts.model import Chart, Heat, Point, Series, SeriesKind
from app.drawing.charts.shown import described, table_of

__all__ = ["Chart", "Heat", "Point", "Series", "SeriesKind", "described", "table_of"]
