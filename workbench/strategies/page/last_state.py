"""The wording of the last edits and checks: files put back, what a check printed, what a failure demands."""

from __future__ import annotations

import re
from dataclasses import replace

from gates.language.sentence_spans import sentences
from gates.source import EventKind, ToolAction
from workbench.facts.actions.commands import CommandFailure
from workbench.facts.actions.moved_files import moves
from workbench.facts.actions.named_paths import files_of, short_names
from workbench.facts.actions.polls import is_running
from workbench.facts.actions.put_back import PutBack
from workbench.facts.actions.written_files import written_files
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.proposals import RankedStatement
from workbench.facts.spans import EventWords, fold, shorten, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.statements import UNCHECKED

FAILED = "Failed when last run: "
PASSED = "Passed when last run: "
EDITED = ("Edited after", "Edited and not committed")
PUT_BACK = "; put back since: "
"""Words before the files of which no edit remains."""
MAX_SAID = 200
"""Most characters of the output of a failed check."""
_EXPECTED = re.compile(
    r"^[ \t]{0,24}(?:(?:Messages?:|E[ \t]{1,8}(?:AssertionError|assert)|AssertionError:|panic:)[ \t]{0,16}"
    r"|\w{1,80}_test\.go:\d{1,6}: (?=[^\n]{0,160}\b(?i:should|expected|want|got|mismatch|unexpected)\b))"
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
_COMPARED = re.compile(
    r"^[ \t]{0,12}(Expected(?: \w{1,20})?:[ \t]{1,8}\S[^\n]{0,160}\n"
    r"[ \t]{0,12}(?:Received|Actual|Got)(?: \w{1,20})?:[^\n]{1,160})",
    re.MULTILINE,
)
"""The two lines in which a test runner compares what was expected with what came."""
_OF_TEST = re.compile(r"^[ \t]{1,24}(\w{1,80}_test\.go:\d{1,6}: \S[^\n]{5,400})", re.MULTILINE)
"""A line that a failed test prints with its place: the last such line ended it."""
_BENEATH = re.compile(
    r"^[ \t]{0,24}--- FAIL: [^\n]{1,300}\n"
    r"[ \t]{1,24}(?!---|\S{1,160}:\d{1,6}:[ \t]{0,8}$|[^\n]{0,200}\b(?:INFO|DEBUG|output:))"
    r"(\S[^\n]{5,400})",
    re.MULTILINE,
)
"""The line beneath the name of a failed test, unless it is a line of a log."""
_AT_PLACE = re.compile(
    r"^[ \t]{0,8}((?:[\w.@~:-]{0,80}[/\\]){0,20}[\w.@-]{1,80}\.[a-z]\w{0,5}"
    r"(?:(?::\d{1,6}){1,2}:?|\(\d{1,6},\d{1,6}\):) "
    r"(?!(?:\w{0,30}[Ww]arning|note|info)\b|[^\n]{0,200}\b(?:INFO|DEBUG)\b)[A-Za-z'\"`(][^\n]{5,400})",
    re.MULTILINE,
)
"""The line in which a compiler or a linter names a place and its fault: the first such line counts."""
_CONFIGURED = re.compile(
    r"^CMake Error at [^\n]{1,300}:[ \t]{0,4}\n[ \t]{1,8}(\S[^\n]{5,400})",
    re.MULTILINE,
)
"""The line beneath the place at which a configuration failed."""
_ONLY_FAILED = re.compile(
    r"(?:\[[\w:.-]{1,40}\] )?(?:(?:ERROR|error|FAIL(?:ED)?|fatal|make|npm)\b[^\n]{0,60}\n?){1,4}"
)
"""Lines of a tool that report that a task failed, and nothing about why."""
_PASSES = re.compile(
    r"^[^\n]{0,80}\b\d{1,7} (?:tests? )?(?:pass(?:ed|ing|es)?|succeeded)\b[^\n]{0,80}", re.MULTILINE
)
_MARKED = re.compile(r"^[ \t]{0,12}([✗✘✖❌][^\n]{5,400})", re.MULTILINE)
"""The line that a script marks as a failure."""
_FINDS = re.compile(r"^[^\n]{0,80}\b0 (?:issues?|errors?|problems?)\b[^\n]{0,80}", re.MULTILINE)
"""The line in which a runner counts what passed, or what a linter found: the last such line counts."""
_SUCCEEDED = re.compile(
    r"\bok\b|\bcode 0\b|\bPASS(?:ED)?\b|"
    r"\b(?:pass|passed|passing|succeeded|success(?:ful(?:ly)?)?|clean|done|fixed|correct(?:ly)?)\b|[✓✔✅]"
    r"|\b(?:0|no) (?:fail(?:ed|ures?)?|fixes|issues?|errors?|problems?|warnings?)\b",
    re.IGNORECASE,
)
"""Words of an output that say that it passed; other lines of it say nothing about that."""
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


def is_checked_edit(text: str) -> bool:
    """Return whether a statement is about edits after which a check was run."""
    return text.startswith(EDITED) and not text.endswith(UNCHECKED)


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
    others = len(gone.since_commit - gone.removed - set(paths.values()))
    beyond = max(0, int(more.group(1)) - others) if more is not None else 0
    if not words:
        return None
    names = ", ".join(short_names(paths[w] for w in words if w in paths))
    opening, _, _ = commitment.text.partition(": ")
    after = f"; {UNCHECKED}" if commitment.text.endswith(UNCHECKED) else ""
    text = f"{opening}: {names}" + (f" and {beyond} more" if beyond else "") + after
    return replace(judged, commitment=replace(commitment, text=text, words=words))


def _changed_before(request: DraftRequest, words: EventWords) -> list[str]:
    """Return the files that were changed before some words; a move by a pattern may be of these."""
    tools = (event.tool for event in request.events[: words.ordinal])
    return [tool.target for tool in tools if tool is not None and tool.action is ToolAction.CHANGE]


def _path(request: DraftRequest, words: EventWords) -> str:
    """Return the file that an edit or a move names, with its new name."""
    tool = request.events[words.ordinal].tool
    if tool is None:
        return ""
    named = words.quote(request.events)
    if named in (*files_of(tool.target), *written_files(tool.target)):
        return named
    if tool.action is not ToolAction.COMMAND:
        return tool.target
    renamed = list(moves(tool.target, _changed_before(request, words)))
    return renamed[-1][1] if renamed else tool.target


def with_outcome(request: DraftRequest, commitment: Commitment) -> Commitment:
    """Return a check with the first words of its output: the command alone says little about the outcome."""
    results = [w for w in commitment.words if request.events[w.ordinal].kind is EventKind.TOOL_RESULT]
    if not commitment.text.startswith((FAILED, PASSED)) or not results:
        return commitment
    failed = commitment.text.startswith(FAILED)
    most = MAX_SAID if failed else MAX_OUTCOME
    if failed and (reasoned := with_reason(request, commitment)) != commitment:
        return reasoned
    words = (None if failed else _counted(request, results[-1])) or _printed(request, results[-1])
    wording = shorten(fold(words.quote(request.events)), most) if words is not None else ""
    if wording.startswith("--- FAIL") if failed else not _SUCCEEDED.search(wording):
        return commitment  # it repeats the name of the test, or says nothing about the outcome
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


def _counted(request: DraftRequest, words: EventWords) -> EventWords | None:
    """Return the line in which the runner counts what passed, if there is one."""
    text = request.events[words.ordinal].text[:MAX_READ]
    found = [*_FINDS.finditer(text), *_PASSES.finditer(text)]
    match = found[-1] if found else None
    return None if match is None else trimmed(text, words.ordinal, match.start(), match.end())


def with_reason(request: DraftRequest, found: Commitment) -> Commitment:
    """Return a failing check with the first line that says why: what was expected, raised or found wrong."""
    result = request.events[max(found.words).ordinal]
    if result.kind is not EventKind.TOOL_RESULT:
        return found
    match = _reason(result.text[:MAX_READ])
    kept = _ended(shorten(match.group(1), MAX_SAID)) if match is not None else ""
    if match is None or fold(kept) in found.text:
        return found
    words = EventWords(result.ordinal, match.start(1), match.start(1) + len(kept))
    return replace(found, text=f"{found.text} ({fold(kept)})", words=tuple(sorted({*found.words, words})))


def _ended(kept: str) -> str:
    """Return a reason without a last sentence that only introduces what follows it: `Either run:`."""
    parts = sentences(kept)
    introduces = len(parts) > 1 and kept.rstrip().endswith(":")
    return kept[: parts[-2][1]] if introduces else kept


def _reason(printed: str) -> re.Match[str] | None:
    """Return the line of a failed run's output that says why it failed."""
    of_test = _last(_OF_TEST, printed) if "--- FAIL" in printed else None
    demand = _COMPARED.search(printed) or _EXPECTED.search(printed) or of_test or _BENEATH.search(printed)
    demand = demand or _CONFIGURED.search(printed)
    return demand or _last(_RAISED, printed) or _AT_PLACE.search(printed) or _MARKED.search(printed)


def _last(pattern: re.Pattern[str], printed: str) -> re.Match[str] | None:
    return next(reversed([*pattern.finditer(printed)]), None)


def with_raised(request: DraftRequest, found: CommandFailure) -> CommandFailure:
    """Return a failed command with its reason, if its output is a trace, only says so, or leads up to it."""
    text = request.events[found.output.ordinal].text[:MAX_READ]
    quote = found.output.quote(request.events).lstrip()
    if quote.startswith("Traceback"):
        match = _last(_RAISED, text)
    else:
        match = _AT_PLACE.search(text) if _ONLY_FAILED.fullmatch(quote.strip()) else _CONFIGURED.search(text)
    if match is None:
        return found
    kept = shorten(match.group(1), MAX_SAID)
    return replace(found, output=EventWords(found.output.ordinal, match.start(1), match.start(1) + len(kept)))


def marked_back(request: DraftRequest, found: Commitment, gone: PutBack) -> Commitment:
    """Return a captured statement about edits with the files that are unchanged again named as put back."""
    if found.basis is not Basis.STATE or not found.text.startswith(EDITED):
        return found
    paths = [_path(request, words) for words in found.words]
    names = [path.rpartition("/")[2] for path in paths if path in gone.since_commit]
    return replace(found, text=f"{found.text}{PUT_BACK}{', '.join(names)}") if names else found
