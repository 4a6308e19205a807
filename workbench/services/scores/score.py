"""Scoring of transcripts, artifact files and summaries in memory; opens no store unless a target is an id."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gates.artifact import Artifact, ArtifactSource, Origin, parse
from gates.capture import Capture, parse_capture
from gates.errors import ArtifactError, RangeError
from gates.evaluate import Evaluator, evaluate_unparsed
from gates.imported import imported_artifact
from gates.policy import Policy
from gates.search.index import Preparer, SourceIndex
from gates.search.linking import complete_links, with_sound_links
from gates.second_opinion import evaluator_version
from gates.source import SourceRange
from workbench.bootstrap import Env
from workbench.capture import capture_range
from workbench.errors import InputError, UnknownId, UsageError, WorkbenchError
from workbench.facts.reading import Readings
from workbench.importers.summaries.headings import parse_summary
from workbench.interpreter import held_to_the_end
from workbench.services.judgement.model_captures import with_model
from workbench.services.judgement.second_opinions import loaded_checkers, opinions_on
from workbench.services.scores.nothing_scored import nothing_scored
from workbench.services.scores.score_inputs import (
    ScoreRequest,
    check_request,
    check_session,
    is_artifact_file,
    range_of,
    read_capture,
    read_text,
)
from workbench.services.scores.score_results import Scored, ScoreRun, ScoreSummary
from workbench.services.scores.score_targets import (
    distinct,
    listed,
    names_artifact,
    names_session,
    no_file,
    no_packed_transcript,
    no_transcript,
    typed_path,
)
from workbench.services.transcript_files.file_faults import fault_of, none_readable
from workbench.services.transcript_files.transcripts import (
    Transcript,
    existing,
    read_transcript,
    read_transcripts,
)
from workbench.services.transcript_files.unread_lines import UnreadLines, unread_lines


class Scorer:
    """One scoring run: reads the source and the capture once, then judges target after target."""

    def __init__(self, env: Env, request: ScoreRequest, capture: dict[str, Any] | None = None) -> None:
        self._env = env
        self._request = request
        self._policy: Policy = env.policy
        self._strict = request.strict or env.policy.strict
        self._capture = capture if capture is not None else read_capture(request)
        self._source = read_transcript(request.source, request.input_format) if request.source else None
        self._preparer, self._readings = Preparer(), Readings()
        self._unread: list[UnreadLines] = []
        if self._source is not None:
            self._note_unread(self._source)
        self.version = evaluator_version(loaded_checkers(env))
        """The evaluator version, with the enabled checkers."""

    def judge_all(self, target: str) -> tuple[list[Scored], WorkbenchError | None]:
        """Judge everything in one target; return the results, and the fault that ended it, if any.

        Raises:
            store.errors.StoreError: the store itself fails, not one of the files.
        """
        scored: list[Scored] = []
        try:
            with held_to_the_end():
                scored.extend(self.score(target))
        except Exception as error:  # any fault of one file leaves the others
            if of_store(error):
                raise
            return scored, fault_of(target, error)
        return scored, None

    def take_unread(self) -> tuple[UnreadLines, ...]:
        """Return the unreadable lines of the transcripts read since the last call."""
        found, self._unread = tuple(self._unread), []
        return found

    def _note_unread(self, transcript: Transcript) -> None:
        found = unread_lines(transcript)
        if found is not None:
            self._unread.append(found)

    def score(self, target: str) -> Iterator[Scored]:
        """Judge one target: a file, or an artifact id of the store."""
        if names_artifact(target):
            yield self._stored(target)
        elif self._source is not None:
            yield self._against_source(target, self._source)
        else:
            yield from self._transcript(target)

    def _transcript(self, target: str) -> Iterator[Scored]:
        if names_session(target):
            raise no_file(self._env, target)
        existing(target)
        if is_artifact_file(target):
            raise UsageError(
                f"{target} is an artifact file and needs its transcript",
                "add --source TRANSCRIPT to score it",
            )
        for transcript in self._read(target):
            self._note_unread(transcript)
            self._preparer, self._readings = Preparer(), Readings()
            for found in transcript.compactions:
                artifact = imported_artifact(transcript.session_id, found)
                yield self._judge(transcript.path, artifact, transcript, own=True)

    def _read(self, target: str) -> Iterator[Transcript]:
        """Yield the transcripts in a target; an error adds that a summary needs its transcript."""
        try:
            yield from read_transcripts(target, self._request.input_format)
        except InputError as error:
            if error.code != "unknown_format" or self._request.input_format is not None:
                raise
            hint = f"a summary or an artifact is scored with --source TRANSCRIPT; {error.hint}"
            raise InputError(error.message, hint, code=error.code) from error

    def _against_source(self, target: str, source: Transcript) -> Scored:
        no_packed_transcript(target, source.path)
        text = read_text(target, "artifact")
        no_transcript(target, text, source.path)
        if text.lstrip().startswith("{"):
            return self._artifact_file(target, text, source)
        artifact = self._summary(target, text, source)
        return self._judge(target, artifact, source)

    def _artifact_file(self, target: str, text: str, source: Transcript) -> Scored:
        if self._request.range is not None:
            raise UsageError("an artifact file names its own range", "leave out --range")
        try:
            payload = json.loads(text)
            check_session(target, payload, source)
            index = self._index(range_of(payload), source)
            artifact = parse(complete_links(payload, index))
        except ArtifactError as error:
            return Scored(target, evaluate_unparsed(error.problems, self._policy), None, among=target)
        except (ValueError, RecursionError) as error:
            problems = (f"not JSON: {error}",)
            return Scored(target, evaluate_unparsed(problems, self._policy), None, among=target)
        return self._judge(target, artifact, source)

    def _summary(self, target: str, text: str, source: Transcript) -> Artifact:
        if not text.strip():
            raise InputError(f"{target} is empty", "give the summary's text", code="input_empty")
        start, end = self._request.range or (0, len(source.events) - 1)
        _check_inside(start, end, source)
        items, narrative = parse_summary(text)
        artifact = Artifact(
            source=ArtifactSource(session_id=source.session_id, source_start=start, source_end=end),
            strategy="native",
            prompt_version="imported:text/1",
            origin=Origin.IMPORTED,
            narrative=narrative,
        )
        return artifact.with_items(items)

    def _judge(self, target: str, artifact: Artifact, transcript: Transcript, *, own: bool = False) -> Scored:
        source = artifact.source
        _check_inside(source.source_start, source.source_end, transcript)
        index = self._index(source.range(), transcript)
        identity, artifact = artifact.artifact_id, with_sound_links(artifact, index) if own else artifact
        judge = Evaluator(index, self._captured(index), self._policy)
        opinions = opinions_on(self._env, judge.linked(artifact), judge.search, judge.capture)
        report = judge.evaluate(artifact, strict=self._strict, artifact_id=identity, opinions=opinions)
        among = "" if transcript.path == target else typed_path(target)
        return Scored(target, report, artifact, index.events, transcript.path, among)

    def _index(self, source: SourceRange, transcript: Transcript) -> SourceIndex:
        return SourceIndex.build(
            source,
            transcript.events,
            scope_complete=transcript.header.scope_complete,
            preparer=self._preparer,
        )

    def _captured(self, index: SourceIndex) -> Capture:
        if self._capture is not None:
            return parse_capture(complete_links(self._capture, index))
        source = index.source
        made = capture_range(source.session_id, index.events, source.start, source.end, self._readings)
        bounds = (source.start, source.end)
        return with_model(self._env, made, source.session_id, index.events, bounds)[0]

    def _stored(self, target: str) -> Scored:
        from store.errors import NotFound
        from workbench.services.judgement.judge import judge_artifact

        capture = self._captured_file()
        try:
            judged = judge_artifact(self._env, target, strict=self._strict, capture=capture, unlisted=True)
        except NotFound as error:
            raise UnknownId(error.message, error.hint) from error
        return Scored(target, judged.report, judged.artifact, judged.events, among=judged.artifact_id)

    def _captured_file(self) -> Callable[[SourceIndex], Capture] | None:
        return self._captured if self._capture is not None else None


def score(env: Env, request: ScoreRequest) -> ScoreRun:
    """Score a request in memory; the `set` figures and `passed` cover everything together.

    Raises:
        NothingToScore: no target contains a compaction.
        WorkbenchError: no target could be read (the first reason).
    """
    check_request(request)
    scorer = Scorer(env, request)
    rules = request.rules(env.policy)
    scored: list[Scored] = []
    unreadable: list[tuple[str, WorkbenchError]] = []
    files = 0
    for target in distinct(env, listed(request.targets)):
        files += 1
        found, fault = ([], target.fault) if target.fault else scorer.judge_all(target.name)
        scored += found
        if fault is not None:
            unreadable.append((target.name, fault))
    judged = [each.judged(rules) for each in scored]
    unread = scorer.take_unread()
    summary = ScoreSummary(env.policy.version, rules, judged, unreadable, scorer.version, unread, files)
    check_any(summary, request.targets)
    return ScoreRun(summary, tuple(scored))


def check_any(summary: ScoreSummary, targets: Sequence[str]) -> None:
    """Reject a run that judged nothing.

    Raises:
        NothingToScore: no target contains a compaction to judge.
        WorkbenchError: no target could be read (the reason of each).
    """
    if not summary.judged and summary.unreadable:
        raise none_readable(summary.unreadable, "read", max(summary.files, len(summary.unreadable)))
    if all(summary.rules.skip_opaque and each.opaque for each in summary.judged):
        raise nothing_scored(targets, summary)


def of_store(error: Exception) -> bool:
    """Return whether an error is of the store itself, not of one of the files."""
    from store.errors import StoreError

    return isinstance(error, StoreError)


def _check_inside(start: int, end: int, transcript: Transcript) -> None:
    last = len(transcript.events) - 1
    if end > last:
        raise RangeError(
            f"the range {start}..{end} lies outside {transcript.path}, which has events 0..{last}",
            "give a range inside it",
        )
