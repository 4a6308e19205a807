"""Importer for logs of Inspect, as `.eval` archives and as JSON: every sample is a separate conversation.

Compactions are read from the log's own events; the next model call's input shows what a compaction left.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from workbench.importers.base import TranscriptReading
from workbench.importers.conversations.files import nothing_in, only_part
from workbench.importers.conversations.reading import StepReading
from workbench.importers.conversations.steps import Steps
from workbench.importers.events.titles import shortened
from workbench.importers.files.documents import peek
from workbench.importers.files.last_read import LastRead
from workbench.importers.inspect.container import MAGIC, begins_as_log, open_log
from workbench.importers.inspect.sample import SampleReader


class InspectImporter:
    """Importer for evaluation logs, one sample at a time."""

    name = "inspect"

    def __init__(self) -> None:
        self._read = LastRead(open_log)

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file is a log archive, by name or members, or begins like a JSON log."""
        if head.startswith(MAGIC):
            return name.lower().endswith(".eval") or begins_as_log(head)
        found = peek(head)
        first = found[0] if len(found) == 1 else None
        if not isinstance(first, dict) or not isinstance(first.get("eval"), dict):
            return False
        evaluation = first["eval"]
        return (
            "task" in evaluation
            and "model" in evaluation
            and ("run_id" in evaluation or "eval_id" in evaluation)
        )

    def parts(self, path: Path) -> tuple[str, ...]:
        """Return the names of the conversations in the file: its samples, as `id/epoch`.

        Raises:
            InputError: the file cannot be read, or is not a log with samples.
        """
        return self._read.again(path).keys()

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a log of one sample.

        Raises:
            InputError: the file cannot be read, is not a log, or contains several samples.
        """
        with self._read.once():
            return self.read_part(path, only_part(path, self.parts(path)))

    def read_part(self, path: Path, part: str) -> TranscriptReading:
        """Begin to read one sample.

        Raises:
            InputError: the file has no sample of this name, or it cannot be read.
        """
        log = self._read.of(path)
        sample = log.sample(part)
        header = log.header()
        steps = Steps()
        evaluation = header.get("eval")
        about: dict[str, Any] = evaluation if isinstance(evaluation, dict) else {}
        steps.native_id = _native_id(sample, about, part)
        SampleReader(steps, sample, f"imported:inspect/{_version(about)}").emit()
        if not steps.messages:
            raise nothing_in(path, f"no message in sample {part}", steps.skipped)
        reading = StepReading(self.name, steps, through_answer=True)
        title = shortened(f"{_named(part, log.keys())}{reading.header.title}")
        reading.header = replace(reading.header, title=title)
        return reading

    def copy(self, path: Path, part: str) -> bytes | None:
        """Return a log of this sample only, or None if the log has no other sample.

        Raises:
            InputError: the file cannot be read, or has several conversations and none of this name.
        """
        log = self._read.of(path)
        if len(log.keys()) == 1:
            return None
        return json.dumps({**log.header(), "samples": [log.sample(part)]}, ensure_ascii=True).encode()


def _native_id(sample: dict[str, Any], about: dict[str, Any], part: str) -> str:
    """Return the sample's own id; for older logs, the run's id with the sample's."""
    own = sample.get("uuid")
    if isinstance(own, str) and own:
        return own
    run = about.get("eval_id") or about.get("run_id")
    return f"{run}/{part}" if isinstance(run, str) and run else ""


def _named(part: str, parts: Collection[str]) -> str:
    """Return the prefix that tells a sample from the others of its log: its id, with the epoch if several."""
    if len(parts) < 2:
        return ""
    one_epoch = len({each.rpartition("/")[2] for each in parts}) == 1
    return f"sample {part.rpartition('/')[0] if one_epoch else part}: "


def _version(about: dict[str, Any]) -> str:
    packages = about.get("packages")
    version = packages.get("inspect_ai") if isinstance(packages, dict) else None
    return version[:60] if isinstance(version, str) and version else "unknown"
