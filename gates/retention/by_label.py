"""Matches items named by the label that they had in the source: `Task 4`, `option A`, the file of a plan.

A summary that names the label with some of the words identifies the item, however it words the rest. A title
of two words, or an answer that chose an option by its letter, is identified by little else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gates.capture import CapturedItem
from gates.language.file_names import base_name
from gates.language.similarity import coverage, statement
from gates.language.word_bounds import occurs_in
from gates.restatement import ArtifactStatement

LEAST_FILE = 3
"""Fewest words of a file's name that identify it as the file of a plan with such a title."""
TITLE_HELD = 0.6
"""Share of a numbered title's words that must follow the same number."""
OPTION_HELD = 0.5
"""Share of the words of a statement about a chosen option that must be those of the item."""
_NUMBERED = re.compile(
    r"\W{0,4}(?P<label>(?:task|step|phase|stage|part|milestone) #?\d{1,3})"
    r"\W{0,4}[.:)–—-]\W{0,4}(?P<title>[^\n]+)",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"(?:^|\? )(?P<label>[A-H]|[1-9]): (?P<option>[^\n]+)")
_APPROVED = re.compile(r"Approved plan: (?P<title>[^\n]{3,160}?)(?:\. |\.?$)")
_POINTS = re.compile(
    r"(?:(?:also|and|btw|but|please|then)[,:]? ){0,3}"
    r"(?:check|consult|follow|keep in mind|look at|note|read|refer to|remember|see)"
    r"(?: also)?(?: the| that| this)?(?: file| document| plan)? "
    r"[@`]{0,2}(?P<file>[\w./-]*[\w-]\.[a-z]{1,5})`?"
    r"(?: (?:btw|document|file|first|please|plan|too))*\W*",
    re.IGNORECASE,
)
"""Points only to a file to read: a summary that names the file states it."""
_FILE = re.compile(r"(?<![\w-])([\w-]{5,120})\.(?:md|markdown|txt)\b", re.IGNORECASE)
_CHOSEN = (
    r"\b(?:chose|chosen|picked|selected|took|decided on|went with|approved|agreed to"
    r"|(?:wants?|asked) [^.;]{{0,80}})"
    r"[^.;,]{{0,40}}?\b(?:option|approach|choice|variant|number)[ \"'(]{{1,3}}{label}\b"
)
_REFUSED = re.compile(
    r"\b(?:not|never|no longer|rejected|declined|instead of|rather than)\b|n't\b", re.IGNORECASE
)


def named_by_label(captured: CapturedItem, units: Iterable[ArtifactStatement]) -> ArtifactStatement | None:
    """Return the statement that names an item by its label; None if it has none or no statement names it."""
    if captured.kind == "open_work":
        task = _NUMBERED.match(captured.text)
        return None if task is None else next((u for u in units if _same_task(task, u)), None)
    pointed = _POINTS.fullmatch(captured.text)
    if pointed is not None:
        return next((u for u in units if occurs_in(_name(pointed["file"]), u.compared.text.casefold())), None)
    plan = _APPROVED.match(captured.text)
    if plan is not None:
        title = statement(plan["title"]).stems
        return next((u for u in units if _names_its_file(title, u)), None)
    option = _LETTERED.search(captured.text)
    return None if option is None else next((u for u in units if _same_option(option, u)), None)


def _name(path: str) -> str:
    return base_name(path).casefold()


def _same_task(task: re.Match[str], unit: ArtifactStatement) -> bool:
    stated = _NUMBERED.match(unit.compared.text)
    if stated is None or stated["label"].casefold() != task["label"].casefold():
        return False
    title = statement(task["title"].partition(": ")[0]).stems
    return coverage(title, statement(stated["title"]).stems) >= TITLE_HELD


def _names_its_file(title: frozenset[str], unit: ArtifactStatement) -> bool:
    """Return whether a statement names a document named like a plan: `2026-02-04-fast-hook.md`."""
    for name in _FILE.findall(unit.compared.text):
        words = [word for word in re.split(r"[-_]", name) if word and not word.isdigit()]
        stems = [statement(word).stems for word in words]
        if len(words) >= LEAST_FILE and all(own and own <= title for own in stems):
            return True
    return False


def _same_option(option: re.Match[str], unit: ArtifactStatement) -> bool:
    named = re.search(_CHOSEN.format(label=option["label"]), unit.compared.text, re.IGNORECASE)
    if named is None or _REFUSED.search(unit.compared.text[: named.end()]) is not None:
        return False
    own = statement(unit.compared.text).stems - statement(named.group()).stems
    stems = statement(option.string).stems
    return coverage(unit.compared.stems, stems) >= OPTION_HELD or (
        bool(own) and coverage(own, stems) >= OPTION_HELD
    )
