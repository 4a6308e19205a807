"""A summary cut into sections, each with the role that its heading implies.

The nine headings of Claude Code and the usual headings of other agents are known; a section under an unknown
heading is plain facts. Meaningless sentences that every summary contains are dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from workbench.importers.summaries.markdown import is_fence


class Role(StrEnum):
    """The role of a section's statements."""

    REQUEST = "request"
    CONSTRAINT = "constraint"
    DECISION = "decision"
    FACT = "fact"
    FILES = "files"
    FAILURE = "failure"
    MESSAGES = "messages"
    PENDING = "pending"
    NEXT = "next"
    QUESTION = "question"
    ANALYSIS = "analysis"
    """The working notes before the summary proper; they mostly repeat it."""


@dataclass(frozen=True, slots=True)
class SummarySection:
    """The lines under one heading."""

    role: Role
    lines: list[str]
    title: str = ""
    """Its heading as written, if it is one of the nine."""


_NINE: tuple[tuple[str, Role], ...] = (
    ("primary request", Role.REQUEST),
    ("key technical concept", Role.FACT),
    ("files and code", Role.FILES),
    ("errors and fix", Role.FAILURE),
    ("problem solving", Role.FACT),
    ("all user message", Role.MESSAGES),
    ("pending task", Role.PENDING),
    ("current work", Role.FACT),
    ("optional next step", Role.NEXT),
)
_KEYWORDS: tuple[tuple[str, Role], ...] = (
    ("user message|messages from the user|user quotes|quotations|the user's words", Role.MESSAGES),
    ("open question|question|unresolved|unknowns|to clarify", Role.QUESTION),
    ("next step|next action|pending|todo|to do|to-do|remaining|open work|open item|open task", Role.PENDING),
    ("what's left|not done|in progress|in-progress|blocked|outstanding|follow-up|backlog", Role.PENDING),
    ("decision|decided|agreed", Role.DECISION),
    ("constraint|requirement|preference|instruction|rule|guideline|must|do not|convention", Role.CONSTRAINT),
    ("goal|objective|request|intent|purpose|user wants", Role.REQUEST),
    ("error|failure|failed|bug|problem encountered|issue|pitfall", Role.FAILURE),
    ("file|artifact|code section|modified|created|deliverable", Role.FILES),
)  # fmt: skip
_WORDED = tuple((re.compile(rf"\b(?:{words})"), role) for words, role in _KEYWORDS)
_NUMBERED = re.compile(
    r"(?:#{1,6}\s+)?(?:\*\*)?\d{1,2}[.)]\s+(?:\*\*)?([^:\n]{3,80}?)(?:\*\*)?\s*(?::\s*(.*))?$"
)
_OPENS_HEADING = set("#*0123456789")
_HASHED = re.compile(r"#{1,6}\s+(.{1,120}?)\s*#*$")
_BOLD = re.compile(r"(?:\*\*|__)([^*_\n]{2,60}?):?(?:\*\*|__):?$")
_TITLED = re.compile(r"([A-Z][A-Za-z' /-]{2,40}):$")
_TAGS = re.compile(
    r"</?(?:summary|analysis|state_snapshot|context_summary|compaction)>|<!--.{0,500}?-->", re.DOTALL
)
_OPENING = re.compile(
    r"This session is being continued from a previous conversation that ran out of context\.?"
    r"(?:\s*The (?:summary below covers the earlier portion of the conversation"
    r"|conversation is summarized below)[.:]?)?"
)
_MOST_NOTES = 20
_BOILERPLATE = (
    re.compile(r"If you need specific details from before compaction\b[^\n]*"),
    re.compile(r"Please continue the conversation from where we left (?:it )?off\b[^\n]*"),
    re.compile(r"Continue the conversation from where it left off\b[^\n]*"),
    re.compile(r"Recent messages are preserved verbatim\.?"),
    re.compile(r"(?:Let me|I'll|I will) (?:\w+ ){0,3}analy[sz]e (?:\w+ ){0,6}\w*[:.]?$", re.M),
    re.compile(r"Looking at (?:this|the) conversation[:,.]?$", re.M),
)  # fmt: skip


def sections_of(text: str) -> list[SummarySection]:
    """Return the sections in order, the working notes last."""
    text = _OPENING.sub("", text, count=1)
    notes, text = _tagged_notes(text)
    text = _without_boilerplate(text)
    lines = (_TAGS.sub("", text) if "<" in text else text).split("\n")
    before, lines = _notes_apart(lines)
    found = _nine(lines) or _headed(lines)
    for note in [*notes, "\n".join(before)]:
        source_text = _without_boilerplate(note)
        if source_text.strip():
            found.append(SummarySection(Role.ANALYSIS, source_text.split("\n")))
    return found


