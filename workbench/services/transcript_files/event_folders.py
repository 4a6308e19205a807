"""Conversations that are kept as a folder of files, one per event, as OpenHands does: read as one transcript.

A path to any of the files, or to a folder above them, means the conversation. Nothing is written beside them.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gates.errors import os_reason
from workbench.errors import InputError

_EVENT = re.compile(r"event-(\d{5,12})-[0-9A-Za-z-]{8,64}\.json", re.ASCII)
FOLDER = "events"
"""Name of the folder of event files; the files beside it are the agent's settings and state."""


def is_event_file(path: Path) -> bool:
    """Return whether a file is named like one event of a conversation."""
    return _EVENT.fullmatch(path.name) is not None


def one_a_conversation(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the paths, but only the first event file of each conversation, and none beside its folder."""
    found = list(paths)
    conversations = {path.parent for path in found if is_event_file(path)}
    beside = {folder.parent for folder in conversations if folder.name == FOLDER}
    folders: set[Path] = set()
    for path in found:
        if path.parent in conversations and is_event_file(path):
            if path.parent not in folders:
                folders.add(path.parent)
                yield path
        elif path.parent not in beside:
            yield path


@contextmanager
def whole_transcript(path: str) -> Iterator[str]:
    """Yield the path of a transcript; for an event file a temporary one with all events of its conversation.

    Raises:
        InputError: one of the event files cannot be read.
    """
    place = Path(path)
    if not is_event_file(place):
        yield path
        return
    events = sorted(
        (each for each in place.parent.iterdir() if is_event_file(each)),
        key=lambda each: (int(each.name.split("-")[1]), each.name),
    )
    with tempfile.TemporaryDirectory(prefix="workbench-") as folder:
        name = place.parent.parent.name if place.parent.name == FOLDER else place.parent.name
        joined = Path(folder) / f"{name or 'conversation'}.jsonl"
        with joined.open("wb") as file:
            for event in events:
                file.write(_line(event))
        yield str(joined)


def _line(event: Path) -> bytes:
    try:
        return b" ".join(event.read_bytes().splitlines()) + b"\n"
    except OSError as error:
        raise InputError(f"cannot read {event}: {os_reason(error)}", "check its permissions") from error
