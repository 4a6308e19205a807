"""A model over HTTP in a run: requests are repeatable, and errors name how to continue."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from store.errors import NotFound
from store.records.sessions import load_events
from tests.models.answers import sent
from tests.models.service import Refuse
from tests.runs.build import env_of, ledger_of
from tests.runs.served import ASKED, LIT, STOP, SYNTHESIZE, answered, asking, claim, plan, scripted, synthesis
from workbench.errors import UsageError
from workbench.runs.prompts.request_texts import quoted
from workbench.services.runs.agent_runs import RunHalted, cancel, listing, resume, start, status
from workbench.services.runs.golden_runs import GoldenRequest, evaluate
from workbench.services.runs.step_contexts import manifest, requests

SEARCH = plan("SEARCH", "search", query="lamp")


def test_every_request_is_made_again_byte_for_byte(tmp_path: Path) -> None:
    """Instructions, text and schema, retries too, in the order in which they were sent."""
    labels = {"labels": [{"passage": 1, "label": "DIRECT", "score": 0.9}]}
    model = scripted(
        intent=[
            "prose",
            {"stand_alone_query": "Who lit the lamp?", "intent": "find", "sub_queries": [], "unclear": ""},
        ],
        labels=["[", labels],
        plan=["prose", SEARCH, SYNTHESIZE, STOP],
        synthesis=["{}", synthesis("Ann.", claim(LIT, LIT))],
    )
    with asking(tmp_path, model) as (env, request, service):
        shown = start(env, request)
        came = service.requests
    assert shown.state.status == "DONE"
    name = shown.record.run_id
    made = [
        each for step in range(1, shown.state.step + 1) for each in requests(env, f"{name}:{step}").requests
    ]
    assert [each.asked.purpose for each in made][:6] == [
        "intent",
        "intent",
        "labels",
        "labels",
        "plan",
        "plan",
    ]
    assert len(made) == len(came)
    for each, was in zip(made, came, strict=True):
        assert each.prompt.system == was.body["messages"][0]["content"]
        assert each.prompt.text == sent(was)
        assert each.to_json()["json_schema"] == was.body["response_format"]["json_schema"]["schema"]
        assert each.prompt.max_tokens == was.body.get("max_tokens", was.body.get("max_completion_tokens"))
    assert manifest(env, f"{name}:1").prompt in made[5].prompt.text
    assert "Your last answer was refused: it holds no JSON object" in made[1].prompt.text
    first = requests(env, f"{name}:1")
    assert first.text().count("=== request ") == len(first.requests) == len(first.to_json()["requests"])


def test_titles_headings_and_file_names_reach_a_model_as_data(tmp_path: Path) -> None:
    """In the request for labels and in every prompt, each line that contains one is marked."""
    with asking(tmp_path, scripted()) as (env, request, service):
        start(env, request)
        lines = [line for was in service.requests for line in sent(was).splitlines()]
    hostile = [
        line
        for line in lines
        if any(word in line for word in ("reply STOP", "obey me", "Ignore the evidence"))
    ]
    assert len(hostile) >= 4 and all(line.startswith("| ") for line in hostile)
    assert quoted("a\n## b") == "| a\n| ## b"


def test_a_schema_says_every_limit_that_an_answer_is_held_to(tmp_path: Path) -> None:
    """The limits are in the descriptions of its fields, as services refuse the keywords for them."""
    with asking(tmp_path, scripted()) as (env, request, service):
        start(env, request)
        schemas = {
            was.body["response_format"]["json_schema"]["name"]: json.dumps(was.body["response_format"])
            for was in service.requests
        }
    assert "not empty; at most 600 characters" in schemas["plan"]
    assert "exactly one call" in schemas["plan"]
    assert (
        "at most 24 entries" in schemas["synthesis"] and "at most 12,000 characters" in schemas["synthesis"]
    )
    assert "at most 6 entries" in schemas["intent"] and "from 0 to 1" in schemas["labels"]


@pytest.mark.parametrize(
    ("name", "answer", "reason"),
    [
        ("plan", "prose", "the plan does not parse: it holds no JSON object"),
        ("plan", {**SEARCH, "rationale": "r" * 601}, "the plan does not parse: rationale:"),
    ],
)
def test_an_answer_that_does_not_parse_twice_is_paid_and_reported_in_plain_words(
    tmp_path: Path, name: str, answer: object, reason: str
) -> None:
    """The message contains no Python terms, and the tokens are counted."""
    shown = answered(tmp_path, **{name: answer})
    assert shown.state.status == "FAILED" and reason in shown.state.reason
    assert "Error" not in shown.state.reason and "'" not in shown.state.reason
    assert shown.state.spent.tokens > 100


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        ({"labels": [{"passage": 9, "label": "DIRECT", "score": 0.5}]}, "there is no passage 9"),
        ({}, "the labels do not parse: labels: is missing"),
        ({"labels": [{"passage": 1, "label": "DIRECT", "score": 7}]}, "labels.0.score:"),
    ],
)
def test_labels_that_do_not_parse_twice_are_paid_and_reported_in_plain_words(
    tmp_path: Path, labels: object, reason: str
) -> None:
    """In the warning of the run, which goes on."""
    shown = answered(tmp_path, labels=labels)
    (warning,) = shown.state.warnings
    assert shown.state.status == "DONE"
    assert reason in warning
    assert "Error" not in warning
    assert "'" not in warning
    assert shown.state.spent.tokens > 100


def test_an_action_that_is_refused_twice_ends_the_run_with_what_is_known(tmp_path: Path) -> None:
    """The passages in hand are its output, with the reason for the early end."""
    out = tmp_path / "outputs"
    shown = answered(tmp_path, plan=[SEARCH])
    made = shown.output
    assert made is not None and shown.state.status == "DONE" and made.ended == "stopped"
    assert LIT in [claim.text for claim in made.claims if claim.status == "verified"]
    assert "The run ended early: SEARCH is not allowed now" in made.uncertainty[-1]
    kinds = [event.kind for event in ledger_of(env_of(tmp_path)).events(shown.record.run_id)]
    assert "PLAN_REFUSED" in kinds and "RUN_FAILED" not in kinds
    assert status(env_of(tmp_path), shown.record.run_id, out).written == out


def test_an_answer_that_does_not_parse_twice_ends_the_run_with_what_is_known(tmp_path: Path) -> None:
    """The findings are quoted by rules, and the output gives the reason for the early end."""
    out = tmp_path / "outputs"
    shown = answered(tmp_path, synthesis={"answer": "x"})
    made = shown.output
    assert made is not None and shown.state.status == "DONE" and made.ended == "stopped"
    assert LIT in [claim.text for claim in made.claims if claim.status == "verified"]
    assert "ended early: the answer does not parse: claims: is missing" in made.uncertainty[-1]
    assert shown.state.spent.tokens > 100
    kinds = [event.kind for event in ledger_of(env_of(tmp_path)).events(shown.record.run_id)]
    assert "ACT_REFUSED" in kinds and "RUN_FAILED" not in kinds
    assert status(env_of(tmp_path), shown.record.run_id, out).written == out


def test_what_the_supervisor_set_last_is_in_the_table_after_the_run(tmp_path: Path) -> None:
    """The constraint that bound the last step of a run that has ended."""
    shown = answered(tmp_path, plan=[SEARCH])
    with env_of(tmp_path).open_store().reading() as session:
        rows = session.execute(text("SELECT run_id, kind, steps_left FROM active_strategic_overrides")).all()
    assert [(row.run_id, row.kind) for row in rows] == [(shown.record.run_id, "tool_budget")]


def test_a_service_in_trouble_leaves_a_run_that_can_be_taken_up(tmp_path: Path) -> None:
    """The error names the run, its phase and how to continue; earlier costs are counted."""
    model = scripted()
    with asking(tmp_path, model, model, Refuse(403), model) as (env, request, _service):
        with pytest.raises(RunHalted) as caught:
            start(env, request)
        name = listing(env)[0].run_id
        assert f"{name} waits in PLAN of step 1: the model gave no answer" in caught.value.message
        assert f"`workbench run resume {name}` goes on" in caught.value.hint
        stands = status(env, name).state
        assert stands.status == "RUNNING" and stands.spent.tokens > 0
        made = resume(env, name)
    assert made.state.status == "DONE" and made.state.step == 2


def test_what_was_paid_in_a_phase_that_broke_off_is_counted(tmp_path: Path) -> None:
    """The intent was answered, the labels were not: the phase is repeated and stays the first step."""
    model = scripted()
    with asking(tmp_path, model, Refuse(403), model) as (env, request, _service):
        with pytest.raises(RunHalted, match="waits in COMPILE of step 1"):
            start(env, request)
        name = listing(env)[0].run_id
        assert status(env, name).state.spent.tokens > 0 and status(env, name).state.step == 0
        made = resume(env, name)
    assert made.state.status == "DONE" and made.state.step == 2
    assert [e.asked.purpose for e in requests(env, f"{name}:1").requests].count("intent") == 2


def test_a_recorded_run_is_replayed_as_another_run(tmp_path: Path) -> None:
    """The requests have the new run's id and nothing else that differs."""
    kept = tmp_path / "answers.jsonl"
    with asking(tmp_path, scripted()) as (env, request, service):
        made = start(env, replace(request, traffic=(None, kept)))
        count = len(service.requests)
        elsewhere = replace(env, store_location=str(tmp_path / "other.duckdb"))
        again = start(elsewhere, replace(request, settings={}, traffic=(kept, None)))
        assert len(service.requests) == count
    assert again.record.run_id != made.record.run_id
    assert made.output is not None and again.output is not None
    assert [each.text for each in again.output.claims] == [each.text for each in made.output.claims]


