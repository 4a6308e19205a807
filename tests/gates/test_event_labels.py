"""Labels that point into a transcript: no word of it stays in them, and they find their words again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.accuracy.event_labels import about, found_in, pointed
from bench.accuracy.labelled_sessions import UNSAID, Answers, Labelled
from bench.label_places import Places, by_event, is_kept, project_of, ranges
from workbench.services.transcript_files.transcripts import Transcript, read_transcript

SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "lost-open-work.jsonl"


def transcript() -> Transcript:
    """A sample session with one compaction."""
    return read_transcript(SAMPLE.as_posix())


def label(read: Transcript, **more: Any) -> dict[str, Any]:
    """A label that quotes the first words of the first message."""
    event = next(e for e in read.events if len(e.text) > 60)
    quote = event.text[4:44]
    evidence = [{"ordinal": event.ordinal, "quote": quote}]
    return {"kind": "capture", "session": "s", "boundary": 0, "why": quote, "evidence": evidence, **more}


def test_a_quote_becomes_a_place_that_finds_it_again() -> None:
    """White space may differ; remarks that may quote are left out."""
    read = transcript()
    given = label(read, statement="ours")
    made = pointed(given, read, "")
    assert isinstance(made, dict)
    quote = given["evidence"][0]["quote"]
    assert quote not in json.dumps(made)
    (place,) = Places(SAMPLE, read.events).of(made)
    assert (place.quote, place.ordinal) == (quote, given["evidence"][0]["ordinal"])
    assert by_event([made])
    assert found_in("a  b", "x a\nb") == (2, 3)


def test_a_quote_that_is_not_there_is_reported() -> None:
    """Of an event, and of the summary of a claim."""
    read = transcript()
    wrong = label(read)
    wrong["evidence"][0]["quote"] = "words that nobody said here"
    assert isinstance(pointed(wrong, read, ""), str)
    claim = label(read, kind="claim", summary_quote="the summary says so")
    assert pointed(claim, read, "nothing of it") == "the summary does not hold its quote"
    found = pointed(claim, read, "Here the summary says so.")
    assert isinstance(found, dict)
    assert found["summary_span"] == [5, 19]


def test_a_session_tells_its_project_and_where_reading_ended() -> None:
    """The end is recorded only if nothing was compacted."""
    read = transcript()
    head = about(Path("codex/git-sync-0.118.0-ab12.jsonl"), read, {})
    assert (head["project"], "end" in head) == ("git-sync", False)
    assert about(Path("pi/large-session.jsonl"), read, {})["project"] == "pi"
    assert project_of("s", [head]) == "git-sync"
    assert project_of("s", []) == "s"
    assert [found.end for found in ranges(read, [head])] == [ranges(read, [])[0].end]


def test_what_stays_verbatim_cannot_be_lost() -> None:
    """A label whose words are all in kept events has no verdict on the summary."""
    assert is_kept({"evidence": [{"ordinal": 3}, {"ordinal": 4}]}, frozenset((3, 4)))
    assert not is_kept({"evidence": [{"ordinal": 3}, {"ordinal": 9}]}, frozenset((3, 4)))
    assert not is_kept({"evidence": []}, frozenset((3,)))


def test_labels_by_event_are_given_to_the_exam_by_record() -> None:
    """Each event stands for one record, and a label without a verdict is marked as such."""
    read = transcript()
    made = pointed(label(read, statement="ours"), read, "")
    assert isinstance(made, dict)
    answers = Answers(Labelled(SAMPLE, (made,)))
    (given,) = answers.labels(0, [made])
    assert given["verdict"] == UNSAID
    uuid = given["evidence"][0]["uuid"]
    record = next(each for each in answers.records() if each.get("uuid") == uuid)
    start = given["evidence"][0]["quote_start"]
    words = record["message"]["content"][start : start + given["evidence"][0]["quote_len"]]
    assert words == next(Places(SAMPLE, read.events).of(made)).quote
