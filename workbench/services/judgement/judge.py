"""Score artifacts of the store; captures are made on first use and stored, reports are found by their inputs.

The only services module that combines events, capture, reviews and links for an artifact. Acceptance scores
again in the store itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from gates.artifact import Artifact, Origin
from gates.capture import Capture
from gates.evaluate import Evaluator, input_digest
from gates.policy import Policy
from gates.render import given_text
from gates.report import GateReport
from gates.review import Review
from gates.search.index import SourceIndex
from gates.search.linking import linked_import
from gates.second_opinion import Opinions
from gates.source import SourceEvent
from gates.trust import as_counted, model_version, rules_version
from store.engine import Store
from store.records import artifacts, captures, derived, lookup, reports, reviews, sessions
from store.records.preparing import preparer_of
from store.values import StoredArtifact, StoredCapture, StoredSession
from workbench.bootstrap import Env
from workbench.capture import CAPTURE_VERSION, capture_range
from workbench.models.spent import MoneySpent, money_spent
from workbench.services.judgement import kept_readings
from workbench.services.judgement.context_growth import ContextChange, context_change
from workbench.services.judgement.model_captures import carried_over, refused, with_model
from workbench.services.judgement.second_opinions import opinions_on
from workbench.strategies.asked import DraftSize, size_of


@dataclass(frozen=True)
class JudgedArtifact:
    """A stored artifact with its report and the inputs of that report."""

    artifact_id: str
    artifact: Artifact
    """With links, which are added if the stored artifact has none."""
    number: int
    """n of `d-n`."""
    report: GateReport
    report_id: str | None
    """None if the report is not stored: made with the caller's own capture, or in a read-only store."""
    capture: Capture
    """The capture with reviews applied, except in strict mode."""
    reviews: tuple[Review, ...]
    index: SourceIndex = field(repr=False)
    context: ContextChange | None = None
    """How accepting it would change the context; None if it is active or could not be accepted."""
    money: MoneySpent | None = None
    """What generating it cost, if the price of its model is configured."""

    @property
    def tokens(self) -> int:
        """Tokens of the text that an agent would be given, estimated as for the range's events."""
        return self.index.estimate_tokens(given_text(self.artifact))

    @property
    def size(self) -> DraftSize:
        """Its size as `--size` measures it: a token is four characters."""
        return size_of(self.artifact, self.index.events)

    @property
    def entering_tokens(self) -> int:
        """Tokens that it adds to the context: its text and the events that it keeps."""
        return self.tokens + self.kept_tokens

    @property
    def replaced_tokens(self) -> int:
        """Tokens of the whole range, kept events included."""
        return self.index.source_tokens + self.kept_tokens

    @property
    def kept_tokens(self) -> int:
        """Tokens of the events of the range that stay verbatim beside it."""
        return sum(self.index.events[ordinal].tokens for ordinal in self.artifact.source.kept)

    @property
    def events(self) -> Sequence[SourceEvent]:
        """The session's events up to the end of the range."""
        return self.index.events


def judge_artifact(
    env: Env,
    given: str,
    *,
    strict: bool = False,
    capture: Callable[[SourceIndex], Capture] | None = None,
    unlisted: bool = False,
) -> JudgedArtifact:
    """Score the artifact named by an id, a prefix or `SESSION:d-3`, and store the report.

    Raises:
        store.errors.NotFound: no artifact, or more than one, has that name.
    """
    store = env.open_store()
    stored = artifacts.get(store, lookup.artifact(store, given))
    return judge_stored(env, store, stored, strict=strict, capture=capture, unlisted=unlisted)


def judge_stored(
    env: Env,
    store: Store,
    stored: StoredArtifact,
    *,
    strict: bool = False,
    capture: Callable[[SourceIndex], Capture] | None = None,
    unlisted: bool = False,
) -> JudgedArtifact:
    """Score a stored artifact; the report is stored unless the caller passes its own `capture`.

    The report is as it is stored; `unlisted` adds the proposals that it does not list.
    """
    with store.reading() as opened:
        read = _read(store, stored, stored.artifact)
        lineage = artifacts.lineage_tokens(opened, stored.artifact)
        change = context_change(store, stored)
    basis = _basis(env, store, stored, read, strict=strict or env.policy.strict, capture=capture)
    sizes = lineage, change.growth if change is not None else None
    known = reports.find(store, stored.artifact_id, basis.inputs(env.policy, sizes))
    report = known.report if known is not None else basis.report(sizes)
    report_id = known.report_id if known is not None else None
    if known is None and not (capture or store.read_only):
        report_id = reports.put(store, report, now=env.now()).report_id
        derived.keep(store, basis.index)
    return _judged(env, basis, report, report_id, change, unlisted=unlisted)