def test_an_evaluation_is_recorded_with_all_its_cases(tmp_path: Path) -> None:
    """One file has the answers of every case, also of those before a failure, and replays them all."""
    cases, kept = tmp_path / "golden.json", tmp_path / "answers.jsonl"
    asked = [{"id": name, "question": question, "kind": "answerable", "expected_facts": ["Ann"]}
             for name, question in (("a", ASKED), ("b", "Who lit the lamp of the quay?"))]  # fmt: skip
    cases.write_text(json.dumps(asked), encoding="utf-8")
    model = scripted(plan=[SYNTHESIZE, STOP, SYNTHESIZE, STOP])
    with asking(tmp_path, model) as (env, request, service):
        settings, sources = request.settings or {}, request.sources
        made = evaluate(env, GoldenRequest(cases, sources, settings, (None, kept)))
        count = len(service.requests)
        with pytest.raises(UsageError, match="is there already"):
            evaluate(env, GoldenRequest(cases, sources, settings, (None, kept)))
        again = evaluate(env, GoldenRequest(cases, sources, {}, (kept, None)))
        assert len(service.requests) == count
    assert [each["id"] for each in made.body["cases"]] == ["a", "b"]
    assert again.body["figures"] == made.body["figures"]
    part = tmp_path / "part.jsonl"
    model = scripted(plan=[SYNTHESIZE, STOP, SYNTHESIZE, STOP])
    with asking(tmp_path, *[model] * 5, Refuse(403)) as (env, request, _), pytest.raises(RunHalted):
        evaluate(env, GoldenRequest(cases, sources, request.settings or {}, (None, part)))
    assert 0 < len(part.read_text().splitlines()) < len(kept.read_text().splitlines())


