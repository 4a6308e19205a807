"""Errors of the gates package.

GateError
├── ArtifactError    an artifact does not parse into the canonical compaction schema
├── CaptureError     a capture file does not parse
├── PolicyError      a policy file does not parse or has unknown keys
└── RangeError       a range is empty, reversed or outside its session
"""

from __future__ import annotations


class GateError(Exception):
    """Base of every error that the gates raise; `code` is stable, `hint` says what to do."""

    code = "gate_error"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class ArtifactError(GateError):
    """An artifact does not parse; `problems` holds one sentence for each place."""

    code = "artifact_invalid"

    def __init__(self, problems: tuple[str, ...], hint: str = "") -> None:
        super().__init__("; ".join(problems[:3]), hint)
        self.problems = problems


class CaptureError(GateError):
    """A capture does not parse."""

    code = "capture_invalid"


class PolicyError(GateError):
    """A policy does not parse."""

    code = "policy_invalid"


class RangeError(GateError):
    """A range is not one of its session."""

    code = "range_invalid"
