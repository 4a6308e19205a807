"""`draft --model` where the model or its service fails: what takes the place of the draft."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tests.cli.model_shell import RETRY, Shell, policy
from tests.models.answers import copying, item, items
from tests.models.service import Behaviour, Hang, Refuse, Say, served
from workbench.strategies.modelled.asking import Flaw

MODELS = ("anthropic:m", "openai:m")


UNQUOTED = "none of its items quotes words that occur in the events"


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    yield Shell(tmp_path)


UNUSABLE = [
    ("Certainly! Here you are.", "no JSON object with a list `items`", Flaw.FORM),
    ('{"entries": []}', "no JSON object with a list `items`", Flaw.FORM),
    ('{"items": [{"kind": "wish", "text": "x"}]}', "its only entry is not an item", Flaw.FORM),
    (items(), "its list `items` is empty", Flaw.EMPTY),
    (items(item("decision", "Ship", (0, "we ship it on Monday at noon"))), UNQUOTED, Flaw.UNQUOTED),
    (items(item("decision", "Ship", (999_999, "words of no event"))), UNQUOTED, Flaw.UNQUOTED),
    (
        items(
            item("decision", "Ship the moon to Paris", (0, RETRY)),
            item("decision", "Ship", (0, "we ship on")),
        ),
        "of its items 1 did not say what the quoted words say, and 1 quoted no words that occur",
        Flaw.UNQUOTED,
    ),
    ("{" * 100_000, "it was cut at its limit", Flaw.CUT),
]


@pytest.mark.parametrize(
    ("model", "answer", "why", "flaw"),
    [(model, *each) for model, each in zip(cycle(MODELS), UNUSABLE, strict=False)],
)
def test_a_model_whose_answers_cannot_be_used_falls_back(
    shell: Shell, model: str, answer: str, why: str, flaw: Flaw
) -> None:
    """The offline draft replaces it with a warning and advice, `gate` is null, and nothing else is stored."""
    before = shell.drafts()
    with served(Say(answer)) as there:
        made = shell.draft(there, "--json", model=model)
    body = made.json
    assert (made.code, len(there.requests)) == (1, 2)
    assert body["artifact"] is None
    assert body["fallback"]["gate"] is None
    assert f"{model} answered twice {flaw.how}: " in body["fallback"]["warning"]
    assert why in body["fallback"]["warning"]
    assert body["fallback"]["warning"].endswith(flaw.advice)
    assert "tokens were spent" in body["fallback"]["warning"]
    assert made.err.count("twice") == 1
    assert shell.drafts() == before + 1
    offline = shell.run("show", body["fallback"]["artifact_id"], "--json").json["value"]["artifact"]
    assert offline["strategy"] == "intentional"
    assert offline["prompt_version"] == f"page/5 after {body['model']['prompt_version']}"
    assert offline["prompt_version"].endswith(f" by {model}")
    record = offline["generation_record"]
    counts = ("input_tokens", "cache_read_tokens", "cache_creation_tokens", "output_tokens")
    spent = sum(record[name] for name in counts)
    assert record["model"] == model
    assert f"{spent:,} tokens were spent" in body["fallback"]["warning"]
    shown = " ".join(shell.run("show", body["fallback"]["artifact_id"]).out.split())
    assert f"model {model}" in shown
    assert "for answers that could not be used" in shown
    assert f"{spent:,}" in shown
    plain = shell.draft(None, "--json", "--model", "extractive", model="extractive").json["artifact"]
    assert plain["items"] == offline["items"]
    assert plain["generation_record"]["model"] is None


@pytest.mark.parametrize("model", MODELS)
def test_an_answer_without_end_falls_back_and_is_replayed(shell: Shell, model: str) -> None:
    """It came, and no more is read of it: the offline draft stands in, and nothing is asked again."""
    counted = model.startswith("anthropic")
    with served(Say("x" * 2_100_000, flood=True, usage=counted)) as there:
        made = shell.draft(there, "--record", "r.jsonl", "--json", model=model)
        assert len(there.requests) == 1
    assert made.code == 1, made.err
    warning = made.json["fallback"]["warning"]
    assert warning.startswith(
        f"{model} answered {Flaw.CUT.how} (the answer is over 2 MB), and is not asked again"
    )
    spent = "at least 5" if counted else "an unknown number of tokens were spent"
    assert spent in warning
    shown = shell.run("show", made.json["fallback"]["artifact_id"], "--json").json["value"]["artifact"]
    assert shown["generation_record"]["model"] == model
    assert shown["generation_record"]["provenance"] == "none"
    again = shell.draft(None, "--recorded", "r.jsonl", "--json")
    assert (again.code, again.json["fallback"]["warning"]) == (1, warning)


def test_a_terminal_is_warned_once(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report contains the warning if both streams go to the terminal.

    Stderr does if stdout is redirected.
    """
    with served(Say("Certainly!")) as there:
        piped = shell.draft(there)
        monkeypatch.setattr("workbench.cli.stdout.is_terminal", lambda: True)
        seen, asked = shell.draft(there), shell.draft(there, "--json")
    stated = "the offline draft replaces it"
    assert [" ".join(each.err.split()).count(stated) for each in (piped, seen, asked)] == [1, 0, 1]
    assert [" ".join(each.out.split()).count(stated) for each in (piped, seen)] == [1, 1]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("behaviour", "said", "asked"),
    [
        (Say(copying, cut=4), "the answer ended too early", 1),
        (Say(copying, cut=5, error=True), "the service ended the answer with an error", 1),
        (Refuse(401), "refused without a key (401)", 1),
        (
            Refuse(429, ("retry-after: 300",)),
            "the service asks to wait 300 s, the limit is 60 s; it says: told so",
            1,
        ),
        (Hang(30), "no answer in time", 1),
        (Say(copying, pause=3.0), "no answer in time", 1),
    ],
)
def test_a_model_that_does_not_answer_leaves_nothing_behind(
    shell: Shell, model: str, behaviour: Behaviour, said: str, asked: int
) -> None:
    """One line, a way out, no draft, no recording."""
    before, limits = shell.drafts(), policy(shell.folder, timeout_ms=1_500 if "in time" in said else 60_000)
    with served(behaviour) as there:
        made = shell.draft(there, "--policy", limits, "--record", "r.jsonl", "--json", model=model)
    assert (made.code, made.json["code"]) == (2, "model_unavailable")
    assert said in made.json["message"]
    assert "nothing was kept" in made.json["hint"]
    assert len(there.requests) == asked
    assert shell.drafts() == before
    assert not (shell.folder / "r.jsonl").exists()


