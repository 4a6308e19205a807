"""Logs of Inspect: archives and JSON, several samples, compactions."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pyarrow
import pytest

from gates.source import SignalKind
from tests.importers import formats
from tests.importers.formats import icall, im, inspect_log, inspect_sample, model_event
from tests.importers.reads import read, read_file
from tests.importers.test_contract import importer
from workbench.errors import InputError
from workbench.importers import detect
from workbench.importers.inspect import container

SYSTEM = im("system", "s", "s1")
ASKED = im("user", "Read them all", "u1", source="input")


def test_a_compaction_with_its_summary_kept_messages_and_cost(tmp_path: Path) -> None:
    """The call that wrote the summary is no event, and the result before it is not lost."""
    found = read("inspect", tmp_path, formats.inspect())
    assert [kind for kind, _ in found.stated()] == [
        "system", "user", "assistant", "tool_call", "tool_result", "assistant", "tool_call", "tool_result",
        "compaction", "assistant",
    ]  # fmt: skip
    assert found.ranges() == [(0, 7, (0, 1), 8)]
    compaction = found.totals.compactions[0]
    assert compaction.prompt_version == "imported:inspect/0.3.285" and compaction.trigger == "auto"
    assert [item.text for item in compaction.items] == ["Never touch config.toml"]
    assert compaction.tokens_before is not None and compaction.tokens_after is not None
    assert (compaction.tokens_before.tokens, compaction.tokens_before.provenance) == (980, "reported")
    assert compaction.tokens_after.tokens == 120
    assert (compaction.input_tokens, compaction.output_tokens) == (1000, 9)
    assert found.events[4].text.startswith("a long text ")
    assert found.header.native_id == "sample-uuid"


def compacted(kind: str, after: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a sample whose second call receives `after` following a compaction of this kind."""
    look = im("assistant", "", "a1", tool_calls=[icall("c1", "bash", command="cat a")])
    events = [
        model_event([SYSTEM, ASKED], look, 300, 1),
        {"event": "compaction", "type": kind, "tokens_before": 900, "tokens_after": 300},
        model_event(after, im("assistant", "Done.", "a2"), 200, 2),
    ]
    return {"id": 1, "epoch": 1, "events": events, "messages": [SYSTEM, ASKED]}


def test_a_trim_has_no_summary_and_says_what_was_kept(tmp_path: Path) -> None:
    """The result that came before the trim was kept by it, though only the next call shows it."""
    found = read("inspect", tmp_path, inspect_log(compacted("trim", [SYSTEM, ASKED])))
    assert found.ranges() == [(0, 2, (0, 1), None)]
    assert found.totals.compactions[0].opaque


def test_a_result_that_was_cleared_is_not_kept(tmp_path: Path) -> None:
    """An edit leaves every message, some of them emptied."""
    look = im("assistant", "", "a1", tool_calls=[icall("c1", "bash", command="cat a")])
    result = im("tool", "long output", "t1", tool_call_id="c1")
    cleared = im("tool", "(Tool result removed)", "t1", tool_call_id="c1")
    events = [
        model_event([SYSTEM, ASKED], look, 300, 1),
        model_event([SYSTEM, ASKED, look, result], im("assistant", "More.", "a2"), 400, 2),
        {"event": "compaction", "type": "edit", "tokens_before": 400, "tokens_after": 300},
        model_event(
            [SYSTEM, ASKED, look, cleared, im("assistant", "More.", "a2")],
            im("assistant", "End.", "a3"),
            300,
            3,
        ),
    ]
    found = read(
        "inspect", tmp_path, inspect_log({"id": 1, "epoch": 1, "events": events, "messages": [ASKED]})
    )
    assert [text for _, text in found.stated()] == [
        "s",
        "Read them all",
        "bash\ncommand: cat a",
        "long output",
        "More.",
        "End.",
    ]
    assert found.ranges() == [(0, 4, (0, 1, 2, 4), None)]


