"""Splits a command line and keeps the parts that do more than look at files or move them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_QUOTED = re.compile(r"\"[^\"\n]{0,400}\"|'[^'\n]{0,400}'|(?<![^\s])#[^\n]{0,400}")
"""Quotations and comments in a command."""
_PART = re.compile(r"[;&|\n]+")
_LOOKS = re.compile(
    r"\s*(?:sudo )?(?:find|f?grep|rg|ls|cat|head|tail|sed|awk|cd|echo|rm|cp|mv|mkdir|git|wc|touch|diff)\b"
)
"""Commands that only look at files or move them, even test files, and run nothing."""


OPENS = re.compile(r"(?<!<)<<-?[ \t]{0,4}[\"']?(?P<word>\w{1,40})[\"']?")
"""The operator that begins a here-document."""


def command_lines(command: str) -> Iterator[str]:
    """Yield the lines of a command without the texts of its here-documents."""
    ends = ""
    for line in command.split("\n"):
        if ends:
            ends = "" if line.strip() == ends else ends
            continue
        opened = OPENS.search(line)
        ends = opened["word"] if opened is not None else ""
        yield line


def working_parts(command: str) -> list[str]:
    """Return the parts of a command that run something, ignoring quotations, comments and here-documents."""
    bare = _QUOTED.sub(" ", command[:1_000].partition("<<")[0])
    return [part[:400] for part in _PART.split(bare) if part.strip() and not _LOOKS.match(part)]


def runs(command: str) -> bool:
    """Return whether a command does more than look at files or move them; it may have tried an edit."""
    outside = "\n".join(command_lines(command))[:1_000]
    return any(part.strip() and not _LOOKS.match(part) for part in _PART.split(outside))


_DESCRIPTOR = re.compile(r"\d?>&\d?|&>")
"""A redirection, whose `&` separates nothing."""
_SEPARATOR = re.compile(r"(&&|\|\||\|&?|[;&\n])")
_STOPS_AT_ONCE = re.compile(r"\bset -[a-z]{0,8}e")
_PIPEFAIL = re.compile(r"\bpipefail\b")


def hides_exit_code(command: str, wanted: Callable[[str], bool]) -> bool:
    """Return whether a command's exit code is not that of its last part that `wanted` accepts.

    It is then that of a filter or of whatever runs after it: `tsc | grep -c error`, `pytest; git status`.
    Such a part neither passed nor failed by the exit code.
    """
    bare = _DESCRIPTOR.sub(" ", _QUOTED.sub(" ", command[:1_000].partition("<<")[0]))
    pieces = _SEPARATOR.split(bare)
    parts, separators = pieces[::2], pieces[1::2]
    last = max((n for n, part in enumerate(parts) if wanted(part)), default=len(parts) - 1)
    harmless = {"&&"}
    harmless |= {";", "\n"} if _STOPS_AT_ONCE.search(command) else set()
    harmless |= {"|", "|&"} if _PIPEFAIL.search(command) else set()
    follows = zip(separators[last:], parts[last + 1 :], strict=True)
    return any(part.strip() and separator not in harmless for separator, part in follows)
