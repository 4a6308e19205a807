"""The attack corpus in artifacts, accepted ones above all: of every strategy, with narrative and report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gates.artifact import Artifact, ItemKind, parse
from tests.attacks.corpus import ATTACKS, Attack
from tests.attacks.test_attacks import Flow, assert_markdown_is_harmless
from tests.exporters.samples import context
from tests.gates_snapshot.build import artifact, conflict, link
from workbench import plugin_registry
from workbench.exporters.anthropic import AnthropicExporter
from workbench.exporters.markdown import MarkdownExporter
from workbench.exporters.openai import OpenAIExporter
from workbench.exporters.text import TextExporter

STRATEGIES = plugin_registry.names("strategies")
MODES = ("rolling", "multi_session")


def full(text: str) -> Artifact:
    """An artifact with a text in every place that holds one."""
    kinds = [each for each in ItemKind if each not in (ItemKind.CONFLICT, ItemKind.FAILURE)]
    items: list[dict[str, Any]] = [
        {"kind": kind.value, "text": text, "links": [link(4)], "speaker": speaker, **_status(kind)}
        for kind in kinds
        for speaker in (None, "user", "agent")
    ]
    detail = {"category": text, "where": text, "why": text}
    items.append({"kind": "failure", "text": text, "links": [link(5)], "detail": detail})
    items.append(conflict(text, 6, 7))
    return artifact(*items, objective=text, narrative=text)


def _status(kind: ItemKind) -> dict[str, str]:
    return {"status": "open"} if kind is ItemKind.OPEN_WORK else {}


HOLDABLE = tuple(each for each in ATTACKS if each.name != "surrogate")
"""An artifact is canonical JSON, which holds no half of a pair."""


@pytest.mark.parametrize("attack", HOLDABLE, ids=lambda attack: attack.name)
def test_an_artifact_full_of_an_attack_is_text_in_every_export(attack: Attack) -> None:
    """No HTML, heading, link or image comes alive, and each word of it is still there to read."""
    made = context(full(f"Keep {attack.text} as it is."))
    text = MarkdownExporter().export(made)
    assert_markdown_is_harmless(text)
    assert text.count(attack.mark) >= 20
    assert text.count("### Objective") == text.count("### Narrative") == 1
    for exporter in (TextExporter(), AnthropicExporter(), OpenAIExporter()):
        stated = exporter.export(made)
        assert stated.count("Quoted from the request") == 1
        assert stated.count("<summary>") <= 1 and stated.count("</summary>") <= 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_every_strategy_makes_of_attacks_is_text(strategy: str, tmp_path: Path) -> None:
    """Drafted, judged, accepted where the gates let it, exported, with its report and narrative."""
    flow = Flow(tmp_path, "claude-code")
    if strategy in MODES:
        assert flow.run("modes", strategy, "on", "--reason", "to see").code == 0
    (native,) = flow.imported["sessions"][0]["compactions"]
    whole = f"0..{native['source_end'] if strategy == 'native' else flow.last}"
    drafted = flow.run("draft", flow.session, "--range", whole, "--strategy", strategy, "--json").json
    if "stages" in drafted:
        assert_markdown_is_harmless(drafted["seed"]["text"])
        drafted = drafted["stages"][-1]["draft"]
    name = drafted["artifact_id"]
    made = parse(flow.run("show", name, "--json").json["value"]["artifact"])
    assert_markdown_is_harmless(MarkdownExporter().export(context(made)))
    flow.run("review", "approve", name, "--reason", "to see")
    accepted = flow.run("accept", name, "--confirm", "C", "--confirm", "E")
    too_large = "size / source: " in accepted.err  # of so short a range; it is looked at as if accepted
    if accepted.code and not too_large:  # what it cannot say is left out by a repair, as a person would
        name = flow.run("repair", name, "--drop-unsourced", "--json").json["artifact_id"]
        accepted = flow.run("accept", name, "--confirm", "C", "--confirm", "E")
    assert accepted.code == 0 or too_large, accepted.err
    foreseen = ("--with", name) if too_large else ()
    for output in ("markdown", "text", "anthropic", "openai"):
        stated = flow.run("context", flow.session, *foreseen, "--format", output)
        assert stated.code == 0
        if output == "markdown":
            assert_markdown_is_harmless(stated.out)
    for command in (("score", name), ("show", name), ("history",)):
        flow.run(*command)
    narrative = flow.run("show", f"{flow.session}@1", "--narrative")
    if narrative.code == 0:
        assert_markdown_is_harmless(narrative.out)
