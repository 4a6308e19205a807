"""Collects a bounded number of candidates while events are read once, with the facts that rank them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque

from gates.language.opening import CONFIRMATIONS
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.directives.directives import document_start
from workbench.facts.folding import EventFold
from workbench.facts.plans.plan_text import is_plan_file, new_text, reads_as_plan
from workbench.facts.proposals.candidate import CandidateStatement
from workbench.facts.proposals.cues import cues
from workbench.facts.proposals.objections import objects
from workbench.facts.proposals.passages import SentencePassage, passages
from workbench.facts.proposals.work_state import StateFold, is_check
from workbench.facts.sentences.courtesy import is_courtesy
from workbench.facts.sentences.prose import statements
from workbench.facts.sentences.tips import only_advises
from workbench.facts.spans import EventWords

MOST = 4_000
"""Most candidates that are kept; the oldest are dropped first."""
MOST_STEPS = 20_000
"""Most events whose kind of step is kept."""
MOST_WORDS = 30_000
MOST_REPLIES = MOST + MOST_STEPS + 6_000
"""Most user messages whose beginning is kept; beyond that, those without a use are dropped."""
MOST_PLAN_FILES = 64
MOST_COMMANDS = 1_000
"""Most shell commands, and most calls of agent commands, whose last use is kept."""
MAX_COMMAND = 300

LEAST = 12
"""Fewest characters of a candidate."""

_ASKING = frozenset(("form:question", "cue:offer", "form:colon"))
_INFORMATIVE = frozenset(
    "form:question form:colon cue:because cue:contrast cue:decides cue:not cue:announces cue:agree".split()
)
"""Features of a neighbouring sentence that matter."""

_LETTERS = re.compile(r"[a-z']+")
_WORD = re.compile(r"[a-z0-9_][a-z0-9_./-]{2,60}")
_CALLED = re.compile(r"<command-name>")
_COMMIT = re.compile(r"\bgit (?:commit|cherry-pick|merge|rebase)\b")
_MESSAGE = re.compile(
    r"(?:-m|--body|--title|(?:-f|-F|--(?:raw-)?field) [\"']?body(?==))[ =]?"
    r"(?:\"?\$\(cat <<'?EOF'?\n|(?P<quote>[\"']))"
)
"""The beginning of a text for people in a command: a commit message, a comment on a pull request."""


_FAILS = re.compile(
    r"\b(?:i|we|it|this|that|which)\b[^.?!\n]{0,120}\b(?:fails?|failed|crash(?:es|ed)?|errors? out|hangs|"
    r"(?:do|does|did)(?:n't| not) (?:work|open|start|build|run|load|show|appear)\w{0,2})\b",
    re.IGNORECASE,
)
"""A user's report of something that does not work: open work, no decision."""


