"""Plans that were written to a document and not begun: title, goal, rules and steps.

`workbench.facts.plans.plans` reads plans that were proposed in a dialog. This module reads documents that the
agent wrote as a whole, and skips a plan after which any file other than a document was changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gates.language.sentence_spans import sentences
from gates.source import SourceEvent
from workbench.facts.actions.changes import FileChange, changes
from workbench.facts.spans import EventWords, shorten, trimmed

MAX_GOAL = 240
MOST_STEPS = 10
MOST_RULES = 3
MOST_PARTS = 8
"""Most headings under one step that are stated with it."""
OPENING = 400
"""Leading characters of a document that must contain its title."""

_DOCUMENTS = (".md", ".markdown", ".txt", ".rst", ".adoc")
_PLACE = re.compile(r"(?:^|/)[^/]*\bplans?\b[^/]*(?:/[^/]+)?$", re.IGNORECASE)
"""A path with a file or folder that is named as a plan."""
_CALLED = re.compile(r"\bplan\b", re.IGNORECASE)
_HEADING = re.compile(r"^(#{1,6})[ \t]+(\S[^\n]{0,200})$", re.MULTILINE)
_STEP = re.compile(r"(?:task|step|phase|stage|part|milestone)\b[ \t]*\d|\d{1,2}[.):]", re.IGNORECASE)
_UNDER = re.compile(
    r"^(?:#{2,6}[ \t]+|\*\*|- \[ \][ \t]+|\d{1,2}[.)][ \t]+)(\S[^\n]{2,160}?)\*{0,2}[ \t]*$", re.MULTILINE
)
"""A named part of a step: a heading, a line in bold, an entry of a list of steps."""
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
"""The beginning of a line that is no list entry, table row or label with a command."""
FEWEST_OPENING = 5
"""Fewest words of a first sentence that adds to the title."""
MOST_OPENINGS = 4
MAX_BODY = 60_000
"""Characters of a document that are read."""


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a plan."""

    title: EventWords
    parts: tuple[EventWords, ...]
    """The parts named under it."""
    openings: tuple[EventWords, ...] = ()
    """The first sentence under its title and under each of its parts, which states the work."""


@dataclass(frozen=True, slots=True)
class SavedPlan:
    """A plan in a document."""

    path: EventWords
    """The document's path in the call."""
    title: EventWords
    goal: EventWords | None
    rules: tuple[EventWords, ...]
    """Sentences that forbid or demand something for the whole plan."""
    steps: tuple[PlanStep, ...]


def waiting_plans(events: Sequence[SourceEvent], start: int) -> list[SavedPlan]:
    """Return the last version of each plan that was written at or after event `start` and not begun."""
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
    """Return the plan that a call wrote, or None if it wrote something else or only a part."""
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
    """Return the steps: where each title begins, where the step ends, and where its title ends."""
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
    """Yield the first sentence under each title of a step, if it is prose and states the work."""
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
    """Return the span of a step's part without its number, or None for a label such as `Files:`."""
    stated = found.group(1).rstrip("* ")
    label = _LABEL.match(stated)
    start = found.start(1) + (label.end() if label is not None else 0)
    end = found.start(1) + len(stated)
    return None if stated.endswith(":") or end - start < 4 else (start, end)


def _unmarked(events: Sequence[SourceEvent], rule: EventWords) -> EventWords:
    """Return a rule without the mark of a quotation or a list before it."""
    mark = _QUOTED.match(rule.quote(events))
    return EventWords(rule.ordinal, rule.start + (mark.end() if mark is not None else 0), rule.end)
