"""Escapes characters that a terminal would interpret, hide or reorder; the only definition of that set.

Transcript text is data (WB3). Screens, commands, templates and exporters all escape with this module before
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
"""Bidirectional marks, line separators, fillers, joiners, tags and other characters that Unicode ignores."""
_SURROGATES = "\ud800-\udfff"

HOSTILE = re.compile(f"[{_CONTROLS}{_UNSEEN}{_SURROGATES}]")
"""All characters that are shown as escapes."""
_JOINERS = "\u200c\u200d"
_WRITTEN_WITH_JOINERS = re.compile(
    "[\u0620-\u065f\u066e-\u06d3\u0750-\u077f\u08a0-\u08c9\u0900-\u0dff\u1000-\u109f\u1780-\u17d3]"
)
"""Letters and marks of Arabic and of the Indic, Burmese and Khmer scripts, which are shaped by joiners."""
_EMOJI = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]")
_HOSTILE_IN_JSON = re.compile(f"[\x7f-\x9f{_UNSEEN}]")
"""The same set without the characters that every JSON writer escapes."""
_SELECTORS = re.compile("[\ufe00-\ufe0f]")
"""Variation selectors; they only choose a presentation, and terminals disagree on their width."""
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_FOLD = re.compile(r"[\s\x1c-\x1f\x85\u2028\u2029]+")


def visible(text: str) -> str:
    """Escape everything hostile in a text; tabs and line feeds stay, CR LF becomes LF."""
    if text.isascii() and text.isprintable():
        return text
    return escaped(_SELECTORS.sub("", text.replace("\r\n", "\n")))


def in_place(text: str) -> str:
    """Replace each hostile character by one replacement character, so that offsets stay valid."""
    return HOSTILE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Return the text on one line: white space folded, the rest as by `visible`."""
    return visible(folded(text))


def folded(text: str) -> str:
    """Replace each run of white space, line ends included, by one space and strip the ends."""
    return _FOLD.sub(" ", text).strip()


def escaped(text: str) -> str:
    r"""Write each hostile character as `\xNN`, `\uNNNN` or `\UNNNNNNNN`; nothing else changes.

    A joiner inside a word of a script that uses joiners stays. Between two emoji it is dropped, so that they
    appear side by side: terminals disagree on the width of the combination.
    """
    return HOSTILE.sub(_escape, text)


def with_line_feeds(text: str) -> str:
    """Turn every kind of line end into a line feed and escape the rest."""
    return escaped(_LINE_ENDS.sub("\n", text))


def escaped_json(text: str) -> str:
    """Replace hostile characters in JSON text by JSON escapes, which keeps its value."""
    return _HOSTILE_IN_JSON.sub(_json_escape, text)


def _escape(match: re.Match[str]) -> str:
    if match.group() in _JOINERS:
        joined = _joined(match)
        if joined is not None:
            return joined
    code = ord(match.group())
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _joined(match: re.Match[str]) -> str | None:
    """Return what replaces a joiner between two letters or emoji that use it; None for an escape."""
    text, at = match.string, match.start()
    before, after = text[max(at - 1, 0) : at], text[at + 1 : at + 2]
    if _WRITTEN_WITH_JOINERS.match(before) and _WRITTEN_WITH_JOINERS.match(after):
        return match.group()
    both = _EMOJI.match(before) and _EMOJI.match(after)
    return "" if both and match.group() == "\u200d" else None


def _json_escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be")
    return "".join(f"\\u{int.from_bytes(units[i : i + 2], 'big'):04x}" for i in range(0, len(units), 2))