def test_a_compaction_that_nothing_follows_is_reported(tmp_path: Path) -> None:
    """Its result is unknown, so no compaction is claimed."""
    sample = compacted("trim", [])
    sample["events"] = sample["events"][:2]
    found = read("inspect", tmp_path, inspect_log(sample))
    assert not found.totals.compactions
    assert [each.reason for each in found.totals.skipped] == [
        "a compaction after which no model call shows what was left"
    ]


def test_calls_of_others_are_sidechains_and_a_humans_refusal_is_kept(tmp_path: Path) -> None:
    """A scorer's call is not part of the sample's conversation."""
    call = icall("c1", "bash", command="rm -rf build")
    look = im("assistant", "", "a1", tool_calls=[call])
    refused = im(
        "tool", "", "t1", tool_call_id="c1", error={"type": "approval", "message": "No: keep the build"}
    )
    approval = {
        "event": "approval",
        "approver": "human",
        "decision": "reject",
        "explanation": "keep the build",
        "call": call,
    }
    events = [
        {"event": "span_begin", "id": "sp", "type": "scorer", "name": "judge"},
        model_event([ASKED], look, 300, 1),
        approval,
        model_event([ASKED, look, refused], im("assistant", "Ok.", "a2"), 300, 2),
        model_event([im("user", "Is it right?", "g1")], im("assistant", "C", "g2"), 50, 3, span_id="sp"),
    ]
    sample = {
        "id": 1,
        "epoch": 1,
        "events": events,
        "messages": [ASKED, look, refused, im("assistant", "Ok.", "a2")],
    }
    found = read("inspect", tmp_path, inspect_log(sample))
    assert [(event.text, event.sidechain) for event in found.events][-2:] == [
        ("Is it right?", "judge-1"),
        ("C", "judge-1"),
    ]
    result = found.events[2]
    assert result.tool is not None and result.tool.failed is True
    assert (
        result.signals[0].kind is SignalKind.REFUSAL and result.signals[0].entries[0].text == "keep the build"
    )


def test_pooled_inputs_are_resolved(tmp_path: Path) -> None:
    """Newer logs hold each message once and name them by their places."""
    sample = inspect_sample()
    pool: list[Any] = []
    for event in sample["events"]:
        if event["event"] == "model":
            start = len(pool)
            pool += event["input"]
            event["input_refs"], event["input"] = [[start, len(pool)]], []
    sample["events_data"] = {"messages": pool, "calls": []}
    plain = read("inspect", tmp_path, formats.inspect())
    assert read("inspect", tmp_path, inspect_log(sample)).events == plain.events


