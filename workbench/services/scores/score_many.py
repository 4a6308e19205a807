"""`score` over many targets: in this process, in a pool of processes, or on a cluster, with equal results.

Reports arrive as finished text in any order, and are written to an unnamed temporary file; only a few figures
of each stay in memory. They are read back in the order of the targets.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import IO

from workbench.bootstrap import Env
from workbench.checkers.settings import enabled
from workbench.errors import UsageError
from workbench.services.scores.process_pool import WorkerDied, run_pool, usable_cores
from workbench.services.scores.score_files import FileJudge, FileVerdicts, OpenJudge, PortableError, Show
from workbench.services.scores.score_inputs import ScoreRequest, check_request, read_capture
from workbench.services.scores.score_results import ReportSummary, ScoreSummary
from workbench.services.scores.score_targets import Target, distinct, listed, names_artifact, names_session
from workbench.services.transcript_files.unread_lines import UnreadLines

WORTH_A_WORKER = 2_000_000
"""Bytes of transcripts per worker process, below which it costs more time than it saves."""
IN_MEMORY = 16_000_000
"""Bytes of finished reports above which they are written to a file."""

Progress = Callable[[int, int], None]
Results = Generator[tuple[int, FileVerdicts], None, None]


@dataclass(frozen=True)
class Engine:
    """The place where files are judged."""

    name: str = "local"
    """`local` or `dask`."""
    address: str | None = None
    """Address of a running cluster; None: a local one is started."""
    jobs: int | None = None
    """Number of worker processes on this machine; None: as many as are worthwhile."""
    out: str | None = None
    """The output file of results, which is no target even if it is in a folder that is scored."""


@dataclass(frozen=True)
class Listeners:
    """Callbacks for the progress of a run."""

    on_progress: Progress = lambda _done, _total: None
    """Receives the number of files judged, and of all files."""
    on_notice: Callable[[str], None] = lambda _text: None


@dataclass
class _Entry:
    """The figures of one target, and the position of its finished text."""

    judged: tuple[ReportSummary, ...] = ()
    places: tuple[tuple[int, int], ...] = ()
    fault: PortableError | None = None
    masked: int = 0
    unread: tuple[UnreadLines, ...] = ()

    def take(self, verdicts: FileVerdicts, file: IO[bytes]) -> None:
        """Store the results of judging the target, with the texts in a file."""
        self.judged, self.fault, self.masked = verdicts.judged, verdicts.fault, verdicts.masked
        self.unread = verdicts.unread
        self.places = tuple(_written(file, text) for text in verdicts.shown)


@dataclass
class ScoredMany:
    """All results, in the order of the targets."""

    summary: ScoreSummary
    masked: int
    _entries: Sequence[_Entry] = field(repr=False)
    _file: IO[bytes] = field(repr=False)

    def texts(self, part: int = 0, parts: int = 1) -> Iterator[bytes]:
        """Yield the finished text of each report, UTF-8, until `close`.

        Of a `Show` with several parts, one part.
        """
        for entry in self._entries:
            for offset, length in entry.places[part::parts]:
                self._file.seek(offset)
                yield self._file.read(length)

    def close(self) -> None:
        """Release the texts."""
        self._file.close()


def judge_many(
    env: Env,
    request: ScoreRequest,
    show: Show,
    engine: Engine = Engine(),
    listeners: Listeners = Listeners(),
) -> ScoredMany:
    """Judge a request, with equal results for every engine and number of workers.

    A run that finds nothing to judge is a result too.

    Raises:
        UsageError: the options cannot be used, or not with this engine.
        InputError: there is no such format, or the capture cannot be read.
        WorkbenchError: the engine fails.
        store.errors.StoreError: the store of an artifact id fails.
    """
    check_request(request)
    _check_engine(env, request, engine)
    targets = list(distinct(env, listed(request.targets, engine.out)))
    judge = FileJudge(request, env.policy, show, read_capture(request))
    here = judge.opened(env)
    entries = [_Entry() for _ in targets]
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - read as long as the result is
    try:
        with closing(_results(env, judge, here, targets, engine, listeners)) as results:
            for done, (place, verdicts) in enumerate(results, 1):
                entries[place].take(verdicts, file)
                listeners.on_progress(done, len(targets))
        summary = ScoreSummary(
            env.policy.version,
            request.rules(env.policy),
            [each for entry in entries for each in entry.judged],
            [(t.name, e.fault.error()) for t, e in zip(targets, entries, strict=True) if e.fault is not None],
            here.version,
            [each for entry in entries for each in entry.unread],
            len(targets),
        )
    except BaseException:
        file.close()
        raise
    return ScoredMany(summary, sum(entry.masked for entry in entries), entries, file)


def _written(file: IO[bytes], text: bytes) -> tuple[int, int]:
    offset = file.tell()
    file.write(text)
    return offset, len(text)


def _results(
    env: Env,
    judge: FileJudge,
    here: OpenJudge,
    targets: Sequence[Target],
    engine: Engine,
    listeners: Listeners,
) -> Results:
    """Yield each target's index and verdicts, in any order."""
    files, ours = _parted(targets)
    for place in ours:
        yield place, here(targets[place])
    if engine.name == "dask":
        from workbench.services.scores.dask_engine import run_cluster

        yield from run_cluster(judge, targets, files, engine.address, engine.jobs, listeners.on_notice)
        return
    jobs = _jobs(env, judge.request, [targets[place] for place in files], engine.jobs)
    if jobs == 1:
        for place in files:
            yield place, here(targets[place])
        return
    yield from _pooled(judge, targets, files, jobs, listeners)


