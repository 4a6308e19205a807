"""What says something beside what was said around it, as `Fixed in 3696270 - the flag is updated too.` does.

A page leaves it out: what it leans on is not there. Where a size was asked for it is stated too, behind what
can be read alone and is as likely.
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
"""What such a statement counts of its likelihood: about as many of them bind."""
LEAST = 0.1
"""Below this likelihood it is not stated."""
SHORTEST = 40
"""Characters of one that says something."""

OWN = re.compile(r"[A-Z`\"'(*_\[/\d]")
"""How a sentence begins that is no fragment of one."""
ENTRIES = re.compile(r"; [^a-z\s]")
"""Where two entries of a list were joined."""


def with_leaning(request: DraftRequest, each: PageStatement) -> PageStatement:
    """A statement that may bind, to be stated where it leans on others and a size was asked for."""
    if request.size is None or each.group != "likely" or each.informative or each.likelihood < LEAST:
        return each
    if each.places[-1].ordinal < request.source.start or not _leans(request, each):
        return each
    return replace(each, informative=True, likelihood=each.likelihood * LEANS)


def _leans(request: DraftRequest, each: PageStatement) -> bool:
    """Whether it is a whole sentence that says something, be it a question of the human."""
    text = each.item.text
    if len(text) < SHORTEST:
        return False
    if request.events[each.places[-1].ordinal].kind is EventKind.USER:
        return text.endswith("?")
    if not OWN.match(text) or ENTRIES.search(text) or text.endswith("?"):
        return False
    parts = [text[start:end] for start, end in sentences(text)]
    return len(statement(text).stems) >= FEWEST_NAMED and not all(map(is_interim, parts))
