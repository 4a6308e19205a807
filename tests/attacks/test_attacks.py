"""The attack corpus through every importer, command, export and report: it is shown, and never obeyed."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.attacks.corpus import ATTACKS, Attack
from tests.attacks.transcripts import DOCUMENTS, hostile_files
from tests.cli.run import Result, inside
from workbench import plugin_registry
from workbench.cli.commands.diff_context import FORMATS
from workbench.escaping import HOSTILE, one_line, visible
from workbench.masking import mask
from workbench.templates.filters import fence, line

FORMATS_IN = tuple(plugin_registry.names("importers"))
IN_ALL = ("claude-code", "codex", "openai-chat")
"""Formats whose sessions are exported in every output; others in the page, and in one more in turn."""
MARKUP = re.compile(r"mark[a-z]+")


class Flow:
    """A session of attacks, and the commands that were run on it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.store = folder / "store.duckdb"
        self.name = name
        files = hostile_files(name)
        for file, content in files:
            (folder / file).write_bytes(content)
        paths = [folder / file for file, _ in files]
        self.imported = self.run("import", *paths, "--input-format", name, "--json").json
        self.sessions = [each["session_id"] for each in self.imported["sessions"]]
        assert len(set(self.sessions)) >= len(files)
        self.session = self.sessions[0]
        self.last = self.imported["sessions"][0]["events"] - 1

    def run(self, *arguments: str | Path) -> Result:
        """Run one command and check that nothing it prints is hostile."""
        config = str(self.folder / "config.toml")
        stated = inside(*arguments, "--store", self.store, cwd=self.folder, WORKBENCH_CONFIG=config)
        assert not HOSTILE.search(stated.out), (arguments, HOSTILE.search(stated.out))
        assert not HOSTILE.search(stated.err), (arguments, HOSTILE.search(stated.err))
        assert "fault in the program" not in stated.err, (arguments, stated.err)
        return stated


