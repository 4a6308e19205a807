"""Extract the text of a source's bytes by the kind of source; spans later point into this text.

Markdown, text, source code, JSON and CSV are read unchanged; HTML without its invisible parts; PDF page by
page if the extra `documents` is installed. Bytes that are not text of a known kind are refused with the
reason.
"""

from __future__ import annotations

import codecs
import io
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from time import thread_time
from typing import Any

from workbench.errors import InputError, install_hint
from workbench.runs.language.terms import INDEX_VERSION
from workbench.runs.sources.charsets import may_be_western, named_in
from workbench.runs.sources.html_text import html_text

_CUT = f"cut/2 {INDEX_VERSION}"
_TEXT, _HTML = f"text/1 {_CUT}", f"html/1 {_CUT}"
_KINDS = {
    "md": "text/markdown", "markdown": "text/markdown", "txt": "text/plain", "rst": "text/plain",
    "text": "text/plain", "log": "text/plain", "adoc": "text/plain", "html": "text/html", "htm": "text/html",
    "xhtml": "text/html", "json": "application/json", "jsonl": "application/json", "csv": "text/csv",
    "tsv": "text/csv", "pdf": "application/pdf", "toml": "text/plain", "yaml": "text/plain",
    "yml": "text/plain", "ini": "text/plain", "cfg": "text/plain", "xml": "text/plain", "tex": "text/plain",
}  # fmt: skip
_CODE = frozenset(
    "py js ts tsx jsx go rs java kt c h cc cpp hpp cs rb php swift scala sh bash sql r jl lua pl css scss "
    "vue proto graphql tf hs ml ex erl dart m mm".split()
)
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(.{1,200}?)\s*#*\s*$", re.MULTILINE)
_MOST_TITLE = 160
PDF_SECONDS = 120
"""Longest time that the pages of one PDF take to read, in seconds of this thread; some thousand pages."""
MOST_PDF_TEXT = 16_000_000
"""Most characters of one PDF, as many as other files have bytes."""
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
"""Byte order marks of text that is not UTF-8.

The longer ones first, as a 32-bit mark begins like a 16-bit one.
"""


class SourceUnreadable(InputError):
    """The bytes of a source cannot be read as text of a known kind."""

    code = "source_unreadable"


@dataclass(frozen=True, slots=True)
class Extracted:
    """The text of one source."""

    media_type: str
    extractor: str
    """Name and version of the extractor."""
    title: str
    text: str
    pages: tuple[int, ...] = ()
    """PDF: offset of each page in the text."""


def media_type_of(name: str, declared: str = "") -> str | None:
    """Return the kind of a source by its content type or its name's suffix; None if it is not read."""
    stated = declared.partition(";")[0].strip().casefold()
    if stated in ("text/html", "application/xhtml+xml"):
        return "text/html"
    if stated in ("application/pdf", "application/json", "text/csv", "text/markdown"):
        return stated
    ending = PurePosixPath(name.casefold()).suffix.lstrip(".")
    if ending in _CODE:
        return "text/x-source"
    if ending in _KINDS:
        return _KINDS[ending]
    return "text/plain" if stated.startswith("text/") or not ending else None


def extractor_of(media_type: str) -> str:
    """Return name and version of the code that reads and indexes a kind; empty if it is not installed."""
    if media_type != "application/pdf":
        return _HTML if media_type == "text/html" else _TEXT
    try:
        import pypdf
    except ImportError:
        return ""
    return f"pypdf/{pypdf.__version__} {_CUT}"


def extract(content: bytes, name: str, media_type: str) -> Extracted:
    """Return the text of a source.

    Raises:
        SourceUnreadable: it is binary, damaged, empty, or needs a library that is not installed.
    """
    if media_type == "application/pdf":
        made = _pdf(content, name)
    elif media_type == "text/html":
        title, text = html_text(_decoded(content, name))
        made = Extracted(media_type, _HTML, title or _named(name), text)
    else:
        text = _decoded(content, name)
        made = Extracted(media_type, _TEXT, _title(text, name, media_type), text)
    if not made.text.strip():
        raise SourceUnreadable(f"{name} contains no text", "give a source with words in it")
    return made


def _decoded(content: bytes, name: str) -> str:
    marked = next((codec for mark, codec in _MARKS if content.startswith(mark)), None)
    if marked is not None:
        return content.decode(marked, "replace").replace("\r\n", "\n").replace("\r", "\n")
    if b"\x00" in content[:8_192]:
        raise SourceUnreadable(f"{name} is binary, not text", "give text, Markdown, HTML, JSON, CSV or PDF")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        told = named_in(content)
        if not told and not may_be_western(content):
            raise SourceUnreadable(
                f"{name} is text in an encoding that is not named", "save it as UTF-8"
            ) from None
        text = content.decode(told or "cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _title(text: str, name: str, media_type: str) -> str:
    found = _HEADING.search(text[:4_000]) if media_type in ("text/markdown", "text/plain") else None
    if found:
        return found.group(1)[:_MOST_TITLE]
    first = next((line.strip() for line in text[:2_000].splitlines() if line.strip()), "")
    shown = media_type == "text/plain" and 0 < len(first) <= 90 and not first.endswith((".", ",", ";"))
    return first if shown else _named(name)


def _named(name: str) -> str:
    return PurePosixPath(name).stem.replace("-", " ").replace("_", " ")[:_MOST_TITLE]


def _page_texts(pages: Iterable[Any], name: str) -> list[str]:
    """Return the text of each page of a PDF.

    A few bytes of a file may draw one form billions of times or be the content of every page, so the time is
    looked at before each drawing instruction.

    Raises:
        SourceUnreadable: the pages take over `PDF_SECONDS` of this thread's time, or hold too much text.
    """
    began, size = thread_time(), 0
    texts: list[str] = []

    def check(*_instruction: object) -> None:
        if thread_time() - began > PDF_SECONDS:
            raise SourceUnreadable(
                f"{name} takes over {PDF_SECONDS} s to read", "split it, or save it as text"
            )

    for page in pages:
        check()
        text = (page.extract_text(visitor_operand_before=check) or "").replace("\r", "\n").replace("\x00", "")
        size += len(text)
        if size > MOST_PDF_TEXT:
            raise SourceUnreadable(f"{name} has over {MOST_PDF_TEXT:,} characters of text", "split it")
        texts.append(text)
    return texts


def _pdf(content: bytes, name: str) -> Extracted:
    try:
        import pypdf
    except ImportError as error:
        raise SourceUnreadable(
            f"{name} is a PDF, and the library that reads it is not installed",
            f"{install_hint('documents')} installs it",
        ) from error
    if not content:
        raise SourceUnreadable(f"{name} is empty", "give a source with words in it")
    logging.getLogger("pypdf").setLevel(logging.ERROR)
    try:
        reader = pypdf.PdfReader(io.BytesIO(content))
        texts = _page_texts(reader.pages, name)
        title = str((reader.metadata.title if reader.metadata else "") or "")
    except SourceUnreadable:
        raise
    except pypdf.errors.FileNotDecryptedError as error:
        raise SourceUnreadable(f"{name} needs a password", "save it without one") from error
    except Exception as error:  # a damaged file fails in many ways inside the library
        raise SourceUnreadable(f"{name} is no PDF that can be read: {type(error).__name__}") from error
    pages, at = [], 0
    for text in texts:
        pages.append(at)
        at += len(text) + 1
    named = " ".join(title.split())[:_MOST_TITLE] or _named(name)
    return Extracted(
        "application/pdf", f"pypdf/{pypdf.__version__} {_CUT}", named, "\n".join(texts), tuple(pages)
    )
