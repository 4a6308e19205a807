"""Labelled compactions as rows for the ranker: features of each statement, and whether a label covers it.

A label covers a statement as the exam has it: by overlap of evidence at the same event, or by likeness of
words.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gates.imported import imported_artifact
from gates.source import SourceEvent
from workbench.facts.proposals import Outlook, describe
from workbench.facts.reading import FactsReading
from workbench.services.transcript_files.transcripts import read_transcript

IMPORTANCE = {"must": 1.5, "should": 1.2, "minor": 0.8}
_WORD = re.compile(r"[a-z0-9_./-]{3,}")


@dataclass(frozen=True)
class Row:
    """One statement of one compaction."""

    features: dict[str, float]
    source: str
    weight: float
    """0 where no label covers it, else how much the label matters."""
    known: bool
    sure: bool


@dataclass(frozen=True)
class Example:
    """One labelled compaction."""

    session: str
    rows: tuple[Row, ...]


def examples(labels: list[Path], transcripts: list[Path]) -> list[Example]:
    """Every labelled compaction of which the transcript is there."""
    by_session: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for folder in labels:
        for path in sorted(folder.glob("*.jsonl")):
            for line in path.read_text(encoding="utf-8").splitlines():
                if line.strip():
                    label = json.loads(line)
                    by_session[label["session"]].append(label)
    found = []
    for session, mine in sorted(by_session.items()):
        places = [folder / f"{session}.jsonl" for folder in transcripts]
        for place in [p for p in places if p.exists()][:1]:
            found += _examples(session, place, mine)
    return found


def _examples(session: str, path: Path, labels: list[dict[str, Any]]) -> list[Example]:
    read = read_transcript(str(path), None)
    records = {}
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.strip().startswith("{"):
            record = json.loads(line)
            if record.get("uuid"):
                records[record["uuid"]] = record
    found = []
    for number, compaction in enumerate(read.compactions):
        mine = [x for x in labels if x["boundary"] == number and x["kind"] == "capture"]
        if mine:
            source = imported_artifact(read.session_id, compaction).source
            judge = _Cover(mine, records, read.events)
            seen = read.events[: source.source_end + 1]
            reading = FactsReading().through(seen)
            outlook = Outlook(reading.candidates, source.source_start)
            rows = []
            for each in describe(outlook, reading.known(source.source_start), source.source_start):
                places = [
                    (w.ordinal, w.start, read.events[w.ordinal].text[w.start : w.end])
                    for w in each.said.evidence(source.source_start)
                ]
                weight = judge.weight(each.said.text, places)
                rows.append(Row(each.features, each.source, weight, each.known, each.said.sure))
            found.append(Example(session, tuple(rows)))
    return found


class _Cover:
    """The labels of one compaction, ready to be compared."""

    def __init__(
        self, labels: list[dict[str, Any]], records: dict[str, Any], events: tuple[SourceEvent, ...]
    ) -> None:
        native: dict[str, list[SourceEvent]] = defaultdict(list)
        for event in events:
            native[(event.native_id or "").split("#")[0]].append(event)
        self._labels = []
        for label in labels:
            places = []
            for e in label["evidence"]:
                quote = _text(records[e["uuid"]])[e["quote_start"] : e["quote_start"] + e["quote_len"]]
                near = native.get(e["uuid"], [])
                hit = next((x for x in near if quote and quote in x.text), None)
                if hit is not None:
                    places.append((quote, hit.ordinal, hit.text.find(quote), _words(quote)))
                else:
                    places.append((quote, -1, -1, _words(quote)))
            self._labels.append((IMPORTANCE[label["importance"]], places, _words(label["statement"])))

    def weight(self, text: str, evidence: list[tuple[int, int, str]]) -> float:
        """How much the label matters that covers a statement; 0 where none does."""
        words = _words(text)
        return max((w for w, p, s in self._labels if self._covers(p, s, words, evidence)), default=0.0)

    def _covers(
        self, places: list[Any], said: set[str], words: set[str], evidence: list[tuple[int, int, str]]
    ) -> bool:
        for quote, ordinal, start, own in places:
            for at, first, link in evidence:
                if at == ordinal and len(link) <= 3 * max(len(quote), 80):
                    shared = min(start + len(quote), first + len(link)) - max(start, first)
                    if shared >= 0.3 * min(len(quote), len(link)):
                        return True
            if _likeness(own, words) >= 0.7:
                return True
        return _likeness(said, words) >= 0.7


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _likeness(a: set[str], b: set[str]) -> float:
    few, many = sorted((len(a), len(b)))
    return len(a & b) / few if few >= 5 and many <= 3 * few else 0.0


def _text(record: dict[str, Any]) -> str:
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
