"""What the last edits and checks are stated as: what was put back, what a check printed, what one demands."""

from __future__ import annotations

import re
from dataclasses import replace

from gates.source import EventKind, ToolAction
from workbench.facts.actions.commands import CommandFailure
from workbench.facts.actions.moved_files import moves
from workbench.facts.actions.polls import is_running
from workbench.facts.actions.put_back import PutBack
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.proposals import RankedStatement
from workbench.facts.spans import EventWords, fold, shorten, trimmed
from workbench.strategies.base import DraftRequest

FAILED = "Failed when last run: "
PASSED = "Passed when last run: "
EDITED = ("Edited after", "Edited and not committed")
UNCHECKED = "no check was run since the last edit"
PUT_BACK = "; put back since: "
"""What comes before the files of which no edit stands any more."""
MAX_SAID = 200
"""Characters of what a check said that failed."""
_EXPECTED = re.compile(
    r"^[ \t]{0,24}(?:(?:Messages?:|E[ \t]{1,8}(?:AssertionError|assert)|AssertionError:|panic:)[ \t]{0,16}"
    r"|\w{1,80}_test\.go:\d{1,6}: (?=[^\n]{0,160}\b(?:should|expected|want|got|mismatch|unexpected)\b))"
    r"(\S[^\n]{5,160})",
    re.MULTILINE,
)
"""How a test runner prints what a test that failed demands."""
_RAISED = re.compile(
    r"^[ \t]{0,8}(?:E[ \t]{1,8})?((?:\w{1,40}\.){0,4}\w{0,40}(?:Error|Exception): [^\n]{5,400}"
    r"|(?:[A-Z]\w{1,24} )?error(?:\[\w{1,12}\]| TS\d{1,6})?: [^\n]{5,400})",
    re.MULTILINE,
)
"""What a program that broke off says of why: the last such line counts."""
MAX_READ = 60_000
_OUTPUT = re.compile(r"^Output:[ \t]*\n", re.MULTILINE)
"""What stands between what a tool says of a command and what the command printed."""
MAX_OUTCOME = 80
"""Characters of what a check said that passed."""
_PLACE = re.compile(r"[\w.~/\\:@-]{4,400}[/\\][\w.~/\\:@-]{0,400}")
"""A mere path: it says nothing of what came out."""
_AND_MORE = re.compile(r" and (\d{1,6}) more(?=;|$)")


def checked_command(text: str) -> str:
    """The command of a check whose last run a statement tells; empty for another statement."""
    opening = next((each for each in (FAILED, PASSED) if text.startswith(each)), "")
    return text.removeprefix(opening).partition(" (")[0].removesuffix(".") if opening else ""


def is_unended(request: DraftRequest, judged: RankedStatement) -> bool:
    """Whether a check is stated to have passed while its result says that it still ran."""
    if judged.source != "state" or not judged.commitment.text.startswith(PASSED):
        return False
    return any(is_running(request.events[w.ordinal]) for w in judged.commitment.words)


def without_reverted(request: DraftRequest, judged: RankedStatement, gone: PutBack) -> RankedStatement | None:
    """A statement of what was edited without the files that are as they were; None where none is left."""
    commitment = judged.commitment
    if judged.source != "state" or not commitment.text.startswith(EDITED) or not gone.since_commit:
        return judged
    paths = {w: _path(request, w) for w in commitment.words if request.events[w.ordinal].tool is not None}
    words = tuple(w for w in commitment.words if paths.get(w) not in gone.since_commit)
    more = _AND_MORE.search(commitment.text)
    others = len(gone.since_commit - set(paths.values()))
    beyond = max(0, int(more.group(1)) - others) if more is not None else 0
    if not words:
        return None
    names = ", ".join(paths[w].rpartition("/")[2] for w in words if w in paths)
    opening, _, _ = commitment.text.partition(": ")
    after = f"; {UNCHECKED}" if commitment.text.endswith(UNCHECKED) else ""
    text = f"{opening}: {names}" + (f" and {beyond} more" if beyond else "") + after
    return replace(judged, commitment=replace(commitment, text=text, words=words))


def _path(request: DraftRequest, words: EventWords) -> str:
    """The file that an edit or a move names, by the name that it has after it."""
    tool = request.events[words.ordinal].tool
    if tool is None:
        return ""
    renamed = list(moves(tool.target)) if tool.action is ToolAction.COMMAND else []
    return renamed[-1][1] if renamed else tool.target


def with_outcome(request: DraftRequest, commitment: Commitment) -> Commitment:
    """A check with the first thing that it said: the command alone says too little of what came out."""
    results = [w for w in commitment.words if request.events[w.ordinal].kind is EventKind.TOOL_RESULT]
    if not commitment.text.startswith((FAILED, PASSED)) or not results:
        return commitment
    most = MAX_SAID if commitment.text.startswith(FAILED) else MAX_OUTCOME
    words = _printed(request, results[-1])
    wording = shorten(fold(words.quote(request.events)), most) if words is not None else ""
    if words is None or not any(map(str.isalnum, wording)) or _PLACE.fullmatch(wording):
        return commitment
    places = tuple(sorted({*(w for w in commitment.words if w != results[-1]), words}))
    return replace(commitment, text=f"{commitment.text} ({wording})", words=places)


def _printed(request: DraftRequest, words: EventWords) -> EventWords | None:
    """What a command printed: the words, or its last line where they are of the tool around it."""
    text = request.events[words.ordinal].text
    output = _OUTPUT.search(text[:MAX_READ])
    if output is None or words.start >= output.end():
        return words
    return trimmed(text, words.ordinal, max(output.end(), text.rstrip().rfind("\n") + 1), len(text))


def with_reason(request: DraftRequest, found: Commitment) -> Commitment:
    """A failing check with what its last run expected or why it broke off, where a line of it says so."""
    result = request.events[max(found.words).ordinal]
    if result.kind is not EventKind.TOOL_RESULT:
        return found
    printed = result.text[:MAX_READ]
    match = _EXPECTED.search(printed) or next(reversed([*_RAISED.finditer(printed)]), None)
    kept = shorten(match.group(1), MAX_SAID) if match is not None else ""
    if match is None or fold(kept) in found.text:
        return found
    words = EventWords(result.ordinal, match.start(1), match.start(1) + len(kept))
    return replace(found, text=f"{found.text} ({fold(kept)})", words=tuple(sorted({*found.words, words})))


def with_raised(request: DraftRequest, found: CommandFailure) -> CommandFailure:
    """A failed command with the error that it broke off with, where its output as found is a mere trace."""
    text = request.events[found.output.ordinal].text
    if not found.output.quote(request.events).lstrip().startswith("Traceback"):
        return found
    match = next(reversed([*_RAISED.finditer(text[:MAX_READ])]), None)
    if match is None:
        return found
    kept = shorten(match.group(1), MAX_SAID)
    return replace(found, output=EventWords(found.output.ordinal, match.start(1), match.start(1) + len(kept)))


def marked_back(request: DraftRequest, found: Commitment, gone: PutBack) -> Commitment:
    """A statement of what was edited that counts, with the files that are as they were named as put back."""
    if found.basis is not Basis.STATE or not found.text.startswith(EDITED):
        return found
    tools = [request.events[words.ordinal].tool for words in found.words]
    names = [t.target.rpartition("/")[2] for t in tools if t is not None and t.target in gone.since_commit]
    return replace(found, text=f"{found.text}{PUT_BACK}{', '.join(names)}") if names else found