def _without_boilerplate(text: str) -> str:
    for pattern in _BOILERPLATE:
        text = pattern.sub("", text)
    return text


def _tagged_notes(text: str) -> tuple[list[str], str]:
    notes: list[str] = []
    start = text.find("<analysis>")
    while start >= 0:
        end = text.find("</analysis>", start)
        if end < 0:
            break
        notes.append(text[start + len("<analysis>") : end])
        text = text[:start] + text[end + len("</analysis>") :]
        start = text.find("<analysis>", start) if len(notes) < _MOST_NOTES else -1
    return notes, text


def _notes_apart(lines: list[str]) -> tuple[list[str], list[str]]:
    """Return the notes before the summary, between an `Analysis:` and a `Summary:` line, and the rest."""
    opened = next((n for n, line in enumerate(lines) if _bare(line)), None)
    if opened is None:
        return [], lines
    word = _bare(lines[opened])
    if word == "summary":
        return [], lines[opened + 1 :]
    if word != "analysis":
        return [], lines
    closed = next((n for n in range(opened, len(lines)) if _bare(lines[n]) == "summary"), None)
    if closed is None:
        closed = next((n - 1 for n in range(opened, len(lines)) if _nine_role(lines[n])), None)
    if closed is None:
        return [], lines
    return lines[opened + 1 : closed], lines[closed + 1 :]


def _bare(line: str) -> str:
    """Return a line without the marks around it, case folded."""
    return line.strip().strip("#*: ").casefold()


def _nine(lines: list[str]) -> list[SummarySection]:
    starts = [(number, found) for number, line in enumerate(lines) if (found := _nine_role(line)) is not None]
    if len({role_title for _, (_, role_title, _) in starts}) < 2:
        return []
    sections = (
        [SummarySection(Role.FACT, lines[: starts[0][0]])]
        if any(map(str.strip, lines[: starts[0][0]]))
        else []
    )
    for place, (number, (role, _, rest)) in enumerate(starts):
        end = starts[place + 1][0] if place + 1 < len(starts) else len(lines)
        lead = [rest] if rest else []
        sections.append(SummarySection(role, lead + lines[number + 1 : end], _title_of_nine(lines[number])))
    return sections


def _title_of_nine(line: str) -> str:
    """Return a numbered heading without its number, marks and the text after its colon."""
    found = _NUMBERED.match(line.rstrip())
    return (found.group(1) if found is not None else line).strip("#*: \t")


def _nine_role(line: str) -> tuple[Role, str, str] | None:
    if line[:1] not in _OPENS_HEADING:
        return None
    found = _NUMBERED.match(line.rstrip())
    title = found.group(1) if found is not None else line.strip().strip("#*: ")
    if len(title) > 60 or (found is None and not line.startswith(("#", "**"))):
        return None
    low = title.casefold()
    for name, role in _NINE:
        if low.startswith(name):
            return role, name, (found.group(2) or "") if found is not None else ""
    return None


def _headed(lines: list[str]) -> list[SummarySection]:
    sections: list[SummarySection] = []
    current: list[str] = []
    stack: list[tuple[int, Role]] = [(0, Role.FACT)]
    fence = ""
    for line in lines:
        mark = is_fence(line)
        if mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else mark[:3]
        title = None if fence or mark else _title(line)
        if title is None:
            current.append(line)
            continue
        if any(map(str.strip, current)):
            sections.append(SummarySection(stack[-1][1], current))
        level, name = title
        while len(stack) > 1 and stack[-1][0] >= level:
            stack.pop()
        stack.append((level, _role(name, stack[-1][1])))
        current = []
    if any(map(str.strip, current)):
        sections.append(SummarySection(stack[-1][1], current))
    return sections


def _title(line: str) -> tuple[int, str] | None:
    text = line.rstrip()
    hashed = _HASHED.match(text)
    if hashed is not None:
        return len(text) - len(text.lstrip("#")), hashed.group(1)
    found = _BOLD.match(text) or _TITLED.match(text)
    return (7, found.group(1)) if found is not None else None


def _role(title: str, inherited: Role) -> Role:
    low = title.casefold()
    for pattern, role in _WORDED:
        if pattern.search(low):
            return role
    finished = any(word in low for word in ("done", "complet", "progress", "context", "fact", "background"))
    return Role.FACT if finished else inherited
