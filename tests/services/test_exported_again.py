"""A context exported as a session file and imported again is the same context, with the same verdicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from gates.artifact import Artifact
from gates.render import LEGEND, sections
from gates.report import GateReport
from gates.source import EventKind, SourceEvent
from store.records import sessions
from tests.services.test_drafting import environment
from workbench.bootstrap import Env
from workbench.exporters.claude_code import CONTINUED
from workbench.exporters.codex import PREAMBLE
from workbench.exporters.pairing import arguments_text, role_of
from workbench.exporters.summaries import context_text
from workbench.masking import mask
from workbench.services.contexts.context import read_context
from workbench.services.contexts.session_files import FileRequest
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import ChosenRange, choose_range
from workbench.services.judgement.judge import JudgedArtifact
from workbench.services.moves.accept_rollback import accept
from workbench.services.scores.score import score
from workbench.services.scores.score_inputs import ScoreRequest
from workbench.services.transcript_files.import_transcripts import import_paths

SAMPLES = Path(__file__).parents[2] / "sample_sessions"
FORMATS = ("claude-code", "codex")
_TITLE = re.compile(r"^# Summary of (?:events \d+ to \d+|the earlier events)$", re.MULTILINE)
_REFERENCES = re.compile(r"\s*\[e\d+(?:, e\d+)*\]$", re.MULTILINE)


def new_store(folder: Path) -> Env:
    folder.mkdir()
    return environment(folder)


MakeAccepted = Callable[..., tuple[Env, str, list[JudgedArtifact]]]


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> MakeAccepted:
    """A store with a sample and accepted drafts of these ranges, made once for all readers."""

    @cache
    def made(name: str, *ranges: tuple[int, int]) -> tuple[Env, str, list[JudgedArtifact]]:
        env = new_store(tmp_path_factory.mktemp("accepted") / "a")
        session = imported(env, SAMPLES / name)
        chosen = [ChosenRange(session, start, end, "here") for start, end in ranges]
        drafts = []
        for each in chosen or [choose_range(env, session)]:
            judged = draft(env, each).judged
            assert judged is not None
            accept(env, judged.artifact_id, confirm=("C", "E"))
            drafts.append(judged)
        return env, session, drafts

    return made


def imported(env: Env, path: Path) -> str:
    return import_paths(env, [str(path)]).imported[0].appended.session_id


def exported(env: Env, session: str, output: str, path: Path) -> Path:
    read_context(env, session, output=output, file=FileRequest(out=str(path)))
    return path


def given(env: Env, session: str) -> list[str]:
    """Return each text the agent receives; a summary comes without its introduction and event numbers."""
    page, store = read_context(env, session), env.open_store()
    stored = sessions.get(store, session)
    known = events_of(env, session)
    texts: list[str] = []
    for segment in page.view.segments:
        if segment.artifact_id is not None:
            texts.append(_summary(context_text(page.stand_ins[segment.artifact_id].artifact)))
            continue
        events = [known[ordinal] for ordinal in sorted(set(segment.ordinals))]
        texts += [_said(event) for event in events if role_of(event, stored.format) not in (None, "system")]
    return [text for text in texts if text]


def _said(event: SourceEvent) -> str:
    if event.kind is EventKind.COMPACTION:
        return _summary(event.text)
    text = arguments_text(event) if event.kind is EventKind.TOOL_CALL else event.text
    return "\n".join(mask(text)[0].split())


def _summary(text: str) -> str:
    text = mask(text)[0].removeprefix(CONTINUED).removeprefix(PREAMBLE)
    text = _REFERENCES.sub("", _TITLE.sub("", text).replace(LEGEND, ""))
    return "\n".join(text.split())


def counted(report: GateReport) -> Iterator[tuple[str, str]]:
    """What counts, and its verdict."""
    return ((each.text, each.verdict) for each in report.retention if each.counted)


@pytest.mark.parametrize("output", FORMATS)
@pytest.mark.parametrize("name", ["clean-run", "invented-instruction", "lost-open-work"])
def test_a_sample_of_one_accepted_artifact(
    name: str, output: str, accepted: MakeAccepted, tmp_path: Path
) -> None:
    again = new_store(tmp_path / "b")
    env, session, (made,) = accepted(f"{name}.jsonl")
    path = exported(env, session, output, tmp_path / "out.jsonl")
    assert sorted(given(again, imported(again, path))) == sorted(given(env, session))
    run = score(again, ScoreRequest((str(path),)))
    report = run.scored[-1].report
    assert dict(counted(report)) == dict(counted(made.report)) != {}
    assert statuses(report) == statuses(made.report)
    assert quoted(run.scored[-1].artifact) == quoted(made.artifact)


def statuses(report: GateReport) -> dict[str, str]:
    return {name: gate.status for name, gate in report.gates.items() if name != "E"}


def quoted(artifact: Artifact | None) -> list[tuple[str, list[str]]]:
    """The statements in the order of their text, with the words that each is linked to."""
    assert artifact is not None
    told = [item for _, items in sections(artifact.items) for item in items]
    return [(item.text, [link.quote for link in item.links]) for item in told]


@pytest.mark.parametrize("output", FORMATS)
def test_several_accepted_artifacts_are_compactions_of_their_own(
    output: str, accepted: MakeAccepted, tmp_path: Path
) -> None:
    again = new_store(tmp_path / "b")
    env, session, _ = accepted("clean-run.jsonl", (23, 67), (68, 90), (128, 180))
    path = exported(env, session, output, tmp_path / "out.jsonl")
    there = imported(again, path)
    assert given(again, there) == given(env, session)
    reports = [each.report for each in score(again, ScoreRequest((str(path),))).scored]
    assert [report.gates["D"].status for report in reports] == ["PASS"] * 3
    assert [report.replaceable for report in reports] == [True] * 3
    twice = exported(again, there, output, tmp_path / "twice.jsonl")
    last = new_store(tmp_path / "c")
    assert sorted(given(last, imported(last, twice))) == sorted(given(env, session))


@pytest.mark.parametrize("output", FORMATS)
def test_without_the_history_the_context_is_the_same(
    output: str, accepted: MakeAccepted, tmp_path: Path
) -> None:
    """Tool calls before the summary, which Codex has in the history that replaces the old one, too."""
    again = new_store(tmp_path / "b")
    env, session, _ = accepted("clean-run.jsonl", (68, 90))
    path = tmp_path / "out.jsonl"
    read_context(env, session, output=output, file=FileRequest(out=str(path), history=False))
    there = imported(again, path)
    assert sorted(given(again, there)) == sorted(given(env, session))
    calls = [e for e in events_of(again, there) if e.kind is EventKind.TOOL_CALL]
    assert any(event.ordinal < summary_at(again, there) for event in calls)


@pytest.mark.parametrize("history", [True, False])
def test_no_note_and_no_summary_becomes_words_of_a_person(
    history: bool, accepted: MakeAccepted, tmp_path: Path
) -> None:
    """Neither the harness's notes nor an earlier artifact do; Codex stores all of them as user messages."""
    again = new_store(tmp_path / "b")
    env, session, _ = accepted("clean-run.jsonl", (23, 67), (128, 180))
    path = tmp_path / "out.jsonl"
    read_context(env, session, output="codex", file=FileRequest(out=str(path), history=history))
    humans = (EventKind.USER, EventKind.PLAN)
    said = {mask(event.text)[0] for event in events_of(env, session) if event.kind in humans}
    found = [event for event in events_of(again, imported(again, path)) if event.kind in humans]
    assert found and {event.text for event in found} <= said


