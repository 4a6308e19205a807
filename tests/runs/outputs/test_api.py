"""Runs over HTTP, without a port: the app is called in this process."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.runs.build import ANSWERED, env_of, folder_of
from workbench.errors import Refused, UsageError
from workbench.services.output_shapes.run_shapes import ManifestShape, RunShape, RunsShape
from workbench.services.runs.agent_runs import begin
from workbench.services.runs.shown_run import RunRequest, RunShown

pytest.importorskip("fastapi")


def called(path: Path, *requests: tuple[str, str, Any], roots: bool = True) -> list[httpx.Response]:
    """Return the answers to some requests, one after another; `RUN` in a path is the first run's id."""
    from workbench.api import create_app

    app = create_app(env_of(path), (path / "sources",) if roots else ())

    async def ask() -> list[httpx.Response]:
        found: list[httpx.Response] = []
        run_id = ""
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://served", timeout=60) as client:
            for verb, where, body in requests:
                sent: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"json": body}
                headers = {"content-type": "application/json"}
                found.append(
                    await client.request(verb, where.replace("RUN", run_id), headers=headers, **sent)
                )
                run_id = run_id or found[0].json().get("run_id", "")
        return found

    return asyncio.run(ask())


def new(path: Path, **more: Any) -> dict[str, Any]:
    """Return the body of a new run."""
    return {"objective": ANSWERED, "sources": [str(path / "sources")], **more}


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/x",
        "http://[::1]:8080/",
        "https://10.1.2.3/a",
        "http://me:pw@example.org/",
        "http://[x/",
    ],
)
def test_an_address_that_may_not_be_fetched_starts_nothing(tmp_path: Path, address: str) -> None:
    """A private one, one with a password, and one that is none are refused before a run is recorded."""
    folder_of(tmp_path)
    body = new(tmp_path, sources=[str(tmp_path / "sources"), address])
    refused, listed = called(tmp_path, ("POST", "/runs", body), ("GET", "/runs", None))
    code = "usage" if "[x" in address else "fetch_refused"  # one is no address at all, as on the command line
    assert refused.status_code == 400 and refused.json()["code"] == code
    assert "pw" not in refused.text
    assert "private address" in refused.text or "me" in address or "[x" in address
    assert listed.status_code == 404 or listed.json()["runs"] == []


