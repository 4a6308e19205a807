"""Runs started, cancelled and taken up again in the app, which drives them beside the screens."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from tests.tui.drive import NARROW, WIDE, name_of, press, running, screen_text, settle
from workbench.bootstrap import Env
from workbench.runs.machine.step_machine import Machine
from workbench.services.runs.agent_runs import begin, cancel, listing, resume, start, status
from workbench.services.runs.shown_run import RunRequest
from workbench.tui.state.runs.run_request import sources_of, steps_of
from workbench.tui.widgets.confirm import ConfirmBox

ASKED = "Why did the mill close?"


@pytest.fixture
def sources(tmp_path: Path) -> str:
    """Return a folder with a note whose name contains a space."""
    folder = tmp_path / "the notes"
    folder.mkdir()
    (folder / "mill.md").write_text(
        "# The mill\n\nThe mill closed in 1954 because the dam broke. It was sold.\n"
    )
    return str(folder)


@pytest.fixture
def own(tmp_path: Path, env: Env) -> Env:
    """Return a store for runs alone, which does not exist yet."""
    return replace(env, store_location=str(tmp_path / "runs.duckdb"))


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Stop runs before their second step until the event is set."""
    go, real = threading.Event(), Machine.advance

    def advance(self: Machine) -> Any:
        if self.state.step >= 1:
            go.wait(60)
        return real(self)

    monkeypatch.setattr(Machine, "advance", advance)
    yield go
    go.set()


async def typed(pilot: Pilot[None], *fields: str) -> None:
    """Open the dialog and fill its fields in, one after the other: all but the last letter is pasted."""
    await press(pilot, "n")
    for number, text in enumerate(fields):
        if number:
            await press(pilot, "tab")
        if text[:-1]:
            pilot.app.screen.post_message(events.Paste(text[:-1]))
            await settle(pilot)
        await pilot.press(*text[-1:])
    await settle(pilot)


def toast_texts(app: Any) -> str:
    """Return all messages shown so far."""
    return "\n".join(text for _, _, text in app.recent)


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.anyio
async def test_a_run_is_started_in_an_empty_library(own: Env, sources: str, size: tuple[int, int]) -> None:
    """With what was typed; the run screen opens at once and has the answer when the run is done."""
    async with running(own, size) as pilot:
        assert "n Run" in screen_text(pilot.app) or "n New run" in screen_text(pilot.app)
        await typed(pilot, ASKED, sources, "the year is known", "7")
        screen = screen_text(pilot.app)
        assert "Start a run" in screen and ASKED in screen and "enter starts" in screen
        await press(pilot, "enter")
        assert name_of(pilot.app) == "run"
        await settle(pilot, runs=True)
        assert "because the dam broke" in screen_text(pilot.app) and "done" in screen_text(pilot.app)
        await press(pilot, "q")
        assert ASKED in screen_text(pilot.app)
    (run,) = listing(own)
    shown = status(own, run.run_id)
    assert shown.state.status == "DONE" and shown.record.done_definition == "the year is known"
    assert shown.settings.steps == 7 and shown.settings.sources == (sources,) and not shown.settings.ask


@pytest.mark.anyio
async def test_what_cannot_begin_stays_as_it_was_typed(own: Env, sources: str) -> None:
    """An empty field, a source that does not exist, steps that are not a number: nothing begins."""
    async with running(own) as pilot:
        await typed(pilot, "", sources)
        await press(pilot, "enter")
        assert "Say what to find out" in toast_texts(pilot.app)
        await pilot.press(*ASKED)
        await press(pilot, "tab", "tab", "tab")
        await pilot.press(*"none")
        await press(pilot, "enter")
        assert "number above 0" in toast_texts(pilot.app)
        await press(pilot, "ctrl+u", "shift+tab", "shift+tab", "end", "x", "enter")
        assert "Start a run" in screen_text(pilot.app) and "notesx" in screen_text(pilot.app)
        await press(pilot, "escape", "n")
        assert ASKED in screen_text(pilot.app), "what esc left is there again"
    assert listing(own) == ()


@pytest.mark.anyio
async def test_the_app_stays_responsive_and_cancels_the_run_it_drives(
    own: Env, sources: str, held: threading.Event
) -> None:
    """Keys work while the run does; `x` asks why and ends it, whoever drives it."""
    async with running(own) as pilot:
        await typed(pilot, "Which accountants resigned over the zeppelin audit?", sources)
        await press(pilot, "enter")
        for _ in range(500):
            if "at work, step 1" in screen_text(pilot.app):
                break
            await pilot.pause(0.02)
        assert "at work, step 1: searching" in screen_text(pilot.app)
        await press(pilot, "q")
        assert name_of(pilot.app) == "library" and "running" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert "x Cancel" in screen_text(pilot.app) and "r Resume" not in screen_text(pilot.app)
        await press(pilot, "r")
        assert "at work on the run" in toast_texts(pilot.app)
        await press(pilot, "x")
        assert "cannot be taken up again" in screen_text(pilot.app)
        assert "enter cancels the run" in screen_text(pilot.app)
        await press(pilot, "enter")
        held.set()
        await settle(pilot, runs=True)
        assert "CANCELLED" in screen_text(pilot.app) and "not needed any more" in screen_text(pilot.app)
        assert toast_texts(pilot.app).casefold().count("cancelled") == 1
        await press(pilot, "x")
        assert "nothing is left to cancel" in toast_texts(pilot.app)
    (run,) = listing(own)
    assert status(own, run.run_id).state.status == "CANCELLED"


