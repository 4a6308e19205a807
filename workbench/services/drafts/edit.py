"""Edit a draft by hand: the working copy from the log, scored as it changes, kept as a new artifact (WB1).

A `Desk` keeps the prepared source and the evaluator of one draft between edits, so that only what changed is
scored again; its result equals that of a full scoring. It is independent of screens and thread-safe.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from gates.artifact import Artifact
from gates.capture import Capture
from gates.evaluate import Evaluator
from gates.policy import Policy
from gates.review import Review
from gates.search.linking import SpanSearch
from gates.trust import as_counted
from store import pointers
from store.engine import Store
from store.errors import StoreUnreadable
from store.records import artifacts, captures, edits, lookup, reviews, sessions
from store.values import StoredArtifact, StoredEdit
from workbench.bootstrap import Env
from workbench.edits.changes import CHANGES, Act, Change, applied
from workbench.edits.working_copy import LogEntry, WorkingCopy, counting, fold
from workbench.errors import Refused, UsageError
from workbench.services.drafts.draft import Drafted
from workbench.services.judgement.context_growth import change_with
from workbench.services.judgement.judge import JudgedArtifact, judge_stored
from workbench.services.judgement.second_opinions import opinions_on
from workbench.services.output_shapes.edit_shapes import EDIT_SCHEMA
from workbench.strategies.repaired import blocking


@dataclass(frozen=True, slots=True)
class OtherEditor:
    """Another person with edits of the same draft that are not kept."""

    actor: str
    since: str
    edits: int


@dataclass(frozen=True)
class Working:
    """A draft with one person's edits, scored."""

    stored: StoredArtifact
    """The stored artifact on which the edits are based."""
    copy: WorkingCopy
    judged: JudgedArtifact
    """The scored working copy; its `artifact_id` and `number` are those of the stored artifact."""
    last: int
    """Sequence of the last entry in the log, which the next edit expects."""
    others: tuple[OtherEditor, ...] = ()

    @property
    def edits(self) -> int:
        """Number of edits in effect."""
        return len(self.copy.done)


class _Key(NamedTuple):
    """The inputs of a report besides the artifact's edits."""

    artifact_id: str
    chain: str
    capture: str
    policy: str
    reviews: tuple[str, ...]
    head: str


@dataclass
class _Bench:
    """The prepared inputs for scoring one draft repeatedly."""

    key: _Key
    judged: JudgedArtifact
    """The scored stored artifact."""
    captured: Capture
    evaluator: Evaluator = field(repr=False)
    seen: tuple[tuple[str, int], Working] | None = None
    """The working copy scored last, by its actor and the last entry of the log."""


