"""Receipts of hook calls: appended whole, read as far as they are whole."""

from __future__ import annotations

from pathlib import Path

from tests.services.hooks.live import Live
from workbench.services.hooks import receipts
from workbench.services.hooks.hook_files import hooks_folder
from workbench.services.hooks.shapes import ReceiptShape


def receipt(name: str) -> ReceiptShape:
    return ReceiptShape(at="now", agent="codex", event=name, outcome="nothing")


def test_a_line_that_was_cut_off_costs_only_its_own_receipt(tmp_path: Path) -> None:
    """After a line cut off by a full disk, the next receipt starts on its own line."""
    env = Live(tmp_path).env
    for name in ("PreCompact", "PostCompact"):
        receipts.append(env, receipt(name))
    file = hooks_folder(env) / "receipts.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    receipts.append(env, receipt("SessionStart"))
    assert [each.event for each in receipts.read(env)] == ["PreCompact", "SessionStart"]
    receipts.append(env, receipt("UserPromptSubmit"))
    assert [each.event for each in receipts.read(env)][-2:] == ["SessionStart", "UserPromptSubmit"]
    assert b"\n\n" not in file.read_bytes()
