"""Views of runs, their manifests and golden evaluations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from workbench.presentation.layout import Column, facts, heading, paragraph, table
from workbench.presentation.run_output import common_folder, output_parts, spent_words
from workbench.presentation.run_status import STATUS_STYLES
from workbench.presentation.spans import Line, StyledText, line
from workbench.runs.records.shapes import NO_DIRECT_EVIDENCE

if TYPE_CHECKING:
    from store.run_values import RunStatus
    from workbench.services.runs.shown_run import RunShown
    from workbench.services.runs.step_contexts import ManifestShown


def run_lines(shown: RunShown, width: int, out: str | None = None) -> Iterator[Line]:
    """Yield a run's objective, state, results and next step; `out` is the folder asked for, if any."""
    state, own = shown.state, shown.settings
    counts = shown.sources
    stated: list[tuple[str, str | StyledText]] = [
        ("run", shown.record.run_id),
        ("objective", shown.record.objective),
        ("status", StyledText(state.status, STATUS_STYLES.get(state.status, ""))),
        (
            "steps",
            f"{state.step} of {own.steps}, {spent_words(state.spent, own.money, own.currency)}",
        ),
        *(("model", stated) for stated in shown.others_answered()),
        ("sources", f"{counts['read']} read, {counts['skipped']} skipped, {counts['failed']} failed"),
    ]
    yield from facts(stated, width)
    yield from _active(shown, width)
    if shown.output is not None:
        yield line("")
        for part in output_parts(shown.output, width):
            yield heading(part.title)
            for entry in part.entries:
                yield from entry.lines
    else:
        for each in state.warnings:
            yield from paragraph(each, width, label=StyledText("warning  ", "warn"))
    if state.reason:
        yield from paragraph(state.reason, width, label=StyledText("why  ", "bad"))
    yield from _next(shown, width, out)


def _active(shown: RunShown, width: int) -> Iterator[Line]:
    state = shown.state
    active = [each for each in state.overrides if each.active(state.step + 1)]
    if not active or state.status not in ("RUNNING", "WAITING"):
        return
    yield heading("overrides of the supervisor")
    for each in active:
        left = each.step + each.ttl_steps - state.step
        yield from paragraph(f"{each.override.kind} ({each.trigger}), {left} steps left", width, indent=2)


def _next(shown: RunShown, width: int, out: str | None) -> Iterator[Line]:
    state, name = shown.state, shown.record.run_id
    yield line("")
    if state.status == "WAITING":
        yield from paragraph(state.question, width, label=StyledText("asks  ", "warn"))
        yield from paragraph(f'workbench run answer {name} "..."', width, label=StyledText("next  ", "dim"))
        return
    wanted = out or shown.settings.out
    ended = state.status != "RUNNING"
    if shown.written is None and shown.output is None and (wanted if ended else out):
        why = "the run ended before it had an output" if ended else "the run has no output yet"
        stated = f"nothing is written to {wanted}: {why}"
        yield from paragraph(stated, width, label=StyledText("report  ", "dim"))
    if shown.written is not None:
        yield from paragraph(str(shown.written / "report.md"), width, label=StyledText("report  ", "dim"))
    command = "run resume" if state.status == "RUNNING" else "timeline"
    yield from paragraph(f"workbench {command} {name}", width, label=StyledText("next  ", "dim"))


def list_lines(found: Iterable[RunStatus], width: int) -> Iterator[Line]:
    """Yield the runs, newest first."""
    rows = [
        (
            each.run_id,
            StyledText(each.status, STATUS_STYLES.get(each.status, "")),
            str(each.step),
            each.objective,
        )
        for each in found
    ]
    if not rows:
        yield line("no runs")
        return
    columns = [
        Column("run", stays=True),
        Column("status"),
        Column("steps", right=True),
        Column("objective", grows=True),
    ]
    yield from table(columns, rows, width)


