"""Puts foreign text into Markdown so that it can neither break the structure nor steer a terminal."""

from __future__ import annotations

import re

from workbench.escaping import escaped, folded, with_line_feeds

LONGEST = 1_200
"""Characters of a text that a page quotes."""
_BLOCK_START = re.compile(r"^(?:[#>+*=|\[\\-]|`{3}|~{3})")
_NUMBERED = re.compile(r"^(\d{1,9})([.)])")
_TAG = re.compile(r"(\\{0,200})<(?=[A-Za-z/!?])")
_PUNCTUATION = re.compile(r"[\\`*_\[\]<|~&$]|:(?=//)|(?<=[wW]{3})\.|^[#>+=-]")
"""What means something in a line of Markdown; `:` before slashes and the dot after `www` make addresses."""
_ADDRESS = re.compile(r":(?=//)|(?<=[wW]{3})\.")
_CALLING = re.compile(r"(?:[@#]|\bGH-)(?=\w)")
"""What would call a person or an issue: a comment after it keeps it from being one."""
_TICKS = re.compile(r"`{3,}")


def line(value: object) -> str:
    """The value as one line: control characters shown, Markdown blocks, tags and links defused."""
    text = folded(str(value))
    text = "\\" + text if _BLOCK_START.match(text) else _NUMBERED.sub(r"\1\\\2", text)
    return escaped(_TAG.sub(_no_tag, text).replace("](", "]\\("))


def heading(value: object) -> str:
    """The same for a title, in which a bare address is no link either."""
    return _ADDRESS.sub(r"\\\g<0>", line(value))


def _no_tag(match: re.Match[str]) -> str:
    """A `<` that opens nothing: the backslashes before it are doubled, or they would undo the one it gets."""
    return match.group(1) * 2 + "\\<"


def fence(value: object) -> str:
    """The value as a fenced code block; the fence is longer than any run of backticks in it."""
    text = visible(value).strip("\n")
    ticks = "`" * max([3, *(len(run) + 1 for run in _TICKS.findall(text))])
    return f"{ticks}\n{text}\n{ticks}"


def gfm(value: object) -> str:
    """The value as one line of GitHub-flavoured Markdown, also in a table: it is shown as it is.

    No formatting, tag, link, bare address, mention or reference to an issue comes of it.
    """
    text = _PUNCTUATION.sub(r"\\\g<0>", escaped(folded(str(value))))
    text = _NUMBERED.sub(r"\1\\\2", text)
    return _CALLING.sub(r"\g<0><!-- -->", text)


def cut(value: object, longest: int = LONGEST) -> str:
    """The value with at most so many characters, ending in dots where something was cut off."""
    text = str(value)
    return text if len(text) <= longest else text[:longest].rstrip() + " …"


def visible(value: object) -> str:
    """The value with its lines and tabs; every other control character is shown escaped."""
    return with_line_feeds(str(value))
