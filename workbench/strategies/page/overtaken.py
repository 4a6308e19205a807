"""Statements that later words made obsolete: closed requests, guesses, failed checks, rejections.

A request that was carried out before the range began reads like one to carry out. A guess at a cause reads
like a finding if the finding, or its refutation, is in a message that nobody quotes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gates.artifact import ItemKind
from gates.language.sentence_spans import sentences
from gates.source import EventKind, SourceEvent
from workbench.facts.actions.changes import changes
from workbench.facts.proposals.scratch_files import is_scratch
from workbench.facts.sentences.mood import DirectiveForce, forbids
from workbench.facts.sentences.one_off import holds_on
from workbench.facts.sentences.sentence import classify
from workbench.facts.spans import EventWords, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import exchanges
from workbench.strategies.page.objections import Objections
from workbench.strategies.page.statement import PageStatement

MAX_READ = 24_000
"""Characters of a message that are searched for passed checks."""
_AGENT = (EventKind.ASSISTANT, EventKind.THINKING)
THINKING = frozenset(("think", "thinking"))
"""Tools by which an agent thinks: their result only says that they were called."""
_ASKS = re.compile(
    r"^\W{0,4}(?:(?:and|but|so|ok(?:ay)?|also|now|hm+)[ ,]{1,2}){0,2}"
    r"(?:what|how|why|which|who|where|when|do|does|did|is|are|was|were|can|could|would|should|shall)(?:'s|n't)?\b"
    r"|\b(?:do you think|is there|are there|wouldn't (?:it|that)|isn't (?:it|that))\b|\?[\"')*_` ]{0,4}$",
    re.IGNORECASE,
)
"""Forms of a question, even without its question mark."""
_GUESS = re.compile(
    r"\b(?:issue|problem|bug|cause|reason|error|failure|culprit|fix)\b[^.;]{0,60}?"
    r"\b(?:might|may|could|seems?|appears?|suspected|probably|likely|perhaps)\b"
    r"|\b(?:might|may|could|seems?|appears?) (?:to )?(?:be|have) (?:\w{2,12} ){0,2}"
    r"(?:an? (?:issue|problem|bug)|caused|different|due|incorrect\w*|missing|related|wrong\w*)\b"
    r"|\b(?:is|are|was|were|very|most) (?:likely|probably|presumably)\b(?! to\b)"
    r"|, (?:likely|probably|presumably) (?:in|from|by|because|due|the|an?)\b"
    r"|\b(?:issue|problem|bug|cause|reason|culprit) must be\b|\bmust be (?:caused by|coming from|due to)\b"
    r"|\bI (?:suspect|guess|bet|think|believe)\b|\bmy (?:hypothesis|guess|suspicion|theory)\b",
    re.IGNORECASE,
)
"""Phrases of a guess at what is wrong."""
_FOUND = re.compile(
    r"\b(?:issue|problem|bug|(?:root )?cause|reason|culprit) (?:is|was)\b"
    r"(?! (?:likely|probably|perhaps|not|that the|how|whether))"
    r"|\broot cause (?:is|was) that\b(?![^.]{0,80}\b(?:likely|probably|perhaps)\b)|\bthe fix was\b"
    r"|\b(?:found|see|identified|confirmed|reproduced) the (?:\w{3,12} )?"
    r"(?:issue|problem|bug|cause|reason|culprit)\b|\bturns out\b|\bfound it\b",
    re.IGNORECASE,
)
"""Phrases that report a finding."""
_FAILS = re.compile(
    r"\b(?:tests?|checks?|suite|build|lint\w*|assertions?)\b[^.;,]{0,30}"
    r"\b(?:fail(?:s|ed|ing)?|broken|red)\b(?! (?:when|if|unless|without|because)\b)",
    re.IGNORECASE,
)
"""Phrases that report a failed check."""
_PASSES = re.compile(
    r"\b(?:tests?|checks?|suite|build|lint\w*|everything)\b[^.;]{0,30}"
    r"\b(?:pass(?:es|ed|ing)?|green|clean|succeed(?:s|ed)?|succeeds)\b",
    re.IGNORECASE,
)
"""Phrases that report a passed check."""
_NOT_ALL = re.compile(r"\b(?:except|but|not|still|fail\w{0,3}|however|only|yet)\b|n't\b", re.IGNORECASE)
_REFUTES = re.compile(
    r"\bturns out\b|\b(?:that|my (?:guess|theory|hypothesis|assumption)) was (?:not|wrong)\b"
    r"|\b(?:isn't|wasn't|'s not|is not|was not) the (?:root |real |actual )?"
    r"(?:bug|cause|issue|problem|reason)\b"
    r"|\b(?:bug|cause|issue|problem|reason) (?:might|may|must|could) be "
    r"(?:more subtle|elsewhere|something else)\b"
    r"|\bI was (?:wrong|mistaken)\b|\bthe (?:real|actual|true) (?:root )?(?:cause|issue|problem|reason)\b",
    re.IGNORECASE,
)
"""Phrases that retract a presumed cause."""
_UNHELPED = re.compile(
    r"\b(?:bug|fix|issue|problem) (?:is|has|was) already (?:been )?"
    r"(?:there|fixed|in|included|merged|present)\b"
    r"|\b(?:bug|error|issue|problem) is still (?:not (?:fixed|solved)|present|there)\b",
    re.IGNORECASE,
)
"""Phrases that say that the fix was made before, or did not help."""
_ABSENT = re.compile(
    r"\b(?:bug|error|issue|problem) (?:is|was) (?:still )?not reproduced\b"
    r"|\b(?:cannot|can't|could not|couldn't|unable to) reproduce the (?:bug|error|issue|problem)\b",
    re.IGNORECASE,
)
"""Phrases that say that the fault was not seen; in a turn without a change they refute its presumed cause."""
_FIX_PLANNED = re.compile(
    r"\bthe (?:fix|solution) (?:is|will be|would be) to\b"
    r"|\b(?:I|we) (?:have|need) to (?:add|call|change|check|fix|make|move|pass|replace|use)\b",
    re.IGNORECASE,
)
"""Phrases that announce a fix for a presumed cause."""
_DENIES = re.compile(
    r"^\W{0,4}(?:(?:no+|nope|nah|hm+|well)\b[ ,.!]{1,4}){0,2}"
    r"(?:that|this|it)(?:'s| is| was)?(?: not|n't| isn't| wasn't) "
    r"(?:it|that|the (?:\w{2,12} )?(?:issue|problem|bug|cause|reason|case))\b",
    re.IGNORECASE,
)
"""The beginning of a human's message that denies the agent's guess just before it."""
_WORKS = re.compile(
    r"\b([a-z]{4,20}) (?:is (?:now )?working|works)(?: again)?(?: now)?\b"
    r"(?![^.;]{0,80}\b(?:but|except|only|if)\b)(?=[^.;?]{0,80}(?:[.;!]|$))",
    re.IGNORECASE,
)
"""A report that a thing works, named by one word."""
_FAULT = re.compile(
    r"\b(?:fail(?:s|ed|ing|ure)?|crash\w{0,4}|hangs?|broken|errors?|[45]\d\ds?)\b", re.IGNORECASE
)
"""Words of a fault."""
_PLACE = r"(?:file|code|module|class|function|implementation|place)s?"
_PLACED = re.compile(
    rf"\b(?:key|main|relevant|right|correct|responsible) {_PLACE} (?:is|are|lives?|seems?)\b", re.IGNORECASE
)
"""Phrases that name the place of the code."""
_ELSEWHERE = re.compile(
    rf"\b(?:actual|real|correct|right) (?:\w{{2,20}} )?{_PLACE} (?:is|are|lives?|sits?)\b"
    r"|\b(?:that|the|this) (?:file|path|module|folder|directory) (?:doesn't|does not) exist\b",
    re.IGNORECASE,
)
"""Phrases that name another place, or deny the one named before."""
SOON = 4
"""Messages of the agent after one that names a place in which another place corrects it."""
_TARGET = re.compile(
    r"^\W{0,6}(?:verif\w{0,10}|validation|acceptance(?: criteria)?|success criteria|definition of done"
    r"|done when)\W{0,4}:",
    re.IGNORECASE,
)
"""The label of what a plan is to reach."""


def overtaken(request: DraftRequest, found: Sequence[PageStatement]) -> list[bool]:
    """Return, for each statement, whether later words made it obsolete."""
    finished, guessed = finished_requests(request, found), overtaken_guesses(request, found)
    passed = last_passed(request)
    failed = [
        _is_of_agent(request, each) and is_failing(each.item.text) and each.places[0].ordinal < passed
        for each in found
    ]
    objections = Objections.of(request.seen())
    rejected = [_is_rejected(request, each, objections) for each in found]
    targets = [_is_target(request, each) for each in found]
    moved = [_is_of_agent(request, each) and _is_elsewhere(request, each) for each in found]
    mended = _mended_faults(request, found)
    return [
        any(ways) for ways in zip(finished, guessed, failed, rejected, targets, moved, mended, strict=True)
    ]


def _mended_faults(request: DraftRequest, found: Sequence[PageStatement]) -> list[bool]:
    """Return, for each statement, whether it is a fault, told by the agent, of a thing that works later."""
    faults = [_is_of_agent(request, each) and _FAULT.search(each.item.text) is not None for each in found]
    works: dict[str, int] = {}
    for event in request.seen()[request.source.start :] if any(faults) else ():
        if event.kind is EventKind.ASSISTANT and event.sidechain is None:
            works |= {m[1].casefold(): event.ordinal for m in _WORKS.finditer(event.text[:MAX_READ])}
    return [
        fault and any(n > each.places[0].ordinal and _names(each, thing) for thing, n in works.items())
        for each, fault in zip(found, faults, strict=True)
    ]


def _names(each: PageStatement, thing: str) -> bool:
    """Return whether a statement names a thing, in the singular or the plural."""
    return re.search(rf"\b{thing.removesuffix('s')}s?\b", each.item.text, re.IGNORECASE) is not None


def _is_elsewhere(request: DraftRequest, each: PageStatement) -> bool:
    """Return whether the agent names a place of the code, and soon after another one."""
    if _PLACED.search(_plain(each.item.text)) is None:
        return False
    events = request.seen()[each.places[0].ordinal + 1 :]
    later = [e for e in events if e.kind is EventKind.ASSISTANT and e.sidechain is None][:SOON]
    return any(_ELSEWHERE.search(_plain(e.text[:MAX_READ])) for e in later)


def _is_target(request: DraftRequest, each: PageStatement) -> bool:
    """Return whether a proposed statement is what a plan is to reach, which reads like a passed check."""
    if each.group != "likely" or each.item.kind is not ItemKind.CLAIM or len(each.places) != 1:
        return False
    kind, text = request.events[each.places[0].ordinal].kind, _plain(each.item.text)
    if kind in (EventKind.PLAN, EventKind.TOOL_CALL):
        return _TARGET.search(text) is not None or _PASSES.search(text) is not None
    return kind is EventKind.USER and _TARGET.search(text) is not None


def _is_rejected(request: DraftRequest, each: PageStatement, objections: Objections) -> bool:
    """Return whether the human's next message rejects what the agent stated."""
    if each.group != "likely" or len(each.places) != 1:
        return False
    ordinal = each.places[0].ordinal
    return request.events[ordinal].kind in _AGENT and objections.reject(ordinal, each.item.text)