def manifest_lines(shown: ManifestShown, width: int) -> Iterator[Line]:
    """Yield the manifest's fields, then the candidates with the score of each part."""
    body = shown.to_json()["manifest"]
    detail = shown.to_json()["detail"]
    budget = body["token_budget"]
    yield from facts(
        [
            ("manifest", shown.manifest.manifest_id),
            ("step", body["step_id"]),
            ("snapshot", body["snapshot_id"] or "none"),
            ("intent", f"{body['intent']['intent']}: {body['intent']['stand_alone_query']}"),
            ("query", body["retrieval_query"]),
            ("candidates", f"{len(body['candidate_chunk_ids'])}, selected {len(body['selected_chunk_ids'])}"),
            ("reranker", f"{body['reranker_model']} {body['reranker_version']}"),
            ("vectors", detail.get("vector_model") or "character n-grams"),
            ("tokens", f"{budget['used']:,} of {budget['limit']:,}"),
            ("compiler", body["compiler_version"]),
            ("prompt", f"made again, SHA-256 {shown.manifest.prompt_hash[:16]}"),
        ],
        width,
    )
    for stated in budget["cut"]:
        yield from paragraph(stated, width, label=StyledText("cut  ", "warn"))
    if detail.get("warning"):
        yield from paragraph(detail["warning"], width, style="warn")
    if detail["no_direct_evidence"]:
        yield from paragraph(NO_DIRECT_EVIDENCE, width, style="warn")
    selected = set(body["selected_chunk_ids"])
    folder = common_folder([each["location"] for each in detail["candidates"]])
    rows = [
        (
            StyledText("*" if each["chunk_id"] in selected else "", "good"),
            each["chunk_id"],
            each["label"],
            f"{each['score']:.3f}",
            _figure(each["lexical"]),
            _figure(each["vector"]),
            f"{each['fused']:.4f}",
            each["location"].removeprefix(folder),
        )
        for each in detail["candidates"][:24]
    ]
    columns = [
        Column(""), Column("chunk", stays=True), Column("label"), Column("score", right=True),
        Column("BM25", right=True, rank=1), Column("vector", right=True, rank=1),
        Column("fused", right=True, rank=2), Column("source", grows=True, keeps_end=True),
    ]  # fmt: skip
    yield line("")
    if folder:
        yield from paragraph(f"sources below {folder}", width, style="dim")
    yield from table(columns, rows, width)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


_NAMES = {
    "source_in_three": "right source in the first three",
    "fact_recall": "expected facts in the answer",
    "citation_precision": "citations of right sources",
    "uncertain_unanswerable": "unanswerable: uncertainty admitted",
    "uncertain_answerable": "answerable: uncertainty admitted",
    "conflicts_both_sides": "conflicts with both sides",
    "conflicts_elsewhere": "conflicts shown where there is none",
    "unsupported_share": "claims without evidence",
    "forbidden": "answers with a forbidden claim",
    "steps": "steps per case",
    "tokens": "tokens per case",
}


def golden_lines(body: dict[str, Any], width: int) -> Iterator[Line]:
    """Yield the figures of all cases, tuned, held out and later ones; then what each case misses."""
    parts = [body["figures"], body["tuned"], body["held_out"], *([body["later"]] if body["later"] else [])]
    rows = [
        (stated, *(_share(name, part[name]) for part in parts), _floor(name, body["floors"]))
        for name, stated in _NAMES.items()
    ]
    rows.insert(0, ("cases", *(str(part["cases"]) for part in parts), ""))
    columns = [
        Column("", stays=True), Column("all", right=True), Column("tuned", right=True),
        Column("held out", right=True), *([Column("later", right=True)] if body["later"] else []),
        Column("required", right=True, rank=1),
    ]  # fmt: skip
    yield from table(columns, rows, width)
    missed = [case for case in body["cases"] if case["failed"]]
    if missed:
        yield line("")
        yield heading("what cases miss")
        for case in missed:
            stated = f"{case['id']} ({case['kind']}, {case['part'].replace('_', ' ')}): "
            yield from paragraph(", ".join(case["failed"]).replace("_", " "), width, indent=2, label=stated)
    yield line("")
    reported = " ".join(body["incomparable"])
    unread = [each["reason"] for each in body["not_read"] if each["reason"] not in reported]
    if unread:
        yield heading("not read")
        for reason in unread:
            yield from paragraph(reason, width, indent=2)
        yield line("")
    for stated in (*body["below"], *body["worse"], *body["incomparable"]):
        yield from paragraph(stated, width, style="bad")
    yield line(StyledText("passed", "good") if body["ok"] else StyledText("failed", "bad"))


def _share(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    if name in ("forbidden", "conflicts_elsewhere"):
        return str(value)
    return f"{value:,.1f}" if name in ("steps", "tokens") else f"{value:.0%}"


def _floor(name: str, floors: dict[str, float]) -> str:
    if name not in floors:
        return ""
    most = name in ("uncertain_answerable", "unsupported_share", "forbidden")
    return f"{'at most' if most else 'at least'} {_share(name, floors[name])}"
