"""The statements that a page may contain: captured items, the state at the end, and likely binding ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from gates.artifact import Item, ItemKind
from gates.language.similarity import coverage, statement
from gates.source import EventKind
from workbench.facts.actions.changes import changes, changes_shown
from workbench.facts.actions.commands import failures
from workbench.facts.actions.put_back import PutBack, put_back
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.directives.documents import is_document
from workbench.facts.plans.plans import CurrentPlan
from workbench.facts.proposals import RankedStatement
from workbench.facts.proposals.cues import cues
from workbench.facts.proposals.scratch_files import is_scratch, lasting
from workbench.facts.proposals.work_state import REFUSED, STOPPED
from workbench.facts.reading import commitments, fold_plans, weighed
from workbench.facts.sentences.mood import forbids, imperative
from workbench.facts.sentences.remarks import is_loose
from workbench.facts.sentences.talk import informs
from workbench.facts.spans import EventWords, shorten
from workbench.strategies.bare_texts import is_bare
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.decided import decides
from workbench.strategies.page.exchanges import marked, with_results
from workbench.strategies.page.handed_in import hand_in
from workbench.strategies.page.headed_findings import headed
from workbench.strategies.page.last_shown import last_shown
from workbench.strategies.page.last_state import (
    EDITED,
    FAILED,
    PASSED,
    is_checked_edit,
    is_unended,
    marked_back,
    with_outcome,
    with_raised,
    with_reason,
    without_reverted,
)
from workbench.strategies.page.leaning import ENTRIES, OWN, with_leaning
from workbench.strategies.page.made_and_run import is_abandoned
from workbench.strategies.page.obsolete import obsolete
from workbench.strategies.page.open_end import open_end
from workbench.strategies.page.overtaken import settlements
from workbench.strategies.page.parts import parted
from workbench.strategies.page.past import PassedEvents, passed_events
from workbench.strategies.page.planned_steps import further_steps, saved_plans, with_openings
from workbench.strategies.page.self_contained import is_cut, is_label, is_self_contained, is_substep
from workbench.strategies.page.statement import COMMITTED, PageStatement, lead_of_text, made_of, wording_once
from workbench.strategies.page.superfluous import (
    few_of_each,
    is_named,
    is_refused,
    without_counted,
)
from workbench.strategies.page.thoughts import thoughts_in_hand
from workbench.strategies.statements import Writer

LEAST_LIKELY = 0.05
"""Likelihood below which a statement is never an item."""
COUNTED_AT_LEAST = 0.5
"""Least likelihood of a captured item, whatever the ranker says."""
LINKED = 0.6
"""Share of its words that the links of a statement must contain."""
MAX_NAMED = 200
"""Characters of a command or file name that a link covers."""
UNHELPED_OF = 0.5
"""Likelihood of the statement that a planned fix is not needed, or did not help."""
MOST_FILES = 6
MOST_FAILURES = 2
STEP = 0.6
"""Factor for a numbered step of a prompt."""

BEFORE = " (before the last edit)"
"""Words after a check that passed and was not run since."""
_ANSWERS = (Basis.REPLY, Basis.ANSWER, Basis.REFUSAL, Basis.PLAN)
_AT_THE_END = (*EDITED, FAILED)

_SHELL = re.compile(r"2>&1|&&|\|\||\$\(|<<|^/|^description: |[\"'] --?[a-z]")
"""Signs of the command around a commit message."""
_STEP = re.compile(r"(?:(?:phase|step|stage|part) )?\d{1,2}(?:\.\d{1,2}){0,2}[.:)]? [A-Z]", re.IGNORECASE)
"""The beginning of a step of the procedure that a prompt prescribes."""
_SMILE = re.compile(r"\s{0,4}[:;]-?[()DP]{1,4}\s*$")
_PASTED = re.compile(
    r"\w{0,30}(?:Error|Exception|Warning): |[\w.$<>]{2,60} @ \S+:\d|\w{1,40}(?:\.\w{1,40})+ = \S+$"
    r"|(?:[a-z][\w.-]* ){1,3}--[a-z]"
)
"""The beginning of a pasted line: an error, a call of a stack, a value, a command."""
_BOX = re.compile(r"\[[ xX]\] ")
_CONDITION = re.compile(r"^(?:if|when|once) [^,\n]{2,80}, (?=\w)", re.IGNORECASE)
"""A condition before what the agent tells itself to do."""
_SHOULD = re.compile(r"^(?:(?:i|we) )?should (?:also )?", re.IGNORECASE)
_CELLS = ("|", "[ ]", "[x]")
"""The beginning of a row of a table or of a check list."""


def statements(
    request: DraftRequest,
    *,
    with_answers: bool = True,
    earlier: bool = True,
    least: float = LEAST_LIKELY,
    all_failures: bool = False,
) -> list[PageStatement]:
    """Return every statement, the most important of the first groups first; messages with their answers.

    A proposed statement less likely to bind than `least` is no item. If `earlier` is false, statements from
    before the range that neither count nor are carried over are left out; they only matter if such an event
    is kept. With `all_failures` a check that captured open work states as failed is a failure as well.
    """
    writer = Writer(request.source.session_id, request.seen(), request.source.start)
    counted = [c for c in commitments(request.seen(), request.source.start) if c.counts]
    judged = _newest(weighed(request.seen(), request.source.start, earlier=earlier))
    gone = put_back(request.seen(), request.source.start)
    judged = [part for each in judged for part in _readable(request, each)]
    judged = [each for each in (without_reverted(request, j, gone) for j in judged) if each is not None]
    judged = [each for each in judged if not is_unended(request, each) and not is_abandoned(request, each)]
    if hand_in(request.seen()[request.source.start :]) is not None:  # what was handed in waits for nobody
        judged = [each for each in judged if not is_checked_edit(each.commitment.text)]
    failing = {j.commitment.words[-1].ordinal for j in judged if j.commitment.text.startswith(FAILED)}
    passed = passed_events(request)
    found = list(_state(request, writer, failing, passed))
    shown = {each.places[0].ordinal for each in found if each.item.kind is ItemKind.FAILURE}
    known = wording_once([_counted(writer, request, marked_back(request, c, gone)) for c in counted])
    if not all_failures:
        found = without_counted(found, known)
    found += [*with_openings(request, known), *further_steps(request, writer, counted)]
    wording = {each.item.text.casefold() for each in found}
    places = {words for each in found for words in each.places}
    for each in judged:
        commitment = each.commitment
        last = commitment.words[-1].ordinal
        again = commitment.text.startswith(FAILED) and (last in shown or passed.is_behind(last))
        edited = commitment.text.startswith(EDITED) and not any(f.item.text.startswith(EDITED) for f in found)
        fresh = edited or commitment.words[-1] not in places  # one edit may say two things
        if commitment.text.casefold() not in wording and fresh and not again:
            found.append(_likely(writer, request, each, least))
    told = {w.ordinal for each in found for w in each.places}
    found = [*_refused_once(found), *_last_shown(request, told)]
    waiting = [each.item.text for each in found if each.group == "counted" and each.item.status == "open"]
    found = [each for each in found if not is_named(each, waiting)]
    current = with_results(request, found) if with_answers else found
    over = obsolete(request, current, passed)
    current = [replace(each, informative=False) if o else each for each, o in zip(current, over, strict=True)]
    thought = [*thoughts_in_hand(request, writer), *_unhelped(request, writer)]
    current = [*_dated(request, current), *headed(request, writer, current)]
    stated = few_of_each(current)
    over += [False] * (len(stated) - len(over))
    stated = [each if o else with_leaning(request, each) for each, o in zip(stated, over, strict=True)]
    return [*stated, *thought, *saved_plans(request, writer), *_files(request, writer, gone)]


def _unhelped(request: DraftRequest, writer: Writer) -> Iterator[PageStatement]:
    """Yield the agent's last word that a planned fix is not needed, or did not help, while it holds."""
    known = settlements(request)
    if known.unhelped is not None and known.holds:
        yield made_of(writer.stated(known.unhelped), [known.unhelped], UNHELPED_OF, "likely")


