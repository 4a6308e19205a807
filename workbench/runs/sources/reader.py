"""Read a place into a source artifact: its bytes, its text, its passages and their index terms."""

from __future__ import annotations

from dataclasses import replace

from gates.errors import ReportedError
from store.run_values import (
    PREVIEW_CHARACTERS,
    Indexed,
    PassageChunk,
    SourceArtifact,
    artifact_id,
    chunk_id,
    chunks_digest,
    content_hash,
)
from workbench.runs.language.terms import counted, language, stems
from workbench.runs.sources.charsets import is_utf8, named
from workbench.runs.sources.cutting import cut
from workbench.runs.sources.extract import Extracted, SourceUnreadable, media_type_of
from workbench.runs.sources.fetch import Fetcher
from workbench.runs.sources.places import SourcePlace, read_file


def content_of(place: SourcePlace, fetcher: Fetcher, most: int) -> tuple[SourcePlace, bytes, str]:
    """Return the place, its bytes and their kind; the place of a redirected page names the new address.

    Raises:
        ReportedError: it cannot be fetched or read, or is of no known kind.
    """
    if not place.is_address:
        return place, *read_file(place, most)
    fetched = fetcher.fetch(place.where)
    kind = media_type_of(fetched.url.partition("?")[0].rsplit("/", 1)[-1], fetched.declared)
    if kind is None:
        stated = f"{place.location} is {fetched.declared or 'of an unknown kind'}, which is not read"
        raise SourceUnreadable(stated, "save it as text, HTML or PDF")
    if fetched.url != place.where:
        place = replace(place, location=f"{place.location} (moved to {fetched.url})")
    return place, _in_utf8(fetched.content, fetched.declared), kind


def _in_utf8(content: bytes, declared: str) -> bytes:
    """Convert a page to UTF-8 if its server names another encoding and it is not UTF-8 already."""
    told = named(declared)
    return content.decode(told, "replace").encode() if told and not is_utf8(content) else content


MOST_TELLING = 4_000
"""Characters of a source from which its language is recognised, for its title and headings."""


def indexed(content: bytes, found: Extracted, hashed: str = "") -> Indexed:
    """Return an extracted text with its passages and index terms; `hashed` is the bytes' hash, if known."""
    body = found.text.encode("utf-8", "replace")
    passages = cut(found.text, found.pages)
    told = language(found.text[:MOST_TELLING])
    title = stems(found.title, told)
    above = {
        heading: sorted({*title, *stems(heading, told)}) for heading in {each.heading for each in passages}
    }
    terms = []
    for each in passages:
        counts = counted(found.text[each.start : each.end])
        for stem in above[each.heading]:
            counts[stem] = counts.get(stem, 0) + 1
        terms.append(counts)
    lengths = [sum(counts.values()) for counts in terms]
    spans = [(p.start, p.end, p.page, p.heading, n) for p, n in zip(passages, lengths, strict=True)]
    bare = SourceArtifact(
        artifact_id="",
        content_hash=hashed or content_hash(content),
        text_hash=content_hash(body),
        media_type=found.media_type,
        extractor=found.extractor,
        title=found.title,
        size=len(content),
        characters=len(found.text),
        chunks=len(passages),
        chunks_digest=chunks_digest(spans),
    )
    artifact = replace(bare, artifact_id=artifact_id(bare))
    chunks = tuple(
        PassageChunk(
            chunk_id=chunk_id(artifact.artifact_id, start, end),
            artifact_id=artifact.artifact_id,
            place=place,
            number=0,
            span_start=start,
            span_end=end,
            page=page,
            heading=heading,
            preview=found.text[start:end][:PREVIEW_CHARACTERS],
            words=length,
        )
        for place, (start, end, page, heading, length) in enumerate(spans)
    )
    return Indexed(artifact, content, body, chunks, tuple(terms))


def reason_of(error: ReportedError) -> str:
    """Return why a place could not be read, with the hint."""
    return f"{error.message}; {error.hint}" if error.hint else error.message
