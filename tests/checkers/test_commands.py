"""The checkers as a person meets them: `score --checker`, the configuration, `draft`, `doctor`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.checkers.made import asked_claim, inference_model, openai, service, static_vectors
from tests.cli.run import Result, inside
from tests.cli.samples import write_transcript
from workbench.checkers.loading import condition
from workbench.checkers.settings import CheckerSetting


def run(folder: Path, *arguments: str | Path, **changes: str) -> Result:
    """A command with answers and a configuration of the test's own."""
    there = {
        "WORKBENCH_ANSWERS": str(folder / "answers"),
        "WORKBENCH_CONFIG": str(folder / "config.toml"),
        **changes,
    }
    return inside(*arguments, cwd=folder, env=None, **there)


def answered(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    claim = asked_claim(body)
    return 200, openai("contradicted" if "MAX_RETRIES = 5" in claim["claim"] else "entailed", "3, not 5")


def checker_findings(result: Result) -> list[dict[str, Any]]:
    (report,) = result.json["reports"]
    found: list[dict[str, Any]] = report["gates"]["D"]["findings"]
    return [each for each in found if each["rule"].startswith(("judge_", "nli_", "vectors_"))]


def test_findings_of_a_judge_are_in_text_and_json_and_again_without_it(tmp_path: Path) -> None:
    """The warning names the checker; the next run is the same, byte for byte, from what is kept."""
    transcript = write_transcript(tmp_path / "session.jsonl")
    plain = run(tmp_path, "score", transcript, "--json")

    def scored(*options: str, url: str) -> Result:
        judge = ("--checker", "judge=openai:m")
        return run(tmp_path, "score", transcript, *judge, *options, OPENAI_BASE_URL=url)

    with service(answered) as there:
        stated = scored("--json", url=there.url)
        text = scored(url=there.url)
        url = there.url
    assert "asked about" in stated.err
    assert "no secret masked before sending" in stated.err
    (finding,) = checker_findings(stated)
    assert (finding["rule"], finding["severity"]) == ("judge_contradicted", "warning")
    assert finding["message"] == "judge: the linked source says otherwise: 3, not 5"
    assert "judge_contradicted: judge: the linked source says otherwise" in text.out
    assert stated.json["evaluator_version"].startswith(plain.json["evaluator_version"] + "+judge/2-")
    assert (stated.code, stated.json["passed"]) == (plain.code, plain.json["passed"])
    assert checker_findings(plain) == []
    assert scored("--json", url=url).out == stated.out
    assert scored("--json", "--checker", "none", url=url).out == plain.out


def test_a_checker_that_is_on_is_asked_where_drafts_are_judged_and_never_sends(tmp_path: Path) -> None:
    """In the configuration a judge is on: a draft says that nothing was asked, and nothing was."""
    config = tmp_path / "config.toml"
    store = ("--store", str(tmp_path / "store.duckdb"))
    run(tmp_path, "import", write_transcript(tmp_path / "session.jsonl"), *store)
    with service(answered) as there:
        config.write_text(
            f'[tier.judge]\nprovider = "openai"\nmodel = "m"\nurl = "{there.url}"\non = true\n'
            '[tier.vectors]\nmodel = "/nowhere"\non = true\n',
            encoding="utf-8",
        )
        drafted = run(tmp_path, "draft", "11111111", *store, "--json")
        assert there.bodies == []
        asked = run(tmp_path, "show", "11111111:d-1", *store, "--checker", "judge")
        assert there.bodies
    rules = {f["rule"]: f for f in drafted.json["report"]["gates"]["D"]["findings"]}
    assert "not asked yet" in rules["judge_unjudged"]["message"]
    assert "(model_folder)" in rules["vectors_unjudged"]["message"]
    assert "vectors left" in asked.out
    assert "judge left" not in asked.out
    doctor = {check["name"]: check for check in run(tmp_path, "doctor", *store, "--json").json["checks"]}
    assert "openai:m (judge/2-" in doctor["checker judge"]["value"]
    assert doctor["checker nli"]["ok"]
    assert not doctor["checker vectors"]["ok"]


def test_doctor_asks_a_key_of_a_provider_and_none_of_another_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A judge on this machine is asked without a key; the provider's own is not."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    own = CheckerSetting("judge", "m", provider="openai", on=True)
    local = CheckerSetting("judge", "m", provider="openai", url="http://127.0.0.1:9/v1", on=True)
    assert condition("judge", local)[2] == ""
    assert "OPENAI_API_KEY holds no key" in condition("judge", own)[2]
    monkeypatch.setenv("OPENAI_API_KEY", "the-own-key")
    assert condition("judge", own)[1:] == (condition("judge", own)[1], "")
    assert "key in OPENAI_API_KEY" in condition("judge", own)[1]
    assert "no key is sent" in condition("judge", local)[1]
    assert "OPENAI_API_KEY is not sent to another address" in condition("judge", local)[2]


def test_doctor_names_the_key_of_each_described_model(tmp_path: Path) -> None:
    """The address is printed without its password, and an invalid table is reported as a fault."""
    config = tmp_path / "config.toml"
    table = '[model.{}]\nprovider = "openai"\nmodel = "m"\n'.format
    config.write_text(
        f"{table('own')}{table('near')}url = 'http://me:pw@127.0.0.1:9/v1'\n"
        f"{table('mine')}url = 'https://models.invalid/v1'\nkey = 'MY_KEY'\n"
        f"{table('open')}url = 'http://models.invalid/v1'\nkey = 'MY_KEY'\n"
    )

    def checks(**changes: str) -> dict[str, tuple[bool, str, str]]:
        made = run(tmp_path, "doctor", "--store", tmp_path / "s.duckdb", "--json", **changes)
        rows = [each for each in made.json["checks"] if each["name"].startswith("model")]
        return {row["name"]: (row["ok"], row["value"], row["hint"]) for row in rows}

    found = checks(OPENAI_API_KEY="", OPENAI_BASE_URL="")
    assert found["model own"][:2] == (True, "OPENAI_API_KEY holds no key for openai:m")
    place = "openai:m at 127.0.0.1:9/v1/chat/completions"
    assert found["model near"] == (True, f"{place}, no key is sent", "")
    assert "no key in MY_KEY" in found["model mine"][1]
    found = checks(OPENAI_API_KEY="the-own-key", MY_KEY="sesame", OPENAI_BASE_URL="")
    assert found["model own"][1].endswith(", key in OPENAI_API_KEY")
    assert "OPENAI_API_KEY is not sent" in found["model near"][2]
    assert found["model mine"][1].endswith(", key in MY_KEY")
    assert found["model open"][0] is False
    config.write_text("model = 7\n")
    assert checks()["models"][0] is False


def test_local_checkers_are_asked_and_their_faults_end_the_command(tmp_path: Path) -> None:
    """Both extras at once on a transcript; a folder that is not there is one error before any judging."""
    transcript = write_transcript(tmp_path / "session.jsonl")
    wrong = run(tmp_path, "score", transcript, "--checker", "nli=absent", "--json")
    assert (wrong.code, wrong.json["code"]) == (2, "model_folder")
    vectors, nli = static_vectors(tmp_path / "vectors"), inference_model(tmp_path / "nli")
    checkers = ("--checker", f"vectors={vectors}", "--tier", f"nli={nli}")
    stated = run(tmp_path, "score", transcript, *checkers, "--json")
    assert "+vectors/1-" in stated.json["evaluator_version"]
    assert "+nli/1-" in stated.json["evaluator_version"]
    assert {each["rule"] for each in checker_findings(stated)} <= {
        "nli_contradicted",
        "vectors_neutral",
        "vectors_unjudged",
    }
    again = run(tmp_path, "score", transcript, *checkers, "--json")
    assert again.out == stated.out


@pytest.mark.parametrize("option", ["--checker", "--tier"])
def test_an_option_of_either_name_is_read(tmp_path: Path, option: str) -> None:
    """`--tier` is what `--checker` was called."""
    transcript = write_transcript(tmp_path / "session.jsonl")
    wrong = run(tmp_path, "score", transcript, option, "nonsense", "--json")
    assert (wrong.code, wrong.json["message"]) == (2, "there is no checker 'nonsense'")


@pytest.mark.parametrize("line", ["[tier.judge]\nprovider='openai'", "[tier.x]\nmodel='y'"])
def test_a_broken_configuration_is_reported(tmp_path: Path, line: str) -> None:
    """A configuration that describes no checker is an error with the file's name."""
    config = tmp_path / "config.toml"
    config.write_text(line, encoding="utf-8")
    done = run(tmp_path, "score", write_transcript(tmp_path / "s.jsonl"), "--json")
    assert done.code == 2
    assert str(config) in json.dumps(done.json)
