"""The tables of all features together."""

from typing import Final

from sqlalchemy import MetaData

import app.database.tables.access
import app.database.tables.accounts
import app.database.tables.audit_log
import app.database.tables.disputes
import app.database.tables.erasures
import app.database.tables.hand_search
import app.database.tables.jobs
import app.database.tables.kept_answers
import app.database.tables.notes
import app.database.tables.presentations
import app.database.tables.ratings
import app.database.tables.reviews
import app.database.tables.statistics
import app.database.tables.uploads
import app.database.tables.verdicts
import app.database.tables.writing  # noqa: F401 (they add their tables)
from app.database.tables.matches import METADATA

TABLES: Final[MetaData] = METADATA
