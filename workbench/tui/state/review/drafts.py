"""Values of the draft screen: which problem comes next, and the words around the page of a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gates.review import ReviewAction
from workbench.escaping import one_line
from workbench.presentation.draft_size import model_words, size_words, verbatim_words
from workbench.presentation.figures import as_counted, context_count, plural
from workbench.presentation.judgement import Judgement
from workbench.presentation.problems import ORDER, GateProblem, blocking, of_gate
from workbench.presentation.spans import StyledText
from workbench.strategies.made_by import made_by
from workbench.tui.state.spans import PaneRow, paragraph, row

if TYPE_CHECKING:
    from workbench.services.drafts.draft_page import DraftPage


def judgement(page: DraftPage) -> Judgement:
    """Return the judgement of a page. Raises ValueError if the page has no judged artifact."""
    judged = page.judged
    if judged is None:
        raise ValueError("the page has no judged artifact")
    return Judgement(judged.report, judged.artifact, judged.events, page.checks)


def pressing(judged: Judgement | None, *, active: bool = False) -> tuple[str, ...]:
    """Return the actions that the state of a draft suggests; for an active one, first its rollback."""
    if judged is None:
        return ()
    if active:
        return ("undo", "go('compare')", "go('history')", "problem(1)")
    if judged.opaque:
        return ("draft_again", "inspect", "reject")
    return ("problem(1)", "repair", "draft_again", "reject") if judged.report.blocking else ("accept",)


def first_of(found: tuple[GateProblem, ...], gate: str) -> GateProblem | None:
    """Return the first problem of a gate, a blocking one if there is any."""
    here = of_gate(found, gate)
    return (blocking(here) or here or (None,))[0]


def target(problem: GateProblem) -> str:
    """Return the key of the claim that a problem is about: its item, or the problem itself without one."""
    return problem.key if problem.is_lost or problem.item_id is None else problem.item_id


def step(found: tuple[GateProblem, ...], cursor: str | None, gate: str, by: int) -> GateProblem | None:
    """Return the next or previous problem, from a cursor on a problem or on a gate.

    The walk covers blocking problems if there are any, else the warnings, never notes; it wraps around.
    """
    walked = blocking(found) or tuple(each for each in found if not each.is_note)
    if not walked:
        return None
    keys = [each.key for each in walked]
    if cursor in keys:
        return walked[(keys.index(cursor) + by) % len(walked)]
    here = ORDER.index(gate) if gate in ORDER else len(ORDER)
    places = [ORDER.index(each.gate) for each in walked]
    if by > 0:
        after = [n for n, place in enumerate(places) if place >= here]
        return walked[after[0] if after else 0]
    before = [n for n, place in enumerate(places) if place < here]
    return walked[before[-1] if before else -1]


def count_words(found: tuple[GateProblem, ...]) -> str:
    """Return how many problems keep gates from passing, counted alike on every screen: `30 problems`."""
    blocks = blocking(found)
    if blocks and all(each.unverifiable for each in blocks):
        return plural(len(blocks), "gate") + " unverifiable"
    return plural(len(blocks), "problem") if blocks else "no gate fails"


def counter(found: tuple[GateProblem, ...]) -> str:
    """Return the count of problems, and of the marks in the draft; lost items are in no statement."""
    blocks = blocking(found)
    in_draft = [each for each in blocks if not each.is_lost and not each.unverifiable]
    bad = len({each.item_id for each in in_draft if each.gate != "B"})
    loose = len({each.item_id or each.key for each in in_draft if each.gate == "B"})
    lost = sum(each.is_lost for each in blocks)
    words = [count_words(found)] if blocks else []
    words += [f"! {bad}"] if bad else []
    words += [f"? {loose} without source"] if loose else []
    words += [f"{lost} lost"] if lost else []
    return "   ".join(words)


def status(page: DraftPage) -> tuple[str, ...]:
    """Return the state at the top right, in parts."""
    own = page.line
    if own is None:
        return ()
    at = page.drafts.index(own) + 1
    made = made_by(own.strategy, own.origin)
    state = (own.state,) if own.state != "draft" else ()
    return (f"events {own.start}-{own.end}", made, *state, f"{at} of {len(page.drafts)}")


def figures(page: DraftPage) -> tuple[str, ...]:
    """Return how the draft was made, its cost and its savings."""
    judged = page.judged
    if judged is None:
        return ()
    artifact, record = judged.artifact, judged.artifact.generation_record
    took = f"   generated in {record.elapsed_ms / 1000:.1f} s" if record.elapsed_ms is not None else ""
    prompt = one_line(artifact.prompt_version)
    lines = [
        f"{one_line(artifact.strategy)}   {artifact.origin.value}   prompt {prompt}",
        f"policy {judged.report.policy_version}",
        f"{size_words(judged)}{took}",
    ]
    if record.model is not None:
        known = [count for count in record.counts() if count is not None]
        spent = f"{sum(known):,} tokens" if len(known) == 4 else "tokens unknown"
        money = f"   {judged.money}" if judged.money is not None else ""
        lines.append(f"model {model_words(record)}   {spent}{money}")
    if artifact.source.kept:
        lines.append(verbatim_words(judged))
    native = page.compaction
    if native is not None and native.tokens_before is not None:
        before = context_count(native.tokens_before, native.tokens_before_provenance)
        after = context_count(native.tokens_after, native.tokens_after_provenance, "unknown")
        own = f"the transcript's own compaction ({native.trigger})"
        counts = f"{before} -> {after} tokens"
        provenances = (native.tokens_before_provenance, native.tokens_after_provenance)
        lines.append(f"{own}: {as_counted(counts, *provenances)}")
    lines += [
        f"review by {one_line(each.review.actor)}: {each.review.action.value}, {one_line(each.review.reason)}"
        for each in page.reviews
        if each.review.artifact_id is not None or each.review.action is not ReviewAction.NOTE
    ]
    return tuple(lines)


def empty_rows(session: str, width: int) -> list[PaneRow]:
    """Return the rows shown if there is no draft: the next key, and the command."""
    rows = [row(), row(StyledText("No drafts yet.", "strong")), row()]
    rows += paragraph("2  opens the timeline: select a range with v, then c drafts it", width, indent=2)
    return rows + paragraph(f"or from a shell:  workbench draft {session}", width, indent=2, style="dim")
