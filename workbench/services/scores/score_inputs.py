"""The input of `score`: the request, and the files that it names, read and checked before any judging.

`workbench.services.transcript_files` reads transcripts; nothing here opens the store or judges.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from gates.artifact import ArtifactSource
from gates.errors import ArtifactError, os_reason
from gates.policy import Policy
from gates.source import SourceRange
from workbench.errors import InputError, UsageError
from workbench.importers.files.documents import CUT_OFF_HINT, ENDS_INSIDE, ends_inside_character
from workbench.importers.files.file_kinds import NOT_TEXT_HINT, is_utf16, not_text
from workbench.importers.sniffing import importer
from workbench.pipes import is_pipe, read_whole
from workbench.services.scores.baseline import Baseline
from workbench.services.scores.score_results import Rules
from workbench.services.transcript_files.transcripts import Transcript, existing

MAX_TARGET_BYTES = 64 * 1024 * 1024
"""Maximum size in bytes of an artifact, summary or capture file; transcripts have no limit."""


@dataclass(frozen=True)
class ScoreRequest:
    """The targets to score, and the options."""

    targets: tuple[str, ...]
    source: str | None = None
    """The transcript against which artifact files and summaries are judged."""
    range: tuple[int, int] | None = None
    """The range of a summary file; None: the whole transcript."""
    capture: str | None = None
    """A capture file for judging retention, in place of the capture derived from the events."""
    input_format: str | None = None
    strict: bool = False
    skip_opaque: bool = False
    fail_on: tuple[str, ...] | None = None
    """Gates that decide whether the run passes; None: the policy's, else those for the artifact's origin."""
    max_warnings: int | None = None
    """Maximum number of warnings; None: the policy's budget."""
    max_unread: int | None = None
    """Maximum number of unreadable lines; None: none but an unfinished last line."""
    baseline: Baseline | None = None
    """Known problems, which do not fail the run."""
    keep_problems: bool = False
    """Whether a baseline will be written from the run."""

    def rules(self, policy: Policy) -> Rules:
        """Return the rules by which reports pass or fail under a policy."""
        budget = policy.budget
        if self.max_warnings is not None:
            budget = budget.model_copy(update={"warnings": self.max_warnings})
        return Rules(
            self.strict or policy.strict,
            self.skip_opaque,
            self.fail_on or policy.fail_on,
            budget,
            self.baseline,
            self.keep_problems,
            self.max_unread,
        )


def check_request(request: ScoreRequest) -> None:
    """Reject, before any file is opened, a request by which no target could be judged.

    Raises:
        UsageError: there is a range without a transcript.
        InputError: there is no such format.
    """
    if request.range is not None and not request.source:
        raise UsageError("--range goes with a summary file", "add --source TRANSCRIPT, or leave it out")
    if request.input_format is not None:
        importer(request.input_format)


def is_artifact_file(target: str) -> bool:
    """Return whether a file begins as an artifact does; a pipe is not opened."""
    place = existing(target)
    if is_pipe(place):
        return False
    with place.open("rb") as file:
        head = file.read(4096)
    return head.lstrip().startswith(b"{") and b'"workbench.artifact/' in head


_NAMES = {"artifact": "an artifact or a summary", "capture": "a capture"}
"""The content of each kind of file, as named in a sentence."""


def read_text(path: str, what: str) -> str:
    """Return the text of a file that should contain a `what`, such as an artifact or a capture.

    Raises:
        InputError: it is a folder, over 64 MB, unreadable or not UTF-8.
    """
    place = existing(path)
    if place.is_dir():
        raise InputError(f"{path} is a folder", f"give the {what} file")
    try:
        if place.stat().st_size > MAX_TARGET_BYTES:
            raise InputError(f"{path} is over 64 MB, too large for one {what}", f"give the {what} file")
        data = read_whole(place)
        if (kind := not_text(data)) is not None:
            raise InputError(f"{path} is {kind}, not {_NAMES.get(what, what)}", NOT_TEXT_HINT)
        if is_utf16(data):
            raise InputError(f"{path} is UTF-16", "convert it to UTF-8")
        return data.decode("utf-8")
    except OSError as error:
        raise InputError(f"cannot read {path}: {os_reason(error)}", "check its permissions") from error
    except UnicodeDecodeError as error:
        if ends_inside_character(error):
            raise InputError(f"{path} {ENDS_INSIDE}", CUT_OFF_HINT) from error
        raise InputError(
            f"{path} is not valid UTF-8 (byte {error.start})", f"give the {what} file"
        ) from error


def read_capture(request: ScoreRequest) -> dict[str, Any] | None:
    """Return the body of the requested capture file, or None.

    Raises:
        InputError: it is not a JSON object.
    """
    if not request.capture:
        return None
    body = _read_json(request.capture, "capture")
    if not isinstance(body.get("items"), list):
        raise InputError(
            f"{request.capture} holds no items of a capture", "`workbench capture SESSION --json` prints one"
        )
    return body


def _read_json(path: str, what: str) -> dict[str, Any]:
    try:
        body = json.loads(read_text(path, what))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{path} is not JSON: {error}", f"`workbench schema {what}` prints the shape"
        ) from error
    if not isinstance(body, dict):
        raise InputError(f"{path} holds no JSON object", f"`workbench schema {what}` prints the shape")
    return body


def range_of(payload: Any) -> SourceRange:  # noqa: ANN401 - JSON not parsed yet
    """Return the range that the JSON of an artifact file claims.

    Raises:
        ArtifactError: it claims none.
    """
    source = payload.get("source") if isinstance(payload, dict) else None
    try:
        return ArtifactSource.model_validate(source).range()
    except ValueError as error:
        raise ArtifactError(("source: not a session id with a range",)) from error


def check_session(target: str, payload: Any, source: Transcript) -> None:  # noqa: ANN401 - idem
    """Reject an artifact file of another session than its source; one without a session is accepted.

    Raises:
        InputError: it names another session (`session_mismatch`).
    """
    named = payload.get("source") if isinstance(payload, dict) else None
    session = named.get("session_id") if isinstance(named, dict) else None
    if isinstance(session, str) and session != source.session_id:
        raise InputError(
            f"{target} is of session {session}, {source.path} is {source.session_id}",
            "give --source the transcript that the artifact was made from",
            code="session_mismatch",
        )
