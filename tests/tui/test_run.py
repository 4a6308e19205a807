"""A run in the app: steps with manifests, claims beside their source, and an answer to its question."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from textual import events
from textual.pilot import Pilot

from store.records import sessions
from tests.made_once import made_once
from tests.tui.drive import NARROW, WIDE, name_of, press, running, screen_text, settle
from workbench.bootstrap import Env
from workbench.presentation.run_output import NO_EVIDENCE, common_folder, output_parts
from workbench.runs.records.events import ActDone, PassageQuote, Synthesis
from workbench.runs.records.shapes import NO_DIRECT_EVIDENCE
from workbench.services.runs.agent_runs import answer, listing, start, status
from workbench.services.runs.run_review import reviewed
from workbench.services.runs.shown_run import RunRequest, RunShown
from workbench.tui.state.runs.run import detail_rows, overview_rows

ASKED = "Why did the mill close?"
UNCLEAR = "Why did it?"
STORE = "runs.duckdb"


def _write_notes(folder: Path) -> None:
    (folder / "mill.md").write_text(
        "# The mill\n\nThe mill stood by the river. It closed in 1954 because the dam broke. It was sold.\n"
    )
    (folder / "church.md").write_text("# The church\n\nThe church has a tower.\x1b[31m It is red.\n")


@pytest.fixture(scope="session")
def notes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a folder of two notes, made once and only read; one of them would steer a terminal."""
    return str(made_once(tmp_path_factory, "notes", _write_notes))


@pytest.fixture
def sources(tmp_path: Path) -> str:
    """Return a folder of the same notes, to which a test may add."""
    folder = tmp_path / "notes"
    folder.mkdir()
    _write_notes(folder)
    return str(folder)


@pytest.fixture
def own(tmp_path: Path, env: Env) -> Env:
    """Return a store for runs alone."""
    return replace(env, store_location=str(tmp_path / STORE))


def _copied_run(own: Env, notes: str, objective: str, factory: pytest.TempPathFactory) -> RunShown:
    def make(folder: Path) -> None:
        begun(replace(own, store_location=str(folder / STORE)), notes, objective)

    made = made_once(factory, "-".join(re.findall(r"\w+", objective)), make)
    shutil.copy(made / STORE, own.store_location)
    return status(own, listing(own)[0].run_id)


@pytest.fixture
def done_run(own: Env, notes: str, tmp_path_factory: pytest.TempPathFactory) -> RunShown:
    """Return a run that answered `ASKED`, driven once and copied into the store."""
    return _copied_run(own, notes, ASKED, tmp_path_factory)


@pytest.fixture
def waiting_run(own: Env, notes: str, tmp_path_factory: pytest.TempPathFactory) -> RunShown:
    """Return a run that waits for an answer to its question, driven once and copied into the store."""
    return _copied_run(own, notes, UNCLEAR, tmp_path_factory)


def begun(env: Env, sources: str, objective: str) -> RunShown:
    """Return a run, driven until it ends or waits."""
    return start(env, RunRequest(objective, (sources,), settings={"ask": objective == UNCLEAR}))


async def opened(pilot: Pilot[None]) -> None:
    """From the library to the run."""
    await press(pilot, "enter")
    assert name_of(pilot.app) == "run"


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.anyio
async def test_a_step_opens_its_manifest_and_a_claim_its_source(
    own: Env, done_run: RunShown, size: tuple[int, int]
) -> None:
    """The manifest shows candidates, selection and reasons; a claim's words are shown in context."""
    async with running(own, size) as pilot:
        await opened(pilot)
        await press(pilot, "G")
        if size == NARROW:
            await press(pilot, "tab")
        screen = screen_text(pilot.app)
        assert f"Manifest of step {done_run.state.step}" in screen
        assert "selected (*)" in " ".join(screen.split()) and "DIRECT" in screen and "mill.md" in screen
        assert "lexical" in screen or size == NARROW
        if size == NARROW:
            await press(pilot, "shift+tab")
        await press(pilot, "g")
        if size == NARROW:
            await press(pilot, "tab")
        screen = " ".join(screen_text(pilot.app).split())
        assert "mill.md, line 3" in screen and "because the dam broke" in screen
        assert "\x1b[31m" not in screen
    assert done_run.state.status == "DONE"


