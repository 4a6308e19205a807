"""Views of backups, restores, exports and removals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.presentation.figures import number, plural
from workbench.presentation.layout import facts, paragraph
from workbench.presentation.spans import Line, StyledText, line

if TYPE_CHECKING:
    from store.lifecycle.backup import Backup, Restored
    from store.lifecycle.bundle_file import ExportedBundle
    from store.lifecycle.purge import Purged


def backup_lines(done: Backup, width: int) -> list[Line]:
    """Return where the copy is and what it contains."""
    held = plural(len(done.heads), "head")
    return [
        (
            StyledText("SAVED", "good"),
            StyledText(f"  {held}, {number(done.size)} bytes, compared with the store"),
        ),
        *facts([("file", str(done.path))], width),
        line(
            StyledText(
                "`workbench restore FILE` puts it back; it holds the transcripts, as the store does", "dim"
            )
        ),
    ]


def restore_lines(done: Restored, width: int) -> list[Line]:
    """Return what is in place now, and where the previous file is."""
    stated = [("store", str(done.path))]
    if done.replaced is not None:
        stated.append(("kept", f"{done.replaced} (the file that was there)"))
    if done.repaired:
        stated.append(("repaired", plural(done.repaired, "damaged block")))
    lines = [
        (StyledText("RESTORED", "good"), StyledText(f"  {plural(len(done.heads), 'head')}")),
        *facts(stated, width),
    ]
    if done.repaired:
        lines += paragraph("it verifies; to compare it with heads kept elsewhere: verify --heads FILE", width)
    return lines


_RUN_LEFT = (
    "{} is a run: its events, compactions and moves are in the bundle; its manifests, claims, outputs "
    "and sources are not; `workbench backup` keeps them"
)


def export_lines(done: ExportedBundle, runs: Sequence[str], width: int) -> list[Line]:
    """Return where the bundle is, and what it contains that its reader will see."""
    stated = "it contains the whole transcripts with any secrets in them; `workbench import FILE` takes it"
    return [
        (
            StyledText("EXPORTED", "good"),
            StyledText(f"  {plural(len(done.heads), 'session')}, {number(done.size)} bytes"),
        ),
        *facts([("file", str(done.path))], width),
        *paragraph(stated, width, style="dim"),
        *(line for each in runs for line in paragraph(_RUN_LEFT.format(each), width, style="warn")),
    ]


def purge_lines(done: Purged, width: int) -> list[Line]:
    """Return what was removed, what is left of it, and what can no longer be verified."""
    gone = done.removed
    stated = (
        f"{plural(gone['event'], 'event')}, {plural(gone['artifact'], 'artifact')}, "
        f"{plural(gone['review'], 'review')}, {plural(gone['pointer'], 'move')}"
    )
    lines = [
        (StyledText("REMOVED", "good"), StyledText(f"  {stated}")),
        *facts(
            [
                ("session", done.head.session_id),
                ("last head", f"#{done.head.sequence} {done.head.hash}"),
            ],
            width,
        ),
        *paragraph(
            "The record of the removal keeps this head and that of its last move. Nothing else of the "
            "session can be verified any more: heads noted earlier than these two will not be found.",
            width,
        ),
    ]
    for each in done.beside:
        lines += paragraph(f"{each} may still hold it", width, label=StyledText("! ", "warn"))
    stated = "Backups and bundles elsewhere are not touched; they still hold it, too."
    return [*lines, *paragraph(stated, width, style="dim")]
