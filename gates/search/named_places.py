"""Finds where the names of a statement have their source: the edit, the read, the definition, the command.

`Test file: pkg/tests/test_x.py` has no words to search for but a name. Its source is the event that did with
the name what the statement reports: an edit for "modified", the first of them for "created", else a read, the
line that defines a symbol, or the first command or result that contains the name. This module only proposes
spans; `gates.search.linking` makes the links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gates.artifact import Item, ItemKind
from gates.language.code_lines import is_code
from gates.language.file_names import base_name
from gates.language.labels import LOOK_WORDS, THING_WORDS, WRITE_WORDS
from gates.language.plain_statements import states_plainly
from gates.language.similarity import ComparedText, coverage, statement
from gates.language.tokens import FILE_KINDS, SYMBOL_KINDS
from gates.language.word_bounds import has_symbol, occurs_in
from gates.search.index import SourceIndex, TextSegment
from gates.search.session_facts import may_write
from gates.search.span_search import MAX_LINKS, SpanSearch
from gates.search.windows import ScoredSpan, beginning
from gates.source import EventKind, SourceEvent, ToolAction

MOST_BESIDE = 2
"""Most words beside the names for which the names are the whole content of a statement."""
NAMES_AT = 0.5
"""Weighted share of a statement's words that its names must have, if no passage carries the statement."""
ALIKE = 6
"""Letters by which a word repeats a part of a name: `reproduction` beside `reproduce.py`."""
BESIDE_AT = 0.5
"""Weighted share of the words beside the names that the events must contain."""
KNOWN_AT = 0.6
"""Share of the names that must have a source."""
MOST_NAMES = 12
CANDIDATES = 100
"""Segments that are searched for a name."""
MOST_READS = 60
"""Reads of the named files that are searched for a symbol, the last ones."""


class NameRole(StrEnum):
    """What a statement reports about its names."""

    MADE = "made"
    CHANGED = "changed"
    SEEN = "seen"
    NAMED = "named"


_MADE = re.compile(r"\b(?:added|created|implemented|introduced|new|wrote|written)\b", re.IGNORECASE)
_CHANGED = re.compile(
    r"\b(?:adapted|changed|deleted|edited|extended|fixed|modified|moved|patched|refactored|removed|renamed"
    r"|replaced|rewritten|rewrote|updated)\b",
    re.IGNORECASE,
)
_SEEN = re.compile(
    r"\b(?:analy[sz]ed|examined|examining|explored|found|identified|inspected|located|read|reading|reviewed"
    r"|viewed)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\b(?:class(?:es)?|code|files?|folder|functions?|directory|location|methods?|modules?|sources?|targets?"
    r"|tests?)(?: identified)?[:\s`'\"*(]*$",
    re.IGNORECASE,
)
"""Words right before a name that say what it is, not what was done with it."""
_ROLE_WORDS = THING_WORDS | WRITE_WORDS | LOOK_WORDS
"""Stems of words that say what a name is, or what was done with it."""
_OPTION = re.compile(r"(?:^|\s)--?[A-Za-z]")
"""An option of a command line, which is no statement."""
_BRANCH = re.compile(r"\bbranch(?:es)?\b[:`'\"* ]{1,6}([\w./#-]{3,120}[\w#])", re.IGNORECASE)
_DEFINES = (
    r"\b(?:class|const|def|enum|fn|func|function|interface|let|mut|struct|trait|type|var)"
    r" (?:\([^()\n]{0,80}\) )?NAME\b"
)
_BOUND = r"(?:^|[\s\"'{.])NAME\s{0,4}(?::=|=(?!=))"


Places = dict[int, TextSegment | None]
"""Events, each with its line that contains a name, or None for the event as a whole."""


@dataclass(frozen=True)
class Names:
    """The names of a statement, and the stems of the words beside them."""

    claim: ComparedText
    files: tuple[str, ...]
    symbols: tuple[str, ...]
    branches: tuple[str, ...]
    beside: frozenset[str]
    role: NameRole

    @property
    def every(self) -> tuple[str, ...]:
        """The names of all kinds."""
        return (*self.files, *self.symbols, *self.branches)

    @property
    def numbers(self) -> list[str]:
        """The whole numbers beside the names, as digits: lines, mostly."""
        return [stem[1:] for stem in sorted(self.beside) if stem[:1] == "#" and stem[1:].isdigit()]

    @property
    def alone(self) -> bool:
        """Whether the names are the whole content."""
        return len(self.beside) <= MOST_BESIDE

    def share(self, index: SourceIndex) -> float:
        """Return the weighted share of the statement's words that the names and their roles have."""
        return coverage(self.claim.stems, self.claim.stems - self.beside, index.weight)


