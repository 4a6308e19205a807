"""The session events of a run's typed events: the same ones each time, in the machine's own words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gates.measure_words import plural
from gates.source import EventKind, ToolAction
from store.run_values import RunRecord, TypedEvent
from workbench.escaping import one_line
from workbench.runs.records import events as kinds
from workbench.runs.records.shapes import Plan
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.step_notes import SHOWN, first_words
from workbench.services.runs.synthesis_notes import passage_place, passage_words, quoted_words
from workbench.strategies import RunEvent


@dataclass(frozen=True)
class SessionAddition:
    """The session events of one typed event."""

    name: str
    """Name for `SnapshotRun.log`."""
    events: tuple[RunEvent, ...]
    manifest_id: str = ""
    ends_step: bool = False
    synthesis: kinds.Synthesis | None = None
    """The synthesis that was written, without a model's unverified claims."""
    body: object = None
    """The typed event, if notes are made of it."""


def addition_of(
    event: TypedEvent, body: object, record: RunRecord, manifest_id: str, ledger: StoreLedger
) -> SessionAddition | None:
    """Return what an event adds to the session; None if a reader of the session does not need it."""
    call = f"step-{event.step}"
    if isinstance(body, kinds.RunStarted):
        done = f"\nDone when: {record.done_definition}" if record.done_definition else ""
        return SessionAddition("RUN_STARTED", (RunEvent(EventKind.USER, record.objective + done),))
    if isinstance(body, kinds.SourcesRead):
        text = (
            f"{plural(body.read, 'source')} read, {body.skipped} skipped, {body.failed} failed, "
            f"{plural(body.chunks, 'passage')}"
        )
        return SessionAddition("SOURCES_READ", (RunEvent(EventKind.META, f"SOURCES: {text}"),))
    if isinstance(body, kinds.CompileDone):
        text = (
            f"COMPILE step {event.step}: {one_line(body.query)}\n{body.candidates} candidates, "
            f"{len(body.selected)} selected, best score {body.max_score:.3f}, {body.tokens} tokens, "
            f"manifest {body.manifest_id}"
        )
        text += _warning(body.warning)
        return SessionAddition("COMPILE_DONE", (RunEvent(EventKind.META, text),), body=body)
    if isinstance(body, kinds.NoEvidence):
        text = f"NO_EVIDENCE: {one_line(body.query)} (best score {body.max_score:.3f})"
        return SessionAddition("NO_EVIDENCE", (RunEvent(EventKind.META, text),), body=body)
    if isinstance(body, kinds.PlanDone):
        return SessionAddition("PLAN_DONE", tuple(_planned(body.plan, call)), body=body)
    if isinstance(body, kinds.ActDone):
        return _acted(body, call, ledger)
    if isinstance(body, kinds.ObserveDone):
        text = f"OBSERVE step {event.step}: {body.summary}"
        return SessionAddition(
            "OBSERVE_DONE", (RunEvent(EventKind.META, text),), manifest_id, ends_step=True, body=body
        )
    return _other(body)


def _planned(plan: Plan, call: str) -> Iterator[RunEvent]:
    # its words are the machine's own: nobody decided, asked or proposed them
    yield RunEvent(EventKind.META, f"PLAN {plan.action_type}: {plan.rationale}")
    for each in plan.tool_calls:
        arguments = " ".join(f"{name}={one_line(str(value))}" for name, value in each.arguments.items())
        yield RunEvent(
            EventKind.TOOL_CALL, f"{each.name} {arguments}".strip(), call, each.name,
            arguments=each.arguments, action=ToolAction.SEARCH if each.name == "search" else ToolAction.READ,
        )  # fmt: skip


def _acted(body: kinds.ActDone, call: str, ledger: StoreLedger) -> SessionAddition:
    tool = {"SEARCH": "search", "FETCH_SLICE": "fetch_slice", "SYNTHESIZE": "synthesize"}.get(
        body.action_type
    )
    if body.action_type == "ASK_HUMAN":
        tool = "ask_human"
    if tool is None:
        event = RunEvent(EventKind.META, f"ACT {body.action_type}")
        return SessionAddition("ACT_DONE", (event,), body=body)
    text = _result(body, ledger) + _warning(body.warning)
    result = RunEvent(EventKind.TOOL_RESULT, text, call, tool, failed=False)
    return SessionAddition("ACT_DONE", (result,), synthesis=_verified(body), body=body)


def _warning(stated: str) -> str:
    """Return the line of a warning."""
    return f"\nWARNING: {one_line(stated)}" if stated else ""