def _refused_once(found: Sequence[PageStatement]) -> list[PageStatement]:
    """Leave out what was refused where a captured statement already says so."""
    counted = {w.ordinal for each in found if each.group == "counted" and each.pinned for w in each.places}
    return [
        each for each in found if not is_refused(each) or counted.isdisjoint(w.ordinal for w in each.places)
    ]


def _newest(judged: Sequence[RankedStatement]) -> list[RankedStatement]:
    """Return the statements without the commits before the last one, and without repeated checks."""
    actions = [each.commitment for each in judged if each.source == "state"]
    last = max((s.words[-1] for s in actions if s.text.startswith(COMMITTED)), default=None)
    found, seen = [], set[str]()
    for each in judged:
        text = each.commitment.text
        if each.source == "state":
            if text in seen or (text.startswith(COMMITTED) and each.commitment.words[-1] != last):
                continue
            seen.add(text)
        found.append(each)
    return found


def _readable(request: DraftRequest, judged: RankedStatement) -> list[RankedStatement]:
    """Return a statement of the agent, or those parts of it that can be read without their context."""
    source = judged.source

    def reads_alone(text: str) -> bool:
        return is_readable(text, source, frozenset(cues(text)))

    if judged.known or source in ("human", "state") or reads_alone(judged.commitment.text):
        return [judged]
    return parted(request.seen(), judged, reads_alone)


