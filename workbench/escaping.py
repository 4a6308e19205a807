"""Shows what a terminal would obey, hide or reorder: the one set of such characters, and how it is escaped.

Text of transcripts is data (WB3). Screens, commands, templates and exporters all escape through here, before
any width is measured. It writes nothing and knows no markup.
"""

from __future__ import annotations

import re

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f"
"""C0 and C1 controls except tab and line feed."""
_UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Bidirectional marks, line separators, fillers, joiners, tags and whatever else Unicode wants ignored."""
_SURROGATES = "\ud800-\udfff"

HOSTILE = re.compile(f"[{_CONTROLS}{_UNSEEN}{_SURROGATES}]")
"""Everything that is shown as an escape."""
_HOSTILE_IN_JSON = re.compile(f"[\x7f-\x9f{_UNSEEN}]")
"""The same without what every JSON writer escapes anyway."""
_SELECTORS = re.compile("[\ufe00-\ufe0f]")
"""Variation selectors pick a presentation only, and terminals disagree on their width."""
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_FOLD = re.compile(r"[\s\x1c-\x1f\x85\u2028\u2029]+")


def visible(text: str) -> str:
    """The text with everything hostile shown as an escape; tabs and line feeds stay, CR LF becomes LF."""
    if text.isascii() and text.isprintable():
        return text
    return escaped(_SELECTORS.sub("", text.replace("\r\n", "\n")))


def one_line(text: str) -> str:
    """The text on one line: white space folded, the rest as `visible` shows it."""
    return visible(folded(text))


def folded(text: str) -> str:
    """The text with every run of white space, line ends included, as one space and none at its ends."""
    return _FOLD.sub(" ", text).strip()


def escaped(text: str) -> str:
    r"""The text with each hostile character as `\xNN`, `\uNNNN` or `\UNNNNNNNN`; nothing else changes."""
    return HOSTILE.sub(_escape, text)


def with_line_feeds(text: str) -> str:
    """The text with every kind of line end as a line feed, the rest escaped."""
    return escaped(_LINE_ENDS.sub("\n", text))


def escaped_json(text: str) -> str:
    """JSON text with the hostile characters in it as JSON escapes, which leaves its value the same."""
    return _HOSTILE_IN_JSON.sub(_json_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be")
    return "".join(f"\\u{int.from_bytes(units[i : i + 2], 'big'):04x}" for i in range(0, len(units), 2))