def is_failing(text: str) -> bool:
    """Return whether a text says that a check failed, and not under which condition."""
    return _FAILS.search(_plain(text)) is not None and _PASSES.search(_plain(text)) is None


def last_passed(request: DraftRequest) -> int:
    """Return the ordinal of the agent's last message in the range that reports passed checks; -1 for none."""
    for event in reversed(request.seen()[request.source.start :]):
        if event.kind is not EventKind.ASSISTANT or event.sidechain is not None:
            continue
        said = [_plain(event.text[a:b]) for a, b in sentences(event.text[:MAX_READ])]
        if any(_PASSES.search(text) and not _NOT_ALL.search(text) for text in said):
            return event.ordinal
    return -1


def finished_requests(request: DraftRequest, found: Sequence[PageStatement]) -> list[bool]:
    """Return, for each statement, whether it is only a request of a turn that closed before the range.

    A rule, or a statement of how something is to be from then on, is not over with its turn.
    """
    start = request.source.start
    if start == 0:
        return [False] * len(found)
    closed = {n for n, each in exchanges(request, 0).items() if each.closing is not None and n < start}
    return [_is_finished(each, closed) for each in found]


def _is_finished(each: PageStatement, closed: set[int]) -> bool:
    if each.group != "likely" or each.item.kind is not ItemKind.CLAIM or len(each.places) != 1:
        return False
    if each.places[0].ordinal not in closed:
        return False
    return only_asks(each.item.text)