class Desk:
    """Opens working copies and changes them; caches the evaluator of one draft."""

    def __init__(self) -> None:
        self._bench: _Bench | None = None
        self._lock = threading.RLock()

    def open(self, env: Env, id_or_prefix: str) -> Working:
        """Return the actor's working copy of an artifact, scored; without edits, the artifact itself.

        Raises:
            store.errors.NotFound: no artifact, or more than one, has that name.
        """
        with self._lock:
            store = env.open_store()
            with store.reading():
                stored = artifacts.get(store, lookup.artifact(store, id_or_prefix))
                log = edits.of_artifact(store, stored.artifact_id)
                key = self._key(env, store, stored)
            return self._working(env, store, stored, log, self._at(env, store, stored, key))

    def change(
        self,
        env: Env,
        given: str,
        act: Act,
        make: Callable[[Working], Sequence[Change]],
        *,
        reason: str | None = None,
        expect: int | None = None,
    ) -> Working:
        """Log one edit and score the result; `make` returns its changes to the current working copy.

        An edit that changes nothing is not logged. `expect` is the last entry that the person saw.

        Raises:
            store.errors.EditsMoved: the log has a later entry.
            UsageError: the draft cannot be edited, or the edit does not fit it.
        """
        with self._lock:
            before = self.open(env, given)
            if before.stored.artifact.opaque:
                raise UsageError(
                    "the summary is encrypted: there are no statements to edit",
                    "draft its range again with another strategy",
                )
            changes = tuple(make(before))
            if not changes:
                return before
            applied(
                before.copy.items, before.copy.narrative, changes
            )  # raises if an edit does not fit, before it is logged
            seen = before.last if expect is None else expect
            return self._appended(env, before, act, changes, seen, reason)

    def search(self, env: Env, id_or_prefix: str) -> SpanSearch:
        """Return the search over the source of an artifact, prepared once."""
        with self._lock:
            self.open(env, id_or_prefix)
            if self._bench is None:
                raise AssertionError("opening a draft prepares its source")
            return self._bench.evaluator.search

    def undo(self, env: Env, id_or_prefix: str) -> Working:
        """Undo the last edit.

        Raises:
            UsageError: there is no edit to undo.
        """
        return self._step(env, id_or_prefix, Act.UNDO)

    def redo(self, env: Env, id_or_prefix: str) -> Working:
        """Redo the edit that was undone last.

        Raises:
            UsageError: none was undone, or something was edited since.
        """
        return self._step(env, id_or_prefix, Act.REDO)

    def keep(self, env: Env, id_or_prefix: str) -> Drafted:
        """Keep the working copy as a new artifact whose parent is the old one; record that in the log.

        Raises:
            Refused: nothing was edited.
        """
        with self._lock:
            before = self.open(env, id_or_prefix)
            if not before.copy.changed:
                raise Refused(
                    f"d-{before.stored.number} has no edits to keep",
                    f"edit it first; `workbench edit {before.stored.artifact_id[:12]}` opens it in $EDITOR",
                    code="nothing_to_keep",
                )
            store = env.open_store()
            made = edits.keep(
                store,
                before.stored.artifact_id,
                before.copy.artifact,
                Act.KEEP,
                actor=env.actor,
                now=env.now(),
                expect=before.last,
            )
            return self._kept(env, store, before, made)

    def _kept(self, env: Env, store: Store, before: Working, made: StoredArtifact) -> Drafted:
        result = judge_stored(env, store, made, unlisted=True)
        was = {item.item_id for item in before.copy.base.items}
        now = {item.item_id for item in result.artifact.items}
        return Drafted(
            result.report,
            result,
            made.session_id,
            schema=EDIT_SCHEMA,
            added=tuple(item for item in result.artifact.items if item.item_id not in was),
            removed=tuple(item for item in before.copy.base.items if item.item_id not in now),
            blocking=blocking(result.artifact, result.report),
        )

    def _step(self, env: Env, id_or_prefix: str, act: Act) -> Working:
        with self._lock:
            before = self.open(env, id_or_prefix)
            if act is Act.UNDO and not before.copy.done:
                raise UsageError("there is no edit to undo", "kept edits are a new draft already")
            if act is Act.REDO and not before.copy.undone:
                raise UsageError("there is no edit to redo", "only what was undone last can be made again")
            return self._appended(env, before, act, (), before.last, None)

    def _appended(
        self,
        env: Env,
        before: Working,
        act: Act,
        changes: tuple[Change, ...],
        expect: int,
        reason: str | None,
    ) -> Working:
        store = env.open_store()
        body = {"changes": CHANGES.dump_python(changes, mode="json")}
        edits.append(
            store,
            before.stored.artifact_id,
            act,
            body,
            actor=env.actor,
            now=env.now(),
            expect=expect,
            reason=reason,
        )
        log = edits.of_artifact(store, before.stored.artifact_id)
        bench = self._bench
        if bench is None:
            raise AssertionError("opening a draft prepares its source")
        return self._working(env, store, before.stored, log, bench)

    def _working(
        self, env: Env, store: Store, stored: StoredArtifact, log: Sequence[StoredEdit], bench: _Bench
    ) -> Working:
        own = [each for each in log if each.actor == env.actor]
        last = own[-1].sequence if own else 0
        others = _others(log, env.actor)
        known = bench.seen
        if known is not None and known[0] == (env.actor, last):
            return replace(known[1], others=others)
        copy = fold(bench.judged.artifact, stored.artifact_id, entries(own))
        judged = bench.judged
        if copy.changed:
            with store.reading():
                judged = _judged(env, store, bench, copy.artifact)
        made = Working(stored, copy, judged, last, others)
        bench.seen = ((env.actor, last), made)
        return made

    def _key(self, env: Env, store: Store, stored: StoredArtifact) -> _Key:
        """Return everything variable that the stored artifact's report depends on."""
        source = stored.artifact.source
        chain = sessions.get(store, stored.session_id).chain
        known = captures.current(store, source.session_id, source.source_start, source.source_end)
        recorded = reviews.for_artifact(store, stored.session_id, stored.artifact_id)
        head = pointers.head(store, stored.session_id)
        return _Key(
            stored.artifact_id,
            chain,
            known.capture.digest if known is not None else "",
            env.policy.version,
            tuple(each.review_id for each in recorded),
            head.pointer_id if head is not None else "",
        )

    def _at(self, env: Env, store: Store, stored: StoredArtifact, key: _Key) -> _Bench:
        """Return the evaluator of a draft: the cached one if its inputs are unchanged."""
        if self._bench is None or self._bench.key != key:
            judged = judge_stored(env, store, stored)
            source = stored.artifact.source
            fresh = captures.current(store, source.session_id, source.source_start, source.source_end)
            captured = fresh.capture if fresh is not None else judged.capture
            key = key._replace(capture=captured.digest)
            self._bench = _Bench(key, judged, captured, Evaluator(judged.index, captured, env.policy))
        return self._bench


