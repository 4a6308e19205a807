"""The view of a draft or a repair."""

from __future__ import annotations

from collections.abc import Sequence

from gates.artifact import Artifact, GenerationRecord, Item
from workbench.cli.views.findings import report_lines
from workbench.cli.views.gates import Reader, confirm_option, to_confirm_lines
from workbench.edits.against_parent import AgainstParent
from workbench.escaping import one_line
from workbench.models.spent import MoneySpent
from workbench.presentation.against_parent import by_kind, totals
from workbench.presentation.cells import clip
from workbench.presentation.draft_size import model_words, size_words, verbatim_words
from workbench.presentation.figures import plural
from workbench.presentation.item_places import places
from workbench.presentation.layout import facts, heading, paragraph
from workbench.presentation.spans import BLANK, Line, StyledText, line
from workbench.services.drafts.draft import Drafted
from workbench.services.judgement.judge import JudgedArtifact
from workbench.strategies.base import is_without_model
from workbench.strategies.repaired import Blocking, DroppedStatement

SHOWN_FINDINGS = 5
MOST_SPANS = 24


def drafted_lines(made: Drafted, width: int) -> list[Line]:
    """Return the artifact's figures, its gates, the fallback and what to type next."""
    lines: list[Line] = []
    if made.unchanged and made.judged is not None:
        stated = f"nothing to repair: d-{made.judged.number} passes as it is, and nothing was made"
        lines += [*paragraph(stated, width, style="bold"), BLANK]
    if made.judged is None and not _by_model(made):
        lines += report_lines(Reader(made.report), width)
    elif made.judged is not None and not (made.too_small and made.fallback is not None):
        lines += judged_lines(made.judged, width)
    if made.against is not None:
        lines += _against(made.against, width)
    for title, items, mark in (("Added", made.added, "+"), ("Taken out", made.removed, "-")):
        lines += _items(title, items, mark, width)
    lines += _dropped(made.dropped, width)
    lines += _blocking(made.blocking, width)
    if made.fallback is not None:
        why = one_line(made.fallback.why)
        lines += [*([BLANK] if lines else []), *paragraph(why, width, label=StyledText("warning: ", "warn"))]
        lines += [BLANK, *judged_lines(made.fallback.judged, width)]
    best = made.fallback.judged if made.fallback else made.judged
    if best is not None:
        lines += _size(made, width)
        lines += [BLANK, *_next(best, width), *_smaller(made), *_larger(made)]
    return lines


def _by_model(made: Drafted) -> bool:
    """Return whether an offline draft replaces a model's because nothing could be judged, not by a gate."""
    return made.fallback is not None and made.fallback.gate is None


def _size(made: Drafted, width: int) -> list[Line]:
    """Return the requested size and the reached one; a draft of another size is marked."""
    if made.size is None or not made.size.words():
        return []
    style = "warn" if made.size_warning is not None else "dim"
    return [BLANK, *paragraph(made.size.words(), width, style=style)]


def _against(against: AgainstParent, width: int) -> list[Line]:
    """Return how much a repair changed, and which kinds of statements it left out."""
    stated = f"{totals(against)}, against d-{against.number}"
    lines: list[Line] = [BLANK, *paragraph(stated, width, style="strong")]
    if against.left_out:
        lines += paragraph(f"left out: {by_kind(against.left_out)}", width, indent=2, style="warn")
    return lines


def _items(title: str, items: tuple[Item, ...], mark: str, width: int) -> list[Line]:
    """Return what a repair added or removed."""
    lines: list[Line] = [BLANK, heading(f"{title}: {plural(len(items), 'item')}")] if items else []
    for item in items:
        where = ", ".join(dict.fromkeys(f"event {link.ordinal}" for link in item.links))
        text = clip(one_line(item.text), 320) + (f"  [{where}]" if where else "")
        label = StyledText(
            f"  {mark} {item.kind.value.replace('_', ' ')}: ", "good" if mark == "+" else "bad"
        )
        lines += paragraph(text, width, label=label, hang=6)
    return lines


def _dropped(dropped: Sequence[DroppedStatement], width: int) -> list[Line]:
    """Return statements that were left out, in full: a person decides which to keep."""
    lines: list[Line] = []
    if dropped:
        lines += [BLANK, heading(f"Left out: {plural(len(dropped), 'statement')}")]
    for each in dropped:
        text = f"{one_line(each.text)}  [{each.rule}]"
        lines += paragraph(text, width, label=StyledText("  - ", "warn"), hang=6)
        if each.kept:
            lines += paragraph(f"in its place: {one_line(each.kept)}", width, indent=6, style="dim")
    return lines


def _blocking(left: Sequence[Blocking], width: int) -> list[Line]:
    """Return what still prevents the artifact from passing, item by item."""
    lines: list[Line] = []
    if left:
        lines += [BLANK, heading(f"Still in the way: {len(left)}")]
    for each in left:
        label = StyledText(f"  {each.gate} {each.rule}: ", "bad")
        text = clip(one_line(each.text), 320)
        lines += paragraph(text, width, label=label, hang=6)
        if each.reason not in each.text:
            lines += paragraph(clip(one_line(each.reason), 320), width, indent=6, style="dim")
        if "leave it out" not in each.reason.casefold():
            what = one_line(each.fix.replace(f": {each.text}", ""))
            lines += paragraph(f"to do: {what}", width, indent=6, style="dim")
    return lines


def judged_lines(judged: JudgedArtifact, width: int) -> list[Line]:
    """Return an artifact's figures and its report."""
    reader = Reader(judged.report, judged.artifact, judged.events, limit=SHOWN_FINDINGS)
    title = (StyledText(f"d-{judged.number}", "bold"), StyledText(f"  {judged.artifact_id}"))
    return [title, *facts(artifact_facts(judged), width, indent=2), BLANK, *report_lines(reader, width)]


