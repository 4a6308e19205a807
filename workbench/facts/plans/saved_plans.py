"""Plans that were written into a document and not begun: title, goal, rules and steps.

A plan that was proposed in a dialog is read by `workbench.facts.plans.plans`. This one looks at documents
that the agent wrote as a whole, and leaves out one after which anything else than a document was changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gates.language.tokens import sentences
from gates.source import SourceEvent
from workbench.facts.actions.changes import FileChange, changes
from workbench.facts.spans import EventWords, shorten, trimmed

MAX_GOAL = 240
MOST_STEPS = 10
MOST_RULES = 3
MOST_PARTS = 8
"""Headings under one step that are stated with it."""
OPENING = 400
"""Characters in which a document has its title."""

_DOCUMENTS = (".md", ".markdown", ".txt", ".rst", ".adoc")
_PLACE = re.compile(r"(?:^|/)[^/]*\bplans?\b[^/]*(?:/[^/]+)?$", re.IGNORECASE)
"""A path whose file or folder is called a plan."""
_CALLED = re.compile(r"\bplan\b", re.IGNORECASE)
_HEADING = re.compile(r"^(#{1,6})[ \t]+(\S[^\n]{0,200})$", re.MULTILINE)
_STEP = re.compile(r"(?:task|step|phase|stage|part|milestone)\b[ \t]*\d|\d{1,2}[.):]", re.IGNORECASE)
_UNDER = re.compile(
    r"^(?:#{2,6}[ \t]+|\*\*|- \[ \][ \t]+|\d{1,2}[.)][ \t]+)(\S[^\n]{2,160}?)\*{0,2}[ \t]*$", re.MULTILINE
)
"""What is named under a step: a heading, a line in bold, an entry of a list of steps."""
_LABEL = re.compile(r"^(?:step[ \t]*\d{1,2}[:.)]?[ \t]*)", re.IGNORECASE)
_GOAL = re.compile(
    r"^(?:\*\*(?:goal|objective|purpose)[:.]?\*\*:?|(?:goal|objective):)[ \t]*(\S[^\n]{10,400})$", re.I | re.M
)
_RULE = re.compile(
    r"(?<!\w)(?:REQUIRED|MUST(?: NOT)?|NEVER|must (?:not|never|always|be)|never|do not|don't)(?!\w)"
)
_FENCE = re.compile(
    r"^ {0,8}(?:`{3,}|~{3,})[^\n]*\n.*?^ {0,8}(?:`{3,}|~{3,})[ \t]*$", re.MULTILINE | re.DOTALL
)
_QUOTED = re.compile(r"(?:[>-][ \t]+|[*][ \t]+){0,3}")
_TITLED = re.compile(r"#{1,6}[ \t]|\*\*[^*\n]{2,160}\*\*:?$")
"""A heading, or a line in bold."""
_PROSE = re.compile(r"(?!(?:run|expected|create|modify|test|files?)\b[^\n]{0,20}:)[A-Za-z`]", re.IGNORECASE)
"""How a line begins that is no entry of a list, no row of a table and no label with a command."""
FEWEST_OPENING = 5
"""Words of a first sentence that says more than the title."""
MOST_OPENINGS = 4
MAX_BODY = 60_000
"""Characters of a document that are read."""


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a plan."""

    title: EventWords
    parts: tuple[EventWords, ...]
    """What is named under it."""
    openings: tuple[EventWords, ...] = ()
    """The first sentence under its title, and under what is named there: what is to be done."""


@dataclass(frozen=True, slots=True)
class SavedPlan:
    """A plan in a document."""

    path: EventWords
    """Where the call names the document."""
    title: EventWords
    goal: EventWords | None
    rules: tuple[EventWords, ...]
    """Its sentences that forbid or demand something for all of it."""
    steps: tuple[PlanStep, ...]


def waiting_plans(events: Sequence[SourceEvent], start: int) -> list[SavedPlan]:
    """The plans that were written at or after event `start` and are not begun, by their last version."""
    found = changes(events, start)
    begun = max((c.place.ordinal for c in found if not c.path.lower().endswith(_DOCUMENTS)), default=-1)
    latest: dict[str, SavedPlan] = {}
    for change in found:
        plan = _read(events, change) if change.place.ordinal > begun else None
        if plan is not None:
            latest.pop(change.path, None)
            latest[change.path] = plan
    return list(latest.values())


