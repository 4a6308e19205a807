"""The sources of a report: those that are cited by name, the others by their number."""

from __future__ import annotations

from pathlib import Path

from tests.runs.build import run_over
from workbench.runs.outputs.output_files import report


def test_a_report_accounts_for_every_source(tmp_path: Path) -> None:
    """What was read and is not cited is counted, so that the list adds up."""
    _, shown = run_over(tmp_path)
    assert shown.output is not None
    text = report(shown.output)
    cited = sum(source.cited for source in shown.output.sources)
    assert "3 of 3 sources were read." in text
    assert text.count("(cited)") == cited == 1
    assert "2 more were read and not cited; see output.json." in text


BOTH = "From when to when is the harbour closed? Who is the master of the Runa?"


def test_a_report_says_what_answers_which_question(tmp_path: Path) -> None:
    """Each of several questions is above the words that answer it.

    The whole is not listed as a failed query.
    """
    _, shown = run_over(tmp_path, BOTH)
    assert shown.output is not None
    first, second = shown.output.questions
    assert first.question.startswith("From when") and second.question.startswith("Who")
    assert first.claim_ids and second.claim_ids and first.claim_ids != second.claim_ids
    text = report(shown.output)
    parts = text.partition("### From when")[2].partition("### Who is the master of the Runa?")
    assert "5 January" in parts[0] and "Ida Holm" in parts[2]
    assert "Queries without direct evidence" not in text


def test_a_question_without_answer_is_named_in_its_place(tmp_path: Path) -> None:
    """The others keep theirs, and the queries that found nothing are listed."""
    _, shown = run_over(
        tmp_path, "Who is the master of the Runa? How many lighthouses stand on Ostrog island?"
    )
    assert shown.output is not None
    assert [bool(each.claim_ids) for each in shown.output.questions] == [True, False]
    text = report(shown.output)
    assert "*No direct evidence" in text.partition("### How many lighthouses")[2]
    assert "## Queries without direct evidence" in text


def test_one_question_has_no_parts(tmp_path: Path) -> None:
    """Its answer is one list."""
    _, shown = run_over(tmp_path)
    assert shown.output is not None
    assert shown.output.questions == ()
    assert "###" not in report(shown.output)


def test_a_long_query_that_failed_is_listed_by_its_beginning(tmp_path: Path) -> None:
    """The whole of several questions is named as such, below the others; `output.json` has all words."""
    whole = "How many lighthouses stand on Ostrog island? Which fleet sank them all?"
    long = f"How many lighthouses stand there, {'which nobody here has ever seen, ' * 12}today?"
    _, shown = run_over(tmp_path, whole)
    assert shown.output is not None
    failed = [each.query for each in shown.output.failed_queries]
    assert whole not in failed and failed[0] == shown.output.questions[0].question
    first, second = (
        shown.output.failed_queries[0].model_copy(update={"query": each}) for each in (whole, long)
    )
    made = shown.output.model_copy(update={"failed_queries": (first, second)})
    listed = report(made).partition("## Queries without direct evidence\n\n")[2].partition("\n\n")[0]
    above, below = listed.splitlines()
    assert "How many lighthouses stand there" in above and "…" in above and len(above) < 300
    assert "all questions together" in below