@pytest.fixture(scope="module", params=FORMATS_IN)
def flow(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Flow:
    return Flow(tmp_path_factory.mktemp("attacks"), request.param)


def test_every_command_shows_attacks_and_obeys_none(tmp_path: Path) -> None:
    """Text and JSON of the whole way: read, draft, judge, review, accept, roll back, compare, verify."""
    flow = Flow(tmp_path, "claude-code")
    whole = f"0..{flow.last}"
    reads: list[tuple[str | Path, ...]] = [
        ("sessions",), ("timeline", flow.session), ("show", flow.session), ("history",), ("verify",),
        ("capture", flow.session, "--range", whole), ("draft", flow.session, "--range", whole),
        ("context", flow.session), ("triggers", flow.session), ("head",),
    ]  # fmt: skip
    for number, command in enumerate(reads):
        stated = flow.run(*command, *(("--json",) if number % 2 else ()))
        assert stated.code in (0, 1, 2), (command, stated.err)
    flow.run("timeline", flow.session, "--json")
    drafted = flow.run("draft", flow.session, "--range", whole, "--json").json
    name = drafted.get("artifact_id", "")
    hostile_reason = " ".join(attack.text for attack in ATTACKS[:14])
    moves: list[tuple[str | Path, ...]] = [
        ("show", name), ("score", name), ("repair", name),
        ("review", "reject", name, "--reason", hostile_reason, "--actor", ATTACKS[0].text),
        ("accept", name, "--confirm", "C", "--confirm", "E", "--reason", ATTACKS[1].text), ("rollback", name),
        ("diff", name, name), ("history", flow.session), ("show", ATTACKS[2].text),
        ("context", ATTACKS[9].text), *_results(flow),
    ]  # fmt: skip
    for number, command in enumerate(moves):
        flow.run(*command, *(("--json",) if number % 2 else ()))
    assert flow.run("verify").code == 0


def _results(flow: Flow) -> list[tuple[str | Path, ...]]:
    """Commands that write results of the attacks, and report of them, each as text and as JSON."""
    (file,) = (path for path in flow.folder.iterdir() if path.suffix == ".jsonl")
    places = [flow.folder / f"results.{kind}" for kind in ("jsonl", "parquet")]
    written: list[tuple[str | Path, ...]] = [("score", file, "--out", place) for place in places]
    return written + [("report", place) for place in (*places, *reversed(places))]


def test_exports_carry_attacks_as_text(flow: Flow) -> None:
    """JSON keeps the very characters for a program; what a person reads shows them as escapes."""
    in_turn = FORMATS[FORMATS_IN.index(flow.name) % len(FORMATS)]
    for output in FORMATS if flow.name in IN_ALL else {"markdown", in_turn}:
        shown: list[str] = []
        for session in flow.sessions:
            stated = flow.run("context", session, "--format", output)
            assert stated.code == 0
            shown.append(stated.out)
        _carried_as_text(output, shown)


def _carried_as_text(output: str, shown: list[str]) -> None:
    jinja = next(attack for attack in ATTACKS if attack.name == "jinja")
    if jinja.mark in "".join(shown):
        assert jinja.text in "".join(shown)
    if output in ("anthropic", "openai"):
        values = json.dumps([json.loads(each) for each in shown])
        carried = [attack for attack in ATTACKS if attack.mark in values]
        assert carried
        lost = [each.name for each in carried if not _carries(values, each.text.strip())]
        assert set(lost) <= {"surrogate"}  # no JSON for others can carry one: it is written as an escape
    if output == "markdown":
        for each in shown:
            assert_markdown_is_harmless(each)


def test_the_store_holds_what_the_transcript_said(flow: Flow) -> None:
    """Escaping is for showing: events come back as they are in the file, and no statement was run."""
    said: list[str] = []
    for session in flow.sessions:
        said += [event["text"] for event in flow.run("timeline", session, "--json").json["events"]]
    values = json.dumps(said)
    kept = [attack for attack in ATTACKS if attack.mark in values]
    assert len(kept) > len(ATTACKS) // 2, [attack.name for attack in kept]
    assert {each.name for each in kept if not _carries(values, each.text.strip())} <= {"surrogate"}
    if flow.name in DOCUMENTS:
        assert len(kept) == len(ATTACKS)
    obeyed = {each.mark for each in ATTACKS} & {path.name.split(".")[0] for path in Path("/tmp").iterdir()}
    assert (obeyed, flow.run("verify").code) == (set(), 0)


def _carries(values: str, text: str) -> bool:
    """Whether JSON holds a text, itself or in the JSON text of a tool's arguments."""
    once = json.dumps(text)[1:-1]
    inner = json.dumps(text, ensure_ascii=False)[1:-1]
    return once in values or json.dumps(once)[1:-1] in values or json.dumps(inner)[1:-1] in values


def assert_markdown_is_harmless(text: str) -> None:
    """A reader of Markdown finds no HTML, no heading, no link and no image that an attack made."""
    for token in MarkdownIt("commonmark").parse(text):
        assert token.type != "html_block", token.content
        inner = token.children or []
        assert not any(each.type in ("html_inline", "image", "link_open") for each in inner), token.content
        if token.type == "inline" and token.level == 1 and token.map is not None:
            line_of = text.splitlines()[token.map[0]]
            titled = "never rename" in line_of or line_of.startswith("# Handoff: ")  # a title may be cut
            assert not line_of.startswith("#") or not MARKUP.search(line_of) or titled


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_in_a_template_is_text(attack: Attack) -> None:
    """On one line and in a fence: no HTML, no heading, no way out of the fence, nothing evaluated."""
    for shown in (line(attack.text), visible(attack.text), one_line(attack.text), fence(attack.text)):
        assert not HOSTILE.search(shown)
        assert not any(each in shown for each in attack.obeyed if len(each) == 1)
    tokens = MarkdownIt("commonmark").parse(f"- {line(attack.text)}\n\n{fence(attack.text)}\n")
    assert [each.type for each in tokens if each.level == 0] == [
        "bullet_list_open",
        "bullet_list_close",
        "fence",
    ]
    inner = [each for token in tokens for each in token.children or []]
    assert not any(each.type in ("html_inline", "image") for each in inner), line(attack.text)


@pytest.mark.parametrize(
    "unit", ["a", " ", "(", "[x](", "eyJ", "- ", "# ", "`", "\n", "=", "must never ", '"', "src/"]
)
def test_repeated_text_costs_time_in_proportion(unit: str) -> None:
    """Eight times as much text takes about eight times as long, in everything that reads prose."""
    from workbench.importers.summaries.headings import parse_summary

    def cost(length: int) -> float:
        text = (unit * length)[:length]
        best = sys.float_info.max
        for _ in range(2):
            began = time.thread_time()
            visible(text), one_line(text), line(text), fence(text), mask(text), parse_summary(text)
            best = min(best, time.thread_time() - began)
        return best

    cost(100)
    short = max(cost(8_000), 0.001)
    assert cost(64_000) < 30 * short