@pytest.mark.anyio
async def test_the_end_of_the_app_leaves_the_run_to_be_resumed(
    own: Env, sources: str, held: threading.Event
) -> None:
    """`q` warns about the running work; the second one leaves it, and it can be resumed elsewhere."""
    async with running(own) as pilot:
        await typed(pilot, "Which accountants resigned over the zeppelin audit?", sources)
        await press(pilot, "enter", "q", "q")
        assert "still at work" in toast_texts(pilot.app)
        threading.Timer(0.5, held.set).start()
        await pilot.press("q")
    (run,) = listing(own)
    assert status(own, run.run_id).state.status == "RUNNING"
    assert resume(own, run.run_id).state.status == "DONE"


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.anyio
async def test_a_run_that_was_left_before_its_sources_were_read_goes_on(
    own: Env, sources: str, size: tuple[int, int]
) -> None:
    """It is in the library from its first event on, and `r` resumes it."""
    left = begin(own, RunRequest(ASKED, (sources,)))
    async with running(own, size) as pilot:
        assert ASKED in screen_text(pilot.app) and "running" in screen_text(pilot.app)
        await press(pilot, "enter")
        assert "r goes on" in screen_text(pilot.app) and "r Resume" in screen_text(pilot.app)
        await press(pilot, "r")
        await settle(pilot, runs=True)
        assert "because the dam broke" in screen_text(pilot.app)
        await press(pilot, "r")
        assert "The run has ended: done" in toast_texts(pilot.app)
    assert status(own, left.record.run_id).state.status == "DONE"


@pytest.mark.anyio
async def test_an_answer_that_is_refused_is_typed_only_once(
    own: Env, sources: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process cancelled the run meanwhile: the words are there when the dialog opens again."""
    waiting = start(own, RunRequest("Why did it?", (sources,), settings={"ask": True}))
    async with running(own) as pilot:
        await press(pilot, "enter", "a")
        await pilot.press(*"the old mill")
        monkeypatch.setattr("workbench.services.runs.agent_runs.take_answer", _refuse)
        await press(pilot, "enter")
        monkeypatch.undo()
        await press(pilot, "a")
        assert "the old mill" in screen_text(pilot.app)
    cancel(own, waiting.record.run_id, "")


def _refuse(*_: object) -> None:
    from workbench.errors import Refused

    raise Refused("the store is kept from writing", "try again")


@pytest.mark.anyio
async def test_outputs_that_cannot_be_written_take_no_answer_back(
    own: Env, sources: str, tmp_path: Path
) -> None:
    """The folder was free at the start: the run continues and names where its output is."""
    out = tmp_path / "out"
    waiting = start(own, RunRequest("Why did it?", (sources,), out=out, settings={"ask": True}))
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    async with running(own) as pilot:
        await press(pilot, "enter", "a")
        await pilot.press(*"the mill close")
        await press(pilot, "enter")
        await settle(pilot, runs=True)
        messages = toast_texts(pilot.app)
        assert "has its output" in messages and "not an empty folder" in messages
    found = status(own, waiting.record.run_id)
    assert found.state.status == "DONE" and found.output is not None
    assert [each.name for each in out.iterdir()] == ["mine.txt"]


def test_sources_are_split_as_a_shell_would(tmp_path: Path) -> None:
    """One whole path with spaces, several with quotes, addresses as they are."""
    spaced = tmp_path / "a b"
    spaced.mkdir()
    assert sources_of(f" {spaced} ") == (str(spaced),)
    assert sources_of(f"'{spaced}' https://example.org/~x ~/n") == (
        str(spaced),
        "https://example.org/~x",
        str(Path.home() / "n"),
    )
    with pytest.raises(ValueError, match="quotation"):
        sources_of("it's")
    assert (steps_of(" "), steps_of("3")) == (None, 3)
    with pytest.raises(ValueError, match="0"):
        steps_of("0")


@pytest.mark.anyio
async def test_enter_starts_from_the_box_as_from_a_field(own: Env, sources: str) -> None:
    """Space ticks it; enter does not take that back."""
    async with running(own, NARROW) as pilot:
        await typed(pilot, ASKED, f'"{sources}"')
        await press(pilot, "tab", "tab", "tab", "space", "enter")
        await settle(pilot)
        assert name_of(pilot.app) == "run"


@pytest.mark.anyio
async def test_fields_typed_in_one_piece_have_each_their_words(own: Env) -> None:
    """Also words that a tab follows at once."""
    async with running(own, NARROW) as pilot:
        await press(pilot, "n")
        for key in (*"who", "tab", *"abc", "tab", *"xyz", "tab", "7", "tab", "space"):
            sign = " " if key == "space" else key if len(key) == 1 else None
            pilot.app.post_message(events.Key(key, sign).set_sender(pilot.app))
        await settle(pilot)
        typed_in = [each.value for each in pilot.app.screen.query(Input)]
        assert typed_in == ["who", "abc", "xyz", "7"]
        assert pilot.app.screen.query_one(ConfirmBox).value
