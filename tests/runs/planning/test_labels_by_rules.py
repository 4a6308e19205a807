"""The rules read and label where a model's answers do not parse, and when the output is made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import inside
from tests.runs.build import env_of, ledger_of
from tests.runs.served import LIT, SYNTHESIZE, answered, asking, plan, scripted
from workbench.bootstrap import Env
from workbench.services.runs.agent_runs import start
from workbench.services.runs.step_contexts import manifest, requests

UNFIT = {"wrong": 1}
WARNED = "the labels do not parse: labels: is missing; the rules labelled the passages instead"


@pytest.mark.usefixtures("recorded")
def test_labels_that_do_not_parse_twice_are_the_rules(tmp_path: Path) -> None:
    """The run goes on, and its output, manifest, status and timeline say so."""
    shown = answered(tmp_path, labels=UNFIT)
    made = shown.output
    assert made is not None
    assert (shown.state.status, made.ended) == ("DONE", "answered")
    assert [each.text for each in made.claims if each.status == "verified"] == [LIT]
    assert WARNED in made.uncertainty
    env = env_of(tmp_path)
    context = manifest(env, f"{shown.record.run_id}:1").to_json()
    assert context["manifest"]["reranker_model"] == "lexical"
    assert context["detail"]["warning"] == WARNED
    asked = requests(env, f"{shown.record.run_id}:1").to_json()["requests"]
    assert [each["purpose"] for each in asked][:4] == ["intent", "labels", "labels", "plan"]
    told = inside("run", "status", shown.record.run_id, cwd=tmp_path, env=env).out
    assert "the rules labelled the passages instead" in " ".join(told.split())
    found = inside("search", "rules labelled", "--session", shown.record.run_id, cwd=tmp_path, env=env)
    assert "WARNING: the labels do not parse" in found.out


def test_an_intent_that_does_not_parse_twice_is_the_rules(tmp_path: Path) -> None:
    """The run goes on with the objective as it is, also where the labels do not parse either."""
    shown = answered(tmp_path, intent=UNFIT, labels=UNFIT)
    assert shown.output is not None
    assert (shown.state.status, shown.output.ended) == ("DONE", "answered")
    warning, again = shown.state.warnings
    assert again == WARNED
    assert warning.startswith("the intent does not parse: ")
    assert warning.endswith(f"; the rules read the objective instead; {WARNED}")
    env = env_of(tmp_path)
    asked = requests(env, f"{shown.record.run_id}:1").to_json()["requests"]
    assert [each["purpose"] for each in asked][:5] == ["intent", "intent", "labels", "labels", "plan"]


def test_a_waiting_run_shows_the_warning(tmp_path: Path) -> None:
    """Before there is an output, too; `--json` lists it."""
    ask = plan("ASK_HUMAN", "ask_human", question="Which lamp?")
    shown = answered(tmp_path, labels=UNFIT, plan=[ask])
    assert shown.state.status == "WAITING"
    env = env_of(tmp_path)
    told = inside("run", "status", shown.record.run_id, cwd=tmp_path, env=env).out
    assert WARNED in " ".join(told.split())
    listed = inside("run", "status", shown.record.run_id, "--json", cwd=tmp_path, env=env).json
    assert listed["warnings"] == [WARNED]


def test_labels_of_a_search_likewise(tmp_path: Path) -> None:
    """A planned search that the rules label is no end of the run."""
    good = {"labels": [{"passage": 1, "label": "CONTEXT", "score": 0.1}]}
    search = plan("SEARCH", "search", query="Who lit the lamp of the quay?")
    shown = answered(tmp_path, labels=[good, good, UNFIT], plan=[search, SYNTHESIZE, plan("STOP")])
    assert shown.output is not None
    assert shown.output.ended == "answered"
    assert shown.state.warnings == [WARNED]
    events = ledger_of(env_of(tmp_path)).events(shown.record.run_id)
    acts = [json.loads(each.body) for each in events if each.kind == "ACT_DONE"]
    assert (acts[0]["action_type"], acts[0]["warning"]) == ("SEARCH", WARNED)


@pytest.mark.parametrize("settings", [{"tokens": 2_000}, {"tokens": 2_500}, {"steps": 1}])
def test_the_output_asks_for_no_labels(tmp_path: Path, settings: Mapping[str, Any]) -> None:
    """A budget that is spent leaves the last questions about things described by rank to the rules."""
    objective = "Who is the master of our oldest boat?"
    intent = {"stand_alone_query": objective, "intent": "find", "sub_queries": [], "unclear": ""}
    search = plan("SEARCH", "search", query="master of the boat")
    script = scripted(intent=intent, plan=[search])
    with asking(tmp_path, script, **settings) as (env, request, _service):
        folder = Path(request.sources[0])
        (folder / "boats.md").write_text("# Boats\n\nThe Auk is our oldest boat. She is of oak.\n" * 2)
        (folder / "crew.md").write_text("# Crew\n\nThe master of the Auk is Ada Berg.\n")
        shown = start(env, type(request)(objective, request.sources, settings=request.settings))
    assert shown.output is not None
    assert shown.output.ended.startswith("budget:")
    last = _phases(env, shown.record.run_id)
    assert ("EGRESS", "MODEL_ASKED") not in last
    assert ("EGRESS", "BUDGET_SPENT") not in last


def _phases(env: Env, run_id: str) -> set[tuple[str, str]]:
    return {(each.phase, each.kind) for each in ledger_of(env).events(run_id)}
