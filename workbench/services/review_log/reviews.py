"""Records of people's reviews of captures, matches, findings and drafts (GG). Appends only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gates.canonical import short_id
from gates.capture import CapturedItem, CaptureKind
from gates.errors import RangeError
from gates.report import Retention
from gates.review import ReviewAction
from gates.source import SourceLink, make_link
from store.engine import Store
from store.records import artifacts, captures, lookup, reviews, sessions
from store.values import StoredReview
from workbench.bootstrap import Env
from workbench.errors import InputError, UsageError
from workbench.escaping import folded
from workbench.services.judgement import find
from workbench.services.moves.artifact_state import last_mark


@dataclass(frozen=True)
class Reviewed:
    """A recorded review."""

    stored: StoredReview
    about: str
    """The action and its target in words, for the user."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.review/1` object."""
        from workbench.services.output_shapes.record_shapes import ReviewShape
        from workbench.services.output_shapes.shape import printed

        return printed(ReviewShape, **review_json(self.stored))


def review_json(stored: StoredReview) -> dict[str, Any]:
    """Return a review as JSON, with the time when it was recorded."""
    body = stored.review.model_dump(mode="json")
    return {**body, "sequence": stored.sequence, "bound_to": stored.bound_to, "created_at": stored.created_at}


def add(
    env: Env,
    id_or_prefix: str,
    *,
    kind: CaptureKind,
    text: str,
    ordinal: int,
    quote: str | None,
    reason: str,
) -> Reviewed:
    """Add a captured item that capture did not find, with the words that it is based on.

    Args:
        env: the environment.
        id_or_prefix: the session.
        kind: decision or open work.
        text: the statement.
        ordinal: the event that contains the words.
        quote: words that occur exactly once in the event; None: the text itself if it does, else the whole
            event, which must contain the text.
        reason: the reason to record.

    Raises:
        gates.errors.RangeError: the session has no such event.
        InputError: the quote does not occur in the event, or occurs more than once; or there is none, and the
            event does not contain the text.
        UsageError: the text or the reason is empty.
    """
    store = env.open_store()
    session = sessions.get(store, lookup.session(store, id_or_prefix))
    if not text.strip():
        raise UsageError("the text is empty", "say what was decided or is open")
    if not 0 <= ordinal < session.events:
        raise RangeError(
            f"the session has no event {ordinal}, its events are 0..{session.events - 1}",
            f"`workbench timeline {session.session_id[:12]}` lists the events",
        )
    link = _evidence(store, session.session_id, ordinal, quote, text)
    item = CapturedItem(
        item_id=short_id("cap", "reviewer", session.session_id, kind, text, link.evidence_id),
        kind=kind,
        text=text,
        status="open" if kind == "open_work" else "in_force",
        origin="reviewer",
        evidence=(link,),
    )
    added = item.model_dump(mode="json")
    about = f"{kind.replace('_', ' ')} added from event {ordinal}: {text}"
    return record(env, store, session.session_id, ReviewAction.ADD, item.item_id, reason, about, added=added)


def _evidence(store: Store, session_id: str, ordinal: int, quote: str | None, statement: str) -> SourceLink:
    """Return the evidence of an item: its quote, else the statement's own words, else the whole event.

    The event must contain the statement if there is no quote.
    """
    text = sessions.load_events(store, session_id, ordinal, ordinal)[0].text
    if quote is None and _plain(statement) not in _plain(text):
        raise InputError(
            f"event {ordinal} does not say this in these words",
            "give words that occur there, or name those that it rests on with --quote; "
            f"`workbench show {session_id[:12]}:{ordinal}` prints its text",
            code="text_not_said",
        )
    exact = statement if text.count(statement) == 1 else text
    words = quote if quote is not None else exact
    count = text.count(words) if words else 0
    if count != 1:
        found = "does not occur" if count == 0 else f"occurs {count} times"
        raise InputError(
            f"the quote {found} in event {ordinal}",
            f"`workbench show {session_id[:12]}:{ordinal}` prints its text",
            code="quote_not_found" if count == 0 else "quote_not_unique",
        )
    start = text.index(words)
    return make_link(session_id, ordinal, text, start, start + len(words))


def _plain(text: str) -> str:
    return folded(text).casefold().rstrip(".!")


def dismiss(env: Env, id_or_prefix: str, *, reason: str) -> Reviewed:
    """Record that a captured item does not count, or that a proposed one never will."""
    store = env.open_store()
    waiting = captures.proposed(store, id_or_prefix) if id_or_prefix.startswith("cap_") else []
    if len(waiting) == 1:
        session_id, item = waiting[0]
        about = f"proposed {item.kind.replace('_', ' ')} dismissed: {item.text}"
        return record(env, store, session_id, ReviewAction.DISMISS, item.item_id, reason, about)
    found = find.captured_anywhere(store, id_or_prefix)
    captured = found.item if isinstance(found, find.FoundUnjudged) else found.verdict
    about = f"captured {captured.kind.replace('_', ' ')} dismissed: {captured.text}"
    return record(env, store, found.session_id, ReviewAction.DISMISS, captured.item_id, reason, about)