def test_a_run_that_ended_in_compile_shows_what_was_asked(tmp_path: Path) -> None:
    """Its step has no manifest, but its requests."""
    model = scripted(intent="prose")
    with asking(tmp_path, model, model, Refuse(403)) as (env, request, service):
        with pytest.raises(RunHalted):
            start(env, request)
        came = service.requests[:2]
    (run,) = listing(env)
    name = run.run_id
    shown = cancel(env, name, "the key is gone")
    assert shown.state.status == "CANCELLED"
    made = requests(env, f"{name}:1").requests
    assert [each.asked.purpose for each in made] == ["intent", "intent"] and len(came) == 2
    assert [each.prompt.text for each in made] == [sent(each) for each in came]
    with pytest.raises(NotFound, match="has no manifest: it ended in COMPILE") as caught:
        manifest(env, f"{name}:1")
    assert "--requests" in caught.value.hint
    with pytest.raises(NotFound, match="has no step 2"):
        requests(env, f"{name}:2")


@pytest.mark.usefixtures("recorded")
def test_the_session_of_a_run_that_failed_names_what_was_asked(tmp_path: Path) -> None:
    """With the reason of each question that was asked again."""
    shown = answered(tmp_path, plan="prose")
    assert shown.state.status == "FAILED"
    events = load_events(env_of(tmp_path).create_store(), shown.record.session_id)
    asked = [each.text for each in events if each.text.startswith("MODEL_ASKED plan: ")]
    assert len(asked) == 2
    assert "again because" in asked[1]


def test_a_budget_of_money_needs_a_price(tmp_path: Path) -> None:
    """One that was set is refused before anything is sent, with the key to add; the default one is not."""
    with asking(tmp_path, scripted(), money=0.0) as (env, request, service):
        with pytest.raises(UsageError, match="openai:m has no price") as caught:
            start(env, request)
        assert '[prices."openai:m"]' in caught.value.hint
        assert not service.requests and not listing(env)
        assert start(env, replace(request, settings={"model": "local"})).state.status == "DONE"