def artifact_facts(judged: JudgedArtifact) -> list[tuple[str, str]]:
    """Return strategy, range, items and size of an artifact."""
    artifact, source = judged.artifact, judged.artifact.source
    pairs = [
        ("made by", f"{artifact.strategy}, {artifact.prompt_version}, {artifact.origin.value}"),
        ("range", f"{source.source_start}..{source.source_end} of {source.session_id}"),
        ("items", item_counts(artifact)),
        ("size", size_words(judged)),
    ]
    record = artifact.generation_record
    if record.model is not None:
        unused = is_without_model(artifact.prompt_version)
        stated = _cost(record, judged.money) + (", for answers that could not be used" if unused else "")
        pairs.append(("model", stated))
    if source.kept:
        pairs.append(("kept", f"{verbatim_words(judged)}: {_numbers(source.kept)}"))
    if judged.context is not None:
        before, after = judged.context.before, judged.context.after
        stated = "larger than now" if after > before else "smaller" if after < before else "the same"
        pairs.append(("context", f"{before:,} -> {after:,} tokens once accepted, {stated}"))
    if artifact.parents:
        pairs.append(("from", ", ".join(artifact.parents)))
    return pairs


def _cost(record: GenerationRecord, money: MoneySpent | None) -> str:
    """Return the cost: `anthropic:NAME: 9,120 in, 0 from the cache, 8,400 to the cache, 1,310 out tokens`."""
    names = ("in", "from the cache", "to the cache", "out")
    stated = [
        f"{c:,} {n}" if c is not None else f"unknown {n}" for n, c in zip(names, record.counts(), strict=True)
    ]
    took = f", {record.elapsed_ms / 1000:.1f} s" if record.elapsed_ms is not None else ""
    cost = f", {money}" if money is not None else ""
    return f"{model_words(record)}: {', '.join(stated)} tokens{took}{cost}"


def item_counts(artifact: Artifact) -> str:
    """Return the counts: `12: 4 claims, 3 decisions, 5 open work`."""
    if artifact.opaque:
        return "opaque: the text is encrypted or absent"
    kinds = [item.kind.value.replace("_", " ") for item in artifact.items]
    stated = ", ".join(
        f"{kinds.count(kind)} {kind}" if kind == "open work" else plural(kinds.count(kind), kind)
        for kind in dict.fromkeys(kinds)
    )
    return f"{len(kinds)}: {stated}" if kinds else "none"


def _next(judged: JudgedArtifact, width: int) -> list[Line]:
    short = judged.artifact_id[:12]
    if judged.report.replaceable:
        confirm = confirm_option(judged.report.to_confirm)
        session = judged.artifact.source.session_id[:12]
        whole = f"workbench context {session} --with d-{judged.number} --format text"
        return [
            line("read it     ", StyledText(whole, "accent")),
            line("accept it   ", StyledText(f"workbench accept {short}{confirm}", "accent")),
            *to_confirm_lines(judged.report, width),
        ]
    blocking, by_size = judged.report.blocking, judged.report.fails_by_size_alone
    how = " --drop-unsourced" if "B" in blocking else ""
    repaired = line("repair it   ", StyledText(f"workbench repair {short}{how}", "accent"))
    adds = by_size and "B" not in blocking  # a repair would only enlarge a draft that is too large
    return [
        *([] if adds or blocking == ("E",) else [repaired]),
        line("look at it  ", StyledText(f"workbench show {short}", "accent")),
    ]


def _smaller(made: Drafted) -> list[Line]:
    """Return the strategy that leaves a smaller context, if accepting this draft would enlarge it."""
    judged, offer = made.judged, made.offer
    if judged is None or judged.context is None or offer is None:
        return []
    source = judged.artifact.source
    where = f"{source.session_id[:12]} --range {source.source_start}..{source.source_end}"
    command = StyledText(f"workbench draft {where} --strategy {offer.strategy}", "accent")
    than = f"{offer.after:,} tokens once accepted, not {judged.context.after:,}"
    return [line("smaller     ", command), line("            ", than)]


def _larger(made: Drafted) -> list[Line]:
    """Return a larger range, if this one is too small."""
    if made.larger is None:
        return []
    start, end = made.larger
    command = f"workbench draft {made.session_id[:12]} --range {start}..{end}"
    return [line("larger      ", StyledText(command, "accent"))]


def items_lines(judged: JudgedArtifact, width: int) -> list[Line]:
    """Return every item with its place and the events of its links."""
    lines: list[Line] = [BLANK, heading("Items")]
    known = places(judged.artifact)
    for item in judged.artifact.items:
        where = ",".join(dict.fromkeys(str(link.ordinal) for link in item.links)) or "no source"
        status = f" ({item.status})" if item.status else ""
        label = StyledText(f"{known[item.item_id]:>6}  ", "dim" if item.links else "warn")
        text = f"{item.kind.value.replace('_', ' ')}{status}: {item.text}  [{where}]"
        lines += paragraph(text, width, label=label)
    return lines


def _numbers(ordinals: Sequence[int]) -> str:
    """Return event numbers such as `12, 14-16, 20`, spans joined; only the last ones if they are many."""
    spans: list[list[int]] = []
    for ordinal in sorted(ordinals):
        if spans and ordinal == spans[-1][1] + 1:
            spans[-1][1] = ordinal
        else:
            spans.append([ordinal, ordinal])
    stated = [str(first) if first == last else f"{first}-{last}" for first, last in spans]
    return ", ".join(stated if len(stated) <= MOST_SPANS else ["...", *stated[-MOST_SPANS:]])
