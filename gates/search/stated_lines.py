"""Finds where a session showed the lines of a file that a statement gives by number.

`recursive option (line 346 in base_options.py)` has few words of the line that it means. Its source is the
result that showed this line of this file, if the line or the shown ones next to it have the statement's other
words.
"""

from __future__ import annotations

import re

from gates.language.file_names import NAMED_FILE
from gates.language.similarity import coverage, statement
from gates.language.tokens import SYMBOL_KINDS
from gates.language.word_bounds import has_symbol
from gates.search.file_lines import FileLines
from gates.search.index import SourceIndex
from gates.search.windows import ScoredSpan

AT_LINE = 0.25
"""Weighted share of the words beside file and line that the stated lines themselves must contain, or else:"""
AROUND_AT = 0.5
"""the share that they must contain together with the lines below."""
AROUND = 20
"""Shown lines below a stated one that belong to what begins there."""
MOST_STATED = 4
"""Most line numbers of a statement that is about lines."""
LONGEST_SPAN = 400
"""Lines of a stated span."""

_LINE = re.compile(
    r"(?:\blines? ~?|(?:(?<=\.[a-z])|(?<=\.[a-z]{2})|(?<=\.[a-z]{3}))(?::L?|#L))"
    r"(?P<first>\d{1,6})(?:\s?(?:-|–|to)\s?L?(?P<last>\d{1,6}))?(?![\w.]\d)",
    re.IGNORECASE,
)
_ROLE = statement(
    "at begins calls called class code declared defined definition found function happens in is line lines "
    "located location method of on starts the there"
).stems
"""Stems of words that say what is at a line, or that something is."""


def stated_lines(text: str, index: SourceIndex) -> tuple[ScoredSpan, ...]:
    """Return spans of the stated lines where the session showed them, in the order of the statement.

    Empty if a stated line was not shown, or if what was shown has too few of the statement's other words.
    A statement without a file must name a symbol of its first line.
    """
    if text not in index.lines_found:
        index.lines_found[text] = tuple(_found(text, index))
    return index.lines_found[text]


def _found(text: str, index: SourceIndex) -> list[ScoredSpan]:
    stated = [(int(m["first"]), int(m["last"] or m["first"])) for m in _LINE.finditer(text)]
    if not stated or len(stated) > MOST_STATED:
        return []
    files = NAMED_FILE.findall(text)
    rest = statement(_LINE.sub(" ", NAMED_FILE.sub(" ", text)))
    beside = rest.stems - _ROLE - statement(re.sub(r"\W|_", " ", " ".join(files))).stems
    if not beside:
        return []
    symbols = [name for name, kind in rest.tokens.identifiers if kind in SYMBOL_KINDS]
    for path, lines in index.file_lines.items():
        if files and not any(_is(path, name) for name in files):
            continue
        spans = [_shown(first, last, lines, index) for first, last in stated]
        if None in spans:
            continue
        named = bool(files) or any(has_symbol(name, lines.now.get(stated[0][0], "")) for name in symbols)
        if named and any(
            coverage(beside, _stems(stated, lines, below), index.weight) >= least
            for below, least in ((0, AT_LINE), (AROUND, AROUND_AT))
        ):
            return list({span.ordinal: span for span in spans if span is not None}.values())
    return []


def _is(path: str, name: str) -> bool:
    return path == name or path.endswith(f"/{name}") or name.endswith(f"/{path}")


def _shown(first: int, last: int, lines: FileLines, index: SourceIndex) -> ScoredSpan | None:
    """Return the first stated line that has a text, in the event of the range that showed it last."""
    for number in range(first, min(last, first + LONGEST_SPAN) + 1):
        ordinal = lines.shown.get(number, -1)
        text = lines.now.get(number, "").strip()
        if text and ordinal in index.source:
            at = _place(number, text, index.events[ordinal].text)
            if at is not None:
                return ScoredSpan(ordinal, *at, 1.0)
    return None


def _place(number: int, text: str, printed: str) -> tuple[int, int] | None:
    """Return where a result prints a line behind its number."""
    line = re.compile(rf"(?<!\d){number}(?:→|\t|:|-)[^\S\n]*{re.escape(text)}")
    found = line.search(printed)
    return None if found is None else found.span()


def _stems(stated: list[tuple[int, int]], lines: FileLines, below: int) -> frozenset[str]:
    """Return the stems of the stated lines and of some lines below each."""
    texts = (
        lines.now.get(number, "")
        for first, last in stated
        for number in range(first, min(last, first + LONGEST_SPAN) + below + 1)
    )
    return statement("\n".join(texts)).stems
