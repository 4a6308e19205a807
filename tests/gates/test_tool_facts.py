"""What tool events prove to the letter: each hard rule with a claim that is wrong and its true twin."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.contradiction.bound_numbers import numbers_bound
from gates.search.file_lines import FileLines, lines_by_file
from gates.search.linking import SpanSearch
from gates.source import EventKind, Signal, SignalEntry, SignalKind, ToolAction, ToolFact
from tests.gates.course import PATH, Course, read_course


@pytest.mark.parametrize(
    ("claim", "rules"),
    [
        ("`parse.go`: `readRows()` (line 15) counts the rows", []),
        ("`parse.go`: `readRows()` (line 18) counts the rows", []),
        ("`parse.go`: `readRows()` (line 150) counts the rows", ["line_differs"]),
        ("`parse.go`: `readRows` helper (lines 40-60) counts the rows", ["line_differs"]),
        ("`readRows` function at line 150 of the parser counts", ["line_differs"]),
        ('`parse.go`: Line 150: `if line == "" || len(line) > rowLimit {`', []),
        ("`parse.go`: calls `readRows` at line 150", []),
        ("`parse.go`: `writeRows()` (line 150) counts the rows", []),
    ],
)
def test_a_name_stands_where_the_session_showed_it(claim: str, rules: list[str]) -> None:
    assert read_course().hard(claim) == rules


def test_a_place_that_is_stated_as_about_there_only_warns() -> None:
    found = read_course().found("`parse.go`: `readRows()` (around line 150) counts the rows")
    assert ("warning", "line_differs") in found
    assert not [rule for severity, rule in found if severity == "hard"]


def test_an_edit_above_moves_what_stands_below() -> None:
    more = "// one\n" * 40 + "const rowLimit = 30"
    course = read_course().edit(PATH, "const rowLimit = 30", more)
    assert course.hard("`parse.go`: `readRows()` (line 55) counts the rows") == []
    assert course.hard("`parse.go`: `readRows()` (line 15) counts the rows") == []
    assert course.hard("`parse.go`: `readRows()` (line 95) counts the rows") == ["line_differs"]


def test_where_nothing_is_known_any_more_it_only_warns() -> None:
    course = read_course().run("git checkout other", "Switched to branch 'other'")
    found = course.found("`parse.go`: `readRows()` (line 150) counts the rows")
    assert ("warning", "line_differs") in found
    assert ("hard", "line_differs") not in found


def test_a_place_that_somebody_named_is_theirs() -> None:
    course = read_course().add(EventKind.ASSISTANT, "The function readRows is at 150 on main.")
    assert course.found("`parse.go`: `readRows()` (line 150) counts the rows") == []


def test_a_name_at_the_very_line_of_another_file() -> None:
    course = read_course().find("func writeRows", "/repo/cmd/store.go:88:func writeRows(rows int) {\n")
    assert course.hard("`store.go`: `writeRows()` (line 88) stores them") == []
    assert course.hard("`parse.go`: `writeRows()` (line 88) stores them") == ["other_file"]


def test_a_line_of_another_file_that_no_result_showed_at_its_present_number() -> None:
    """A later reading shows ten new lines above, so the name is known to be that far down."""
    lines = [f"// step {number} of the store" for number in range(1, 40)]
    whole = "\n".join([*lines, "func writeRows(rows int) {"])
    course = read_course().read("/repo/cmd/store.go", whole)
    course = course.read("/repo/cmd/store.go", "\n".join(lines[:20]), start=11)
    assert course.hard("`store.go`: `writeRows()` (line 50) stores them") == []
    assert course.hard("`parse.go`: `writeRows()` (line 50) stores them") == ["other_file"]


def test_lines_of_code_of_another_file() -> None:
    body = '\n\tif line == "" || len(line) > rowLimit {\n\t\treturn fmt.Errorf("no header")\n\t}'
    course = read_course().read("/repo/cmd/store.go", "package parse\n\nfunc store() {\n}\n")
    assert course.hard(f"`parse.go`: // the check{body}") == []
    assert course.hard(f"`store.go`: // the check{body}") == ["other_file"]


@pytest.mark.parametrize(
    ("claim", "rules"),
    [
        ('A header is refused where `line == "" || len(line) > rowLimit` holds', []),
        ('A header is refused where `line == "" || len(rows) > rowLimit` holds', ["code_altered"]),
        ('A header is refused where `line == "" || len(line) >= rowLimit` holds', ["code_altered"]),
        ('A header should be refused where `line == "" || len(rows) > rowLimit` holds', []),
        ('A header is refused where `name == "" || len(rows) > rowLimit` holds', []),
    ],
)
def test_a_condition_is_quoted_as_it_stands(claim: str, rules: list[str]) -> None:
    assert read_course().hard(claim) == rules


TESTS = "package parse\n\nfunc TestReadsRows(t *testing.T) {\n}\n\nfunc TestReadsHeader(t *testing.T) {\n}\n"


@pytest.mark.parametrize(
    ("claim", "rules"),
    [
        ("`parse_test.go`: 2 unit tests for the header and the rows", []),
        ("`parse_test.go`: Added one test for the footer", []),
        ("`parse_test.go`: three tests in all", []),
        ("`parse_test.go`: 7 unit tests for the header and the rows", ["listed_count_differs"]),
        ("`parse_test.go` should get 7 tests", []),
        ("`parse_test.go`: 7 tests fail now", []),
        ("`store_test.go`: 7 tests for the store", []),
    ],
)
def test_tests_of_a_file_are_counted(claim: str, rules: list[str]) -> None:
    course = read_course().write("/repo/cmd/parse_test.go", TESTS)
    course.edit(
        "/repo/cmd/parse_test.go",
        "func TestReadsHeader",
        "func TestFooter(t *testing.T) {\n}\n\nfunc TestReadsHeader",
    )
    assert course.hard(claim) == rules


def test_tasks_that_were_listed_are_counted() -> None:
    entries = tuple(SignalEntry(f"step {number}", status="pending") for number in range(4))
    todo = ToolFact("TodoWrite", "c9", ToolAction.TODO)
    course = read_course().add(EventKind.TOOL_CALL, "TodoWrite", todo, Signal(SignalKind.TODO_LIST, entries))
    assert course.hard("Created a task list with 4 tasks") == []
    assert course.hard("Created a task list with 9 tasks") == ["listed_count_differs"]


def test_steps_of_a_plan_are_counted() -> None:
    plan = "# Plan\n\n## Task 1: read\n\n## Task 2: write\n\n## Task 3: check\n"
    course = read_course().write("/repo/docs/plan.md", plan)
    assert course.hard("The implementation plan has three tasks") == []
    assert course.hard("The implementation plan has 8 tasks") == ["listed_count_differs"]


@pytest.mark.parametrize(
    ("claim", "rules"),
    [
        ("`rowLimit` is 30, so longer headers are refused", []),
        ("`rowLimit` is 45, so longer headers are refused", ["named_value_differs"]),
        ("`rowLimit = 45` for longer headers", ["named_value_differs"]),
        ("`rowLimit` was 45 before this", []),
        ("`rowLimit` should be: 45", []),
        ("`columnLimit` is 45", []),
        ("`parse.go`: 45 lines", []),
    ],
)
def test_a_name_has_the_value_that_the_code_gives_it(claim: str, rules: list[str]) -> None:
    assert read_course().hard(claim) == rules


def test_a_value_in_another_unit_is_not_compared() -> None:
    course = Course().user("go").read(PATH, "package parse\n\nconst lockThreshold = 10 * time.Minute\n")
    assert course.hard("`lockThreshold` is 10 min") == []
    assert course.hard("`lockThreshold` is 600 s") == []
    assert course.hard("`lockThreshold` is 30 min") == ["named_value_differs"]


@pytest.mark.parametrize(
    ("claim", "rules"),
    [
        ("The index was rebuilt with `git read-tree HEAD`", []),
        ("The index was rebuilt with `git write-tree HEAD`", ["command_differs"]),
        ("The index should be rebuilt with `git write-tree HEAD`", []),
        ("The index was rebuilt with `svn write-tree HEAD`", []),
        ("The index was rebuilt with `git write-tree FETCH_HEAD`", []),
        ("The index was rebuilt with `git reset HEAD`", []),
    ],
)
def test_a_command_is_named_as_it_ran(claim: str, rules: list[str]) -> None:
    assert read_course().run("cd /work && git read-tree HEAD", "").hard(claim) == rules


def test_a_file_reported_as_changed_that_was_only_read() -> None:
    course = read_course().read("/repo/cmd/store.go", "package parse\n\nfunc store() {\n}\n")
    course.edit(PATH, "const rowLimit = 30", "const rowLimit = 31").run("go vet ./...", "")
    told = ("warning", "unchanged_file")
    assert told not in course.found("`parse.go` was changed so that longer headers pass")
    assert told in course.found("`store.go` was changed so that longer headers pass")
    assert told not in course.found("`store.go` was changed by somebody else so that longer headers pass")
    shown = course.run("git diff", "+++ b/cmd/store.go")
    assert told not in shown.found("`store.go` was changed so that longer headers pass")


def test_an_option_that_a_tool_offered_and_no_answer_takes() -> None:
    asked = ToolFact("AskUserQuestion", "c7", ToolAction.QUESTION)
    answer = Signal(SignalKind.ANSWER, (SignalEntry("Keep the parser", 10, 25, context="What now?"),))
    course = read_course().add(EventKind.TOOL_CALL, "What now? Keep the parser / Rewrite the parser", asked)
    course.add(EventKind.TOOL_RESULT, "What now? Keep the parser", asked, answer)
    assert course.hard('The user selected "Rewrite the parser"') == ["option_not_chosen"]
    assert course.hard('The user selected "Keep the parser"') == []


def test_a_name_that_is_one_of_the_session_but_for_a_part() -> None:
    course = read_course().add(
        EventKind.ASSISTANT, "The stop hook handler handleParserStop saves the changes of a row."
    )
    assert course.hard("The stop hook handler `handleParserStop` saves the changes") == []
    assert course.hard("The stop hook handler `handleParserExit` saves the changes") == ["name_differs"]
    assert course.hard("The stop hook handler could be `handleParserExit`, it saves the changes") == []
    assert course.hard("The stop hook handler `parserStop` saves the changes") == []
    assert course.hard("The stop hook handler `closeEverything` saves the changes") == []


def test_what_the_user_said_is_only_missed_where_no_passage_carries_it() -> None:
    course = read_course().add(
        EventKind.ASSISTANT, "I suggest the hash comparison for the carry forward of rows."
    )
    linked = course.found("The user suggested the hash comparison for the carry forward of rows")
    assert ("warning", "credited_to_user") not in linked
    invented = course.found("The user decided that a bloom filter replaces the linear lookup")
    assert ("warning", "credited_to_user") in invented


def test_lines_around_a_reading_are_fitted_to_it() -> None:
    """Lines below a reading move with its end; lines that cannot be aligned are dropped."""
    text = "\n".join(f"line of {number}" for number in range(1, 61))
    moved = text.replace("line of 20", "line of 20\nnew\nnew")
    first = lines_by_file(Course().read(PATH, text).events)[PATH]
    assert first.now[60] == "line of 60"
    part = "\n".join(moved.split("\n")[9:40])
    fitted = lines_by_file(Course().read(PATH, text).read(PATH, part, start=10).events)[PATH]
    assert (fitted.now[5], fitted.now[23], fitted.now[62]) == ("line of 5", "line of 21", "line of 60")
    assert fitted.shown[62] == fitted.shown[5] == first.shown[60]
    assert fitted.shown[42] == first.shown[40] != fitted.shown[40]
    strange = "\n".join(f"other {number}" for number in range(31))
    assert set(
        lines_by_file(Course().read(PATH, text).read(PATH, strange, start=10).events)[PATH].now
    ) == set(range(10, 41))


def test_an_edit_of_many_lines_keeps_what_is_beside_it() -> None:
    file = FileLines()
    file.put([(1, "a = 1; b"), (2, "mid"), (3, "c; d = 2"), (4, "end")], 0)
    file.edit("b\nmid\nc", "x", 1)
    assert file.now == {1: "a = 1; x; d = 2", 2: "end"}
    file.edit("not there", "x", 2)
    assert file.now == {}


LOG = "\n".join(f"{number:07x}a step {number}" for number in range(4))


@pytest.mark.parametrize(
    ("command", "claim", "rules"),
    [
        ("git log --oneline main..HEAD", "The branch is 4 commits ahead of main", []),
        ("git log --oneline main..HEAD", "The branch is 3 commits ahead of main", ["listed_count_differs"]),
        (
            "git log --oneline work --not origin/main | head -40",
            "It has 3 commits ahead of main",
            ["listed_count_differs"],
        ),
        ("git log --oneline main..HEAD | head -4", "The branch is 9 commits ahead of main", []),
        ("git log --oneline main..HEAD --author=me", "The branch is 3 commits ahead of main", []),
        ("git log --oneline main..HEAD", "The branch is 3 commits ahead of next", []),
    ],
)
def test_commits_ahead_of_a_branch_are_counted(command: str, claim: str, rules: list[str]) -> None:
    assert read_course().run(command, LOG).hard(claim) == rules


def test_after_an_action_that_nothing_did() -> None:
    told = "After deploying, the parser showed six rows instead of one."
    course = read_course().run("go run ./cmd", "6 rows")
    assert ("warning", "unsupported_action") in course.found(told)
    assert ("warning", "unsupported_action") not in course.run("make deploy", "done").found(told)


@pytest.mark.parametrize(("kind", "told"), [("Explore", True), ("code-reviewer", True), ("dev", False)])
def test_an_agent_that_only_reads_wrote_nothing(kind: str, told: bool) -> None:
    course = read_course().read("/repo/cmd/store.go", "package parse\n\nfunc store() {\n}\n")
    course.edit(PATH, "const rowLimit = 30", "const rowLimit = 31").run("go vet ./...", "")
    course.used("Task", ToolAction.AGENT, "", f"subagent_type: {kind}\nprompt: look at it", "It is fine.")
    found = course.found("`store.go` was changed so that longer headers pass")
    assert (("warning", "unchanged_file") in found) is told


ORPHANED = (
    "Session states are orphaned when they are older than 10 min; the run left 103 missing blobs behind."
)


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Session states older than 10 minutes are orphaned", False),
        ("Session states older than 45 minutes are orphaned", True),
        ("The run left 103 missing blobs behind", False),
        ("The run left 301 missing blobs behind", True),
        ("The run left 301 other blobs behind", False),
    ],
)
def test_a_number_between_the_same_words_is_another(claim: str, told: bool) -> None:
    course = read_course().add(EventKind.ASSISTANT, ORPHANED)
    assert bool(_bound(course, claim)) is told
    assert _bound(course.add(EventKind.USER, "states after 45 minutes; 301 blobs missing"), claim) == []


def _bound(course: Course, text: str) -> list[str]:
    index = course.index()
    stated = Item(kind=ItemKind.CLAIM, text=text)
    return [found.rule for found in numbers_bound(stated, index, SpanSearch(index))]


def test_a_short_session_that_says_the_number_at_all_is_believed() -> None:
    """`Remaining 11` is the eleven of what is left of seventeen."""
    course = Course().add(EventKind.ASSISTANT, "There are 17 call sites in Profile. Remaining: 11.")
    assert _bound(course, "There are 11 call sites in Profile") == []
    assert _bound(course, "There are 12 call sites in Profile") == ["bound_number_differs"]
