"""Takes the README's pictures of the app on the sample sessions: `python -m tests.pictures`.

They are the app's own SVG export of what a person sees after the keys below; time and actor stand
still, so that a picture changes only when the screen does.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from dataclasses import replace
from pathlib import Path

import sample_sessions
from tests.tui.build import fixed_env
from tests.tui.drive import press, running
from workbench.bootstrap import Env
from workbench.services.transcript_files.import_transcripts import import_paths

FONTS = "font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_FACE = re.compile(r"@font-face \{[^}]*\}\s*")
_FAMILY = re.compile(r"font-family: (?:Fira Code|arial)[^;]*")
FOLDER = Path(__file__).parent
SIZE = (120, 36)
TO_LOST = ("enter", "right_parenthesis", "e", "n", "n", "n")
PICTURES = {
    "timeline": ("enter", "right_parenthesis"),
    "draft": TO_LOST,
    "claims": (*TO_LOST, "enter"),
}
"""File name and the keys pressed from the library on."""


async def take(env: Env, name: str, keys: tuple[str, ...]) -> None:
    """Press the keys and keep the screen as SVG."""
    async with running(env, SIZE) as pilot:
        await press(pilot, *keys)
        picture = own_fonts(pilot.app.export_screenshot(title="Compaction Workbench", simplify=True))
    (FOLDER / f"{name}.svg").write_text(picture, encoding="utf-8")
    print(f"{name}.svg: {len(picture)} characters")


def own_fonts(picture: str) -> str:
    """The picture with the reader's own monospaced font: it must fetch nothing when it is shown."""
    return _FAMILY.sub(
        "font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace", _FACE.sub("", picture)
    )


def main() -> None:
    """Import the samples, the one that lost open work last, and take every picture."""
    with tempfile.TemporaryDirectory() as folder:
        env = fixed_env(Path(folder), "samples.duckdb")
        lost, *others = [str(path) for path in sample_sessions.paths()]
        import_paths(replace(env, now=lambda: "2026-11-20T13:00:00.000Z"), others)
        import_paths(env, [lost])
        for name, keys in PICTURES.items():
            asyncio.run(take(env, name, keys))


if __name__ == "__main__":
    main()