def events_of(env: Env, session: str) -> tuple[SourceEvent, ...]:
    store = env.open_store()
    return sessions.load_events(store, session, 0, sessions.get(store, session).events - 1)


def summary_at(env: Env, session: str) -> int:
    (found,) = sessions.compactions(env.open_store(), session)
    assert found.summary is not None
    return found.summary


@pytest.mark.shared_data
@pytest.mark.parametrize(
    "name",
    [
        "pi/compact-history.jsonl",
        "claude-code/cc-2.1.17-2compactions.jsonl",
        "claude-code/cc-2.1.7-3compactions.jsonl",
        "codex/git-sync-0.118.0-1746ef80.jsonl",
    ],
)
def test_a_real_session(name: str, shared_data: Path, tmp_path: Path) -> None:
    env = new_store(tmp_path / "a")
    session = imported(env, shared_data / "sessions" / name)
    texts = sorted(given(env, session))
    for output in FORMATS:
        path = exported(env, session, output, tmp_path / f"{output}.jsonl")
        again = new_store(tmp_path / output)
        assert sorted(given(again, imported(again, path))) == texts, output


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("claude-code/cc-2.1.29-2compactions.jsonl", True),
        ("codex/git-sync-0.118.0-1746ef80.jsonl", False),
    ],
)
def test_a_real_session_behind_its_own_summary(
    name: str, counts: bool, shared_data: Path, tmp_path: Path
) -> None:
    """An accepted artifact directly behind the transcript's last summary, which stays.

    The second session is of a spawned reviewer, whose parent's orders do not count.
    """
    env, again = new_store(tmp_path / "a"), new_store(tmp_path / "b")
    session = imported(env, shared_data / "sessions" / name)
    made = draft(env, choose_range(env, session)).judged
    assert made is not None
    accept(env, made.artifact_id, confirm=("C", "E"))
    path = exported(env, session, "claude-code", tmp_path / "out.jsonl")
    assert given(again, imported(again, path)) == given(env, session)
    report = score(again, ScoreRequest((str(path),))).scored[-1].report
    assert dict(counted(report)) == dict(counted(made.report))
    assert bool(dict(counted(report))) is counts
