"""Plans: the proposals, and which of them the user approved or rejected.

An approved plan is a decision, stated by its title and lead instead of thousands of characters; so are its
rules, what it leaves unchanged and its verification commands. Its steps are open work until a file that they
name is changed. A plan may be the text of its dialog, a pasted text, or a file written before its dialog
opened.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from gates.language.sentence_spans import sentences
from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, ToolAction, ToolFact
from workbench.facts.commitment import Basis, Commitment, CommitmentKind, Status
from workbench.facts.folding import EventFold
from workbench.facts.plans.plan_items import PlanItem, PlanItemKind, plan_items
from workbench.facts.plans.plan_text import is_plan_file, written_plan
from workbench.facts.proposals.work_state import is_check
from workbench.facts.spans import EventWords, entry_words, first_line, fold, shorten, trimmed

MAX_TITLE = 160
MAX_LEAD = 240
MAX_SETTLED = 120
"""Most characters of the line that approves a plan."""
MOST_FILES = 4_000
"""Most names of changed files that are remembered."""
NEXT_STEPS = 4
"""Most open steps of one plan that are stated, the first ones."""

_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(\S[^\n]{0,300})$", re.MULTILINE)
MOST_CHECKS = 2
"""Most verification commands of a plan that are stated, the last ones."""

_VERIFIES = re.compile(r"\b(?:verif\w*|validat\w*|test(?:s|ing)?|checks?|quality)\b", re.IGNORECASE)
_COMMAND = re.compile(r"[a-z./][^\n`]{3,160}$")
_TICKED = re.compile(r"`([^`\n]{4,160})`")
_ORDER = re.compile(r"\b(?:implement|execute|carry out|proceed with|go ahead|build|apply)\b", re.IGNORECASE)
MAX_ORDER = 200
"""Most characters of an order before a pasted plan."""
_MARK = re.compile(r"^\s{0,8}(?:[-*+]|\d{1,3}[.)])\s+")


@dataclass(frozen=True, slots=True)
class CurrentPlan:
    """One plan as it is after the last event."""

    state: str
    """`proposed`, `approved`, `rejected` or `superseded`."""
    title: str
    text: str
    """Title and lead on one line."""
    parts: tuple[EventWords, ...]
    """Places of its title and its lead in its proposal."""
    ordinal: int
    """Ordinal of the event that set its state."""
    checks: tuple[EventWords, ...] = ()
    """Places of its verification commands."""
    commands: tuple[str, ...] = ()
    """The verification commands."""
    items: tuple[PlanItem, ...] = ()
    """The requirements in its body."""
    settled: tuple[EventWords, ...] = ()
    """Place of its approval or rejection, unless that is its proposal."""

    @property
    def born(self) -> int:
        """Ordinal of the event that proposed it."""
        return self.parts[0].ordinal


class PlanFold(EventFold):
    """Every plan in order of its proposal; a later one of the same title supersedes. No sidechains."""

    def __init__(self) -> None:
        self._plans: list[CurrentPlan] = []
        self._written: CurrentPlan | None = None
        """The plan in the plan file that was written last."""
        self._changed: dict[str, int] = {}
        """Names of files, each with its last change that did not fail."""

    def take(self, event: SourceEvent) -> None:
        """Apply the plan actions of one event."""
        if event.sidechain is not None:
            return
        if event.kind is EventKind.USER:
            _pasted(self._plans, event)
        elif event.kind is EventKind.TOOL_CALL:
            entry = written_plan(event)
            self._written = (_read(event, entry, "proposed") if entry else None) or self._written
        elif event.kind is EventKind.TOOL_RESULT and event.tool is not None:
            self._note(event.tool, event.ordinal)
        for signal in event.signals:
            if signal.kind in _STATES:
                _take(self._plans, event, signal, self._written)

    def _note(self, tool: ToolFact, ordinal: int) -> None:
        """Record the file that a tool changed, or the planned files that a command names."""
        if tool.failed or self._plans == [] or is_plan_file(tool.target):
            return
        if tool.action is ToolAction.CHANGE:
            names = [tool.target.rsplit("/", 1)[-1]]
        elif tool.action is ToolAction.COMMAND:
            planned = {name for plan in self._plans for item in plan.items for name in item.files}
            names = sorted(name for name in planned if name in tool.target)
        else:
            return
        for name in names:
            if name in self._changed or len(self._changed) < MOST_FILES:
                self._changed[name] = ordinal

    def plans(self) -> list[CurrentPlan]:
        """Return the current plans."""
        return list(self._plans)

    def decisions(self) -> list[Commitment]:
        """Return approved plans as decisions; proposals that wait or were rejected decide nothing."""
        found = []
        for plan in self._plans:
            if plan.state in ("approved", "superseded"):
                touched = tuple(sorted({plan.born, plan.ordinal}))
                status: Status = "in_force" if plan.state == "approved" else "superseded"
                text = f"Approved plan: {plan.text}"
                places = (*plan.parts, *plan.settled)
                found.append(Commitment(CommitmentKind.DECISION, Basis.PLAN, text, status, places, touched))
                if plan.checks:
                    found.append(_verified_by(plan, status, touched))
                if plan.state == "approved":
                    done = {name for name, ordinal in self._changed.items() if ordinal > plan.ordinal}
                    found += required(plan.items, done, touched)
        return found


def required(items: Sequence[PlanItem], done: Set[str], touched: tuple[int, ...]) -> list[Commitment]:
    """Return the requirements of an approved plan's body; `done` names files changed since the approval.

    Before any file was changed, every step is open; then a step is open if it names files and none of them
    was changed or named by a command. Only the next open steps are stated.
    """
    rules = [
        Commitment(
            CommitmentKind.DECISION,
            Basis.PLAN_RULE,
            _stated(each),
            "in_force",
            each.words,
            touched,
            context=each.under,
        )
        for each in items
        if each.kind is not PlanItemKind.STEP
    ]
    steps = [each for each in items if each.kind is PlanItemKind.STEP]
    waiting = [each for each in steps if not done or (each.files and done.isdisjoint(each.files))]
    return rules + [
        Commitment(CommitmentKind.OPEN_WORK, Basis.PLAN_STEP, each.text, "open", each.words, touched)
        for each in waiting[:NEXT_STEPS]
    ]


UNCHANGED = "The plan leaves alone: "
"""Words before what a plan does not change; they are nobody's words."""
VERIFIED = "Verify the plan with: "
"""Words before the commands that are to verify a plan; they are nobody's words."""


