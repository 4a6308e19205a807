r"""A draft as a form for a text editor, and the parser that checks the edited form line by line.

    ## c-1 decision                          place (none: a new item), kind, open or done, user or agent
    Set SameSite=Lax on the session cookie   the statement
    > 144: Decision: set SameSite=Lax        a link: event, and words that occur in it exactly once
    >: in two lines                          further lines of the same words

Lines before the first `##` are comments. A line of a statement that begins with `#`, `>` or `\` is escaped
with a `\`. An unchanged statement keeps its words and links exactly; control characters are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from gates.artifact import Artifact, ConflictDetail, Item, ItemKind
from gates.search.index import SourceIndex
from gates.source import SourceLink, make_link
from workbench.errors import InputError
from workbench.escaping import visible

NARRATIVE = "narrative"
KINDS = tuple(kind.value for kind in ItemKind)
_State = Literal["open", "done"]
_Speaker = Literal["user", "agent"]
STATES: tuple[_State, ...] = ("open", "done")
SPEAKERS: tuple[_Speaker, ...] = ("user", "agent")
MAX_FORM = 16 * 1024 * 1024
"""Largest form that is read, in bytes."""

_HEAD = re.compile(r"## (?!#)(.*)")
_PLACE = re.compile(r"[co]-\d{1,6}")
_LINK = re.compile(r"> ?(\d{1,9}): ?(.*)", re.DOTALL)
_MORE = ">: "


class FormProblem(NamedTuple):
    """A problem in one line of a form."""

    line: int
    message: str


class FormError(InputError):
    """A form that cannot be read; `problems` names each line."""

    code = "form_invalid"

    def __init__(self, problems: Sequence[FormProblem], hint: str = "") -> None:
        self.problems = tuple(problems)
        first = self.problems[0]
        stated = (
            "one line of the form does not fit"
            if len(problems) == 1
            else (f"{len(problems)} places of the form do not fit, the first")
        )
        super().__init__(f"{stated}: line {first.line}: {first.message}", hint)


def form_of(artifact: Artifact, places: dict[str, str], title: str) -> str:
    """Return the form of an artifact; `places` maps item ids to places such as `c-1`."""
    source = artifact.source
    lines = [
        f"{visible(title)}: events {source.source_start} to {source.source_end}".replace("\n", " "),
        "",
        "Each statement begins with ## and its place and kind; its links follow, as > EVENT: WORDS.",
        "Edit the words; delete a statement with its links to drop it; a new one has a ## line without a",
        f"place, as in ## decision or ## open_work open. Kinds: {', '.join(KINDS)}.",
        "The words of a link must occur exactly once in the event. A line that begins with #, > or \\ takes",
        "a \\ before it. Everything above the first ## is a comment.",
        "",
    ]
    for item in artifact.items:
        lines += [*_block(item, places[item.item_id]), ""]
    if artifact.narrative is not None:
        lines += [f"## {NARRATIVE}", *_text_lines(artifact.narrative), ""]
    return "\n".join(lines)


def _block(item: Item, place: str) -> Iterator[str]:
    words = [place, item.kind.value, item.status, item.speaker]
    yield "## " + " ".join(word for word in words if word)
    yield from _text_lines(item.text)
    for link in item.links:
        first, *more = visible(link.quote).split("\n")
        yield f"> {link.ordinal}: {first}"
        yield from (_MORE + line for line in more)


def _text_lines(text: str) -> Iterator[str]:
    for line in visible(text).split("\n"):
        yield f"\\{line}" if line[:1] in ("#", ">", "\\") else line


class Edited(NamedTuple):
    """The parsed content of a form."""

    items: tuple[Item, ...]
    narrative: str | None


@dataclass
class _Block:
    """One `##` line with the lines that follow it."""

    line: int
    words: list[str]
    text: list[str] = field(default_factory=list)
    links: list[tuple[int, list[str]]] = field(default_factory=list)
    """Line number and lines of each link; the first line has its event."""


def read_form(text: str, artifact: Artifact, places: dict[str, str], index: SourceIndex) -> Edited:
    """Parse an edited form of this artifact into items and narrative.

    Raises:
        FormError: names every invalid line.
    """
    problems: list[FormProblem] = []
    blocks = _blocks(text, problems)
    reader = _Reader(artifact, {place: item_id for item_id, place in places.items()}, index, problems)
    items: list[Item] = []
    narrative: str | None = None
    for block in blocks:
        if block.words[:1] == [NARRATIVE]:
            narrative = reader.narrative(block)
        else:
            item = reader.item(block)
            items += [] if item is None else [item]
    if not blocks:
        problems.append(FormProblem(1, "no line begins with ##: there is no statement"))
    if problems:
        raise FormError(sorted(problems))
    return Edited(tuple(items), narrative)


def _blocks(text: str, problems: list[FormProblem]) -> list[_Block]:
    blocks: list[_Block] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        head = _HEAD.match(line)
        if head:
            blocks.append(_Block(number, head.group(1).split()))
        elif blocks:
            _take(blocks[-1], number, line, problems)
    return blocks


def _take(block: _Block, number: int, line: str, problems: list[FormProblem]) -> None:
    """Add one line below a `##` line to its block."""
    if line.startswith(_MORE) or line == _MORE.rstrip():
        if block.links:
            block.links[-1][1].append(line[len(_MORE) :])
        else:
            problems.append(FormProblem(number, f"{_MORE.strip()} continues a link, and there is none above"))
    elif line.startswith(">"):
        block.links.append((number, [line]))
    elif line.startswith("#"):
        problems.append(FormProblem(number, "begins with #; write \\# for a statement's own words"))
    elif block.links and line.strip():
        problems.append(FormProblem(number, "the words of a statement precede its links"))
    elif not block.links:
        block.text.append(line[1:] if line.startswith("\\") else line)


@dataclass
class _Reader:
    """Parses blocks against the artifact that the form was made from."""

    artifact: Artifact
    by_place: dict[str, str]
    index: SourceIndex
    problems: list[FormProblem]
    seen: set[str] = field(default_factory=set)

    def add_problem(self, line: int, message: str) -> None:
        """Record a problem in a line."""
        self.problems.append(FormProblem(line, message))

    def narrative(self, block: _Block) -> str | None:
        """Return the narrative, exactly as before if it shows no change."""
        was = self.artifact.narrative
        if NARRATIVE in self.seen:
            self.add_problem(block.line, "there is a second narrative")
        self.seen.add(NARRATIVE)
        if block.links:
            self.add_problem(block.links[0][0], "the narrative has no links; write \\> for its own words")
        return _as_before(block.text, was) or None

    def item(self, block: _Block) -> Item | None:
        """Return the item of a block; None if it is invalid."""
        known = self._known(block)
        links = self._links(block, known)
        read = self._head(block)
        if read is None:
            return None
        kind, status, speaker = read
        text = _as_before(block.text, known.text if known is not None else None)
        if not text.strip():
            self.add_problem(block.line, "the statement has no words; delete the line to drop it")
            return None
        detail = known.detail if known is not None and known.kind is kind else None
        if kind is ItemKind.CONFLICT and not isinstance(detail, ConflictDetail):
            self.add_problem(
                block.line, "a conflict names both its sides, which a form cannot say; choose another kind"
            )
            return None
        return Item(
            kind=kind,
            text=text,
            status=status,
            speaker=speaker,
            generation=known.generation if known is not None else 0,
            links=links,
            detail=detail,
        )

    def _known(self, block: _Block) -> Item | None:
        place = block.words[0] if block.words and _PLACE.fullmatch(block.words[0]) else None
        if place is None:
            return None
        del block.words[0]
        if place not in self.by_place:
            self.add_problem(block.line, f"the draft has no {place}; leave the place out for a new statement")
        elif place in self.seen:
            self.add_problem(
                block.line, f"{place} occurs there twice; leave the place out for a new statement"
            )
        self.seen.add(place)
        item_id = self.by_place.get(place)
        return next((each for each in self.artifact.items if each.item_id == item_id), None)

    def _head(self, block: _Block) -> tuple[ItemKind, _State | None, _Speaker | None] | None:
        words = list(block.words)
        if not words or words[0] not in KINDS:
            stated = f"{words[0]!r} is no kind" if words else "the kind is missing"
            self.add_problem(block.line, f"{stated}; write one of {', '.join(KINDS)}")
            return None
        kind = ItemKind(words.pop(0))
        status = next((each for each in STATES if words[:1] == [each]), None)
        del words[: status is not None]
        speaker = next((each for each in SPEAKERS if words[:1] == [each]), None)
        del words[: speaker is not None]
        if words:
            self.add_problem(
                block.line, f"{words[0]!r} is not understood; after the kind: open or done, user or agent"
            )
            return None
        return kind, status, speaker

    def _links(self, block: _Block, known: Item | None) -> tuple[SourceLink, ...]:
        before = {(link.ordinal, visible(link.quote)): link for link in known.links} if known else {}
        made = [self._link(number, lines, before.get) for number, lines in block.links]
        return tuple({link.evidence_id: link for link in made if link is not None}.values())

    def _link(
        self, number: int, lines: list[str], before: Callable[[tuple[int, str]], SourceLink | None]
    ) -> SourceLink | None:
        found = _LINK.fullmatch("\n".join(lines))
        if found is None:
            self.add_problem(number, "is no link; write > EVENT: WORDS, as in > 144: set SameSite=Lax")
            return None
        ordinal, quote = int(found.group(1)), found.group(2)
        kept = before((ordinal, quote))
        if kept is not None:
            return kept
        if not ordinal < len(self.index.events):
            last = len(self.index.events) - 1
            self.add_problem(number, f"there is no event {ordinal} up to the range's end, which is {last}")
            return None
        text = self.index.events[ordinal].text
        count = text.count(quote) if quote.strip() else 0
        if count != 1:
            stated = "do not occur" if quote.strip() else "are missing; they must occur"
            self.add_problem(
                number, f"the words {stated if count == 0 else f'occur {count} times'} in event {ordinal}"
            )
            return None
        start = text.index(quote)
        return make_link(self.index.source.session_id, ordinal, text, start, start + len(quote))


def _as_before(lines: Sequence[str], was: str | None) -> str:
    """Return the words of a block, exactly as before if they show no change."""
    text = "\n".join(lines).strip("\n")
    if was is not None and visible(was).strip("\n") == text:
        return was
    return text.strip()
