"""Links: derivation, resolution, completion, and the linker's thresholds."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.errors import RangeError
from gates.search.linking import complete_links, link_items
from gates.search.quotes import find_quote
from gates.source import (
    CHUNK_LIMIT,
    EventKind,
    SourceEvent,
    SourceRange,
    chunk_bounds,
    chunks_of,
    make_link,
    parse_chunk_id,
)
from tests.gates.build import SESSION, TEXTS, artifact_of, index_of, item, link_to, source_events


@given(st.text(alphabet=st.sampled_from("ab\n "), max_size=60), st.integers(1, 400))
@settings(max_examples=100, deadline=None)
def test_chunks_partition_the_text(piece: str, times: int) -> None:
    """Chunks are at most 4,000 code points, leave no gap and cut at line ends where there are any."""
    text = (piece + "x" * 37) * times
    bounds = chunk_bounds(text)
    assert bounds[0][0] == 0
    assert bounds[-1][1] == len(text)
    assert all(end - start <= CHUNK_LIMIT for start, end in bounds)
    assert all(a[1] == b[0] for a, b in itertools.pairwise(bounds))


def test_a_chunk_id_names_session_ordinal_and_part() -> None:
    """A chunk id can be read back, and another rule's id cannot."""
    (chunk,) = chunks_of(SESSION, 7, "text")
    assert parse_chunk_id(chunk.chunk_id) == (SESSION, 7, 0)
    assert parse_chunk_id("ses:7:0:other.9") is None


def test_a_link_resolves_to_the_words_it_quotes() -> None:
    """A link made from an event resolves in range, at its own place."""
    link = link_to("The retry limit in billing/retry.py is 3 attempts")
    place = index_of().resolve(link)
    assert place.ok
    assert place.in_range
    assert TEXTS[place.ordinal][1][place.start : place.end] == link.quote


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"chunk_id": "ses_test:99:0:lines4000.1"}, "chunk_missing"),
        ({"chunk_id": "ses_other:1:0:lines4000.1"}, "chunk_missing"),
        ({"quote": "The retry limit is 4"}, "quote_changed"),
        ({"quote_hash": "0" * 64}, "quote_changed"),
        ({"ordinal": 2}, "quote_changed"),
        ({"evidence_id": "evd_" + "0" * 64}, "id_wrong"),
    ],
)
def test_a_changed_link_does_not_resolve(change: dict[str, object], reason: str) -> None:
    """A changed part makes the link invalid, and the reason is given."""
    link = link_to("The retry limit").model_copy(update=change)
    place = index_of().resolve(link)
    assert (place.ok, place.reason) == (False, reason)


def test_evidence_ids_are_deterministic_and_namespaced_by_corpus() -> None:
    """Equal words at an equal place have one id in a session and another in every other session (S0 D)."""
    text = "Use the --dry-run flag. Use the --dry-run flag."
    places = [("ses_a", 3, 0), ("ses_b", 3, 0), ("ses_a", 4, 0), ("ses_a", 3, 24)]
    made = [make_link(session, ordinal, text, at, at + 23) for session, ordinal, at in places]
    assert len({link.quote for link in made}) == 1
    assert len({link.evidence_id for link in made}) == len(places)
    assert made[0] == make_link("ses_a", 3, text, 0, 23)


def test_a_link_before_the_range_resolves_outside_it() -> None:
    """Words before the range resolve, and are asked to lie outside."""
    place = index_of(start=4).resolve(link_to("Never touch the public API"))
    assert (place.ok, place.in_range) == (True, False)


def test_events_in_a_sidechain_are_outside_every_range() -> None:
    """An abandoned rewind is no evidence."""
    events = tuple(e._replace(sidechain="rewind-1") if e.ordinal == 1 else e for e in source_events())
    place = index_of(events).resolve(link_to("The retry limit"))
    assert (place.ok, place.in_range) == (True, False)


def test_a_range_outside_the_session_is_refused() -> None:
    """A range that ends after the last event is an error with a hint."""
    with pytest.raises(RangeError) as caught:
        index_of(end=40)
    assert "0..8" in caught.value.message
    with pytest.raises(RangeError):
        SourceRange(SESSION, 5, 4)


def test_a_restated_fact_is_linked_and_a_foreign_one_is_not() -> None:
    """The linker finds the sentence that carries a claim, and makes no link for one from elsewhere."""
    index = index_of()
    drawn = artifact_of(
        item("The exporter writes 240 rows per batch and keeps the column order"),
        item("The kitchen tiles were ordered in slate grey from the second supplier"),
        origin="imported",
    )
    own, foreign = link_items(drawn, index).items
    assert own.links[0].ordinal == 6
    assert foreign.links == ()


@pytest.mark.parametrize(
    ("again", "first"),
    [
        ("The exporter writes 240 rows per batch now.", 9),
        ("Nothing else was said of the kitchen tiles.", 6),
    ],
)
def test_what_the_range_says_too_is_linked_there(again: str, first: int) -> None:
    """A passage inside the range that supports a statement is preferred to a better one before it."""
    events = (*source_events(), SourceEvent(9, EventKind.ASSISTANT, again, "n9", tokens=9))
    index = index_of(events, start=7)
    said = "The exporter now writes 240 rows per batch and keeps the old column order."
    drawn = artifact_of(item(said), origin="imported")
    drawn = drawn.model_copy(
        update={"source": drawn.source.model_copy(update={"source_start": 7, "source_end": 9})}
    )
    assert [link.ordinal for link in link_items(drawn, index).items[0].links][:1] == [first]


def test_words_of_the_user_are_searched_in_human_messages_only() -> None:
    """A quotation is found in any case and spacing, but only in a human's message."""
    index = index_of()
    assert find_quote(index, '"use the --dry-run   flag for the first export"') == (5, 0, 43)
    assert find_quote(index, "The retry tests fail because the limit") is None


def test_a_short_link_in_a_file_is_completed_when_its_quote_occurs_once() -> None:
    """`{ordinal, quote}` becomes a full link; a quote that occurs twice or never does not resolve."""
    index = index_of()
    payload = {
        "items": [
            {"kind": "claim", "text": "x", "links": [{"ordinal": 1, "quote": "retry limit"}]},
            {"kind": "claim", "text": "y", "links": [{"ordinal": 1, "quote": "no such words"}]},
            {"kind": "claim", "text": "z", "links": [{"ordinal": 8, "quote": "re"}]},
        ]
    }
    once, never, twice = complete_links(payload, index)["items"]
    text = TEXTS[1][1]
    at = text.index("retry limit")
    assert once["links"][0] == make_link(SESSION, 1, text, at, at + 11).model_dump(mode="json")
    assert never["links"][0]["quote_hash"] == "0" * 64
    assert twice["links"][0]["quote_hash"] == "0" * 64
