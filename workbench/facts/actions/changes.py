"""File changes by tool calls: every change that succeeded, and the last one of each path."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.actions.moved_files import moved, moves
from workbench.facts.actions.named_paths import files_of
from workbench.facts.actions.written_files import written_files
from workbench.facts.spans import EventWords, shorten, trimmed

MAX_SHOWN = 200

_KEY = re.compile(r"^([a-z][a-zA-Z_]{1,30}): ?", re.MULTILINE)
_NEW = (
    "new_string",
    "new_str",
    "new_source",
    "new_text",
    "newText",
    "replacement",
    "content",
    "file_text",
    "code_edit",
)
_OLD = ("old_string", "old_str", "old_text", "oldText")
_PATCH = ("patch", "diff", "input", "edits")
_ADDED = re.compile(r"^\+(?!\+\+)[ \t]*(\S[^\n]{2,})", re.MULTILINE)
_PUT_IN = re.compile(r"^\+(?!\+\+)([^\n]*)", re.MULTILINE)
_TAKEN_OUT = re.compile(r"^-(?!--)([^\n]*)", re.MULTILINE)
_CLOSING = frozenset(
    """
    file_path insert_line instruction newText new_str new_string new_text oldText old_str old_string old_text
    path replace_all view_range
    """.split()
)
_BARE = re.compile(r"^[\s{}()\[\];,*/#\"'`<>=-]*$")


@dataclass(frozen=True, slots=True)
class FileChange:
    """One change of one file by a tool call that did not fail."""

    tool: str
    path: str
    place: EventWords
    """The path as written in the call."""
    shown: EventWords | None
    """The first informative line that was added, or removed if `removes`; at most 200 characters."""
    removes: bool
    """Whether `shown` is removed text, because the change adds nothing but punctuation."""
    body: EventWords | None
    """The whole text that was added."""
    renamed: EventWords | None = None
    """The command that gave the file its present path; `place` names the previous one."""


def changes(events: Sequence[SourceEvent], start: int) -> list[FileChange]:
    """Return every change at or after event `start` that did not fail, in order, without sidechains."""
    failed = {
        e.tool.call_id
        for e in events[start:]
        if e.kind is EventKind.TOOL_RESULT and e.tool is not None and e.tool.failed
    }
    found = []
    for event in events[start:]:
        tool = event.tool
        if event.kind is not EventKind.TOOL_CALL or event.sidechain is not None or tool is None:
            continue
        paths = files_of(tool.target)
        if tool.action is ToolAction.CHANGE and len(paths) > 1 and tool.call_id not in failed:
            found += [_written(event, tool.name, path) for path in paths]
        elif tool.action is ToolAction.CHANGE and tool.target and tool.call_id not in failed:
            change = _change(event, tool.name, tool.target)
            if change is not None:
                found.append(change)
        elif tool.action is ToolAction.COMMAND and tool.call_id not in failed:
            found += [_written(event, tool.name, path) for path in written_files(tool.target)]
            for old, new in moves(tool.target, [change.path for change in found]):
                found = [_renamed(change, event, old, new) for change in found]
    return found


def changes_shown(events: Sequence[SourceEvent], start: int) -> list[FileChange]:
    """Return the changes of files that only the results name, as of an editor that has a file open."""
    texts = {e.tool.call_id: e.text for e in events[start:] if e.kind is EventKind.TOOL_CALL and e.tool}
    found = []
    for event in events[start:]:
        tool = event.tool
        if event.kind is not EventKind.TOOL_RESULT or event.sidechain is not None or tool is None:
            continue
        named = tool.action is ToolAction.CHANGE and not tool.failed and tool.target != ""
        at = event.text.find(tool.target) if named and tool.target not in texts.get(tool.call_id, "") else -1
        if at >= 0:
            place = EventWords(event.ordinal, at, at + len(tool.target))
            found.append(FileChange(tool.name, tool.target, place, None, removes=False, body=None))
    return found


def _written(call: SourceEvent, tool: str, path: str) -> FileChange:
    """Return a change of a file whose added text is not read: by a command, or one of several in a patch."""
    at = max(call.text.find(path), 0)
    place = EventWords(call.ordinal, at, min(at + len(path), len(call.text)))
    return FileChange(tool, path, place, None, removes=False, body=None)


def _renamed(change: FileChange, call: SourceEvent, old: str, new: str) -> FileChange:
    """Return the change with the file's path after a move, or unchanged if the move does not affect it."""
    path = moved(change.path, old, new)
    lines = call.text.split("\n")
    named = (line for name in (posixpath.basename(new), "mv ") for line in lines if name in line)
    line = next(named, "")
    kept = shorten(line.strip(), MAX_SHOWN)
    at = call.text.find(kept) if kept else -1
    if path is None or at < 0:
        return change
    return replace(change, path=path, renamed=EventWords(call.ordinal, at, at + len(kept)))


