"""Backups and what was done with them, for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cli.layout import Line, Span, facts, line, number, paragraph, plural

if TYPE_CHECKING:
    from store.backups import Backup, Restored
    from store.bundles import Exported


def backup_lines(done: Backup, width: int) -> list[Line]:
    """Where the copy is and what it holds."""
    held = plural(len(done.heads), "head")
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
        (Span("RESTORED", "good"), Span(f"  {plural(len(done.heads), 'head')}")),
        *facts(told, width),
    ]


def export_lines(done: Exported, width: int) -> list[Line]:
    """Where the bundle is, and what it holds that its reader will see."""
    told = "it holds the whole transcripts, whatever secrets are in them; `workbench import FILE` takes it"
    return [
        (
            Span("EXPORTED", "good"),
            Span(f"  {plural(len(done.heads), 'session')}, {number(done.size)} bytes"),
        ),
        *facts([("file", str(done.path))], width),
        *paragraph(told, width, style="dim"),
    ]