def names_of(item: Item) -> Names | None:
    """Return the names of a plain statement; None if it has none, is a command, or is wished or denied."""
    text = item.text
    if "\n" in text or is_code(text) or item.kind is ItemKind.OPEN_WORK:
        return None
    claim = statement(text)
    named = dict.fromkeys(claim.tokens.identifiers)
    if _OPTION.search(text):
        return None
    files = tuple(name for name, kind in named if kind in FILE_KINDS)
    symbols = tuple(name for name, kind in named if kind in SYMBOL_KINDS)
    branches = tuple(name for name in _BRANCH.findall(text) if name not in files)
    every = (*files, *symbols, *branches)
    if not every or len(every) > MOST_NAMES:
        return None
    rest = text
    for name in sorted(every, key=len, reverse=True):
        rest = rest.replace(name, " ")
    if not states_plainly(rest):
        return None
    label = text[: min(map(text.find, every))]
    return Names(claim, files, symbols, branches, statement(rest).stems - _ROLE_WORDS, _role(rest, label))


def _role(rest: str, label: str) -> NameRole:
    """Return what the words beside the names, or before the first, report; a change counts before a look."""
    if _CHANGED.search(rest):
        return NameRole.CHANGED
    if _MADE.search(rest):
        return NameRole.MADE
    return NameRole.SEEN if _SEEN.search(rest) or _LABEL.search(label) else NameRole.NAMED


def named_places(names: Names, search: SpanSearch) -> list[ScoredSpan]:
    """Return the spans of the events that are the source of some names; at most three.

    Each event adds a name that those before it lack. A changed name that no tool wrote has no source. None
    if too few of the names have one.
    """
    places = {name: _numbered(_places(name, names, search), names, search) for name in names.every}
    found: list[ScoredSpan] = []
    missing = [name for name, where in places.items() if where]
    if len(missing) < KNOWN_AT * len(places):
        return []
    while missing and len(found) < MAX_LINKS:
        held = {o: [name for name in missing if o in places[name]] for name in missing for o in places[name]}
        best = max(held, key=lambda o: (len(held[o]), _held(names.beside, [o], search), -o))
        line = next((places[name][best] for name in held[best] if places[name][best]), None)
        found.append(_span(best, line, names, search))
        missing = [name for name in missing if name not in held[best]]
    return found if _heard(names, found, search) else []


def _heard(names: Names, found: Sequence[ScoredSpan], search: SpanSearch) -> bool:
    """Return whether the found events, or the names themselves, have the words beside the names."""
    called = " ".join(names.every).casefold()
    beside = frozenset(stem for stem in names.beside if stem[:ALIKE] not in called)
    if not beside:
        return True
    return _held(beside, [span.ordinal for span in found], search) >= BESIDE_AT


def _held(stems: frozenset[str], ordinals: Iterable[int], search: SpanSearch) -> float:
    """Return the weighted share of some stems that events contain together."""
    index = search.index
    held = frozenset[str]().union(*(each.stems for o in ordinals for each in index.segments(o)))
    return coverage(stems, held, index.weight)


def _numbered(places: Places, names: Names, search: SpanSearch) -> Places:
    """Return those places that have one of the numbers beside the names, if there are any numbers."""
    if not names.numbers:
        return places
    wanted = re.compile(rf"(?<!\d)(?:{'|'.join(names.numbers)})(?!\d)")
    return {o: line for o, line in places.items() if wanted.search(search.index.events[o].text)}


def _span(ordinal: int, line: TextSegment | None, names: Names, search: SpanSearch) -> ScoredSpan:
    """Return the line of a name, else the window with the words beside the names, else the beginning."""
    if line is not None:
        return ScoredSpan(ordinal, line.start, line.end, 1.0)
    window = search.within(ordinal, names.beside)
    size = len(search.index.events[ordinal].text)
    return (window or beginning(ordinal, size))._replace(support=1.0)