def lead_of(text: str) -> str:
    """Return the words that a capture put before a statement of a plan; empty if there are none."""
    return next((each for each in (VERIFIED, UNCHANGED) if text.startswith(each)), "")


def _stated(item: PlanItem) -> str:
    return f"{UNCHANGED}{item.text}" if item.kind is PlanItemKind.UNCHANGED else item.text


_STATES = {
    SignalKind.PLAN_PROPOSED: "proposed",
    SignalKind.PLAN_APPROVED: "approved",
    SignalKind.PLAN_REJECTED: "rejected",
}


def _take(plans: list[CurrentPlan], event: SourceEvent, signal: Signal, written: CurrentPlan | None) -> None:
    state = _STATES[signal.kind]
    own = _read(event, signal.entries[0], state) if signal.entries else None
    if state == "proposed" and own is None and written is not None:
        own = written
    if state != "proposed":
        _settle(plans, event, state, own)
    elif own is not None:
        plans.append(own)


def _settle(plans: list[CurrentPlan], event: SourceEvent, state: str, own: CurrentPlan | None) -> None:
    """Set the state of the waiting plan; the approval of a plan that was never proposed adds it."""
    waiting = [i for i, plan in enumerate(plans) if plan.state == "proposed"]
    if waiting:
        plan = plans[waiting[-1]]
        # An approval may carry a plan that was edited before it was approved.
        stated = own if own is not None and own.title != plan.title else plan
        title = own.title if own is not None else plan.title
        plans[waiting[-1]] = replace(
            stated, state=state, title=title, ordinal=event.ordinal, settled=_where(event, stated)
        )
    elif own is not None and state == "approved":
        plans.append(own)
    else:
        return
    if state == "approved":
        _supersede(plans, plans[waiting[-1]] if waiting else plans[-1])


def _where(event: SourceEvent, plan: CurrentPlan) -> tuple[EventWords, ...]:
    """Return the first line of the event that settles a plan, unless the plan was proposed in it."""
    quoted = first_line(event, MAX_SETTLED)
    return () if quoted is None or event.ordinal == plan.born else (quoted,)


