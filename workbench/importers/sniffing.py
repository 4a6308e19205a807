"""Choice of the importer for a file: by the format the user named, else by how the file begins.

A file is opened only for its first 64 KiB; one line states what is wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from gates.errors import os_reason
from workbench.errors import InputError
from workbench.importers.base import Importer
from workbench.importers.files.arrays import NOTHING_HINT, is_empty
from workbench.importers.files.documents import BOM, CUT_OFF_HINT
from workbench.importers.files.file_kinds import NOT_TEXT_HINT, is_utf16, not_text
from workbench.importers.files.loose_records import as_lines, command_for
from workbench.importers.files.unpacking import head_of, is_packed, plain_name
from workbench.importers.guarded import load_guarded
from workbench.nearest import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "compaction_workbench.importers"

BUILT_IN = {
    "claude-code": "workbench.importers.claude_code:ClaudeCodeImporter",
    "codex": "workbench.importers.codex.importer:CodexImporter",
    "pi": "workbench.importers.pi.importer:PiImporter",
    "openhands": "workbench.importers.openhands.importer:OpenHandsImporter",
    "gemini-cli": "workbench.importers.gemini.importer:GeminiCliImporter",
    "swe-agent": "workbench.importers.swe_agent:SWEAgentImporter",
    "mini-swe-agent": "workbench.importers.mini_swe_agent:MiniSWEAgentImporter",
    "atif": "workbench.importers.atif:ATIFImporter",
    "inspect": "workbench.importers.inspect_log:InspectImporter",
    "har": "workbench.importers.har:HARImporter",
    "langchain": "workbench.importers.langchain:LangChainImporter",
    "openai-responses": "workbench.importers.openai_responses:OpenAIResponsesImporter",
    "anthropic-messages": "workbench.importers.anthropic_messages:AnthropicMessagesImporter",
    "openai-chat": "workbench.importers.openai_chat:OpenAIChatImporter",
    "jsonl-chat": "workbench.importers.jsonl_chat:JSONLChatImporter",
}
"""The built-in importers, with the names of their entry points, in the order of sniffing."""

GENERIC = ("langchain", "openai-responses", "anthropic-messages", "openai-chat", "jsonl-chat")
"""Formats that resemble many others: tried last, after those of plug-ins."""

HEAD = 64 * 1024
_READS_BINARY = ("inspect",)
_BINARY_SUFFIXES = (".eval",)
"""Suffixes of files that need not be text, like the formats above."""
_KNOWN_HINT = "name its format with --input-format"


def known_formats() -> tuple[str, ...]:
    """Return the names of all importers, plug-ins included, sorted."""
    return tuple(sorted({*BUILT_IN, *(point.name for point in _points())}))


def importer(name: str) -> Importer:
    """Return the importer of a format.

    Raises:
        InputError: no importer has this name, or a plug-in failed to load.
    """
    if name in BUILT_IN:
        return _load(BUILT_IN[name])
    for point in _points():
        if point.name == name:
            return load_guarded(name, point.load)
    raise InputError(
        f"there is no format {name!r}",
        f"{did_you_mean(name, known_formats())}known formats: {', '.join(known_formats())}",
        code="unknown_format",
    )


def detect(path: Path, input_format: str | None = None) -> Importer:
    """Return the importer for a file.

    Raises:
        InputError: the file or format does not exist, or the file's format is unknown.
    """
    head, packed = _head(path, input_format)
    if input_format is not None:
        return _unpacking(importer(input_format), path, packed)
    found = sniffed(head, plain_name(path.name) if packed else path.name)
    if found is not None:
        return _unpacking(found, path, packed)
    if is_empty(head):
        raise InputError(f"{path.name} holds no messages", NOTHING_HINT, code="input_empty")
    if _first_breaks_off(head):
        raise InputError(f"{path.name} breaks off in its first record", CUT_OFF_HINT)
    _refuse_loose(head, path.name)
    raise InputError(
        f"{path.name} is of no known format",
        f"{_KNOWN_HINT}; known formats: {', '.join(known_formats())}",
        code="unknown_format",
    )


def sniffed(head: bytes, name: str) -> Importer | None:
    """Return the importer for a transcript with this beginning and name, or None if its format is unknown."""
    return next((each for each in _candidates() if each.sniff(head, name)), None)


def _refuse_loose(head: bytes, name: str) -> None:
    """Raise if a file holds the records of a known format, but not one on each line.

    Raises:
        InputError: its records, written as JSON Lines, are of a known format.
    """
    lines = as_lines(head)
    as_jsonl = f"{name}.jsonl"
    found = sniffed(lines, as_jsonl) if lines is not None else None
    if found is None:
        return
    if sniffed(head, as_jsonl) is not None:
        message, hint = (
            f"{name} may be JSON Lines of {found.name}",
            f"read it with --input-format {found.name}",
        )
    else:
        message = f"{name} holds records of {found.name}, which are read one on each line only"
        hint = f"write them so: `{command_for(head, name)}`"
    raise InputError(message, hint)


def _first_breaks_off(head: bytes) -> bool:
    """Return whether a whole file is the beginning of one JSON value, on one line or several."""
    text = head.removeprefix(BOM).decode("utf-8", "ignore").strip()
    if len(head) >= HEAD or text[:1] not in ("{", "["):
        return False
    try:
        json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(text) or error.msg.startswith("Unterminated string")
    except RecursionError:
        pass
    return False


def _unpacking(found: Importer, path: Path, packed: bool) -> Importer:
    """Return the importer after checking that it reads packed files, if the file is one.

    Raises:
        InputError: the file is packed, and the importer reads no packed files.
    """
    if packed and not getattr(found, "reads_packed", False):
        raise InputError(
            f"{path.name} is compressed with zstd, which the importer {found.name} does not read",
            "unpack it with `zstd -d`",
        )
    return found


def _candidates() -> Iterator[Importer]:
    for name, target in BUILT_IN.items():
        if name not in GENERIC:
            yield _load(target)
    for point in sorted(_points(), key=lambda point: point.name):
        if point.name not in BUILT_IN:
            with suppress(Exception):
                yield load_guarded(point.name, point.load)
    for name in GENERIC:
        yield _load(BUILT_IN[name])


def _points() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _load(target: str) -> Importer:
    module, _, name = target.partition(":")
    return cast("Importer", getattr(import_module(module), name)())


def _is_log(head: bytes) -> bool:
    """Return whether this is an Inspect archive under another name."""
    if not head.startswith(b"PK\x03\x04"):
        return False
    from workbench.importers.inspect.container import begins_as_log

    return begins_as_log(head)


def _head(path: Path, input_format: str | None) -> tuple[bytes, bool]:
    """Return the beginning of a file, decompressed, and whether it was packed with Zstandard.

    Raises:
        InputError: the file is missing, unreadable, empty, or not a text in UTF-8.
    """
    try:
        if path.is_dir():
            raise InputError(f"{path.name or path} is a folder", "give a transcript file")
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError as error:
        raise InputError(f"there is no file {path}", "check the path", code="input_missing") from error
    except (OSError, ValueError) as error:
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        raise InputError(f"{path} cannot be read: {reason}", "check that it may be read") from error
    packed = is_packed(head)
    head = head_of(path, HEAD) if packed else head
    if not head.strip(b"\0 \t\r\n\x0b\x0c"):
        raise InputError(f"{path.name} is empty", NOTHING_HINT, code="input_empty")
    if input_format in _READS_BINARY or path.suffix.lower() in _BINARY_SUFFIXES or _is_log(head):
        return head, packed
    what = not_text(head)
    if what is not None:
        raise InputError(f"{path.name} is {what}, not a transcript", NOT_TEXT_HINT)
    if is_utf16(head):
        raise InputError(f"{path.name} is UTF-16", "convert it to UTF-8")
    if b"\0" in head.removeprefix(BOM).rstrip(b"\0\r\n")[:4096]:
        raise InputError(f"{path.name} is binary", "give a transcript as JSON or JSON Lines")
    return head, packed
