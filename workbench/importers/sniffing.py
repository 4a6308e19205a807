"""Which importer reads a file: by the name the user gave, else by how the file begins.

It opens a file only to look at its first 64 KiB, and says in one line what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from workbench.errors import InputError
from workbench.importers.arrays import NOTHING_HINT, is_empty
from workbench.importers.base import Importer
from workbench.importers.documents import BOM
from workbench.importers.guarded import GuardedImporter, plugin_fault
from workbench.nearest import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "compaction_workbench.importers"

BUILT_IN = {
    "claude-code": "workbench.importers.claude_code:ClaudeCodeImporter",
    "anthropic-messages": "workbench.importers.anthropic_messages:AnthropicMessagesImporter",
    "openai-chat": "workbench.importers.openai_chat:OpenAIChatImporter",
}
"""The built-in importers, as the entry points name them; the order is that of sniffing."""

GENERIC = ("anthropic-messages", "openai-chat")
"""Formats that much else resembles: asked last, after those of plug-ins."""

HEAD = 64 * 1024
_BINARY = {
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "compressed with gzip",
    b"\x28\xb5\x2f\xfd": "compressed with zstd",
    b"SQLite format 3": "an SQLite database",
    b"%PDF": "a PDF",
    b"\x89PNG": "an image",
}
_KNOWN_HINT = "name its format with --input-format"


def known_formats() -> tuple[str, ...]:
    """The names of all importers, plug-ins included, sorted."""
    return tuple(sorted({*BUILT_IN, *(point.name for point in _points())}))


def importer(name: str) -> Importer:
    """The importer of a format.

    Raises:
        InputError: there is none of this name.
    """
    if name in BUILT_IN:
        return _load(BUILT_IN[name])
    for point in _points():
        if point.name == name:
            try:
                return GuardedImporter(cast("Importer", point.load()()), name)
            except Exception as error:
                raise plugin_fault(name, "nothing", error) from error
    raise InputError(
        f"there is no format {name!r}",
        f"{did_you_mean(name, known_formats())}known formats: {', '.join(known_formats())}",
        code="unknown_format",
    )


def detect(path: Path, input_format: str | None = None) -> Importer:
    """The importer for a file.

    Raises:
        InputError: there is no such file or format, or the file is of none that is known.
    """
    head = _head(path)
    if input_format is not None:
        return importer(input_format)
    for candidate in _candidates():
        if candidate.sniff(head, path.name):
            return candidate
    if is_empty(head):
        raise InputError(f"{path.name} holds no messages", NOTHING_HINT, code="input_empty")
    raise InputError(
        f"{path.name} is of no known format",
        f"{_KNOWN_HINT}; known formats: {', '.join(known_formats())}",
        code="unknown_format",
    )


def _candidates() -> Iterator[Importer]:
    for name, target in BUILT_IN.items():
        if name not in GENERIC:
            yield _load(target)
    for point in sorted(_points(), key=lambda point: point.name):
        if point.name not in BUILT_IN:
            with suppress(Exception):
                yield GuardedImporter(cast("Importer", point.load()()), point.name)
    for name in GENERIC:
        yield _load(BUILT_IN[name])


def _points() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def _load(target: str) -> Importer:
    module, _, name = target.partition(":")
    return cast("Importer", getattr(import_module(module), name)())


def _head(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise InputError(f"{path.name or path} is a folder", "give a transcript file")
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError as error:
        raise InputError(f"there is no file {path}", "check the path", code="input_missing") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path} cannot be read: {reason}", "check that it may be read") from error
    if not head.strip(b"\0 \t\r\n\x0b\x0c"):
        raise InputError(f"{path.name} is empty", NOTHING_HINT, code="input_empty")
    if head.startswith(b"PK\x03\x04") and path.suffix == ".eval":
        raise InputError(
            f"{path.name} is a log of Inspect in its binary form",
            "`inspect log convert --to json` makes JSON of it",
        )
    for magic, what in _BINARY.items():
        if head.startswith(magic):
            raise InputError(f"{path.name} is {what}, not a transcript", "unpack it, or give the text file")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{path.name} is UTF-16", "convert it to UTF-8")
    if b"\0" in head.removeprefix(BOM).rstrip(b"\0\r\n")[:4096]:
        raise InputError(f"{path.name} is binary", "give a transcript as JSON or JSON Lines")
    return head
