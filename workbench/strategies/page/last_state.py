"""The wording of the last edits and checks: files put back, what a check printed, what a failure demands."""

from __future__ import annotations

import re
from dataclasses import replace

from gates.source import EventKind, ToolAction
from workbench.facts.actions.commands import CommandFailure
from workbench.facts.actions.moved_files import moves
from workbench.facts.actions.named_paths import short_names
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
"""Words before the files of which no edit remains."""
MAX_SAID = 200
"""Most characters of the output of a failed check."""
_EXPECTED = re.compile(
    r"^[ \t]{0,24}(?:(?:Messages?:|E[ \t]{1,8}(?:AssertionError|assert)|AssertionError:|panic:)[ \t]{0,16}"
    r"|\w{1,80}_test\.go:\d{1,6}: (?=[^\n]{0,160}\b(?:should|expected|want|got|mismatch|unexpected)\b))"
    r"(\S[^\n]{5,160})",
    re.MULTILINE,
)
"""The line in which a test runner prints the demand of a failed test."""
_RAISED = re.compile(
    r"^[ \t]{0,8}(?:E[ \t]{1,8})?((?:\w{1,40}\.){0,4}\w{0,40}(?:Error|Exception): [^\n]{5,400}"
    r"|(?:[A-Z]\w{1,24} )?error(?:\[\w{1,12}\]| TS\d{1,6})?: [^\n]{5,400})",
    re.MULTILINE,
)
"""The line in which an aborted program gives its reason: the last such line counts."""
MAX_READ = 60_000
_OUTPUT = re.compile(r"^Output:[ \t]*\n", re.MULTILINE)
"""The line between a tool's words about a command and the command's output."""
MAX_OUTCOME = 80
"""Most characters of the output of a check that passed."""
_PLACE = re.compile(r"[\w.~/\\:@-]{4,400}[/\\][\w.~/\\:@-]{0,400}")
"""A mere path, which says nothing about the outcome."""
_AND_MORE = re.compile(r" and (\d{1,6}) more(?=;|$)")


def checked_command(text: str) -> str:
    """Return the command of a check whose last run a statement reports; empty for any other statement."""
    opening = next((each for each in (FAILED, PASSED) if text.startswith(each)), "")
    return text.removeprefix(opening).partition(" (")[0].removesuffix(".") if opening else ""


def is_unended(request: DraftRequest, judged: RankedStatement) -> bool:
    """Return whether a check is stated as passed while its result says that it was still running."""
    if judged.source != "state" or not judged.commitment.text.startswith(PASSED):
        return False
    return any(is_running(request.events[w.ordinal]) for w in judged.commitment.words)


def without_reverted(request: DraftRequest, judged: RankedStatement, gone: PutBack) -> RankedStatement | None:
    """Return a statement about edits without the files that are unchanged again; None if none is left."""
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
    names = ", ".join(short_names(paths[w] for w in words if w in paths))
    opening, _, _ = commitment.text.partition(": ")
    after = f"; {UNCHECKED}" if commitment.text.endswith(UNCHECKED) else ""
    text = f"{opening}: {names}" + (f" and {beyond} more" if beyond else "") + after
    return replace(judged, commitment=replace(commitment, text=text, words=words))


def _path(request: DraftRequest, words: EventWords) -> str:
    """Return the file that an edit or a move names, with its new name."""
    tool = request.events[words.ordinal].tool
    if tool is None:
        return ""
    renamed = list(moves(tool.target)) if tool.action is ToolAction.COMMAND else []
    return renamed[-1][1] if renamed else tool.target


def with_outcome(request: DraftRequest, commitment: Commitment) -> Commitment:
    """Return a check with the first words of its output: the command alone says little about the outcome."""
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
    """Return the place of a command's output: the words, or its last line if they are the tool's own."""
    text = request.events[words.ordinal].text
    output = _OUTPUT.search(text[:MAX_READ])
    if output is None or words.start >= output.end():
        return words
    return trimmed(text, words.ordinal, max(output.end(), text.rstrip().rfind("\n") + 1), len(text))


def with_reason(request: DraftRequest, found: Commitment) -> Commitment:
    """Return a failing check with its expectation or its reason for aborting, if a line gives one."""
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
    """Return a failed command with its final error, if the output found for it is a mere trace."""
    text = request.events[found.output.ordinal].text
    if not found.output.quote(request.events).lstrip().startswith("Traceback"):
        return found
    match = next(reversed([*_RAISED.finditer(text[:MAX_READ])]), None)
    if match is None:
        return found
    kept = shorten(match.group(1), MAX_SAID)
    return replace(found, output=EventWords(found.output.ordinal, match.start(1), match.start(1) + len(kept)))


def marked_back(request: DraftRequest, found: Commitment, gone: PutBack) -> Commitment:
    """Return a captured statement about edits with the files that are unchanged again named as put back."""
    if found.basis is not Basis.STATE or not found.text.startswith(EDITED):
        return found
    tools = [request.events[words.ordinal].tool for words in found.words]
    names = [t.target.rpartition("/")[2] for t in tools if t is not None and t.target in gone.since_commit]
    return replace(found, text=f"{found.text}{PUT_BACK}{', '.join(names)}") if names else found