def judge_widened(env: Env, store: Store, stored: StoredArtifact, start: int) -> JudgedArtifact:
    """Score a stored artifact as if its range began at event `start`; neither links nor report are stored.

    Reviews of the artifact apply; what accepting it would change does not.
    """
    source = stored.artifact.source.model_copy(update={"source_start": start})
    with store.reading():
        read = _read(store, stored, stored.artifact.model_copy(update={"source": source}))
    basis = _basis(env, store, stored, read, strict=env.policy.strict)
    return _judged(env, basis, basis.report((None, None)), None, None, unlisted=False)


@dataclass(frozen=True, slots=True)
class _Read:
    """What the store has of an artifact, perhaps of another range than the stored one."""

    artifact: Artifact
    index: SourceIndex
    reviews: tuple[Review, ...]
    capture: StoredCapture | None


def _read(store: Store, stored: StoredArtifact, artifact: Artifact) -> _Read:
    index = build_index(store, sessions.get(store, stored.session_id), artifact)
    recorded = reviews.for_artifact(store, stored.session_id, stored.artifact_id)
    return _Read(artifact, index, recorded, _known_capture(store, index))


@dataclass(frozen=True, slots=True)
class _Basis:
    """Everything that the report on a stored artifact is made of."""

    stored: StoredArtifact
    artifact: Artifact
    """With links."""
    index: SourceIndex
    judge: Evaluator
    capture: Capture
    """With reviews applied."""
    recorded: tuple[Review, ...]
    considered: tuple[Review, ...]
    """None of the reviews in strict mode."""
    opinions: tuple[Opinions, ...]
    strict: bool

    def report(self, sizes: tuple[int | None, int | None]) -> GateReport:
        """Evaluate; `sizes` are lineage tokens and growth."""
        return self.judge.evaluate(
            self.artifact,
            self.recorded,
            strict=self.strict,
            artifact_id=self.stored.artifact_id,
            lineage_tokens=sizes[0],
            opinions=self.opinions,
            growth=sizes[1],
        )

    def inputs(self, policy: Policy, sizes: tuple[int | None, int | None]) -> str:
        """Return the digest of the report's inputs, under which it is stored."""
        return input_digest(
            self.stored.artifact,
            self.stored.artifact_id,
            self.index.source_digest,
            self.capture.digest,
            self.considered,
            policy,
            strict=self.strict,
            scope_complete=self.index.scope_complete,
            lineage_tokens=sizes[0],
            opinions=self.opinions,
            growth=sizes[1],
        )


def _basis(
    env: Env,
    store: Store,
    stored: StoredArtifact,
    read: _Read,
    *,
    strict: bool,
    capture: Callable[[SourceIndex], Capture] | None = None,
) -> _Basis:
    """Capture, unless the caller does, link, and ask the checkers; each may wait for a model."""
    index = read.index
    captured = capture(index) if capture else _capture_of(env, store, index, read.capture)
    considered = () if strict else read.reviews
    applied = as_counted(captured, env.policy.capture.trust, considered, index.source)
    own_range = read.artifact.source == stored.artifact.source
    artifact = _linked(env, store, stored, index) if own_range else _linked_anew(read.artifact, index)
    judge = Evaluator(index, captured, env.policy)
    opinions = opinions_on(env, artifact, judge.search, applied)
    return _Basis(stored, artifact, index, judge, applied, read.reviews, considered, opinions, strict)


def _judged(
    env: Env,
    basis: _Basis,
    report: GateReport,
    report_id: str | None,
    change: ContextChange | None,
    *,
    unlisted: bool,
) -> JudgedArtifact:
    stored, artifact, judge = basis.stored, basis.artifact, basis.judge
    name, asked = stored.artifact_id, basis.opinions
    more = judge.unlisted(artifact, basis.considered, artifact_id=name, opinions=asked) if unlisted else ()
    return JudgedArtifact(
        stored.artifact_id,
        artifact,
        stored.number,
        report.model_copy(update={"unlisted": more}),
        report_id,
        basis.capture,
        basis.recorded,
        basis.index,
        change,
        money_spent(env.config_file, artifact.generation_record),
    )


