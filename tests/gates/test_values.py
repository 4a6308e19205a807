"""A value in another form is the same; a changed one is found, whatever its form."""

from __future__ import annotations

from math import isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.capture import CapturedItem
from gates.evaluate import Evaluator
from gates.language.numerals import spoken_values
from gates.language.quantities import DATE, shown, written
from gates.language.similarity import statement
from gates.language.tokens import tokenise
from gates.restatement import units
from gates.retention.judging import judge
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact, make_link
from tests.gates.build import ALL, SESSION, artifact_of, index_of, item

DAY = "The release is planned for {} in Lisbon."
ROWS = "The importer reads {} rows of the archive."
WAIT = "The request times out after {} of waiting for the server."
SIZE = "The cache of the server holds {} of pages."
TRY = "The fix came in the {} attempt of the importer."

SAME = [
    (DAY, "2026-03-05", "March 5, 2026"),
    (DAY, "2026-03-05", "5 March 2026"),
    (DAY, "2026-03-05", "the 5th of March"),
    (DAY, "5 Mar 2026", "2026-03-05"),
    (DAY, "2026-03-25", "03/25/2026"),
    (DAY, "2026-03-05T10:00Z", "March 5"),
    (ROWS, "twenty-three", "23"),
    (ROWS, "23", "twenty-three"),
    (ROWS, "two dozen", "24"),
    (ROWS, "105", "a hundred and five"),
    (ROWS, "1.2 million", "1,200,000"),
    (ROWS, "12,000", "12k"),
    (ROWS, "1,187", "about 1,200"),
    (ROWS, "512", "over 500"),
    (ROWS, "512", "more than 500"),
    (ROWS, "488", "nearly 500"),
    (TRY, "3rd", "third"),
    (TRY, "first", "1st"),
    (WAIT, "300 ms", "0.3 s"),
    (WAIT, "90 seconds", "1.5 minutes"),
    (WAIT, "250 µs", "0.25 ms"),
    (WAIT, "0.25 ms", "250 \u03bcs"),
    (SIZE, "1.5 GB", "1536 MB"),
    (SIZE, "1500 MB", "1.5 GB"),
    ("Open the {}.", "pull request of the importer in the repository", "PR of the importer in the repo"),
    ("Use the {} here.", "config of the dev env", "configuration of the development environment"),
]  # fmt: skip
CHANGED = [
    (DAY, "2026-03-05", "2026-03-06"),
    (DAY, "2026-03-05", "March 6, 2026"),
    (DAY, "March 5, 2026", "May 5, 2026"),
    (DAY, "5 March 2026", "2026-04-05"),
    (ROWS, "23", "twenty-four"),
    (ROWS, "1.2 million", "1,300,000"),
    (ROWS, "12,000", "14k"),
    (ROWS, "488", "over 500"),
    (ROWS, "under 500", "under 600"),
    (ROWS, "512", "over 700"),
    (TRY, "third", "21st"),
    (WAIT, "300 ms", "300 s"),
    (WAIT, "300 ms", "0.5 s"),
    (SIZE, "15 MB", "15 GB"),
    (SIZE, "1.5 GB", "2048 MB"),
]


def judged(source: str, claim: str) -> tuple[set[str], str]:
    """The rules of gate D that find something, and what became of the source as a decision."""
    events = (SourceEvent(0, EventKind.USER, source, "n0", tokens=20),)
    index = index_of(events)
    made = artifact_of(item(claim), origin="imported")
    made = made.model_copy(update={"source": made.source.model_copy(update={"source_end": 0})})
    found = {each.rule for each in Evaluator(index, None, ALL).evaluate(made).gates["D"].findings}
    link = make_link(SESSION, 0, source, 0, len(source))
    wanted = CapturedItem(
        item_id="cap_x",
        kind="decision",
        text=source,
        status="in_force",
        origin="structural",
        evidence=(link,),
    )
    return found, judge(wanted, units(made), None, index.weight).verdict.value


@pytest.mark.parametrize(("frame", "source", "claim"), SAME)
def test_a_value_in_another_form_is_no_finding_and_is_retained(frame: str, source: str, claim: str) -> None:
    """Neither gate C nor gate D reports a difference of form."""
    found, verdict = judged(frame.format(source), frame.format(claim))
    assert found == set()
    assert verdict in ("preserved", "paraphrased")


@pytest.mark.parametrize(("frame", "source", "claim"), CHANGED)
def test_a_changed_value_is_found_and_not_retained(frame: str, source: str, claim: str) -> None:
    """A form that differs hides no value that does."""
    found, verdict = judged(frame.format(source), frame.format(claim))
    assert found
    assert verdict not in ("preserved", "paraphrased")


