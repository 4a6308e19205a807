"""The part of a statement that has a source, for a statement that as a whole has none.

Only whole clauses, sentences and parentheses are left out; no word is added, changed or moved. Nothing that
limits or negates the rest is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from workbench.strategies.clauses import limits, main_clause_texts, without_aside

FEWEST_STEMS = 3
"""Fewest content words of a part that is informative by itself."""
TURNS = frozenset("but except however only still though unless yet".split())
MOST_PARTS = 8
"""Most parts of a statement; one with more is a list, which a person should read."""


def sourced_part(text: str, has_source: Callable[[str], bool]) -> str | None:
    """Return the longest part of a text for which `has_source` is true; None if there is none."""
    for part in _parts(text, has_source):
        holds = part != text and len(statement(part).stems) >= FEWEST_STEMS and _is_whole(part, text)
        if holds and has_source(part):
            return part
    return None


def _parts(text: str, has_source: Callable[[str], bool]) -> Iterator[str]:
    bare = without_aside(text)
    yield bare
    stated = [bare[start:end] for start, end in sentences(bare)]
    if 1 < len(stated) <= MOST_PARTS:
        kept = [each for each in stated if has_source(each) or _turns(each)]
        if any(map(has_source, kept)):
            yield " ".join(kept)
            if not any(map(_turns, stated)):
                yield from sorted(kept, key=len, reverse=True)
    elif len(stated) == 1:
        texts = main_clause_texts(bare.split())
        if len(texts) <= MOST_PARTS:
            free = (each for each in texts if not any(limits(other) for other in texts if other != each))
            yield from sorted(free, key=len, reverse=True)


def _is_whole(part: str, text: str) -> bool:
    """Return whether a part begins like a sentence, and closes what it opens."""
    begins = text.startswith(part.split(maxsplit=1)[0]) or not part[0].islower()
    pairs = part.count("(") == part.count(")") and not any(part.count(mark) % 2 for mark in '"`')
    return begins and pairs


def _turns(sentence: str) -> bool:
    """Return whether a sentence retracts part of the one before it."""
    return sentence.split(maxsplit=1)[0].lower().strip(",") in TURNS
