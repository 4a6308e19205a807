"""The result of a command: the JSON object, the lines for a reader, and the exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.cli.stderr import ExitCode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from workbench.presentation.spans import Line


class Reply(NamedTuple):
    """A command's answer. `lines` is called with the width, and only if text is wanted."""

    data: dict[str, Any] | Callable[[], dict[str, Any]]
    """The object of `--json`, or a function that makes it; its first key is `schema`."""
    lines: Callable[[int], Iterable[Line]]
    code: ExitCode = ExitCode.DONE
    text: str | None = None
    """A finished text (Markdown, a message array), written in place of `lines`."""
    pieces: Iterable[str] | None = None
    """Finished pieces of text or JSON, written in place of everything else as they come."""
    utf8: bool = False
    """Whether `pieces` are a document whose bytes are UTF-8 in every locale."""

    def body(self) -> dict[str, Any]:
        """Return the object of `--json`."""
        return self.data() if callable(self.data) else self.data
