"""Whether a sentence of the agent or the user is a statement that needs no sentence before it."""

from __future__ import annotations

import re

from workbench.facts.sentences.words import ACTION_VERBS, EXPLAIN_VERBS, LOOK_VERBS
from workbench.strategies.historian.stance import past_forms
from workbench.strategies.main_verbs import has_main_verb, has_verb

MOST_DIGITS = 3
"""Most digits of a number that opens a statement; a longer one is an id."""
_TERM = re.compile(r"^[^,.;]{1,60}? [-–—] ")
"""A term followed by a dash and a note on it."""
_COUNTS = re.compile(r"\S+ [a-z]", re.IGNORECASE)
"""A number and what it counts: `14 tests ran`."""
FRAGMENT = frozenset(
    "with without only not for in at on from to like by of about as if seems looks than via per".split()
)
"""Words that open no complete statement."""
_NOT_THAT = frozenset(
    "let lets this that it these those they he she here what how which who where why when and or "
    "need needs no yes should would could can will must".split()
)
"""Opening words of a report that says nothing without the sentence before it."""

VERBS = ACTION_VERBS | LOOK_VERBS | EXPLAIN_VERBS
_AUXILIARY = re.compile(r"\S{1,40} (?:is|are|was|were|has|have|had|now|works|does)\b", re.IGNORECASE)


def opens_with_subject(sentence: str) -> bool:
    """Return whether the first word, a verb by its form, is the subject: `Upload is working`."""
    return _AUXILIARY.match(sentence) is not None


def names_nobody(sentence: str) -> bool:
    """Return whether it is a list entry that describes what something does: `joins both into one error`."""
    first, _, rest = sentence.partition(" ")
    states = has_verb(rest.partition(" ")[0])
    return first[:1].islower() and first.endswith("s") and not first.endswith("ss") and not states


def is_statement(sentence: str) -> bool:
    """Return whether a sentence has a verb and is complete without the sentence before it."""
    if not (sentence[0].isalnum() or sentence[0] in "\"'#@/~"):
        return False
    opens = sentence.split(maxsplit=1)[0].casefold().strip(",").partition("'")[0]
    bare = opens in _NOT_THAT | FRAGMENT or opens.endswith("ing")
    bare = bare or (opens in VERBS and not opens_with_subject(sentence))
    number = opens[:1].isdigit() and (len(opens) > MOST_DIGITS or not _COUNTS.match(sentence))
    term = _TERM.match(sentence)
    number = number or (term is not None and not has_verb(term.group()))
    action = (
        opens[:-1] in VERBS
        or f"{opens[:-3]}y" in VERBS
        or opens[:-2] in VERBS
        or opens.endswith(("ises", "izes", "ates"))
    )
    action = action or opens in past_forms()
    return not bare and not number and not action and has_main_verb(sentence)
