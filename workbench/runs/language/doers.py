"""Whether a text may say who does something: `the walls were painted ochre` does not."""

from __future__ import annotations

import re
from collections.abc import Collection

from workbench.runs.language.terms import stems

_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|been|be|being|gets?|got)(?: (?:not|also|then|all|now|newly|again|\w+ly)){0,2} $",
    re.I,
)
_BY = re.compile(r"^[^.;:\n]{0,60}?\bby\b", re.I)


def may_name_doer(verbs: Collection[str], text: str) -> bool:
    """Return whether a text has one of some verbs other than in a passive without a doer.

    Args:
        verbs: stems of the verbs.
        text: sentences.
    """
    for word in re.finditer(r"[^\W\d_]{3,}", text):
        if set(verbs).isdisjoint(stems(word.group())):
            continue
        if not _PASSIVE.search(text[: word.start()]) or _BY.match(text[word.end() :]):
            return True
    return False
