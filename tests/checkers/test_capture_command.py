"""A model that captures, as a person meets it: `capture --checker judge`, reports after it, trust."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.checkers.test_proposing import answer, entry
from tests.cli.run import Result, inside
from tests.cli.samples import write_transcript
from tests.models.loopback import Request, loopback, openai_events, stream
from tests.models.service import Say, served
from workbench.capture import extract
from workbench.services.judgement import judge

TRUST = 'name = "trusting"\n[capture]\ntrust = ["judge"]\n'


QUOTING = answer(entry(0, "Never retry more than 3 times."))


class There:
    """A folder with a store, a configuration and answers of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.transcript = write_transcript(folder / "session.jsonl")
        (folder / "trust.toml").write_text(TRUST, encoding="utf-8")
        self.run("import", self.transcript)

    def run(self, *arguments: str | Path, url: str = "http://127.0.0.1:9") -> Result:
        return inside(
            *arguments,
            "--store",
            str(self.folder / "store.duckdb"),
            cwd=self.folder,
            env=None,
            WORKBENCH_ANSWERS=str(self.folder / "answers"),
            WORKBENCH_CONFIG=str(self.folder / "config.toml"),
            OPENAI_BASE_URL=url,
        )

    def capture(self, *more: str, url: str = "http://127.0.0.1:9") -> dict[str, Any]:
        return self.run("capture", "11111111", "--json", *more, url=url).json


def reply(request: Request) -> Iterable[bytes]:
    """Quote the longest sentence of an assistant's text in the window, and one that nobody said."""
    shown = json.loads(request.body["messages"][-1]["content"])["events"]
    said = max((e for e in shown if e["who"] == "assistant"), key=lambda e: len(e["text"]))
    return stream(
        openai_events(answer(entry(said["event"], said["text"][:200]), entry(0, "Nobody said this.")))
    )


@pytest.fixture
def there(tmp_path: Path) -> There:
    return There(tmp_path)


def models(capture: dict[str, Any], key: str = "proposed") -> list[dict[str, Any]]:
    return [each for each in capture[key] if each["origin"] == "model"]


def test_a_judge_that_is_asked_proposes_and_the_store_keeps_it(there: There) -> None:
    """Its items come first under its name, and the same without the service, its answers or the option."""
    plain = there.capture()
    with loopback(reply) as service:
        stated = there.run("capture", "11111111", "--json", "--checker", "judge=openai:m", url=service.url)
        text = there.run("capture", "11111111", "--checker", "judge=openai:m", url=service.url)
    found = stated.json
    (item,) = models(found)
    assert found["proposed"][0] == item
    assert item["by"] == "openai:m"
    assert found["items"] == plain["items"]
    assert "judge openai:m: 1 item proposed; thrown away: 1 with a quote that does not occur" in stated.err
    assert "found by openai:m" in text.out
    for kept in (there.folder / "answers").iterdir():
        kept.unlink()
    assert there.capture() == found
    assert there.capture("--checker", "judge=openai:m") == found
    assert there.capture("--checker", "none") == plain
    assert there.capture() == found  # leaving a checker out of one answer removes nothing


def test_proposals_that_were_captured_are_counted_and_not_lost(there: There) -> None:
    """A statement that the user replaced is marked where it stands; the count tells new ones from known."""
    said = ("Keep the cache in Redis.", "Keep the cache in memory instead of Redis.", "The tests stay green.")
    lines = [
        {"type": "user", "uuid": f"u{n}", "parentUuid": f"u{n - 1}" if n else None, "sessionId": "7" * 8}
        | {"timestamp": f"2025-03-01T10:0{n}:00Z", "message": {"role": "user", "content": text}}
        for n, text in enumerate(said)
    ]
    transcript = there.folder / "replaced.jsonl"
    transcript.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    there.run("import", transcript)
    everything = answer(*(entry(n, text) for n, text in enumerate(said)))
    with loopback(lambda _: stream(openai_events(everything))) as service:
        stated = there.run("capture", "7" * 8, "--checker", "judge=openai:m", url=service.url)
    assert "judge openai:m: 3 items proposed\n" in stated.err
    assert (
        "judge openai:m: captured already: 3 of 3 proposed, "
        "1 of them as carried out, done or superseded, which are marked" in stated.err
    )
    assert stated.out.count("openai:m proposes it") == 1
    marked = [each for each in there.run("capture", "7" * 8, "--json").json["items"] if each["by"]]
    assert [(each["text"], each["status"]) for each in marked] == [(said[0], "superseded")]


def test_the_model_that_answered_is_named_where_it_is_another(there: There) -> None:
    """With its answer, also when that is used again; nothing is added if it is the one asked for."""
    asked = ("capture", "11111111", "--checker", "judge=openai:m")
    with served(Say(QUOTING, model="m-large")) as service:
        for _ in range(2):
            stated = there.run(*asked, url=f"{service.url}/v1")
            assert stated.err.count("judge openai:m (answered by m-large)\n") == 1
    (kept,) = (there.folder / "answers").iterdir()
    assert json.loads(kept.read_text(encoding="utf-8"))["reported_model"] == "m-large"
    with served(Say(QUOTING)) as service:
        stated = there.run(*asked[:-1], "judge=openai:n", url=f"{service.url}/v1")
    assert "judge openai:n: 1 item proposed" in stated.err
    assert "answered by" not in stated.err