OBJECTS = "objects"
"""Mark, kept with a user message's first sentence, that it begins with an objection."""


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, cut to their first seven characters as a cheap stem."""
    return frozenset(word[:7].rstrip("./-") for word in _WORD.findall(text.casefold()))


class CandidateFold(EventFold):
    """Statements that may bind, from every source, and a record of what was done when; no sidechains."""

    def __init__(self) -> None:
        self.candidates: deque[CandidateStatement] = deque(maxlen=MOST)
        self.steps: deque[tuple[int, str]] = deque(maxlen=MOST_STEPS)
        """Ordinal and kind of each step: `user`, `said`, `edit`, `commit`, `check`, `tool`."""
        self.replies: dict[int, tuple[tuple[str, ...], frozenset[str], int]] = {}
        """By user message: the features of its first sentence, its words, and its length."""
        self.heard: dict[str, int] = {}
        """By word: the last user message that contains it."""
        self.agent_words: dict[str, int] = {}
        """By word: the last message of the agent that contains it."""
        self.touched: dict[str, int] = {}
        """By word of a file's name: the last change of such a file."""
        self.recent: deque[frozenset[str]] = deque(maxlen=3)
        """Words of the last user messages."""
        self.closing: deque[frozenset[str]] = deque(maxlen=3)
        """Words of the agent's last messages."""
        self.answers: dict[int, tuple[str, ...]] = {}
        """By user message: the features of the first sentence that the agent says next."""
        self.count: dict[str, int] = {}
        """By word: the number of messages that contain it."""
        self.planned: dict[str, int] = {}
        """By sentence: the last plan that contains it; the same sentence of an earlier plan is ignored."""
        self.plan_files: set[str] = set()
        """Documents that are plans by their content."""
        self.plan = -1
        """Ordinal of the last plan."""
        self.commands: deque[int] = deque(maxlen=MOST_COMMANDS)
        """Calls of agent commands by the user, such as `/review`; a turn begins there too."""
        self.ran: dict[str, int] = {}
        """By command: the last call that runs it, in order of the last call."""
        self.state = StateFold()
        self.acted = False
        """Whether any tool was called."""
        self.last = -1
        self._unanswered = -1
        self._tail: list[str] = []
        """Features of the end of the agent's last message, if it asks or offers."""

    def take(self, event: SourceEvent) -> None:
        """Record the statements and the step of the event."""
        if event.sidechain is not None:
            return
        self.last = event.ordinal
        self.state.take(event)
        kind, tool = event.kind, event.tool
        self.acted = self.acted or tool is not None
        if kind is EventKind.META and _CALLED.search(event.text, 0, 400):
            self.commands.append(event.ordinal)
        elif kind is EventKind.USER:
            self._message(event, "human")
        elif kind is EventKind.ASSISTANT:
            self._message(event, "assistant")
        elif kind is EventKind.PLAN or (
            kind is EventKind.TOOL_CALL and tool is not None and self._is_plan(event)
        ):
            self._message(event, "plan")
        if kind is EventKind.TOOL_CALL and tool is not None:
            self._call(event)

    def _is_plan(self, event: SourceEvent) -> bool:
        tool = event.tool
        if tool is None or len(event.text) <= 200:
            return False
        if tool.action is not ToolAction.CHANGE:
            return tool.action is ToolAction.PLAN
        if tool.target in self.plan_files or is_plan_file(tool.target):
            return True
        if len(self.plan_files) < MOST_PLAN_FILES and reads_as_plan(tool.target, event.text):
            self.plan_files.add(tool.target)
            return True
        return False

    def _message(self, event: SourceEvent, source: str) -> None:
        found = _own_words(event.text) if source == "human" else passages(event.text)
        if source == "plan" and event.kind is EventKind.TOOL_CALL:
            begins = new_text(event.text)
            found = [passage for passage in found if passage.start >= begins]
        own = [cues(passage.text) for passage in found]
        if source == "human":
            document = document_start(event.text)
            for passage, shown in zip(found, own, strict=True):
                shown.extend(["form:document"] if passage.start >= document else [])
        around = _around(own)
        general = self._message_features(own, source)
        whole: set[str] = set()
        for number, passage in enumerate(found):
            features = [*own[number], *around[number], *general]
            made = _candidate(event.ordinal, passage, source, features, len(found))
            whole |= made.tokens
            if len(passage.text) >= LEAST and passage.kind != "heading" and not is_courtesy(passage.text):
                self.candidates.append(made)
                if source == "plan" and (len(self.planned) < MOST or made.text in self.planned):
                    self.planned[made.text] = event.ordinal
        if source == "assistant" and own:
            self._tail = [name for name in own[-1] if name in _ASKING]
        self._note_message(event, source, found, own, whole)

    def _message_features(self, own: list[list[str]], source: str) -> list[str]:
        """Return features of every sentence of a message: how it ends, and what came before it."""
        if not own:
            return []
        made = [f"tail:{name}" for name in own[-1] if name in _ASKING]
        made.append(f"after:{self.steps[-1][1]}" if self.steps else "after:nothing")
        if source == "human":
            made += [f"asked:{name}" for name in self._tail]
        return made

    def _note_message(
        self,
        event: SourceEvent,
        source: str,
        found: list[SentencePassage],
        own: list[list[str]],
        whole: set[str],
    ) -> None:
        if source == "plan":
            self.plan = event.ordinal
        if source == "human":
            self.steps.append((event.ordinal, "user"))
            first = tuple(own[0]) if own else ()
            first += (OBJECTS,) if objects(event.text) else ()
            self.replies[event.ordinal] = (first, frozenset(sorted(whole)[:400]), len(event.text))
            _note(self.heard, whole, event.ordinal)
            self.recent.append(self.replies[event.ordinal][1])
            self._unanswered = event.ordinal
            if len(self.replies) > MOST_REPLIES:
                self._drop_old_messages()
        elif source == "assistant":
            self.steps.append((event.ordinal, "said"))
            _note(self.agent_words, whole, event.ordinal)
            self.closing.append(frozenset(sorted(whole)[:400]))
            if self._unanswered >= 0 and found:
                self.answers[self._unanswered] = tuple(own[0])
                self._unanswered = -1
        for word in sorted(whole):
            if len(self.count) < MOST_WORDS or word in self.count:
                self.count[word] = self.count.get(word, 0) + 1

    def _drop_old_messages(self) -> None:
        """Drop user messages that contain no candidate and are older than the recorded steps."""
        asked = {candidate.ordinal for candidate in self.candidates if candidate.source == "human"}
        first = self.steps[0][0]
        self.replies = {at: kept for at, kept in self.replies.items() if at >= first or at in asked}
        self.answers = {at: kept for at, kept in self.answers.items() if at in self.replies}

    def _call(self, event: SourceEvent) -> None:
        tool = event.tool
        if tool is None:
            return
        step = "tool"
        if tool.action is ToolAction.CHANGE:
            step = "edit"
            name = tool.target.rsplit("/", 1)[-1]
            _note(self.touched, words_of(name), event.ordinal)
        elif tool.action is ToolAction.COMMAND:
            head = tool.target[:2_000]
            self._note_command(" ".join(head[:MAX_COMMAND].split()), event.ordinal)
            if _COMMIT.search(head):
                step = "commit"
            elif is_check(head):
                step = "check"
            match = _MESSAGE.search(event.text[:4_000])
            if match is not None:
                self._stated_in_command(event, match.end(), match["quote"])
        self.steps.append((event.ordinal, step))

    def _note_command(self, command: str, ordinal: int) -> None:
        self.ran.pop(command, None)
        self.ran[command] = ordinal
        if len(self.ran) > MOST_COMMANDS:
            del self.ran[next(iter(self.ran))]

    def latest(self) -> list[CandidateStatement]:
        """Return the candidates without those that a later version of the same plan repeats."""
        planned = self.planned
        return [c for c in self.candidates if c.source != "plan" or planned.get(c.text, -1) <= c.ordinal]

    def _stated_in_command(self, event: SourceEvent, start: int, quote: str | None) -> None:
        text = event.text[start : start + 6_000]
        ends = re.search(rf"(?<!\\){quote}(?=\s|$)", text) if quote is not None else None
        found = passages(text if ends is None else text[: ends.start()])
        for p in found:
            moved = SentencePassage(start + p.start, start + p.end, p.text, p.kind, p.heading, p.number)
            if len(p.text) >= 20 and not p.text.startswith(("EOF", "Co-Authored", "🤖")):
                self.candidates.append(_candidate(event.ordinal, moved, "commit", cues(p.text), len(found)))


