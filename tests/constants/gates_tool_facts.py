"""Pairs for what tool events prove: lines of files, quoted code, counts, values of names, commands."""

from __future__ import annotations

from unittest.mock import patch

from gates.contradiction import bound_numbers, code_quoted, named_values, rival_names
from gates.contradiction.ranking import ranked
from gates.findings import Found
from gates.search import file_lines
from gates.search.file_lines import lines_by_file
from gates.search.linking import SpanSearch
from gates.source import EventKind, ToolAction
from tests.constants.gates_claims import claim
from tests.constants.holding import holds
from tests.gates.course import PATH, Course, numbered, read_course

D = "gates.contradiction"


def line_claims(*lines: int, about: str = "") -> list[bool]:
    """Return for each line whether a claim that puts `readRows` there is rejected; it is at line 15."""
    told = (f"`parse.go`: `readRows()` ({about}line {line}) counts the rows" for line in lines)
    return [any(rule == "line_differs" for _, rule in read_course().found(each)) for each in told]


@holds(f"{D}.line_numbers:NEAR")
def five_lines_may_be_missed() -> None:
    """Six may not."""
    assert line_claims(20, 21) == [False, True]


@holds(f"{D}.line_numbers:NEAR_ABOUT")
def a_place_about_there_may_miss_by_25() -> None:
    """Not by 26."""
    assert line_claims(40, 41, about="around ") == [False, True]


@holds(f"{D}.line_numbers:ABOVE")
def ten_lines_of_comments_may_stand_above() -> None:
    """With the slack of five: a stretch that begins 15 lines above, not 16."""
    course = Course().read(PATH, "\n" * 39 + "func readRows() int {\n}\n")
    for first, wrong in ((25, False), (24, True)):
        found = course.found(f"`parse.go`: `readRows()` (lines {first}-70) counts the rows")
        assert any(rule == "line_differs" for _, rule in found) is wrong


@holds(f"{D}.line_numbers:LEAST_NAME")
def a_name_of_three_letters_is_looked_up() -> None:
    """One of two is not."""
    course = Course().read(PATH, "package a\n\nfunc abc() int {\n}\nfunc ab() int {\n}\n")
    for name, wrong in (("abc", True), ("ab", False)):
        found = course.found(f"`parse.go`: `{name}()` (line 150) counts the rows")
        assert any(rule == "line_differs" for _, rule in found) is wrong


@holds(f"{D}.line_numbers:LEAST_CODE")
def a_piece_of_code_of_eight_characters_is_looked_up() -> None:
    """One of seven is not."""
    course = Course().read(PATH, "one\ny = x+12\nz = x+3\n" + "more\n" * 60)
    for code, wrong in (("z = x+3", False), ("y = x+12", True)):
        found = course.found(f"`parse.go`: Line 40: `{code}`")
        assert any(rule == "line_differs" for _, rule in found) is wrong


@holds(f"{D}.code_quoted:LEAST_TOKENS")
def a_condition_of_seven_tokens_is_looked_up() -> None:
    """One of six is not."""
    course = Course().read(PATH, "a\nif kind == base + limit - 1 {\nif size > base + top {\n")
    assert course.hard("It ends where `kind == base + count - 1` holds") == ["code_altered"]
    assert len(code_quoted._TOKEN.findall("kind == base + count - 1")) == 7
    assert course.hard("It ends where `kind > base + top - 1` holds") == []
    course = Course().read(PATH, "a\nif kind == base + limit * 1 {\n")
    assert course.hard("It ends where `kind == base + count *` holds") == []


@holds(f"{D}.code_quoted:LONGEST_LINE")
def a_line_of_400_characters_is_compared() -> None:
    """One of 401 is data."""
    for length, wrong in ((400, True), (401, False)):
        line = "if kind == base + limit - 1 {"
        course = Course().user("go").run("cat a", line + " " * (length - len(line)))
        assert bool(course.hard("It ends where `kind == base + count - 1` holds")) is wrong


@holds(f"{D}.listed_counts:MOST_LISTED")
def a_count_up_to_60_may_be_a_list() -> None:
    """A count of 61 is not."""
    course = Course().write("/repo/docs/plan.md", "# Plan\n\n## Task 1: read\n")
    for count, wrong in ((60, True), (61, False)):
        assert bool(course.hard(f"The implementation plan has {count} tasks")) is wrong


@holds(f"{D}.named_values:BESIDE")
def a_number_within_60_characters_of_a_name_is_beside_it() -> None:
    """One that is 61 away is not."""
    for gap, beside in ((60, True), (61, False)):
        index = Course().add(EventKind.ASSISTANT, "rowLimit" + "." * (gap - 1) + " 45").index()
        assert named_values._beside("rowLimit", "45", index) is beside


