"""Claims that name another value, name, tool, direction or outcome than the session has in that place."""

from __future__ import annotations

import pytest

from bench.accuracy.claim_faults import SESSION, events_of
from gates.artifact import Item, ItemKind
from gates.contradiction.open_work import open_work
from gates.contradiction.rival_values import values_of
from gates.search.index import SourceIndex
from gates.search.span_search import SpanSearch
from gates.source import SourceRange
from tests.gates.test_session_claims import claim, found, judge_of

THANKS = "user: thanks, go on with the next part of it"


@pytest.mark.parametrize(
    ("said", "stated", "rule"),
    [
        (
            "The console shows 12,962 failed requests to the approval endpoint.",
            "In the console 1,296 failed requests to that approval endpoint stand.",
            "figure_differs",
        ),
        (
            "The local gateway listens on http://localhost:5001 for uploads.",
            "The local gateway listens on localhost:5002 for uploads.",
            "figure_differs",
        ),
        (
            "The linter v2.8.0 flags every function of the strategy package.",
            "The linter v1.64.0 flags every function of the strategy package.",
            "code_differs",
        ),
        (
            "The follow-up for the importer is tracked in ENT-163.",
            "The follow-up for the importer is tracked in ENT-136.",
            "code_differs",
        ),
        (
            "The linear scan was fixed in content_overlap.go by building an index.",
            "The linear scan was fixed in content_detection.go by building an index.",
            "name_differs",
        ),
        (
            "The failed requests ended with `ERR_INSUFFICIENT_RESOURCES` in the console.",
            "The failed requests ended with `ERR_CONNECTION_REFUSED` in the console.",
            "name_differs",
        ),
        (
            "The parser suite runs with jest in the nightly pipeline.",
            "The parser suite runs with vitest in the nightly pipeline.",
            "kind_differs",
        ),
        (
            "I converted the polling flag from useState to useRef.",
            "The polling flag was converted from useRef to useState.",
            "change_turned",
        ),
        (
            "The footer shows the last prompt instead of the first prompt now.",
            "The footer shows the first prompt instead of the last prompt now.",
            "change_turned",
        ),
    ],
)
def test_another_word_in_the_place_of_one_is_reported(said: str, stated: str, rule: str) -> None:
    """The session's own wording gives no warning."""
    lines = ("user: please look into it", f"assistant: {said}", THANKS)
    assert ("warning", rule) in found(lines, claim(stated))
    assert ("warning", rule) not in found(lines, claim(said))


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("The parser suite of the nightly pipeline runs without vitest.", False),
        ("The parser suite of the nightly pipeline runs with vitest.", True),
    ],
)
def test_a_tool_that_is_denied_is_no_other_tool(stated: str, told: bool) -> None:
    """`without vitest` agrees with jest."""
    lines = ("user: how?", "assistant: The parser suite of the nightly pipeline runs with jest.", THANKS)
    assert (("warning", "kind_differs") in found(lines, claim(stated))) is told


@pytest.mark.parametrize(
    ("stated", "more", "told"),
    [
        ("The change was pushed to the remote.", (), True),
        ("The change was pushed to the remote.", ("command: git push", "result: done"), False),
        ("The change was pushed to the remote.", ("assistant: I pushed it already.",), False),
        ("The change should be pushed to the remote.", (), False),
    ],
)
def test_an_action_that_nothing_shows_is_reported(stated: str, more: tuple[str, ...], told: bool) -> None:
    """A matching command, or a report by anyone, is enough."""
    lines = ("user: change it", "edit: src/parse.py — limit", "command: ls", "result: src", *more, THANKS)
    assert (("warning", "unsupported_action") in found(lines, claim(stated))) is told


@pytest.mark.parametrize(
    ("result", "stated", "told"),
    [
        ("3 failed, 9 passed in 2s", "All integration tests pass.", True),
        ("12 passed in 2s", "All integration tests pass.", False),
        ("3 failed, 9 passed in 2s", "The integration tests should pass.", False),
        ("3 failed, 9 passed in 2s", "All three new tests pass.", False),
        ("Exit code 2", "All integration tests pass.", False),
    ],
)
def test_an_outcome_is_that_of_the_last_run(result: str, stated: str, told: bool) -> None:
    """A merely desired outcome does not count."""
    lines = ("user: test it", "command: pytest tests/integration", f"result: {result}", THANKS)
    assert (("warning", "tests_not_passing") in found(lines, claim(stated))) is told


@pytest.mark.parametrize(("box", "told"), [("[ ]", True), ("[x]", False)])
def test_a_step_with_empty_boxes_is_not_done(box: str, told: bool) -> None:
    """One with ticked boxes is."""
    plan = f"## WP15: Rename the runtime modes\n- {box} rename the files\n- {box} run them\n## WP16: Notes"
    lines = ("user: read the plan", "command: cat plan.md", f"result: {plan}", THANKS)
    hit = ("warning", "task_open") in found(lines, claim("WP15 is completed and its modes are renamed."))
    assert hit is told


