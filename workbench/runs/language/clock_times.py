"""Times of day in a text, in figures and in words: `22:30`, `half past ten`, `by eleven`."""

from __future__ import annotations

import re

_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_HOUR = rf"(?:\d{{1,2}}|{'|'.join(_HOURS)})"
_MINUTES = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_UNIT = (
    r"(?:%|per ?cent|euros?|pounds?|dollars?|kroner|francs?|[cmk]?m\b|k?g\b|\w*(?:met|lit)(?:re|er)s?|"
    r"tonnes?|knots?|degrees?|°)"
)
"""Units after a figure with a full stop, which is then not a time."""
_PAID = "".join(
    f"(?<!{word} )" for word in ("pay", "pays", "paid", "cost", "costs", "charge", "charged", "for")
)
"""No word before an amount of money or a length of time precedes."""
_CLOCK = re.compile(
    rf"(?<![$€£]){_PAID}\b(?P<hour>[01]?\d|2[0-3])[:.](?P<minute>[0-5]\d)\b(?![.:]?\d|\s?{_UNIT})(?:\s?(?P<half>[ap])\.?m\b)?"
    rf"|\b(?P<part>{'|'.join(sorted(_MINUTES, key=len, reverse=True))})(?: minutes)? (?P<side>past|to) "
    rf"(?P<of>{_HOUR})\b"
    rf"|\b(?P<sharp>{_HOUR})(?: ?o.clock\b|\s?(?P<noon>[ap])\.?m\b)"
    rf"|\b(?:at|by|until|till|before|after|from) (?P<bare>{'|'.join(_HOURS)})\b"
    r"(?=[.,;:!?)]|\s*$| (?:and|or|until|till|in the|at|on|every|each)\b)",
    re.I,
)
HALF_DAY = 720
"""Minutes after which a twelve-hour clock shows the same time."""


def clock_times(text: str) -> set[int]:
    """Return the times of day in a text, in minutes of a twelve-hour clock, from 0 to 719."""
    found = set()
    for match in _CLOCK.finditer(text):
        stated = match.groupdict()
        hour = stated["hour"] or stated["of"] or stated["sharp"] or stated["bare"]
        minutes = int(stated["minute"] or 0)
        if stated["part"]:
            part = _MINUTES[stated["part"].casefold()]
            minutes = part if stated["side"].casefold() == "past" else -part
        found.add((60 * _hour(hour) + minutes) % HALF_DAY)
    return found


def _hour(word: str) -> int:
    return int(word) if word.isdigit() else 1 + _HOURS.index(word.casefold())
