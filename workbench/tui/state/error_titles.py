"""Titles of errors, of two to five words, for the beginning of a message or the title of a dialog."""

from __future__ import annotations

TITLES = {
    "already_active": "Active already",
    "artifact_invalid": "Not an artifact",
    "bundle_refused": "Not a bundle to take in",
    "capture_invalid": "Not a capture",
    "conflicting_heads": "Two histories of one session",
    "draft_rejected": "The draft was rejected",
    "edits_moved": "Edited elsewhere meanwhile",
    "empty_session": "Nothing in it",
    "event_invalid": "Not an event",
    "extra_missing": "An extra is not installed",
    "file_exists": "The file is there already",
    "input_empty": "Nothing in it",
    "input_missing": "Not there",
    "input_unreadable": "Cannot be read",
    "inputs_changed": "Changed since it was read",
    "mode_off": "Switched off",
    "move_refused": "Refused, nothing changed",
    "no_backup": "Not a backup",
    "no_key": "No key for the service",
    "no_store": "No store yet",
    "not_replaceable": "Cannot be accepted",
    "not_writable": "The file cannot be written",
    "output_unwritable": "Cannot be written",
    "pointer_moved": "Another move came first",
    "policy_invalid": "Not a policy",
    "policy_too_loose": "The policy allows too much",
    "range_invalid": "Not a range",
    "range_mismatch": "Not a range of this session",
    "range_overlaps": "Ranges overlap",
    "rollback_blocked": "Another one covers it",
    "session_mismatch": "Another session",
    "snapshot_invalid": "The snapshot fails its checks",
    "splits_tool_call": "Splits a tool call",
    "store_error": "The store cannot be used",
    "store_too_new": "The store is of a newer version",
    "store_unreadable": "The store cannot be used",
    "target_exists": "The file is there already",
    "unknown_format": "Format not recognised",
    "unknown_id": "Not found",
    "usage": "Not possible",
}


def error_title(code: str) -> str:
    """Return the title of an error by its code; without a title, the code in words."""
    return TITLES.get(code) or code.replace("_", " ").capitalize()