def build_index(store: Store, session: StoredSession, artifact: Artifact) -> SourceIndex:
    """Return the prepared source of an artifact's range."""
    source = artifact.source
    asked = {link.ordinal for item in artifact.items for link in item.links}
    with store.reading() as opened:
        events = derived.events_for(
            store, opened, session.session_id, source.source_start, source.source_end, asked
        )
    preparer = preparer_of(session.session_id, events)
    return SourceIndex.build(source.range(), events, scope_complete=session.scope_complete, preparer=preparer)


def make_capture_of(env: Env, store: Store, artifact: Artifact) -> None:
    """Store a capture of an artifact's range, unless a current one exists; only then its events are read."""
    source = artifact.source
    known = captures.current(store, source.session_id, source.source_start, source.source_end)
    if not _is_current(known, store):
        with store.reading():
            index = build_index(store, sessions.get(store, source.session_id), artifact)
        capture_of(env, store, index)


def _is_current(known: StoredCapture | None, store: Store) -> TypeGuard[StoredCapture]:
    return known is not None and (rules_version(known.capture) == CAPTURE_VERSION or store.read_only)


def capture_of(env: Env, store: Store, index: SourceIndex) -> Capture:
    """Return the stored capture of the index's range; make and store one if there is none of these events.

    A capture by an earlier version of the rules is made again, so that its mistakes bind nobody. What a model
    proposed in it stays.
    """
    return _capture_of(env, store, index, _known_capture(store, index))


def _known_capture(store: Store, index: SourceIndex) -> StoredCapture | None:
    """Return the stored capture of the index's range, if it is of these events."""
    source = index.source
    return captures.current(store, source.session_id, source.start, source.end)


def _capture_of(env: Env, store: Store, index: SourceIndex, known: StoredCapture | None) -> Capture:
    if _is_current(known, store):
        return known.capture
    source = index.source
    made = _captured(index, store)
    if known is not None and model_version(known.capture) is not None:
        made = carried_over(made, known.capture)
    else:
        made, _ = with_model(env, made, source.session_id, index.events, (source.start, source.end))
    return _kept(env, store, index, made)


def capture_with_model(env: Env, store: Store, index: SourceIndex) -> tuple[Capture, tuple[str, ...]]:
    """Make and store a new capture with the requested checkers; return it with notes for the user.

    A judge requested by name is sent the session up to the range's end. What a judge proposed earlier stays
    if it now reads nothing. With `--checker none` what models proposed is left out of the answer only.
    """
    source = index.source
    made = _captured(index, store)
    if refused(env):
        return made, ()
    bounds = (source.start, source.end)
    made, notes = with_model(env, made, source.session_id, index.events, bounds, send=True)
    known = captures.current(store, source.session_id, source.start, source.end)
    if known is not None and model_version(made) is None:
        made = carried_over(made, known.capture)
    return _kept(env, store, index, made), notes


def _captured(index: SourceIndex, store: Store) -> Capture:
    """Return the capture of the index's range by the rules alone."""
    source = index.source
    readings = kept_readings.readings_of(index, store)
    return capture_range(source.session_id, index.events, source.start, source.end, readings)


def _kept(env: Env, store: Store, index: SourceIndex, made: Capture) -> Capture:
    if not store.read_only:
        source, of_events = index.source, index.events_digest
        captures.put(
            store, source.session_id, source.start, source.end, made, events_digest=of_events, now=env.now()
        )
    return made


def _linked(env: Env, store: Store, stored: StoredArtifact, index: SourceIndex) -> Artifact:
    """Return the artifact with links; an imported one gets them on first use, and they are stored."""
    artifact = stored.artifact
    if artifact.origin is not Origin.IMPORTED or artifact.opaque:
        return artifact
    known = artifacts.get_linked(store, stored.artifact_id, index.events_digest)
    if known is not None:
        return known
    linked = _linked_anew(artifact, index)
    if not store.read_only:
        artifacts.put_linked(store, stored.artifact_id, index.events_digest, linked, now=env.now())
    return linked


def _linked_anew(artifact: Artifact, index: SourceIndex) -> Artifact:
    return artifact if artifact.opaque else linked_import(artifact, index)
