"""Views of hooks and their receipts."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.escaping import one_line
from workbench.presentation.figures import number, plural
from workbench.presentation.gate_words import lost_words, scored_word
from workbench.presentation.layout import facts, paragraph
from workbench.presentation.spans import Line, StyledText, line
from workbench.services.hooks.shapes import (
    AgentStatusShape,
    CaughtUpShape,
    HooksChangeShape,
    HooksLogShape,
    HooksStatusShape,
    ReceiptShape,
)

_STYLES = {"fault": "bad", "late": "warn", "queued": "warn", "held": "warn", "nothing": "dim"}


def change_lines(change: HooksChangeShape, width: int) -> Iterator[Line]:
    """Yield what was written where, and what is left to do."""
    installing = change.action == "install"
    word = "INSTALLED" if installing else "UNINSTALLED"
    if not change.changed:
        stated = "they were installed already" if installing else "they were not installed"
        yield line(StyledText("UNCHANGED", "dim"), f"  {change.agent}: {stated}")
    else:
        yield line(StyledText(word, "good"), f"  {change.agent}: {', '.join(change.events)}")
    kept = [("settings", change.settings)]
    if change.backup:
        kept.append(("backup", change.backup))
    yield from facts(kept, width)
    for note in change.notes:
        yield from paragraph(note, width, label=StyledText("! " if installing else "", "warn"))


def status_lines(found: HooksStatusShape, width: int) -> Iterator[Line]:
    """Yield every settings file with its hooks."""
    for each in found.agents:
        yield from _agent_lines(each, width)
    waiting = plural(found.waiting, "call") + " waiting" if found.waiting else "none"
    yield from facts([("store", found.store), ("kept in", found.folder), ("waiting", waiting)], width)
    if found.waiting:
        yield line(StyledText("`workbench hooks catch-up` processes the waiting calls", "dim"))


def _agent_lines(each: AgentStatusShape, width: int) -> Iterator[Line]:
    if not each.installed:
        state = StyledText("not installed", "dim")
    elif any(hook.trusted is False for hook in each.hooks):
        state = StyledText("installed, NOT TRUSTED: the agent does not run it", "bad")
    elif not all(hook.current for hook in each.hooks):
        state = StyledText("installed for another program or store", "warn")
    else:
        state = StyledText("installed", "good")
    yield line(StyledText(f"{each.agent:<12}", "bold"), f"{each.scope:<9}", state)
    yield from facts([("settings", each.settings)], width, indent=2)
    for hook in each.hooks:
        trust = {True: "trusted", False: "not trusted", None: ""}[hook.trusted]
        mark = StyledText(f"{hook.event}  ", "dim")
        yield from paragraph(
            f"{hook.command}{f'  ({trust})' if trust else ''}", width, indent=2, label=mark, hang=4
        )
    if each.calls:
        last = f", last {each.last.event} at {each.last.at}: {each.last.outcome}" if each.last else ""
        yield from facts(
            [("calls", f"{number(each.calls)}, {plural(each.faults, 'fault')}{last}")], width, indent=2
        )
    for note in each.notes:
        yield from paragraph(note, width, indent=2, label=StyledText("! ", "warn"))


def log_lines(found: HooksLogShape, width: int) -> Iterator[Line]:
    """Yield receipts, one line each, with their results under them."""
    for each in found.receipts:
        yield from receipt_lines(each, width)
    if found.left_out:
        stated = f"{plural(found.left_out, 'prompt')} without an answer left out; --all shows them"
        yield line(StyledText(stated, "dim"))
    elif not found.receipts:
        yield line(StyledText("no call yet; `workbench hooks status` says what is installed", "dim"))
    if found.waiting:
        yield line(StyledText(f"{plural(found.waiting, 'call')} waiting", "warn"))


def receipt_lines(each: ReceiptShape, width: int) -> Iterator[Line]:
    """Yield one receipt."""
    event = f"{each.event} ({one_line(each.trigger)})" if each.trigger else each.event
    place = f"  {each.session_id[:12]}" if each.session_id else ""
    spread = f"  events {each.range.source_start}..{each.range.source_end}" if each.range else ""
    given = f"  {number(each.given_tokens)} tokens given" if each.given_tokens else ""
    yield line(
        f"{each.at[:19]}Z  {each.agent:<11}  {event:<22}  ",
        StyledText(each.outcome, _STYLES.get(each.outcome, "good")),
        f"{place}{spread}{given}  {number(each.elapsed_ms)} ms",
    )
    if each.detail:
        yield from paragraph(each.detail, width, indent=4, style="dim")
    for compaction in each.compactions:
        gates = "  ".join(f"{gate} {status}" for gate, status in compaction.gates.items())
        yield line(
            "    ",
            scored_word(compaction.gates, opaque=compaction.passed is None),
            f"  d-{compaction.number}  {gates}  {lost_words(compaction.lost, compaction.uncertain)}",
        )


def caught_lines(found: CaughtUpShape, width: int) -> Iterator[Line]:
    """Yield what became of the waiting calls."""
    for each in found.receipts:
        yield from receipt_lines(each, width)
    still = f", {found.waiting} still waiting" if found.waiting else ""
    yield line(f"{plural(found.done, 'call')} done{still}")
