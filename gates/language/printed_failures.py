"""What a run prints of something that failed, whatever it ends with: one list, read with two strictnesses.

Plainly: a line that tools print of a failure and of nothing else, so that the run counts as failed. Maybe:
words that such a run prints, and others print too; it is then not said to have passed, and no more.
"""

from __future__ import annotations

import re
from enum import Enum, auto


class FailureStrictness(Enum):
    """By what strictness a form is read as a failure."""

    PLAIN = auto()
    MAYBE = auto()


_FORMS: tuple[tuple[str, FailureStrictness], ...] = (
    (r"^--- FAIL", FailureStrictness.PLAIN),
    (r"^FAIL(?:ED)?\b", FailureStrictness.PLAIN),
    (r"\bFAIL(?:ED|URES?)?\b", FailureStrictness.MAYBE),
    (r"^E   ", FailureStrictness.PLAIN),
    (r"^error(?:\[\w{1,10}\])?:", FailureStrictness.PLAIN),
    (r"^Error:", FailureStrictness.PLAIN),
    (r"^\s{0,8}[\w.]{0,60}(?:Error|Exception)\b", FailureStrictness.MAYBE),
    (r"\b[Ii]mport error\b", FailureStrictness.MAYBE),
    (r"\bTraceback \(most recent", FailureStrictness.MAYBE),
    (r"^\s*[✗✖]", FailureStrictness.PLAIN),
    (r"[✗✘✖❌]", FailureStrictness.MAYBE),
    (r"^npm ERR!", FailureStrictness.PLAIN),
    (r"^Build failed", FailureStrictness.PLAIN),
    (r"(?<!\d)[1-9]\d{0,5} (?:tests? )?(?:errors?|failed|failures?)\b", FailureStrictness.MAYBE),
    (r"\btests? failed\b", FailureStrictness.MAYBE),
    (
        r"^(?:\w[\w.]{0,20}: )?\S{1,200}:\d{1,6}(?::\d{1,6}: (?!warning\b|note\b|info\b)|: error\b)",
        FailureStrictness.MAYBE,
    ),
    (r"\berror TS\d", FailureStrictness.MAYBE),
)


def _all(strictness: FailureStrictness) -> re.Pattern[str]:
    return re.compile("|".join(form for form, read in _FORMS if read is strictness), re.MULTILINE)


_PLAIN, _MAYBE = _all(FailureStrictness.PLAIN), _all(FailureStrictness.MAYBE)


def plainly_failed(printed: str) -> bool:
    """Whether what a run printed says plainly that something failed."""
    return _PLAIN.search(printed) is not None


def may_have_failed(printed: str) -> bool:
    """Whether what a run printed holds words of a failure, so that it is not said to have passed."""
    return _MAYBE.search(printed) is not None
