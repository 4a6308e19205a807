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
_JOINERS = "\u200c\u200d"
_WRITTEN_WITH_JOINERS = re.compile(
    "[\u0620-\u065f\u066e-\u06d3\u0750-\u077f\u08a0-\u08c9\u0900-\u0dff\u1000-\u109f\u1780-\u17d3]"
)
"""Letters and marks of Arabic and of the Indic, Burmese and Khmer scripts, which joiners shape."""
_EMOJI = re.compile("[\u2190-\u2bff\U0001f000-\U0001faff]")
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


def in_place(text: str) -> str:
    """The text with one replacement character for each hostile one, so that offsets into it still hold."""
    return HOSTILE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """The text on one line: white space folded, the rest as `visible` shows it."""
    return visible(folded(text))


def folded(text: str) -> str:
    """The text with every run of white space, line ends included, as one space and none at its ends."""
    return _FOLD.sub(" ", text).strip()


def escaped(text: str) -> str:
    r"""The text with each hostile character as `\xNN`, `\uNNNN` or `\UNNNNNNNN`; nothing else changes.

    A joiner within a word of a script that is written with it stays. Between two emoji it is left out, so
    that they stand side by side: terminals disagree on the width of what they would make of the two.
    """
    return HOSTILE.sub(_escape, text)


def with_line_feeds(text: str) -> str:
    """The text with every kind of line end as a line feed, the rest escaped."""
    return escaped(_LINE_ENDS.sub("\n", text))


def escaped_json(text: str) -> str:
    """JSON text with the hostile characters in it as JSON escapes, which leaves its value the same."""
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
    """What a joiner becomes between two letters, or two emoji, that are written with it; None: an escape."""
    text, at = match.string, match.start()
    before, after = text[max(at - 1, 0) : at], text[at + 1 : at + 2]
    if _WRITTEN_WITH_JOINERS.match(before) and _WRITTEN_WITH_JOINERS.match(after):
        return match.group()
    both = _EMOJI.match(before) and _EMOJI.match(after)
    return "" if both and match.group() == "\u200d" else None


def _json_escape(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be")
    return "".join(f"\\u{int.from_bytes(units[i : i + 2], 'big'):04x}" for i in range(0, len(units), 2))