def changed_paths(events: Sequence[SourceEvent]) -> set[str]:
    """Return the paths of all changes that did not fail, without keeping any event."""
    failed = {
        e.tool.call_id
        for e in events
        if e.kind is EventKind.TOOL_RESULT and e.tool is not None and e.tool.failed
    }
    return {
        path
        for e in events
        if e.kind is EventKind.TOOL_CALL
        and e.sidechain is None
        and e.tool is not None
        and e.tool.action is ToolAction.CHANGE
        and e.tool.call_id not in failed
        for path in files_of(e.tool.target)
        if path and path in e.text
    }


def exchanged(call: SourceEvent) -> tuple[str, str] | None:
    """Return the removed and the added text of a change, or None if the call does not show them."""
    old, new = _value(call, _OLD), _value(call, _NEW)
    if old is not None:
        return call.text[old.start : old.end], "" if new is None else call.text[new.start : new.end]
    out, put = (pattern.findall(call.text[:200_000]) for pattern in (_TAKEN_OUT, _PUT_IN))
    patched = "*** Begin Patch" in call.text or "\n@@" in call.text
    return ("\n".join(out), "\n".join(put)) if patched and (out or put) else None


def last_changes(found: Sequence[FileChange]) -> list[FileChange]:
    """Return the last change of each path, in order."""
    latest = {change.path: change for change in found}
    return sorted(latest.values(), key=lambda change: change.place)


def _change(event: SourceEvent, tool: str, path: str) -> FileChange | None:
    position = event.text.find(path)
    if position < 0:
        return None
    new = _value(event, _NEW) or _value(event, _PATCH)
    old = _value(event, _OLD)
    shown, removes = _shown(event, new, _lines(event, old)), False
    if shown is None and old is not None:
        shown, removes = _shown(event, old, _lines(event, new)), True
    place = EventWords(event.ordinal, position, position + len(path))
    return FileChange(tool, path, place, shown, removes, new)


def _value(event: SourceEvent, wanted: tuple[str, ...]) -> EventWords | None:
    """Return the value of the first of the wanted keys in a rendered call."""
    keys = list(_KEY.finditer(event.text))
    for match in keys:
        if match.group(1) in wanted:
            following = (k.start() for k in keys if k.start() > match.end() and k.group(1) in _CLOSING)
            return trimmed(event.text, event.ordinal, match.end(), next(following, len(event.text)))
    return None


def _lines(event: SourceEvent, words: EventWords | None) -> frozenset[str]:
    text = "" if words is None else event.text[words.start : words.end]
    return frozenset(line.strip() for line in text.split("\n"))


def _shown(event: SourceEvent, body: EventWords | None, known: frozenset[str]) -> EventWords | None:
    """Return the first informative line that is not among the `known` lines."""
    if body is None:
        return None
    text = event.text[body.start : body.end]
    patched = _ADDED.search(text) if text.lstrip()[:3] in ("***", "---", "@@ ", "dif") else None
    candidates = [(patched.start(1), patched.group(1))] if patched else []
    candidates += [(m.start(), m.group()) for m in re.finditer(r"[^\n]+", text[:40_000])]
    for offset, line in candidates:
        if not _BARE.match(line[:200]) and line.strip() not in known:
            first = body.start + offset
            return trimmed(event.text, event.ordinal, first, first + len(shorten(line, MAX_SHOWN)))
    return None