def _judged(env: Env, store: Store, bench: _Bench, artifact: Artifact) -> JudgedArtifact:
    """Score the working copy as `judge_stored` would if it were stored; nothing is stored."""
    recorded = reviews.for_artifact(store, artifact.source.session_id, artifact.artifact_id)
    change = change_with(store, artifact, artifact.artifact_id)
    with store.reading() as session:
        lineage = artifacts.lineage_tokens(session, artifact)
    opinions = opinions_on(env, artifact, bench.evaluator.search, bench.evaluator.capture)
    report = bench.evaluator.evaluate(
        artifact,
        recorded,
        strict=env.policy.strict,
        lineage_tokens=lineage,
        opinions=opinions,
        growth=change.growth if change is not None else None,
    )
    return replace(
        bench.judged,
        artifact=artifact,
        report=report,
        report_id=None,
        capture=_applied(env.policy, bench, recorded),
        reviews=recorded,
        context=change,
    )


def _applied(policy: Policy, bench: _Bench, recorded: tuple[Review, ...]) -> Capture:
    considered = () if policy.strict else recorded
    return as_counted(bench.captured, policy.capture.trust, considered, bench.judged.index.source)


def entries(log: Sequence[StoredEdit]) -> list[LogEntry]:
    """Parse the entries of one log.

    Raises:
        StoreUnreadable: an entry is not one that this program writes.
    """
    found = []
    for each in log:
        if each.action == Act.REVIEWED:
            continue
        try:
            act, changes = Act(each.action), CHANGES.validate_python(each.body.get("changes", ()))
        except ValueError as error:
            raise StoreUnreadable(
                f"edit {each.edit_id} cannot be read", "`workbench verify` says what else is damaged"
            ) from error
        found.append(LogEntry(act, changes, each.reason, each.created_at))
    return found


def _others(log: Sequence[StoredEdit], actor: str) -> tuple[OtherEditor, ...]:
    """Return the other people with edits in effect that are not kept."""
    found = []
    for other in dict.fromkeys(each.actor for each in log if each.actor != actor):
        done, _ = counting(entries([each for each in log if each.actor == other]))
        if done:
            found.append(OtherEditor(other, done[0].at, len(done)))
    return tuple(found)
