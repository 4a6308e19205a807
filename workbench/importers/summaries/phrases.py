"""Words of one line of a summary: markers removed, sentences separated, labels and quotations found.

Sentences are only cut at their ends; nothing is reworded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_LINE = 20_000
"""Longer lines are not prose; they are kept whole, so that no pattern takes too long on them."""

_EMPHASIS = re.compile(
    r"\*\*(?=\S)(.{1,2000}?)(?<=\S)\*\*"
    r"|(?<![\w_./`])__(?![a-z_]{1,40}__)(?=\S)(.{1,500}?)(?<=\S)__(?![\w_(`]|\.\w)"
)
"""Bold text. A word in small letters between double underscores is a name (`__init__`)."""
_DONE = re.compile(r"^\s*(?:\[(?:[x✓✔]|done|completed?|finished|closed)\]|✅|☑️?|✔️?|✓)\s*", re.IGNORECASE)
_OPEN = re.compile(
    r"^\s*(?:\[(?:[ ~>-]?|pending|open|todo|to do|in[ _-]progress|not[ _-]started)\]"
    r"|⏳|🔄|⬜|☐|🚧|❌|⏸️?|→)\s*",
    re.IGNORECASE,
)
_ENDING_DONE = re.compile(
    r"\s*(?:[-–—]\s*)?(?:\((?:done|completed?|finished|fixed|✅)\)|✅|\bDONE\b|\bCOMPLETED\b)\.?$",
    re.IGNORECASE,
)
_MAY_END_DONE = (")", "✅", "DONE", "COMPLETED", ".")
_END = 16
"""Number of last characters that are searched for a mark that ends a line."""
_SENTENCE_END = re.compile(r"[.!?]([\"”')\]]?)\s+(?=[\"“'(\[]?[A-Z0-9`])")
_ABBREVIATIONS = ("e.g.", "i.e.", "etc.", "vs.", "cf.", "no.", "approx.", "incl.", "resp.")
_QUOTES = {'"': '"', "“": "”", "«": "»"}
_QUOTED = re.compile(r"[\"“](.+?)[\"”]\s*(?:\((.*)\)|[-–—]\s+(.+))?[.,;]?$", re.DOTALL)
_BETWEEN = re.compile(
    r"[\"”]\s*(?:,|;|/|and|then|&|\band then\b)?\s+[\"“]|[\"”]\s*(?:,|;|and|then|/)\s*[\"“]"
)
_BOLD_LABEL = re.compile(r"\*\*([^*\n]{1,200})\*\*\s*(?::|[-–—])?\s*(?=\S)")
_LABEL = re.compile(r"([^:]{1,80}):\s+(?=\S)")
_WORD = re.compile(r"[^\W_]\S*")
_FEWEST_WORDS = 3


@dataclass(frozen=True, slots=True)
class Marked:
    """A line without its list markers; `done` is None if nothing marked it."""

    text: str
    done: bool | None = None


def plain(text: str) -> str:
    """Return the text without bold marks; code marks stay, since they distinguish identifiers."""
    if ("**" not in text and "__" not in text) or len(text) > MAX_LINE:
        return text.strip()
    return _EMPHASIS.sub(lambda found: found.group(1) or found.group(2), text).replace("**", "").strip()


def marked(text: str) -> Marked:
    """Return the text without check marks, and their meaning."""
    if not text[:1].isalnum():
        cut = _DONE.sub("", text)
        if cut != text:
            return Marked(cut, True)
        cut = _OPEN.sub("", text)
        if cut != text:
            return Marked(cut, False)
    if not text.endswith(_MAY_END_DONE):
        return Marked(text)
    end = text[-_END:].casefold()
    if "✅" not in end and not any(word in end for word in ("done", "complete", "finished", "fixed")):
        return Marked(text)
    cut = _ENDING_DONE.sub("", text)
    return Marked(cut, True) if cut != text and cut.strip() else Marked(text)


def words(text: str) -> int:
    """Return the number of words of a text; marks alone do not count."""
    return len(_WORD.findall(text))


def has_words(text: str) -> bool:
    """Return whether a text has any word."""
    return _WORD.search(text) is not None


def is_label(text: str) -> bool:
    """Return whether a line only announces what follows: at most four words and a colon, or ` to:`."""
    bare = text.rstrip("*_ \t")
    return bare.endswith(":") and (words(bare) <= 4 or bare.endswith(" to:"))


def ended(text: str) -> str:
    """Return the text without a final colon, since the statement is read alone."""
    return text.rstrip(": ") if text.endswith(":") and "\n" not in text and has_words(text) else text


_ANNOUNCING = re.compile(
    r"\b(?:things?|parts?|steps?|edits?|errors?|files?|changes?|issues?|points?|items?|findings?|details?|tasks?"
    r"|fix(?:es)?|tests?|problems?|requests?|messages?|decisions?|topics?|features?|comments?|reasons?|areas?"
    r"|sections?|questions?|bugs?|approach|work|following|follows|components?|concepts?|commits?|results?)\b",
    re.IGNORECASE,
)
_NAMES = re.compile(r"[`\"“/\\=]|\d|[a-z][A-Z]|\w[._]\w")
_MOST_ANNOUNCED = 12


def announces(text: str) -> bool:
    """Return whether a line only announces its sub-bullets: a colon, few words, no name or number."""
    bare = text.rstrip("*_ \t")
    if not bare.endswith(":") or words(bare) > _MOST_ANNOUNCED or _NAMES.search(bare):
        return False
    return _ANNOUNCING.search(bare) is not None


_LEANING = re.compile(
    r"(?:this|that|these|those|it|its|both|same|they|their|such|which|he|she)\b"
    r"(?! (?:session|conversation)\b)",
    re.IGNORECASE,
)
_MOST_LEANING = 12
_LONGEST_STANDING = 400


def readable_sentences(parts: list[str]) -> list[str]:
    """Return sentences that can be read alone: a short one that refers to the one before stays with it."""
    found: list[str] = []
    for part in parts:
        leans = found and _LEANING.match(part) and words(part) <= _MOST_LEANING and not _NAMES.search(part)
        if leans and len(found[-1]) + len(part) < _LONGEST_STANDING:
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def sentences(text: str) -> list[str]:
    """Return the sentences of a line; no cut inside quotes, code, brackets, or after an abbreviation."""
    if len(text) > MAX_LINE:
        return [text.strip()]
    parts: list[str] = []
    start = 0
    for found in _SENTENCE_END.finditer(text):
        piece = text[start : found.end(1)].strip()
        if _is_whole(piece):
            parts.append(piece)
            start = found.end()
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def _is_whole(piece: str) -> bool:
    if words(piece) < _FEWEST_WORDS or piece.casefold().endswith(_ABBREVIATIONS):
        return False
    if piece.count("`") % 2 or piece.count('"') % 2 or piece.count("“") != piece.count("”"):
        return False
    return piece.count("(") <= piece.count(")")


def label_of(text: str) -> tuple[str, str]:
    """Return a leading label of at most six words and the rest; the label is empty if there is none."""
    found = _LABEL.match(text)
    if found is None or words(found.group(1)) > 6 or found.group(1).count("`") % 2:
        return "", text
    return found.group(1).strip(), text[found.end() :].strip()


def bold_label(raw: str) -> tuple[str, str] | None:
    """Return a leading label in bold and the rest, from a line with its marks; None if there is none."""
    found = _BOLD_LABEL.match(raw)
    return (plain(found.group(1)).rstrip(": "), plain(raw[found.end() :])) if found is not None else None


def quotations(text: str) -> list[tuple[str, str]] | None:
    """Return the quotations that a line consists of, each with the remark after it.

    None if the line contains more: it does not begin with a quotation, or has other words between them.
    """
    text = text.strip()
    if not text or text[0] not in _QUOTES or len(text) > MAX_LINE:
        return None
    found: list[tuple[str, str]] = []
    for piece in _split_quotes(text):
        whole = _QUOTED.fullmatch(piece)
        if whole is None:
            return None
        found.append((whole.group(1).strip(), (whole.group(2) or whole.group(3) or "").strip()))
    return found


def _split_quotes(text: str) -> list[str]:
    pieces: list[str] = []
    start = 0
    for found in _BETWEEN.finditer(text):
        pieces.append(text[start : found.start() + 1])
        start = found.end() - 1
    return [*pieces, text[start:]]
