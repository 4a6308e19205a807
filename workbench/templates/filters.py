"""Filters that put foreign text into Markdown without breaking its structure or controlling a terminal."""

from __future__ import annotations

import re

from workbench.escaping import escaped, folded, with_line_feeds

LONGEST = 1_200
"""Largest quotation on a page, in characters."""
_BLOCK_START = re.compile(r"^(?:[#>+*=|\[\\-]|`{3}|~{3})")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])")
_TAG = re.compile(r"(\\{0,200})<(?=[A-Za-z/!?])")
_PUNCTUATION = re.compile(r"[\\`*_\[\]<|~&$]|:(?=//)|(?<=[wW]{3})\.|^[#>+=-]")
"""Characters with a meaning in a line of Markdown.

`:` before slashes and the dot after `www` form addresses.
"""
_ADDRESS = re.compile(r":(?=//)|(?<=[wW]{3})\.")
_CALLING = re.compile(r"(?:[@#]|\bGH-)(?=\w)")
"""Characters that mention a person or an issue; an HTML comment after them prevents it."""
_TICKS = re.compile(r"`{3,}")


def line(value: object) -> str:
    """Return the value on one line: control characters shown; Markdown blocks, tags and links made inert."""
    text = folded(str(value))
    text = "\\" + text if _BLOCK_START.match(text) else _NUMBERED.sub(r"\1\\\2", text)
    return escaped(_TAG.sub(_no_tag, text).replace("](", "]\\("))


def heading(value: object) -> str:
    """Like `line`, for a title: bare addresses are made inert too."""
    return _ADDRESS.sub(r"\\\g<0>", line(value))


def _no_tag(match: re.Match[str]) -> str:
    """Escape a `<`; backslashes before it are doubled, since they would cancel its own backslash."""
    return match.group(1) * 2 + "\\<"


def fence(value: object) -> str:
    """Return the value as a fenced code block, with a fence longer than any run of backticks in it."""
    text = visible(value).strip("\n")
    ticks = "`" * max([3, *(len(run) + 1 for run in _TICKS.findall(text))])
    return f"{ticks}\n{text}\n{ticks}"


def gfm(value: object) -> str:
    """Return the value as one line of GitHub-flavoured Markdown, shown literally, also inside a table.

    It produces no formatting, tag, link, bare address, mention or issue reference.
    """
    text = _PUNCTUATION.sub(r"\\\g<0>", escaped(folded(str(value))))
    text = _NUMBERED.sub(r"\1\\\2", text)
    return _CALLING.sub(r"\g<0><!-- -->", text)


def cut(value: object, longest: int = LONGEST) -> str:
    """Cut the value to at most `longest` characters, ending in dots if something was cut off."""
    text = str(value)
    return text if len(text) <= longest else text[:longest].rstrip() + " …"


def visible(value: object) -> str:
    """Return the value with line ends and tabs; all other control characters are escaped."""
    return with_line_feeds(str(value))
