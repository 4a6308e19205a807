"""A run as rows: its question, steps and claims; and details of the entry under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.cells import clip_start
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, sized, titles
from workbench.presentation.run_output import NO_EVIDENCE, UNREAD, common_folder, output_parts, unread_entries
from workbench.presentation.run_status import STATUS_STYLES
from workbench.presentation.spans import StyledText
from workbench.tui.state.source.linked_span import CLOSE, OPEN
from workbench.tui.state.spans import PaneRow, cells, facts, paragraph, row, rule
from workbench.tui.text import ELLIPSIS

if TYPE_CHECKING:
    from workbench.runs.records.shapes import ResearchOutput, ScoredChunk
    from workbench.runs.records.state import RunState
    from workbench.services.runs.run_review import QuoteInContext, ReviewedClaim, ReviewedStep, RunReview

_STYLES = {
    "verified": "good", "candidate": "warn", "conflict": "bad", "DIRECT": "good", "CONTEXT": "", "NOT": "dim",
}  # fmt: skip
MOST_CANDIDATES = 24
LABELS = "DIRECT answers the query, CONTEXT is about it, NOT is neither. BM25 counts words, Vector likeness."
LEFT = "This app is not at work on it. r goes on with it, where no other process does; x cancels it."
NOTHING_BEHIND = "No step is done yet. Of the step or statement under the cursor the sources are shown here."
OBJECTIVE_LINES = 3
STEP_LINES = 3


def overview_rows(found: RunReview, width: int, *, at_work: bool = False) -> list[PaneRow]:
    """Return the question, the findings and the steps; keys are `ask`, `claim:N`, `part:TITLE`, `step:N`.

    `at_work`: whether this app drives the run; the screen shows the current step at the top right.
    """
    state = found.shown.state
    rows = paragraph(one_line(found.shown.record.objective), width, style="strong", most=OBJECTIVE_LINES)
    status = StyledText(state.status, STATUS_STYLES.get(state.status, ""))
    if state.reason:  # whole: it ends with advice
        label = StyledText(f"{state.status}  ", STATUS_STYLES.get(state.status, ""))
        rows += paragraph(one_line(state.reason), width, label=label, style="dim")
    else:
        rows.append(row(status))
    for stated in found.shown.others_answered():
        rows += paragraph(stated, width, label=StyledText("model  ", "dim"))
    if state.status == "WAITING":
        rows += [row()]
        rows += paragraph(
            one_line(state.question),
            width,
            label=StyledText("asks  ", "warn"),
            key="ask",
            mark=StyledText("?", "warn"),
        )
        rows.append(row(StyledText("      a answers it", "dim"), key="ask"))
    if state.status == "RUNNING":
        stated = "this app is at work on it; x cancels it" if at_work else LEFT
        rows += paragraph(stated, width, style="dim")
    if found.shown.output is None:  # an output states them with what is uncertain
        for each in state.warnings:
            rows += paragraph(one_line(each), width, label=StyledText("warning  ", "warn"))
    rows += [row(), *_found_rows(found, width)]
    rows += [row(), row(StyledText(plural(len(found.steps), "step"), "accent")), rule(width)]
    for step in found.steps:
        rows += paragraph(
            one_line(_did(step, state)),
            width,
            label=f"{step.step:>3}  ",
            key=f"step:{step.step}",
            most=STEP_LINES,
        )
    return rows


def _found_rows(found: RunReview, width: int) -> list[PaneRow]:
    """Return the answer or that there is none, then its limits, as `run status` prints them."""
    if found.shown.output is None:
        ended = found.shown.state.status in ("FAILED", "CANCELLED")
        stated = "no answer: the run ended before it had an output" if ended else "no answer yet"
        return [row(StyledText(stated, "dim"))]
    rows: list[PaneRow] = []
    for part in output_parts(found.shown.output, width, brief=True):
        rows.append(row(StyledText(part.title, "accent")))
        for entry in part.entries:
            key = f"part:{part.title}" if entry.place is None else f"claim:{entry.place}"
            rows += [PaneRow(each, key) for each in entry.lines]
    return rows


def _did(step: ReviewedStep, state: RunState) -> str:
    """Return what a step did, with the person's answer or the words of its search."""
    if step.answer:
        return f"you answered: {step.answer}"
    if step.did or step.step != state.step:
        searched = f"; searched for: {step.searched}" if step.searched else ""
        return f"{_result(step) or step.did or 'not done'}{searched}"
    return "not done: it waits for the answer" if state.status == "WAITING" else "not done yet"


def _result(step: ReviewedStep) -> str:
    """Return the result of a step's action without names of the machine; empty if there is none."""
    acted = step.acted
    if acted is None:
        return ""
    if acted.slice is not None:
        places = {each.chunk_id: each.location for each in step.detail.candidates}
        name = places.get(acted.slice.chunk_id, "").rpartition("/")[2]
        return f"read more of {name or 'a passage'}"
    if acted.synthesis is not None:
        claims, conflicts = len(acted.synthesis.claims), len(acted.synthesis.conflicts)
        return f"wrote {plural(claims, 'claim')} and {plural(conflicts, 'conflict')}"
    if acted.action_type == "SEARCH":
        answering = sum(each.label == "DIRECT" for each in acted.found)
        news = f"{answering} with an answer, {step.new_passages} new"
        return f"found {plural(len(acted.found), 'passage')}, {news}" if acted.found else "found no passage"
    return {"ASK_HUMAN": "asked a question, which was answered", "STOP": "ended the search"}[
        acted.action_type
    ]