def archive(path: Path, samples: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    """An `.eval` archive with these samples, and a header."""
    header = json.dumps({key: value for key, value in inspect_log().items() if key != "samples"})
    with zipfile.ZipFile(path, "w", method) as made:
        made.writestr("header.json", header)
        for key, content in samples.items():
            made.writestr(f"samples/{key}.json", content)
    return path


def sample_bytes(uuid: str) -> bytes:
    """A sample as an archive holds it."""
    return json.dumps({**inspect_sample(), "uuid": uuid}).encode()


def test_an_archive_holds_a_conversation_a_sample(tmp_path: Path) -> None:
    """They are listed in their natural order, and each is read by its name."""
    samples = {f"{key}_epoch_1": sample_bytes(f"u{key}") for key in (10, 2, 1)}
    path = archive(tmp_path / "run.eval", samples)
    made = importer("inspect")
    assert detect(path).name == "inspect"
    assert made.parts(path) == ("1/1", "2/1", "10/1")  # type: ignore[attr-defined]
    found = read_file("inspect", path, "10/1")
    assert found.header.native_id == "u10" and len(found.events) == 10
    with pytest.raises(InputError, match="holds 3 conversations") as caught:
        made.read(path)
    assert "run.eval#1/1" in caught.value.hint
    with pytest.raises(InputError, match="no sample '7/1'"):
        read_file("inspect", path, "7/1")


def zstandard(path: Path, content: bytes, crc: int | None = None) -> Path:
    """An archive with one sample, compressed with Zstandard as Inspect does (method 93)."""
    path = archive(path, {"1_epoch_1": b"@" * len(content)}, zipfile.ZIP_STORED)
    packed = pyarrow.compress(content, codec="zstd", asbytes=True)
    name = b"samples/1_epoch_1.json"
    crc = zlib.crc32(content) if crc is None else crc
    local = struct.pack(
        "<4s5H3I2H", b"PK\x03\x04", 63, 0, 93, 0, 0, crc, len(packed), len(content), len(name), 0
    )
    central = struct.pack(
        "<4s6H3I5H2I",
        b"PK\x01\x02",
        63,
        63,
        0,
        93,
        0,
        0,
        crc,
        len(packed),
        len(content),
        len(name),
        0,
        0,
        0,
        0,
        0,
        0,
    )
    end = struct.pack(
        "<4s4H2IH",
        b"PK\x05\x06",
        0,
        0,
        1,
        1,
        len(central) + len(name),
        len(local) + len(name) + len(packed),
        0,
    )
    path.write_bytes(local + name + packed + central + name + end)
    return path


def test_members_compressed_with_zstandard(tmp_path: Path) -> None:
    """Python reads them only from 3.14 on."""
    found = read_file("inspect", zstandard(tmp_path / "run.eval", sample_bytes("u1")))
    assert found.header.native_id == "u1" and len(found.events) == 10


@pytest.mark.parametrize("kind", ["cut", "crc", "bomb", "not json", "no samples", "text"])
def test_a_damaged_archive_is_refused_in_words(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any damage is refused, and no more than a document's limit is unpacked."""
    path = tmp_path / "run.eval"
    if kind == "cut":
        archive(path, {"1_epoch_1": sample_bytes("u1")})
        path.write_bytes(path.read_bytes()[:-40])
    elif kind == "crc":
        zstandard(path, sample_bytes("u1"), crc=1)
    elif kind == "bomb":
        monkeypatch.setattr(container, "LARGEST_DOCUMENT", 1 << 20)
        archive(path, {"1_epoch_1": b" " * (3 << 20)})
    elif kind == "not json":
        archive(path, {"1_epoch_1": b"{broken"})
    elif kind == "no samples":
        archive(path, {})
    else:
        path.write_bytes(b"PK\x03\x04 not an archive")
    with pytest.raises(InputError) as caught:
        read_file("inspect", path)
    assert caught.value.message and caught.value.hint


def test_a_bomb_in_zstandard_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size that the archive claims is not believed."""
    monkeypatch.setattr(container, "LARGEST_DOCUMENT", 1 << 20)
    path = zstandard(tmp_path / "run.eval", b" " * (8 << 20))
    with pytest.raises(InputError, match="it unpacks to over 1 MB"):
        read_file("inspect", path)


def test_one_bad_sample_leaves_the_others(tmp_path: Path) -> None:
    """It is refused alone."""
    path = archive(tmp_path / "run.eval", {"1_epoch_1": b"{", "2_epoch_1": sample_bytes("u2")})
    assert len(read_file("inspect", path, "2/1").events) == 10
    with pytest.raises(InputError, match="cannot be read"):
        read_file("inspect", path, "1/1")


@pytest.mark.parametrize(
    ("names", "part", "named"),
    [
        (("1_epoch_1", "2_epoch_1"), "2/1", "sample 2: Read them all"),
        (("1_epoch_1", "1_epoch_2"), "1/2", "sample 1/2: Read them all"),
        (("1_epoch_1",), "1/1", "Read them all"),
    ],
)
def test_the_title_of_one_sample_of_several_names_it(
    names: tuple[str, ...], part: str, named: str, tmp_path: Path
) -> None:
    """Samples often begin with the same words: the id tells them apart, the epoch where there are several."""
    path = archive(tmp_path / "run.eval", {name: sample_bytes("u") for name in names})
    assert read_file("inspect", path, part).header.title == named


def test_what_is_kept_of_a_large_log_is_one_sample(tmp_path: Path) -> None:
    """The copy is a log that reads the same."""
    path = archive(tmp_path / "run.eval", {f"{n}_epoch_1": sample_bytes(f"u{n}") for n in (1, 2)})
    copy = importer("inspect").copy(path, "2/1")  # type: ignore[attr-defined]
    assert read("inspect", tmp_path, copy.decode()).events == read_file("inspect", path, "2/1").events
