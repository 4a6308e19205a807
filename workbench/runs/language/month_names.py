"""Month names in languages other than English, and repair of dates that were cut as sentence ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

MONTH_NAMES = (
    r"(?:j[aä]nn?er|januari?|februari?|feber|märz|maart|april|avril|abril|aprile|mai|mei|mayo|maggio|juni|juin|junio|"
    r"giugno|juli|juillet|julio|luglio|august(?:us)?|août|agosto|septemb(?:er|re)|septiembre|settembre|oktober|"
    r"octobre|octubre|ottobre|novemb(?:er|re)|noviembre|dezember|december|décembre|diciembre|dicembre|janvier|"
    r"enero|gennaio|février|febrero|febbraio|mars|marzo|января|февраля|марта|апреля|мая|июня|июля|августа|"
    r"сентября|октября|ноября|декабря)"
)
"""German, Dutch, French, Spanish, Italian and Russian month names, as a pattern."""
_DAY = re.compile(r"\b[0-3]?\d\.$")
_MONTH = re.compile(rf"\s*{MONTH_NAMES}\b", re.I)


def whole_dates(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join spans of sentences that were cut within a date, as in `vom 5. Januar`."""
    whole: list[tuple[int, int]] = []
    for start, end in spans:
        if whole and _DAY.search(text, whole[-1][0], whole[-1][1]) and _MONTH.match(text, start):
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((start, end))
    return whole