def test_a_private_host_that_is_configured_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`private_hosts` names it; whether it answers is seen when it is read."""
    monkeypatch.setenv("WORKBENCH_RUN_PRIVATE_HOSTS", "127.0.0.1")
    folder_of(tmp_path)
    body = new(tmp_path, sources=[str(tmp_path / "sources"), "http://127.0.0.1:9/"])
    assert called(tmp_path, ("POST", "/runs", body))[0].status_code == 202


def test_a_run_over_http(tmp_path: Path) -> None:
    """Started, followed, read; the shapes are those of the commands."""
    folder_of(tmp_path)
    started, status, listed, output, manifest, events = called(
        tmp_path,
        ("POST", "/runs", new(tmp_path)),
        ("GET", "/runs/RUN", None),
        ("GET", "/runs", None),
        ("GET", "/runs/RUN/output", None),
        ("GET", "/runs/RUN/manifests/1", None),
        ("GET", "/runs/RUN/events?after=1", None),
    )
    assert started.status_code == 202
    RunShape.model_validate(started.json())
    assert RunShape.model_validate(status.json()).status == "DONE"
    assert len(RunsShape.model_validate(listed.json()).runs) == 1
    assert "5 January" in output.json()["answer"]
    ManifestShape.model_validate(manifest.json())
    streamed = [json.loads(line[6:]) for line in events.text.splitlines() if line.startswith("data: ")]
    assert [each["sequence"] for each in streamed] == list(range(2, len(streamed) + 2))
    assert streamed[-1]["kind"] == "EGRESS_DONE"


def test_ask_answer_and_cancel_over_http(tmp_path: Path) -> None:
    """The stream ends where the run waits."""
    folder_of(tmp_path)
    body = new(tmp_path, objective="What does it cost?", ask=True)
    _, events, answered, again = called(
        tmp_path,
        ("POST", "/runs", body),
        ("GET", "/runs/RUN/events", None),
        ("POST", "/runs/RUN/answer", {"text": "The soup in the canteen"}),
        ("POST", "/runs/RUN/cancel", {}),
    )
    assert "event: ASKED" in events.text
    assert "4 euros" in answered.json()["output"]["answer"]
    assert again.status_code == 409 and again.json()["schema"] == "workbench.error/1"


def test_what_is_refused_over_http(tmp_path: Path) -> None:
    """Paths outside the folders that are served, unknown runs and keys, empty objectives."""
    folder_of(tmp_path)
    (tmp_path / "secret.txt").write_text("no")
    names = ("secret.txt", "sources/../secret.txt")
    outside = [new(tmp_path, sources=[str(tmp_path / each)]) for each in names]
    answers = called(
        tmp_path,
        ("POST", "/runs", outside[0]),
        ("POST", "/runs", outside[1]),
        ("POST", "/runs", {**new(tmp_path), "model": "openai:x"}),
        ("POST", "/runs", {**new(tmp_path), "objective": ""}),
        ("GET", "/runs/run_000000", None),
    )
    assert [each.status_code for each in answers] == [400, 400, 422, 422, 404]
    (empty,) = called(tmp_path, ("POST", "/runs", {"objective": "When?", "sources": [" "]}))
    assert empty.status_code == 400 and empty.json()["message"] == "a source is empty"
    assert empty.json()["hint"] == 'name files, folders or pages, as in "sources": ["docs/"]'
    assert "not below a folder" in answers[0].json()["message"]
    assert called(tmp_path, ("POST", "/runs", new(tmp_path)), roots=False)[0].status_code == 400


def test_a_request_that_does_not_fit_is_refused_as_every_error_is(tmp_path: Path) -> None:
    """In the form of `workbench.error/1`, with the place that does not fit."""
    folder_of(tmp_path)
    short, more, wrong = called(
        tmp_path,
        ("POST", "/runs", {"objective": "", "sources": ["x"]}),
        ("POST", "/runs", {**new(tmp_path), "shell": "x"}),
        ("GET", "/runs/run_1/manifests/first", None),
    )
    assert [each.status_code for each in (short, more, wrong)] == [422, 422, 422]
    assert all(each.json()["schema"] == "workbench.error/1" for each in (short, more, wrong))
    assert short.json()["message"].startswith("objective: ") and "shell" in more.json()["message"]
    assert wrong.json()["message"].startswith("step: ")


def test_a_run_is_taken_up_again_over_http(tmp_path: Path) -> None:
    """An abandoned run continues; one that waits, has ended or does not exist is refused."""
    folder = folder_of(tmp_path)
    left = begin(env_of(tmp_path), RunRequest(ANSWERED, (str(folder),))).record.run_id
    taken, done, again, unknown = called(
        tmp_path,
        ("POST", f"/runs/{left}/resume", None),
        ("GET", f"/runs/{left}", None),
        ("POST", f"/runs/{left}/resume", None),
        ("POST", "/runs/run_000000/resume", None),
    )
    assert (taken.status_code, again.status_code, unknown.status_code) == (202, 409, 404)
    assert RunShape.model_validate(taken.json()).status == "RUNNING"
    assert RunShape.model_validate(done.json()).status == "DONE"
    assert again.json()["code"] == "run_ended"
    assert again.json()["hint"] == f"GET /runs/{left}/output gives it"
    assert unknown.json()["hint"].startswith("GET /runs lists the runs")
    _, waits = called(
        tmp_path,
        ("POST", "/runs", new(tmp_path, objective="What does it cost?", ask=True)),
        ("POST", "/runs/RUN/resume", None),
    )
    assert waits.status_code == 409 and waits.json()["code"] == "run_waits"
    assert waits.json()["hint"].startswith("POST /runs/run_")
    assert waits.json()["hint"].endswith('/answer with {"text": "..."} goes on')


def test_a_run_is_driven_once_at_a_time() -> None:
    """A second claim is refused until the first driver has finished, whether it succeeded or failed."""
    from workbench.api import Driven

    driven = Driven()
    driven.claim("run_1")
    driven.claim("run_2")
    with pytest.raises(Refused, match="driven here already"):
        driven.claim("run_1")

    def lost() -> RunShown:
        raise UsageError("lost", "")

    driven.through("run_1", lost)
    driven.claim("run_1")


def test_every_error_over_http_has_one_form(tmp_path: Path) -> None:
    """No such address or method, no JSON; a reason to cancel may be left out."""
    folder = folder_of(tmp_path)
    left = begin(env_of(tmp_path), RunRequest(ANSWERED, (str(folder),))).record.run_id
    nowhere, method, cancelled, nothing = called(
        tmp_path,
        ("GET", "/nowhere", None),
        ("DELETE", "/runs", None),
        ("POST", f"/runs/{left}/cancel", None),
        ("GET", f"/runs/{left}/output", None),
    )
    assert nothing.status_code == 404 and "has no output: CANCELLED" in nothing.json()["message"]
    assert (nowhere.status_code, method.status_code) == (404, 405)
    assert all(each.json()["schema"] == "workbench.error/1" for each in (nowhere, method))
    assert method.headers["allow"] and "DELETE /runs" in method.json()["message"]
    assert RunShape.model_validate(cancelled.json()).status == "CANCELLED"
    broken = called(tmp_path, ("POST", "/runs", b"{broken"))[0]
    assert broken.status_code == 422 and broken.json()["message"].startswith("body: is not JSON")