def _note(known: dict[str, int], words: frozenset[str] | set[str], ordinal: int) -> None:
    for word in sorted(words):
        if word in known or len(known) < MOST_WORDS:
            known[word] = ordinal


def _own_words(message: str) -> list[SentencePassage]:
    """Return the passages of a user message in the user's own words: no code, no pasted output."""
    own = [(s.start, s.end) for s in statements(message) if not only_advises(message, s.start, s.text)]
    starts = [start for start, _ in own]
    found = []
    for passage in passages(message, verbatim=True):
        if CONFIRMATIONS.issuperset(_LETTERS.findall(passage.text.casefold())):
            continue
        first = max(0, bisect_right(starts, passage.start) - 1)
        if any(start < passage.end and passage.start < end for start, end in own[first : first + 3]):
            found.append(passage)
    return found


def _around(own: list[list[str]]) -> list[list[str]]:
    """Return for each sentence the features of the ones before and after it."""
    found = []
    for number in range(len(own)):
        before = own[number - 1] if number else []
        after = own[number + 1] if number + 1 < len(own) else []
        made = [f"before:{name}" for name in before if name in _INFORMATIVE]
        made += [f"following:{name}" for name in after if name in _INFORMATIVE]
        found.append(made)
    return found


def _candidate(
    ordinal: int, passage: SentencePassage, source: str, own: list[str], size: int
) -> CandidateStatement:
    features = [f"kind:{passage.kind}", *own]
    if passage.heading:
        features.append("under:heading")
        features += [f"under:{cue[4:]}" for cue in cues(passage.heading) if cue.startswith("cue:")]
    features.append(f"place:{_place(passage.number, size)}")
    features.append(f"size:{sum(size >= edge for edge in (2, 4, 8, 16, 32, 64))}")
    words = EventWords(ordinal, passage.start, passage.end)
    fails = source == "human" and _FAILS.search(passage.text) is not None
    return CandidateStatement((words,), passage.text, source, tuple(features), words_of(passage.text), fails)


def sentence_candidates(event: SourceEvent, source: str) -> list[CandidateStatement]:
    """Return the sentences of an event that is no message as candidates of `source`."""
    found = passages(event.text)
    own = [cues(passage.text) for passage in found]
    around = _around(own)
    return [
        _candidate(event.ordinal, passage, source, [*own[n], *around[n]], len(found))
        for n, passage in enumerate(found)
        if len(passage.text) >= LEAST and passage.kind != "heading"
    ]


def _place(number: int, size: int) -> str:
    if size == 1:
        return "only"
    if number == 0:
        return "first"
    if number == size - 1:
        return "last"
    if number == size - 2:
        return "near_last"
    return "early" if number * 3 < size else "middle" if number * 3 < 2 * size else "late"