def detail_rows(found: RunReview, key: str | None, width: int) -> list[PaneRow]:
    """Return the details of the entry under the cursor."""
    kind, _, number = (key or "").partition(":")
    if kind == "step":
        step = next((each for each in found.steps if each.step == int(number)), None)
        return _manifest_rows(step, width) if step is not None else []
    if kind == "claim" and int(number) < len(found.claims):
        return _claim_rows(found.claims[int(number)], width)
    if kind == "part" and found.shown.output is not None:
        return _part_rows(found.shown.output, number, width)
    return _asked_rows(found, width)


def _part_rows(made: ResearchOutput, title: str, width: int) -> list[PaneRow]:
    """Return a part of the answer in full; for unread sources, every one of them."""
    parts = [each.entries for each in output_parts(made, width) if each.title == title]
    entries = unread_entries(made, width) if title == UNREAD else [one for each in parts for one in each]
    return [PaneRow(each) for entry in entries for each in entry.lines]


def _asked_rows(found: RunReview, width: int) -> list[PaneRow]:
    state = found.shown.state
    if state.status != "WAITING":
        return paragraph(NOTHING_BEHIND, width, style="dim")
    rows = paragraph(one_line(state.question), width, style="strong")
    rows += [
        row(),
        *paragraph("The run waits for an answer. a writes one; the run then goes on.", width),
    ]
    return rows


def _manifest_rows(step: ReviewedStep, width: int) -> list[PaneRow]:
    body, detail = step.manifest, step.detail
    selected = set(body.selected_chunk_ids)
    people = [("asked", step.asked), ("answered", step.answer), ("searched", step.searched)]
    rows = facts(
        [
            *((label, one_line(text)) for label, text in people if text),
            ("query", one_line(body.retrieval_query)),
            ("intent", body.intent.intent),
            ("tokens", f"{body.token_budget.used:,} of {body.token_budget.limit:,}"),
        ],
        width,
    )
    origin = facts(
        [
            ("manifest", step.manifest_id),
            ("snapshot", body.snapshot_id or "none"),
            ("reranker", one_line(f"{body.reranker_model} {body.reranker_version}")),
            ("compiler", body.compiler_version),
        ],
        width,
    )
    for source_text in step.supervised:
        rows += paragraph(one_line(source_text), width, label=StyledText("supervisor  ", "warn"))
    rows += [row(), *paragraph(_why(step), width), *paragraph(LABELS, width, style="dim")]
    for cut in body.token_budget.cut:
        rows += paragraph(one_line(cut), width, label=StyledText("cut  ", "warn"))
    columns = sized(
        (Column("", 2), Column("Label", 7), Column("Score", 5, right=True), Column("BM25", 6, right=True),
         Column("Vector", 6, right=True), Column("Source", 0)),
        width,
    )  # fmt: skip
    folder = common_folder([each.location for each in detail.candidates])
    if folder:
        rows += [row(), *paragraph(f"Sources below {one_line(folder)}", width, style="dim")]
    rows += [row(), PaneRow(titles(columns)), rule(width)]
    for each in detail.candidates[:MOST_CANDIDATES]:
        chosen, place = each.chunk_id in selected, each.location.removeprefix(folder)
        rows.append(PaneRow(cells(columns, _candidate(each, place, columns[-1].width, chosen=chosen))))
    more = len(detail.candidates) - MOST_CANDIDATES
    if more > 0:
        rows.append(row(StyledText(f"and {more} more", "dim")))
    return [*rows, row(), *origin]


def _candidate(each: ScoredChunk, place: str, room: int, *, chosen: bool) -> Sequence[str | StyledText]:
    return (
        StyledText("*" if chosen else "", "good"),
        StyledText(each.label, _STYLES[each.label]),
        f"{each.score:.2f}",
        "-" if each.lexical is None else f"{each.lexical:.2f}",
        "-" if each.vector is None else f"{each.vector:.2f}",
        clip_start(one_line(place), room, ELLIPSIS),
    )


def _why(step: ReviewedStep) -> str:
    """Return in words why these passages were selected."""
    body, detail = step.manifest, step.detail
    count = plural(len(body.candidate_chunk_ids), "candidate")
    stated = f"{count}, {len(body.selected_chunk_ids)} selected (*): the best that are not labelled NOT"
    stated += ", and slices that were fetched. "
    best = f"The best scores {detail.max_score:.2f}; from {detail.threshold:.2f} a passage answers."
    if detail.no_direct_evidence:
        best += f" {NO_EVIDENCE}"
    return stated + best + (" Filters were off and more candidates taken." if detail.fallback else "")


def _claim_rows(claim: ReviewedClaim, width: int) -> list[PaneRow]:
    rows = paragraph(
        one_line(claim.text), width, label=StyledText(f"{claim.status}  ", _STYLES[claim.status])
    )
    if claim.reason:
        rows += paragraph(one_line(claim.reason), width, label=StyledText("not verified: ", "warn"))
    for each in claim.quotes:
        rows += [row(), *_quote_rows(each, width)]
    if not claim.quotes:
        rows += [row(), row(StyledText("It rests on no words of a source.", "bad"))]
    return rows


def _quote_rows(each: QuoteInContext, width: int) -> list[PaneRow]:
    where = ", ".join(filter(None, (each.location, each.place)))
    rows = [row(StyledText(one_line(where), "accent")), rule(width)]
    for text, style in ((each.before, "dim"), (f"{OPEN}{each.quote}{CLOSE}", "mark"), (each.after, "dim")):
        for line in filter(None, map(str.strip, text.splitlines())):
            rows += paragraph(one_line(line), width, style=style)
    return rows