def _places(name: str, names: Names, search: SpanSearch) -> Places:
    """Return the events that are the source of one name by its role; empty if none is."""
    facts = search.index.facts
    if name in names.branches:
        return _naming(name, name, search, commands=True)
    if names.role in (NameRole.MADE, NameRole.CHANGED):
        return _written(name, names, search)
    if name in names.symbols:
        seen = [o for file in names.files for o in facts.has_read(file)]
        numbered = _lines_with(name, seen, search, numbers=names.numbers) if names.numbers else None
        return _among(seen, numbered or _lines_with(name, seen, search, defined=True))
    read, edited = _shown(facts.has_read(name), search), _shown(facts.edits(name), search)
    if names.role is NameRole.NAMED and "." in base_name(name):
        return edited or read
    return read or edited or _naming(name, _tail(name), search)


def _written(name: str, names: Names, search: SpanSearch) -> Places:
    """Return the calls that write a file, or that write a symbol, into one of the named files if any is."""
    index = search.index
    if name in names.files:
        calls = _shown(index.facts.edits(name), search)
        runs = (run for run in index.facts.runs if not calls and may_write(run))
        return calls or _shown([r.ordinal for r in runs if occurs_in(_tail(name), r.command)], search)
    inside = [o for file in names.files for o in index.facts.edits(file)]
    defined = names.role is NameRole.MADE and _lines_with(name, inside, search, defined=True, edits=True)
    return _among(inside, defined or _lines_with(name, inside, search, edits=True))


def _among(wanted: Sequence[int], places: Places) -> Places:
    """Return those of some events that are wanted, if any is; else all."""
    return {o: places[o] for o in wanted if o in places} or places


def _shown(ordinals: Iterable[int], search: SpanSearch) -> Places:
    """Return those events of the range that have a text."""
    return {o: None for o in ordinals if o in search.index.source and search.index.events[o].text}


def _lines_with(
    name: str,
    inside: Sequence[int],
    search: SpanSearch,
    *,
    defined: bool = False,
    edits: bool = False,
    numbers: Sequence[str] = (),
) -> Places:
    """Return the first line of each event that contains or defines a symbol, as a tool printed or wrote it.

    Some events are read whole. `edits` are the calls that write files alone. Of `numbers` the line must
    contain one.
    """
    last = _last_part(name)
    stems, events = statement(last).stems, search.index.events
    wanted = re.compile(rf"(?<!\d)(?:{'|'.join(numbers)})(?!\d)")
    every = (segment for o in inside[-MOST_READS:] for segment in search.index.segments(o))
    found: Places = {}
    for segment in (*(s for s in every if stems <= s.stems), *search.top(stems, CANDIDATES)):
        event = events[segment.ordinal]
        line = event.text[segment.start : segment.end]
        known = _is_edit(event) or (event.kind is EventKind.TOOL_RESULT and not edits)
        known = known and segment.ordinal in search.index.source and wanted.search(line) is not None
        if known and _contains(last, line, defined=defined):
            found.setdefault(segment.ordinal, segment)
    return found


def _contains(name: str, line: str, *, defined: bool) -> bool:
    """Return whether a line contains a symbol, or defines it; the name comes without its underscores."""
    if not defined:
        return has_symbol(name, line)
    return any(re.search(p.replace("NAME", "_{0,2}" + re.escape(name)), line) for p in (_DEFINES, _BOUND))


def _is_edit(event: SourceEvent) -> bool:
    acted = event.tool is not None and event.tool.action is ToolAction.CHANGE
    return acted and event.kind is EventKind.TOOL_CALL


def _naming(name: str, tail: str, search: SpanSearch, *, commands: bool = False) -> Places:
    """Return the first event of the range by a tool, or by a command, that contains the tail of a name."""
    found: Places = {}
    for segment in search.top(statement(name).stems, CANDIDATES):
        event = search.index.events[segment.ordinal]
        known = event.tool is not None and (not commands or event.tool.action is ToolAction.COMMAND)
        line = event.text[segment.start : segment.end]
        if known and segment.ordinal in search.index.source and occurs_in(tail, line):
            found.setdefault(segment.ordinal, segment)
    return dict(sorted(found.items())[:1])


def _last_part(name: str) -> str:
    """Return the last part of a joined name."""
    return re.split(r"\.|::|->|#", name)[-1]


def _tail(name: str) -> str:
    """Return the file's name of a path with its last folder: commands print paths from where they run."""
    return "/".join(name.strip("./~").split("/")[-2:])
