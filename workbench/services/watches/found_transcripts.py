"""Transcripts in the folders of agents: listed newest first, and read only as far as they are shown.

Nothing is imported and no file is read completely: a title comes from its beginning, and compactions are
counted in a limited part of it. Thousands of files cost one look at their names.
"""

from __future__ import annotations

import heapq
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from store.records import sessions
from workbench.bootstrap import Env
from workbench.importers.codex.contents import HARNESS
from workbench.importers.events.speech import is_human, is_summary
from workbench.services.watches.watch import default_folders

MOST_LISTED = 500
MOST_SEEN = 50_000
"""Maximum number of file names looked at."""
MOST_DEEP = 6
"""Maximum depth of folders."""
BEGINNING = 262_144
"""Bytes that are searched for the title."""
MOST_SCANNED = 33_554_432
"""Bytes in which compactions are counted."""
_PIECE = 1_048_576
_ENDINGS = (".jsonl", ".jsonl.zst")
_MARK = re.compile(rb'"subtype": ?"compact_boundary"|"type": ?"compacted"')
"""Matches in the record of a compaction, but in no text, since quotation marks in a text are escaped."""
_TITLE = 120


class FoundTranscript(NamedTuple):
    """A file that looks like a transcript."""

    path: str
    agent: str
    """The agent whose folder contains it."""
    size: int
    """Size in bytes."""
    changed: float
    """Modification time in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class FoundList:
    """The newest transcripts, and the number of further ones."""

    files: tuple[FoundTranscript, ...]
    more: int
    folders: tuple[str, ...]
    """The folders that were searched."""


@dataclass(frozen=True, slots=True)
class Glimpsed:
    """Title and compactions of a transcript, from a partial read."""

    title: str
    """The recorded title, else the first words of the user; empty if neither was found."""
    compactions: int | None
    """Number of compactions; None if the file is compressed and was not counted."""
    whole: bool
    """Whether the whole file was counted."""


def found_transcripts(folders: Sequence[str] | None = None) -> FoundList:
    """Return the transcripts in the folders of Claude Code and Codex, or in others; the newest first."""
    places = tuple(folders or default_folders())
    seen = list(islice(_transcripts(places), MOST_SEEN))
    newest = heapq.nlargest(MOST_LISTED, seen, key=lambda each: each.changed)
    return FoundList(tuple(newest), len(seen) - len(newest), places)


def transcript_of(env: Env, session_id: str) -> str | None:
    """Return the newest transcript in the agents' folders with the session's file name, or None."""
    name = sessions.get(env.open_store(), session_id).source_name
    found = (each for each in _transcripts(default_folders()) if Path(each.path).name == name)
    newest = max(found, key=lambda each: each.changed, default=None)
    return newest.path if newest is not None else None


def imported_names(env: Env) -> frozenset[str]:
    """Return the names of the files whose sessions are in the store; empty if there is no store yet."""
    if not env.store_exists:
        return frozenset()
    return frozenset(each.source_name for each in sessions.listing(env.open_store()))


def agent_of(folder: str) -> str:
    """Return the agent that keeps its sessions in a folder of that name."""
    return {"projects": "claude-code", "sessions": "codex"}.get(Path(folder).name, "")


def _transcripts(places: Iterable[str]) -> Iterator[FoundTranscript]:
    """Yield the transcripts in the folders of agents."""
    for place in places:
        yield from _under(place, agent_of(place), MOST_DEEP)


def _under(folder: str, agent: str, deep: int) -> Iterator[FoundTranscript]:
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        try:
            if entry.is_dir(follow_symlinks=False):
                if deep > 1 and entry.name != "subagents":
                    yield from _under(entry.path, agent, deep - 1)
            elif entry.name.endswith(_ENDINGS) and not entry.name.startswith((".", "agent-")):
                known = entry.stat()
                if known.st_size and entry.is_file():
                    yield FoundTranscript(entry.path, agent, known.st_size, known.st_mtime)
        except OSError:
            continue


def glimpse(found: FoundTranscript) -> Glimpsed:
    """Return title and number of compactions; an unreadable file has neither."""
    if found.path.endswith(".zst"):
        return Glimpsed("", None, whole=False)
    try:
        with Path(found.path).open("rb") as file:
            beginning = file.read(BEGINNING)
            count = len(_MARK.findall(beginning))
            read, tail = len(beginning), beginning[-64:]
            while read < MOST_SCANNED and (piece := file.read(_PIECE)):
                read += len(piece)
                joined = tail + piece
                count += len(_MARK.findall(joined)) - len(_MARK.findall(tail))
                tail = joined[-64:]
    except OSError:
        return Glimpsed("", None, whole=False)
    return Glimpsed(_title(beginning.splitlines()), count, whole=read >= found.size)


def _title(lines: Iterable[bytes]) -> str:
    words = ""
    for line in lines:
        try:
            record: Any = orjson.loads(line)
        except ValueError:
            continue
        if not isinstance(record, dict):
            continue
        named = record.get("customTitle") or record.get("aiTitle") or record.get("summary")
        if isinstance(named, str) and named.strip():
            return named.strip()[:_TITLE]
        words = words or _human(record)
    return words[:_TITLE]


def _human(record: dict[str, Any]) -> str:
    """Return the words of a human message; empty for any other record."""
    inner = record.get("payload") if isinstance(record.get("payload"), dict) else record.get("message")
    if not isinstance(inner, dict) or record.get("isMeta") or record.get("isCompactSummary"):
        return ""
    if inner.get("type") == "user_message":
        return _human_text(inner.get("message"))
    return _human_text(inner.get("content")) if inner.get("role") == "user" else ""


def _human_text(content: object) -> str:
    if isinstance(content, list):
        texts = [each.get("text") for each in content if isinstance(each, dict)]
        content = next((each for each in texts if isinstance(each, str) and _human_text(each)), "")
    if not isinstance(content, str):
        return ""
    text = content.strip()
    human = is_human(text) and not is_summary(text) and not text.startswith(HARNESS)
    return text if human else ""
