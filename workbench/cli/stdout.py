"""The only module that writes to stdout: data, as laid-out text or as one JSON object.

Text is written with control characters escaped and, on a terminal only, in colour. JSON is written as UTF-8
bytes, the same in every locale, with the characters that control a terminal escaped as JSON.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from workbench.cli.ci_log import tame
from workbench.escaping import escaped_json, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from workbench.presentation.spans import Line

STYLES = {
    "bold": "1",
    "dim": "2",
    "bad": "31",
    "good": "32",
    "warn": "33",
    "accent": "36",
}
"""Style words and their SGR numbers: the 16 basic colours, so that every theme has them."""

WITHOUT_TERMINAL = 80
NARROWEST = 20


def width() -> int:
    """Return the columns of the terminal behind stdout, or `COLUMNS`; 80 if there is neither."""
    import shutil

    return max(shutil.get_terminal_size((WITHOUT_TERMINAL, 24)).columns, NARROWEST)


def coloured() -> bool:
    """Return whether stdout is a terminal that wants colour (`NO_COLOR` and dumb terminals do not)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal()


def is_terminal() -> bool:
    """Return whether stdout is a terminal, so that its contents need not be repeated on stderr."""
    return sys.stdout is not None and sys.stdout.isatty()


def shows_stderr() -> bool:
    """Return whether both streams are read in one place: a terminal has stdout, or both are one file."""
    if is_terminal():
        return True
    try:
        return sys.stdout is not None and sys.stderr is not None and _same_file()
    except (OSError, ValueError):  # a stream without a file, or a closed one
        return False


def _same_file() -> bool:
    return os.path.sameopenfile(sys.stdout.fileno(), sys.stderr.fileno())


def write_lines(lines: Iterable[Line]) -> None:
    """Write laid-out lines as they come, so that long output can be read while it is made."""
    colour = coloured()
    for line in lines:
        _write(_rendered(line, colour) + "\n")
    if sys.stdout is not None:
        sys.stdout.flush()


def write_plain(lines: Iterable[str]) -> None:
    """Write lines for a program that reads them; the caller has escaped them."""
    for line in lines:
        _write(line + "\n")
    if sys.stdout is not None:
        sys.stdout.flush()


def write_text(text: str) -> None:
    """Write a text with control characters escaped, ending in one line end."""
    _write(tame(visible(text)).rstrip("\n") + "\n")
    if sys.stdout is not None:
        sys.stdout.flush()


def write_json(data: Mapping[str, Any] | list[Any]) -> None:
    """Write one JSON value, its keys in their order."""
    import json

    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)
    body = escaped_json(text) + "\n"
    stream = sys.stdout
    if stream is None:
        return
    stream.flush()
    raw = getattr(stream, "buffer", None)
    if raw is None:
        stream.write(body)
        stream.flush()
        return
    raw.write(body.encode("utf-8", "backslashreplace"))
    raw.flush()


def write_pieces(pieces: Iterable[str], *, as_json: bool, utf8: bool = False) -> None:
    """Write finished text (of `rendered`) or JSON piece by piece, each as soon as it is available.

    With `utf8`, the bytes are UTF-8 in every locale.
    """
    stream = sys.stdout
    raw = getattr(stream, "buffer", None) if as_json or utf8 else None
    for piece in pieces:
        if raw is None:
            _write(escaped_json(piece) if as_json else piece)
        else:
            stream.flush()
            text = escaped_json(piece) if as_json else piece
            raw.write(text.encode("utf-8", "backslashreplace"))
            raw.flush()
        if stream is not None:
            stream.flush()
    if stream is not None:
        stream.flush()


def rendered(lines: Iterable[Line], colour: bool) -> str:
    """Return laid-out lines as `write_lines` writes them, each with its line end."""
    return "".join(_rendered(line, colour) + "\n" for line in lines)


def close_quietly() -> None:
    """Point stdout at the null device, so that a reader who left early causes no second error at exit."""
    if sys.stdout is not None:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())


def _rendered(line: Line, colour: bool) -> str:
    pieces = []
    for span in line:
        text = visible(span.text).replace("\n", " ")  # a line end in a name would begin a new line
        style = STYLES.get(span.style) if colour and text.strip() else None
        pieces.append(f"\x1b[{style}m{text}\x1b[0m" if style else text)
    return tame("".join(pieces))


def _write(text: str) -> None:
    stream = sys.stdout
    if stream is None:
        return
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
