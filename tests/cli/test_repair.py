"""`repair --drop-unsourced` and `draft --strategy native`: a summary of the transcript's own that passes."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from gates.artifact import Item, ItemKind
from gates.report import Verdict
from tests.cli.test_flow import Shell, prepared, shell
from tests.strategies.source import whole, work_session
from workbench.services.drafts.repair import _in_the_way, _other_ways
from workbench.services.output_shapes import reports_and_drafts as shapes
from workbench.strategies.checkpoint import CheckpointStrategy
from workbench.strategies.repaired import blocking

__all__ = ["prepared", "shell"]


def test_a_repaired_summary_passes_and_says_what_was_left_out(shell: Shell) -> None:
    """Each statement with its words and its reason, in JSON and in text."""
    stated = shell.run("repair", f"{shell.session}:d-1", "--drop-unsourced", "--json")
    body = stated.json
    shapes.RepairShape.model_validate(body)
    assert stated.code == 0
    assert body["report"]["replaceable"] is True
    assert body["blocking"] == []
    before = shell.json("show", f"{shell.session}:d-1")["value"]["artifact"]["items"]
    known = {item["item_id"]: item["text"] for item in before}
    left = {item["item_id"] for item in body["artifact"]["items"]}
    dropped = [each for each in body["dropped"] if each["item_id"] is not None]
    assert all(known[each["item_id"]] == each["text"] and each["reason"] for each in dropped)
    assert not left & {each["item_id"] for each in dropped}
    drafted = shell.json("draft", shell.session, "--strategy", "native")["artifact"]
    assert body["artifact"]["objective"]
    assert drafted["objective"].startswith(body["artifact"]["objective"])
    text = shell.run("repair", f"{shell.session}:d-1", "--drop-unsourced").out
    assert ("Left out:" in text) is bool(body["dropped"])
    assert shell.run("accept", body["artifact_id"], "--confirm", "C", "--confirm", "D").code == 0


@pytest.mark.parametrize(
    ("status", "tried", "opaque", "named"),
    [
        (Verdict.FAIL, False, False, True),
        (Verdict.FAIL, True, False, False),
        (Verdict.FAIL, False, True, False),
        (Verdict.PASS, False, False, False),
    ],
)
def test_where_nothing_can_be_added_the_way_that_leaves_out_is_named(
    status: Verdict, tried: bool, opaque: bool, named: bool
) -> None:
    """It is not named if it was tried already, the artifact is opaque, or every statement has its source."""
    judged: Any = SimpleNamespace(
        artifact_id="art_0123456789",
        artifact=SimpleNamespace(opaque=opaque),
        report=SimpleNamespace(gates={"B": SimpleNamespace(status=status)}, blocking=("B",)),
    )
    assert ("repair abc:d-1 --drop-unsourced" in _other_ways(judged, "abc:d-1", tried=tried)) is named


def test_what_is_in_the_way_is_named_by_statement(shell: Shell) -> None:
    """Without leaving anything out, the gate, the rule and the words are listed."""
    stated = shell.run("repair", f"{shell.session}:d-1", "--json")
    failing = {gate for gate, result in stated.json["report"]["gates"].items() if result["status"] == "FAIL"}
    assert {each["gate"] for each in stated.json["blocking"]} == failing
    assert stated.json["dropped"] == []
    if failing:
        assert "Still in the way:" in shell.run("repair", f"{shell.session}:d-1").out


def test_where_nothing_can_be_repaired_what_is_in_the_way_is_named() -> None:
    """With the words of the statement and what to do."""
    source = whole(work_session())
    text = "Nine pelicans audited the harbour"
    artifact = source.draft(CheckpointStrategy())
    more = artifact.with_items((*artifact.items, Item(kind=ItemKind.CLAIM, text=text)))
    judged: Any = SimpleNamespace(artifact=more, report=source.judge(more))
    (named,) = (each for each in blocking(more, judged.report) if each.text == text)
    assert named.fix
    assert text in _in_the_way(judged)
    assert named.fix in _in_the_way(judged)


def test_the_native_strategy_drafts_the_summary_repaired(shell: Shell) -> None:
    """Its range is the summary's own, its parent the summary; another range is refused by name."""
    body = shell.json("draft", shell.session, "--strategy", "native")
    shapes.DraftShape.model_validate(body)
    listed = shell.json("show", shell.session)["value"]["artifacts"]
    assert body["artifact"]["parents"] == [listed[0]["artifact_id"]]
    assert (body["artifact"]["strategy"], body["artifact"]["origin"]) == ("native", "drafted")
    assert (body["blocking"], body["report"]["replaceable"]) == ([], True)
    start, end = body["artifact"]["source"]["source_start"], body["artifact"]["source"]["source_end"]
    other = shell.run("draft", shell.session, "--strategy", "native", "--range", f"{start}..{end - 1}")
    assert other.code == 2
    assert f"it contains summaries of: {start}..{end}" in other.err


def test_a_draft_of_another_strategy_has_no_lists(shell: Shell) -> None:
    """`workbench.draft/1` omits the lists of other strategies; size and context are present."""
    body = shell.json("draft", shell.session, "--range", "0..16")
    assert list(body) == ["schema", "artifact_id", "artifact", "report", "fallback", "size", "context"]
    assert (body["size"]["asked"], body["size"]["most"], body["size"]["over"]) == (None, None, 0)
    assert body["context"]["after"] > 0


