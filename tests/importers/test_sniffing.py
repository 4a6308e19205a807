"""The choice of importer for a file, and the error for files that none can read."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.cli.samples import records
from tests.importers import formats
from tests.importers.build import Log
from tests.importers.conversations.test_chats import CHAT, MESSAGES
from workbench import plugin_registry
from workbench.errors import InputError, UsageError
from workbench.importers import detect
from workbench.importers.base import HoldsSeveral
from workbench.importers.sniffing import BUILT_IN, importer

CHECKOUT = Path(__file__).resolve().parents[2]
LONG = "x" * 80_000


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (json.dumps(CHAT), "openai-chat"),
        ("\n".join(map(json.dumps, CHAT)), "openai-chat"),
        ('\n{"role":"user","content":"hi"}\n', "openai-chat"),
        (json.dumps({"messages": [{"role": "user", "content": LONG}]}), "openai-chat"),
        (json.dumps([*CHAT[:1], {"role": "user", "content": LONG}]), "openai-chat"),
        ('[{"role":"user","content":"half \\ud800 a character"}]', "openai-chat"),
        ('{"role":"user","content":"\\udfff"}\n{"role":"user","content":"b"}\n', "openai-chat"),
        (json.dumps(MESSAGES), "anthropic-messages"),
        (json.dumps({**MESSAGES, "pad": LONG}), "anthropic-messages"),
        (json.dumps({"request": MESSAGES, "response": {}}), "anthropic-messages"),
        ('{"type":"summary","summary":"t","leafUuid":"x"}\n', "claude-code"),
        (
            'oops\n{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"hi"}}\n',
            "claude-code",
        ),
        (
            '{"parentUuid":null,"type":"user","uuid":"u","message":{"role":"user","content":"' + LONG,
            "claude-code",
        ),
    ],
)
def test_formats_are_distinguished(tmp_path: Path, content: str, name: str) -> None:
    """The beginning of a file is enough, also where it breaks off in the first record."""
    path = tmp_path / "file"
    path.write_text(content)
    assert detect(path).name == name


@pytest.mark.parametrize("pad", range(13))
@pytest.mark.parametrize(
    "unit", ["\\ud83d\\ude00", "\\\\ud800", "\\ud800"], ids=["pair", "backslash", "half"]
)
def test_a_beginning_that_ends_within_an_escape(tmp_path: Path, unit: str, pad: int) -> None:
    """The format is recognized if the first 64 KiB end inside an escape."""
    path = tmp_path / "file"
    path.write_text('[{"role":"user","content":"' + "x" * pad + unit * 12_000 + '"}]')
    assert detect(path).name == "openai-chat"


def test_the_given_format_rules(tmp_path: Path) -> None:
    """A named format is used unseen; an unknown one is refused with those that are known."""
    path = tmp_path / "file"
    path.write_text("anything")
    assert detect(path, "claude-code").name == "claude-code"
    with pytest.raises(InputError) as caught:
        detect(path, "clipboard")
    assert "claude-code" in caught.value.hint and caught.value.code == "unknown_format"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"PK\x03\x04rest", "a zip archive"),
        (b"\x1f\x8b\x08", "gzip"),
        (b"\xff\xfeh\x00i\x00", "UTF-16"),
        (b"{\x00\x01\x02", "is binary"),
        (b"[]", "holds no messages"),
        (b'{"messages": []}', "holds no messages"),
        (b'{"request": {"messages": []}}\n{"input": []}\n', "holds no messages"),
        (b"hello world", "no known format"),
        (b'{"type":"session_meta","payload":7}', "no known format"),
        (b'[{"role":"user","content":"a"},{"kind":"other"}]', "no known format"),
        (b'{"messages":[{"type":"user","content":"a"}]}', "no known format"),
    ],
)
def test_unreadable_files(tmp_path: Path, content: bytes, message: str) -> None:
    """One line gives the reason, and the hint the remedy."""
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        detect(path)
    assert caught.value.hint
    if message == "no known format":
        assert "--input-format" in caught.value.hint and "openai-chat" in caught.value.hint


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    """A missing file and a folder give different errors."""
    with pytest.raises(InputError, match="there is no file") as caught:
        detect(tmp_path / "gone")
    assert caught.value.code == "input_missing"
    with pytest.raises(InputError, match="is a folder"):
        detect(tmp_path)


def test_a_transcript_goes_through_detection(tmp_path: Path) -> None:
    """What detect returns reads the file."""
    log = Log()
    log.user("Hello")
    path = log.write(tmp_path)
    assert [event.text for event in detect(path).read(path).events()] == ["Hello"]


def test_the_table_of_built_ins_is_that_of_the_distribution() -> None:
    """The constant table and the declared entry points name the same things."""
    declared = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["entry-points"]
    assert {
        f"{plugin_registry.PREFIX}{group}": dict(names) for group, names in plugin_registry.BUILT_IN.items()
    } == declared


def test_plugins_are_listed_without_import_and_loaded_by_name() -> None:
    """Listing imports no plug-in; loading gives the class; an unknown name is refused."""
    probe = (
        "import sys; from workbench import plugin_registry; print(plugin_registry.names('importers'), "
        "[m for m in sys.modules if m.startswith(('workbench.importers.claude', 'workbench.strategies'))])"
    )
    listed = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True, cwd=CHECKOUT
    )
    assert listed.stdout.strip() == f"{tuple(sorted(BUILT_IN))} []"
    assert plugin_registry.load("importers", "claude-code").name == "claude-code"
    with pytest.raises(UsageError, match="no strategy 'magic'"):
        plugin_registry.load("strategies", "magic")
    with pytest.raises(UsageError, match="no plug-in group"):
        plugin_registry.names("gates")


def test_an_archive_of_inspect_is_known_under_any_name(tmp_path: Path) -> None:
    """By its members; another archive stays refused."""
    path = tmp_path / "download"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("_journal/start.json", "{}")
        archive.writestr("samples/1_epoch_1.json", json.dumps(formats.inspect_sample()))
    assert detect(path).name == "inspect"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("notes/samples/1_epoch_1.json", "{}")
    with pytest.raises(InputError, match="is a zip archive, not a transcript"):
        detect(path)


@pytest.mark.parametrize(
    ("name", "document"),
    [
        (
            "gemini-cli",
            {"sessionId": "s", "projectHash": "p", "startTime": "t", "messages": [{"id": "m"}] * 9},
        ),
        ("langchain", [formats.lc("human", "Go on", "h1"), formats.lc("ai", "Done", "a1")]),
        ("openhands", [{"id": 0, "timestamp": "t", "source": "user", "action": "message", "args": {}}] * 5),
        ("jsonl-chat", [{"from": "human", "value": "Go on"}] * 9),
    ],
)
def test_a_document_that_breaks_off_is_reported_as_that(tmp_path: Path, name: str, document: object) -> None:
    """A document over many lines that was cut is no file of another format."""
    path = tmp_path / "cut.json"
    text = json.dumps(document, indent=2)
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    with pytest.raises(InputError, match="is not complete JSON") as caught:
        found = importer(name)
        parts = found.parts(path) if isinstance(found, HoldsSeveral) else ("",)
        found.read_part(path, parts[0]) if isinstance(found, HoldsSeveral) else found.read(path)
    assert "cut off" in caught.value.hint


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text", ['{"role": "user", "content": "Hi"}\n', '[{"role": "user", "content": "Hi"}]']
)
def test_utf16_is_named_with_and_without_its_mark(tmp_path: Path, encoding: str, text: str) -> None:
    """A file that a shell on Windows redirected is not binary: it is to be converted."""
    path = tmp_path / "chat.jsonl"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(InputError, match=r"chat\.jsonl is UTF-16"):
        detect(path)


@pytest.mark.parametrize(
    ("name", "indent", "array", "hint"),
    [
        ("array.json", None, True, "`jq -c '.[]' array.json > array-lines.jsonl`"),
        ("over lines.jsonl", 1, False, "`jq -c '.' 'over lines.jsonl' > 'over lines-lines.jsonl'`"),
        ("lines.json", None, False, "--input-format claude-code"),
    ],
)
def test_records_that_are_not_one_on_each_line(
    tmp_path: Path, name: str, indent: int | None, array: bool, hint: str
) -> None:
    """Records of a known format in another shape are named, with what makes JSON Lines of them."""
    said = records()
    path = tmp_path / name
    lines = "\n".join(json.dumps(each, indent=indent) for each in said)
    path.write_text(json.dumps(said) if array else lines, encoding="utf-8")
    with pytest.raises(InputError, match="claude-code") as caught:
        detect(path)
    assert hint in caught.value.hint