def test_other_rules_keep_what_a_model_proposed(there: There, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new capture contains it again, without asking the model."""
    with loopback(reply) as service:
        found = there.capture("--checker", "judge=openai:m", url=service.url)
    for kept in (there.folder / "answers").iterdir():
        kept.unlink()
    for module in (extract, judge):
        monkeypatch.setattr(module, "CAPTURE_VERSION", "structural/99")
    again = there.capture()
    assert again["capture_version"].startswith("structural/99+judge/")
    assert models(again) == models(found)


def test_reports_on_files_use_what_is_kept_and_send_nothing(there: There) -> None:
    """A judge that is on lets `score` read the kept answers of the same range; without it nothing changes."""
    plain = there.run("score", there.transcript, "--json")
    report = plain.json["reports"][0]
    bounds = f"{report['source_start']}..{report['source_end']}"
    with loopback(reply) as service:
        there.capture("--range", bounds, "--checker", "judge=openai:m", url=service.url)
        asked, url = len(service.requests), service.url
        (there.folder / "config.toml").write_text(
            f'[tier.judge]\nprovider = "openai"\nmodel = "m"\nurl = "{url}"\non = true\n', encoding="utf-8"
        )
        heard = there.run("score", there.transcript, "--json")
        trusted = there.run("score", there.transcript, "--json", "--policy", there.folder / "trust.toml")
        assert len(service.requests) == asked
    digests = {each.json["reports"][0]["input_digest"] for each in (plain, heard, trusted)}
    assert len(digests) == 3
    assert there.run("score", there.transcript, "--json").out == heard.out
    assert there.run("score", there.transcript, "--json", "--checker", "none").out == plain.out
    decisions = [
        next(m for m in each.json["reports"][0]["gates"]["C"]["measures"] if m["name"] == "decision_recall")
        for each in (plain, heard, trusted)
    ]
    assert decisions[0] == decisions[1]
    assert decisions[2] != decisions[1]


def test_a_person_or_the_policy_makes_it_count(there: There) -> None:
    """Proposed until it is added; an item under a policy that trusts judges; gone once it is dismissed."""
    with loopback(reply) as service:
        (item,) = models(there.capture("--checker", "judge=openai:m", url=service.url))
    assert models(there.capture("--policy", str(there.folder / "trust.toml")), "items") == [item]
    assert models(there.capture(), "items") == []
    there.run("review", "add", item["item_id"], "--reason", "it holds")
    counted = there.capture()
    assert [each["origin"] for each in counted["items"] if each["item_id"] == item["item_id"]] == ["reviewer"]
    assert models(counted) == []


def test_a_judge_that_cannot_be_had_is_reported_and_loses_nothing(there: There) -> None:
    """A judge enabled only in the configuration ends no command; one requested by option is an error."""
    wrong = there.run("capture", "11111111", "--checker", "judge=oracle:m", "--json")
    assert wrong.code == 2
    offline = there.run("capture", "11111111", "--checker", "judge=openai:m", "--json")
    assert (offline.code, models(offline.json)) == (0, [])
    assert "1 window unread (cannot connect)" in offline.err
    small = there.folder / "small.toml"
    small.write_text("[purpose.capture]\ncap_tokens = 5000\n", encoding="utf-8")
    done = there.run("capture", "11111111", "--checker", "judge=openai:m", "--policy", small, "--json")
    assert (done.code, "leaves no room" in str(done.json)) == (2, True)
    (there.folder / "config.toml").write_text(
        '[tier.judge]\nprovider = "openai"\nmodel = "m"\nurl = "http://other.example/v1"\non = true\n',
        encoding="utf-8",
    )
    assert there.run("capture", "11111111", "--json").code == 0


def test_what_a_model_proposed_is_no_hindrance_to_an_acceptance(there: There) -> None:
    """A draft is accepted by the stored capture; a policy that trusts judges does not tighten it."""
    native = there.run("show", "11111111:d-1", "--json").json["value"]["artifact"]["source"]
    bounds = f"{native['source_start']}..{native['source_end']}"
    assert there.run("draft", "11111111", "--range", bounds, "--json").code == 0
    with loopback(reply) as service:
        assert models(there.capture("--range", bounds, "--checker", "judge=openai:m", url=service.url))
    accept = ("accept", "11111111:d-2", "--confirm", "C", "--confirm", "D", "--json")
    loose = there.run(*accept, "--policy", there.folder / "trust.toml")
    assert (loose.code, loose.json["code"]) == (2, "policy_too_loose")
    assert there.run(*accept).code == 0
    assert there.run("verify", "--json").json["ok"]
