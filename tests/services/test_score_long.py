"""A session with many compactions is read once, and judged as if each compaction were judged alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from bench.make_big import make_big
from gates.canonical import canonical_json
from gates.evaluate import Evaluator
from gates.imported import imported_artifact
from gates.language.numerals import SpokenValues, spoken_values
from gates.language.word_bounds import occurs_in
from gates.report import GateReport
from gates.search.hay import Hay
from gates.search.index import Preparer, SourceIndex, TextSegment
from gates.search.span_search import CANDIDATES, COMMON, SpanSearch
from gates.source import EventKind, SourceEvent
from workbench.bootstrap import Env
from workbench.capture import capture_range
from workbench.services.scores.score import score
from workbench.services.scores.score_inputs import ScoreRequest
from workbench.services.transcript_files.transcripts import Transcript, read_transcript

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
NAMES = ("lost-open-work", "invented-instruction", "clean-run")
COPIES = 4


@pytest.fixture(scope="module")
def long_session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples in a row, several times, as one session."""
    sources = [SAMPLES / f"{name}.jsonl" for name in NAMES]
    size = sum(source.stat().st_size for source in sources) * COPIES // len(NAMES)
    path = tmp_path_factory.mktemp("long") / "long.jsonl"
    make_big(path, size, sources)
    return path


def alone(transcript: Transcript) -> Iterator[GateReport]:
    """Judge each compaction the slow way, reading everything again."""
    env = Env(store_location="unused")
    for found in transcript.compactions:
        artifact = imported_artifact(transcript.session_id, found)
        source = artifact.source.range()
        complete = transcript.header.scope_complete
        index = SourceIndex.build(source, transcript.events, scope_complete=complete, preparer=Preparer())
        capture = capture_range(source.session_id, index.events, source.start, source.end)
        yield Evaluator(index, capture, env.policy).evaluate(artifact, strict=env.policy.strict)


def check_equal(path: Path) -> int:
    """Judge a transcript both ways; how many compactions it has."""
    run = score(Env(store_location="unused"), ScoreRequest(targets=(str(path),)))
    together = [canonical_json(each.report.to_json()) for each in run.scored]
    assert together == [canonical_json(report.to_json()) for report in alone(read_transcript(str(path)))]
    return len(together)


def test_verdicts_equal_those_of_each_compaction_alone(long_session: Path) -> None:
    """Byte for byte, over a session that grows by whole transcripts."""
    assert check_equal(long_session) >= COPIES


@pytest.mark.shared_data
def test_verdicts_of_real_sessions_equal_too(shared_data: Path, in_full: bool) -> None:
    """The same on transcripts with several compactions: the smallest two, all of them in full."""
    found = (shared_data / "sessions" / "claude-code").glob("cc-*compactions.jsonl")
    several = sorted(
        (each for each in found if "0compactions" not in each.name), key=lambda p: p.stat().st_size
    )
    assert sum(map(check_equal, several if in_full else several[:2])) >= 5


def indexes(path: Path) -> list[SourceIndex]:
    """An index for each compaction, the last first, so that a shared one is asked as of earlier ends too."""
    transcript, preparer = read_transcript(str(path)), Preparer()
    return [
        SourceIndex.build(
            imported_artifact(transcript.session_id, found).source.range(),
            transcript.events,
            scope_complete=True,
            preparer=preparer,
        )
        for found in reversed(transcript.compactions)
    ]


def spoken(index: SourceIndex) -> list[TextSegment]:
    """Return the searched segments, computed again."""
    stated = [e for e in index.events if e.kind is not EventKind.COMPACTION and e.sidechain is None]
    return [segment for event in stated for segment in Preparer().segments(event)]


def ranking(
    index: SourceIndex, segments: list[TextSegment], stems: frozenset[str], *, best: bool
) -> list[int]:
    """The numbers of the segments by summed weight, by looking at all of them."""
    holding: dict[str, list[int]] = defaultdict(list)
    for number, segment in enumerate(segments):
        for stem in segment.stems & stems:
            holding[stem].append(number)
    limit = int(len(segments) * COMMON) + 40
    rare = [stem for stem in sorted(holding) if len(holding[stem]) <= limit]
    if not rare and not best:
        rare = sorted(holding, key=lambda stem: (len(holding[stem]), stem))[:3]
    scores: dict[int, float] = defaultdict(float)
    for stem in rare:
        for number in holding[stem]:
            scores[number] += index.weight(stem)
    return sorted(scores, key=lambda n: (-round(scores[n], 6), n))


