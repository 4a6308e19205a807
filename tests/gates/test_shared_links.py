"""The linker on real summaries: their own items are linked, those of another session are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from gates.artifact import Item
from gates.search.index import Preparer, SourceIndex
from gates.search.linking import SpanSearch, link_statement, lists_all_messages
from gates.source import SourceRange
from workbench.services.transcript_files.transcripts import read_transcript

pytestmark = pytest.mark.shared_data


def summaries(folder: Path) -> list[tuple[str, SpanSearch, tuple[Item, ...]]]:
    """Every real compaction with the search over its own source and its items.

    The heading of a list of all user messages is left out: it is linked to the first and the last message of
    whatever session it is held against.
    """
    found = []
    for path in sorted((folder / "sessions" / "claude-code").glob("cc-*.jsonl")):
        transcript = read_transcript(str(path))
        preparer = Preparer()
        for compaction in transcript.compactions:
            source = SourceRange(transcript.session_id, compaction.source_start, compaction.source_end)
            index = SourceIndex.build(source, transcript.events, scope_complete=True, preparer=preparer)
            items = tuple(item for item in compaction.items if not lists_all_messages(item.text))
            found.append((transcript.session_id, SpanSearch(index), items))
    return found


def linked(search: SpanSearch, items: tuple[Item, ...]) -> int:
    """How many of the items get a link."""
    return sum(bool(link_statement(search, item)) for item in items)


def test_own_items_are_linked_and_foreign_ones_stay_unlinked(shared_data: Path, in_full: bool) -> None:
    """At least 85% of its own items, at most 14% of another session's, over every other pair."""
    all_of_them = summaries(shared_data)
    own = total_own = foreign = total_foreign = 0
    for place, (session, search, items) in enumerate(all_of_them):
        own += linked(search, items)
        total_own += len(items)
        for at, (other, _, theirs) in enumerate(all_of_them):
            if other != session and (in_full or (place + at) % 2 == 0):
                foreign += linked(search, theirs)
                total_foreign += len(theirs)
    assert total_own > 500 and total_foreign > 1_000
    assert own / total_own >= 0.85
    assert foreign / total_foreign <= 0.14