def _state(
    request: DraftRequest, writer: Writer, failing: Collection[int], passed: PassedEvents
) -> Iterator[PageStatement]:
    """Yield the state of the work: waiting questions, the current step, plans, and checks in `failing`."""
    events, start = request.seen(), request.source.start
    yield from open_end(request, writer)
    checked = [f for f in failures(events, start) if f.checks]
    repaired = [f for f in checked if passed.passed_after_change(f)]
    unsolved = [f for f in checked if f.passed is None and not passed.is_left(f, failing)]
    for plan in _plans(request):
        yield replace(made_of(writer.plan(plan), plan.parts, 0.4, "state"), pinned=True)
    for failure in repaired[-MOST_FAILURES:]:
        yield made_of(writer.failure(failure), [failure.output, failure.command], 0.08, "likely")
    for failure in unsolved[-MOST_FAILURES:]:
        raised = with_raised(request, failure)
        yield made_of(writer.failure(raised), [raised.output, failure.command], 0.5, "state")


def _last_shown(request: DraftRequest, told: Collection[int]) -> Iterator[PageStatement]:
    """Yield what the last command printed, if no statement is about that result."""
    shown = last_shown(request)
    if shown is not None and shown.output.ordinal not in told:
        yield made_of(shown.item(request), [shown.command, shown.output], 0.3, "state")


def _dated(request: DraftRequest, found: Sequence[PageStatement]) -> list[PageStatement]:
    """Return checks that passed marked as before the last edit of the work, if they were not run since."""
    edits = (c for c in changes(request.seen(), request.source.start) if not is_document(c.path))
    last = max((c.place.ordinal for c in edits if not is_scratch(c.path)), default=-1)
    return [
        replace(each, item=each.item.model_copy(update={"text": f"{each.item.text}{BEFORE}"}))
        if each.item.text.startswith(PASSED) and max(words.ordinal for words in each.places) < last
        else each
        for each in found
    ]


def _plans(request: DraftRequest) -> list[CurrentPlan]:
    """Return the plans of the range that wait for an answer or were rejected, each in its last version."""
    known = fold_plans(request.seen())
    approved = {plan.title.casefold() for plan in known if plan.state == "approved"}
    waiting = [p for p in known if p.state in ("proposed", "rejected") and p.ordinal >= request.source.start]
    return [p for title, p in {p.title.casefold(): p for p in waiting}.items() if title not in approved]


def _counted(writer: Writer, request: DraftRequest, found: Commitment) -> PageStatement:
    if found.basis is Basis.STATE and found.text.startswith(FAILED):
        found = with_reason(request, found)
    places = found.evidence(request.source.start)
    likelihood = max(COUNTED_AT_LEAST, found.likelihood or 0.0)
    made = made_of(writer.commitment(found), places, likelihood, "counted")
    return replace(made, pinned=found.basis is Basis.REFUSAL)


def _likely(writer: Writer, request: DraftRequest, judged: RankedStatement, least: float) -> PageStatement:
    commitment, source = judged.commitment, judged.source
    if source == "state":
        commitment = _with_command(request, commitment)
        commitment = with_outcome(request, commitment)
    marks = frozenset(cues(_SMILE.sub("", commitment.text)))
    end = any(commitment.text.startswith(each) for each in _AT_THE_END)
    answers = judged.known and commitment.basis in _ANSWERS
    item = (
        writer.commitment(commitment)
        if answers
        else writer.commitment_item(commitment, source, _kind(commitment, source, marks))
    )
    inside = all(link.ordinal >= request.source.start for link in item.links)
    linked = statement("\n".join(link.quote for link in item.links)).stems
    held = coverage(statement(item.text).stems, linked) >= LINKED or source == "state"
    least_here = LEAST_LIKELY if source == "state" else least
    informative = judged.likelihood >= least_here and (inside or judged.carried) and held
    refuses = answers and commitment.basis is Basis.REFUSAL  # even a question says why, beside its call
    informative = informative and (refuses or is_readable(commitment.text, source, marks))
    informative = informative and not (
        source == "human" and (is_substep(commitment.text) or is_loose(commitment.text))
    )
    informative = informative and not (source == "commit" and is_cut(request.events, commitment.words[-1]))
    informative = informative and not (item.kind is ItemKind.CLAIM and _is_step(item.text, source))
    group = "state" if end and informative else "likely"
    if source == "commit":
        told = commitment.words[-1]
        lead = lead_of_text(request.events[told.ordinal], told.start)
        item = item.model_copy(update={"text": f"{lead}{marked(item.text)}", "speaker": None})
    step = source == "human" and _STEP.match(commitment.text) is not None
    likelihood = judged.likelihood * (STEP if step else 1)
    made = made_of(item, commitment.words, likelihood, group, informative=informative)
    return replace(made, pinned=refuses or commitment.text.startswith(STOPPED))


