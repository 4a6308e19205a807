"""Labelled compactions as rows for the ranker: features of each statement, and whether a label covers it.

A label covers a statement as the exam has it: by overlap of evidence at the same event, or by likeness of
words.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.label_places import Place, Places, labelled_ranges, project_of
from workbench.facts.proposals import Outlook, describe
from workbench.facts.reading import FactsReading
from workbench.services.transcript_files.transcripts import read_transcript

IMPORTANCE = {"must": 1.5, "should": 1.2, "minor": 0.8}
_WORD = re.compile(r"[a-z0-9_./-]{3,}")


@dataclass(frozen=True)
class Row:
    """One statement of one compaction."""

    features: dict[str, float]
    words: frozenset[str]
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
    project: str
    """Sessions of one project are left out together; one whose labels name none is its own group."""
    more: bool = False
    """Labelled beside the compacted ranges, to fit on."""

    @property
    def family(self) -> str:
        """The project, or one name for all sessions whose labels tell none: they are of one project."""
        return "" if self.project == self.session else self.project


def examples(labels: list[Path], transcripts: list[Path]) -> list[Example]:
    """Return every labelled compaction whose transcript exists."""
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
    placed = Places(path, read.events)
    project = project_of(session, labels)
    named = {x["boundary"] for x in labels if x["kind"] == "range"}
    found = []
    for number, source in labelled_ranges(read, labels).items():
        mine = [x for x in labels if x["boundary"] == number and x["kind"] == "capture"]
        if mine:
            judge = _Cover(mine, placed)
            reading = FactsReading().through(read.events[: source.end + 1]).settled()
            outlook = Outlook(reading.candidates, source.start)
            rows = []
            for each in describe(outlook, reading.known(source.start), source.start):
                places = [
                    (w.ordinal, w.start, read.events[w.ordinal].text[w.start : w.end])
                    for w in each.commitment.evidence(source.start)
                ]
                weight = judge.weight(each.commitment.text, places)
                rows.append(
                    Row(each.features, each.tokens, each.source, weight, each.known, each.commitment.sure)
                )
            found.append(Example(session, tuple(rows), project, number in named))
    return found


class _Cover:
    """The labels of one compaction, ready to be compared."""

    def __init__(self, labels: list[dict[str, Any]], placed: Places) -> None:
        self._labels = [
            (IMPORTANCE[label["importance"]], _with_words(placed.of(label)), _words(label["statement"]))
            for label in labels
        ]

    def weight(self, text: str, evidence: list[tuple[int, int, str]]) -> float:
        """How much the label matters that covers a statement; 0 where none does."""
        words = _words(text)
        return max((w for w, p, s in self._labels if self._covers(p, s, words, evidence)), default=0.0)

    def _covers(
        self,
        places: list[tuple[Place, set[str]]],
        said: set[str],
        words: set[str],
        evidence: list[tuple[int, int, str]],
    ) -> bool:
        for (quote, ordinal, start), own in places:
            for at, first, link in evidence:
                if at == ordinal and len(link) <= 3 * max(len(quote), 80):
                    shared = min(start + len(quote), first + len(link)) - max(start, first)
                    if shared >= 0.3 * min(len(quote), len(link)):
                        return True
            if _likeness(own, words) >= 0.7:
                return True
        return _likeness(said, words) >= 0.7


def _with_words(places: Iterable[Place]) -> list[tuple[Place, set[str]]]:
    return [(place, _words(place.quote)) for place in places]


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))


def _likeness(a: set[str], b: set[str]) -> float:
    few, many = sorted((len(a), len(b)))
    return len(a & b) / few if few >= 5 and many <= 3 * few else 0.0