def _pasted(plans: list[CurrentPlan], event: SourceEvent) -> None:
    """Approve a plan that the user pastes with an order to carry it out, even if its dialog was declined."""
    heading = _HEADING.search(event.text, 0, MAX_ORDER + MAX_TITLE) if plans else None
    if heading is None or not _ORDER.search(event.text, 0, heading.start()):
        return
    title = fold(heading.group(1)).casefold()
    same = [i for i, plan in enumerate(plans) if plan.title.casefold() == title]
    if not same or plans[same[-1]].state not in ("proposed", "rejected"):
        return
    for position in same:
        state = "approved" if position == same[-1] else "superseded"
        if plans[position].state != "approved":
            plans[position] = replace(plans[position], state=state, ordinal=event.ordinal)


def _supersede(plans: list[CurrentPlan], approved: CurrentPlan) -> None:
    for position, plan in enumerate(plans):
        same = plan.state == "approved" and plan.title.casefold() == approved.title.casefold()
        if same and plan is not approved:
            plans[position] = replace(plan, state="superseded", ordinal=approved.ordinal)


def _complete(event: SourceEvent, lead: EventWords | None) -> EventWords | None:
    """Return a lead without a last sentence that only introduces what follows, such as `This causes:`."""
    if lead is None:
        return None
    text = event.text[lead.start : lead.end]
    whole = [end for start, end in sentences(text) if not text[start:end].endswith(":")]
    return replace(lead, end=lead.start + whole[-1]) if whole else None


def _read(event: SourceEvent, entry: SignalEntry, state: str) -> CurrentPlan | None:
    whole = entry_words(event, entry)
    if whole is None:
        return None
    body = event.text[whole.start : whole.end]
    heading = _HEADING.search(body)
    if heading is not None:
        title = trimmed(
            event.text, event.ordinal, whole.start + heading.start(1), whole.start + heading.end(1)
        )
        rest = whole.start + heading.end()
    else:
        end = whole.start + len(shorten(body.split("\n", 1)[0], MAX_TITLE))
        title, rest = trimmed(event.text, event.ordinal, whole.start, end), end
    if title is None:
        return None
    title = EventWords(title.ordinal, title.start, min(title.end, title.start + MAX_TITLE))
    lead = _complete(event, _lead(event, rest, whole.end))
    named = fold(event.text[title.start : title.end])
    checks = tuple(_checks(event, whole))
    commands = tuple(fold(event.text[each.start : each.end]) for each in checks)
    items = plan_items(event, whole)
    if lead is None:
        return CurrentPlan(state, named, named, (title,), event.ordinal, checks, commands, items)
    source_text = fold(event.text[lead.start : lead.end])
    items = tuple(each for each in items if each.text != source_text)
    text = f"{named.rstrip('.')}. {source_text}"
    return CurrentPlan(state, named, text, (title, lead), event.ordinal, checks, commands, items)


def _verified_by(plan: CurrentPlan, status: Status, touched: tuple[int, ...]) -> Commitment:
    text = f"{VERIFIED}{'; '.join(plan.commands)}"
    return Commitment(CommitmentKind.DECISION, Basis.PLAN_CHECK, text, status, plan.checks, touched)


def _checks(event: SourceEvent, whole: EventWords) -> list[EventWords]:
    """Return the last test or linter commands under a verification heading."""
    found: dict[str, EventWords] = {}
    position, fenced, verifies = whole.start, False, False
    for line in event.text[whole.start : whole.end].split("\n"):
        start, position = position, position + len(line) + 1
        bare = line.strip()
        if bare.startswith(("```", "~~~")):
            fenced = not fenced
        elif fenced or not bare.startswith("#"):
            spans = [(0, len(line))] if fenced else [match.span(1) for match in _TICKED.finditer(line)]
            for first, last in spans if verifies else []:
                stated = line[first:last].strip()
                if _COMMAND.match(stated) and is_check(stated) and not stated.startswith("git "):
                    at = start + line.find(stated)
                    found.setdefault(stated, EventWords(event.ordinal, at, at + len(stated)))
        else:
            verifies = _VERIFIES.search(bare) is not None
    return sorted(list(found.values())[-MOST_CHECKS:])


def _lead(event: SourceEvent, start: int, end: int) -> EventWords | None:
    """Return the first line of prose after the title, skipping headings, rules, tables and code."""
    position = start
    for line in event.text[start:end].split("\n")[:40]:
        bare = line.strip()
        if bare and bare[0] not in "#`|<-=*_>" and len(bare) > 12:
            mark = _MARK.match(line)
            first = position + (mark.end() if mark else len(line) - len(line.lstrip()))
            kept = shorten(event.text[first : position + len(line)], MAX_LEAD)
            return trimmed(event.text, event.ordinal, first, first + len(kept))
        position += len(line) + 1
    return None
