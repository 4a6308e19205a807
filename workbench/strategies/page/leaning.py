"""Statements that depend on their context, such as `Fixed in 3696270 - the flag is updated too.`.

A page leaves them out, because the context is not there. If a size was requested they are stated too, after
equally likely ones that can be read alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.source import EventKind
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.self_contained import FEWEST_NAMED, is_interim
from workbench.strategies.page.statement import PageStatement

LEANS = 0.65
"""Factor on the likelihood of such a statement: about that share of them bind."""
LEAST = 0.1
"""Likelihood below which it is not stated."""
SHORTEST = 40
"""Fewest characters of one that says something."""

OWN = re.compile(r"[A-Z`\"'(*_\[/\d]")
"""The beginning of a sentence that is no fragment."""
ENTRIES = re.compile(r"; [^a-z\s]")
"""The place where two entries of a list were joined."""


def with_leaning(request: DraftRequest, each: PageStatement) -> PageStatement:
    """Return a proposed statement as one to be stated, if it depends on context and a size was requested."""
    if request.size is None or each.group != "likely" or each.informative or each.likelihood < LEAST:
        return each
    if each.places[-1].ordinal < request.source.start or not _leans(request, each):
        return each
    return replace(each, informative=True, likelihood=each.likelihood * LEANS)


def _leans(request: DraftRequest, each: PageStatement) -> bool:
    """Return whether it is a whole sentence that says something, or a question of the human."""
    text = each.item.text
    if len(text) < SHORTEST:
        return False
    if request.events[each.places[-1].ordinal].kind is EventKind.USER:
        return text.endswith("?")
    if not OWN.match(text) or ENTRIES.search(text) or text.endswith("?"):
        return False
    parts = [text[start:end] for start, end in sentences(text)]
    return len(statement(text).stems) >= FEWEST_NAMED and not all(map(is_interim, parts))