def _parted(targets: Sequence[Target]) -> tuple[list[int], list[int]]:
    """Split the indices into files, the largest first, and targets that only this process can judge."""
    files = [
        place
        for place, each in enumerate(targets)
        if each.fault is None and not (names_artifact(each.name) or names_session(each.name))
    ]
    known = set(files)
    ours = [place for place in range(len(targets)) if place not in known]
    return sorted(files, key=lambda place: (-targets[place].size, place)), ours


def _pooled(
    judge: FileJudge, targets: Sequence[Target], files: Sequence[int], jobs: int, listeners: Listeners
) -> Results:
    def died(target: Target, death: WorkerDied) -> None:
        listeners.on_notice(f"a worker process {death.how} while it judged {target.name}; it is judged again")

    items = [targets[place] for place in files]
    with closing(run_pool(judge.opened, items, jobs, on_death=died)) as results:
        for number, result in results:
            yield files[number], _of_dead(items[number], result) if isinstance(result, WorkerDied) else result


def _of_dead(target: Target, death: WorkerDied) -> FileVerdicts:
    return FileVerdicts(
        fault=PortableError(
            "worker_died",
            f"{target.name} was not judged: the worker process {death.how}, twice",
            "it may need more memory than there is; try it alone, with --jobs 1",
        )
    )


def _jobs(env: Env, request: ScoreRequest, files: Sequence[Target], asked: int | None) -> int:
    """Return the number of processes: the requested one, else one for each core that is worthwhile."""
    if asked is not None:
        return min(asked, max(len(files), 1))
    if request.source is not None or len(files) < 2 or enabled(env.checkers, env.config_file):
        return 1
    worth = sum(each.size for each in files) // WORTH_A_WORKER
    return max(1, min(usable_cores(), len(files), worth))


def _check_engine(env: Env, request: ScoreRequest, engine: Engine) -> None:
    """Reject options that the engine does not support.

    Raises:
        UsageError: several processes were requested for something that only one can do.
    """
    cluster = engine.name == "dask"
    option = "--engine dask" if cluster else "--jobs"
    checkers = enabled(env.checkers, env.config_file) if cluster or (engine.jobs or 1) > 1 else ()
    if checkers:
        raise UsageError(
            f"second opinions ({', '.join(each.name for each in checkers)}) are asked by one process only",
            f"leave out {option}, or add --checker none",
        )
    if cluster and request.source is not None:
        raise UsageError(
            "--source is one file for all targets, which a cluster has no use for", "leave out --engine dask"
        )
    if engine.address is not None and engine.jobs is not None:
        raise UsageError(
            "--jobs is for workers of this machine, and a running cluster has its own", "leave out --jobs"
        )
