"""Commands on a store with one session, for tests of `draft --model` against a service."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.cli.run import Result, inside
from tests.cli.samples import write_transcript
from tests.models.answers import item, items
from tests.models.loopback import Loopback

RETRY = "Add a retry to the upload client in src/upload.py. Never retry more than 3 times."


class Shell:
    """Commands on a store with one session, asking a service at an address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        store, self.session = _imported()
        write_transcript(folder / "upload.jsonl")
        (folder / "s.duckdb").write_bytes(store)
        (folder / "s.duckdb").chmod(0o600)

    def run(self, *arguments: str, there: Loopback | None = None, **changes: str) -> Result:
        url = there.url if there is not None else "http://127.0.0.1:9"
        changes = {"ANTHROPIC_BASE_URL": url, "OPENAI_BASE_URL": f"{url}/v1", **changes}
        store = ("--store", str(self.folder / "s.duckdb"))
        changes.setdefault("WORKBENCH_CONFIG", str(self.folder / "c.toml"))
        return inside(*arguments, *store, cwd=self.folder, env=None, **changes)

    def draft(
        self, there: Loopback | None, *options: str, model: str = "anthropic:m", **changes: str
    ) -> Result:
        chosen = () if "--recorded" in options else ("--model", model)
        return self.run("draft", self.session, "--range", "0..16", *chosen, *options, there=there, **changes)

    def drafts(self) -> int:
        return len(self.run("show", self.session, "--json").json["value"]["artifacts"])


@cache
def _imported() -> tuple[bytes, str]:
    """A store with the session, made once, and the session's id."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        store = place / "s.duckdb"
        stated = inside(
            "import", write_transcript(place / "upload.jsonl"), "--store", store, "--json", cwd=place
        )
        return store.read_bytes(), str(stated.json["sessions"][0]["session_id"])


def policy(folder: Path, **limits: int) -> str:
    path = folder / "policy.toml"
    lines = [f"{key} = {value}" for key, value in limits.items()]
    path.write_text("\n".join(["[purpose.compaction]", *lines]))
    return str(path)


def decided(**more: Any) -> str:
    return items(item("constraint", "Never retry an upload more than 3 times", (0, RETRY), **more))
