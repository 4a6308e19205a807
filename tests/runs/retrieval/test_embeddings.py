"""A run that compares by an embeddings service: fused, kept, checked, and without it if it is down."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gates.policy import Policy
from store.ngrams import NGRAM_MODEL
from store.verify.verify import verify
from tests.models.embedding_service import EmbeddingServer
from tests.models.loopback import Loopback, head, loopback, whole
from tests.runs.build import env_of, folder_of, ledger_of
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.models.base import ModelTrouble, Prompt
from workbench.models.embeddings import batches, checked, embeddings_service, open_embeddings
from workbench.runs.records.shapes import ManifestDetail
from workbench.services.runs.agent_runs import start
from workbench.services.runs.golden_runs import GoldenRequest, evaluate
from workbench.services.runs.shown_run import RunRequest, RunShown
from workbench.services.runs.step_contexts import manifest

OTHER_WORDS = "Which bosses command sailors?"
"""Its words are in no source; the crew's notes are about it."""
MODEL = "openai:meanings"
Altered = Callable[[int, dict[str, Any]], Iterable[bytes | float] | None]


@contextmanager
def serving(monkeypatch: pytest.MonkeyPatch, server: EmbeddingServer) -> Iterator[Loopback]:
    """Put a loopback service in place of OpenAI's, by environment variables."""
    with loopback(server) as service:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{service.url}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", server.key or "")
        yield service


def run(path: Path, folder: Path, env: Env | None = None, **settings: Any) -> tuple[Env, RunShown]:
    """Return a run that is to compare by the service, with its environment."""
    env = env or env_of(path)
    chosen = {"embeddings": MODEL, **settings}
    return env, start(env, RunRequest(OTHER_WORDS, (str(folder),), settings=chosen))


def details(env: Env, shown: RunShown) -> list[ManifestDetail]:
    """Return the search details of each manifest."""
    found = ledger_of(env).manifests(shown.record.run_id)
    return [ManifestDetail.model_validate_json(each.detail) for each in found]


def test_a_passage_is_found_by_its_meaning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fused with the words; the manifest names the model, the prompt is made again without the service."""
    server = EmbeddingServer(key="sk-test")
    with serving(monkeypatch, server):
        env, shown = run(tmp_path, folder_of(tmp_path))
    first = details(env, shown)[0]
    assert first.vector_model == "openai:meanings/8/1"
    assert first.warning == ""
    nearest = max(first.candidates, key=lambda each: each.vector or 0.0)
    assert nearest.location == "crew.txt"
    assert nearest.vector is not None and nearest.vector > 0.9
    assert manifest(env, f"{shown.record.run_id}:1").prompt
    assert shown.state.spent.tokens > 0
    assert verify(env.create_store()).problems == ()


def test_vectors_are_asked_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another run over the same bytes sends its query alone."""
    server = EmbeddingServer()
    folder = folder_of(tmp_path)
    with serving(monkeypatch, server):
        env, _ = run(tmp_path, folder)
        passages = [text for text in server.inputs if "\n" in text]
        assert len(passages) == len(set(passages)) > 2
        server.inputs.clear()
        run(tmp_path, folder, env)
    assert server.inputs
    assert not [text for text in server.inputs if text in passages]


