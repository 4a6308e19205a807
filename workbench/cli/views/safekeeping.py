"""Backups and what was done with them, for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.layout import Line, Span, facts, line, number, plural

if TYPE_CHECKING:
    from store.backups import Backup, Restored


def backup_lines(done: Backup, width: int) -> list[Line]:
    """Where the copy is and what it holds."""
    held = plural(len(done.heads), "journal")
    return [
        (Span("SAVED", "good"), Span(f"  {held}, {number(done.size)} bytes, compared with the store")),
        *facts([("file", str(done.path))], width),
        line(
            Span("`workbench restore FILE` puts it back; it holds the transcripts, as the store does", "dim")
        ),
    ]


def restore_lines(done: Restored, width: int) -> list[Line]:
    """What is in place now, and where the file is that was there."""
    told = [("store", str(done.path))]
    if done.replaced is not None:
        told.append(("kept", f"{done.replaced} (the file that was there)"))
    return [
        (Span("RESTORED", "good"), Span(f"  {plural(len(done.heads), 'journal')}")),
        *facts(told, width),
    ]
