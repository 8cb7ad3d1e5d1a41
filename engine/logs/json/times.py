"""Days and moments in the notation of RFC 3339, with less than a whole moment too."""

import re
from typing import Final

from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Finding, Severity, finding, shown

_MOMENT: Final = re.compile(
    r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
    r"(?:[Tt ](?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2})(?:\.[0-9]+)?)?"
    r"(?P<zone>[Zz]|(?P<sign>[+-])(?P<hours>[0-9]{2}):(?P<minutes>[0-9]{2}))?)?"
)
_AS_PEOPLE_WRITE: Final = re.compile(
    r"(?:(?P<year>[0-9]{4}) ?(?P<between>[-/.年]) ?(?P<month>[0-9]{1,2}) ?(?:(?P=between)|月) ?(?P<day>[0-9]{1,2})日?"
    r"|(?P<first>[0-9]{1,2})\. ?(?P<middle>[0-9]{1,2})\. ?(?P<last>[0-9]{4}))"
    r"(?:[Tt ]+(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?"
    r" *(?P<zone>[Zz]|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MINUTES_A_DAY: Final = 24 * 60


def is_moment(text: str) -> bool:
    """Whether a text is a date that exists, alone or with a time of that day.

    The time follows a ``T`` or a space.  Seconds, their fraction and the zone may be left out.  The second 60 is valid
    only where a leap second is possible: in the last minute of a day in UTC, or of any hour without a zone.
    """
    moment = _MOMENT.fullmatch(text)
    if moment is None:
        return False
    year, month, day, hour, minute, second, hours, minutes = (
        int(moment[name] or 0) for name in ("year", "month", "day", "hour", "minute", "second", "hours", "minutes")
    )
    if not (1 <= month <= 12 and hour <= 23 and minute <= 59 and second <= 60 and hours <= 23 and minutes <= 59):
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= day <= _DAYS[month - 1] + (leap and month == 2):
        return False
    if second < 60:
        return True
    if moment["zone"] is None:
        return minute == 59
    ahead = (hours * 60 + minutes) * (-1 if moment["sign"] == "-" else 1)
    return (hour * 60 + minute - ahead) % _MINUTES_A_DAY == _MINUTES_A_DAY - 1


def moment_in(text: str) -> str | None:
    """The date of a text, alone or with a time, as ``is_moment`` has it, from the forms that people write.

    These are such as ``2024/5/1``, ``2024年5月1日`` and ``1.5.2024``.  None for any other form: what could be another
    date too, such as ``5/1/2024``, is none.
    """
    if is_moment(text):
        return text
    parts = _AS_PEOPLE_WRITE.fullmatch(text)
    if parts is None:
        return None
    year, month, day = parts["year"], parts["month"], parts["day"]
    if year is None:
        year, month, day = parts["last"], parts["middle"], parts["first"]
    moment = f"{year}-{month:0>2}-{day:0>2}"
    if parts["hour"] is not None:
        zone = (parts["zone"] or "").upper()
        if len(zone) == len("+0800"):
            zone = f"{zone[:3]}:{zone[3:]}"
        seconds = f":{parts['second'] or '00'}"
        moment += f"T{parts['hour']:0>2}:{parts['minute']}{seconds}{zone}"
    return moment if is_moment(moment) else None


def no_moment(value: object) -> Finding:
    """The warning that a value is no date, nor a date and a time."""
    return finding(MALFORMED, "log.format", variant="time", severity=Severity.WARNING, recorded=shown(value))
