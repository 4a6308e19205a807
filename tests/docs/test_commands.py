"""The commands of the pages run as they are printed, each page in a store and an empty home of its own."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.run import Result, inside
from tests.cli.samples import write_transcript
from workbench.cli.parser import build_parser
from workbench.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"```(?:sh|console)?\n(.*?)```", re.DOTALL)
INLINE = re.compile(r"`workbench ([^`\n]+)`")
PLACEHOLDER = re.compile(r"\b(SESSION|ARTIFACT|RUN|FORMAT)(?![\w=])")
NOT_RUN = {
    "edit ARTIFACT": "needs a terminal",
    "watch  ": "goes on until ^C",
    "watch FOLDER": "goes on until ^C",
    "watch --on-fail": "goes on until ^C",
    "--model": "asks a model",
    "--recorded": "needs what a model answered",
    "--checker": "needs a model",
    "https://": "asks the network",
    "run demo": "tests/runs runs it",
    "RUN": "needs a run",
    "import ~/.codex": "needs files of Codex",
    "score ~/.codex": "needs files of Codex",
    "import ~/.openhands": "needs files of OpenHands",
    "trajectory.json": "needs files of OpenHands",
    "serve  ": "goes on until ^C",
    "dask": "needs an extra",
    "results.parquet": "tests/cli runs it",
}
"""Parts of lines that are not run, each with the reason."""
PLAIN = {
    "SESSION...": "SESSION",
    "<project>/<session>": "project/session",
    "A..B": "0..13",
    "FOLDER": "transcripts",
    "~/transcripts": "transcripts",
    "~/": "home/",
    "TRANSCRIPT.jsonl": "session.jsonl",
    " PATH": " copy.duckdb",
    "--out FILE": "--out bundle.zip",
    "FILE.svg": "curves.svg",
    "“": '"',
}
"""What stands for a name of the reader's own, and the one that is taken here."""


def pages() -> list[Path]:
    """Every page but the generated one, whose examples tests/cli reads."""
    return [
        ROOT / "README.md",
        *sorted(each for each in (ROOT / "docs").rglob("*.md") if each.name not in {"cli.md", "ci.md"}),
    ]


def lines_of(page: Path) -> Iterator[str]:
    """The lines of a page's blocks that begin with the program's name, without it."""
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            bare = line.removeprefix("$ ")
            if bare.startswith("workbench "):
                yield bare.removeprefix("workbench ")


def typed(line: str, session: str) -> tuple[list[str], str | None]:
    """A printed line as somebody types it: its words, and the file that its output goes to.

    The transcript here is so short that accepting needs a word on gate C.
    """
    for printed, ours in PLAIN.items():
        line = line.replace(printed, ours)
    line = re.sub(r"\s*\[[^\]]*\]…?", "", line).partition(" | ")[0]
    names = {"SESSION": session, "ARTIFACT": f"{session}:d-2", "RUN": "run_00000000", "FORMAT": "text"}
    line = PLACEHOLDER.sub(lambda found: names[found.group(1)], line)
    words = shlex.split(line, comments=True)
    if ">" in words:
        place = words.index(">")
        return words[:place], words[place + 1]
    return words + ["--confirm", "C"] * (words[0] == "accept"), None


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a transcript, its store and a draft of its compaction; the session's id."""
    folder = tmp_path_factory.mktemp("pages")
    project = folder / "home" / "project"
    for each in (".claude/projects/project", ".codex", ".zfunc", ".config/fish/completions"):
        (folder / "home" / each).mkdir(parents=True)
    (folder / "home" / ".local/share/man/man1").mkdir(parents=True)
    (folder / "transcripts").mkdir()
    project.mkdir()
    write_transcript(folder / "session.jsonl")
    text = (folder / "session.jsonl").read_text(encoding="utf-8").replace("/home/ann/upload", str(project))
    for place in ("session.jsonl", "home/.claude/projects/project/session.jsonl", "transcripts/a.jsonl"):
        (folder / place).write_text(text, encoding="utf-8")
    imported = run(folder, "import", "session.jsonl", "--json")
    session = imported.json["sessions"][0]["session_id"][:12]
    assert run(folder, "draft", session, "--range", "0..13").code == 0
    return folder, session


def run(folder: Path, *words: str) -> Result:
    """A command in this folder, whose home and store are there."""
    return inside(
        *words, cwd=folder, HOME=str(folder / "home"), WORKBENCH_STORE="s.duckdb", XDG_CONFIG_HOME="config"
    )


@pytest.mark.parametrize(
    "page",
    [pytest.param(each, id=str(each.relative_to(ROOT))) for each in pages() if list(lines_of(each))],
)
def test_every_command_of_a_page_runs(page: Path, prepared: tuple[Path, str], tmp_path: Path) -> None:
    """One after the other they are done, or judge what is there; none is refused."""
    folder, session = tmp_path / "folder", prepared[1]
    shutil.copytree(prepared[0], folder)
    for line in lines_of(page):
        if any(part in line for part in NOT_RUN):
            continue
        words, out = typed(line, session)
        done = run(folder, *words)
        judges = words[0] in {"score", "watch", "draft"}
        assert done.code in ({0, 1} if judges else {0}), f"{line}\n{done.out[-400:]}{done.err}"
        if out is not None:
            (folder / out).write_text(done.out, encoding="utf-8")


def test_what_is_not_run_is_printed_somewhere() -> None:
    """No reason outlives its line."""
    printed = "\n".join(line for page in pages() for line in lines_of(page))
    assert [part for part in NOT_RUN if part not in printed] == []


def test_commands_in_sentences_can_be_typed() -> None:
    """Each that a page names in a sentence is one that the parser takes."""
    found = 0
    for page in pages():
        for line in INLINE.findall(page.read_text(encoding="utf-8")):
            if "…" in line or "|" in line or line == "--version":
                continue
            try:
                build_parser().parse_args(typed(line, "ses_00000000")[0])
                found += 1
            except UsageError as error:  # a command that is only named
                assert "needs" in str(error), line
                assert re.fullmatch("[a-z -]+", line), line
    assert found > 20
