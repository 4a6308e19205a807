"""An objective with more questions than a run takes: the others are reported as left out."""

from __future__ import annotations

from pathlib import Path

from tests.runs.build import env_of
from workbench.runs.records.shapes import MOST_PARTS
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest


def test_questions_that_are_not_looked_for_are_named(tmp_path: Path) -> None:
    """Up to the limit there is no notice; one more is named, also where the steps do not suffice for any."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "barn.md").write_text("# Barns\n\n" + "".join(f"\n\nBarn {n} is red.\n" for n in range(9)))
    asked = [f"What colour is barn {n}?" for n in range(MOST_PARTS + 1)]
    for many, reported in ((MOST_PARTS, False), (MOST_PARTS + 1, True)):
        shown = start(
            env_of(tmp_path), RunRequest(" ".join(asked[:many]), (str(folder),), settings={"steps": 2})
        )
        assert shown.output is not None
        left = [each for each in shown.output.uncertainty if each.startswith("Not looked for")]
        assert bool(left) is reported
        assert all(asked[MOST_PARTS] in each for each in left)


def test_a_later_question_without_evidence_is_a_failed_query(tmp_path: Path) -> None:
    """Whatever an earlier question found; the one that was answered is none."""
    found, lost = "What colour is barn 3?", "How many lighthouses stand on Ostrog island?"
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "barn.md").write_text("# Barns\n\nBarn 3 is red.\n")
    for name, asked in (("a", f"{found} {lost}"), ("b", f"{lost} {found}")):
        (tmp_path / name).mkdir()
        shown = start(env_of(tmp_path / name), RunRequest(asked, (str(folder),)))
        assert shown.output is not None
        failed = {each.query for each in shown.output.failed_queries}
        assert lost in failed and found not in failed
        assert "Barn 3 is red." in shown.output.answer


def test_a_sentence_beside_a_question_is_not_looked_for(tmp_path: Path) -> None:
    """Before it or after it: the question is answered as it is alone."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "barn.md").write_text("# Barns\n\nBarn 3 is red.\n\nThe budget meeting is on Monday.\n")
    for asked in ("We paint it for the fair. {}", "{} The budget of the paint shop is small."):
        shown = start(env_of(tmp_path), RunRequest(asked.format("What colour is barn 3?"), (str(folder),)))
        assert shown.output is not None and shown.output.ended == "answered"
        assert shown.output.answer.startswith("Barn 3 is red.")
        assert shown.output.uncertainty == () and shown.output.questions == ()


def test_questions_for_which_no_step_is_left_are_not_looked_for(tmp_path: Path) -> None:
    """What was searched for without success has no direct evidence; the others were not looked for."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "barn.md").write_text("# Barns\n\nBarn 3 is red.\n")
    asked = "Who lives on Ostrog island? Why did the whale sing? When did the glacier melt?"
    for steps, left in ((2, ["When did the glacier melt?"]), (12, [])):
        place = tmp_path / str(steps)
        place.mkdir()
        shown = start(env_of(place), RunRequest(asked, (str(folder),), settings={"steps": steps}))
        assert shown.output is not None
        stated = [each for each in shown.output.uncertainty if each.startswith("Not looked for: ")]
        assert all(any(part in each for each in stated) for part in left)
        assert bool(stated) is bool(left)
        assert not any("No direct evidence" in each and part in each for each in stated for part in left)


def test_a_date_of_what_was_known_is_no_answer_beside_what_was_told(tmp_path: Path) -> None:
    """To when, nor to why; alone, such a date is the best that there is."""
    folder = tmp_path / "sources"
    folder.mkdir()
    later = "Since the collapse of 2019 two props are measured at every change of guard."
    (folder / "care.md").write_text(f"# Care of the barn roof\n\nThe barn roof is oak. {later}\n")
    asked = "When did the barn roof collapse, and why?"
    for told in ("", "The barn roof collapsed on 3 March 2019, because a prop had rotted."):
        if told:
            (folder / "news.md").write_text(f"# News\n\n{told}\n")
        place = tmp_path / f"after{len(told)}"
        place.mkdir()
        shown = start(env_of(place), RunRequest(asked, (str(folder),)))
        assert shown.output is not None
        assert shown.output.answer == f"{told} [1]" if told else later in shown.output.answer


def test_a_question_that_names_its_thing_by_a_pronoun_is_looked_for(tmp_path: Path) -> None:
    """For the thing of the question before it; what is not found is said."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "gate.md").write_text("# Elm Gate\n\nElm Gate is 4 metres wide.\n")
    shown = start(env_of(tmp_path), RunRequest("Who forged Elm Gate, and how wide is it?", (str(folder),)))
    assert shown.output is not None
    lost, found = shown.output.questions
    assert lost.question == "Who forged Elm Gate?" and not lost.claim_ids
    assert found.question == "how wide is Elm Gate?" and found.claim_ids
    assert any(lost.question in each for each in shown.output.uncertainty)
