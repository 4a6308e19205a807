"""Claims of what was done, against the table of what the session's tools did.

Hard: `push_before_commit`, a commit stated as pushed after which nothing pushes; `unchanged_file`, a file
told as changed that was only read. Warnings: the same in other words, `tests_not_passing`, `task_state`,
`work_already_done`, `errors_denied`, `absence_refuted`.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.findings import Found
from gates.language.lexicon import NEGATIONS, OPEN_WORDS
from gates.language.similarity import statement
from gates.search.absence import absence_of, refuted
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch
from gates.search.session_facts import Action, CommandRun, SessionFacts
from gates.source import EventKind, SourceLink, ToolAction, make_link

SHOWN = 160
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_COMMIT = re.compile(r"(?<![\w/.-])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![\w/-])")
_FILE = re.compile(r"(?<![\w/.-])(?:[\w@.-]{1,80}/){0,12}[\w@.-]{1,80}\.[a-z]{1,5}(?![\w/])")
_NOT_YET = re.compile(
    r"\b(?:to|should|must|would|could|can|may|might|will|if|when|once|before|after|until|unless|need|needs|pending|next"
    r"|ready|asked|wants?|wanted|requested|user|they|he|she|not|never|no|already|was|were|previously)\b"
)


def _link_of(ordinal: int, index: SourceIndex) -> SourceLink | None:
    """A link to the beginning of an event; None to one without words."""
    text = index.events[ordinal].text
    end = min(len(text), SHOWN)
    return make_link(index.source.session_id, ordinal, text, 0, end) if end else None


def links_of(ordinals: list[int], index: SourceIndex) -> tuple[SourceLink, ...]:
    """Links to the beginnings of events, of those that have words."""
    return tuple(link for link in (_link_of(o, index) for o in ordinals) if link is not None)


def acted(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """What these rules find in one item."""
    if item.speaker == "user" or "\n" in item.text or not index.facts.runs:
        return []
    return [
        *_pushed(item, index),
        *(_rewritten(item, index) or _unchanged(item, index)),
        *_tests(item, index),
        *_task(item, index),
        *_errors(item, index),
        *_absent(item, index),
        *_already(item, index, search),
    ]


def _pushed(item: Item, index: SourceIndex) -> list[Found]:
    """A commit stated as pushed: something pushes at it or after it."""
    words = _WORD.findall(item.text.casefold())
    if "pushed" not in words or set(words) & (NEGATIONS | OPEN_WORDS):
        return []
    facts = index.facts
    commits = [c for c in map(facts.commit_of, _COMMIT.findall(item.text)) if c is not None]
    if not commits:
        return []
    last = max(commits, key=lambda commit: commit.ordinal)
    if any(Action.PUSH in run.actions and run.ordinal >= last.ordinal for run in facts.runs):
        return []
    if _stated_by_human(re.compile(r"\bpush", re.IGNORECASE), last.ordinal, index):
        return []
    made = f"from [{last.ordinal}], where {last.sha} was made, to [{index.source.end}]"
    message = f'claims "pushed", but nothing {made} pushes'
    return [Found("push_before_commit", "hard", message, links_of([last.ordinal], index), last.sha)]


def _stated_by_human(words: re.Pattern[str], since: int, index: SourceIndex) -> bool:
    spans = zip(index.human, index.human_words, strict=True)
    return any(span[0] >= since and words.search(said) for span, said in spans)


_WROTE = re.compile(
    r"(?:^|: |[;,] | and )(?:i |we )?(?:also )?(added|created|updated|modified|changed|fixed|renamed"
    r"|refactored|rewrote"
    r"|replaced|extended|implemented|enhanced|removed)\b",
    re.IGNORECASE,
)


def _unchanged(item: Item, index: SourceIndex) -> list[Found]:
    """A file stated as written that no tool of the session wrote; commands and other agents may have."""
    head = item.text[:160]
    path = _FILE.match(head.lstrip("`*- "))
    verb = _WROTE.search(item.text)
    if path is None or verb is None or item.kind is ItemKind.OPEN_WORK or not index.scope_complete:
        return []
    name = path.group().rsplit("/", 1)[-1]
    if name in _MANIFESTS or name.endswith((".lock", ".sum")):
        return []
    facts = index.facts
    if facts.changed(name) or not facts.changes or not facts.has_read(name):
        return []
    if any(name in run.command for run in facts.runs if may_write(run)) or other_hands(index):
        return []
    message = f'claims "{verb.group(1).casefold()}", but no tool up to [{index.source.end}] writes {name}'
    return [Found("unchanged_file", "warning", message, links_of(facts.has_read(name)[:1], index), name)]


_REWRITTEN = re.compile(
    r"^[`*\"' -]{0,4}(?P<path>(?:[\w@.-]{1,80}/){0,12}[\w@.-]{1,80}\.[a-z]{1,5})[`*\"']{0,3}"
    r" (?:was|is now|has been) (?:also |then )?"
    r"(?P<verb>changed|updated|modified|rewritten|extended|refactored|edited|adapted)\b"
    r"(?! (?:before|earlier|by))",
    re.IGNORECASE,
)
_PUT = re.compile(
    r"\bgit\b[^\n;&|]{0,60}\b(?:add|commit|diff|show|status|pull|merge|checkout|stash|reset|restore|apply)\b"
)


def _rewritten(item: Item, index: SourceIndex) -> list[Found]:
    """A file told as changed, in the passive, that was read and that nothing can have written."""
    match = _REWRITTEN.match(item.text)
    if match is None or item.kind is ItemKind.OPEN_WORK or not index.scope_complete or other_hands(index):
        return []
    name, facts = match["path"].rsplit("/", 1)[-1], index.facts
    read = facts.has_read(name)
    if facts.changed(name) or facts.edits(name) or not facts.changes or not read or name in _MANIFESTS:
        return []
    for run in facts.runs:
        output = index.events[run.ordinal].text
        if (name in run.command and may_write(run)) or (_PUT.search(run.command) and name in output):
            return []
    message = f'claims "{match["verb"].casefold()}", but no tool up to [{index.source.end}] writes {name}'
    return [Found("unchanged_file", "hard", message, (*item.links, *links_of(read[-1:], index)), name)]


_MANIFESTS = frozenset(
    "Cargo.toml go.mod package.json package-lock.json pyproject.toml pnpm-lock.yaml".split()
)
"""Files that installers write."""
_WRITES = re.compile(
    r">|\bsed -i|\btee\b|\bmv\b|\bcp\b|\bpatch\b|\bapply\b|\bgit (?:checkout|restore|stash|cherry-pick"
    r"|merge|rebase)\b|\bpython|\bnode\b|\bperl\b"
)


_NO_FILE = re.compile(r"\d?>&\d|[\d&]?>\s?/dev/null|<[\w.+-]{1,60}@[\w.-]{1,60}>")
"""Streams that are joined or thrown away, and addresses: a `>` that writes no file."""


def may_write(run: CommandRun) -> bool:
    """Whether a command may write a file."""
    return _WRITES.search(_NO_FILE.sub(" ", run.command)) is not None


_READER = re.compile(
    r"^subagent_type: (?:[\w-]+:)?\S*(?:explor|review|research|plan|search|audit|analys)", re.I | re.MULTILINE
)
"""An agent that looks at files and writes none."""


def other_hands(index: SourceIndex) -> bool:
    """Whether another agent that may write worked in the session: its tools are not seen."""
    agents = (e for e in index.events if e.tool is not None and e.tool.action is ToolAction.AGENT)
    calls = (e.text for e in agents if e.kind is EventKind.TOOL_CALL)
    return any(_READER.search(text) is None for text in calls)


_TESTS_PASS = re.compile(
    r"\b(?:all )?(?:\w+ ){0,2}(?:tests?|suite|checks?|lint|build)\b[^.;]{0,30}?\b(?:pass(?:es|ed|ing)?"
    r"|green|clean|succe\w+)\b",
    re.IGNORECASE,
)
_KINDS = (("lint", Action.LINT), ("build", Action.BUILD), ("test", Action.TEST), ("suite", Action.TEST))


def _tests(item: Item, index: SourceIndex) -> list[Found]:
    """Tests stated as passing whose last run failed, or that ran before the last change."""
    match = _TESTS_PASS.search(item.text)
    if match is None or item.kind is ItemKind.OPEN_WORK or _not_plain(item.text):
        return []
    action = next((a for word, a in _KINDS if word in match.group().casefold()), Action.TEST)
    last = index.facts.last(action)
    if last is None:
        return []
    if last.failed and not _repaired(last, index.facts):
        message = f'claims "{match.group()[:60]}", but the last run, [{last.ordinal}], failed'
        return [
            Found("tests_not_passing", "warning", message, links_of([last.ordinal], index), str(last.ordinal))
        ]
    return []


def _repaired(run: CommandRun, facts: SessionFacts) -> bool:
    """Whether anything that ran after a failure may have shown it repaired."""
    return any(later.ordinal > run.ordinal and later.actions & run.actions for later in facts.runs)


def _not_plain(text: str) -> bool:
    words = set(_WORD.findall(text.casefold()))
    return bool(
        words
        & (
            NEGATIONS
            | OPEN_WORDS
            | {"fail", "failed", "failing", "fails", "should", "must", "ensure", "verify", "if", "until"}
        )
    )


_TASK = re.compile(r"\btask #?(\d{1,3})\b", re.IGNORECASE)
_UNFINISHED = re.compile(
    r"\b(?:in[ -]progress|pending|not (?:started|done|complete)|incomplete|remaining|to do|todo)\b",
    re.IGNORECASE,
)
_FINISHED = re.compile(r"\b(?:completed|is complete|done|finished(?! \w+ing\b))\b|✅|\[x\]", re.IGNORECASE)


def _task(item: Item, index: SourceIndex) -> list[Found]:
    """A numbered task stated in a state that is not its last one."""
    numbers = _TASK.findall(item.text)
    if len(numbers) != 1:
        return []
    known = index.facts.tasks.get(f"#{numbers[0]}")
    if known is None:
        return []
    _text, status, ordinal = known
    unfinished, finished = _UNFINISHED.search(item.text), _FINISHED.search(item.text)
    stated = unfinished or finished
    if stated is None or (unfinished and finished):
        return []
    if (status == "completed") == bool(finished) or status not in ("completed", "pending", "in_progress"):
        return []
    message = (
        f'claims task {numbers[0]} "{stated.group()}", but [{ordinal}] leaves it {status.replace("_", " ")}'
    )
    return [Found("task_state", "warning", message, links_of([ordinal], index), numbers[0])]


_NO_ERRORS = re.compile(
    r"\b(?:no|without|zero) (?:\w+ ){0,2}(?:errors?|issues?|problems?"
    r"|failures?)\b[^.]{0,40}\b(?:encountered|occurred|arose|in this (?:session|conversation))\b",
    re.IGNORECASE,
)


_LACKING = re.compile(
    r"\b(?:needs?|need to|to be|should|must|todo|undefined|missing|not yet|still|implement|add|create)\b",
    re.IGNORECASE,
)
_USED = re.compile(
    r"\b(?:add(?:ing)? (?:an? |the )?(?:calls?|hook|usage)|call(?:ing|s|ed)?|check(?:ing|s|ed)?|determin\w+"
    r"|find|invok\w+|register\w*|test(?:ing|s|ed)?|us(?:e|es|ed|ing)|verif\w+|wir(?:e|es|ed|ing))\b",
    re.IGNORECASE,
)
"""What is done with a name that may well be there: only its definition would be written."""
_NAMED = re.compile(
    r"(?:\b([A-Za-z]{2,7}) )?`([A-Za-z_]\w{3,80})(?:\(\))?`"
    r"(?! (?:instances?|objects?|tests?|calls?|usages?|docs?|examples?|options?|support)\b)"
)
_BESIDE = frozenset(
    "after and around at before both by for from in inside into of on onto or to using via with"
    " within".split()
)
"""Words before a name that is not itself to be written: `add handling to parse_args`."""


def _already(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Something stated as still to be written that the session wrote."""
    wanted = item.kind is ItemKind.OPEN_WORK and item.status != "done"
    if not (wanted or re.search(r"\b(?:needs?|undefined|still (?:to|missing)|not yet)\b", item.text)):
        return []
    if _LACKING.search(item.text) is None or _USED.search(item.text):
        return []
    named = (match.groups() for match in _NAMED.finditer(item.text))
    for name in dict.fromkeys(name for before, name in named if (before or "").casefold() not in _BESIDE):
        place = _defined(name, index, search)
        if place is not None:
            message = f"claims that {name} is still to be written, but [{place}] writes it"
            return [Found("work_already_done", "warning", message, links_of([place], index), name)]
    return []


