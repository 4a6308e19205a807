"""Parser for summaries that this program wrote (`gates.render`), back to their original statements.

The headings state the kind of each statement; the event numbers after them are meaningless in another file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import FailureDetail, Item, ItemKind
from gates.render import ENCRYPTED, LEGEND, NEXT, QUOTATIONS, SECTIONS, TITLE

_KINDS = {**dict(SECTIONS), QUOTATIONS: ItemKind.CLAIM}
_TITLE = re.compile(
    rf"^{re.escape(TITLE)}(?:events \d{{1,12}} to \d{{1,12}}|the earlier events)$", re.MULTILINE
)
_BEFORE = 2_000
"""Characters of an agent's own introduction that may precede the title."""
_REFERENCES = re.compile(r"\s*\[e\d{1,12}(?:, e\d{1,12}){0,2}\]$")
_DETAIL = re.compile(
    r" \((?:where: (?P<where>[^;]{1,500}?)(?:; why: (?P<reason>[^\n]{1,2000}))?"
    r"|why: (?P<why>[^\n]{1,2000}))\)$"
)
_MOST_DETAIL = 2_600
"""Characters at the end of a failure that may be its detail; no regular expression reads more."""
_LAST = re.compile(r" \(last \w{1,40}\)$")
"""Suffix of a file reference with the last action on it; only the link has more about that."""
_STATUS = {"Open: ": "open", "Done: ": "done", NEXT: "open"}
_USER = "The user: "
_NARRATIVE, _OBJECTIVE = "Narrative", "Objective"


def read_own_format(text: str, *, linked: bool = False) -> tuple[list[Item], str] | None:
    """Return items and narrative of a summary in this program's format; None if it is in another.

    `linked`: the links of its statements are known, so the last action on a file can be kept.
    """
    title = _TITLE.search(text, 0, _BEFORE)
    if title is None or "#" in text[: title.start()]:
        return None
    lines = text[title.end() :].strip().split("\n")
    legend = bool(lines) and lines[0] == LEGEND
    items: list[Item] = []
    narrative: list[str] = []
    for heading, body in _sections(lines[legend:]):
        if heading in _KINDS:
            kind = _KINDS[heading]
            items += [_item(kind, each, heading, legend=legend, linked=linked) for each in _entries(body)]
        elif heading != _OBJECTIVE:
            narrative += body
    return items, "\n".join(narrative).removesuffix(ENCRYPTED).strip()


def _sections(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield headings with their lines; the objective is in a fence, the narrative is the whole rest."""
    heading, body = "", list[str]()
    fence = ""
    for number, line in enumerate(lines):
        title = line[3:] if line.startswith("## ") and not fence else ""
        if title == _NARRATIVE:
            yield heading, body
            yield _NARRATIVE, lines[number + 1 :]
            return
        if title in _KINDS or title == _OBJECTIVE:
            yield heading, body
            heading, body = title, []
            continue
        if heading == _OBJECTIVE:
            fence = _fence(line, fence)
        body.append(line)
    yield heading, body


def _fence(line: str, fence: str) -> str:
    """Return the fence that is open after this line; empty if none is."""
    mark = line[: len(line) - len(line.lstrip("`"))] or line[: len(line) - len(line.lstrip("~"))]
    if fence:
        return "" if line.strip() == line and mark.startswith(fence) and mark == line else fence
    return mark if len(mark) > 2 else ""


def _entries(lines: list[str]) -> Iterator[str]:
    """Yield the list entries of a section, with their continuation lines unindented."""
    entry: list[str] = []
    for line in lines:
        if line.startswith("- "):
            if entry:
                yield "\n".join(entry).strip()
            entry = [line[2:]]
        elif line.strip() or entry:
            entry.append(line.removeprefix("  "))
    if "".join(entry).strip():
        yield "\n".join(entry).strip()


def _item(kind: ItemKind, text: str, heading: str, *, legend: bool, linked: bool) -> Item:
    if legend:
        text = _REFERENCES.sub("", text) or text
    status = _STATUS.get(text[:6]) if kind is ItemKind.OPEN_WORK else None
    text = text[6:] if status is not None and not text.startswith(NEXT) else text
    detail = None
    if kind is ItemKind.FAILURE:
        found = _DETAIL.search(text, max(0, len(text) - _MOST_DETAIL)) if text.endswith(")") else None
        where, why = (found["where"] or "", found["reason"] or found["why"] or "") if found else ("", "")
        text = text[: found.start()] if found is not None and found.start() else text
        detail = FailureDetail(category="error", where=where, why=why)
    if kind is ItemKind.ARTIFACT_REF and not linked:
        text = _LAST.sub("", text) or text
    is_stated = text.startswith(_USER)
    if is_stated:
        text = _unquoted(text.removeprefix(_USER))
    if kind is ItemKind.CONFLICT:  # its sides were links
        kind = ItemKind.CLAIM
    speaker = "user" if is_stated or heading == QUOTATIONS else None
    return Item.model_validate(
        {"kind": kind, "text": text, "status": status, "speaker": speaker, "detail": detail}
    )


def _unquoted(text: str) -> str:
    inner = text[1:-1]
    return inner if len(text) > 2 and text[0] == text[-1] == '"' and inner.strip() else text
