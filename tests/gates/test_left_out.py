"""The exam's table left one session out: its rows, and that what it measures is what the commands say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import fit_loss
from bench.accuracy.fitted import half
from bench.accuracy.labelled_sessions import Answers, labelled_sessions
from bench.accuracy.left_out import TABLE, put_back, put_between, short, table
from gates import evaluate
from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.contradiction import ranking
from gates.findings import Found
from gates.policy import DEFAULT_POLICY
from gates.report import Retention
from gates.retention import likelihood
from gates.retention.match import Match
from workbench.bootstrap import Env
from workbench.services.scores.score import Scorer
from workbench.services.scores.score_inputs import ScoreRequest

SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "lost-open-work.jsonl"
ITEM = CapturedItem(
    item_id="cap_1", kind="decision", text="Close the hatch.", status="in_force", origin="phrase"
)
GONE = Match(Retention.DROPPED, "no_match", 0.0)


@pytest.fixture(autouse=True)
def shipped() -> Iterator[None]:
    """Restore the shipped weights after each test."""
    yield
    put_back()


def test_a_row_is_reported_with_two_decimals_its_interval_and_its_count() -> None:
    """A value that is not a share is unchanged."""
    assert short("0.419 (0.340 to 0.503)  57 of 136") == ".42 (.34 to .50; 57 of 136)"
    assert short("0.996 (0.970 to 1.000)  250 of 251") == "1.00 (.97 to 1.00; 250 of 251)"
    assert short("9; 1 of 20") == "9; 1 of 20"


def test_the_table_has_every_figure_for_all_and_for_the_unread() -> None:
    """In the order of the table, the unread ones last."""
    every = {row: f"0.{n:02}0 (0.000 to 1.000)  {n} of 100" for n, (_, _, _, row) in enumerate(TABLE)}
    other = {row: "n 0" for row in every}
    lines = table(every, other, 20, 8).splitlines()
    assert lines[0] == "| figure | must | before | 20 compactions | 8 of them, unread |"
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines[2:]] == [name for name, *_ in TABLE]
    assert lines[3].endswith("| .01 (.00 to 1.00; 1 of 100) | n 0 |")


def test_a_page_without_marks_is_refused_and_left_alone(tmp_path: Path) -> None:
    """Between the marks everything is replaced, around them nothing."""
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- exam -->\nold\n<!-- /exam -->\nafter\n", encoding="utf-8")
    put_between(page, "new")
    assert page.read_text(encoding="utf-8") == "before\n<!-- exam -->\nnew\n<!-- /exam -->\nafter\n"
    page.write_text("no marks", encoding="utf-8")
    with pytest.raises(SystemExit, match="marks"):
        put_between(page, "new")
    assert page.read_text(encoding="utf-8") == "no marks"


def test_the_halves_are_those_of_the_hash() -> None:
    """Known sessions of either half."""
    assert half("21a2e002-8b63-45db-8e0d-1978fe0600aa") == 1
    assert half("03a1382e-ecd5-42c4-b3d4-5c659e165904") == 0


def test_sessions_without_a_transcript_are_left_out(tmp_path: Path) -> None:
    """Labels are read with the transcript of the same name."""
    (tmp_path / "lost-open-work.jsonl").write_text('{"kind": "capture"}\n\n', encoding="utf-8")
    (tmp_path / "gone.jsonl").write_text("{}\n", encoding="utf-8")
    (found,) = labelled_sessions([tmp_path], [SAMPLE.parent])
    assert (found.name, found.path, found.labels) == ("lost-open-work", SAMPLE, ({"kind": "capture"},))


def test_what_is_measured_is_what_the_commands_say(tmp_path: Path) -> None:
    """Reports byte for byte; captured items and the items of the artifact that the exam asks for."""
    (tmp_path / SAMPLE.name).write_text("{}\n", encoding="utf-8")
    answers = Answers(labelled_sessions([tmp_path], [SAMPLE.parent])[0])
    scored = list(Scorer(Env(store_location="unused"), ScoreRequest((str(SAMPLE),))).score(str(SAMPLE)))
    assert scored
    stated = [json.loads(json.dumps(each.report.to_json())) for each in scored if each.report is not None]
    assert answers.reports() == stated
    first = answers.compactions()[0]
    captured = answers.json("capture", "x", "--range", f"{first['source_start']}..{first['source_end']}")
    known = {item["item_id"] for item in (*captured["items"], *captured["proposed"])}
    assert {row["item_id"] for row in stated[0]["retention"]} <= known
    shown = answers.json("show", first["artifact_id"])["value"]["items"]
    assert any(item["links"] for item in shown)
    with pytest.raises(ValueError, match="not answered"):
        answers.json("draft")


def test_weights_put_in_place_judge_until_the_shipped_ones_are_back() -> None:
    """Of losses and of warnings."""
    loss = likelihood.loss_likelihood(ITEM, GONE)
    warned = [Found("overclaim", "warning", "m", (), "x")]
    item = Item(item_id="i", kind=ItemKind.CLAIM, text="The parser works.")
    chance = ranking.likelihood(item, warned, 500)
    likelihood.WEIGHTS_IN_USE.put_in_place({"bias": 0.0})
    ranking.WEIGHTS_IN_USE.put_in_place((0.0, {}))
    assert likelihood.loss_likelihood(ITEM, GONE) == ranking.likelihood(item, warned, 500) == 0.5
    put_back()
    assert (likelihood.loss_likelihood(ITEM, GONE), ranking.likelihood(item, warned, 500)) == (loss, chance)


def test_other_weights_give_another_digest_of_what_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report's digest shows that its list was ranked by other weights."""
    artifact = next(
        Scorer(Env(store_location="unused"), ScoreRequest((str(SAMPLE),))).score(str(SAMPLE))
    ).artifact
    assert artifact is not None

    def read() -> str:
        return evaluate.input_digest(
            artifact,
            "a",
            "s",
            None,
            (),
            DEFAULT_POLICY,
            strict=False,
            scope_complete=True,
            lineage_tokens=None,
        )

    digests = {read()}
    for name in ("LOSS_WEIGHTS_VERSION", "WARNING_WEIGHTS_VERSION"):
        monkeypatch.setattr(evaluate, name, "other")
        digests.add(read())
    assert len(digests) == 3


def test_the_fit_of_losses_tells_lost_from_kept_and_is_the_same_again() -> None:
    """The written module names the sessions it was fitted on."""
    lost = ("s", likelihood.features(ITEM, GONE), True)
    kept = ("t", likelihood.features(ITEM, Match(Retention.PRESERVED, "literal", 1.0, held=1.0)), False)
    rows = [lost, kept] * 8
    weights = fit_loss.fit(rows)
    assert weights == fit_loss.fit(list(rows))
    likelihood.WEIGHTS_IN_USE.put_in_place(weights)
    sure = Match(Retention.PRESERVED, "literal", 1.0, held=1.0)
    assert likelihood.loss_likelihood(ITEM, GONE) > 0.5 > likelihood.loss_likelihood(ITEM, sure)
    assert "Fitted on 16 labelled statements of 2 sessions; native summaries lost 8." in fit_loss.written(
        weights, rows
    )
