"""The place of a label's evidence in a transcript: records of Claude Code, or events.

Labels of Claude Code sessions point to a record by its uuid and to code points of its text; labels of other
agents' sessions point to an event by its ordinal and to code points of that (`ordinal`, `quote_start`,
`quote_len`). Either way a label contains no words of a transcript.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gates.imported import imported_artifact
from gates.source import SourceEvent, SourceRange
from workbench.services.transcript_files.transcripts import Transcript

Label = Mapping[str, Any]


class Place(NamedTuple):
    """The words that a label points to, with their event and where they begin there; -1 where unknown."""

    quote: str
    ordinal: int
    start: int


class Places:
    """The evidence of the labels of one transcript."""

    def __init__(self, path: Path, events: Sequence[SourceEvent]) -> None:
        self._path = path
        self._events = events
        self._records: dict[str, dict[str, Any]] | None = None
        self._native: dict[str, list[SourceEvent]] = defaultdict(list)
        for event in events:
            self._native[(event.native_id or "").split("#")[0]].append(event)

    def of(self, label: Label) -> Iterator[Place]:
        """Each place that a label points to, in its order."""
        for given in label.get("evidence", ()):
            start, length = given["quote_start"], given["quote_len"]
            if "ordinal" in given:
                text = self._events[given["ordinal"]].text
                yield Place(text[start : start + length], given["ordinal"], start)
            else:
                record = self._known().get(given["uuid"])
                quote = "" if record is None else text_of(record)[start : start + length]
                near = self._native.get(given["uuid"], [])
                hit = next((event for event in near if quote and quote in event.text), None)
                yield Place(quote, -1, -1) if hit is None else Place(quote, hit.ordinal, hit.text.find(quote))

    def _known(self) -> dict[str, dict[str, Any]]:
        if self._records is None:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
            found = (json.loads(line) for line in lines if line.strip().startswith("{"))
            self._records = {record["uuid"]: record for record in found if record.get("uuid")}
        return self._records


def text_of(record: Mapping[str, Any]) -> str:
    """The text of a Claude Code record, as its labels count it."""
    message = record.get("message")
    if message is None:
        return record["content"] if isinstance(record.get("content"), str) else ""
    content = message.get("content")
    return content if isinstance(content, str) else "\n".join(_block(b) for b in content or [])


def _block(block: Any) -> str:
    if isinstance(block, str):
        return block
    kind = block.get("type")
    if kind in ("text", "thinking"):
        return str(block.get(kind, ""))
    if kind == "tool_use":
        return json.dumps(block.get("input"))
    content = block.get("content") if kind == "tool_result" else ""
    if isinstance(content, str):
        return content
    return "\n".join(x.get("text", "") for x in content or [] if isinstance(x, dict))


def by_event(labels: Sequence[Label]) -> bool:
    """Whether the labels of a session point to events rather than to records."""
    return any("ordinal" in given for label in labels for given in label.get("evidence", ()))


def project_of(session: str, labels: Sequence[Label]) -> str:
    """The project that a session belongs to, by its first label; sessions of one are no independent samples.

    Labels by record tell none: each of their sessions stands for itself.
    """
    return next((str(label["project"]) for label in labels if "project" in label), session)


def ranges(transcript: Transcript, labels: Sequence[Label]) -> list[SourceRange]:
    """The labelled ranges by boundary: the compacted ones, or all that was read where none was compacted."""
    if not transcript.compactions:
        ends = [label["end"] for label in labels if label["kind"] == "session" and "end" in label]
        return [SourceRange(transcript.session_id, 0, end) for end in ends]
    made = (imported_artifact(transcript.session_id, each) for each in transcript.compactions)
    return [artifact.source.range() for artifact in made]


def labelled_ranges(transcript: Transcript, labels: Sequence[Label]) -> dict[int, SourceRange]:
    """The same by number, with those that a label of kind `range` names by its boundary."""
    found = dict(enumerate(ranges(transcript, labels)))
    for label in labels:
        if label["kind"] == "range":
            found[label["boundary"]] = SourceRange(transcript.session_id, label["start"], label["end"])
    return found


def is_kept(label: Label, kept: frozenset[int]) -> bool:
    """Whether all that a label points to stays verbatim, so that no summary has to tell it."""
    given = label.get("evidence", ())
    return bool(given) and all(each.get("ordinal", -1) in kept for each in given)


def summaries_of_events(transcript: Transcript) -> list[str]:
    """The texts of a transcript's native compactions, as labels by event count them; empty where opaque."""
    found = []
    for compaction in transcript.compactions:
        if compaction.summary is not None:
            found.append(transcript.events[compaction.summary].text)
        else:
            found.append("\n".join(item.text for item in compaction.items))
    return found


def summaries_of_records(path: Path) -> list[str]:
    """The texts of a Claude Code transcript's native compactions."""
    found = []
    for line in path.open(encoding="utf-8", errors="replace"):
        record = json.loads(line) if '"isCompactSummary"' in line else {}
        if record.get("isCompactSummary"):
            found.append(text_of(record))
    return found