@pytest.mark.anyio
async def test_what_waits_is_answered_and_the_run_goes_on(own: Env, waiting_run: RunShown) -> None:
    """The question comes first; the answer is kept and the run ends with claims."""
    assert waiting_run.state.status == "WAITING"
    async with running(own) as pilot:
        await press(pilot, "2")
        assert name_of(pilot.app) == "timeline" and "s Steps" in screen_text(pilot.app)
        await press(pilot, "s")
        assert "a Answer" in screen_text(pilot.app)
        assert waiting_run.state.question.split(".")[0] in screen_text(pilot.app)
        await press(pilot, "a")
        await pilot.press(*"the mill close")
        await press(pilot, "enter")
        await settle(pilot, runs=True)
        after = screen_text(pilot.app)
    found = status(own, waiting_run.record.run_id)
    assert found.state.status == "DONE" and found.state.dialogue[0][1] == "the mill close"
    assert "DONE" in after and "verified" in after and "a Answer" not in after


@pytest.mark.anyio
async def test_a_run_that_asks_nothing_takes_no_answer(own: Env, done_run: RunShown) -> None:
    """The key reports that and opens nothing."""
    async with running(own) as pilot:
        await opened(pilot)
        await press(pilot, "a")
        assert name_of(pilot.app) == "run"


@pytest.mark.anyio
async def test_a_session_that_is_no_run_says_so(env: Env) -> None:
    """And how one is made."""
    async with running(env) as pilot:
        await press(pilot, "enter", "s")
        assert "no run" in screen_text(pilot.app)


def test_the_review_finds_every_quotation_in_its_source(own: Env, notes: str, done_run: RunShown) -> None:
    """To the character, with the text around it."""
    found = reviewed(own, done_run.record.session_id)
    text = (Path(notes) / "mill.md").read_text()
    assert found is not None
    quotes = [each for claim in found.claims for each in claim.quotes if each.location.endswith("mill.md")]
    assert quotes and all(each.before + each.quote + each.after in text for each in quotes)
    assert [step.step for step in found.steps] == list(range(1, len(found.steps) + 1))
    assert all(step.did for step in found.steps)


@pytest.mark.anyio
async def test_what_the_supervisor_set_stands_with_the_steps_that_it_bound(own: Env, sources: str) -> None:
    """Why, since when and for how long; the keys below say what `tab` shows."""
    shown = begun(own, sources, "Which accountants resigned over the zeppelin insurance audit?")
    bound = next(iter(shown.state.overrides))
    async with running(own, NARROW) as pilot:
        await opened(pilot)
        await press(pilot, "G", *["k"] * (shown.state.step - bound.step - 1))
        screen = " ".join(screen_text(pilot.app).replace("│", " ").split())
        assert f"Manifest of step {bound.step + 1}" in screen and "tab Manifest" in screen
        await press(pilot, "tab")
        screen = " ".join(screen_text(pilot.app).replace("│", " ").split())
        assert "supervisor 3 times as many candidates are taken, whatever their source." in screen
        assert f"Set after step {bound.step} (stall)" in screen
        assert "tab Answer and steps" in screen


@pytest.mark.anyio
async def test_the_step_that_waits_says_so(own: Env, waiting_run: RunShown) -> None:
    """It is not one that was left undone."""
    async with running(own) as pilot:
        await press(pilot, "enter")
        assert "it waits for the answer" in screen_text(pilot.app)


@pytest.mark.anyio
async def test_an_answer_that_is_pasted_as_several_lines_is_kept_whole(
    own: Env, waiting_run: RunShown
) -> None:
    """An answer cannot be withdrawn: none of its lines is left out."""
    async with running(own) as pilot:
        await opened(pilot)
        await press(pilot, "a")
        pilot.app.screen.post_message(events.Paste("the mill\nclose\r\nin 1954\n"))
        await settle(pilot)
        assert "the mill close in 1954" in screen_text(pilot.app)
        await press(pilot, "enter")
        await settle(pilot, runs=True)
    assert status(own, waiting_run.record.run_id).state.dialogue[0][1] == "the mill close in 1954"


