"""Judging of one file after the other, in this process, in a worker, or on another machine.

`FileJudge` is sent to a worker and `FileVerdicts` comes back: a report as finished text and the few figures
that the run needs from it, never its events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gates.policy import Policy
from workbench.bootstrap import Env
from workbench.errors import WorkbenchError
from workbench.services.scores.output_masking import masked_scored
from workbench.services.scores.score import Scorer, of_store
from workbench.services.scores.score_inputs import ScoreRequest
from workbench.services.scores.score_results import ReportSummary, Rules, Scored
from workbench.services.transcript_files.file_faults import fault_of
from workbench.services.transcript_files.unread_lines import UnreadLines

if TYPE_CHECKING:
    from workbench.services.scores.score_targets import Target

Show = Callable[[Sequence[Scored], Rules], list[str]]
"""Formats the reports of one file as text, one piece per report. It must be picklable."""


@dataclass(frozen=True, slots=True)
class PortableError:
    """An error in a form that can be sent between processes."""

    code: str
    message: str
    hint: str = ""
    exit_code: int = 2

    @classmethod
    def of(cls, error: WorkbenchError) -> PortableError:
        """Convert an error."""
        return cls(error.code, error.message, error.hint, error.exit_code)

    def error(self) -> WorkbenchError:
        """Return the error itself."""
        error = WorkbenchError(self.message, self.hint, code=self.code)
        error.exit_code = self.exit_code
        return error

    def renamed(self, old: str, new: str) -> PortableError:
        """Return the error with another name of the file, by which the user knows it."""
        return replace(self, message=self.message.replace(old, new), hint=self.hint.replace(old, new))


@dataclass(frozen=True, slots=True)
class FileVerdicts:
    """The results of judging one file."""

    judged: tuple[ReportSummary, ...] = ()
    shown: tuple[bytes, ...] = ()
    """The finished text of each report, UTF-8."""
    masked: int = 0
    """Number of secrets masked in the texts."""
    fault: PortableError | None = None
    """The fault that prevented judging the file, or the rest of it."""
    unread: tuple[UnreadLines, ...] = ()
    """Lines of the file that could not be read."""


@dataclass(frozen=True)
class FileJudge:
    """The options for judging files, as values, so that a worker needs nothing else."""

    request: ScoreRequest
    policy: Policy
    show: Show
    capture: dict[str, Any] | None = None
    """The body of the requested capture file."""

    def opened(self, env: Env | None = None) -> OpenJudge:
        """Open the judge; a worker has no store and no checkers.

        Raises:
            InputError: the source or the capture cannot be read.
        """
        return OpenJudge(self, env or Env(store_location="", policy=self.policy, checkers=("none",)))


class OpenJudge:
    """An opened `FileJudge`, which has read the source."""

    def __init__(self, judge: FileJudge, env: Env) -> None:
        self._scorer = Scorer(env, judge.request, judge.capture)
        self._show = judge.show
        self._rules = judge.request.rules(judge.policy)

    @property
    def version(self) -> str:
        """The evaluator version, with the enabled checkers."""
        return self._scorer.version

    def __call__(self, target: Target, place: str | None = None) -> FileVerdicts:
        """Judge one target, which is read at `place` and reported by its name; its faults are values.

        Raises:
            store.errors.StoreError: the store itself fails, not the target.
        """
        if target.fault is not None:
            return FileVerdicts(fault=PortableError.of(target.fault))
        try:
            with _at_hand(target, place) as path:
                return self._verdicts(target, path)
        except Exception as error:  # any fault of one file leaves the others
            if of_store(error):
                raise
            return FileVerdicts(fault=PortableError.of(fault_of(target.name, error)))

    def _verdicts(self, target: Target, path: str) -> FileVerdicts:
        scored, error = self._scorer.judge_all(path)
        fault = None if error is None else PortableError.of(error)
        unread = self._scorer.take_unread()
        if path != target.name:
            scored = [_renamed(each, path, target.name) for each in scored]
            fault = fault.renamed(path, target.name) if fault else None
            unread = tuple(replace(each, target=each.target.replace(path, target.name)) for each in unread)
        masked = [masked_scored(each) for each in scored]
        shown = self._show([each for each, _ in masked], self._rules)
        return FileVerdicts(
            judged=tuple(each.judged(self._rules) for each, _ in masked),
            shown=tuple(text.encode("utf-8", "backslashreplace") for text in shown),
            masked=sum(count for _, count in masked),
            fault=fault,
            unread=unread,
        )


def _renamed(scored: Scored, path: str, name: str) -> Scored:
    """Replace the path of a judged file by the name that the user knows."""
    transcript = name if scored.transcript == path else scored.transcript
    return replace(scored, target=name, transcript=transcript)


def _at_hand(target: Target, place: str | None) -> AbstractContextManager[str]:
    """Return a context with the target's local path, which is valid while it is judged."""
    if target.remote:
        from workbench.services.transcript_files.remote_files import fetched

        return fetched(target.name)
    return nullcontext(place or target.name)