def _verified(body: kinds.ActDone) -> kinds.Synthesis | None:
    """Return a synthesis without claims of a model that no passage supports, so that no snapshot has them."""
    made = body.synthesis
    if made is None or not made.own_words:
        return made
    claims = [c for c, why in zip(made.claims, body.reasons, strict=False) if not why]
    return made.model_copy(update={"claims": tuple(claims)})


def _result(body: kinds.ActDone, ledger: StoreLedger) -> str:
    if body.synthesis is not None:
        return _synthesis_text(body.synthesis, body.reasons, ledger)
    if body.slice is not None:
        words = passage_words([body.slice], ledger).get(passage_place(body.slice), "")
        return f"{body.slice.chunk_id} {body.slice.start}..{body.slice.end}\n{words}"
    if body.action_type == "ASK_HUMAN":
        return "a person is asked"
    return "\n".join(_found_lines(body.found, ledger)) or "no passage"


def _found_lines(found: Sequence[kinds.NamedPassage], ledger: StoreLedger) -> Iterator[str]:
    """Yield a line of each passage, and under one that answers the first of its words."""
    direct = [each.chunk_id for each in found if each.label == "DIRECT"]
    chunks = ledger.chunks(direct) if direct else {}
    spans = {
        name: kinds.PassageQuote(chunk_id=name, start=chunk.span_start, end=chunk.span_end)
        for name, chunk in chunks.items()
    }
    words = passage_words(list(spans.values()), ledger)
    for each in found:
        yield f"{each.label} {each.score:.3f} {each.chunk_id}"
        if each.chunk_id in spans:
            yield SHOWN + first_words(words[passage_place(spans[each.chunk_id])])


def _synthesis_text(made: kinds.Synthesis, reasons: Sequence[str], ledger: StoreLedger) -> str:
    """Return the answer with the words that its claims rest on, so that the session has its own evidence."""
    words_of = quoted_words(made, ledger)
    lines = [f"Answer: {made.answer}"]
    for number, claim in enumerate(made.claims):
        why = reasons[number] if made.own_words and number < len(reasons) else ""
        stated = f"{claim.text} (not verified: {why})" if why else claim.text
        places = map(passage_place, claim.quotes)
        lines += [f"- {stated}", *(f"  {words_of[place]}" for place in places if place in words_of)]
    for conflict in made.conflicts:
        places = map(passage_place, (*conflict.side_a, *conflict.side_b))
        lines += [
            f"- Conflict: {conflict.text}",
            *(f"  {words_of[place]}" for place in places if place in words_of),
        ]
    lines += [f"- Uncertain: {each}" for each in made.uncertainty]
    return "\n".join(lines)


def _made_words(body: kinds.CheckpointDone) -> str:
    counts = ", ".join(f"{count} {name}" for name, count in body.summary.items())
    return f"CHECKPOINT ({body.trigger}, {body.outcome}): snapshot {body.snapshot_id}, {counts}"


def _asked_words(body: kinds.ModelAsked) -> str:
    again = f", again because {one_line(body.problem)}" if body.problem else ""
    return f"MODEL_ASKED {body.purpose}: {body.spent.tokens:,} tokens{again}"


def _other(body: object) -> SessionAddition | None:
    if isinstance(body, kinds.PersonAnswered):
        return SessionAddition("ANSWERED", (RunEvent(EventKind.USER, body.text),))
    stated: dict[type, Callable[[Any], str]] = {
        kinds.PersonAsked: lambda b: f"ASK_HUMAN: {b.question}",
        kinds.OverrideSet: lambda b: f"OVERRIDE {b.override.kind} ({b.trigger}, {b.ttl_steps} steps)",
        kinds.OverrideExpired: lambda b: f"OVERRIDE expired: {b.override_id}",
        kinds.PlanRefused: lambda b: f"PLAN refused: {b.reason}",
        kinds.ActRefused: lambda b: f"ACT refused: {b.reason}",
        kinds.BudgetSpent: lambda b: f"BUDGET: {b.sentence}",
        kinds.CheckpointDone: _made_words,
        kinds.ModelAsked: _asked_words,
        kinds.EgressDone: lambda b: f"EGRESS: {b.ended}, {b.verified} of {b.claims} claims verified",
        kinds.RunFailed: lambda b: f"FAILED in {b.phase}: {b.reason}",
        kinds.RunCancelled: lambda b: f"CANCELLED by {b.actor}: {b.reason}",
    }
    for kind, words in stated.items():
        if isinstance(body, kind):
            return SessionAddition(kinds.NAMES[kind], (RunEvent(EventKind.META, words(body)),))
    return None