@pytest.mark.anyio
async def test_what_was_found_stands_first_as_the_command_prints_it(own: Env, sources: str) -> None:
    """No answer, the nearest passages, what is uncertain and what was not read; then the steps."""
    (Path(sources) / "sound.xyz").write_bytes(b"\x00\x01")
    shown = begun(own, sources, "Which accountants resigned over the zeppelin insurance audit?")
    assert shown.output is not None
    printed = [part.title for part in output_parts(shown.output, 80)]
    assert printed[0].startswith("no answer") and "uncertain" in printed and "not read" in printed
    async with running(own) as pilot:
        await opened(pilot)
        screen = screen_text(pilot.app)
        places = [screen.index(f"│   {each}") for each in (*printed, f"{shown.state.step} steps")]
        assert places == sorted(places)
        assert "done, no answer" in screen and NO_EVIDENCE in screen
        assert NO_DIRECT_EVIDENCE not in screen, "that is for a model"
        for _ in range(12):
            if "Not read" in screen:
                break
            await press(pilot, "j")
            screen = screen_text(pilot.app)
        assert screen.count("sound.xyz") == 2, "in the list, and in full in the other pane"


@pytest.mark.anyio
async def test_every_source_that_was_not_read_is_named(own: Env, sources: str) -> None:
    """The list names some and counts the others; the other pane names all."""
    for number in range(5):
        (Path(sources) / f"sound{number}.xyz").write_bytes(b"\x00\x01")
    found = reviewed(own, begun(own, sources, ASKED).record.session_id)
    assert found is not None
    listed = [each for each in overview_rows(found, 60) if each.key == "part:not read"]
    assert listed[-1].text.strip() == "and 2 more, which the other pane names"
    text = " ".join(each.text for each in detail_rows(found, "part:not read", 60))
    assert all(f"sound{number}.xyz" in text for number in range(5))


@pytest.mark.anyio
async def test_a_run_that_waits_shows_its_warnings(own: Env, sources: str) -> None:
    """In plain words, as `run status` prints them; an output has them among its limits."""
    found = reviewed(own, begun(own, sources, UNCLEAR).record.session_id)
    assert found is not None and found.shown.output is None
    assert not any(each.text.startswith("warning") for each in overview_rows(found, 200))
    found.shown.state.warnings.append("embeddings were not used:\nthe service is busy")
    rows = [each.text for each in overview_rows(found, 200)]
    assert "warning  embeddings were not used: the service is busy" in rows


@pytest.mark.anyio
async def test_a_step_names_the_answer_and_the_words_that_were_searched(own: Env, sources: str) -> None:
    """In its row, and above its manifest with the question."""
    run_id = start(
        own, RunRequest("Why was the ferry cancelled?", (sources,), settings={"ask": True})
    ).record.run_id
    question = status(own, run_id).state.question
    found = reviewed(own, answer(own, run_id, "church tower").record.session_id)
    assert question and found is not None
    rows = [each.text.strip() for each in overview_rows(found, 200)]
    asked = next(each.step for each in found.steps if each.answer)
    assert f"{asked}  you answered: church tower" in rows
    assert any(each.endswith("searched for: church tower") for each in rows)
    behind = " ".join(each.text for each in detail_rows(found, f"step:{asked}", 200))
    assert question in behind and "church tower" in behind


@pytest.mark.anyio
async def test_a_step_says_what_it_did_without_names_of_the_machine(own: Env, sources: str) -> None:
    """No action in capitals, no label and no id: only what was found, read or written."""
    (Path(sources) / "long.md").write_text("# The dam\n\n" + "The mill closed when the dam broke. " * 400)
    found = reviewed(own, begun(own, sources, f"{ASKED} Who bought the church tower?").record.session_id)
    assert found is not None and all(each.did for each in found.steps)
    rows = [each.text for each in overview_rows(found, 200) if (each.key or "").startswith("step:")]
    assert rows and not [each for each in rows if re.search(r"[A-Z]{4}|chk_", each)]
    first = found.steps[0]
    cut = PassageQuote(chunk_id=first.detail.candidates[0].chunk_id, start=0, end=9)
    acts: list[tuple[ActDone, str]] = [
        (ActDone(action_type="FETCH_SLICE", signature="s", slice=cut), "read more of "),
        (ActDone(action_type="SYNTHESIZE", signature="s", synthesis=Synthesis(answer="")), "wrote 0 claims"),
        (ActDone(action_type="SEARCH", signature="s"), "found no passage"),
        (ActDone(action_type="ASK_HUMAN", signature="s"), "asked a question"),
        (ActDone(action_type="STOP", signature="s"), "ended the search"),
    ]
    for acted, words in acts:
        steps = (replace(first, acted=acted, searched=""), *found.steps[1:])
        shown_rows = [each.text for each in overview_rows(replace(found, steps=steps), 200)]
        assert any(words in each for each in shown_rows), words
    assert Path(first.detail.candidates[0].location).name in " ".join(
        each.text
        for each in overview_rows(replace(found, steps=(replace(first, acted=acts[0][0]),)), 200)
        if each.key == "step:1"
    )


