"""Tables and paragraphs: aligned, cut to the width, nothing hidden in them."""

from __future__ import annotations

from workbench.presentation.figures import as_counted, counted_by, number, plural, sentences
from workbench.presentation.layout import Column, facts, paragraph, table
from workbench.presentation.spans import Line, StyledText


def plain(lines: list[Line]) -> list[str]:
    return ["".join(span.text for span in line) for line in lines]


def test_columns_are_aligned_and_the_growing_one_is_cut() -> None:
    """Figures are right-aligned, the growing column takes the remaining width, and no line is too wide."""
    columns = (Column("Name", grows=True), Column("Count", right=True), Column("State"))
    rows = [["a long name that does not fit", "1,200", "ok"], ["日本", "7", "bad\x1b[0m"]]
    lines = plain(table(columns, rows, 40))
    assert lines == [
        "Name                   Count  State",
        "a long name that d...  1,200  ok",
        "日本                       7  bad\\x1b[0m",
    ]
    assert all(len(line) <= 40 for line in lines)


def test_a_cell_is_one_line() -> None:
    """A line end inside a cell cannot break the table."""
    lines = plain(table((Column("A"), Column("B")), [["x\ny", "z"]], 40))
    assert lines == ["A    B", "x y  z"]


def test_long_text_continues_under_itself_or_hangs() -> None:
    """Continuation lines are aligned under the text, or at the requested hanging indent."""
    under = plain(paragraph("aaaa bbbb cccc", 14, label="label: "))
    assert under == ["label: aaaa", "       bbbb", "       cccc"]
    hung = plain(paragraph("aaaa bbbb cccc", 14, label="label: ", hang=2))
    assert hung == ["label: aaaa", "  bbbb cccc"]


def test_facts_align_their_values() -> None:
    """Labels are padded to the longest."""
    assert plain(facts([("a", "1"), ("long", StyledText("2", "bad"))], 40)) == ["a     1", "long  2"]


def test_figures_read_well() -> None:
    """Thousands have commas, ratios four digits at most, nothing is a dash."""
    assert [number(v) for v in (None, 1234567, 1.0, 0.95, 0.363636, 12345.67)] == [
        "-",
        "1,234,567",
        "1",
        "0.95",
        "0.3636",
        "12,345.7",
    ]
    assert (plural(1, "event"), plural(1309, "event")) == ("1 event", "1,309 events")


def test_columns_are_left_out_before_words_are_cut() -> None:
    """What ranks highest goes first, no line is wider than asked, a column that stays is never cut."""
    columns = (
        Column("No."),
        Column("Artifact", rank=2),
        Column("State"),
        Column("Gates", grows=True, rank=1),
    )
    rows = [["d-1", "art_22b4db89", "rolled back", "FAIL B C"]]
    assert plain(table(columns, rows, 40))[1] == "d-1  art_22b4db89  rolled back  FAIL B C"
    assert plain(table(columns, rows, 30))[1] == "d-1  rolled back  FAIL B C"
    assert plain(table(columns, rows, 20))[1] == "d-1  rolled back"
    assert plain(table(columns, rows, 10))[1] == "d-1  ro..."
    whole = (Column("Session", stays=True), Column("Hash", stays=True))
    assert plain(table(whole, [["ses_2571a5e6", "0" * 64]], 20))[1] == f"ses_2571a5e6  {'0' * 64}"


def test_rows_of_columns_left_out_leave_no_blank_lines() -> None:
    """A row that only says something in a column that is left out is left out too."""
    columns = (Column("Gate"), Column("Result"), Column("Measure"))
    rows = [["C retention", "PASS", "decisions kept"], ["", "", "open work kept"]]
    assert len(table(columns, rows, 60)) == 3
    assert plain(table(columns, rows, 20)) == ["Gate         Result", "C retention  PASS"]


def test_text_goes_below_a_label_that_leaves_no_room() -> None:
    """A long label stands by itself, the text under it."""
    lines = plain(paragraph("aaaa bbbb cccc dddd", 20, label="a long label:  "))
    assert lines == ["a long label:  aaaa", "  bbbb cccc dddd"]


def test_counts_of_a_context_say_where_they_are_from() -> None:
    """The agent's own, an estimate, or both; of no count nothing."""
    assert counted_by(None, None) == ""
    assert counted_by("reported", "next-usage", None) == "as the agent reported"
    assert counted_by("estimated", None) == "estimated from the text"
    assert as_counted("9 -> 5 tokens", "reported", None) == "the agent reported 9 -> 5 tokens"
    assert as_counted("about 9 tokens", "estimated") == "about 9 tokens, estimated from the text"
    assert counted_by("estimated", "next-usage") == "as the agent reported; about: estimated from the text"


def test_what_is_wrong_and_what_to_do_are_two_sentences() -> None:
    """A hint begins as a sentence does; a command, a path, an id or a key stays as it is typed."""
    assert sentences("/x: No such file", "check the path") == "/x: No such file. Check the path."
    assert sentences("is it there?", "look again!") == "Is it there? Look again!"
    assert sentences("off", "workbench modes memory on") == "Off. workbench modes memory on."
    assert sentences("busy", "d-2 waits") == "Busy. d-2 waits."
    assert sentences("busy", "R tries again") == "Busy. R tries again."
    assert sentences("workbench needs a terminal") == "workbench needs a terminal."
    assert sentences("d-3 was rejected: no space", "") == "d-3 was rejected: no space."
    assert sentences("gone") == "Gone."
