"""A receipt for every hook call: the event, the outcome, the answer's size and the time it took.

Receipts are lines of JSON beside the store, appended whole; a large file is set aside once. They contain
session ids and figures, and no text of a transcript.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from workbench.bootstrap import Env
from workbench.services.hooks.hook_files import hooks_folder, lock, private_folder
from workbench.services.hooks.shapes import ReceiptShape

MAX_BYTES = 4_000_000
"""Size in bytes at which the file is set aside, in place of the one set aside before."""


def append(env: Env, receipt: ReceiptShape) -> None:
    """Append a receipt; a write error is ignored, so that it never disturbs an agent."""
    try:
        _append(hooks_folder(env), receipt)
    except OSError:
        return


def _append(folder: Path, receipt: ReceiptShape) -> None:
    private_folder(folder)
    path = folder / "receipts.jsonl"
    line = json.dumps(receipt.model_dump(mode="json"), ensure_ascii=True).encode("ascii") + b"\n"
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        lock(descriptor, wait=True)
        size = os.fstat(descriptor).st_size
        cut = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
        os.write(descriptor, b"\n" + line if cut else line)
        if os.fstat(descriptor).st_size > MAX_BYTES and path.stat().st_ino == os.fstat(descriptor).st_ino:
            path.replace(folder / "receipts.1.jsonl")
    finally:
        os.close(descriptor)


def read(env: Env, agent: str | None = None) -> tuple[ReceiptShape, ...]:
    """Return the stored receipts, oldest first, of one agent or of all."""
    folder = hooks_folder(env)
    lines = _lines((folder / "receipts.1.jsonl", folder / "receipts.jsonl"))
    return tuple(each for each in _parsed(lines) if agent in (None, each.agent))


def _lines(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        try:
            with path.open(encoding="utf-8", errors="replace") as file:
                yield from file
        except OSError:
            continue


def _parsed(lines: Iterable[str]) -> Iterator[ReceiptShape]:
    """Yield the receipts in lines; a line cut off by a full disk is skipped."""
    for line in lines:
        try:
            yield ReceiptShape.model_validate_json(line)
        except ValidationError:
            continue