def test_secrets_are_masked_in_what_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key in a source does not leave the machine."""
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    folder = folder_of(tmp_path)
    (folder / "keys.md").write_text(f"# Keys\n\nThe deploy key is {key}.\n", encoding="utf-8")
    server = EmbeddingServer()
    with serving(monkeypatch, server):
        run(tmp_path, folder)
    assert any(text.startswith("Keys") for text in server.inputs)
    assert not [text for text in server.inputs if key in text]


def _wrong_count(_number: int, answer: dict[str, Any]) -> Iterable[bytes]:
    return whole(200, {**answer, "data": answer["data"] * 2})


def _cut(_number: int, answer: dict[str, Any]) -> Iterable[bytes]:
    return [head() + json.dumps(answer).encode()[:-40]]


def _silent(_number: int, _answer: dict[str, Any]) -> Iterable[bytes | float]:
    return [60.0]


def _dripping(_number: int, _answer: dict[str, Any]) -> Iterable[bytes | float]:
    return [head(), *[part for _ in range(400) for part in (b" ", 0.1)]]


def _flooding(_number: int, _answer: dict[str, Any]) -> Iterable[bytes]:
    return [head(), *[b"[" * 100_000] * 30]


def _other_later(number: int, answer: dict[str, Any]) -> Iterable[bytes] | None:
    if number == 1:
        return None
    rows = [{**row, "embedding": row["embedding"][:5]} for row in answer["data"]]
    return whole(200, {**answer, "data": rows})


def _hostile(_number: int, answer: dict[str, Any]) -> Iterable[bytes]:
    body = json.dumps(answer).replace("0.01", "NaN")
    return [head() + body.encode()]


FAILING: dict[str, tuple[Altered, str]] = {
    "too many vectors": (_wrong_count, "2 vectors for 1 texts"),
    "cut": (_cut, "the answer is not JSON"),
    "silent": (_silent, "no answer in time"),
    "dripping": (_dripping, "no answer in time"),
    "over the bound": (_flooding, "the answer is over 2 MB"),
    "another dimension": (_other_later, "vectors of 5 numbers, 8 before"),
    "no numbers": (_hostile, "a vector whose length is zero or not finite"),
    "refused": (lambda *_: whole(401, {"error": {"message": "no"}}), "refused without a key (401)"),
    "failing": (lambda *_: whole(500, {}, "retry-after: 0"), "the service said 500"),
    "redirect": (
        lambda *_: whole(302, {}, "location: http://127.0.0.1:1/"), "the address redirects (302)"
    ),
}  # fmt: skip


SLOW = ("silent", "dripping")


def patience(name: str) -> int:
    """Return the time limit of an answer in milliseconds: short if none will come, long on a busy machine."""
    return 400 if name in SLOW else 60_000


@pytest.mark.parametrize("name", [name for name in FAILING if name != "another dimension"])
def test_an_answer_that_will_not_do_is_none(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The reason is reported, within the time limit."""
    altered, reason = FAILING[name]
    with serving(monkeypatch, EmbeddingServer(altered=altered)):
        service = open_embeddings("meanings", timeout_ms=patience(name))
        began = time.monotonic()
        with pytest.raises(ModelTrouble) as caught:
            service.answer(Prompt("", json.dumps(["a text"])))
    assert reason in caught.value.reason
    assert name not in SLOW or time.monotonic() - began < 60


@pytest.fixture(scope="module")
def default(tmp_path_factory: pytest.TempPathFactory) -> list[ManifestDetail]:
    """Return the search details of a run without the service."""
    path = tmp_path_factory.mktemp("default")
    return details(*run(path, folder_of(path), embeddings=None))


@pytest.mark.parametrize("name", ["dripping", "another dimension"])
def test_a_service_that_fails_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, default: list[ManifestDetail], name: str
) -> None:
    """The output and the manifests have a warning, and the candidates are those of the default."""
    altered, reason = FAILING[name]
    slow = Policy.model_validate({"purpose": {"compaction": {"timeout_ms": patience(name)}}})
    server = EmbeddingServer(altered=altered)
    with serving(monkeypatch, server):
        env, shown = run(tmp_path, folder_of(tmp_path), replace(env_of(tmp_path), policy=slow))
    assert shown.state.status == "DONE"
    assert shown.output is not None
    (warning,) = [each for each in shown.output.uncertainty if "embeddings of openai:meanings" in each]
    assert reason in warning
    assert "searched by words and character n-grams" in warning
    found = details(env, shown)
    assert {each.vector_model for each in found} == {NGRAM_MODEL}
    assert all(reason in each.warning for each in found)
    assert server.answered < 3
    assert [each.candidates for each in found] == [each.candidates for each in default]
    assert manifest(env, f"{shown.record.run_id}:1").prompt


def test_the_providers_own_key_goes_to_no_other_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A described model with a `url` and no `key` is asked without one; `doctor` says so."""
    from workbench.services.stores.doctor import doctor

    env = replace(env_of(tmp_path), config=tmp_path / "config.toml")
    with loopback(EmbeddingServer()) as other:
        text = f'[model.near]\nprovider = "openai"\nmodel = "m"\nurl = "{other.url}/v1"\n'
        env.config_file.write_text(text)
        monkeypatch.setenv("OPENAI_API_KEY", "the-own-key")
        monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
        near = embeddings_service("near", env.config_file, recorded=None, dimensions=None, timeout_ms=10_000)
        near.answer(Prompt("", '["a port"]'))
        assert "authorization" not in other.requests[-1].headers
        monkeypatch.setenv("OPENAI_BASE_URL", f"{other.url}/v1")
        open_embeddings("m", timeout_ms=10_000).answer(Prompt("", '["a port"]'))
        assert other.requests[-1].headers["authorization"] == "Bearer the-own-key"
    monkeypatch.setenv("WORKBENCH_RUN_EMBEDDINGS", "near")
    (check,) = [each for each in doctor(env).checks if each.name == "run embeddings"]
    assert check.value.endswith("/v1/embeddings, no key is sent (WORKBENCH_RUN_EMBEDDINGS)")
    assert "OPENAI_API_KEY is not sent" in check.hint


def test_doctor_names_it_without_asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Provider, model and address; without a key for the provider's own service it says so."""
    from workbench.services.stores.doctor import doctor

    def run_check(env: Env) -> tuple[bool, str]:
        (check,) = [each for each in doctor(env).checks if each.name == "run embeddings"]
        return check.ok, check.value

    monkeypatch.setenv("WORKBENCH_RUN_EMBEDDINGS", MODEL)
    server = EmbeddingServer()
    with serving(monkeypatch, server) as service:
        ok, value = run_check(env_of(tmp_path))
        assert ok
        assert f"openai:meanings at {service.url.removeprefix('http://')}/v1/embeddings" in value
    assert server.answered == 0
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.delenv("OPENAI_API_KEY")
    ok, value = run_check(env_of(tmp_path))
    assert not ok
    assert "holds no key" in value


