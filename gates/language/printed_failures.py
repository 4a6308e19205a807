"""What a run prints of something that failed, whatever it ends with: one list, read with two strictnesses.

Plainly: a line that tools print of a failure and of nothing else, so that the run counts as failed. Maybe:
words that such a run prints, and others print too; it is then not said to have passed, and no more.
"""

from __future__ import annotations

import re
from enum import Flag, auto


class Failure(Flag):
    """By what strictness a form is read as a failure."""

    PLAIN = auto()
    MAYBE = auto()


_FORMS: tuple[tuple[str, Failure], ...] = (
    (r"^--- FAIL", Failure.PLAIN),
    (r"^FAIL(?:ED)?\b", Failure.PLAIN),
    (r"\bFAIL(?:ED|URES?)?\b", Failure.MAYBE),
    (r"^E   ", Failure.PLAIN),
    (r"^error(?:\[\w{1,10}\])?:", Failure.PLAIN),
    (r"^Error:", Failure.PLAIN),
    (r"^\s{0,8}[\w.]{0,60}(?:Error|Exception)\b", Failure.MAYBE),
    (r"\b[Ii]mport error\b", Failure.MAYBE),
    (r"\bTraceback \(most recent", Failure.MAYBE),
    (r"^\s*[✗✖]", Failure.PLAIN),
    (r"[✗✘✖❌]", Failure.MAYBE),
    (r"^npm ERR!", Failure.PLAIN),
    (r"^Build failed", Failure.PLAIN),
    (r"(?<!\d)[1-9]\d{0,5} (?:tests? )?(?:errors?|failed|failures?)\b", Failure.MAYBE),
    (r"\btests? failed\b", Failure.MAYBE),
    (
        r"^(?:\w[\w.]{0,20}: )?\S{1,200}:\d{1,6}(?::\d{1,6}: (?!warning\b|note\b|info\b)|: error\b)",
        Failure.MAYBE,
    ),
    (r"\berror TS\d", Failure.MAYBE),
)


def _all(strictness: Failure) -> re.Pattern[str]:
    return re.compile("|".join(form for form, read in _FORMS if strictness in read), re.MULTILINE)


_PLAIN, _MAYBE = _all(Failure.PLAIN), _all(Failure.MAYBE)


def plainly_failed(printed: str) -> bool:
    """Whether what a run printed says plainly that something failed."""
    return _PLAIN.search(printed) is not None


def may_have_failed(printed: str) -> bool:
    """Whether what a run printed holds words of a failure, so that it is not said to have passed."""
    return _MAYBE.search(printed) is not None
