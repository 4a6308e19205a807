"""Line numbers that a claim gives for a name or a piece of code, compared with what the session showed.

Hard: `other_file`, a name that is at this very line of another file and was never seen in the stated one;
`line_differs`, a line at which the name never was, for a name whose place at the end is known. It warns if
that place is no longer known, or if the line is stated as approximate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gates.artifact import Item
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.file_names import NAMED_FILE, base_name
from gates.language.word_bounds import stands_before
from gates.search.file_lines import FileLines
from gates.search.index import SourceIndex

NEAR = 5
"""Lines by which a stated place may be off."""
NEAR_ABOUT = 25
"""Lines by which a place that is stated as approximate may be off."""
ABOVE = 10
"""Lines of comments with which a stated span may begin."""
LEAST_NAME = 3
"""Fewest characters of a name that is looked up."""
LEAST_CODE = 8
"""Fewest characters of a piece of code that is looked up."""

_NAME = r"(?P<name>`[^`\n]{3,160}`|[A-Za-z_]\w*(?:[.]\w+){0,3}(?:\(\))?)"
_LINES = (
    r"(?P<about>~|around |about |approximately |approx\.? )?lines? (?P<also>~|around |about )?"
    r"(?P<first>\d{1,6})(?:\s?(?:-|–|to)\s?~?(?P<last>\d{1,6}))?(?![\d.]|, ?\d|\+| (?:and|lines?|of \d)\b)"
)
_BEHIND = re.compile(
    rf"(?<![\w`./]){_NAME}(?: (?:class|function|method|helper|hook|test|handler|struct|type|variable|constant"
    r"|definition|callback|component|block|section)s?)?(?: (?:is|are|starts|stands|defined|begins))*"
    rf"(?: ?\(| at | on |, | ?: | — | )(?:at |on )?{_LINES}",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"{_LINES}(?: ?: ?| ?\()(?P<name>`[^`\n]{{3,160}}`)", re.IGNORECASE)
_NAMED = re.compile(r"[a-z0-9][A-Z]|_|\(\)$|[A-Z]{2,}[a-z]")
"""Signs of a name of code that is not in backticks."""
_DEFINES = (
    r"(?:\b(?:func|def|class|fn|function|type|const|let|var|interface|struct|enum|trait|impl|async|public|private"
    r"|protected|static|void|export)\b[^=\n]{{0,80}}\b{0}\b|^\s*{0}\s*(?:=|:=|:|\([^)]*\)\s*{{)"
    r"|\b(?:const|let|var)\s+\[?{0}\b)"
)
_OTHERWISE = re.compile(
    r"\b(?:after|before|call(?:s|ed|ing)?|change[ds]?|from|remov\w+|replac\w+|via|was|were|use[ds]?)\b[^`]{0,20}$",
    re.IGNORECASE,
)
"""Words before a name whose line is that of a use, or that is gone."""


@dataclass(frozen=True, slots=True)
class StatedPlace:
    """A name and the lines at which a claim puts it."""

    name: str
    first: int
    last: int
    slack: int
    file: str
    used: bool
    """Whether it is stated as used there, so that its definition need not begin there."""


def places_of(text: str) -> Iterator[StatedPlace]:
    """Yield the places that a claim states."""
    files = [(m.start(), base_name(m.group(1))) for m in NAMED_FILE.finditer(text)]
    for pattern in (_BEHIND, _BEFORE):
        for match in pattern.finditer(text):
            quoted = match["name"].startswith("`")
            bare = match["name"].strip("`").strip()
            if (not quoted and not _NAMED.search(bare)) or NAMED_FILE.fullmatch(bare) or len(bare) < 3:
                continue
            first = int(match["first"])
            last = int(match["last"] or first)
            about = match["about"] or match["also"] or "~" in match.group()
            before = [name for at, name in files if at < match.start()]
            used = pattern is _BEFORE or stands_before(_OTHERWISE, text, match.start())
            yield StatedPlace(
                bare,
                first,
                max(first, last),
                NEAR_ABOUT if about else NEAR,
                before[-1] if before else "",
                used,
            )


def line_number_findings(item: Item, index: SourceIndex) -> list[Found]:
    """Return this rule's finding on one item."""
    if item.speaker == "user" or "\n" in item.text or not index.scope_complete:
        return []
    if not re.search(r"\blines? ", item.text, re.IGNORECASE):
        return []
    for place in places_of(item.text):
        found = _elsewhere(place, item, index)
        if found is not None:
            return [found]
    return []


