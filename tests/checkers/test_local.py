"""The checkers that run on this machine, with real model files that are made on the spot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gates.second_opinion import CheckerAnswer, Opinion, Question
from tests.checkers.made import inference_model, static_vectors
from workbench.checkers import extras
from workbench.checkers.nli import NliChecker
from workbench.checkers.vectors import VectorsChecker
from workbench.errors import WorkbenchError


def question(claim: str, *passages: str) -> Question:
    return Question(claim, "claim", None, passages)


def test_vectors_tell_what_no_linked_word_is_near_to(tmp_path: Path) -> None:
    """Words of like vectors carry a claim, others do not, and too few known words are no judgement."""
    checker = VectorsChecker(str(static_vectors(tmp_path / "model")))
    checker.prepare()
    said = checker.answers(
        [
            question("never retry the upload", "no retries, never, in the uploads"),
            question("never retry the upload", "the tests pass"),
            question("Zanzibar", "the tests pass"),
        ]
    )
    assert [answer.opinion for answer in said] == [Opinion.ENTAILED, Opinion.NEUTRAL, Opinion.UNJUDGED]
    assert said[0].score > 0.9
    assert said[1] == CheckerAnswer(Opinion.NEUTRAL, 0.75, "they are near to 25% of its words")
    assert VectorsChecker(str(tmp_path / "model")).checker == checker.checker
    static_vectors(tmp_path / "model", rows=3)
    assert VectorsChecker(str(tmp_path / "model")).checker != checker.checker
    with pytest.raises(extras.ModelFolder, match="fewer vectors than its tokenizer has tokens"):
        VectorsChecker(str(tmp_path / "model")).prepare()


@pytest.mark.parametrize(
    "labels", [("contradiction", "entailment", "neutral"), ("ENTAILMENT", "NEUTRAL", "CONTRADICTION")]
)
def test_inference_reads_the_labels_in_the_order_of_the_model(
    tmp_path: Path, labels: tuple[str, ...]
) -> None:
    """The surest passage decides; the answer is kept and read again without the model."""
    folder = inference_model(tmp_path / "model", labels=labels)
    checker = NliChecker(str(folder), tmp_path / "answers")
    checker.prepare()
    asked = [
        question("do not retry", "retry the upload"),
        question("do not retry", "the user asked", "never, do not"),
    ]
    said = checker.answers(asked)
    assert [answer.opinion for answer in said] == [Opinion.CONTRADICTED, Opinion.CONTRADICTED]
    assert said[0].score == pytest.approx(0.98, abs=0.01)
    assert checker.answers([question("retry", "retry")])[0].opinion is Opinion.ENTAILED
    again = NliChecker(str(folder), tmp_path / "answers")
    (folder / "model.onnx").unlink()
    assert again.answers(asked) == said
    assert again.checker == checker.checker


def test_a_folder_that_is_no_model_is_reported_so(tmp_path: Path) -> None:
    """A missing folder, a missing file, torn files and labels that say nothing are errors with a hint."""

    def said(checker: str, folder: Path) -> str:
        with pytest.raises(extras.ModelFolder) as caught:
            (
                VectorsChecker(str(folder)) if checker == "vectors" else NliChecker(str(folder), tmp_path)
            ).prepare()
        assert caught.value.hint
        return caught.value.message

    folder = tmp_path / "model"
    assert "is not there" in said("vectors", folder)
    folder.mkdir()
    assert "holds no table of vectors" in said("vectors", folder)
    (folder / "model.safetensors").write_bytes(b"torn")
    assert "holds no tokenizer" in said("vectors", folder)
    (folder / "model.onnx").write_bytes(b"torn")
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    for config in ("", "{}", '{"id2label": {"0": "LABEL_0", "1": "LABEL_1"}}', '{"id2label": {"x": "y"}}'):
        (folder / "config.json").write_text(config, encoding="utf-8")
        assert "config.json" in said("nli", folder)
    if not extras.missing("vectors"):
        assert "cannot be read as word vectors" in said("vectors", folder)
    if not extras.missing("nli"):
        (folder / "config.json").write_text(json.dumps({"id2label": {"0": "entailment", "1": "neutral"}}))
        assert "cannot be loaded" in said("nli", folder)
        inference_model(folder)
        two = {"id2label": {"0": "entailment", "1": "not_entailment"}}
        (folder / "config.json").write_text(json.dumps(two), encoding="utf-8")
        assert "gives 3 values, config.json names 2 labels" in said("nli", folder)


def test_a_missing_extra_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the library and the extra that brings it."""

    def absent(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(extras, "import_module", absent)
    with pytest.raises(WorkbenchError) as caught:
        extras.library("nli", "onnxruntime")
    assert caught.value.code == "extra_missing"
    assert "a package that is not installed: " in caught.value.message
    assert "No module" not in caught.value.message
    assert "onnxruntime" in caught.value.message
    assert "pip install 'compaction-workbench[nli]'" in caught.value.hint
