"""Names that occur nowhere in a session, if a similar name occurs in their place.

That a name is absent proves little by itself. If a passage says nearly the same with another name of its
kind, the claim's name was probably exchanged. `name_differs`: hard if half of the parts of the two names of
code are equal, else a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from gates.artifact import Item, ItemKind
from gates.contradiction.in_place import LEAST_REST, passages, text_of
from gates.findings import Found
from gates.language.code_lines import is_code
from gates.language.file_names import base_name
from gates.language.similarity import statement
from gates.language.tokens import IdentifierKind, humps
from gates.search.course_texts import letters
from gates.search.identifiers import known_name, unknown_names
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch

SLOT_AT = 0.5
"""Share of a claim's other words that a passage with an unrelated name must contain."""
KIN_AT = 0.3
"""Share of a claim's other words that a passage must contain if the two names share a part."""
NEAR_AT = 0.5
"""Share of the longer name's parts that must be equal for one name to be the other with a part exchanged."""
_PROPOSED = re.compile(
    r"\b(?:should|would|could|might|may|plan(?:s|ned)?|propos\w+|suggest\w+|e\.g|such as|like|to be|will)\b",
    re.IGNORECASE,
)
"""Words about names that need not exist yet."""
_TICKED = re.compile(r"`([\w@./:-]{4,80})`")
_DOMAIN = re.compile(
    r"(?<![\w@./-])(?:[a-z0-9-]{2,40}\.){1,3}(?:com|dev|io|org|net|cc|app|sh|ai|js)(?![\w.])"
)
_VERSIONED = re.compile(
    r"(?<![\w@./-])[a-z]{2,20}(?:-[a-z0-9.]{1,20}){0,4}-(?=[a-z]{0,8}\d)[a-z0-9]{1,12}(?:\.\d{1,3})?(?![\w/-])"
)
"""A model, a region or a similar versioned name: `gpt-5.1`, `us-east-1`."""
_STAND_IN = re.compile(r"`?[\w./-]{0,40}<[\w: \[\]-]{1,40}>[\w./<>-]{0,60}`?")
"""A name with a placeholder: `entire/<commit>-<worktree>`."""
_HEX = re.compile(r"[0-9a-f]{7,39}")
_FORMULA = re.compile(r"\w [/*×÷] \w")
_REF = re.compile(r"(?<![\w@./-])[\w.-]{2,40}/[\w./-]{3,80}")
_UPPER = re.compile(r"\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}\b")
_NAMED = (_DOMAIN, _UPPER, _VERSIONED)


def names_differ(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find the first name of a claim for which the session has another."""
    if item.speaker == "user" or is_code(item.text) or "\n" in item.text or not index.scope_complete:
        return []
    if item.kind is ItemKind.OPEN_WORK and item.status != "done":
        return []
    compared = statement(item.text)
    for name in absent_names(item.text, index):
        if f"_{name}" in item.text:
            continue  # only the end of a longer name
        rest = compared.stems - statement(name).stems
        if len(rest) < LEAST_REST:
            continue
        found = _sibling(name, rest, item.text, index, search)
        if found is not None:
            other, segment = found
            message = f"{name} occurs nowhere in the session, which has {other} there"
            sure = _near_miss(name, other) and not _PROPOSED.search(item.text)
            severity: Literal["hard", "warning"] = "hard" if sure else "warning"
            return [Found("name_differs", severity, message, (*item.links, search.link_of(segment)), name)]
    return []


def _near_miss(name: str, other: str) -> bool:
    """Return whether two names of code are equal except for some of their parts."""
    if _kind(name) != "symbol" or _kind(other) != "symbol":
        return False
    mine, theirs = _parts(name), _parts(other)
    exchanged = bool(mine - theirs) and bool(theirs - mine)
    return exchanged and len(mine & theirs) >= NEAR_AT * max(len(mine), len(theirs))


def absent_names(text: str, index: SourceIndex) -> list[str]:
    """Return the names of a text that the session never mentions in any form."""
    text = _STAND_IN.sub(" ", text)
    if _FORMULA.search(text):
        return []
    found = dict.fromkeys(name for name, _ in unknown_names(text, index))
    for pattern in (_TICKED, *_NAMED):
        for match in pattern.finditer(text):
            name = match.group(1) if pattern is _TICKED else match.group()
            bare = name.strip("./:-")
            kind = IdentifierKind.PATH if "/" in bare else IdentifierKind.SYMBOL
            if not known_name(bare, kind, index):
                found.setdefault(bare)
    return [name for name in found if not (_spelled(name, index) or _is_tool(name, index))]


def _is_tool(name: str, index: SourceIndex) -> bool:
    """Return whether a name is that of a called tool, which occurs in no text."""
    return any(name in event.tool.name for event in index.events if event.tool is not None)


def _spelled(name: str, index: SourceIndex) -> bool:
    """Return whether the session has a name with other punctuation, or as the beginning of other names."""
    if (name.endswith(("_", "-")) or _HEX.fullmatch(name)) and index.mentions_prefix(name):
        return True
    return ("/" in name or "-" in name) and index.spells(letters(name), len(name))


def _kind(name: str) -> str:
    if _UPPER.fullmatch(name):
        return "upper"
    if "/" in name:
        return "path" if "." in base_name(name) else "ref"
    if _DOMAIN.fullmatch(name):
        return "domain"
    if _VERSIONED.fullmatch(name):
        return "versioned"
    if re.fullmatch(r"[\w@.+-]+\.[a-z]{1,5}", name):
        return "file"
    return "symbol"


def _candidates(text: str) -> Iterator[str]:
    yield from (name for name, _ in statement(text).tokens.identifiers)
    for pattern in (_TICKED, *_NAMED, _REF):
        for match in pattern.finditer(text):
            yield (match.group(1) if pattern is _TICKED else match.group()).strip("./:-")


def _sibling(
    name: str, rest: frozenset[str], text: str, index: SourceIndex, search: SpanSearch
) -> tuple[str, TextSegment] | None:
    kind, parts = _kind(name), _parts(name)
    low = text.casefold()
    best: tuple[float, str, TextSegment] | None = None
    for share, segment in passages(rest, index, search):
        if share < KIN_AT:
            continue
        words = text_of(segment, index)
        for other in _candidates(words):
            bare = base_name(other) if kind == "file" else other
            if _kind(bare) != kind or bare.casefold() in low:
                continue
            if kind == "file" and bare.rsplit(".", 1)[-1] != name.rsplit(".", 1)[-1]:
                continue
            kin = bool(parts & _parts(bare))
            if share >= (KIN_AT if kin else SLOT_AT) and (best is None or share + kin > best[0]):
                best = share + kin, bare, segment
    return None if best is None else best[1:]


def _parts(name: str) -> frozenset[str]:
    bare = base_name(name) if "." in base_name(name) else name
    stem = bare.rsplit(".", 1)[0]
    return frozenset(part.casefold() for part in humps(stem) if len(part) > 2)