def test_answers_are_recorded_and_replayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same candidates with the service gone."""
    folder, file = folder_of(tmp_path), tmp_path / "vectors.jsonl"
    with serving(monkeypatch, EmbeddingServer()):
        env, shown = run(tmp_path, folder, embeddings_record=str(file))
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    other = tmp_path / "other"
    other.mkdir()
    again, replayed = run(other, folder, embeddings=None, embeddings_recorded=str(file))
    assert [each.candidates for each in details(env, shown)] == [
        each.candidates for each in details(again, replayed)
    ]
    assert details(again, replayed)[0].vector_model == "openai:meanings/8/1"


def test_an_evaluation_records_the_vectors_of_all_its_cases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file has the queries of every case, so that the replay compares by meaning in each."""
    folder, file, cases = folder_of(tmp_path), tmp_path / "vectors.jsonl", tmp_path / "golden.json"
    asked = [
        {"id": name, "question": question, "kind": "answerable", "expected_facts": ["fourteen"]}
        for name, question in (("a", OTHER_WORDS), ("b", "What does a bowl of soup cost?"))
    ]
    cases.write_text(json.dumps(asked), encoding="utf-8")
    server = EmbeddingServer()
    with serving(monkeypatch, server):
        settings = {"embeddings": MODEL, "embeddings_record": str(file)}
        evaluate(env_of(tmp_path), GoldenRequest(cases, (str(folder),), settings))
    assert len(file.read_text().splitlines()) == server.answered
    assert {OTHER_WORDS, str(asked[1]["question"])} <= set(server.inputs)


def test_what_cannot_be_asked_is_refused_before_anything_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No key for the provider's own service; a provider without embeddings."""
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    folder = folder_of(tmp_path)
    env = env_of(tmp_path)
    with pytest.raises(UsageError, match="holds no key"):
        run(tmp_path, folder, env)
    for name, message in (
        ("anthropic:x", "makes no embeddings"),
        ("extractive", "no model"),
        ("no:x", "no provider"),
    ):
        with pytest.raises(UsageError, match=message) as refused:
            run(tmp_path, folder, env, embeddings=name)
        assert refused.value.hint == "name openai:MODEL, or a [model.NAME] with that provider and a url"
    assert not env.store_exists


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (None, "another shape"),
        ([1], "another shape"),
        ([{"index": 3, "embedding": [1.0]}], "matched with their texts"),
        ([{"index": True, "embedding": [1.0]}], "matched with their texts"),
        ([{"index": 0, "embedding": ["1"]}], "with values that are not numbers"),
        ([{"index": 0, "embedding": [True]}], "with values that are not numbers"),
        ([{"index": 0, "embedding": [0, 0.0]}], "zero or not finite"),
        ([{"index": 0, "embedding": [1.7e308, 1.7e308]}], "zero or not finite"),
        ([{"index": 0, "embedding": [10**400]}], "zero or not finite"),
        ([{"index": 0, "embedding": []}], "of 0 numbers"),
        ([{"index": 0, "embedding": [0.1] * 1025}], "of 1025 numbers"),
        ([{"index": 0, "embedding": "AAAA"}], "that is not a list"),
    ],
)
def test_what_comes_back_is_checked(rows: Any, message: str) -> None:
    """It is checked before anything depends on it."""
    with pytest.raises(ModelTrouble, match=message):
        checked({"data": rows}, 1)


def test_vectors_are_put_into_the_order_of_the_texts() -> None:
    """The order in the answer does not matter."""
    rows = [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [3, 0]}]
    assert checked({"data": rows}, 2) == [[1.0, 0.0], [0.0, 1.0]]
    with pytest.raises(ModelTrouble, match="of 2 numbers, 3 needed"):
        checked({"data": rows}, 2, 3)


def test_texts_go_out_in_batches() -> None:
    """By number and by size, in order, none left out."""
    texts = ["x" * 30_000, "y" * 30_000, *["z"] * 70]
    made = batches(texts)
    assert [place for some in made for place in some] == list(range(72))
    assert [len(some) for some in made] == [1, 32, 32, 7]
