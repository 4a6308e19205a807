"""Whether a text may say who does something: `the walls were painted ochre` does not."""

from __future__ import annotations

import re
from collections.abc import Collection

from workbench.runs.language.terms import stems

_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|been|be|being|gets?|got)(?: (?:not|also|then|all|now|newly|again|\w+ly)){0,2} $",
    re.I,
)
_NOUN = re.compile(
    r"\b(?:the|an?|this|that|these|our|its|their|every|each)(?: (?:old|new|main|whole|other))? \w{3,}ings?\b"
    r"(?! (?:of|was done|were done)\b)",
    re.I,
)
_BY = re.compile(r"^[^.;:\n]{0,60}?\bby\b", re.I)


def may_name_doer(verbs: Collection[str], text: str) -> bool:
    """Return whether a text has one of some verbs other than in a passive without a doer.

    Args:
        verbs: stems of the verbs.
        text: sentences.
    """
    wanted = frozenset(verbs)
    for word in re.finditer(r"[^\W\d_]{3,}", text):
        if wanted.isdisjoint(stems(word.group())):
            continue
        if not _PASSIVE.search(text[: word.start()]) or _BY.match(text[word.end() :]):
            return True
    return False


def without_nouns(text: str) -> str:
    """Return a text without nouns that look like verbs: whoever enters the building built nothing."""
    return _NOUN.sub(" ", text)