@pytest.mark.parametrize(
    ("earlier", "told"), [((), True), (("assistant: Shall I prefix both headings with Last Prompt?",), False)]
)
def test_what_the_user_said_first_is_not_the_agents(earlier: tuple[str, ...], told: bool) -> None:
    """It is accepted if the agent said it before."""
    lines = (*earlier, "user: let's prefix both headings with Last Prompt", "assistant: All right.", THANKS)
    stated = claim("The assistant proposed to prefix both headings with Last Prompt, and the user agreed.")
    assert (("warning", "credited_to_agent") in found(lines, stated)) is told


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("The fix of the limit is in src/sampled.py.", True),
        ("The fix of the limit is in src/parse.py.", False),
        ("The fix of the limit should be in src/sampled.py.", False),
    ],
)
def test_a_fix_is_in_a_file_that_was_written(stated: str, told: bool) -> None:
    """A file that was only looked at holds none."""
    lines = (
        "user: fix the limit",
        "command: cat src/sampled.py",
        "result: limit = 3",
        "edit: src/parse.py — limit 30",
        THANKS,
    )
    assert (("warning", "unchanged_file") in found(lines, claim(stated))) is told


@pytest.mark.parametrize(("kind", "told"), [("e2e", True), ("integration", False)])
def test_a_test_is_of_the_kind_of_its_folder(kind: str, told: bool) -> None:
    """The claim's word for it does not matter."""
    lines = ("user: add one", "edit: cli/integration_test/reset_test.go — func TestShadowReset(t)", THANKS)
    stated = claim(f"Added the {kind} test `TestShadowReset` for the reset.")
    assert (("warning", "kind_differs") in found(lines, stated)) is told


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("With gpt-5.1 as its model the importer suite ran on us-west-2.", True),
        ("With gpt-5.2 as its model the importer suite ran on us-west-2.", False),
    ],
)
def test_a_model_that_nobody_named_is_reported(stated: str, told: bool) -> None:
    """A warning is given although another model was named."""
    lines = (
        "user: how?",
        "assistant: The suite of the importer ran on us-west-2 with gpt-5.2 as its model.",
        THANKS,
    )
    assert (("warning", "name_differs") in found(lines, claim(stated))) is told


@pytest.mark.parametrize("named", ["retry_", "browser_evaluate"])
def test_the_beginning_of_names_is_no_stranger(named: str) -> None:
    """`retry_` is a prefix of `retry_once`; a name without any match is unknown."""
    lines = (
        "user: how?",
        "assistant: The helpers begin with `retry_once` in the module of the client.",
        THANKS,
    )
    stated = claim(f"The helpers begin with `{named}` in the module of the client.")
    assert (("warning", "name_differs") in found(lines, stated)) is (named != "retry_")


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("The importer was mended in commit 3f2a91c.", True),
        ("The importer was mended in commit 7be01d4.", False),
    ],
)
def test_a_hash_that_occurs_nowhere_is_invented(stated: str, told: bool) -> None:
    """A warning is given even if another hash occurs in the session."""
    lines = ("user: mend it", "command: git commit", "result: [main 7be01d4] Mend the importer", THANKS)
    assert (("warning", "code_differs") in found(lines, claim(stated))) is told


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("user: next raise the other one", True),
        ("user: it works, next raise the other one", False),
        ("user: ok", False),
    ],
)
def test_a_confirmation_has_a_word_of_assent(answer: str, told: bool) -> None:
    """In any message of the user."""
    lines = ("user: raise the limit of the importer", "edit: importer.py — limit 30", "command: ls", answer)
    stated = claim("The limit of the importer was raised; the user confirmed that it works.")
    assert (("warning", "credited_to_user") in found(lines, stated)) is told


@pytest.mark.parametrize(
    ("acted", "kind"), [("edit: importer.py — retry limit", "written"), ("command: importer retry limit", "")]
)
def test_open_work_that_an_edit_did_is_distinguished(acted: str, kind: str) -> None:
    """From what a command may have done."""
    lines = ("user: go on", acted, "user: what is left to do there?")
    item = Item(kind=ItemKind.OPEN_WORK, text="The importer still has to get a retry limit", status="open")
    judge = judge_of(lines)
    met = open_work(item, judge.index, judge.search)
    assert [each.distinct for each in met if each.rule == "done_reported_open"] == [kind]


@pytest.mark.parametrize(("kept", "told"), [(frozenset[int](), True), (frozenset({1}), False)])
def test_open_work_that_only_a_kept_event_did_misleads_nobody(kept: frozenset[int], told: bool) -> None:
    """The kept event stands beside the summary word for word."""
    lines = ("user: go on", "edit: importer.py — retry limit", "user: what is left to do there?")
    item = Item(kind=ItemKind.OPEN_WORK, text="The importer still has to get a retry limit", status="open")
    events = events_of(lines)
    source = SourceRange(SESSION, 0, len(events) - 1, kept)
    index = SourceIndex.build(source, events, scope_complete=True)
    rules = [each.rule for each in open_work(item, index, SpanSearch(index))]
    assert ("done_reported_open" in rules) is told


@pytest.mark.parametrize("mark", ["   154→", "154\t", "    12→"])
def test_the_number_of_a_line_is_no_value_of_it(mark: str) -> None:
    """Readers print the number of a line before it."""
    read = values_of(f"{mark}### Step 3: paint the hulls (batch 2)\n{mark}")
    assert [value.text for value in read] == ["3", "2"]
