"""Conversion of summaries with labelled or tagged sections to Markdown with headings.

Only the section markers change; the statements keep their words.
"""

from __future__ import annotations

import re

_LABEL = re.compile(r"^([A-Z][A-Z_]{2,40}):[ \t]*(.*)$")
_LABELS = {
    "USER_CONTEXT": "Request",
    "INTENT": "Request",
    "TASK_TRACKING": "Tasks",
    "PENDING": "Pending tasks",
    "CODE_STATE": "State of the code",
    "CHANGES": "Changes made",
    "DEPS": "Dependencies",
}
"""Titles that tell the role of a labelled section; other labels become titles unchanged."""

_INLINE = re.compile(r"<([a-z][a-z_]{2,40})>(.*?)</\1>", re.DOTALL)
_TAGS = {
    "overall_goal": "Goal",
    "active_constraints": "Constraints",
    "file_system_state": "Files",
    "task_state": "Pending tasks",
    "current_plan": "Pending tasks",
}
_STEP = re.compile(r"^([ \t]*)(?:[-*]|\d{1,3}[.)])[ \t]+\[(DONE|COMPLETED|IN PROGRESS|TODO|PENDING)\][ \t]*")
_RULE = re.compile(
    r"[ \t]*(?:[-*]|\d{1,3}[.)])?[ \t]*(?:never|always|do not|don't|must|only|avoid)\b", re.IGNORECASE
)
"""A line of things to remember that tells what to do or not to do."""
_DONE = ("DONE", "COMPLETED")
_NOTES = re.compile(r"<scratchpad>.*?</scratchpad>", re.DOTALL)
_SNAPSHOT = re.compile(r"<state_snapshot>(.*?)(?:</state_snapshot>|\Z)", re.DOTALL)


def from_labels(text: str) -> str:
    """Return a summary with labels such as `PENDING: …` before its sections as Markdown."""
    lines: list[str] = []
    for line in text.split("\n"):
        found = _LABEL.match(line)
        if found is None:
            lines.append(line)
            continue
        name = found.group(1)
        title = _LABELS.get(name, name.replace("_", " ").capitalize())
        lines += ["", f"## {title}", *([found.group(2)] if found.group(2).strip() else [])]
    return "\n".join(lines)


def from_tags(text: str) -> str:
    """Return a `<state_snapshot>` summary with one tag per section as Markdown, without its notes."""
    found = _SNAPSHOT.search(text)
    if found is None:
        return text
    body = _NOTES.sub("", found.group(1))
    sections = [part for each in _INLINE.finditer(body) for part in _parts(each.group(1), each.group(2))]
    return "\n\n".join(sections) or body


def _parts(tag: str, body: str) -> list[str]:
    """Return the sections of a tag; rules among the knowledge to remember become a separate one."""
    if tag != "key_knowledge":
        return [_section(tag, body)]
    lines = [line for line in body.split("\n") if line.strip()]
    rules = [line for line in lines if _RULE.match(line)]
    facts = [line for line in lines if not _RULE.match(line)]
    kinds = (("active_constraints", rules), (tag, facts))
    return [_section(name, "\n".join(found)) for name, found in kinds if found]


def _section(tag: str, body: str) -> str:
    title = _TAGS.get(tag, tag.replace("_", " ").capitalize())
    lines = [_step(line) for line in body.strip("\n").split("\n")]
    return "\n".join([f"## {title}", *(line.strip() if line[:1] in " \t" else line for line in lines)])


def _step(line: str) -> str:
    """Return a step of a plan as an entry of a task list."""
    found = _STEP.match(line)
    if found is None:
        return line
    mark = "x" if found.group(2) in _DONE else " "
    return f"- [{mark}] {line[found.end() :]}"
