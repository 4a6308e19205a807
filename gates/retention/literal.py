"""Checks whether a statement contains the words of an item, ignoring case, punctuation and articles."""

from __future__ import annotations

import re
from functools import lru_cache

from gates.artifact import normalise_text
from gates.language.modality import runs
from gates.language.word_bounds import occurs_in

ELISION = re.compile(r"\.\.\.|…")
"""The mark of words that a quotation leaves out."""
_ARTICLES = frozenset(("a", "an", "the"))

Forms = tuple[str, str, str]
"""The forms in which words are searched: normalised, as runs, and without articles."""


def word_forms(original: str) -> Forms:
    """Return the words of an item in the forms in which they are searched."""
    return normalise_text(original).rstrip(".!"), runs(original), bare(original)


def occurs_literally(forms: Forms, stated: str) -> bool:
    """Return whether a statement contains the words of an item in one of their forms."""
    return occurs_in(forms[0], normalise_text(stated)) or forms[1] in runs(stated) or forms[2] in bare(stated)


def may_occur_in_any(forms: Forms, stated: tuple[str, ...]) -> bool:
    """Return whether any of some statements may contain the words; False is certain.

    All statements are searched at once.
    """
    normal, plain, without = _one_below_the_other(stated)
    return occurs_in(forms[0], normal) or forms[1] in plain or forms[2] in without


@lru_cache(maxsize=16)
def _one_below_the_other(stated: tuple[str, ...]) -> Forms:
    """Return the joined texts of all statements, in each of the three forms."""
    normal, plain, without = ("\n".join(map(form, stated)) for form in (normalise_text, runs, bare))
    return normal, plain, without


@lru_cache(maxsize=20_000)
def bare(text: str) -> str:
    """Return the words of a text without articles, with a space before and after each."""
    return f" {' '.join(word for word in runs(text).split() if word not in _ARTICLES)} "
