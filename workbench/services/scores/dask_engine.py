"""Judging of files on a dask cluster: a running one by its address, or a local one started for the purpose.

Tasks and results travel as pickles, so whoever controls the cluster controls this process: use one that you
trust. A local cluster uses TLS with keys made for it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from gates.errors import os_reason
from workbench.checkers.extras import library
from workbench.errors import UsageError, WorkbenchError
from workbench.services.judgement.identity import Identity, identity
from workbench.services.scores.process_pool import ATTEMPTS, interrupts_held_back, usable_cores
from workbench.services.scores.score_files import FileJudge, FileVerdicts, OpenJudge, PortableError
from workbench.services.scores.score_targets import Target

SCHEMES = ("tcp", "tls", "ucx", "ws", "wss")
BATCH_FILES = 16
BATCH_BYTES = 4_000_000
"""Limits of a task in files and bytes; each task costs the scheduler about a millisecond."""
AHEAD = 4
"""Tasks submitted per thread of the cluster: enough to keep workers busy, few enough to limit memory."""
CONNECT_SECONDS = 10.0
"""Seconds to wait for the scheduler's answer, and for a first worker."""
PATIENCE_SECONDS = 30.0
"""Seconds without a finished task after which the cluster's workers are checked."""
_Dask: TypeAlias = Any
"""An object of dask, without types, since dask may not be installed."""
_NEEDED_BY = "--engine dask"


@dataclass(frozen=True)
class _File:
    """One file of a task: its index among the targets, and the path or address where workers read it."""

    place: int
    target: Target
    path: str


@dataclass(frozen=True)
class _Task:
    """The data that a worker needs to judge some files."""

    judge: FileJudge
    key: str
    """Digest of `judge`, by which a worker opens it only once."""
    wanted: Identity
    files: tuple[_File, ...]
    shared: bool
    """Whether workers run on this machine, so that a file that grew is the same file."""


_kept = threading.local()


def run_cluster(
    judge: FileJudge,
    targets: Sequence[Target],
    places: Sequence[int],
    address: str | None,
    jobs: int | None,
    on_notice: Callable[[str], None],
) -> Iterator[tuple[int, FileVerdicts]]:
    """Judge the targets at `places`; yield each place with its verdicts in order of completion.

    A local path must exist on the workers too.

    Raises:
        ExtraMissing: dask is not installed.
        WorkbenchError: there is no such cluster, it is lost, or a worker has another workbench version.
    """
    distributed = library("distributed", "distributed", _NEEDED_BY)
    _check_address(address)
    files = [_File(place, targets[place], _path(targets[place])) for place in places]
    key = hashlib.sha256(pickle.dumps(judge)).hexdigest()
    with _client(distributed, address, jobs) as client:
        _check_workers(client)
        run = _Run(client, on_notice, lambda batch: _Task(judge, key, identity(), batch, address is None))
        run.waiting.extend(_batches(files))
        yield from run.results()


class _Run:
    """The waiting, running and finished tasks."""

    def __init__(
        self, client: _Dask, on_notice: Callable[[str], None], task: Callable[[tuple[_File, ...]], _Task]
    ) -> None:
        self.waiting: deque[tuple[_File, ...]] = deque()
        self._suspects: deque[_File] = deque()
        """Files of tasks whose workers died: each is judged alone, while nothing else runs."""
        self._alone = False
        self._client = client
        self._on_notice = on_notice
        self._task = task
        self._running: dict[str, tuple[_Dask, tuple[_File, ...]]] = {}
        self._ended: queue.SimpleQueue[str] = queue.SimpleQueue()

    def results(self) -> Iterator[tuple[int, FileVerdicts]]:
        """Yield the verdicts of every file, in order of completion."""
        self._hand_out()
        while self._running:
            try:
                name = self._ended.get(timeout=PATIENCE_SECONDS)
            except queue.Empty:
                self._look()
                continue
            future, batch = self._running.pop(name)
            yield from self._outcome(future, batch)
            future.release()
            self._hand_out()

    def _hand_out(self) -> None:
        threads = sum(self._client.nthreads().values()) if self.waiting else 0
        while self.waiting and len(self._running) < max(AHEAD * threads, AHEAD):
            self._submit(self.waiting.popleft())
        if self._suspects and not self._running:
            self._alone = True
            self._submit((self._suspects.popleft(),))

    def _submit(self, batch: tuple[_File, ...]) -> None:
        future = self._client.submit(_judge_batch, self._task(batch), pure=False)
        self._running[future.key] = (future, batch)
        future.add_done_callback(lambda done: self._ended.put(done.key))

    def _outcome(self, future: _Dask, batch: tuple[_File, ...]) -> Iterator[tuple[int, FileVerdicts]]:
        if future.status == "finished":
            answer = future.result()
            if isinstance(answer, _Other):
                raise answer.error()
            yield from answer
            return
        if future.status != "error":
            raise WorkbenchError(
                "the scheduler of the cluster is gone", "start it and score again", code="cluster"
            )
        error = future.exception()
        if type(error).__name__ != "KilledWorker":
            raise WorkbenchError(
                f"the cluster cannot judge: {type(error).__name__}: {error}",
                "every worker needs this workbench and its libraries",
                code="cluster",
            )
        if not self._alone:  # the cluster blames every task that a dead worker had taken
            self._suspects.extend(batch)
            return
        fault = PortableError(
            "worker_died",
            f"{batch[0].target.name} was not judged: each worker that judged it died",
            "it may need more memory than a worker has; try it alone, with --engine local --jobs 1",
        )
        yield batch[0].place, FileVerdicts(fault=fault)

    def _look(self) -> None:
        """Check the cluster after a silence, and report if it has no workers."""
        if self._client.status != "running":
            raise WorkbenchError(
                "the scheduler of the cluster is gone", "start it and score again", code="cluster"
            )
        if not self._client.nthreads():
            self._on_notice("the cluster has no workers; waiting for one")


