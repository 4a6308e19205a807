"""Which commands mask secrets and which show the stored text, compared with the README's table."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.run import Result, inside
from tests.masking.forms import letters
from tests.masking.test_masking import SECRETS
from workbench.cli.parser import build_parser
from workbench.cli.subparsers import subcommands

SECRET = SECRETS["GitHub Token"]
MASK = "[masked: GitHub Token]"
LONG = "\n".join(f"line {number} of the log that was read: nothing unusual" for number in range(300))
MASKED: dict[str, tuple[str, ...]] = {
    "context": ("context", "SESSION", "--format", "markdown"),
    "context in parts": ("context", "SESSION"),
    "score": ("score", "DRAFT"),
    "report of an artifact": ("report", "DRAFT"),
    "report of a session": ("report", "SESSION"),
    "draft": ("draft", "SESSION", "--range", "0..3", "--strategy", "checkpoint"),
    "repair": ("repair", "DRAFT"),
    "diff": ("diff", "DRAFT", "OTHER"),
    "diff as text": ("diff", "DRAFT", "OTHER", "--by", "text"),
    "accept": ("accept", "OTHER", "--confirm", "C", "--confirm", "E"),
    "rollback": ("rollback", "DRAFT"),
    "history": ("history",),
    "search": ("search", "token", "mirror"),
    "triggers": ("triggers", "SESSION"),
    "replay": ("replay", "SESSION", "--strategy", "intentional"),
    "show an artifact": ("show", "DRAFT"),
    "show an item": ("show", "ITEM"),
    "show a report": ("show", "REPORT"),
    "show a snapshot": ("show", "SESSION@1"),
    "show a narrative": ("show", "SESSION@1", "--narrative"),
}
TRUE: dict[str, tuple[str, ...]] = {
    "sessions": ("sessions",),
    "timeline": ("timeline", "SESSION"),
    "capture": ("capture", "SESSION"),
    "edit": ("edit", "DRAFT", "--form"),
    "show a session": ("show", "SESSION"),
    "show an event": ("show", "EVENT"),
    "import": ("import", "chat.json"),
}
SILENT = frozenset(
    "modes review verify head schema doctor calibrate backup restore export purge demo plan "
    "completion manual hooks hook watch".split()
)
"""Commands that print no text of a transcript; a bundle and a backup hold it as it is."""
ELSEWHERE = frozenset({"mcp", "run", "serve"})
"""Commands whose answers `tests/mcp_server`, `tests/runs` and the app's tests hold to the same."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A store whose session has a secret in its first words, in claims and in what is captured; its ids."""
    folder = tmp_path_factory.mktemp("secrets")
    said = [
        ("user", f"{SECRET} is the token. Never push with the token {SECRET} to the mirror."),
        ("assistant", f"I will push to origin with {SECRET} and keep the mirror out of it.\n{LONG}"),
        ("user", "Always sign the tags. Keep src/mirror.py as it is."),
        ("assistant", f"Decision: the tags are signed with {SECRET} in src/sign.py."),
    ]
    messages = [{"role": role, "content": text} for role, text in said]
    (folder / "chat.json").write_text(json.dumps({"messages": messages}), encoding="utf-8")
    names: dict[str, str] = {}

    def run(*words: str) -> Result:
        return inside(*words, "--store", folder / "store.duckdb", "--json", cwd=folder)

    names["SESSION"] = run("import", "chat.json").json["sessions"][0]["session_id"]
    names["EVENT"] = names["SESSION"] + ":0"
    first = run("draft", names["SESSION"], "--range", "0..3").json
    names["DRAFT"] = first["artifact_id"]
    held = [each["item_id"] for each in first["artifact"]["items"] if MASK in each["text"]]
    names["ITEM"] = held[0]
    names["OTHER"] = run("draft", names["SESSION"], "--range", "0..3", "--strategy", "snapshot").json[
        "artifact_id"
    ]
    assert run("accept", names["DRAFT"], "--confirm", "C", "--confirm", "E").code == 0
    names["REPORT"] = run("history").json["pointers"][0]["report_id"]
    return folder, names


def run(made: tuple[Path, dict[str, str]], tmp_path: Path, words: tuple[str, ...], *more: str) -> Result:
    """A command on a copy of that store."""
    folder, names = made
    for name in ("store.duckdb", "chat.json"):
        shutil.copy(folder / name, tmp_path)
    given = [names.get(word, word) for word in words]
    parted = [each.partition("@") for each in given]
    given = [names[head] + "@" + tail if at else head for head, at, tail in parted]
    return inside(*given, *more, "--store", tmp_path / "store.duckdb", cwd=tmp_path)


def holds(stated: Result) -> bool:
    """Return whether the printed text contains the secret, on one line or split over several."""
    return SECRET in "".join(stated.out.split())


