"""The base of every error that a user can act on, and the errors of the gates package.

ReportedError
└── GateError            exit 2
    ├── ArtifactError    an artifact does not parse into the canonical compaction schema
    ├── CaptureError     a capture file does not parse
    ├── PolicyError      a policy file does not parse or has unknown keys
    └── RangeError       a range is empty, reversed or outside its session
"""

from __future__ import annotations


class ReportedError(Exception):
    """Base of all errors: `code` is stable, `message` is one line, `hint` says what to do."""

    code = "error"
    exit_code = 2
    """Exit code of a command that ends with this error."""

    def __init__(self, message: str, hint: str = "", *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if code is not None:
            self.code = code


class GateError(ReportedError):
    """Base of every error that the gates raise."""

    code = "gate_error"


class ArtifactError(GateError):
    """An artifact does not parse; `problems` contains one sentence for each invalid place."""

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
    """A range is empty, reversed or outside its session."""

    code = "range_invalid"


def os_reason(error: OSError) -> str:
    """Return what the system reports as wrong, as a part of a sentence: `permission denied`."""
    words = error.strerror or str(error)
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]