def _read(events: Sequence[SourceEvent], change: FileChange) -> SavedPlan | None:
    """The plan that a call wrote; None where it wrote something else or only a part."""
    if change.body is None or not change.path.lower().endswith(_DOCUMENTS):
        return None
    ordinal, base = change.place.ordinal, change.body.start
    text = events[ordinal].text[base : min(change.body.end, base + MAX_BODY)]
    bare = _FENCE.sub(lambda code: " " * len(code.group()), text)
    title = _HEADING.search(bare, 0, OPENING)
    if title is None or not (_PLACE.search(change.path) or _CALLED.search(title.group(2))):
        return None

    def words(first: int, last: int) -> EventWords | None:
        return trimmed(events[ordinal].text, ordinal, base + first, base + last)

    named = words(*title.span(2))
    goal = _GOAL.search(bare)
    aim = None if goal is None else words(goal.start(1), goal.start(1) + len(shorten(goal[1], MAX_GOAL)))
    steps, first = [], len(bare)
    for start, end, head in _sections(bare, title.end()):
        first = min(first, start)
        under = [each for each in map(_part, _UNDER.finditer(bare, head, end)) if each is not None]
        stated = words(start, head)
        if stated is not None:
            parts = tuple(w for a, b in under[:MOST_PARTS] if (w := words(a, b)) is not None)
            opened = [words(a, b) for a, b in _openings(bare, head, end)]
            steps.append(PlanStep(stated, parts, tuple(w for w in opened if w is not None)[:MOST_OPENINGS]))
    rules = [words(a, b) for a, b in sentences(bare[:first]) if _RULE.search(bare, a, b)]
    if named is None or not steps:
        return None
    kept = tuple(_unmarked(events, rule) for rule in rules[:MOST_RULES] if rule is not None)
    return SavedPlan(change.place, named, aim, kept, tuple(steps[:MOST_STEPS]))


def _sections(text: str, start: int) -> list[tuple[int, int, int]]:
    """The steps: where the title of each begins, where the step ends, where its title ends."""
    heads = [(m.start(2), len(m.group(1)), m.end(2), m.start()) for m in _HEADING.finditer(text, start)]
    found = [n for n, head in enumerate(heads) if _STEP.match(text, head[0])]
    level = min((heads[n][1] for n in found), default=0)
    made = []
    for n in found:
        begins, own, ends, _ = heads[n]
        if own == level:
            after = next((h[3] for h in heads[n + 1 :] if h[1] <= level), len(text))
            made.append((begins, after, ends))
    return made


def _openings(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The first sentence under each title of a step that is a line of prose and says what is to be done."""
    fresh, position = True, start
    for line in text[start:end].split("\n"):
        first, position = position, position + len(line) + 1
        bare = line.strip()
        if _TITLED.match(bare):
            fresh = True
        elif bare:
            parts = sentences(line) if fresh and _PROSE.match(bare) else []
            for a, b in parts[:1]:
                kept = line[a:b].rstrip().rstrip(":")
                if len(kept.split()) >= FEWEST_OPENING:
                    yield first + a, first + a + len(shorten(kept, MAX_GOAL))
            fresh = False


def _part(found: re.Match[str]) -> tuple[int, int] | None:
    """What is named under a step, without its number; None for a label as `Files:`."""
    stated = found.group(1).rstrip("* ")
    label = _LABEL.match(stated)
    start = found.start(1) + (label.end() if label is not None else 0)
    end = found.start(1) + len(stated)
    return None if stated.endswith(":") or end - start < 4 else (start, end)


def _unmarked(events: Sequence[SourceEvent], rule: EventWords) -> EventWords:
    """A rule without the mark of a quotation or a list before it."""
    mark = _QUOTED.match(rule.quote(events))
    return EventWords(rule.ordinal, rule.start + (mark.end() if mark is not None else 0), rule.end)
