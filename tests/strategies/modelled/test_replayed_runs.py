"""A run that takes its answers from a recording makes the same bytes each time."""

from __future__ import annotations

from pathlib import Path

import pytest

from gates.canonical import canonical_json
from tests.models.answers import item, items
from tests.models.service import Say, served
from tests.strategies.modelled.test_shared_model import MEASURED, snapshot_run
from workbench.models.base import LanguageModel
from workbench.models.recordings import Recorded, Recorder
from workbench.models.services import open_model
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import Asker

DATED = ("created_at", "snapshot_id")
"""Parts of a snapshot that hold when it was made; the id is derived from all of it."""
GOOD = items(item("claim", "Loading the whole table makes the export slow", (1, MEASURED)))


def _made(folder: Path, model: LanguageModel) -> tuple[bytes, bytes]:
    """Return the artifact and the snapshot of one compaction without its time, as canonical bytes."""
    folder.mkdir()
    keeper = StoreKeeper.open(str(folder / "s.duckdb"), actor="ann")
    made = snapshot_run(keeper, Asker(model)).end_step()
    assert made is not None
    undated = {key: made.snapshot[key] for key in made.snapshot if key not in DATED}
    assert undated.keys() != made.snapshot.keys()
    return canonical_json(made.proposal.artifact.to_json()), canonical_json(undated)


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
@pytest.mark.parametrize("answer", [GOOD, "I would keep all of it."])
def test_a_recorded_snapshot_run_makes_the_same_bytes(tmp_path: Path, provider: str, answer: str) -> None:
    """Artifact with its cost, and snapshot; also where the answers cannot be used."""
    file = tmp_path / "answers.jsonl"
    with served(Say(answer, pause=0.01)) as there:
        base = there.url if provider == "anthropic" else f"{there.url}/v1"
        recorder = Recorder(open_model(provider, "m", url=base, timeout_ms=60_000), file)
        first = _made(tmp_path / "first", recorder)
        recorder.write()
    again = [_made(tmp_path / f"again-{number}", Recorded(file)) for number in range(2)]
    assert again == [first, first]