@pytest.mark.parametrize("what", MASKED)
def test_a_report_or_export_is_masked(made: tuple[Path, dict[str, str]], tmp_path: Path, what: str) -> None:
    """As text and as JSON, with a count on stderr."""
    for more in ((), ("--json",)):
        stated = run(made, tmp_path, MASKED[what], *more)
        assert stated.out, stated.err
        assert not holds(stated)
        if MASK.replace(" ", "") in "".join(stated.out.split()):
            assert "secrets masked in " in stated.err


@pytest.mark.parametrize("name", ["junit", "sarif", "markdown", "html", "github"])
def test_every_format_of_a_score_is_masked(
    made: tuple[Path, dict[str, str]], tmp_path: Path, name: str
) -> None:
    """Every output format masks the secret and counts it on stderr, since CI logs are widely readable."""
    stated = run(made, tmp_path, ("score", "OTHER", "--format", name))
    assert "events 0..3" in stated.out or name == "sarif"
    assert not holds(stated)
    assert "secrets masked in " in stated.err


@pytest.mark.parametrize("what", TRUE)
def test_the_source_is_shown_as_it_is(made: tuple[Path, dict[str, str]], tmp_path: Path, what: str) -> None:
    """To the user of the store, who may have to see what a transcript gives away."""
    stated = run(made, tmp_path, TRUE[what], "--json")
    assert "masked" not in stated.out + stated.err
    if what not in ("import", "sessions"):
        assert holds(stated)


def test_rows_of_results_are_masked(made: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    """What `score --out` writes leaves the store like a report, and is counted like one."""
    stated = run(made, tmp_path, ("score", "DRAFT", "--out", str(tmp_path / "results.jsonl")))
    rows = (tmp_path / "results.jsonl").read_text(encoding="utf-8")
    assert SECRET not in rows
    assert MASK in rows
    assert "secrets masked in " in stated.err


def test_every_command_is_in_the_table() -> None:
    """A new one has to say what it does with secrets."""
    named = {words[0] for words in (*MASKED.values(), *TRUE.values())}
    assert named | SILENT | ELSEWHERE == set(subcommands(build_parser()))


@pytest.mark.parametrize(
    "words",
    [("head",), ("verify",), ("plan", "SESSION"),
     ("review", "approve", "DRAFT", "--reason", "fine"), ("export", "SESSION", "--out", "x.bundle")],
)  # fmt: skip
def test_the_others_print_no_text_of_a_transcript(
    made: tuple[Path, dict[str, str]], tmp_path: Path, words: tuple[str, ...]
) -> None:
    """No part of the secret is printed, as text or as JSON."""
    for more in ((), ("--json",)):
        stated = run(made, tmp_path, words, *more)
        assert SECRET[:12] not in stated.out + stated.err, stated.out


def test_a_bundle_says_how_many_secrets_are_in_it(made: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    """It cannot be masked, since every digest in it is of the true text."""
    stated = run(made, tmp_path, ("export", "SESSION", "--out", "x.bundle"), "--json")
    assert stated.json["secrets"] == 4
    assert "4 secrets in it, not masked" in stated.err


def test_a_private_key_split_over_items_leaves_in_no_export(tmp_path: Path) -> None:
    """A key split over several messages, and stored as several items, appears in no export."""
    lines = [letters(64, f"piece{number}") for number in range(6)]
    head, end = "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"
    said = [
        {"role": "user", "content": f"Never share the key {head}\n{lines[0]}\n{lines[1]}"},
        {"role": "assistant", "content": "The rest, please."},
        {"role": "user", "content": f"Always keep it with {lines[2]}\n{lines[3]} in the vault."},
        {"role": "assistant", "content": f"Decision: the vault holds {lines[4]} and\n{lines[5]}\n{end}"},
    ]
    (tmp_path / "chat.json").write_text(json.dumps({"messages": said}), encoding="utf-8")

    def cli(*words: str) -> Result:
        return inside(*words, "--store", tmp_path / "store.duckdb", cwd=tmp_path)

    session = cli("import", "chat.json", "--json").json["sessions"][0]["session_id"]
    drafted = cli("draft", session, "--range", "0..3", "--json")
    shown = [drafted.out, cli("draft", session, "--range", "0..3", "--strategy", "snapshot").out]
    shown.append(cli("show", drafted.json["artifact_id"], "--json").out)
    shown += [cli("score", drafted.json["artifact_id"], "--json").out]
    shown += [cli("show", item["item_id"], "--json").out for item in drafted.json["artifact"]["items"]]
    shown += [cli("context", session, "--format", name).out for name in ("text", "markdown", "openai")]
    for out in shown:
        assert out
        assert not [line for line in lines if line[6:30] in "".join(out.split())]
