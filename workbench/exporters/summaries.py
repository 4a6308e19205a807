"""A summary for export: its statements are text, and its quotations are attributed and fenced.

An artifact's content comes from a transcript, so nothing in it may become a heading, link, image or HTML of
the surrounding document, and no quotation may pass for the document's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Artifact, Item
from gates.render import given_text, item_line, references, sections, unnumbered_text
from workbench.facts.objective import was_asked_for
from workbench.templates.filters import fence, line

OBJECTIVE = "Quoted from the request:"
NOT_ASKED = "Quoted from the agent; no words of a user are recorded:"
NARRATIVE = "Quoted from the summary, as `{}` wrote it:"

_ADDRESS = re.compile(r"\b(https?|ftp|mailto|xmpp):|\b(www)\.", re.IGNORECASE)


def context_text(artifact: Artifact) -> str:
    """Return an artifact as plain text for a context; its objective is fenced as a quotation.

    Each format adds its own marking that this is a summary.
    """
    return given_text(_fenced(artifact))


def session_text(artifact: Artifact) -> str:
    """Like `context_text`, for a session file, which numbers its events anew."""
    return unnumbered_text(_fenced(artifact))


def _fenced(artifact: Artifact) -> Artifact:
    text = artifact.objective.strip()
    if not text:
        return artifact
    return artifact.model_copy(update={"objective": f"{attribution(text)}\n\n{fence(text)}"})


def attribution(objective: str) -> str:
    """Return the line before the quoted objective: of the request, or of the agent if nobody asked."""
    return OBJECTIVE if was_asked_for(objective) else NOT_ASKED


def summary_markdown(artifact: Artifact) -> str:
    """Return the artifact as a second-level section of a Markdown document."""
    source = artifact.source
    parts = [f"## Summary of events {source.source_start} to {source.source_end}"]
    if any(item.links for item in artifact.items):
        parts.append("[eN] names the event that a statement comes from.")
    if artifact.objective.strip():
        parts += ["### Objective", attribution(artifact.objective), fence(artifact.objective.strip())]
    for title, items in sections(artifact.items):
        parts += [f"### {title}", "\n".join(entry for item in items for entry in _entry(item))]
    if artifact.narrative and artifact.narrative.strip():
        parts += ["### Narrative", NARRATIVE.format(line(artifact.strategy)), fence(artifact.narrative)]
    if artifact.opaque:
        parts.append("The summary of these events is encrypted and cannot be read.")
    return "\n\n".join(parts)


def _entry(item: Item) -> Iterator[str]:
    """Yield a statement as a list entry: on one line, or as a fenced quotation."""
    reference = references(link.ordinal for link in item.links)
    behind = f" {reference}" if reference else ""
    if item.speaker == "user":
        yield f"- The user{behind}:\n"
        yield _indented(fence(item.text.strip()))
        return
    text = item_line(item)[2:]
    text = text.removesuffix(reference).rstrip() if reference else text
    if "\n" in text:
        yield f"- In the words of the summary{behind}:\n"
        yield _indented(fence(text.replace("\n  ", "\n")))
    else:
        yield f"- {_text(text)}{behind}"


def _text(value: str) -> str:
    """Escape one line of text so that no Markdown reader finds a link in it."""
    return _ADDRESS.sub(lambda found: f"{found[1] or found[2]}\\{found[0][-1]}", line(value))


def _indented(block: str) -> str:
    return "\n".join(f"  {each}" if each else "" for each in block.split("\n")) + "\n"
