"""Detects failures in the output of a run, whatever its exit code: one list, with two levels of strictness.

PLAIN: a line that tools print for failures only, so the run counts as failed. MAYBE: words that failed runs
print, and other runs too; the run then does not count as passed, but not as failed either.
"""

from __future__ import annotations

import re
from enum import Enum, auto


class FailureStrictness(Enum):
    """The strictness at which a form counts as a failure."""

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
    """Return whether the output of a run plainly reports a failure."""
    return _PLAIN.search(printed) is not None


def may_have_failed(printed: str) -> bool:
    """Return whether the output of a run contains words of a failure, so that it does not count as passed."""
    return _MAYBE.search(printed) is not None
