"""Files of the message formats that grew between two imports: only what is new is added."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.importers import formats, recordings
from tests.services.test_several import imported


def langchain(whole: bool) -> str:
    """A history with, and without, its last two states."""
    states = json.loads(formats.langchain())
    return json.dumps(states if whole else states[2:])


def inspect(whole: bool) -> str:
    """A sample that runs on: a log is written again and again."""
    sample = formats.inspect_sample()
    if not whole:
        sample["events"], sample["messages"] = sample["events"][:4], sample["messages"][:5]
    return json.dumps(formats.inspect_log(sample))


def atif(whole: bool) -> str:
    """A trajectory with its last step, and without."""
    body = json.loads(formats.atif())
    del body["subagent_trajectories"]
    body["steps"] = body["steps"] if whole else body["steps"][:3]
    return json.dumps(body)


def swe_agent(whole: bool) -> str:
    """A run with all of its steps, and with the first."""
    body = json.loads(formats.swe_agent())
    if not whole:
        body["history"], body["trajectory"] = body["history"][:5], body["trajectory"][:1]
    return json.dumps(body)


def mini_swe_agent(whole: bool) -> str:
    """The same of the small one."""
    body = json.loads(formats.mini_swe_agent())
    body["messages"] = body["messages"] if whole else body["messages"][:6]
    return json.dumps(body)


def har(whole: bool) -> str:
    """A recording that was saved twice."""
    entries = recordings.har_entries()
    return recordings.har(*(entries if whole else entries[:3]))


def lines(content: Callable[[], str]) -> Callable[[bool], str]:
    """JSON Lines with, and without, the last two."""
    return lambda whole: "".join(content().splitlines(keepends=True)[: None if whole else -2])


GROWING: dict[str, tuple[str, Callable[[bool], str]]] = {
    "langchain": ("history.json", langchain),
    "inspect": ("log.json", inspect),
    "atif": ("trajectory.json", atif),
    "swe-agent": ("run.traj", swe_agent),
    "mini-swe-agent": ("run.traj.json", mini_swe_agent),
    "har": ("recording.har", har),
    "openai-responses": ("log.jsonl", lines(recordings.openai_responses)),
    "jsonl-chat": ("talk.jsonl", lines(formats.jsonl_chat)),
}


@pytest.mark.parametrize("name", sorted(GROWING))
def test_only_what_is_new_is_added(name: str, tmp_path: Path) -> None:
    """In the same session; nothing is rewritten, and a third import adds nothing."""
    file, content = GROWING[name]
    path = tmp_path / file
    path.write_text(content(False))
    first = imported(tmp_path, path)[0]
    path.write_text(content(True))
    second, third = imported(tmp_path, path)[0], imported(tmp_path, path)[0]
    assert first["format"] == name and first["session_id"] == second["session_id"]
    assert 0 < second["events_added"] == second["events"] - first["events"]
    assert (second["rewritten"], third["events_added"], third["rewritten"]) == (0, 0, 0)
    assert third["compactions"] == second["compactions"]
    assert third["events"] == second["events"]
