"""Drafts in place of a summary that stands for earlier ones too, and the offer of the summary itself."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from store.records import artifacts, sessions
from tests.cli.samples import Writer
from tests.services.test_drafting import environment
from workbench.bootstrap import Env
from workbench.cli.views.sessions import import_lines
from workbench.services.drafts import smaller_offer
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.native_summary import native_strategy
from workbench.services.drafts.range_choice import ChosenRange, choose_range
from workbench.services.drafts.smaller_offer import SmallerOffer
from workbench.services.judgement.judge import judge_stored, judge_widened
from workbench.services.transcript_files.import_transcripts import ImportRun, import_paths
from workbench.strategies import DraftRequest
from workbench.strategies.asked import parse_size

FILLER = "The shelf in row {} holds the labels of the harbour, its cranes and its lamps. "


def _worked(writer: Writer, part: int) -> None:
    """One turn of a session, and a short summary after it."""
    writer.user(f"Sort the labels of part {part}. Never rename labels of part {part}.")
    for n in range(12):
        writer.calls(f"r{part}-{n}", "Read", file_path=f"labels/{part}/{n}.txt")
        writer.result(f"r{part}-{n}", FILLER.format(n) * 40)
    writer.says(f"I decided to keep the labels of part {part} in the order of their rows.")
    at = writer.records[-1]["uuid"]
    meta = {"trigger": "auto", "preTokens": 90_000}
    writer.add("system", subtype="compact_boundary", content="Conversation compacted", compactMetadata=meta)
    writer.records[-1] |= {"logicalParentUuid": at, "parentUuid": None}
    rules = "".join(f"\n- Never rename labels of part {each}." for each in range(1, part + 1))
    writer.add(
        "user",
        message={"role": "user", "content": f"Rules:{rules}\nThe labels of part {part} are kept by row."},
        isCompactSummary=True,
        isVisibleInTranscriptOnly=True,
    )


@pytest.fixture(scope="module")
def twice(tmp_path_factory: pytest.TempPathFactory) -> tuple[Env, str, ImportRun]:
    """A session that ends with its second summary."""
    folder: Path = tmp_path_factory.mktemp("twice")
    env = environment(folder)
    writer = Writer()
    _worked(writer, 1)
    _worked(writer, 2)
    path = folder / "labels.jsonl"
    path.write_text("\n".join(map(json.dumps, writer.records)) + "\n", encoding="utf-8")
    run = import_paths(env, [str(path)])
    return env, run.imported[0].appended.session_id, run


@pytest.mark.parametrize("where", ["inside", "over its end", "all of it", "from its start"])
def test_a_range_that_opens_a_summary_comes_with_the_one_that_replaces_it_whole(
    twice: tuple[Env, str, ImportRun], where: str
) -> None:
    """What else the summary stands for would come back into the context; a range around it brings nothing."""
    env, session, _ = twice
    _, end = _own(env, session)
    summary = end + 1
    asked = {
        "inside": (0, 0),
        "over its end": (1, summary),
        "all of it": (0, end),
        "from its start": (0, summary),
    }
    chosen = choose_range(env, session, asked[where])
    assert (chosen.start, chosen.end) == asked[where]
    opens = {"inside": (0, end), "over its end": (0, summary)}
    assert chosen.whole == opens.get(where)
    if chosen.whole is not None:
        assert choose_range(env, session, chosen.whole).whole is None


def _own(env: Env, session: str) -> tuple[int, int]:
    last = sessions.compactions(env.open_store(), session)[-1]
    return last.source_start, last.source_end


@pytest.mark.parametrize("strategy", ["intentional", "native"])
def test_the_default_range_reopens_no_earlier_summary(
    twice: tuple[Env, str, ImportRun], strategy: str
) -> None:
    """The last summary stands for all before it: a draft in its place begins where that began."""
    env, session, _ = twice
    start, end = _own(env, session)
    assert start > 0
    chosen = choose_range(env, session, strategy=strategy)
    assert (chosen.start, chosen.end) == (0, end)


def test_a_summary_drafted_over_all_that_it_covers_keeps_what_was_said_before_its_own_range(
    twice: tuple[Env, str, ImportRun],
) -> None:
    """Its statements are linked to any event that it covers, and `--size native` measures by it."""
    env, session, _ = twice
    made = draft(env, choose_range(env, session, strategy="native"), strategy="native").judged
    assert made is not None
    start, end = _own(env, session)
    assert (made.artifact.source.source_start, made.artifact.source.source_end) == (0, end)
    assert any(link.ordinal < start for item in made.artifact.items for link in item.links)
    sized = draft(env, choose_range(env, session), size=parse_size("native"))
    assert sized.size is not None


def test_a_summary_that_grows_less_is_offered(twice: tuple[Env, str, ImportRun]) -> None:
    """Of the summary's own range too, although the context grows with either."""
    env, session, _ = twice
    start, end = _own(env, session)
    chosen = ChosenRange(session, start, end, "as asked for")
    made = draft(env, chosen, size=parse_size("900"))
    native = draft(env, chosen, strategy="native")
    assert made.growth is not None and native.growth is not None and native.judged is not None
    assert native.judged.context is not None and native.growth < made.growth
    assert made.offer == SmallerOffer("native", native.judged.context.after)


def test_the_summary_is_offered_before_a_page(
    twice: tuple[Env, str, ImportRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the page is smaller still; the page is offered if the summary leaves as much as the draft."""
    env, session, _ = twice
    chosen = ChosenRange(session, *_own(env, session), "as asked for")
    sizes = {"native": 3, "intentional": 1}
    monkeypatch.setattr(
        smaller_offer,
        "change_with",
        lambda _store, artifact, _name: SimpleNamespace(after=sizes[artifact.strategy]),
    )
    assert draft(env, chosen, size=parse_size("900")).offer == SmallerOffer("native", 3)
    sizes["native"] = 10**9
    assert draft(env, chosen, size=parse_size("900")).offer == SmallerOffer("intentional", 1)


def test_an_import_suggests_what_its_last_summary_covers(twice: tuple[Env, str, ImportRun]) -> None:
    """The last summary is the one in the context; a draft of an earlier range would reopen it."""
    env, session, run = twice
    shown = "\n".join("".join(piece.text for piece in each) for each in import_lines(run, 100))
    assert f"--range 0..{_own(env, session)[1]}" in shown


def test_a_summary_is_judged_over_all_that_it_covers_without_a_trace(
    twice: tuple[Env, str, ImportRun],
) -> None:
    """Under the id that reviews name; its own range is judged, linked and stored as before."""
    env, session, _ = twice
    store, own = env.open_store(), _own(env, session)
    stored = artifacts.get(store, sessions.compactions(store, session)[-1].artifact_id)
    alone = judge_stored(env, store, stored)
    wide = judge_widened(env, store, stored, 0)
    assert (wide.report.source_start, wide.report.source_end) == (0, own[1])
    assert wide.report.artifact_id == wide.artifact_id == stored.artifact_id
    assert wide.report_id is None
    assert wide.capture.digest != alone.capture.digest
    assert min(link.ordinal for item in wide.artifact.items for link in item.links) < own[0]
    again = judge_stored(env, store, stored)
    assert (again.artifact, again.report, again.report_id) == (alone.artifact, alone.report, alone.report_id)
    made, source = native_strategy(env, store, session, (0, own[1]))
    assert (source.start, source.end) == (0, own[1])
    assert made.draft(DraftRequest(source, wide.events)).payload["items"]