@pytest.mark.anyio
async def test_after_an_answer_the_timeline_shows_what_came_of_it(own: Env, waiting_run: RunShown) -> None:
    """On the way back, without a key that reads again."""
    async with running(own) as pilot:
        await press(pilot, "2")
        assert name_of(pilot.app) == "timeline"
        before = screen_text(pilot.app)
        await press(pilot, "s", "a")
        await pilot.press(*"the mill close")
        await press(pilot, "enter")
        await settle(pilot, runs=True)
        await press(pilot, "q")
        assert name_of(pilot.app) == "timeline"
        after = screen_text(pilot.app)
    events = sessions.get(own.open_store(), waiting_run.record.session_id).events
    assert f"Events ({events})" not in before and f"Events ({events})" in after
    assert "EGRESS" in after or "the mill close" in after


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.anyio
async def test_the_library_marks_the_run_that_waits_and_names_the_key(
    own: Env, notes: str, waiting_run: RunShown, size: tuple[int, int]
) -> None:
    """A question mark, the state of each run, and the way to the question; `enter` opens the run."""
    begun(own, notes, ASKED)
    async with running(own, size) as pilot:
        both = screen_text(pilot.app)
        assert "? Why did it?" in both and f"? {ASKED}" not in both
        waiting_first = both.index("? Why did it?") < both.index(ASKED)
        await press(pilot, "g" if waiting_first else "G")
        screen = screen_text(pilot.app)
        assert "waits for an answer:" in screen and "imported" not in screen
        assert "enter opens the run; there a answers" in screen or "enter, then a" in screen
        await press(pilot, "enter")
        assert name_of(pilot.app) == "run" and "a Answer" in screen_text(pilot.app)
        await press(pilot, "q", "G" if waiting_first else "g")
        screen = screen_text(pilot.app)
        assert "waits for an answer:" not in screen and screen.count("done") == 2
        await press(pilot, "enter")
        assert name_of(pilot.app) == "run" and "because the dam broke" in screen_text(pilot.app)


def test_the_folder_that_all_sources_lie_in_is_named_once() -> None:
    """Above the list; addresses, and sources that share nothing, stay as they are."""
    assert common_folder(["a/b/c.md", "a/b/d/e.md"]) == "a/b/"
    assert common_folder(["a/b.md"]) == "a/"
    assert (
        common_folder(["a/b/c.md", "ab/c.md"]) == common_folder([]) == common_folder(["c.md", "d.md"]) == ""
    )
    assert common_folder(["https://x.org/a", "https://x.org/b"]) == ""


@pytest.mark.anyio
async def test_a_run_names_the_numbered_screens_and_itself(own: Env, done_run: RunShown) -> None:
    """Its first line names the other screens and the counts, as on those."""
    async with running(own, WIDE) as pilot:
        await opened(pilot)
        first = screen_text(pilot.app).splitlines()[0]
        assert "› Run" in first and "1 Lib  2 Time  3 Draft" in first and "7 Ctx" in first
        assert f"{done_run.state.step} steps, " in first


@pytest.mark.anyio
async def test_the_words_of_a_claim_are_marked_without_colour_and_keep_their_lines(
    own: Env, done_run: RunShown
) -> None:
    """They are in double brackets, as beside a draft's claim; the text around keeps its line breaks."""
    found = reviewed(own, done_run.record.session_id)
    assert found is not None
    rows = detail_rows(found, "claim:0", 60)
    lines = ["".join(text for text, _ in each.line).strip() for each in rows]
    joined = " ".join(lines)
    assert "[[" in joined and "because the dam broke" in joined.partition("[[")[2].partition("]]")[0]
    assert "# The mill" in lines


def test_a_run_opens_as_a_run_before_its_status_is_read() -> None:
    """The first frame knows only the session; a loop of one's own has an id of another form."""
    from workbench.services.lookup.library import LibraryLine
    from workbench.tui.state.sessions.library import first_screen

    def line(native_id: str) -> LibraryLine:
        session = SimpleNamespace(format="run", native_id=native_id)
        return LibraryLine(cast("Any", session), (), None, sure=False)

    assert first_screen(line("run_0123456789ab")) == "run"
    assert first_screen(line("my-loop")) == "timeline"
