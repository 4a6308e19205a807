"""Finds the opening message of a session, which states its topic. The one rule for a session's objective."""

from __future__ import annotations

import re
from collections.abc import Iterable

CONFIRMATIONS = frozenset(
    """
    a absolutely agree agreed ahead all alright amazing and approve approved as awesome call catch
    cheers confirm confirmed continue cool correct done exactly excellent find fine for forward go good
    great happy i idea is it keep lgtm looks love makes me moving much nice no ok okay perfect please
    point proceed resume right sense so sounds sure thank thanks that that's thats the then this thx
    very well with works yeah yep yes you yup
    """.split()
)
"""A message made of these words alone confirms or thanks; it decides nothing that can be retained."""

_GREETINGS = CONFIRMATIONS | frozenset(
    "hi hello hey there everyone all team folks good morning afternoon evening day how are you today "
    "claude codex again back dear greetings howdy test testing ping".split()
)
_PLAN = re.compile(
    r"^\s{0,8}(?:please )?(?:implement|execute|carry out) (?:the following|this) plan:\s*", re.IGNORECASE
)
_NOTE = re.compile(r"<!--.{0,4000}?-->\n?", re.DOTALL)
"""A comment of a template, which no reader sees."""
ATTACHED = re.compile(
    r"\A\s*# Files mentioned by the user:\n(?:(?!## My request)[^\n]*\n){1,400}## My request for Codex:\n"
)
"""The block that an editor puts before a message: the files that were dropped into it."""
_ADDRESS = re.compile(
    r"\W{0,4}(?:https?://\S{3,600}|@?(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/][\w.@+-]{1,100}){2,40}[\\/]?"
    r"|@?(?:[\w.@+-]{1,100}[\\/]){1,40}[\w.+-]{1,100}\.[a-z]\w{0,7})[>)\"'.,]{0,3}"
)
"""An address or a path, as a separate word."""
_GAP = re.compile(r"\n[ \t]{0,20}\n\s{1,400}")
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_COMMAND = re.compile(r"\s{0,8}/[a-zA-Z][\w:-]{0,60}\s{0,8}")
"""A command to the program that runs the session, with nothing after it."""


def opening_message(messages: Iterable[str]) -> str:
    """Return the first of a human's messages and plans that is more than a greeting.

    If all messages are greetings, return the first one; if there is none, "". Only as many messages are read
    as needed.
    """
    first = ""
    for text in map(_without_notes, messages):
        first = first or text.strip()
        if has_substance(text):
            return plan_itself(text)
    return first


def is_address(text: str) -> bool:
    """Return whether a message consists of addresses or paths only."""
    words = text[:8_000].split()
    return bool(words) and all(map(_ADDRESS.fullmatch, words))


def has_substance(text: str) -> bool:
    """Return whether a message is more than a greeting, thanks, assent, a number or a bare command."""
    if _COMMAND.fullmatch(text):
        return False
    words = _LETTERS.findall(text[:2_000].casefold().replace("’", "'"))
    return not _GREETINGS.issuperset(words) if words else any(map(str.isalpha, text))


def announces_plan(text: str) -> bool:
    """Return whether a message begins with a line that only announces a plan."""
    return bool(_PLAN.match(text))


def plan_itself(text: str) -> str:
    """Return the message without that line and without template comments."""
    return _PLAN.sub("", _without_notes(text).strip(), count=1)


def _without_notes(text: str) -> str:
    if text.lstrip().startswith("# Files mentioned"):
        text = ATTACHED.sub("", text, count=1)
    return _GAP.sub("\n\n", _NOTE.sub("", text)).strip() if "<!--" in text else text