def _is_step(text: str, source: str) -> bool:
    """Return whether the agent tells itself what to do; of a plan, a box, or what names nothing."""
    if source == "plan" and (_BOX.match(text) or statement(text).tokens.identifiers):
        return _BOX.match(text) is not None
    said = _SHOULD.sub("", text) if source == "plan" else text
    directs = imperative(_CONDITION.sub("", said).casefold().split()) is not None
    return directs and source in ("assistant", "plan")


def _with_command(request: DraftRequest, commitment: Commitment) -> Commitment:
    """Return an action's outcome with its calls, which name the command or the file."""
    words = list(commitment.words)
    for place in commitment.words:
        result = request.events[place.ordinal]
        if result.kind is EventKind.TOOL_RESULT and result.tool is not None:
            called = _target(request, result.ordinal, result.tool.call_id)
            words += [called] if called is not None else []
    return replace(
        commitment, text=commitment.text.replace(REFUSED, STOPPED, 1), words=(*sorted(set(words)),)
    )


def _target(request: DraftRequest, before: int, call_id: str) -> EventWords | None:
    """Return the place where the call names its command or file."""
    for event in reversed(request.seen()[request.source.start : before]):
        if event.kind is EventKind.TOOL_CALL and event.tool is not None and event.tool.call_id == call_id:
            line = next((line.strip() for line in event.tool.target.split("\n") if line.strip()), "")
            kept = shorten(line, MAX_NAMED)
            position = event.text.find(kept) if kept else -1
            return EventWords(event.ordinal, position, position + len(kept)) if position >= 0 else None
    return None


def _kind(commitment: Commitment, source: str, marks: frozenset[str]) -> ItemKind:
    if commitment.kind.value == "open_work":
        return ItemKind.OPEN_WORK
    if source == "state":
        return ItemKind.CLAIM
    if source == "human" and forbids(commitment.text):
        return ItemKind.CONSTRAINT
    if source == "assistant" and decides(commitment.text, marks):
        return ItemKind.DECISION
    return ItemKind.CLAIM


def is_readable(text: str, source: str, marks: frozenset[str]) -> bool:
    """Return whether a sentence can be read without its context."""
    if source == "state":
        return True
    if "form:colon" in marks or "form:question" in marks or "cue:announces" in marks:
        return False
    if source == "commit" and (_SHELL.search(text) or text.startswith(_CELLS)):
        return False
    if source == "human":
        pasted = text.startswith(_CELLS) or _PASTED.match(text) or is_bare(text, by_agent=False)
        return len(text.split()) >= 3 and not pasted
    whole = bool(OWN.match(text)) and not ENTRIES.search(text) and not is_label(text)
    return whole and informs(text) and is_self_contained(text)


def _files(request: DraftRequest, writer: Writer, gone: PutBack) -> list[PageStatement]:
    """Return the most changed files, each with its last change, without those that are unchanged again.

    Files made to try something are included only if nothing else was changed.
    """
    seen, start = request.seen(), request.source.start
    made = [*changes(seen, start), *changes_shown(seen, start)]
    found = lasting([change for change in made if change.path not in gone.altogether])
    count: dict[str, int] = {}
    for change in found:
        count[change.path] = count.get(change.path, 0) + 1
    last = {change.path: change for change in found}
    order = sorted(last.values(), key=lambda c: (-count[c.path], -c.place.ordinal, c.path))
    return [made_of(writer.file(c), [c.place], 0.1, "file") for c in order[:MOST_FILES]]


def given(item: Item, group: Literal["given", "carried"] = "given") -> PageStatement:
    """Return an item that was made elsewhere, to be placed before the others, or after captured items."""
    places = [EventWords(link.ordinal, 0, 0) for link in item.links]
    return replace(made_of(item, places, COUNTED_AT_LEAST, group), stated_in=frozenset())
