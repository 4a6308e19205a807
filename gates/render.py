"""Artifacts as plain Markdown: the text that an agent receives in place of the range.

Token counts are made on this text. It groups items by kind in a fixed order, contains no ids, and refers to
sources by event ordinal only. It adds no words about what happened, and it does not escape control
characters: the caller that prints it must.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gates.artifact import Artifact, ConflictDetail, FailureDetail, Item, ItemKind, Origin, normalise_text

MAX_REFERENCES = 3
"""Most ordinals named after one statement."""

QUOTATIONS = "The user's words"

TITLE = "# Summary of "
PLAIN_TITLE = f"{TITLE}the earlier events"
LEGEND = "[eN] names the event that a statement comes from."

SECTIONS: tuple[tuple[str, ItemKind], ...] = (
    ("Open questions", ItemKind.OPEN_QUESTION),
    ("Open work", ItemKind.OPEN_WORK),
    ("Failures", ItemKind.FAILURE),
    ("Decisions", ItemKind.DECISION),
    ("Constraints", ItemKind.CONSTRAINT),
    ("Conflicts", ItemKind.CONFLICT),
    ("Facts", ItemKind.CLAIM),
    ("Artifacts", ItemKind.ARTIFACT_REF),
)
ENCRYPTED = "The summary of these events is encrypted and cannot be read."
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»"}
_INSIDE = re.compile(r"\n(?!\n)")
"""A line end before a line that is not empty."""
NEXT = "Next: "
"""The beginning of the open work that comes next, in place of its status."""
_STATUS_WORD = {"open": "Open: ", "done": "Done: ", None: ""}


def artifact_text(artifact: Artifact) -> str:
    """Return the artifact as Markdown, ending in a newline; equal artifacts give equal text."""
    source = artifact.source
    return _text(artifact, f"{TITLE}events {source.source_start} to {source.source_end}")


def unnumbered_text(artifact: Artifact) -> str:
    """Like `artifact_text`, without event numbers, for a context in which events are numbered differently."""
    return _text(without_links(artifact), PLAIN_TITLE)


def _text(artifact: Artifact, title: str) -> str:
    lines = [title, ""]
    if any(item.links for item in artifact.items):
        lines += [LEGEND, ""]
    if artifact.objective.strip():
        lines += ["## Objective", "", artifact.objective.strip(), ""]
    for heading, items in sections(artifact.items):
        lines += [f"## {heading}", ""]
        lines += [item_line(item) for item in items]
        lines.append("")
    if artifact.narrative and artifact.narrative.strip():
        lines += ["## Narrative", "", artifact.narrative.strip(), ""]
    if artifact.opaque:
        lines += [ENCRYPTED, ""]
    return "\n".join(lines[:-1]) + "\n"


def given_text(artifact: Artifact) -> str:
    """Return the text that an agent receives: an imported artifact without the links made to judge it."""
    if artifact.origin is not Origin.IMPORTED:
        return artifact_text(artifact)
    return artifact_text(without_links(artifact))


def without_links(artifact: Artifact) -> Artifact:
    """Return the artifact with the links of its items removed."""
    plain = tuple(item.model_copy(update={"links": ()}) for item in artifact.items)
    return artifact.model_copy(update={"items": plain})


def sections(items: Iterable[Item]) -> Iterator[tuple[str, list[Item]]]:
    """Yield section titles with their items, in the fixed order; empty sections are left out.

    Open questions and open work come first. Claims in the user's words have their own section after the
    constraints; within a section, finished work comes last.
    """
    grouped: dict[str, list[Item]] = {}
    for title, kind in SECTIONS:
        grouped[title] = []
        if kind is ItemKind.CONSTRAINT:
            grouped[QUOTATIONS] = []
    titles = {kind: title for title, kind in SECTIONS}
    for item in items:
        quoted = item.kind is ItemKind.CLAIM and item.speaker == "user"
        grouped[QUOTATIONS if quoted else titles[item.kind]].append(item)
    for title, members in grouped.items():
        if members:
            yield title, sorted(members, key=lambda item: item.status == "done")


def item_line(item: Item) -> str:
    """Format one statement as a list entry; further lines of its text are indented into it."""
    body = item.text.strip()
    if item.speaker == "user":
        body = f"The user: {quoted(body)}"
    status = "" if body.startswith(NEXT) else _STATUS_WORD[item.status]
    body = _INSIDE.sub("\n  ", f"- {status}{body}{_detail(item)}")
    reference = references(link.ordinal for link in item.links)
    if not reference:
        return body
    fenced = body.rsplit("\n", 1)[-1].lstrip().startswith(("```", "~~~"))
    return f"{body}\n  {reference}" if fenced else f"{body} {reference}"


def references(ordinals: Iterable[int]) -> str:
    """Format the first three distinct ordinals, ascending, as `[e12, e148]`; empty if there are none."""
    first = list(dict.fromkeys(ordinals))[:MAX_REFERENCES]
    return f"[{', '.join(f'e{ordinal}' for ordinal in sorted(first))}]" if first else ""


def quoted(text: str) -> str:
    """Return the text in quotation marks, unless it is already quoted."""
    if len(text) > 1 and _QUOTES.get(text[0]) == text[-1]:
        return text
    return f'"{text}"'


def _detail(item: Item) -> str:
    if isinstance(item.detail, FailureDetail):
        return _failure(item.text, item.detail)
    if isinstance(item.detail, ConflictDetail):
        return _sides(item, item.detail)
    return ""


def _failure(text: str, detail: FailureDetail) -> str:
    source_text = normalise_text(text)
    parts = [
        f"{name}: {value.strip()}"
        for name, value in (("where", detail.where), ("why", detail.why))
        if value.strip() and normalise_text(value) not in source_text
    ]
    return f" ({'; '.join(parts)})" if parts else ""


def _sides(item: Item, detail: ConflictDetail) -> str:
    ordinals = {link.evidence_id: link.ordinal for link in item.links}
    one, other = (
        references(ordinals[evidence] for evidence in side if evidence in ordinals)
        for side in (detail.side_a, detail.side_b)
    )
    return f" (one side {one}, the other {other})" if one and other else ""