def _defined(name: str, index: SourceIndex, search: SpanSearch) -> int | None:
    """The last event that wrote the definition of a name; one that was only read proves nothing."""
    stems = sorted(statement(name).stems, key=lambda stem: (search.count(stem), stem))
    words = re.compile(
        rf"\b(?:func|def|class|fn|function|type|const|let|var|interface|struct)\s+(?:\([^)\n]{{0,60}}\)\s*)?{re.escape(name)}\b"
    )
    written = None
    for segment in search.holding(stems[0], 2_000) if stems else ():
        event = index.events[segment.ordinal]
        tool = event.tool
        if tool is None or tool.action is not ToolAction.CHANGE:
            continue
        if words.search(event.text[segment.start : segment.end]):
            written = event.ordinal
    return written


def _errors(item: Item, index: SourceIndex) -> list[Found]:
    """A claim that nothing went wrong in a session in which something did."""
    if _NO_ERRORS.search(item.text) is None:
        return []
    failed = [run for run in index.facts.runs if run.failed and run.ordinal in index.source]
    if not failed:
        return []
    places = ", ".join(f"[{run.ordinal}]" for run in failed[:3])
    message = f"claims that no errors were met, but {places} failed"
    return [Found("errors_denied", "warning", message, links_of([r.ordinal for r in failed[:3]], index))]


_OF_CODE = re.compile(r"\bno (?:code|source)\b", re.IGNORECASE)
_DOCUMENT = re.compile(r"(?:\.(?:md|mdx|txt|rst|adoc)|/\.env[\w.]*)$")


def _only_documents(index: SourceIndex) -> bool:
    """Whether everything that was changed in the range is prose or settings."""
    changes = index.facts.changes.items()
    changed = [path for path, places in changes if any(at in index.source for at in places)]
    return all(_DOCUMENT.search(path) for path in changed)


def _absent(item: Item, index: SourceIndex) -> list[Found]:
    """Something stated as missing that a tool of the range did."""
    absence = absence_of(item.text)
    places = [] if absence is None else refuted(absence, index)
    if not places or (_OF_CODE.search(item.text) and _only_documents(index)):
        return []
    message = f"claims that there is no {absence}; [{places[-1]}] is one"
    return [Found("absence_refuted", "warning", message, (*item.links, *links_of(places, index)))]
