"""Text in a source that addresses a model instead of telling something: role marks, orders, control fields.

Such text is data: it may be shown as what a page contains, but it is no evidence for an answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_MARK = re.compile(
    r"<\|[^|<>\n]{1,40}\|>|\[/?INST\]|<</?SYS>>"
    r"|^[ \t]*</?(?:system|assistant|user|human|tool|instructions?|prompt|source|context|document)>[ \t]*$",
    re.I | re.M,
)
"""A mark with which a prompt separates its roles and its data."""
_EARLIER = r"(?:previous|prior|earlier|above|preceding|former|your|existing|original)"
_WHAT = r"(?:instructions?|prompts?|directives?|guidelines|orders|commands)"
_MODEL = r"(?:assistant|agent|ai|chatbot|language model|llm)"
_SAY = r"(?:answer|reply|respond|say|state|write|claim|tell|output)"
_DO = (
    r"(?:run|execute|delete|send|print|ignore|open|call|write|answer|reply|respond|say|mark|stop|reveal|output|"
    r"do not|never|follow|obey|forget|disregard|fetch|approve|accept|set)"
)
_PLEASE = r"(?:please |always |only |simply |just |you must |you should )*"
_ORDER = re.compile(
    rf"\b(?:ignore|disregard|forget|override|bypass)\b (?:\w+ ){{0,3}}?{_EARLIER} (?:\w+ ){{0,2}}?{_WHAT}\b"
    rf"|\byou are (?:now |no longer )(?:\w+ ){{0,3}}?{_MODEL}\b"
    rf"|\b(?:when|if|whenever) (?:you are |you're |they )?ask(?:ed)?\b[^.\n]{{0,80}}?[,:] {_PLEASE}{_SAY}\b"
    rf"[^.\n]{{0,20}}?[\"“'‘]"
    rf"|(?:^|[.!?:] |\b(?:dear|attention|note to)(?: the)? ){_MODEL}s?[,:] (?:please \w+|{_PLEASE}{_DO})\b"
    r"|^[ \t]*(?:system|assistant)(?: prompt| message)?: ?"
    r"(?:you (?:are|must|will|shall)|ignore|do not|always)\b"
    r"|\b(?:set|change|put|force)\b[^.\n]{0,30}"
    r"\b(?:force_action|action_type|tool_calls?|stop_condition|no_direct_evidence|sub_queries)\b"
    r"|\b(?:print|reveal|show|repeat|output|leak|disclose|send)\b[^.\n]{0,20}"
    r"\b(?:system prompt|your instructions)\b"
    r"|\bfollowing (?:text |lines )?(?:are|is) (?:the )?(?:new )?instructions (?:by|from|of) the "
    r"(?:user|system|developer|operator)\b"
    r"|\bmark (?:all|every|each|these|this) claims? (?:as )?verified\b",
    re.I | re.M,
)
"""An order to a model."""
_ONLY_MARKS = re.compile(r"\s*(?:</?[a-z!|][^<>\n]*>\s*)+(?:system|assistant|user)?\s*", re.I)


@lru_cache(maxsize=4_000)
def tries_to_instruct(text: str) -> bool:
    """Return whether a text addresses a model anywhere."""
    return bool(_MARK.search(text) or _ORDER.search(text))


def telling(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return those statements of a text that tell something: neither orders to a model nor bare markup.

    What follows an order in its line belongs to it; what follows the mark of a role belongs to it up to the
    next empty line.

    Args:
        text: text of a passage.
        spans: its statements in order, as half-open code points.
    """
    if "<" not in text and not tries_to_instruct(text):
        return list(spans)
    kept: list[tuple[int, int]] = []
    marked = ordered = False
    last = 0
    for start, end in spans:
        breaks = text[last:start].count("\n")
        marked = bool(marked and breaks < 2) or bool(_MARK.search(text[last:end]))
        ordered = bool(ordered and not breaks) or bool(_ORDER.search(text[start:end]))
        if not (marked or ordered or _ONLY_MARKS.fullmatch(text[start:end])):
            kept.append((start, end))
        last = end
    return kept
