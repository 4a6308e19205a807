"""Agent runs over HTTP, for embedding in a server: `create_app(env, roots=...)` returns a FastAPI app.

Requires the extra `api`; it adds nothing to the services and never listens by itself. Anyone who can reach it
can start runs, so local sources are read only below the configured folders, and a model is used only if one
was configured.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from fastapi import BackgroundTasks, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from gates.errors import ReportedError
from gates.validation import in_words
from workbench.bootstrap import Env
from workbench.errors import Refused, UnknownId, UsageError
from workbench.runs.sources.places import is_address
from workbench.services.runs import agent_runs as runs
from workbench.services.runs import step_contexts
from workbench.services.runs.route_hints import as_routes
from workbench.services.runs.shown_run import RunRequest, RunShown

ERROR_SCHEMA = "workbench.error/1"
_ENDED = ("DONE", "FAILED", "CANCELLED", "WAITING")
_WITHOUT_OUTPUT = ("FAILED", "CANCELLED")
_STATUS = {1: 409, 2: 400, 3: 503}
"""Exit code of an error to the HTTP status of its answer."""
POLL_SECONDS = 0.25
NOT_FOUND = 404


class NewRun(BaseModel):
    """Body of a request for a new run."""

    model_config = ConfigDict(extra="forbid")

    objective: Annotated[str, Field(min_length=1, max_length=runs.MOST_OBJECTIVE)]
    sources: Annotated[list[str], Field(min_length=1, max_length=1_000)]
    done: Annotated[str, Field(max_length=runs.MOST_OBJECTIVE)] = ""
    steps: Annotated[int, Field(ge=1, le=1_000)] | None = None
    ask: bool = False


class Answer(BaseModel):
    """A person's answer to a waiting run."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=12_000)]


class Cancel(BaseModel):
    """The reason for ending a run."""

    model_config = ConfigDict(extra="forbid")

    reason: Annotated[str, Field(max_length=1_000)] = ""


def create_app(env: Env, roots: tuple[Path, ...] = (), model: str | None = None) -> FastAPI:
    """Return an app over one store.

    Args:
        env: the store, the actor and the policy.
        roots: folders below which sources may be read; none allows only web pages.
        model: the model used by every run, as for `--model`; None for rules.
    """
    app = FastAPI(title="workbench runs", docs_url=None, redoc_url=None)
    app.add_exception_handler(ReportedError, _explain)
    app.add_exception_handler(RequestValidationError, _unfit)
    app.add_exception_handler(HTTPException, _unserved)
    _serve_driving(app, env, roots, model)
    _serve_reading(app, env)
    return app


def _serve_driving(app: FastAPI, env: Env, roots: tuple[Path, ...], model: str | None) -> None:
    """Add the routes that start, resume, answer and cancel runs."""
    driven = Driven()

    def drive(run_id: str, later: BackgroundTasks) -> None:
        """Drive a run after this request was answered, at most once at a time."""
        driven.claim(run_id)
        later.add_task(driven.through, run_id, partial(runs.resume, env, run_id))

    @app.post("/runs", status_code=202)
    def start(new: NewRun, later: BackgroundTasks) -> dict[str, Any]:
        """Start a run; it is driven after the answer."""
        settings = {"steps": new.steps, "ask": new.ask or None, "model": model}
        sources = tuple(_permitted(each, roots) for each in new.sources)
        shown = runs.begin(env, RunRequest(new.objective, sources, new.done, settings=settings))
        drive(shown.record.run_id, later)
        return shown.to_json()

    @app.post("/runs/{run_id}/resume", status_code=202)
    def resume(run_id: str, later: BackgroundTasks) -> dict[str, Any]:
        """Resume a run; it is driven after the answer."""
        shown = runs.resumable(env, run_id)
        drive(shown.record.run_id, later)
        return shown.to_json()

    @app.post("/runs/{run_id}/answer")
    def answer(run_id: str, given: Answer) -> dict[str, Any]:
        """Answer a waiting run and drive it on."""
        return runs.answer(env, run_id, given.text).to_json()

    @app.post("/runs/{run_id}/cancel")
    def cancel(run_id: str, given: Cancel | None = None) -> dict[str, Any]:
        """Cancel a run; the reason is optional."""
        return runs.cancel(env, run_id, given.reason if given is not None else "").to_json()