@pytest.mark.parametrize("model", MODELS)
def test_a_service_that_limits_is_asked_again_when_it_says(shell: Shell, model: str) -> None:
    """Retry-After is waited for and the draft is made."""
    with served(Refuse(429, ("retry-after: 0",)), Refuse(529), Say(copying)) as there:
        assert shell.draft(there, model=model).code == 0
    assert len(there.requests) >= 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--model", "gpt"), "there is no model 'gpt'"),
        (("--model", "nobody:m"), "there is no provider 'nobody'"),
        (("--model", "anthropic:"), "there is no model 'anthropic:'"),
        (("--model", "openai:m", "--strategy", "checkpoint"), "checkpoint is drafted without a model"),
        (("--model", "openai:m", "--record", "upload.jsonl"), "upload.jsonl is there already"),
        (("--model", "openai:m", "--record", "none/r.jsonl"), "no file can be made at none/r.jsonl"),
        (("--record", "r.jsonl"), "--record keeps a model's answers"),
        (("--allow-unsourced",), "--allow-unsourced is for drafts of a model"),
        (("--recorded", "none.jsonl"), "cannot read none.jsonl"),
        (("--recorded", "upload.jsonl"), "line 1 of upload.jsonl is not a recorded answer"),
    ],
)
def test_what_cannot_be_had_is_refused_before_anything_is_sent(
    shell: Shell, options: tuple[str, ...], said: str
) -> None:
    """One line and a hint, and no word of drafting."""
    stated = shell.run("draft", shell.session, *options)
    assert stated.code == 2
    assert said in stated.err
    assert len(stated.err.splitlines()) == 2


def test_a_provider_of_its_own_is_not_asked_without_a_key(shell: Shell) -> None:
    """Its variable is named."""
    stated = shell.run("draft", shell.session, "--model", "anthropic:m", ANTHROPIC_BASE_URL="")
    assert (stated.code, "ANTHROPIC_API_KEY holds no key" in stated.err) == (2, True)