def _elsewhere(place: StatedPlace, item: Item, index: SourceIndex) -> Found | None:
    sought = Sought(place)
    if len(sought.name) < (LEAST_NAME if sought.defines else LEAST_CODE):
        return None
    files = [file for path, file in index.file_lines.items() if not place.file or _is(path, place.file)]
    for file in files:
        if sought.look(file):
            return None
    if place.file and not sought.shown and not place.used:
        return _in_another(place, sought, item, index)
    spots = sought.defined or ([] if sought.defines is not None and not place.used else sought.shown)
    if not spots or _mentioned(sought.name, place, index):
        return None
    severity: Literal["hard", "warning"] = "hard" if sought.sure and place.slack == NEAR else "warning"
    lines = ", ".join(str(line) for line in sorted({line for line, _ in spots})[:4])
    stated = f"{place.first}" if place.last == place.first else f"{place.first} to {place.last}"
    message = f"puts {sought.name[:60]} at line {stated}; the session shows it at line {lines}"
    seen = [at for _, at in spots[-2:] if at >= 0]
    return Found(
        "line_differs", severity, message, (*item.links, *links_of(seen[-1:], index)), place.name[:60]
    )


class Sought:
    """A name or piece of code that is looked up in the lines of files, and where it was found."""

    def __init__(self, place: StatedPlace) -> None:
        self.place = place
        self.name = place.name.removesuffix("()")
        named = re.fullmatch(r"[\w.]+", self.name) is not None
        self.words = re.compile(rf"(?<!\w){re.escape(self.name)}(?!\w)" if named else re.escape(self.name))
        last = re.escape(self.name.rpartition(".")[2])
        self.defines = re.compile(_DEFINES.format(last)) if named else None
        self.defined: list[tuple[int, int]] = []
        self.shown: list[tuple[int, int]] = []
        self.sure = False

    def look(self, file: FileLines) -> bool:
        """Return whether a file has it at the stated place, or may have it in lines that were never shown."""
        for line, texts in file.ever.items():
            held = [text for text in texts if self.words.search(text)]
            if held and self._at(line, file, held):
                return True
        proves = self.defined and not self.place.used
        return bool(self.shown) and not proves and not _seen(self.place, file)

    def _at(self, line: int, file: FileLines, held: list[str]) -> bool:
        """Record a line that contains it, and return whether it is the stated one."""
        place = self.place
        begins = self.defines is not None and any(map(self.defines.search, held))
        whole = place.last > place.first and self.defines is not None and not place.used
        end = place.first + ABOVE if whole else place.last
        if (begins or not whole) and place.first - place.slack <= line <= end + place.slack:
            return True
        where = (line, file.shown.get(line, -1))
        self.shown.append(where)
        if begins:
            self.defined.append(where)
        if begins or self.defines is None:
            self.sure = self.sure or file.now.get(line) in held
        return False


def _is(path: str, name: str) -> bool:
    return path == name or path.endswith(f"/{name}")


def _in_another(place: StatedPlace, sought: Sought, item: Item, index: SourceIndex) -> Found | None:
    """Find a name that was never seen in the stated file and that another file has at this very line."""
    known = [path for path in index.file_lines if _is(path, place.file)]
    if sought.defines is None or not known or place.slack != NEAR:
        return None
    words = sought.words
    texts = (e for e in index.events if any(_is(e.tool.target if e.tool else "", k) for k in known))
    if any(words.search(event.text) for event in texts):
        return None
    for path, file in index.file_lines.items():
        if not _is(path, place.file) and any(words.search(text) for text in file.ever.get(place.first, ())):
            name = base_name(path)
            message = f"puts {place.name[:60]} at line {place.first} of {place.file}; it is there in {name}"
            links = (*item.links, *links_of(_shown_at(words, place.first, file), index))
            return Found("other_file", "hard", message, links, place.name[:60])
    return None


def _shown_at(words: re.Pattern[str], line: int, file: FileLines) -> list[int]:
    """Return the event that last showed a name at a line, else at any line from which an edit moved it."""
    if line in file.shown:
        return [file.shown[line]]
    texts = ((at, file.ever[at]) for at in file.shown)
    return sorted(file.shown[at] for at, held in texts if any(map(words.search, held)))[-1:]


def _seen(place: StatedPlace, file: FileLines) -> bool:
    """Return whether the session showed the stated lines themselves."""
    return all(line in file.ever for line in (place.first, place.last))


def _mentioned(name: str, place: StatedPlace, index: SourceIndex) -> bool:
    """Return whether any event has the line number near the name."""
    number = str(place.first)
    beside = re.compile(
        rf"{re.escape(name)}[^\n]{{0,60}}(?<!\d){number}(?!\d)|(?<!\d){number}(?!\d)[^\n]{{0,60}}{re.escape(name)}"
    )
    return any(number in e.text and name in e.text and beside.search(e.text) for e in index.events)
