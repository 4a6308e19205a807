"""Splits sentences into clauses that state something each, and drops remarks (S1 gate C).

One sentence of a summary often states several things: `the pool is closed; guests shower at home, but pets
stay outside`. A rule often ends with a remark on its reason: `lock the shed, my bike was stolen once`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gates.language.modality import bars, force
from gates.retention.words import words

LEAST = 2
"""Fewest content words of a clause that states something; of a ban, `no cloud`, one fewer."""
_APART = re.compile(
    r";\s+(?!(?:except|unless|but not|only|other than|apart from|if|when)\b)"
    r"|,\s+(?=(?:but|and|so|while|whereas)\s+(?!(?:only|not|never|except|unless|even|if|when|then)\b))",
    re.IGNORECASE,
)
"""Where another statement begins; an exception or a condition belongs to the one before it."""
_CONDITIONAL = re.compile(
    r"\W*(?:if|when|whenever|unless|once|until|after|before|in case|for)\b", re.IGNORECASE
)
_LEAD = re.compile(r"[^:;,.\n]{2,60}:\s+(?=\S+ \S)")
_FEELS = r"[\w-]+ (?:(?:does|do)(?:n['’]t| not) (?:want|like|need)|hates?|is allergic|are allergic)\b"
_SUBJECT = r"(?:it|this|that|he|she|they|we|i|there|(?:my|our) [\w-]+)(?:['’](?:s|re|ve|m)\b|\s)"
_SPLICED = re.compile(
    rf"[;,]\s+(?:and )?(?=(?:(?:don't|do not|never|always|please|you) |{_SUBJECT}|{_FEELS}))", re.IGNORECASE
)
"""Where a second main clause of a rule begins."""
_REMARK = re.compile(rf"{_SUBJECT}|{_FEELS}", re.IGNORECASE)


@lru_cache(maxsize=20_000)
def clauses_of(sentence: str) -> tuple[str, ...]:
    """Return the clauses that a sentence of a summary states separately; none if it is one statement.

    Each has the lead of the sentence (`Rejected: ...`). After a condition only a semicolon separates.
    """
    lead = _LEAD.match(sentence)
    opening = lead.group() if lead is not None else ""
    places, start = [], len(opening)
    for found in _APART.finditer(sentence, start):
        if found.group()[0] == "," and _CONDITIONAL.match(sentence, start):
            continue
        places.append((start, found.start()))
        start = found.end()
    if not places:
        return ()
    return tuple(opening + sentence[a:b] for a, b in (*places, (start, len(sentence))))


@lru_cache(maxsize=20_000)
def binding_clauses(text: str) -> tuple[str, ...]:
    """Return the main clauses of a rule without its remarks; none if it is one clause without a remark."""
    found = [part for part in _SPLICED.split(text) if part]
    if len(found) < 2:
        return ()
    kept = [found[0], *(part for part in found[1:] if not _is_remark(part))]
    return tuple(kept) if all(_content(part) >= LEAST - bars(part) for part in kept) else ()


def _content(clause: str) -> int:
    return sum(word.counts for word in words(clause))


def _is_remark(clause: str) -> bool:
    """Return whether a later clause only comments: it rules nothing, and has no name and no number."""
    if _REMARK.match(clause) is None:
        return False
    if re.match(_FEELS, clause, re.IGNORECASE) is None and (force(clause).firm or bars(clause)):
        return False
    return not any(word.proper or word.kind in ("name", "number") for word in words(clause))
