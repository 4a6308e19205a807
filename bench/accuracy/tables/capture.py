"""Capture of decisions from plain human words, against sentences labelled by reading."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.accuracy.frame import Figure, share
from bench.accuracy.pi_sessions import spoken
from gates.capture import CapturedItem
from gates.source import EventKind, SourceEvent
from workbench.capture import capture_range
from workbench.services.transcript_files.transcripts import read_transcript

TITLE = "decisions captured from sentences of human messages, labelled by reading"

LABELS = Path(__file__).parent.parent / "labels" / "decisions.tsv"
WANTED = ("decision", "answer")


@dataclass(frozen=True)
class Label:
    """One labelled sentence: a line of a transcript and code points in the human message there."""

    line: int
    start: int
    end: int
    label: str


@dataclass
class Counted:
    """What became of the labels of one split."""

    found: int = 0
    wanted: int = 0
    right: int = 0
    captured: int = 0
    noticed: int = 0
    proposed: int = 0


def labels() -> dict[tuple[str, str], list[Label]]:
    """Return labels by split and file. An unlabelled sentence of a labelled file need not be kept."""
    found: dict[tuple[str, str], list[Label]] = defaultdict(list)
    with LABELS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            key = (row["split"], row["file"])
            found[key].append(Label(int(row["line"]), int(row["start"]), int(row["end"]), row["label"]))
    return dict(found)


def places(items: Sequence[CapturedItem], events: Sequence[SourceEvent]) -> list[tuple[int, int, int]]:
    """Return line, start and end of each piece of evidence in a human's message."""
    found = set()
    for item in items:
        for link in item.evidence:
            event = events[link.ordinal]
            if event.kind is EventKind.USER and item.kind == "decision":
                start = event.text.find(link.quote)
                found.add((event.line, start, start + len(link.quote)))
    return sorted(found)


def count(stated: Counted, known: Sequence[Label], events: Sequence[SourceEvent], session: str) -> None:
    """Compare the capture of a whole session with its labels."""
    capture = capture_range(session, events, 0, len(events) - 1)
    sure = places(capture.items, events)
    counting = places([i for i in capture.items if i.counts], events)
    unsure = places(capture.proposed, events)
    for label in known:
        if label.label in WANTED:
            stated.wanted += 1
            stated.found += any(_meets(label, place) for place in sure)
            stated.noticed += any(_meets(label, place) for place in (*sure, *unsure))
    lines = {label.line for label in known}
    last = max(lines)
    for place in counting:
        if place[0] <= last:
            stated.captured += 1
            stated.right += any(_meets(label, place) for label in known if label.label in WANTED)
    stated.proposed += len(unsure)


def _meets(label: Label, place: tuple[int, int, int]) -> bool:
    return label.line == place[0] and label.start < place[2] and place[1] < label.end


def figures(data: Path) -> Iterable[Figure]:
    """Precision and recall of what counts, tuned and unseen transcripts apart."""
    stated: dict[str, Counted] = {"tuned": Counted(), "unseen": Counted()}
    for (split, file), known in labels().items():
        path = data / "sessions" / file
        events = spoken(path) if file.startswith("pi/") else read_transcript(str(path)).events
        count(stated[split], known, events, "ses_labelled")
    for split, counted in stated.items():
        yield share(f"capture precision, {split}", counted.right, counted.captured, tolerance=0.01)
        yield share(f"capture recall, {split}", counted.found, counted.wanted, tolerance=0.01)
        yield share(
            f"capture recall with what is proposed, {split}", counted.noticed, counted.wanted, tolerance=0.01
        )