def only_asks(text: str) -> bool:
    """Return whether a human's text asks for something once: it is no rule, and nothing in it lasts."""
    text = _plain(text)
    if holds_on(text) or forbids(text):
        return False
    return _ASKS.search(text) is not None or classify(text) not in (None, DirectiveForce.RULE)


def overtaken_guesses(request: DraftRequest, found: Sequence[PageStatement]) -> list[bool]:
    """Return, for each statement, whether it is a guess of the agent that was confirmed or retracted.

    One from before the last report of passed checks is past, too: what was wrong is known by then.
    """
    events = request.seen()
    guesses = [_is_of_agent(request, each) and _only_guesses(each.item.text) for each in found]
    causes = [  # a thought about one is seldom what the agent retracts
        _is_of_agent(request, each)
        and events[each.places[0].ordinal].kind in _AGENT
        and _FOUND.search(_plain(each.item.text))
        for each in found
    ]
    fixes = [_plans_fix(request, each) for each in found]
    if not any(guesses) and not any(causes) and not any(fixes):
        return [False] * len(found)
    asked = [e for e in events if e.kind is EventKind.USER and e.sidechain is None]
    denied = [guess and _is_denied(each, asked) for each, guess in zip(found, guesses, strict=True)]
    known = settlements(request)
    unhelped = known.unhelped.ordinal if known.unhelped is not None else -1
    return [
        denial
        or (bool(guess) and each.places[0].ordinal < known.settled)
        or (bool(cause) and each.places[0].ordinal < max(known.refuted, unhelped))
        or (fix and each.places[0].ordinal < unhelped)
        for each, guess, cause, fix, denial in zip(found, guesses, causes, fixes, denied, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Settlements:
    """The agent's last messages that settle what it said before."""

    settled: int
    """Ordinal of the last one after which earlier guesses are over; -1 without one."""
    refuted: int
    """Like `settled`, for presumed causes."""
    unhelped: EventWords | None
    """The last sentence by which a planned fix is not needed, or did not help."""
    holds: bool
    """Whether it holds at the end: nothing was found or passed since, or the fix was made before."""


def settlements(request: DraftRequest) -> Settlements:
    """Return what the agent's messages of a range settle."""
    settled, refuted, unhelped = last_passed(request), -1, None
    edits = changes(request.seen(), request.source.start)
    edited, changed = {c.place.ordinal for c in edits if not is_scratch(c.path)}, False
    for event in request.seen()[request.source.start :]:
        changed = event.kind is not EventKind.USER and (changed or event.ordinal in edited)
        if not _speaks(event) or event.kind is EventKind.THINKING or event.sidechain is not None:
            continue
        said = _plain(event.text[:MAX_READ])
        for start, end in sentences(said):
            text = said[start:end]
            absent = not changed and _ABSENT.search(text) is not None
            if absent or _UNHELPED.search(text):
                unhelped = trimmed(said, event.ordinal, start, end)
            if absent or _REFUTES.search(text):
                settled = refuted = event.ordinal
            elif _FOUND.search(text) and not _GUESS.search(text):
                settled = event.ordinal
    before = unhelped is not None and " already " in unhelped.quote(request.events)
    holds = before or (unhelped is not None and settled <= unhelped.ordinal)
    return Settlements(settled, refuted, unhelped, holds)


def only_supposes(text: str) -> bool:
    """Return whether a message of the agent guesses at a cause, and names none that it found."""
    parts = [_plain(text[a:b]) for a, b in sentences(text)]
    guesses = [part for part in parts if _GUESS.search(part)]
    return bool(guesses) and not any(_FOUND.search(part) for part in parts if part not in guesses)


def _is_denied(each: PageStatement, asked: Sequence[SourceEvent]) -> bool:
    """Return whether the human's next message denies a guess; `asked` are the human's messages, in order."""
    following = next((e for e in asked if e.ordinal > each.places[0].ordinal), None)
    return following is not None and _DENIES.search(_plain(following.text[:MAX_READ])) is not None


def _plans_fix(request: DraftRequest, each: PageStatement) -> bool:
    """Return whether a proposed statement is a fix that the agent plans."""
    own = each.group == "likely" and len(each.places) == 1 and _speaks(request.events[each.places[0].ordinal])
    return own and _FIX_PLANNED.search(_plain(each.item.text)) is not None


def _only_guesses(text: str) -> bool:
    """Return whether each entry of a list in a text is a guess; one beside a finding leaves it a finding."""
    return all(_GUESS.search(part) for part in _plain(text).split("; "))


def _is_of_agent(request: DraftRequest, each: PageStatement) -> bool:
    """Return whether a proposed statement is the agent's own, and of one place."""
    if each.group != "likely" or each.item.kind is not ItemKind.CLAIM or len(each.places) != 1:
        return False
    return _speaks(request.events[each.places[0].ordinal])


def _speaks(event: SourceEvent) -> bool:
    """Return whether an event is a message or a thought of the agent, also one in a call of a tool."""
    return event.kind in _AGENT or (
        event.kind is EventKind.TOOL_CALL
        and event.tool is not None
        and event.tool.name.casefold() in THINKING
    )


def _plain(text: str) -> str:
    return text.replace("’", "'")