def test_search_ranks_as_if_every_segment_were_weighed(long_session: Path) -> None:
    """Stopping early changes neither the order nor the choice, at any end of a shared session."""
    asked = 0
    for index in indexes(long_session)[::3]:
        segments, search = spoken(index), SpanSearch(index)
        for event in index.range_events[::11]:
            for segment in index.segments(event.ordinal)[:2]:
                stems = segment.stems | index.segments(0)[0].stems
                wanted = ranking(index, segments, stems, best=False)
                for count in (3, 12, 60):
                    top = [(s.ordinal, s.start) for s in search.top(stems, count)]
                    assert top == [(segments[n].ordinal, segments[n].start) for n in wanted[:count]]
                sizes = {s: search.count(s) for s in stems if 0 < search.count(s) <= search._limit}
                assert (
                    search._fullest(sizes, CANDIDATES)
                    == ranking(index, segments, stems, best=True)[:CANDIDATES]
                )
                asked += 1
    assert asked > 20


def test_a_shared_session_answers_as_of_every_end(long_session: Path) -> None:
    """Numbers, words, actions and digests equal those of an index of its own."""
    for shared in indexes(long_session):
        own = SourceIndex.build(shared.source, shared.events, scope_complete=True)
        assert shared.events_digest == own.events_digest
        assert list(shared.numbers.items()) == list(own.numbers.items())
        assert shared.spoken_numbers == own.spoken_numbers == slow_values(shared.events)
        assert (shared.facts, shared.human, shared.last_action) == (own.facts, own.human, own.last_action)
        assert shared.course.texts.folded(len(shared.events)) == folded(shared.events)
        for word in ("pytest", "README.md", "nowhere_at_all", "tests", "test", "s"):
            assert shared.mentions(word) == occurs_in(word.casefold(), folded(shared.events))


def slow_values(events: Sequence[SourceEvent]) -> frozenset[float]:
    """The values of numbers in words, out of one text."""
    texts = [event.text for event in events if event.kind is not EventKind.COMPACTION]
    return spoken_values("\n".join([*texts, *(event.tool.target for event in events if event.tool)]))


def folded(events: Sequence[SourceEvent]) -> str:
    """All texts but summaries, then all targets."""
    texts = [event.text for event in events if event.kind is not EventKind.COMPACTION]
    return "\n".join([*texts, *(event.tool.target for event in events if event.tool)]).casefold()


@pytest.mark.parametrize(
    "texts",
    [
        ("It took twenty", "five minutes"),
        ("It took twenty ", "five minutes"),
        ("It took twenty", "", "five minutes"),
        ("It took twenty  ", "five minutes"),
        ("Three hundred and", "forty files", "eleven"),
        ("It took 3", "million years", "-five"),
        ("Twenty-", "two", "thousand", "four."),
        ("", "", "seven hundred"),
        ("None here.", "nor here"),
    ],
)
def test_numbers_in_words_may_go_on_in_the_text_below(texts: tuple[str, ...]) -> None:
    """Text by text they are read as in one piece."""
    made = SpokenValues()
    for number, text in enumerate(texts):
        made.add(text)
        assert made.values() == spoken_values("\n".join(texts[: number + 1]))


@pytest.mark.parametrize("block", [1, 9, 1_000])
def test_words_are_found_as_of_any_event(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first place counts from the event that holds it; words end where a text does, in any block."""
    monkeypatch.setattr("gates.search.hay.BLOCK", block)
    pieces = (None, "alpha beta", "", "betamax", None, "beta_2 gamma", "beta")
    hay = Hay()
    for piece in pieces:
        hay.add(piece)
    for words in ("alpha", "beta", "betamax", "gamma", "eta", "max", "beta_2", "2 gamma", "beta\n", "delta"):
        for events in (7, 3, 0, 5, 1, 6, 2, 4):
            whole = "\n".join(piece for piece in pieces[:events] if piece is not None)
            assert hay.upto(events) == whole
            assert hay.occurs(words, events) == occurs_in(words, whole), (words, events)
            assert hay.holds(words, events) == (words in whole)
    assert list(hay.events_with("beta", 7)) == [1, 3, 5, 6]
    assert list(hay.events_with("beta", 5)) == [1, 3]
