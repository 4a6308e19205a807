"""Texts without content in a draft: a heading, a mere path, a command, a note of the agent to itself.

None of them is a fact for a successor: a heading names what came after it, a note to oneself (`Good, I can
see the test.`) is over with the next step, and a lead (`There is a second issue:`) has lost its list.
"""

from __future__ import annotations

import re

_HEADING = re.compile(r"\s{0,4}#{1,6}\s+\S[^\n]{0,200}$")
_PLACE = re.compile(
    r"[\s'\"“”`<>(\[]{0,8}(?:https?://\S{1,600}|(?:~|\.{1,2}|[A-Za-z]:)?[/\\][^\n'\"]{1,500}\.\w{1,5})"
    r"[\s'\"“”`<>)\].,;]{0,8}"
)
"""An address or the path of a file, with nothing else."""
_OUTPUT = re.compile(r"\[[a-z][\w:/.-]{0,30}\] \S")
"""The beginning of a pasted line of a log."""
_FIGURES = re.compile(r"(?:[↑↓⇡⇣$A-Z]{0,2}\d[\d.,/]{0,15}[kKmMgG%]{0,2}B?\s){4}")
"""The beginning of a status line: four figures in a row."""
_UNIT = re.compile(r"[↑↓⇡⇣$%]|\d[kKmM]\b")
_BROKEN = re.compile(r"\s[(\[{][`'\"“‘*]{0,3}\s{0,4}$")
"""An opened bracket at the end: what it was to hold was never said."""
_COMMAND = re.compile(
    r"(?:\$ )?(?:sudo )?(?:bun|bundle|cargo|cat|cd|curl|docker|find|gh|git|go|gradle|grep|kubectl|ls|make|"
    r"mise|mvn|node|npm|npx|pip3?|pnpm|poetry|pytest|python3?|rm|ruff|sed|task|tsc|uv|yarn)"
    r"(?: (?![A-Z][a-z]*\b)"
    r"(?:[\w@./:=~*-]{1,200}|\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|&&|\|\|?|2>&1|>|;)){1,24}\s{0,4}"
)
"""A line for a shell, with nothing said about it."""
_WORDED = re.compile(
    r"\b(?:the|a|an|it|its|this|that|these|is|are|was|were|be|so|should|must|never|always|not|and|or|to|we|you|i)\b",
    re.IGNORECASE,
)
"""Words of a sentence, which a command does not have outside its quotations."""
_QUOTATION = re.compile(r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'")
_TO_ITSELF = re.compile(
    r"^(?:(?:good|great|nice|perfect|excellent|interesting|ok(?:ay)?|aha?|oh|hmm+|wait|right|now)"
    r"(?:[,!.…]{1,3}| [—–-])\s(?:now,? )?(?:I(?:'m| can| now)? (?:see|understand|know|have|get|need)"
    r"|the (?:diff|log|output|test)|it|that|this|there)\b"
    r"|I (?:can )?see\b(?! (?:no|only|two|three|several)\b)|(?:now )?I (?:now )?understand\b"
    r"|(?:good|great|nice|excellent) (?:call|catch|idea|observation|point|question)\b"
    r"|good, `[^`\n]{1,80}` has\b"
    r"|the (?:exploration|search|agent|output) (?:found|gave|returned|shows?) (?:me )?(?:the|what|all)\b"
    r"|as per your\b|per your\b|see (?:also )?[\[`])",
    re.IGNORECASE,
)
"""Phrases in which the agent notes for its next step what it just saw."""
_KEY = re.compile(r"^(?:thought|message|reasoning): (?=\S)")
"""The name of a tool's argument before the agent's text in it."""


def is_bare(text: str, *, by_agent: bool) -> bool:
    """Return whether a text is a heading, path, command, line of a log or screen, lead, note or fragment."""
    figures = _FIGURES.match(text.lstrip())
    if _BROKEN.search(text) or (figures is not None and _UNIT.search(figures.group())):
        return True
    if _HEADING.match(text) or _PLACE.fullmatch(text) or _OUTPUT.match(text) or is_command(text):
        return True
    return by_agent and (text.rstrip().endswith(":") or is_note(text))


def is_command(text: str) -> bool:
    """Return whether a text is only a command, or a block of code: nobody says what it is for."""
    if text.lstrip().startswith("```"):
        return True
    line = text.strip(" `.:;,\n")
    return _COMMAND.fullmatch(line) is not None and not _WORDED.search(_QUOTATION.sub("", line))


def is_headed(text: str, at: int) -> bool:
    """Return whether a place of a message is in one of its headings."""
    return _HEADING.match(text[text.rfind("\n", 0, at) + 1 :].partition("\n")[0]) is not None


def is_note(sentence: str) -> bool:
    """Return whether a sentence of the agent is a note to itself."""
    return _TO_ITSELF.match(sentence.replace("’", "'")) is not None


def without_key(text: str) -> str:
    """Return the text without the name of the argument that contained it."""
    return _KEY.sub("", text)
