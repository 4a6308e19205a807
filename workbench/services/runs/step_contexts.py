"""`workbench run manifest`: the context of a step, its prompt and its requests to a model, reconstructed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from store.errors import NotFound
from store.records import agent_runs
from store.run_values import ContextManifest
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.runs.compiling.compiler import prompt_of
from workbench.runs.compiling.requests import RemadeRequest, requests_of
from workbench.runs.outputs.output_files import manifest_json
from workbench.runs.settings import RunSettings
from workbench.services.output_shapes.run_shapes import RequestsShape
from workbench.services.output_shapes.shape import printed
from workbench.services.runs.run_ledger import StoreLedger, opened_ledger


@dataclass(frozen=True)
class ManifestShown:
    """A manifest, and the prompt reconstructed from it."""

    manifest: ContextManifest
    prompt: str

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.manifest/1` object."""
        return {**manifest_json(self.manifest), "prompt": self.prompt}


@dataclass(frozen=True)
class RequestsShown:
    """The reconstructed requests to a model in a step."""

    run_id: str
    step: int
    requests: tuple[RemadeRequest, ...]
    currency: str
    """Currency of what each request cost."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.requests/1` object."""
        shown = [{**each.to_json(), "currency": self.currency} for each in self.requests]
        return printed(RequestsShape, run_id=self.run_id, step=self.step, requests=shown)

    def text(self) -> str:
        """Format the instructions and text of each request, under a line that names its purpose."""
        if not self.requests:
            return f"no model was asked in step {self.step} of {self.run_id}\n"
        return "\n".join(
            f"=== request {each.sequence}, {each.asked.purpose}, SHA-256 {each.asked.request_hash[:16]}\n"
            f"--- instructions\n{each.prompt.system}\n--- text\n{each.prompt.text}\n"
            for each in self.requests
        )


def requests(env: Env, id_or_prefix: str) -> RequestsShown:
    """Reconstruct every request to a model in a step (`RUN:STEP` or a manifest's id), byte for byte.

    Raises:
        UsageError: the argument names no step.
        NotFound: there is no such run or step.
        Refused: a request cannot be reconstructed.
    """
    ledger = opened_ledger(env)
    with ledger.reading():
        run_id, step = _step(ledger, id_or_prefix)
        asked = tuple(requests_of(ledger, run_id, step))
        if not asked:
            ledger.manifest_of_step(run_id, step)  # a step that failed in COMPILE has requests alone
        settings = RunSettings.model_validate_json(ledger.record(run_id).settings)
        return RequestsShown(run_id, step, asked, settings.currency)


def manifest(env: Env, id_or_prefix: str) -> ManifestShown:
    """Return the manifest of a step (`RUN:STEP` or a manifest's id) and its reconstructed prompt.

    Raises:
        UsageError: the argument names no step.
        NotFound: there is no such run or step.
        Refused: the prompt cannot be reconstructed.
    """
    ledger = opened_ledger(env)
    with ledger.reading():
        found = _manifest(ledger, id_or_prefix)
        return ManifestShown(found, prompt_of(ledger, found).text)


def _manifest(ledger: StoreLedger, given: str) -> ContextManifest:
    if given.startswith("man_"):
        return ledger.manifest(given)
    run_id, step = _step(ledger, given)
    try:
        return ledger.manifest_of_step(run_id, step)
    except NotFound as error:
        if not any(each.kind == "MODEL_ASKED" and each.step == step for each in ledger.events(run_id)):
            raise
        raise NotFound(
            f"step {step} of {run_id} has no manifest: it ended in COMPILE",
            f"`workbench run manifest {run_id}:{step} --requests` prints what the model was asked",
        ) from error


def _step(ledger: StoreLedger, given: str) -> tuple[str, int]:
    """Return the run and the number of the step that `RUN:STEP` or a manifest's id names."""
    if given.startswith("man_"):
        found = ledger.manifest(given)
        return found.run_id, found.step
    name, colon, number = given.rpartition(":")
    if colon and number.isdecimal() and len(number) < 10:
        return agent_runs.resolve(ledger.store, name), int(number)
    raise UsageError(f"{given!r} names no step", "write RUN:STEP, as in run_1a2b3c:2")