def _serve_reading(app: FastAPI, env: Env) -> None:
    """Add the routes that show runs."""

    @app.get("/runs")
    def listing() -> dict[str, Any]:
        """List all runs."""
        return runs.list_json(runs.listing(env))

    @app.get("/runs/{run_id}")
    def status(run_id: str) -> dict[str, Any]:
        """Return the status of a run."""
        return runs.status(env, run_id).to_json()

    @app.get("/runs/{run_id}/output")
    def output(run_id: str) -> dict[str, Any]:
        """Return the output of a run."""
        shown = runs.status(env, run_id)
        found = shown.output
        if found is None and shown.state.status in _WITHOUT_OUTPUT:
            raise UnknownId(f"{run_id} has no output: {shown.state.status}", shown.state.reason)
        if found is None:
            raise UnknownId(f"{run_id} has no output yet", f"GET /runs/{run_id}/events tells when")
        return found.model_dump(mode="json", by_alias=True)

    @app.get("/runs/{run_id}/manifests/{step}")
    def manifest(run_id: str, step: int) -> dict[str, Any]:
        """Return the context manifest of a step."""
        return step_contexts.manifest(env, f"{run_id}:{step}").to_json()

    @app.get("/runs/{run_id}/events")
    async def events(run_id: str, after: int = 0) -> StreamingResponse:
        """Stream the typed events as they are persisted, until the run ends or waits."""
        await run_in_threadpool(runs.events, env, run_id, after)
        return StreamingResponse(_stream(env, run_id, after), media_type="text/event-stream")


class Driven:
    """The runs that this app is driving."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[str] = set()

    def claim(self, run_id: str) -> None:
        """Reserve a run so that nothing else in this app drives it.

        Raises:
            Refused: it is already being driven.
        """
        with self._lock:
            if run_id in self._running:
                raise Refused(
                    f"{run_id} is driven here already", f"GET /runs/{run_id}/events follows it",
                    code="run_driven",
                )  # fmt: skip
            self._running.add(run_id)

    def through(self, run_id: str, drive: Callable[[], RunShown]) -> None:
        """Drive a reserved run; errors are recorded in its events, or found when it is resumed."""
        try:
            drive()
        except ReportedError:
            return
        finally:
            with self._lock:
                self._running.discard(run_id)


async def _stream(env: Env, run_id: str, after: int) -> AsyncIterator[str]:
    """Yield server-sent events; each id is the event's sequence number, from which a reader can continue."""
    while True:
        current = (await run_in_threadpool(runs.status, env, run_id)).state
        for each in await run_in_threadpool(runs.events, env, run_id, after):
            body = {"sequence": each.sequence, "step": each.step, "phase": each.phase,
                    "kind": each.kind, "body": json.loads(each.body)}  # fmt: skip
            yield f"id: {each.sequence}\nevent: {each.kind}\ndata: {json.dumps(body)}\n\n"
            after = each.sequence
        if current.status in _ENDED and current.sequence <= after:
            return
        await asyncio.sleep(POLL_SECONDS)


def _permitted(source: str, roots: tuple[Path, ...]) -> str:
    """Return a source that may be read.

    Raises:
        UsageError: it is a path outside the configured folders.
    """
    if is_address(source):
        return source
    if not source.strip():
        raise UsageError("a source is empty", "name files, folders or pages, as in --source docs/")
    path = Path(source).resolve()
    if any(path.is_relative_to(root.resolve()) for root in roots):
        return str(path)
    raise UsageError(f"{source} is not below a folder that is served", "name a page, or a path below one")


async def _explain(_request: Request, error: Exception) -> JSONResponse:
    """Return an error in the form that commands print, with routes instead of commands."""
    if not isinstance(error, ReportedError):
        raise error
    missing = error.code in ("unknown_id", "not_found", "no_store")
    stated = {"schema": ERROR_SCHEMA, "code": error.code, "message": as_routes(error.message),
              "hint": as_routes(error.hint) if error.hint else error.hint}  # fmt: skip
    return JSONResponse(stated, NOT_FOUND if missing else _STATUS.get(error.exit_code, 400))


async def _unserved(request: Request, error: Exception) -> JSONResponse:
    """Return the error for an unknown address or method, in the same form."""
    if not isinstance(error, HTTPException):
        raise error
    stated = {"schema": ERROR_SCHEMA, "code": "not_found" if error.status_code == NOT_FOUND else "usage",
              "message": f"{request.method} {request.url.path}: {error.detail}",
              "hint": "docs/runs/http.md lists what is served"}  # fmt: skip
    return JSONResponse(stated, error.status_code, headers=error.headers)


async def _unfit(_request: Request, error: Exception) -> JSONResponse:
    """Return the error for an invalid request body, naming the first invalid field."""
    if not isinstance(error, RequestValidationError):
        raise error
    first = error.errors()[0]
    no_json = first["type"] == "json_invalid"  # its place is a count of characters
    place = "" if no_json else ".".join(str(part) for part in first["loc"][1:])
    place = place or str(first["loc"][0])
    stated = {"schema": ERROR_SCHEMA, "code": "usage", "message": f"{place}: {in_words(first)}",
              "hint": "docs/runs/http.md lists the fields of a request"}  # fmt: skip
    return JSONResponse(stated, 422)
