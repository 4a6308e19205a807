"""Values that a claim gives to a name of code, compared with the values that the session gives it.

Hard: `named_value_differs`, a number for a name that has other numbers in the session and never this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Item, ItemKind
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.quantities import time_unit
from gates.search.index import SourceIndex
from gates.source import EventKind

BESIDE = 60
"""Most characters between a name and its value."""
LEAST_NAME = 6
"""Fewest letters of a name of code."""

_NAME = r"`?(?P<name>[A-Za-z_][\w.-]{3,80})`?"
_STATED = re.compile(
    rf"(?<![\w./]){_NAME}(?: is| are| was set to| set to| of| at| equals|:| =|=) ?(?:now )?`?"
    r"(?P<number>\d{1,9}(?:\.\d{1,4})?)"
    r" ?(?P<unit>ms|milliseconds?|s|secs?|seconds?|min|minutes?|m|h|hrs?|hours?|d|days?)?`?"
    r"(?![\w%]|\.\d|,\d|:\d|-\d|–\d|/\d)"
)
_CODE = re.compile(r"[a-z0-9][A-Z]|\w_\w|\w\.\w")
_FILE = re.compile(
    r"\.(?:c|cc|cpp|css|go|h|html|java|jsx?|json|kt|lock|mdx?|mjs|php|py|rb|rs|scss|sh|sql|swift|toml"
    r"|tsx?|txt|vue|ya?ml)$"
)
_EARLIER = re.compile(
    r"\b(?:should|must|was|were|before|from|instead|chang\w+|increas\w+|lower\w+|rais\w+|reduc\w+|would"
    r"|could|if|when|e\.g|example|line)\b",
    re.IGNORECASE,
)
_IN_CODE = (
    r"\W{0,4}(?:(?:is|of|to|at|int|float|number|time\.Duration|const)\W{1,3}){0,2}(?<![\d.])"
    r"(\d{1,9}(?:\.\d{1,4})?)\s?\*?\s?(?:time\.)?([A-Za-z]{0,12})"
)


def values_named(item: Item, index: SourceIndex) -> list[Found]:
    """Return this rule's finding on one item."""
    if item.speaker == "user" or "\n" in item.text or not index.scope_complete:
        return []
    if item.kind is ItemKind.OPEN_WORK and item.status != "done":
        return []
    return next(([found] for found in _value_findings(item, index)), [])


def _value_findings(item: Item, index: SourceIndex) -> Iterator[Found]:
    if _EARLIER.search(item.text):
        return
    for match in _STATED.finditer(item.text):
        name, value = match["name"], float(match["number"])
        unit = time_unit(match["unit"] or "") or ""
        if len(name) < LEAST_NAME or not _CODE.search(name) or _FILE.search(name):
            continue
        known = _values_of(name, index)
        others = [(claimed, at) for claimed, its, at in known if its == unit]
        if (
            not others
            or any(claimed == value for claimed, _, _ in known)
            or _beside(name, match["number"], index)
        ):
            continue
        if any(its != unit for _, its, _ in known):
            continue
        claimed, ordinal = others[-1]
        message = f"gives {name} the value {value:g}; the session has {claimed:g}"
        yield Found("named_value_differs", "hard", message, (*item.links, *links_of([ordinal], index)), name)


def _values_of(name: str, index: SourceIndex) -> list[tuple[float, str, int]]:
    """Return the values that the session writes right after a name, with their units and events."""
    words = re.compile(rf"(?<![\w.]){re.escape(name)}\b" + _IN_CODE)
    found = []
    for event in index.events:
        if name in event.text and event.kind is not EventKind.COMPACTION:
            for number, word in words.findall(event.text):
                found.append((float(number), time_unit(word) or "", event.ordinal))
    return found


def _beside(name: str, number: str, index: SourceIndex) -> bool:
    """Return whether the number occurs anywhere near the name."""
    near = re.compile(
        rf"{re.escape(name)}[^\n]{{0,{BESIDE}}}(?<![\d.]){re.escape(number)}(?!\d)"
        rf"|(?<![\d.]){re.escape(number)}(?!\d)[^\n]{{0,{BESIDE}}}{re.escape(name)}"
    )
    return any(name in e.text and number in e.text and near.search(e.text) for e in index.events)
