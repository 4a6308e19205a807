"""Runs one operation on a store in a process of its own, to be raced or killed.

`python -m tests.store.worker accept STORE ARTIFACT` waits for a line on stdin before it moves;
`… accept STORE ARTIFACT PHASE`, `… import STORE PHASE` and `… rewrite STORE PHASE` kill themselves at that
phase.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlmodel import Session

from store import pointer_table, pointers, values
from store.boundary import acceptance
from store.errors import StoreError
from store.lifecycle import compacting, copy_file
from store.lifecycle.open import open_store
from store.records import artifacts, event_writer, native_compactions, snapshots, transcript_pieces
from tests.store.build import accept, events_of, keep

ACCEPT_PHASES = ("scored", "report", "pointer", "snapshot", "committed")
IMPORT_PHASES = ("batch", "pieces", "record", "committed")
REWRITE_PHASES = ("held", "opened", "copied", "synced", "renamed", "settled", "closed")


def killed_after(owner: Any, name: str, *, times: int = 1) -> None:
    """Replace a function by one that kills this process after its nth call."""
    real: Callable[..., Any] = getattr(owner, name)
    left = [times]

    def dying(*args: Any, **given: Any) -> Any:
        result = real(*args, **given)
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(owner, name, dying)


def arm_accept(phase: str) -> None:
    """Die at a phase of an acceptance."""
    if phase == "scored":
        killed_after(acceptance, "judge")
    elif phase == "report":
        killed_after(acceptance, "write")
    elif phase == "pointer":
        killed_after(pointer_table.PointerRow, "__init__")
    elif phase == "snapshot":
        killed_after(snapshots, "insert")
    else:
        killed_after(Session, "commit")


def arm_import(phase: str) -> None:
    """Die at a phase of an import."""
    vars(event_writer).update(_BATCH_ROWS=5, _COMMIT_CHARACTERS=1)
    if phase == "batch":
        killed_after(Session, "commit", times=2)
    elif phase == "pieces":
        killed_after(transcript_pieces.FileKeeper, "finish")
    elif phase == "record":
        killed_after(native_compactions, "keep")
    else:
        killed_after(values.Appended, "__init__")


def arm_rewrite(phase: str, times: int = 1) -> None:
    """Make the process die at a phase of rewriting the file, the nth time."""
    vars(compacting).update(LEAST_BLOCKS=1, FREE_SHARE=0.0)
    owner, name = {
        "held": (compacting, "_worth_it"),
        "opened": (compacting, "open_store"),
        "copied": (compacting, "_copy"),
        "synced": (copy_file, "sync"),
        "renamed": (compacting, "_put_in_place"),
        "settled": (copy_file, "sync_folder"),
        "closed": (compacting, "give_back"),
    }[phase]
    killed_after(owner, name, times=times)


def main() -> None:
    """Read the command line and do it."""
    verb, path, *rest = sys.argv[1:]
    store = open_store(path, wait_seconds=60)
    if verb == "import":
        arm_import(rest[0])
        keep(store, events_of(12), Path(path).parent)
        return
    if verb == "rewrite":
        arm_rewrite(rest[0])
        compacting.give_back(store)
        return
    name = rest[0]
    if len(rest) > 1:
        arm_accept(rest[1])
        accept(store, name)
        return
    head = pointers.head(store, artifacts.get(store, name).session_id)
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        print(accept(store, name, expect=head.pointer_id if head else None).pointer.pointer_id)
    except StoreError as error:
        print(error.code)


if __name__ == "__main__":
    main()