@holds(f"{D}.named_values:LEAST_NAME")
def a_name_of_six_letters_has_values() -> None:
    """One of five has not."""
    course = Course().read(PATH, "package a\nconst max_of = 3\nconst max_n = 3\n")
    assert course.hard("`max_of` is 45 here") == ["named_value_differs"]
    assert course.hard("`max_n` is 45 here") == []


@holds(f"{D}.commands_named:LEAST_WORDS")
def a_command_of_three_words_is_looked_up() -> None:
    """One of two is not."""
    course = read_course().run("git read-tree HEAD", "")
    assert course.hard("It was repaired with `git write-tree HEAD`") == ["command_differs"]
    assert course.hard("It was repaired with `git write-tree`") == []


@holds(f"{D}.rival_names:NEAR_AT", step=0.1)
def half_of_the_parts_of_a_name_are_a_near_miss() -> None:
    """Two of five are not."""
    assert rival_names._near_miss("handleParserStop", "handleParserExitNow")
    assert not rival_names._near_miss("handleParserStopNow", "handleParserExitLaterThen")


@holds(f"{D}.placement:SURE_LINES")
def two_quoted_lines_of_another_file_are_sure() -> None:
    """One is not."""
    lines = ('if line == "" || len(line) > rowLimit {', 'return fmt.Errorf("no header") // none')
    text = "package parse\n\n" + "\n".join(lines)
    course = Course().read(PATH, text).read("/repo/cmd/store.go", "package parse\n\nfunc store() {\n}\n")
    assert ("hard", "other_file") in course.found("`store.go`: // the check\n" + "\n".join(lines))
    assert ("hard", "other_file") not in course.found("`store.go`: // the check\n" + lines[0] + "\n}")


@holds("gates.search.file_lines:LEAST_LINES")
def two_numbered_lines_are_a_reading() -> None:
    """One is not."""
    assert len(lines_by_file(Course().read(PATH, "a\nb").events)) == 1
    assert len(lines_by_file(Course().read(PATH, "a").events)) == 0


@holds("gates.search.file_lines:SAME_STILL")
def ten_lines_that_are_the_same_bring_back_the_rest() -> None:
    """Nine do not."""
    text = "\n".join(f"line of {number}" for number in range(1, 31))
    for lines, known in ((10, 30), (9, 9)):
        part = "\n".join(text.split("\n")[:lines])
        course = Course().read(PATH, text).run("git checkout other", "").read(PATH, part)
        assert len(lines_by_file(course.events)[PATH].now) == known


@holds("gates.search.file_lines:LONGEST_RESULT", step=20)
def a_result_is_read_up_to_its_longest() -> None:
    """A result's lines beyond the limit are not read."""
    with patch.object(file_lines, "LONGEST_RESULT", file_lines.LONGEST_RESULT):
        filler = numbered("x" * (200_000 - len(numbered("")) - 1 - len(numbered("ab", 2))))
        inside = f"{filler}\n{numbered('ab', 2)}\n{numbered('cd', 3)}"
        course = Course().used("Read", ToolAction.READ, PATH, f"file_path: {PATH}", inside)
        assert set(lines_by_file(course.events)[PATH].now) == {1, 2}


@holds("gates.contradiction.ranking:STRANGERS")
def three_strange_names_tell_of_more_than_the_session_shows() -> None:
    """Two do not."""
    strange = [(claim(name), [Found("kin_name", "warning", name)]) for name in "abc"]
    assert len(ranked(strange[:2], 10, every=False)) == 2
    assert ranked(strange, 10, every=False) == []


@holds(f"{D}.bound_numbers:BOUND_AT", step=0.02)
def a_passage_with_a_fifth_of_the_words_has_a_number_to_compare() -> None:
    """One with less has not."""
    course = Course().add(EventKind.ASSISTANT, "Sessions older than 10 minutes are orphaned.")
    index, stated = course.index(), claim("Sessions older than 30 minutes are orphaned.")
    segment = next(iter(index.segments(0)))
    for share, wrong in ((0.21, True), (0.19, False)):
        with patch.object(bound_numbers, "passages", return_value=[(share, segment)]):
            assert bool(bound_numbers.numbers_bound(stated, index, SpanSearch(index))) is wrong


@holds(f"{D}.bound_numbers:BESIDE")
def a_number_within_40_characters_stands_beside_a_word() -> None:
    """One that is 41 away does not."""
    for gap, beside in ((40, True), (41, False)):
        index = Course().add(EventKind.ASSISTANT, "30" + "." * (gap - 1) + " minutes").index()
        assert bound_numbers._beside(30.0, "minut", index) is beside