@pytest.mark.parametrize(
    "text",
    [
        "03/04/2026", "twelve fifty", "twenty twenty", "may 5 files", "logs/2026-03-05.log", "2026-13-05",
        "two and three", "a third of it", "four five six", "12k/s", "v1.5 s", "third-party",
    ],
)  # fmt: skip
def test_what_can_be_read_in_two_ways_stands_as_it_is(text: str) -> None:
    """Only one reading is no guess."""
    assert written(text) == text


@given(st.text(alphabet="aty 0159,./:-dozenhurMaJ@%'", max_size=200))
@settings(max_examples=100, deadline=None)
def test_the_one_form_is_the_form_of_itself(text: str) -> None:
    """Normalizing a text twice gives the same numbers as once."""
    once = written(text)
    assert tokenise(once).numbers == tokenise(written(once)).numbers


LOOKALIKE = str.maketrans({"i": "ı", "s": "ſ", "k": "\u212a", "u": "ü", "µ": "\u03bc"})


VALUES = (
    "3 12 1.5 2026-03-05 1,234 ms µs s h min MB kib GB k K million thousand percent 3rd 1st March 5 third"
    " first fifth six twenty-fifth hundred and dozen pull request seconds bytes x the $3m 03/14/2026 - /"
).split()


@given(
    st.lists(
        st.sampled_from(VALUES).flatmap(lambda word: st.sampled_from([word, word.translate(LOOKALIKE)])),
        max_size=30,
    ),
    st.sampled_from(["", " ", "  ", "-", "\n"]),
)
@settings(max_examples=300, deadline=None)
def test_letters_that_look_alike_break_nothing(words: list[str], between: str) -> None:
    """Patterns take a dotless i for an i, and fold both micro signs to one; neither breaks anything."""
    text = between.join(words)
    values = [*spoken_values(text), *(number.value for number in tokenise(text).numbers)]
    assert all(map(isfinite, values))


def _changes(*paths: str) -> tuple[SourceEvent, ...]:
    events = [SourceEvent(0, EventKind.USER, "Rename the exporter in every module.", "n0", tokens=8)]
    for number, path in enumerate(paths, 1):
        tool = ToolFact("Edit", f"call-{number}", ToolAction.CHANGE, path, failed=False)
        events.append(SourceEvent(number, EventKind.TOOL_RESULT, f"Edited {path}", f"n{number}", tool=tool))
    return tuple(events)


@pytest.mark.parametrize(
    ("claim", "absent"),
    [
        ("The exporter was renamed, which changed 14 files.", True),
        ("The exporter was renamed, which changed 13 files.", False),
    ],
)
def test_a_count_of_changed_files_is_known_where_the_tools_changed_so_many(claim: str, absent: bool) -> None:
    """This holds although no text states the number."""
    paths = [f"src/part_{chr(97 + number)}.py" for number in range(13)]
    events = _changes(*paths, f"./{paths[0]}")
    made = artifact_of(item(claim), origin="imported")
    made = made.model_copy(update={"source": made.source.model_copy(update={"source_end": len(events) - 1})})
    findings = Evaluator(index_of(events), None, ALL).evaluate(made).gates["D"].findings
    assert ("num_absent" in {each.rule for each in findings}) is absent


@pytest.mark.parametrize(
    "text", ["Restored from @date-2024", "Tagged @date-1301 and @date-0500", "See @date-0132"]
)
def test_a_name_that_only_looks_like_a_date_is_none(text: str) -> None:
    """The form in which dates are compared may be in a transcript; only a month and day are a date."""
    assert not [number for number in tokenise(text).numbers if number.noun == DATE]
    assert [shown(number.value, number.noun) for number in tokenise("@date-0229").numbers] == ["Feb 29"]


@pytest.mark.parametrize("count", ["2,500", "14"])
def test_a_count_of_dates_is_no_date(count: str) -> None:
    """The noun of a number may be the word `dates`."""
    number = tokenise(f"The importer checked {count} dates.").numbers[0]
    assert shown(number.value, number.noun) == f"{count.replace(',', '')} date"
    found = Evaluator(index_of(), None, ALL).evaluate(artifact_of(item(f"It checked {count} dates.")))
    assert "gate_raised" not in {each.rule for each in found.gates["D"].findings}


def test_a_duration_in_code_is_a_duration() -> None:
    """`2 * time.Hour` is `2h`; another product is none."""
    coded = statement("const keepFor = 2 * time.Hour").tokens.numbers
    stated = statement("kept for 2h").tokens.numbers
    assert [(n.value, n.noun) for n in coded] == [(n.value, n.noun) for n in stated]
    assert statement("rows = 2 * times.Rows").tokens.numbers[0].value == 2