def test_a_size_is_obeyed(shell: Shell) -> None:
    """Items, narrative and kept events together stay within the requested size."""
    for size, strategy in (("120", "intentional"), ("native", "native"), ("native*1.3", "intentional")):
        body = shell.json("draft", shell.session, "--strategy", "native")
        start, end = body["artifact"]["source"]["source_start"], body["artifact"]["source"]["source_end"]
        where = ("--range", f"{start}..{end}", "--strategy", strategy, "--size", size)
        made = shell.json("draft", shell.session, *where)["artifact"]
        events = shell.json("timeline", shell.session)["events"]
        kept = sum(len(events[ordinal]["text"]) for ordinal in made["source"]["kept"])
        used = sum(len(item["text"]) for item in made["items"]) + len(made["narrative"] or "") + kept
        if size == "120":
            assert used <= 1.05 * 4 * 120


def test_what_is_no_size_is_one_line(shell: Shell) -> None:
    """With what to give instead, before anything is read."""
    stated = shell.run("draft", shell.session, "--size", "huge")
    assert stated.code == 2
    assert "there is no size 'huge'" in stated.err
    assert "native*1.3" in stated.err


def test_a_native_size_without_a_native_summary_is_refused(shell: Shell) -> None:
    """The range has none of its own."""
    stated = shell.run("draft", shell.session, "--range", "0..0", "--size", "native")
    assert stated.code == 2
    assert "no summary of exactly this range" in stated.err


def test_a_draft_says_what_it_makes_of_the_context(shell: Shell) -> None:
    """Tokens now and once accepted; one that makes the context larger warns and offers a smaller one."""
    native = shell.json("draft", shell.session, "--strategy", "native")["artifact"]["source"]
    where = ("--range", f"{native['source_start']}..{native['source_end']}")
    stated = shell.run("draft", shell.session, *where, "--size", "60%")
    assert "tokens once accepted" in stated.out
    grows = "larger than now" in stated.out
    assert grows is ("warning: gate E: accepting it makes the context larger" in stated.err)
    whole = shell.json("draft", shell.session, *where, "--strategy", "native")["context"]
    assert whole["growth"] or not grows or "smaller  " in stated.out


def test_a_memory_says_what_binds_and_cannot_be_reported(shell: Shell) -> None:
    """A rule of twelve words without a border, in too long a message, is left out by name."""
    rule = "Never use " + " ".join(f"pkg_{number}" for number in range(14)) + "."
    talk = [{"role": "user", "content": f"{rule} {'The old machine stands in the hall. ' * 80}"}]
    for number in range(12):
        talk.append({"role": "assistant", "content": "The batch is noted. " + "It waits for the file. " * 20})
        talk.append({"role": "user", "content": f"Our batch {number} takes {number + 3} minutes there."})
    (shell.folder / "talk.json").write_text(json.dumps(talk), encoding="utf-8")
    session = shell.json("import", "talk.json")["sessions"][0]["session_id"]
    stated = shell.run("draft", session, "--strategy", "memory", "--range", "0..23", "--json")
    shapes.DraftShape.model_validate(stated.json)
    assert [(each["text"], each["rule"]) for each in stated.json["dropped"]] == [(rule, "verbatim_words")]
    text = shell.run("draft", session, "--strategy", "memory", "--range", "0..23").out
    assert "Left out: 1 statement" in text
    assert "[verbatim_words]" in text


def test_a_size_is_reported_beside_the_one_reached(shell: Shell) -> None:
    """In the text, as a warning where it is not held, and in `--json`; it is never advised again."""
    held = shell.run("draft", shell.session, "--range", "0..16", "--size", "120")
    assert "asked for --size 120, at most 120 tokens of 4 characters, without headings; has " in " ".join(
        held.out.split()
    )
    assert "than asked for" not in held.err
    tight = shell.run("draft", shell.session, "--range", "0..16", "--size", "2")
    assert "warning: the draft is larger than asked for, by " in tight.err
    size = json.loads(shell.run("draft", shell.session, "--range", "0..16", "--size", "2", "--json").out)[
        "size"
    ]
    assert (size["asked"], size["most"], size["over"]) == ("2", 2, size["tokens"] - 2)
    assert "--size contract" not in shell.run("draft", shell.session, "--range", "0..16", "--size", "60").out


def test_the_draft_that_leaves_the_smallest_context_is_offered(shell: Shell) -> None:
    """Of those without a size, provided it is smaller than the draft that was made."""
    plain = ("draft", shell.session, "--range", "0..16")
    made = shell.json(*plain, "--size", "75%")["context"]
    assert made["growth"]
    offered = [line for line in shell.run(*plain, "--size", "75%").out.splitlines() if "smaller  " in line]
    after = {s: shell.json(*plain, "--strategy", s)["context"]["after"] for s in ("intentional", "native")}
    best = min(after, key=lambda s: after[s])
    assert after[best] < made["after"]
    assert [f"--strategy {best}" in line for line in offered] == [True]
