"""Requirements in a plan's body: its rules, what it leaves unchanged, and its steps.

They are read by form alone: headings, labels, moods of sentences. A plan's notes on the cause, its tests and
the present code are no requirements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gates.language.sentence_spans import sentences
from gates.source import SourceEvent
from workbench.facts.spans import EventWords, fold, shorten, trimmed

MAX_ITEM = 240
MOST_RULES = 8
"""Most rules of one plan that are stated, the first ones."""
MOST_STEPS = 12
CLEAR_TITLE = 3
"""Fewest words beside its number with which the title of a step is clear."""

_FENCE = re.compile(r"^ {0,8}(?:`{3,}|~{3,})")
_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S[^\n]{0,300})$")
_MARK = re.compile(r"^\s{0,12}(?:>\s{0,2})?(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\[[ xX]\]\s+)?")
_BOLD = re.compile(r"^\*\*([^*\n]{1,60}?):?\*\*:?\s*")
_STEP = re.compile(
    r"^(?:\*\*)?(?:task|step|phase|stage|part|milestone|pr|change)?[ #]{0,2}\d{1,2}\b[.):]?", re.I
)
_SUB_STEP = re.compile(r"^\*\*([^*\n]{1,200})\*\*:?$")
_TRIES = re.compile(r"\b(?:tests?|verif\w+|run|lint|format|commit)\b", re.IGNORECASE)
"""A part of a step that tests or commits the result of another part."""
_UNCHANGED = re.compile(
    r"\bnot (?:be )?(?:chang|modif|touch|affect)\w*|\bunchanged\b|\bout of scope\b|\bnon-?goals?\b|"
    r"\bno changes?\b|\bwon't (?:do|change)\b",
    re.IGNORECASE,
)
_BACKGROUND = re.compile(
    r"\b(?:context|background|problem|analysis|cause|current|existing|tests?|testing|coverage|verif\w*|"
    r"validation|risks?|questions?|alternatives?|examples?)\b",
    re.IGNORECASE,
)
"""Headings of explanations, tests and examples."""
_LABEL = re.compile(
    r"^(?:fix|solution|target|desired|expected behaviou?r|new behaviou?r|keep|constraint|decision|"
    r"requirement|rule|important|mandatory|must)\b",
    re.IGNORECASE,
)
_BANS = re.compile(
    r"^(?:keep|don't|do not|never|no (?!longer\b)\w+|avoid|leave|preserve|must|make sure|ensure)\b|"
    r"\b(?:must|should not|shouldn't|mustn't|may not|required|mandatory)\b|"
    r"(?:^|[.;,] |\bbut |\band )(?:do not|don't|never)\b",
    re.IGNORECASE,
)
_WANTS = re.compile(
    r"\b(?:the )?user (?:explicitly |specifically )?(?:wants?|wanted|prefers?|preferred|asked|decided|chose|"
    r"said|confirmed|needs|requires?|requested|agreed)\b",
    re.IGNORECASE,
)
"""A wish of the user as quoted by the plan, which binds under any heading."""
_PATH = re.compile(r"(?<![\w/.-])((?:[\w.@-]{1,60}/){0,12}[\w.@-]{1,80}\.[A-Za-z]\w{0,7})(?![\w/-])")


_ROLE = re.compile(r"^(?:modify|create|test|run|files?|expected|delete|update|commit)s?:", re.IGNORECASE)
"""A line that names a file or a command of a step, not its work."""


class PlanItemKind(StrEnum):
    """The kind of requirement in a plan."""

    RULE = "rule"
    """How things must be."""
    UNCHANGED = "unchanged"
    """What the plan leaves unchanged."""
    STEP = "step"
    """Something to do."""


@dataclass(frozen=True, slots=True)
class PlanItem:
    """One statement of a plan's body."""

    kind: PlanItemKind
    text: str
    words: tuple[EventWords, ...]
    files: tuple[str, ...] = ()
    """Names of the files concerned, without their folders."""
    under: str = ""
    """The heading above it."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line outside code: its text without marks, its position, and the headings above it."""

    start: int
    end: int
    text: str
    level: int
    """Depth of a heading; 0 for any other line."""
    headings: tuple[str, ...]


def plan_items(event: SourceEvent, whole: EventWords) -> tuple[PlanItem, ...]:
    """Return the items of a plan's text in order: rules and what stays unchanged, then steps."""
    lines = list(_lines(event.text, whole))
    return (*_rules(event, lines), *_steps(event, lines))


def _lines(text: str, whole: EventWords) -> Iterator[_Line]:
    position, fenced = whole.start, False
    above: list[tuple[int, str]] = []
    for raw in text[whole.start : whole.end].split("\n"):
        start, position = position, position + len(raw) + 1
        if _FENCE.match(raw):
            fenced = not fenced
        elif not fenced and raw.strip():
            heading = _HEADING.match(raw)
            level = len(heading.group(1)) if heading else 0
            if heading is not None:
                above = [*(each for each in above if each[0] < level), (level, heading.group(2))]
            mark = heading.start(2) if heading else _mark_end(raw)
            stated = raw[mark:].rstrip()
            if stated:
                yield _Line(
                    start + mark, start + mark + len(stated), stated, level, tuple(t for _, t in above)
                )