def settle(env: Env, id_or_prefix: str, *, artifact: str | None, reason: str) -> Reviewed:
    """Record that an uncertain match in an artifact is a retention.

    Without `artifact` it is the one artifact in which the match is uncertain.

    Raises:
        UsageError: the match is uncertain in no artifact, or in several.
    """
    store = env.open_store()
    within = lookup.artifact(store, artifact) if artifact else None
    found = find.captured(store, id_or_prefix, within)
    everywhere = find.captured_everywhere(store, found.verdict.item_id, within)
    uncertain = [each for each in everywhere if each.verdict.verdict is Retention.UNCERTAIN]
    if not uncertain:
        verdicts_by_artifact = ", ".join(
            f"{each.verdict.verdict.value} in {each.artifact}" for each in everywhere
        )
        raise UsageError(
            f"the match is {verdicts_by_artifact}; only an uncertain one can be settled",
            "`workbench review dismiss` says that the captured item does not count",
        )
    if len(uncertain) > 1:
        named = ", ".join(each.artifact for each in uncertain)
        raise UsageError(
            f"the match is uncertain in {len(uncertain)} artifacts: {named}",
            f"name one, as in --artifact {uncertain[-1].artifact_id[:12]}",
            code="ambiguous",
        )
    found = uncertain[0]
    return record(
        env,
        store,
        found.session_id,
        ReviewAction.SETTLE,
        found.verdict.item_id,
        reason,
        f"uncertain match in {found.artifact} settled as retained: {found.verdict.text}",
        artifact_id=found.artifact_id,
    )


def clear(env: Env, id_or_prefix: str, *, reason: str) -> Reviewed:
    """Record that a contradiction finding is wrong, or withdraw the last mark on a draft.

    Raises:
        UsageError: the finding is of another gate, which no review may clear, or the draft has no mark.
    """
    store = env.open_store()
    if not id_or_prefix.startswith("fnd_"):
        return _withdraw(env, store, id_or_prefix, reason)
    found = find.finding(store, id_or_prefix)
    if found.gate != "D":
        raise UsageError(
            f"the finding is of gate {found.gate}; a review clears findings of gate D only",
            "repair the artifact, or draft the range again",
        )
    return record(
        env,
        store,
        found.stored.session_id,
        ReviewAction.CLEAR,
        found.finding.finding_id,
        reason,
        f"finding cleared: {found.finding.message}",
        artifact_id=found.stored.artifact_id,
    )


def _withdraw(env: Env, store: Store, id_or_prefix: str, reason: str) -> Reviewed:
    stored = artifacts.get(store, lookup.artifact(store, id_or_prefix))
    mark = last_mark(stored.artifact_id, reviews.listing(store, stored.session_id))
    if mark is None:
        raise UsageError(
            f"d-{stored.number} is neither rejected nor approved",
            "`workbench review clear` takes a finding of gate D, or a draft with such a mark",
        )
    word = "rejection" if mark.review.action is ReviewAction.REJECT else "approval"
    about = f"{word} of d-{stored.number} withdrawn"
    artifact_id = stored.artifact_id
    return record(
        env,
        store,
        stored.session_id,
        ReviewAction.CLEAR,
        artifact_id,
        reason,
        about,
        artifact_id=artifact_id,
    )


def reject(env: Env, id_or_prefix: str, *, reason: str) -> Reviewed:
    """Mark a draft as rejected; it is kept, and cannot be accepted until the rejection is withdrawn."""
    return _on_draft(env, id_or_prefix, ReviewAction.REJECT, reason)


def approve(env: Env, id_or_prefix: str, *, reason: str) -> Reviewed:
    """Mark a draft as approved, which does not accept it."""
    return _on_draft(env, id_or_prefix, ReviewAction.APPROVE, reason)


def _on_draft(env: Env, id_or_prefix: str, action: ReviewAction, reason: str) -> Reviewed:
    store = env.open_store()
    stored = artifacts.get(store, lookup.artifact(store, id_or_prefix))
    word = "rejected" if action is ReviewAction.REJECT else "approved"
    return record(
        env,
        store,
        stored.session_id,
        action,
        stored.artifact_id,
        reason,
        f"d-{stored.number} {word}",
        artifact_id=stored.artifact_id,
    )


def record(  # noqa: PLR0913 - a review is all of these
    env: Env,
    store: Store,
    session_id: str,
    action: ReviewAction,
    target: str,
    reason: str,
    about: str,
    *,
    artifact_id: str | None = None,
    added: dict[str, Any] | None = None,
) -> Reviewed:
    """Append a review of a target in a session; `about` describes it to the user.

    `artifact_id` binds it to one artifact; `added` is the captured item that it adds.

    Raises:
        UsageError: the reason is empty.
    """
    if not reason.strip():
        raise UsageError("the reason is empty", "say why, for whoever reads the record later")
    stored = reviews.add(
        store,
        session_id,
        action,
        target,
        actor=env.actor,
        reason=reason,
        now=env.now(),
        artifact_id=artifact_id,
        added=added,
    )
    return Reviewed(stored, about)