@dataclass(frozen=True)
class _Other:
    """The answer of a worker that has another workbench version."""

    worker: str
    difference: str

    def error(self) -> WorkbenchError:
        """Return the error that names the difference."""
        return WorkbenchError(
            f"worker {self.worker} has {self.difference}",
            "install the same workbench and libraries on all workers: verdicts must not depend on who judges",
            code="worker_version",
        )


def _judge_batch(task: _Task) -> list[tuple[int, FileVerdicts]] | _Other:
    """Judge the files of a task on a worker, after checking that its workbench is the same."""
    difference = task.wanted.difference(identity())
    if difference:
        return _Other(_own_address(), difference)
    judge = _opened(task)
    return [(file.place, _seen(task, file) or judge(file.target, file.path)) for file in task.files]


def _opened(task: _Task) -> OpenJudge:
    if getattr(_kept, "key", None) != task.key:
        _kept.judge, _kept.key = task.judge.opened(), task.key
    judge: OpenJudge = _kept.judge
    return judge


def _seen(task: _Task, file: _File) -> FileVerdicts | None:
    """Return a fault if a remote worker does not see the listed file; else None."""
    if task.shared or file.target.remote:
        return None
    try:
        size = Path(file.path).stat().st_size
    except OSError as error:
        reason = f"does not see {file.target.name}: {os_reason(error)}"
    else:
        if size >= file.target.size:  # a transcript grows while its session goes on
            return None
        reason = f"sees another {file.target.name}, of {size:,} and not {file.target.size:,} bytes"
    return FileVerdicts(
        fault=PortableError(
            "input_missing",
            f"worker {_own_address()} {reason}",
            "workers must see the same files under the same path, or score an address such as s3://BUCKET/PREFIX",
        )
    )


def _own_address() -> str:
    return str(library("distributed", "distributed", _NEEDED_BY).get_worker().address)


def _path(target: Target) -> str:
    return target.name if target.remote else str(Path(os.path.abspath(target.name)))  # noqa: PTH100 - links stay


def _batches(files: Sequence[_File]) -> Iterator[tuple[_File, ...]]:
    batch: list[_File] = []
    size = 0
    for file in files:
        if batch and (len(batch) == BATCH_FILES or size + file.target.size > BATCH_BYTES):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(file)
        size += file.target.size
    if batch:
        yield tuple(batch)


def _check_address(address: str | None) -> None:
    """Reject an address that dask would report badly.

    Raises:
        UsageError: it is not the address of a scheduler.
    """
    scheme, given, _rest = (address or "").rpartition("://")
    if given and scheme not in SCHEMES:
        raise UsageError(
            f"{address} is not the address of a scheduler", "write it as in --engine dask=tcp://HOST:8786"
        )


def _check_workers(client: _Dask) -> None:
    """Reject a cluster without workers, or with a worker that has another workbench version.

    Raises:
        WorkbenchError: with the reason and a remedy.
    """
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError as error:
        raise WorkbenchError(
            "the cluster has no workers", "start some with `dask worker ADDRESS`", code="cluster"
        ) from error
    mine = identity()
    for worker, stated in sorted(client.run(identity, on_error="return").items()):
        if not isinstance(stated, Identity):
            raise _Other(worker, f"no workbench that can be used ({type(stated).__name__}: {stated})").error()
        if mine.difference(stated):
            raise _Other(worker, mine.difference(stated)).error()


@contextmanager
def _client(distributed: _Dask, address: str | None, jobs: int | None) -> Iterator[_Dask]:
    """Yield a client of the cluster; a local cluster ends with it."""
    logger = logging.getLogger("distributed")
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    cluster = None
    try:
        if address is None:
            with interrupts_held_back():
                cluster = distributed.LocalCluster(
                    n_workers=jobs or usable_cores(),
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=None,
                    security=True,
                    scheduler_kwargs={"allowed_failures": ATTEMPTS - 1},
                    silence_logs=logging.CRITICAL,
                )
        with _connected(distributed, cluster or address) as client:
            yield client
    finally:
        if cluster is not None:
            cluster.close()
        logger.setLevel(level)


@contextmanager
def _connected(distributed: _Dask, where: _Dask) -> Iterator[_Dask]:
    try:
        client = distributed.Client(where, set_as_default=False, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise WorkbenchError(
            f"no dask scheduler answers at {where}: {str(error).strip() or type(error).__name__}",
            "check the address, as in --engine dask=tcp://HOST:8786",
            code="cluster",
        ) from error
    try:
        yield client
    finally:
        client.close()
