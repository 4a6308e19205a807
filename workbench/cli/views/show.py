"""The view of any one record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gates.report import Finding
from gates.source import SourceLink
from workbench.cli.views.draft import artifact_facts, items_lines
from workbench.cli.views.findings import report_lines
from workbench.cli.views.gates import Reader
from workbench.escaping import one_line
from workbench.presentation.cells import clip
from workbench.presentation.figures import context_count, counted_by, plural
from workbench.presentation.gate_words import outcome, verdicts_of
from workbench.presentation.judgement import distinct
from workbench.presentation.layout import Column, facts, heading, paragraph, table
from workbench.presentation.moves import NO_MOVE
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line

if TYPE_CHECKING:
    from store.values import Pointer, StoredReport, StoredReview, StoredSnapshot
    from workbench.services.judgement.find import FoundCaptured, FoundEvidence, FoundFinding, FoundUnjudged
    from workbench.services.lookup.show import ArtifactShown, EventShown, ItemShown, SessionShown, ShownRecord

QUOTE = 320
STATE_STYLES = {"active": "good", "rejected": "bad", "displaced": "dim", "rolled back": "dim"}


def shown_lines(shown: ShownRecord, width: int) -> list[Line]:
    """Return the lines of the requested record."""
    return _VIEWS[shown.type](shown.detail, width)


def _session(shown: SessionShown, width: int) -> list[Line]:
    s = shown.line.session
    pairs: list[tuple[str, Piece]] = [
        ("file", f"{s.source_name} ({s.format}), imported {s.imported_at}"),
        ("events", f"{s.events:,} in {plural(s.turns, 'turn')}; {plural(s.noise, 'ignored record')}"),
        ("tokens", f"{s.tokens:,} in all events; {shown.line.context_tokens:,} in the active context"),
        (
            "scope",
            "complete"
            if s.scope_complete
            else StyledText("the transcript's own beginning is missing", "warn"),
        ),
        ("objective", clip(one_line(shown.objective), QUOTE) or "none recorded"),
    ]
    title = clip(one_line(s.title), 60) or s.source_name
    lines: list[Line] = [
        (StyledText(title, "bold"), StyledText(f"  {s.session_id}")),
        *facts(pairs, width, indent=2),
    ]
    if shown.artifacts:
        lines += [BLANK, *_artifacts(shown, width)]
    return lines


def _artifacts(shown: SessionShown, width: int) -> list[Line]:
    native = {each.artifact_id: f", {each.trigger}" for each in shown.compactions}
    rows: list[list[Piece]] = []
    for stored, kept in shown.artifacts:
        source = stored.artifact.source
        state = shown.states[stored.artifact_id]
        rows.append(
            [
                f"d-{stored.number}",
                stored.artifact_id[:12],
                f"{source.source_start}..{source.source_end}",
                stored.artifact.strategy + native.get(stored.artifact_id, ""),
                StyledText(state, STATE_STYLES.get(state, "")),
                outcome(verdicts_of(kept.report) if kept else None),
            ]
        )
    titles = {"No.": 0, "Artifact": 3, "Events": 1, "Strategy": 2, "State": 0}
    columns = (*(Column(title, rank=rank) for title, rank in titles.items()), Column("Gates", grows=True))
    return table(columns, rows, width)


def _event(shown: EventShown, width: int) -> list[Line]:
    event = shown.event.event
    pairs: list[tuple[str, Piece]] = [
        ("session", shown.session.session_id),
        ("turn, step", f"{event.turn}, {event.step}"),
        ("tokens", f"{event.tokens:,} ({event.provenance})"),
        ("line", f"{event.line}" if event.line else "-"),
        ("native id", event.native_id),
    ]
    if event.sidechain:
        pairs.append(
            ("sidechain", StyledText(f"{event.sidechain}: stays out of capture and active context", "warn"))
        )
    if event.timestamp:
        pairs.append(("time", event.timestamp))
    lines: list[Line] = [(StyledText(f"event {event.ordinal}", "bold"), StyledText(f"  {event.kind.value}"))]
    lines += facts(pairs, width, indent=2)
    return [*lines, BLANK, *paragraph(event.text, width)]


def _artifact(shown: ArtifactShown, width: int) -> list[Line]:
    judged = shown.judged
    state = StyledText(f"  {shown.state}", STATE_STYLES.get(shown.state, ""))
    title = (StyledText(f"d-{judged.number}", "bold"), StyledText(f"  {judged.artifact_id}"), state)
    pairs: list[tuple[str, Piece]] = list(artifact_facts(judged))
    if shown.compaction is not None:
        c = shown.compaction
        before = context_count(c.tokens_before, c.tokens_before_provenance, "unknown")
        after = context_count(c.tokens_after, c.tokens_after_provenance, "unknown")
        by = counted_by(c.tokens_before_provenance, c.tokens_after_provenance)
        stated = f"{c.trigger}, {before} -> {after} tokens"
        pairs.append(("trigger", f"{stated}, {by}" if by else stated))
    reviews = [each.review for each in shown.reviews]
    pairs += [("review", f"{review.action.value} by {review.actor}: {review.reason}") for review in reviews]
    if judged.report_id:
        pairs.append(("report", judged.report_id))
    lines = [title, *facts(pairs, width, indent=2), BLANK]
    lines += report_lines(Reader(judged.report, judged.artifact, judged.events), width)
    lines += items_lines(judged, width)
    if judged.artifact.narrative:
        lines += [BLANK, heading("Narrative"), *paragraph(judged.artifact.narrative, width, indent=2)]
    return lines


def _item(shown: ItemShown, width: int) -> list[Line]:
    item = shown.item
    status = f", {item.status}" if item.status else ""
    speaker = f", said by the {item.speaker}" if item.speaker else ""
    head = f"  {item.kind.value.replace('_', ' ')}{status}{speaker}   {item.item_id}"
    lines: list[Line] = [(StyledText(f"d-{shown.stored.number} {shown.place}", "bold"), StyledText(head))]
    lines += [*paragraph(item.text, width, indent=2), BLANK]
    lines.append(heading("Source" if item.links else "No source was found"))
    for link in {link.evidence_id: link for link in item.links}.values():
        turn, kind = shown.turns.get(link.ordinal, (0, "event"))
        lines += paragraph(
            clip(one_line(link.quote), QUOTE),
            width,
            indent=2,
            label=StyledText(f"event {link.ordinal}, turn {turn}, {kind}: ", "dim"),
        )
        lines.append(line("    ", StyledText(link.evidence_id, "dim")))
    for gate, finding in shown.findings:
        lines += [BLANK, *_finding_lines(gate, finding, width)]
    return lines


def _finding_lines(gate: str, finding: Finding, width: int) -> list[Line]:
    style = "bad" if finding.severity == "hard" else "warn"
    head = f"gate {gate}, {finding.rule}/{finding.rule_version}, {finding.severity}: "
    lines = paragraph(finding.message, width, label=StyledText(head, style))
    lines += _links(finding.evidence, width)
    lines.append(line("  ", StyledText(finding.finding_id, "dim")))
    return lines


def _links(links: Sequence[SourceLink], width: int) -> list[Line]:
    lines: list[Line] = []
    for link in distinct(links):
        quote = f'"{clip(one_line(link.quote), QUOTE)}"'
        lines += paragraph(quote, width, indent=2, label=StyledText(f"event {link.ordinal}: ", "dim"))
    return lines


def _finding(found: FoundFinding, width: int) -> list[Line]:
    title = line(StyledText(f"d-{found.stored.number}", "bold"), f"  {found.stored.artifact_id}")
    return [title, *_finding_lines(found.gate, found.finding, width)]


def _captured(found: FoundCaptured | FoundUnjudged, width: int) -> list[Line]:
    from workbench.services.judgement.find import FoundUnjudged

    return _unjudged(found, width) if isinstance(found, FoundUnjudged) else _judged(found, width)


def _unjudged(found: FoundUnjudged, width: int) -> list[Line]:
    item = found.item
    label = f"{item.kind.replace('_', ' ')}, {item.status.replace('_', ' ')}: "
    lines = [line(StyledText(item.item_id, "bold"), f"  of {found.session_id}, in no report yet")]
    lines += paragraph(item.text, width, label=StyledText(label))
    return lines + _links(item.evidence, width)


def _judged(found: FoundCaptured, width: int) -> list[Line]:
    verdict = found.verdict
    label = StyledText(
        f"{verdict.kind.replace('_', ' ')}, {verdict.verdict.value}: ", "good" if verdict.retained else "bad"
    )
    lines = [line(StyledText(verdict.item_id, "bold"), f"  in {found.artifact_id}")]
    lines += paragraph(verdict.text, width, label=label)
    lines += _links(verdict.evidence, width)
    if verdict.fix:
        lines += paragraph(verdict.fix, width, label=StyledText("fix: ", "accent"))
    return lines


def _evidence(found: FoundEvidence, width: int) -> list[Line]:
    link = found.link
    pairs: list[tuple[str, Piece]] = [
        ("session", found.session_id),
        ("chunk", f"{link.chunk_id}, {link.span.start}..{link.span.end}"),
        ("quote hash", link.quote_hash),
    ]
    lines: list[Line] = [(StyledText(link.evidence_id, "bold"),), *facts(pairs, width, indent=2), BLANK]
    return [*lines, *paragraph(link.quote, width)]


def _snapshot(stored: StoredSnapshot, width: int) -> list[Line]:
    body: dict[str, Any] = stored.body
    state = body["state"]
    statuses = [claim["status"] for claim in state["claims"]]
    stated = ", ".join(f"{statuses.count(each)} {each}" for each in dict.fromkeys(statuses)) or "none"
    failed = [check for check in body["validation"]["checks"] if check["status"] != "PASS"]
    pairs: list[tuple[str, Piece]] = [
        ("session", f"{stored.session_id}, snapshot {stored.sequence}"),
        ("created", stored.created_at),
        ("objective", clip(one_line(body["objective"]), QUOTE) or "none recorded"),
        ("claims", stated),
        ("conflicts", f"{len(state['conflicts'])}"),
        ("failures", f"{len(state['failures'])}"),
        ("questions", f"{len(state['open_questions'])}"),
        ("validation", StyledText(body["validation"]["status"], "bad" if failed else "good")),
    ]
    lines: list[Line] = [(StyledText(stored.snapshot_id, "bold"),), *facts(pairs, width, indent=2)]
    for check in failed:
        lines += paragraph(
            check["message"], width, indent=2, label=StyledText(f"FAIL {check['name']}: ", "bad")
        )
    for claim in state["claims"]:
        label = StyledText(f"{claim['status']:>12}  ", "good" if claim["status"] == "verified" else "dim")
        lines += paragraph(clip(one_line(claim["statement"]), QUOTE), width, label=label)
    hint = "--narrative prints it as Markdown, --json as it is"
    return [*lines, BLANK, line(StyledText(hint, "dim"))]


def _report(stored: StoredReport, width: int) -> list[Line]:
    title = line(StyledText(stored.report_id, "bold"), f"  on {stored.artifact_id}, {stored.created_at}")
    return [title, BLANK, *report_lines(Reader(stored.report), width)]


def _pointer(pointer: Pointer, width: int) -> list[Line]:
    pairs: list[tuple[str, Piece]] = [
        ("artifact", pointer.artifact_id),
        ("session", pointer.session_id),
        ("range", f"{pointer.source_start}..{pointer.source_end}"),
        ("displaced", ", ".join(pointer.displaced) or "nothing"),
        ("confirmed", ", ".join(pointer.confirmed) or "nothing"),
        ("after", pointer.previous_pointer_id or NO_MOVE),
        ("versions", f"{pointer.prompt_version}, policy {pointer.policy_version}"),
        ("report", pointer.report_id),
        ("by", f"{pointer.actor} at {pointer.created_at}"),
        ("reason", pointer.reason or "none given"),
        ("hash", pointer.hash),
    ]
    title = line(StyledText(f"#{pointer.sequence} {pointer.action}", "bold"), f"  {pointer.pointer_id}")
    return [title, *facts(pairs, width, indent=2)]


def _review(stored: StoredReview, width: int) -> list[Line]:
    review = stored.review
    pairs: list[tuple[str, Piece]] = [
        ("target", review.target),
        ("session", review.session_id),
        ("artifact", review.artifact_id or "the session's capture"),
        ("by", f"{review.actor} at {stored.created_at}"),
        ("reason", review.reason),
    ]
    if review.added:
        pairs.insert(1, ("added", f"{review.added['kind']}: {review.added['text']}"))
    title = line(StyledText(f"review: {review.action.value}", "bold"), f"  {review.review_id}")
    return [title, *facts(pairs, width, indent=2)]


_VIEWS: dict[str, Callable[[Any, int], list[Line]]] = {
    "session": _session,
    "event": _event,
    "artifact": _artifact,
    "item": _item,
    "snapshot": _snapshot,
    "report": _report,
    "pointer": _pointer,
    "review": _review,
    "finding": _finding,
    "captured_item": _captured,
    "evidence": _evidence,
}