def _mark_end(raw: str) -> int:
    match = _MARK.match(raw)
    return match.end() if match else 0


def _rules(event: SourceEvent, lines: Sequence[_Line]) -> list[PlanItem]:
    """Return sentences that state how things must be, and what must not be changed."""
    found: list[PlanItem] = []
    for line in lines:
        if line.level or not line.headings:
            continue
        if _UNCHANGED.search(" / ".join(line.headings[1:])):
            found += _item(event, line.start, line.end, PlanItemKind.UNCHANGED, "")
        elif not line.text.startswith("|") and (rule := _rule(line)) is not None:
            place, under = line.start, line.headings[-1]
            found += _item(event, place + rule[0], place + rule[1], PlanItemKind.RULE, under)
    return list({each.text: each for each in reversed(found)}.values())[::-1][:MOST_RULES]


def _rule(line: _Line) -> tuple[int, int] | None:
    """Return the span of a line that states a rule: the whole line, or one sentence if it is long."""
    bold = _BOLD.match(line.text)
    stated = bold.end() if bold else 0
    if stated == len(line.text) or line.text.endswith(":"):
        return None
    if bold is not None and _LABEL.match(bold.group(1)):
        return 0, len(line.text)
    found = _WANTS.search(line.text, stated)
    if found is None and not _BACKGROUND.search(" / ".join(line.headings[1:])):
        found = _BANS.search(line.text[stated:])
        return None if found is None else _sentence(line.text, stated + found.start())
    return None if found is None else _sentence(line.text, found.start())


def _sentence(text: str, at: int) -> tuple[int, int]:
    """Return the sentence at a position of a long line, or the whole line."""
    if len(text) <= MAX_ITEM:
        return 0, len(text)
    return next(((a, b) for a, b in sentences(text) if a <= at < b), (0, len(text)))


def _item(event: SourceEvent, start: int, end: int, kind: PlanItemKind, under: str) -> list[PlanItem]:
    kept = shorten(event.text[start:end], MAX_ITEM)
    words = trimmed(event.text, event.ordinal, start, start + len(kept))
    return [] if words is None else [PlanItem(kind, fold(kept), (words,), under=under)]


def _steps(event: SourceEvent, lines: Sequence[_Line]) -> list[PlanItem]:
    """Return the numbered headings of the least depth with several, each with the first words under it."""
    numbered = [(n, line) for n, line in enumerate(lines) if line.level and _STEP.match(line.text)]
    depths = sorted({line.level for _, line in numbered})
    depth = next((d for d in depths if sum(line.level == d for _, line in numbered) > 1), 0)
    found = []
    for number, line in numbered:
        if line.level == depth:
            body = list(_below(lines, number))
            title = trimmed(event.text, event.ordinal, line.start, line.end)
            lead = _lead(event, body)
            if title is not None:
                words = (title,) if lead is None else (title, lead)
                stated = fold(line.text).rstrip(".")
                text = stated if lead is None else _with_lead(stated, fold(event.text[lead.start : lead.end]))
                named = _named([line, *body])
                found.append(PlanItem(PlanItemKind.STEP, shorten(text, MAX_ITEM + 160), words, named))
    return found[:MOST_STEPS]


def _with_lead(title: str, lead: str) -> str:
    """Return a step's title with the first words under it, unless these only introduce what follows."""
    clear = len(_STEP.sub("", title).split()) >= CLEAR_TITLE
    return title if clear and lead.endswith(":") else f"{title}: {lead}"


def _below(lines: Sequence[_Line], number: int) -> Iterator[_Line]:
    """Yield the lines of the section that a heading opens."""
    for line in lines[number + 1 :]:
        if line.level and line.level <= lines[number].level:
            return
        yield line


def _lead(event: SourceEvent, body: Sequence[_Line]) -> EventWords | None:
    """Return a section's first sentence that is no heading, label, file name or table row.

    If the step has parts, prefer the first part that does something: many steps begin with a test.
    """
    for line in (*_beside_tests(body), *body):
        bare = _BOLD.sub("", line.text)
        if (
            not line.level
            and not _ROLE.match(bare)
            and len(bare) > 20
            and " " in bare.strip("`")
            and bare[0] not in "|`<"
        ):
            kept = shorten(event.text[line.start : line.end], MAX_ITEM)
            return trimmed(event.text, event.ordinal, line.start, line.start + len(kept))
    return None


def _beside_tests(body: Sequence[_Line]) -> Iterator[_Line]:
    """Yield the lines of a section except its parts that write or run tests, or commit."""
    tries = False
    for line in body:
        part = _SUB_STEP.match(line.text)
        title = line.text if line.level else part.group(1) if part else ""
        if _STEP.match(title):
            tries = _TRIES.search(title) is not None
        elif not tries:
            yield line


def _named(lines: Sequence[_Line]) -> tuple[str, ...]:
    """Return the names of the files in some lines, without their folders."""
    paths = (match.group(1) for line in lines for match in _PATH.finditer(line.text))
    return tuple(dict.fromkeys(path.rsplit("/", 1)[-1] for path in paths))
